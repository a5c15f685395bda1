// What follows the coded data of a picture.
#ifndef IMGTOOL_CJPEG_REST_H
#define IMGTOOL_CJPEG_REST_H

#include <stddef.h>
#include <stdint.h>

// Whether coded data goes on where that of the picture has ended: then some of it was misread. A few bytes,
// and zeros that fill up, harm nobody. `ahead` are those other than zeros that were read already.
int imgtool_jpeg_goes_on(const uint8_t *next, const uint8_t *end, int ahead);

#endif
