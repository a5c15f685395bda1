// The two sums that resampling is made of, in plain code and for wide vectors; both give the same bits.
#ifndef IMGTOOL_RESAMPLING_KERNELS_H
#define IMGTOOL_RESAMPLING_KERNELS_H

#include "include/resampling.h"

enum {
  // Bits of a weight behind the point.
  WEIGHT_BITS = 14,
  // Bits that a sample has behind the point between the two sums.
  MIDDLE_BITS = 6,
  // Weights of a sample come in groups of so many, the last ones 0.
  LANES = 8,
};

// The weights of one side: `taps` for each sample made, from the sample `starts` of the plane on.
typedef struct {
  int count, taps;
  int *starts;
  int16_t *weights;
  // The same of each eight samples: `LANES` weights of the first and of the fifth, further ones of
  // those, then of the second and the sixth.
  int16_t *paired;
} weighting;

typedef struct {
  // The weighted sum of rows, from a column on to the last.
  void (*down)(
      const uint8_t *const *rows, const int16_t *weights, int taps, int first, int width,
      int16_t *middle);
  // The weighted sums of a row's samples.
  void (*across)(const int16_t *middle, const weighting *weights, uint8_t *output);
} kernels;

extern const kernels imgtool_plain_kernels;

// Those for this machine.
kernels imgtool_best_kernels(void);

#endif
