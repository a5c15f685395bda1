#include "whole.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define WIDE __attribute__((target("avx2")))
#define WIDE_INLINE static inline __attribute__((always_inline, target("avx2")))

// The transform of C. Loeffler, A. Ligtenberg and G. Moschytz (ICASSP 1989) in the fixed point that
// libjpeg has made common: 13 bits behind the point, of which 2 are kept between columns and rows. Sums
// of 16 and of 32 bits stand where they do there, so that even what overflows is the same. Each half of
// a vector belongs to a block.
enum { POINT = 13, KEPT = 2, COLUMNS = POINT - KEPT, ROWS = POINT + KEPT + 3 };

// Constants of T.81's rotations times 2^13, named by their value times 1000.
enum {
  C298 = 2446, C390 = 3196, C541 = 4433, C765 = 6270, C899 = 7373, C1175 = 9633, C1501 = 12299,
  C1847 = 15137, C1961 = 16069, C2053 = 16819, C2562 = 20995, C3072 = 25172,
};

// Products of pairs of numbers with two constants, added up.
#define PAIR(one, other) ((int)((uint32_t)(uint16_t)(one) | (uint32_t)(uint16_t)(other) << 16))
#define PAIRS(pairs, one, other) _mm256_madd_epi16(pairs, _mm256_set1_epi32(PAIR(one, other)))

// Sums of 32 bits for half of a vector's numbers. Lines at the same distance from the middle are the sum
// and the difference of an even and an odd part.
typedef struct {
  __m256i even[4], odd[4];
} halves;

WIDE_INLINE __m256i descaled(__m256i sum, int bits) { return _mm256_srai_epi32(sum, bits); }

WIDE_INLINE void join(const halves *low, const halves *high, int bits, __m256i lines[8]) {
  const __m256i half = _mm256_set1_epi32(1 << (bits - 1));
  for (int i = 0; i < 4; i++) {
    __m256i one = _mm256_add_epi32(low->even[i], half);
    __m256i other = _mm256_add_epi32(high->even[i], half);
    lines[i] = _mm256_packs_epi32(
        descaled(_mm256_add_epi32(one, low->odd[i]), bits),
        descaled(_mm256_add_epi32(other, high->odd[i]), bits));
    lines[7 - i] = _mm256_packs_epi32(
        descaled(_mm256_sub_epi32(one, low->odd[i]), bits),
        descaled(_mm256_sub_epi32(other, high->odd[i]), bits));
  }
}

// From lines 2 and 6, and the sum and the difference of 0 and 4 with their bits above 16 zeros.
WIDE_INLINE void even_part(__m256i pairs, __m256i sum, __m256i difference, halves *made) {
  __m256i outer = PAIRS(pairs, C541 + C765, C541), inner = PAIRS(pairs, C541, C541 - C1847);
  sum = _mm256_srai_epi32(sum, 16 - POINT);
  difference = _mm256_srai_epi32(difference, 16 - POINT);
  made->even[0] = _mm256_add_epi32(sum, outer);
  made->even[1] = _mm256_add_epi32(difference, inner);
  made->even[2] = _mm256_sub_epi32(difference, inner);
  made->even[3] = _mm256_sub_epi32(sum, outer);
}

// From the sums of lines 3 and 7 and of 1 and 5, from lines 7 and 1, and from lines 5 and 3.
WIDE_INLINE void odd_part(__m256i sums, __m256i ends, __m256i middles, halves *made) {
  __m256i third = PAIRS(sums, C1175 - C1961, C1175), fourth = PAIRS(sums, C1175, C1175 - C390);
  made->odd[0] = _mm256_add_epi32(PAIRS(ends, -C899, C1501 - C899), fourth);
  made->odd[1] = _mm256_add_epi32(PAIRS(middles, -C2562, C3072 - C2562), third);
  made->odd[2] = _mm256_add_epi32(PAIRS(middles, C2053 - C2562, -C2562), fourth);
  made->odd[3] = _mm256_add_epi32(PAIRS(ends, C298 - C899, -C899), third);
}

WIDE_INLINE void transform(__m256i lines[8], int bits) {
  const __m256i zero = _mm256_setzero_si256();
  halves low, high;
  __m256i sum = _mm256_add_epi16(lines[0], lines[4]);
  __m256i difference = _mm256_sub_epi16(lines[0], lines[4]);
  even_part(
      _mm256_unpacklo_epi16(lines[2], lines[6]), _mm256_unpacklo_epi16(zero, sum),
      _mm256_unpacklo_epi16(zero, difference), &low);
  even_part(
      _mm256_unpackhi_epi16(lines[2], lines[6]), _mm256_unpackhi_epi16(zero, sum),
      _mm256_unpackhi_epi16(zero, difference), &high);
  __m256i third = _mm256_add_epi16(lines[3], lines[7]);
  __m256i fourth = _mm256_add_epi16(lines[1], lines[5]);
  odd_part(
      _mm256_unpacklo_epi16(third, fourth), _mm256_unpacklo_epi16(lines[7], lines[1]),
      _mm256_unpacklo_epi16(lines[5], lines[3]), &low);
  odd_part(
      _mm256_unpackhi_epi16(third, fourth), _mm256_unpackhi_epi16(lines[7], lines[1]),
      _mm256_unpackhi_epi16(lines[5], lines[3]), &high);
  join(&low, &high, bits, lines);
}

