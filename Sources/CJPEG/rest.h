// What follows the coded data of a picture.
#ifndef IMGTOOL_CJPEG_REST_H
#define IMGTOOL_CJPEG_REST_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
  // A marker. A few bytes before it, and zeros that fill up, harm nobody.
  IMGTOOL_JPEG_ENDS,
  // More coded data: then some of the picture's was misread.
  IMGTOOL_JPEG_GOES_ON,
  // No marker at all.
  IMGTOOL_JPEG_IS_CUT,
} imgtool_jpeg_rest;

// What there is from `next` on; `ahead` bytes other than zeros were read already.
imgtool_jpeg_rest imgtool_jpeg_find_rest(const uint8_t *next, const uint8_t *end, int ahead);

#endif
