// Blocks at their full size: the exact inverse transform of two blocks at once.
#ifndef IMGTOOL_CJPEG_WHOLE_H
#define IMGTOOL_CJPEG_WHOLE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

// Up to two blocks, perhaps of different planes, and where their samples belong.
typedef struct {
  // Coefficients not yet multiplied by their steps: a row of the one block, then of the other. All are
  // 0 but those of blocks that wait.
  int16_t numbers[2 * DCTSIZE2];
  int count;
  // How many of the first coefficients, in the order in which they are coded, may be other than 0.
  int used;
  const int16_t *steps[2];
  uint8_t *const *rows[2];
  size_t left[2];
} block_pair;

// Whether this machine has what `imgtool_jpeg_write_pair` takes.
int imgtool_jpeg_has_pairs(void);

// Writes the samples of the blocks that wait, bit by bit those of libjpeg's JDCT_ISLOW, and waits for
// others.
void imgtool_jpeg_write_pair(block_pair *pair);

#endif
