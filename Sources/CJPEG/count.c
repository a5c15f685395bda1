#include "requantize.h"

#include <stdlib.h>
#include <string.h>

// The place in a block of each coefficient in the order in which they are coded (T.81, figure A.6),
// and the other way round.
static const uint8_t PLACE[64] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
    30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};
static const uint8_t TURN[64] = {
    0,  1,  5,  6,  14, 15, 27, 28, 2,  4,  7,  13, 16, 26, 29, 42, 3,  8,  12, 17, 25, 30,
    41, 43, 9,  11, 18, 24, 31, 40, 44, 53, 10, 19, 23, 32, 39, 45, 52, 54, 20, 22, 33, 38,
    46, 51, 55, 60, 21, 34, 37, 47, 50, 56, 59, 61, 35, 36, 48, 49, 57, 58, 62, 63};

static int bits(int value) {
  unsigned size = (unsigned)(value < 0 ? -value : value);
  return size == 0 ? 0 : 32 - __builtin_clz(size);
}

// Which coefficients of a block there are, bit 0 the first in its order.
static uint64_t occupied(const int16_t *block) {
  uint64_t found = 0;
  for (int row = 0; row < 64; row += 8) {
    uint64_t halves[2];
    memcpy(halves, block + row, sizeof halves);
    if ((halves[0] | halves[1]) == 0) continue;
    for (int k = row; k < row + 8; k++) found |= (uint64_t)(block[k] != 0) << TURN[k];
  }
  return found;
}

// All coefficients of a block but its mean (T.81, F.1.2.2).
static void count_block(const int16_t *block, uint32_t symbols[256], uint64_t *plain_bits) {
  uint64_t left = occupied(block) & ~(uint64_t)1;
  int last = 0;
  while (left != 0) {
    int next = __builtin_ctzll(left);
    left &= left - 1;
    int run = next - last - 1;
    last = next;
    symbols[0xF0] += (uint32_t)(run >> 4);
    int size = bits(block[PLACE[next]]);
    symbols[(run & 15) << 4 | (size & 15)]++;
    *plain_bits += (uint64_t)size;
  }
  if (last < 63) symbols[0]++;
}

// The means of a row of units, in the order in which they are coded (T.81, F.1.2.1 and A.2.3).
static void count_means(
    const int16_t *rows, const imgtool_jpeg_plane *plane, int height, int *last,
    uint32_t symbols[16], uint64_t *plain_bits) {
  size_t length = (size_t)plane->blocks_across * 64;
  for (int left = 0; left < plane->blocks_across; left += plane->horizontal) {
    for (int y = 0; y < height; y++) {
      for (int x = left; x < left + plane->horizontal && x < plane->blocks_across; x++) {
        int mean = rows[length * (size_t)y + (size_t)x * 64];
        int size = bits(mean - *last);
        *last = mean;
        symbols[size & 15]++;
        *plain_bits += (uint64_t)size;
      }
    }
  }
}

static void count_plane(
    imgtool_jpeg *picture, int index, int block_rows, const imgtool_jpeg_request *request,
    const JQUANT_TBL *steps, int16_t *rows, imgtool_jpeg_counts *counts) {
  j_common_ptr owner = picture->owner;
  const imgtool_jpeg_plane *plane = &picture->layout.planes[index];
  int table = index == 0 ? 0 : 1, last = 0;
  size_t length = (size_t)plane->blocks_across * 64;
  float ratios[64];
  imgtool_jpeg_ratios(&picture->steps[index], steps, ratios);
  for (int row = 0; row < block_rows; row += plane->vertical) {
    int height = block_rows - row < plane->vertical ? block_rows - row : plane->vertical;
    for (int y = 0; y < height; y++) {
      JBLOCKARRAY source = owner->mem->access_virt_barray(
          owner, picture->blocks[index],
          (JDIMENSION)imgtool_jpeg_sampled_row(plane, row + y, request->interval), 1, FALSE);
      int16_t *blocks = rows + length * (size_t)y;
      imgtool_jpeg_requantize(
          (const int16_t *)source[0], blocks, length, ratios, request->rounding);
      for (size_t block = 0; block < length; block += 64)
        count_block(blocks + block, counts->tables[table].ac, &counts->plain_bits);
    }
    count_means(rows, plane, height, &last, counts->tables[table].dc, &counts->plain_bits);
  }
}

// Made by a library object, so that its steps are those of what it writes.
OWN_FRAME make_steps(j_compress_ptr encoder, failure *error, int quality) {
  if (setjmp(error->leave)) return;
  jpeg_create_compress(encoder);
  jpeg_set_quality(encoder, quality, TRUE);
}

OWN_FRAME count_all(
    imgtool_jpeg *picture, j_compress_ptr encoder, failure *error,
    const imgtool_jpeg_request *request, int16_t *rows, imgtool_jpeg_counts *counts) {
  if (setjmp(error->leave)) return;
  imgtool_jpeg_layout layout = imgtool_jpeg_get_layout(picture, request->interval);
  for (int i = 0; i < layout.plane_count; i++)
    count_plane(
        picture, i, layout.planes[i].block_rows, request, encoder->quant_tbl_ptrs[i == 0 ? 0 : 1],
        rows, counts);
}

imgtool_jpeg_result imgtool_jpeg_count(
    imgtool_jpeg *picture, imgtool_jpeg_request request, imgtool_jpeg_counts *counts,
    char message[IMGTOOL_JPEG_MESSAGE]) {
  size_t room = 0;
  for (int i = 0; i < picture->layout.plane_count; i++) {
    const imgtool_jpeg_plane *plane = &picture->layout.planes[i];
    size_t size = (size_t)plane->blocks_across * 64 * (size_t)plane->vertical;
    room = size > room ? size : room;
  }
  struct jpeg_compress_struct encoder = {0};
  failure error;
  encoder.err = imgtool_jpeg_prepare(&error, message);
  make_steps(&encoder, &error, request.quality);
  int16_t *rows = malloc(room * sizeof *rows);
  if (!rows) error.result = IMGTOOL_JPEG_UNSUPPORTED;
  memset(counts, 0, sizeof *counts);
  if (error.result == IMGTOOL_JPEG_DONE) {
    picture->owner->err = &error.base;
    count_all(picture, &encoder, &error, &request, rows, counts);
    picture->owner->err = &picture->error.base;
  }
  free(rows);
  jpeg_destroy_compress(&encoder);
  return error.result;
}