// The same where lines 4 to 7 are zeros: from lines 0 and 2, and from 1 and 3.
WIDE_INLINE void upper_part(__m256i evens, __m256i odds, halves *made) {
  made->even[0] = PAIRS(evens, 1 << POINT, C541 + C765);
  made->even[1] = PAIRS(evens, 1 << POINT, C541);
  made->even[2] = PAIRS(evens, 1 << POINT, -C541);
  made->even[3] = PAIRS(evens, 1 << POINT, -C541 - C765);
  made->odd[0] = PAIRS(odds, C1501 - C899 + C1175 - C390, C1175);
  made->odd[1] = PAIRS(odds, C1175, C3072 - C2562 + C1175 - C1961);
  made->odd[2] = PAIRS(odds, C1175 - C390, C1175 - C2562);
  made->odd[3] = PAIRS(odds, C1175 - C899, C1175 - C1961);
}

WIDE_INLINE void turn(__m256i lines[8]) {
  __m256i twos[8], fours[8];
  for (int i = 0; i < 4; i++) {
    twos[i] = _mm256_unpacklo_epi16(lines[2 * i], lines[2 * i + 1]);
    twos[i + 4] = _mm256_unpackhi_epi16(lines[2 * i], lines[2 * i + 1]);
  }
  for (int i = 0; i < 4; i++) {
    fours[2 * i] = _mm256_unpacklo_epi32(twos[2 * i], twos[2 * i + 1]);
    fours[2 * i + 1] = _mm256_unpackhi_epi32(twos[2 * i], twos[2 * i + 1]);
  }
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 2; k++) {
      lines[4 * i + 2 * k] = _mm256_unpacklo_epi64(fours[4 * i + k], fours[4 * i + k + 2]);
      lines[4 * i + 2 * k + 1] = _mm256_unpackhi_epi64(fours[4 * i + k], fours[4 * i + k + 2]);
    }
  }
}

// The four columns on the left of blocks that have no others, as lines.
WIDE_INLINE void transform_corner(__m256i lines[4]) {
  halves left;
  __m256i rows[8];
  upper_part(
      _mm256_unpacklo_epi16(lines[0], lines[2]), _mm256_unpacklo_epi16(lines[1], lines[3]), &left);
  const __m256i half = _mm256_set1_epi32(1 << (COLUMNS - 1));
  for (int i = 0; i < 4; i++) {
    __m256i even = _mm256_add_epi32(left.even[i], half);
    rows[i] = descaled(_mm256_add_epi32(even, left.odd[i]), COLUMNS);
    rows[7 - i] = descaled(_mm256_sub_epi32(even, left.odd[i]), COLUMNS);
  }
  __m256i fours[4];
  for (int i = 0; i < 4; i++) fours[i] = _mm256_packs_epi32(rows[i], rows[i + 4]);
  __m256i above = _mm256_unpacklo_epi16(fours[0], fours[1]);
  __m256i below = _mm256_unpackhi_epi16(fours[0], fours[1]);
  __m256i next = _mm256_unpacklo_epi16(fours[2], fours[3]);
  __m256i last = _mm256_unpackhi_epi16(fours[2], fours[3]);
  __m256i upper = _mm256_unpacklo_epi32(above, next), lower = _mm256_unpacklo_epi32(below, last);
  lines[0] = _mm256_unpacklo_epi64(upper, lower);
  lines[1] = _mm256_unpackhi_epi64(upper, lower);
  upper = _mm256_unpackhi_epi32(above, next);
  lower = _mm256_unpackhi_epi32(below, last);
  lines[2] = _mm256_unpacklo_epi64(upper, lower);
  lines[3] = _mm256_unpackhi_epi64(upper, lower);
}

WIDE_INLINE void store(__m128i two, uint8_t *const *rows, size_t left) {
  _mm_storel_epi64((__m128i *)(rows[0] + left), two);
  _mm_storeh_pd((double *)(rows[1] + left), _mm_castsi128_pd(two));
}

