// Blocks in fewer samples than they have: only their first few coefficients count.
#ifndef IMGTOOL_CJPEG_REDUCED_H
#define IMGTOOL_CJPEG_REDUCED_H

#include "block.h"

// Reads a block's coefficients; how many of the first ones may be other than 0, or 0 for an error.
ALWAYS_INLINE int read_reduced(bit_reader *reader, block_plane *plane, float block[16]) {
  if (!read_mean(reader, plane)) return 0;
  int used = 1, place = 1, size = plane->size;
  block[0] = (float)plane->last_mean * plane->steps[0];
  while (place < DCTSIZE2) {
    refill(reader);
    if (place >= plane->wanted) {
      jump over = plane->ac->jumps[reader->bits >> (64 - JUMP_BITS)];
      if (over != 0 && place + jump_advance(over) < DCTSIZE2) {
        drop(reader, jump_bits(over));
        if (over & JUMP_END) break;
        place += jump_advance(over);
        continue;
      }
    }
    look found = next_symbol(plane->ac, reader);
    if (found.code_bits == 0) return 0;
    drop(reader, found.code_bits);
    if (found.size == 0) {
      if (found.run == 0) break;
      if (found.run != 15) return 0;
      place += 16;
      continue;
    }
    place += found.run;
    if (place < plane->wanted && ROW[place] < size && COLUMN[place] < size) {
      block[ROW[place] * LARGEST + COLUMN[place]] =
          (float)number(reader->bits, found.size) * plane->steps[place];
      used = place + 1;
    }
    drop(reader, found.size);
    place++;
  }
  return place <= DCTSIZE2 && reader->count >= 0 ? used : 0;
}

ALWAYS_INLINE uint8_t sample(float value) {
  value += 128.5f;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

// One side of the inverse transform of 4 numbers, every so many places.
ALWAYS_INLINE void transform(float *numbers, int step) {
  // cos(π/8)/√2 and sin(π/8)/√2.
  const float large = 0.653281482f, little = 0.270598050f;
  float a = numbers[0], b = numbers[step], c = numbers[2 * step], d = numbers[3 * step];
  float outer = 0.5f * (a + c), inner = 0.5f * (a - c);
  float odd = large * b + little * d, even = little * b - large * d;
  numbers[0] = outer + odd;
  numbers[step] = inner + even;
  numbers[2 * step] = inner - even;
  numbers[3 * step] = outer - odd;
}

ALWAYS_INLINE void write_four(float block[16], uint8_t *const *rows, size_t left) {
  for (int i = 0; i < 4; i++) transform(block + i, LARGEST);
  for (int i = 0; i < 4; i++) {
    float *row = block + i * LARGEST;
    transform(row, 1);
    for (int k = 0; k < 4; k++) rows[i][left + (size_t)k] = sample(row[k] * 0.5f);
  }
}

// The inverse transform of the first coefficients alone, in as many samples; it is scaled by how much
// smaller the block becomes.
ALWAYS_INLINE void write_reduced(
    float block[16], int used, int size, uint8_t *const *rows, size_t left) {
  if (used == 1) {
    uint8_t mean = sample(block[0] / 8);
    for (int i = 0; i < size; i++) memset(rows[i] + left, mean, (size_t)size);
  } else if (size == 2) {
    float a = block[0], b = block[1], c = block[LARGEST], d = block[LARGEST + 1];
    rows[0][left] = sample((a + b + c + d) / 8);
    rows[0][left + 1] = sample((a - b + c - d) / 8);
    rows[1][left] = sample((a + b - c - d) / 8);
    rows[1][left + 1] = sample((a - b - c + d) / 8);
  } else {
    write_four(block, rows, left);
  }
}

#endif
