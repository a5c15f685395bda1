// libjpeg's coefficient interface behind calls that return.
//
// libjpeg reports errors by a function that must not come back, which only C can leave (setjmp), and
// Swift frames must never be jumped over. What lies between a setjmp and its longjmp stands here; the
// choices are Swift's.
#ifndef IMGTOOL_CJPEG_COEFFICIENTS_H
#define IMGTOOL_CJPEG_COEFFICIENTS_H

#include <stddef.h>
#include <stdint.h>

enum { IMGTOOL_JPEG_MESSAGE = 200 };

typedef enum {
  IMGTOOL_JPEG_DONE,
  // The bytes break the rules, or end too early.
  IMGTOOL_JPEG_DAMAGED,
  // No gray or Y, Cb, Cr of 8 bits in one or three planes.
  IMGTOOL_JPEG_UNSUPPORTED,
  // More pixels than allowed.
  IMGTOOL_JPEG_TOO_LARGE,
  // More bytes than allowed; they were not all made.
  IMGTOOL_JPEG_CUT_OFF,
  // No longer wanted.
  IMGTOOL_JPEG_CANCELLED,
} imgtool_jpeg_result;

// The coefficients of a picture, and room for the same number in other steps. Not for two threads at
// a time.
typedef struct imgtool_jpeg imgtool_jpeg;

// One plane in blocks of 8×8 coefficients.
typedef struct {
  int horizontal, vertical;
  int blocks_across, block_rows;
} imgtool_jpeg_plane;

// A picture of one plane (gray) or three (Y, Cb, Cr).
typedef struct {
  int width, height;
  int plane_count;
  imgtool_jpeg_plane planes[3];
} imgtool_jpeg_layout;

// How coefficients are rounded, but for those that stand for a block's mean.
typedef struct {
  // How much of a step one below it has to have to count as one.
  float least_of_one;
  // What is added to all others before their fraction is cut off.
  float rounded_up;
} imgtool_jpeg_rounding;

// What is written of a picture, and how.
typedef struct {
  // 1 to 100; the steps are those of ITU-T T.81, annex K, in libjpeg's scaling.
  int quality;
  imgtool_jpeg_rounding rounding;
  int is_progressive;
  // Of so many rows of the planes' common units one is written: 1 for all.
  int interval;
  // The most bytes.
  size_t limit;
} imgtool_jpeg_request;

// Reads all coefficients, turned upright from an EXIF Orientation of 1 to 8; NULL where *result says
// why not, such as an edge within a unit that would have to move. The bytes are not needed afterwards.
imgtool_jpeg *imgtool_jpeg_open(
    const uint8_t *bytes, size_t count, int orientation, long most_pixels,
    imgtool_jpeg_result *result, char message[IMGTOOL_JPEG_MESSAGE]);

// Makes the pixels of a picture that was read, as it was stored, from its coefficients: gray or RGB
// side by side, rows packed, in all count bytes.
imgtool_jpeg_result imgtool_jpeg_show(
    imgtool_jpeg *picture, uint8_t *pixels, size_t count, char message[IMGTOOL_JPEG_MESSAGE]);

// Samples of 8 bits, rows packed: one plane of gray or RGB, or three of Y, Cb, Cr, the latter two of
// half the width and height, rounded up.
typedef struct {
  int width, height;
  int bands, plane_count;
  const uint8_t *planes[3];
} imgtool_jpeg_samples;

// Transforms samples to coefficients in steps of 1, colour at half the width and height; nothing is
// coded. NULL where *result says why not. The samples are not needed afterwards.
imgtool_jpeg *imgtool_jpeg_transform(
    const imgtool_jpeg_samples *samples, imgtool_jpeg_result *result,
    char message[IMGTOOL_JPEG_MESSAGE]);

void imgtool_jpeg_close(imgtool_jpeg *picture);

// The layout of the picture, or of every so many rows of its units.
imgtool_jpeg_layout imgtool_jpeg_get_layout(const imgtool_jpeg *picture, int interval);

// Encodes the picture, with Huffman tables of its own.
//
// On success *bytes is allocated with malloc. Where the file would take more than the limit, *count
// is about how many it would take.
imgtool_jpeg_result imgtool_jpeg_write(
    imgtool_jpeg *picture, imgtool_jpeg_request request, uint8_t **bytes, size_t *count,
    char message[IMGTOOL_JPEG_MESSAGE]);

// How often each symbol is coded: sizes of means, and runs with sizes of others.
typedef struct {
  uint32_t dc[16], ac[256];
} imgtool_jpeg_symbols;

// What a baseline encoding would have to write (ITU-T T.81, F.1.2).
typedef struct {
  // Of Y, then of Cb and Cr.
  imgtool_jpeg_symbols tables[2];
  // The bits that follow symbols as they are.
  uint64_t plain_bits;
} imgtool_jpeg_counts;

// Counts what a request would write, without writing it; its limit and its scans count for nothing.
imgtool_jpeg_result imgtool_jpeg_count(
    imgtool_jpeg *picture, imgtool_jpeg_request request, imgtool_jpeg_counts *counts,
    char message[IMGTOOL_JPEG_MESSAGE]);

#endif