// Columns of samples, still around 0, become rows.
WIDE_INLINE void write_columns(const block_pair *pair, const __m256i columns[8]) {
  const __m256i middle = _mm256_set1_epi8(-128);
  __m256i twos[4], rows[4];
  for (int i = 0; i < 4; i++)
    twos[i] = _mm256_add_epi8(_mm256_packs_epi16(columns[i], columns[i + 4]), middle);
  __m256i evens = _mm256_unpacklo_epi8(twos[0], twos[2]);
  __m256i odds = _mm256_unpacklo_epi8(twos[1], twos[3]);
  __m256i more_evens = _mm256_unpackhi_epi8(twos[0], twos[2]);
  __m256i more_odds = _mm256_unpackhi_epi8(twos[1], twos[3]);
  __m256i above = _mm256_unpacklo_epi8(evens, odds), below = _mm256_unpackhi_epi8(evens, odds);
  __m256i more_above = _mm256_unpacklo_epi8(more_evens, more_odds);
  __m256i more_below = _mm256_unpackhi_epi8(more_evens, more_odds);
  rows[0] = _mm256_unpacklo_epi32(above, more_above);
  rows[1] = _mm256_unpackhi_epi32(above, more_above);
  rows[2] = _mm256_unpacklo_epi32(below, more_below);
  rows[3] = _mm256_unpackhi_epi32(below, more_below);
  for (int i = 0; i < 4; i++)
    store(_mm256_castsi256_si128(rows[i]), pair->rows[0] + 2 * i, pair->left[0]);
  for (int i = 0; i < 4 && pair->count > 1; i++)
    store(_mm256_extracti128_si256(rows[i], 1), pair->rows[1] + 2 * i, pair->left[1]);
}

// Where a block has nothing below its first row, libjpeg brings that to the rows by a shift of 16 bits,
// which loses what is too large instead of holding it at the most. The products of the first row, so that
// the transform comes to the same.
WIDE_INLINE __m256i first_row(const block_pair *pair, __m256i products) {
  __m256i shifted = _mm256_srai_epi16(_mm256_slli_epi16(products, KEPT), KEPT);
  __m256i lost = _mm256_xor_si256(products, shifted);
  if (__builtin_expect(_mm256_testz_si256(lost, lost), 1)) return products;
  __m256i below = _mm256_setzero_si256();
  for (int i = 1; i < DCTSIZE; i++)
    below = _mm256_or_si256(
        below, _mm256_loadu_si256((const __m256i *)(pair->numbers + 2 * DCTSIZE * i)));
  __m128i one = _mm256_castsi256_si128(below), other = _mm256_extracti128_si256(below, 1);
  __m256i is_alone = _mm256_set_m128i(
      _mm_set1_epi8((char)-_mm_testz_si128(other, other)),
      _mm_set1_epi8((char)-_mm_testz_si128(one, one)));
  return _mm256_blendv_epi8(products, shifted, is_alone);
}

// Takes so many rows of the coefficients, times their steps, and leaves zeros.
WIDE_INLINE void take(block_pair *pair, int count, __m256i lines[8]) {
  for (int i = 0; i < count; i++) {
    __m256i *line = (__m256i *)(pair->numbers + 2 * DCTSIZE * i);
    __m256i steps = _mm256_loadu2_m128i(
        (const __m128i *)(pair->steps[1] + DCTSIZE * i),
        (const __m128i *)(pair->steps[0] + DCTSIZE * i));
    lines[i] = _mm256_mullo_epi16(_mm256_loadu_si256(line), steps);
    if (i == 0) lines[0] = first_row(pair, lines[0]);
    _mm256_storeu_si256(line, _mm256_setzero_si256());
  }
}

WIDE void imgtool_jpeg_write_pair(block_pair *pair) {
  // The first 10 coefficients lie in the first four rows and columns (T.81, figure A.6).
  enum { CORNER = 10 };
  __m256i lines[8];
  if (pair->count == 0) return;
  if (pair->count == 1) pair->steps[1] = pair->steps[0];
  if (pair->used <= CORNER) {
    halves low, high;
    take(pair, 4, lines);
    transform_corner(lines);
    upper_part(
        _mm256_unpacklo_epi16(lines[0], lines[2]), _mm256_unpacklo_epi16(lines[1], lines[3]), &low);
    upper_part(
        _mm256_unpackhi_epi16(lines[0], lines[2]), _mm256_unpackhi_epi16(lines[1], lines[3]), &high);
    join(&low, &high, ROWS, lines);
  } else {
    take(pair, 8, lines);
    transform(lines, COLUMNS);
    turn(lines);
    transform(lines, ROWS);
  }
  write_columns(pair, lines);
  pair->count = 0;
  pair->used = 0;
}

int imgtool_jpeg_has_pairs(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") != 0;
}
#else
int imgtool_jpeg_has_pairs(void) { return 0; }

void imgtool_jpeg_write_pair(block_pair *pair) { pair->count = pair->used = 0; }
#endif
