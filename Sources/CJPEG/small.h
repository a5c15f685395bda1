// Planes of baseline JPEGs, whole or small; for small ones each block's first few coefficients count.
#ifndef IMGTOOL_CJPEG_SMALL_H
#define IMGTOOL_CJPEG_SMALL_H

#include "failure.h"
#include "include/planes.h"

// What takes the rows of the planes.
typedef struct {
  // Samples of a block's side.
  int blocks[3];
  // Where the next group of a plane's rows belongs.
  void (*group)(void *context, int plane, uint8_t **rows);
  // Called once the rows of a group are there for all planes.
  void (*take)(void *context);
  void *context;
} small_rows;

// Whether the picture, whose header was read, is one for `imgtool_jpeg_read_small`.
int imgtool_jpeg_can_read_small(j_decompress_ptr decoder, const int blocks[3]);

// Decodes the picture: small ones in two thirds to three quarters of libjpeg's time, whole ones in half
// of it. 0 where anything in it is not as it should be; then libjpeg has to judge, from the start.
int imgtool_jpeg_read_small(j_decompress_ptr decoder, const small_rows *rows);

#endif
