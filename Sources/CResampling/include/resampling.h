// A plane of 8-bit samples brought to another size by Lanczos 3, row by row as its rows come.
//
// libvips does the same for any picture; this is for planes alone, several times faster, and needs
// no more memory than the rows that a row of the output is made of.
#ifndef IMGTOOL_RESAMPLING_H
#define IMGTOOL_RESAMPLING_H

#include <stddef.h>
#include <stdint.h>

// Where the first and the last edge of an output lie on a side of the plane, in samples from its first
// edge. Where the last one comes first, the output is mirrored; beyond the plane its edge goes on.
typedef struct {
  double from, to;
} imgtool_span;

// One side of a plane and of what is made of it.
typedef struct {
  int length;
  imgtool_span span;
  int made;
} imgtool_side;

typedef struct imgtool_resampler imgtool_resampler;

// A resampler that writes to `output`, whose rows are packed; NULL without memory. Sides are from 1
// to a million samples long.
imgtool_resampler *imgtool_resampler_new(imgtool_side across, imgtool_side down, uint8_t *output);

void imgtool_resampler_free(imgtool_resampler *resampler);

// Makes room for rows that come in groups, the last one perhaps with rows that do not count, and of
// so many bytes; 0 without memory.
int imgtool_resampler_reserve(imgtool_resampler *resampler, int group, size_t row_bytes);

// Where the rows of the next group belong, after `reserve`.
void imgtool_resampler_group(imgtool_resampler *resampler, uint8_t **rows);

// Takes the rows of the group and writes what can be made of all rows so far.
void imgtool_resampler_take_group(imgtool_resampler *resampler);

// Writes all, from a plane whose rows are packed.
void imgtool_resampler_take_plane(imgtool_resampler *resampler, const uint8_t *samples);

// How samples are turned: first rows may become columns, then left and right may change places, then
// top and bottom.
typedef struct {
  int transposes, mirrors, flips;
} imgtool_turn;

// Writes a rectangle of samples turned, packed; rows start `stride` bytes apart in what is turned.
void imgtool_turn_samples(
    imgtool_turn turn, const uint8_t *samples, size_t stride, int width, int height,
    uint8_t *output);

// Keeps this resampler to the plain code that machines without wide vectors run; for tests.
void imgtool_resampler_go_plain(imgtool_resampler *resampler);

#endif
