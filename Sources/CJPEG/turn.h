// Coefficients of pictures that are stored lying.
#ifndef IMGTOOL_CJPEG_TURN_H
#define IMGTOOL_CJPEG_TURN_H

#include "picture.h"

// What makes a picture upright: rows become columns first, then sides change places.
typedef struct {
  int is_transposed, mirrors_columns, mirrors_rows;
} imgtool_jpeg_turn;

// The turn for an EXIF Orientation of 1 to 8 (EXIF 2.32, 4.6.4 A).
imgtool_jpeg_turn imgtool_jpeg_turn_from(int orientation);

// The layout of the turned picture; 0 where an edge that would move ends within a unit.
int imgtool_jpeg_turn_layout(imgtool_jpeg_layout *layout, imgtool_jpeg_turn turn);

// Fills the picture's blocks from those that were read, and turns their steps along.
void imgtool_jpeg_turn_blocks(imgtool_jpeg *picture, imgtool_jpeg_turn turn);

#endif
