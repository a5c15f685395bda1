// What blocks are read by, whatever size they are brought to.
#ifndef IMGTOOL_CJPEG_BLOCK_H
#define IMGTOOL_CJPEG_BLOCK_H

#include "bits.h"

enum {
  // Samples of the side of a block that is reduced.
  LARGEST = 4,
  // Rows of a group: of 4 blocks at most.
  MOST_ROWS = 4 * DCTSIZE,
};

// Where each coefficient belongs in the order in which they are coded (T.81, figure A.6): row and
// column of the first 25, among which are all of the first four rows and columns.
static const uint8_t ROW[25] = {0, 0, 1, 2, 1, 0, 0, 1, 2, 3, 4, 3, 2, 1, 0,
                                0, 1, 2, 3, 4, 5, 6, 5, 4, 3};
static const uint8_t COLUMN[25] = {0, 1, 0, 0, 1, 2, 3, 2, 1, 0, 0, 1, 2, 3, 4,
                                   5, 4, 3, 2, 1, 0, 0, 1, 2, 3};

typedef struct {
  jpeg_component_info *info;
  const code_table *dc, *ac;
  // Samples of a block's side, and how many coefficients have to be looked at for them.
  int size, wanted;
  int last_mean;
  float steps[25];
  // The steps of whole blocks, row by row.
  int16_t all_steps[DCTSIZE2];
  uint8_t *rows[MOST_ROWS];
} block_plane;

// Reads how much a block's mean differs from the last one's (F.2.2.1); 0 for an error.
ALWAYS_INLINE int read_mean(bit_reader *reader, block_plane *plane) {
  fill_up(reader);
  whole_symbol direct = plane->dc->wholes[reader->bits >> (64 - WHOLE_BITS)];
  if (__builtin_expect(direct != 0, 1)) {
    drop(reader, whole_bits(direct));
    plane->last_mean += whole_number(direct);
  } else {
    look found = next_symbol(plane->dc, reader);
    if (found.code_bits == 0) return 0;
    drop(reader, found.code_bits);
    plane->last_mean += number(reader->bits, found.size);
    drop(reader, found.size);
    fill_up(reader);
  }
  // Far beyond what 8-bit pictures have.
  return plane->last_mean > -(1 << 14) && plane->last_mean < 1 << 14;
}

// Where a coefficient belongs in a pair of blocks; what lies beyond the last one is an error anyway.
static const uint8_t PLACES[DCTSIZE2 + 16] = {
    0, 1, 16, 32, 17, 2, 3, 18, 33, 48, 64, 49, 34, 19, 4, 5,
    20, 35, 50, 65, 80, 96, 81, 66, 51, 36, 21, 6, 7, 22, 37, 52,
    67, 82, 97, 112, 113, 98, 83, 68, 53, 38, 23, 39, 54, 69, 84, 99,
    114, 115, 100, 85, 70, 55, 71, 86, 101, 116, 117, 102, 87, 103, 118, 119,
    119, 119, 119, 119, 119, 119, 119, 119, 119, 119, 119, 119, 119, 119, 119, 119,
};

// Reads a coefficient. How far it leads, 0 at the end of a block, -1 for an error.
ALWAYS_INLINE int read_one(bit_reader *reader, const code_table *table, int16_t *found) {
  fill_up(reader);
  look first = next_symbol(table, reader);
  if (first.code_bits == 0) return -1;
  drop(reader, first.code_bits);
  *found = (int16_t)number(reader->bits, first.size);
  drop(reader, first.size);
  if (first.size > 0 || first.run == 15) return first.run + 1;
  return first.run == 0 ? 0 : -1;
}

// Reads all coefficients of a block; how many of the first ones may be other than 0, or 0 for an error.
ALWAYS_INLINE int read_whole(bit_reader *reader, block_plane *plane, int16_t *numbers) {
  // So many times symbols are in the bits that a mean leaves.
  enum { AT_ONCE = (56 - WHOLE_BITS) / WHOLE_BITS, LAST = DCTSIZE2 - 1 };
  if (!read_mean(reader, plane)) return 0;
  int mean = plane->last_mean * plane->all_steps[0], place = 0;
  // Where blocks of one brightness alone do not overflow.
  if (mean <= -(1 << 13) || mean >= 1 << 13) return 0;
  numbers[0] = (int16_t)plane->last_mean;
  const code_table *table = plane->ac;
  while (place < LAST) {
    two_symbols found = 0;
    int end = LAST;
    for (int i = 0; i < AT_ONCE; i++) {
      found = table->twos[reader->bits >> (64 - WHOLE_BITS)];
      end = place + both_advance(found);
      if (end >= LAST) break;
      drop(reader, two_bits(found));
      // The second first, which may stand where the first does.
      numbers[PLACES[end]] = second_number(found);
      numbers[PLACES[place + first_advance(found)]] = first_number(found);
      place = end;
    }
    if (end >= NO_MORE && two_bits(found) > 0 && place + first_advance(found) < LAST) {
      place += first_advance(found);
      drop(reader, two_bits(found));
      numbers[PLACES[place]] |= first_number(found);
      break;
    }
    if (end >= LAST) {
      int16_t value;
      int advance = read_one(reader, table, &value);
      if (advance < 0) return 0;
      if (advance == 0) break;
      place += advance;
      numbers[PLACES[place]] = value;
    }
    fill_up(reader);
  }
  return place <= LAST && reader->count >= 0 ? place + 1 : 0;
}

// The sample of a block of one brightness.
ALWAYS_INLINE uint8_t whole_mean(int mean) {
  int value = ((mean + 4) >> 3) + 128;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

#endif
