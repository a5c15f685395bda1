// Huffman tables that are made of those of a part of a picture.
#ifndef IMGTOOL_CJPEG_HUFFMAN_H
#define IMGTOOL_CJPEG_HUFFMAN_H

#include "failure.h"

// Makes a table that is nearly the one given, in which no symbol is missing that another part of the
// picture may have: sizes of differences, or runs with sizes (ITU-T T.81, F.1.2).
void imgtool_jpeg_complete(const JHUFF_TBL *sampled, int is_dc, JHUFF_TBL *made);

#endif
