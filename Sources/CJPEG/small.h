// Planes of baseline JPEGs, whole or small; for small ones each block's first few coefficients count.
//
// Where the time goes that 12 megapixels (quality 90, 4:2:0) take to become 1920×1440 of quality 80, all
// in memory: reading coefficients 31 %, transforming them 12 %, resampling 26 %, and 26 % for the encoder.
// The first is the limit of what can be saved: symbols follow one another, 3 to 5 bits each, and where one
// starts is known only after the one before it. It takes 0.6 of what libjpeg takes for the same.
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
