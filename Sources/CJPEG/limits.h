// Which JPEGs are read at all, by whoever reads them.
#ifndef IMGTOOL_CJPEG_LIMITS_H
#define IMGTOOL_CJPEG_LIMITS_H

#include "failure.h"

// Leaves unless the header is that of gray, or of Y, Cb, Cr, of 8 bits, of no more pixels.
void imgtool_jpeg_check_header(j_decompress_ptr decoder, long most_pixels);

// Leaves where there are more scans than a picture can need, which cost time without end.
void imgtool_jpeg_check_scans(j_decompress_ptr decoder);

#endif
