// A JPEG's planes, brought to other sizes as they are decoded: neither colours are converted nor is a
// whole plane ever in memory.
#ifndef IMGTOOL_CJPEG_PLANES_H
#define IMGTOOL_CJPEG_PLANES_H

#include "coefficients.h"
#include "resampling.h"

// What is made of a plane: so many samples, between edges that are fractions of the picture, from 0,
// its first edge, to 1, its last.
typedef struct {
  imgtool_span across, down;
  int width, height;
  // Where they are written, rows packed.
  uint8_t *samples;
} imgtool_jpeg_made_plane;

typedef struct {
  // How many eighths of its size the picture is decoded at: 1, 2, 4 or 8.
  int eighths;
  long most_pixels;
  // Y, or Y, Cb and Cr.
  int plane_count;
  imgtool_jpeg_made_plane planes[3];
  // Asked every few rows; 0 ends the work.
  int (*is_wanted)(void *context);
  void *context;
} imgtool_jpeg_planes_request;

// Decodes a JPEG of gray or Y, Cb, Cr of 8 bits, in one or three planes of any relative size.
imgtool_jpeg_result imgtool_jpeg_make_planes(
    const uint8_t *bytes, size_t count, const imgtool_jpeg_planes_request *request,
    char message[IMGTOOL_JPEG_MESSAGE]);

// A picture in planes to be written.
typedef struct {
  int width, height;
  // 1 (Y) or 3 (Y, Cb, Cr), rows packed.
  int plane_count;
  const uint8_t *planes[3];
  // How many times wider and higher than Cb and Cr Y is, but for what is rounded up.
  int horizontal, vertical;
  // 1 to 100; the steps are those of ITU-T T.81, annex K, in libjpeg's scaling.
  int quality;
} imgtool_jpeg_planes;

// Encodes planes as a baseline JPEG with Huffman tables of its own, allocated with malloc.
imgtool_jpeg_result imgtool_jpeg_write_planes(
    const imgtool_jpeg_planes *picture, uint8_t **bytes, size_t *count,
    char message[IMGTOOL_JPEG_MESSAGE]);

#endif
