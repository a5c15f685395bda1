#include "kernels.h"

#include <string.h>

static void down_plain(
    const uint8_t *const *rows, const int16_t *weights, int taps, int first, int width,
    int16_t *middle) {
  for (int x = first; x < width; x++) {
    int32_t sum = 1 << (WEIGHT_BITS - MIDDLE_BITS - 1);
    for (int k = 0; k < taps; k++) sum += weights[k] * rows[k][x];
    middle[x] = (int16_t)(sum >> (WEIGHT_BITS - MIDDLE_BITS));
  }
}

static uint8_t whole(int32_t sum) {
  sum = (sum + (1 << (WEIGHT_BITS + MIDDLE_BITS - 1))) >> (WEIGHT_BITS + MIDDLE_BITS);
  return (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
}

static void across_from(
    int first, const int16_t *middle, const weighting *weights, uint8_t *output) {
  for (int x = first; x < weights->count; x++) {
    const int16_t *from = middle + weights->starts[x];
    const int16_t *weight = weights->weights + (size_t)x * (size_t)weights->taps;
    int32_t sum = 0;
    for (int k = 0; k < weights->taps; k++) sum += from[k] * weight[k];
    output[x] = whole(sum);
  }
}

static void across_plain(const int16_t *middle, const weighting *weights, uint8_t *output) {
  across_from(0, middle, weights, output);
}

const kernels imgtool_plain_kernels = {down_plain, across_plain};

#if defined(__x86_64__)
#include <immintrin.h>
#define WIDE __attribute__((target("avx2")))
#define WIDE_INLINE static inline __attribute__((always_inline, target("avx2")))

// Adds the products of 32 samples of two rows and their weights: vectors multiply pairs of numbers and
// add them up. Of each 16 samples, sums are those of the even and of the odd ones of the first 8, then
// of the others.
WIDE_INLINE void add_rows(
    const uint8_t *even, const uint8_t *odd, const int16_t *weights, __m256i sums[4]) {
  const __m256i lower = _mm256_set1_epi16(0xFF);
  __m256i one = _mm256_loadu_si256((const __m256i *)even);
  __m256i other = _mm256_loadu_si256((const __m256i *)odd);
  int32_t both;
  memcpy(&both, weights, sizeof both);
  __m256i pair = _mm256_set1_epi32(both);
  // Two samples of the one row, two of the other.
  __m256i low = _mm256_unpacklo_epi16(one, other), high = _mm256_unpackhi_epi16(one, other);
  sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(_mm256_and_si256(low, lower), pair));
  sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(_mm256_srli_epi16(low, 8), pair));
  sums[2] = _mm256_add_epi32(sums[2], _mm256_madd_epi16(_mm256_and_si256(high, lower), pair));
  sums[3] = _mm256_add_epi32(sums[3], _mm256_madd_epi16(_mm256_srli_epi16(high, 8), pair));
}

// Sums of even and of odd samples side by side, without the bits that are not kept.
WIDE_INLINE __m256i alternating(__m256i even, __m256i odd) {
  enum { KEPT = 16 - (WEIGHT_BITS - MIDDLE_BITS) };
  even = _mm256_srli_epi32(even, WEIGHT_BITS - MIDDLE_BITS);
  return _mm256_blend_epi16(even, _mm256_slli_epi32(odd, KEPT), 0xAA);
}

WIDE static void down_wide(
    const uint8_t *const *rows, const int16_t *weights, int taps, int first, int width,
    int16_t *middle) {
  const __m256i half = _mm256_set1_epi32(1 << (WEIGHT_BITS - MIDDLE_BITS - 1));
  int x = first;
  for (; x + 32 <= width; x += 32) {
    __m256i sums[4] = {half, half, half, half};
    for (int k = 0; k < taps; k += 2) add_rows(rows[k] + x, rows[k + 1] + x, weights + k, sums);
    __m256i low = alternating(sums[0], sums[1]), high = alternating(sums[2], sums[3]);
    _mm256_storeu_si256((__m256i *)(middle + x), _mm256_permute2x128_si256(low, high, 0x20));
    _mm256_storeu_si256((__m256i *)(middle + x + 16), _mm256_permute2x128_si256(low, high, 0x31));
  }
  down_plain(rows, weights, taps, x, width, middle);
}

// The sums of two samples of the output, one in each half of a vector, still in four parts.
WIDE_INLINE __m256i two_sums(
    const int16_t *one, const int16_t *other, const int16_t *weights, int taps) {
  __m256i sum = _mm256_setzero_si256();
  for (int k = 0; k < taps; k += LANES) {
    __m256i samples = _mm256_loadu2_m128i((const __m128i *)(other + k), (const __m128i *)(one + k));
    __m256i by = _mm256_loadu_si256((const __m256i *)(weights + 2 * k));
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(samples, by));
  }
  return sum;
}

// Eight samples of the output.
WIDE_INLINE __m128i eight_across(
    const int16_t *middle, const int *starts, const int16_t *weights, int taps) {
  const __m256i half = _mm256_set1_epi32(1 << (WEIGHT_BITS + MIDDLE_BITS - 1));
  __m256i sums[4];
  for (int i = 0; i < 4; i++)
    sums[i] = two_sums(
        middle + starts[i], middle + starts[i + 4], weights + (size_t)i * 2 * (size_t)taps, taps);
  __m256i all = _mm256_hadd_epi32(
      _mm256_hadd_epi32(sums[0], sums[1]), _mm256_hadd_epi32(sums[2], sums[3]));
  all = _mm256_srai_epi32(_mm256_add_epi32(all, half), WEIGHT_BITS + MIDDLE_BITS);
  __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
  return _mm_packus_epi16(words, words);
}

WIDE_INLINE int eights_across(
    const int16_t *middle, const weighting *weights, int taps, uint8_t *output) {
  const int16_t *paired = weights->paired;
  int x = 0;
  for (; x + 8 <= weights->count; x += 8, paired += 8 * taps)
    _mm_storel_epi64(
        (__m128i *)(output + x), eight_across(middle, weights->starts + x, paired, taps));
  return x;
}

WIDE static void across_wide(const int16_t *middle, const weighting *weights, uint8_t *output) {
  // Loops of so many turns become straight lines.
  int x = weights->taps == 16  ? eights_across(middle, weights, 16, output)
          : weights->taps == 8 ? eights_across(middle, weights, 8, output)
                               : eights_across(middle, weights, weights->taps, output);
  across_from(x, middle, weights, output);
}

kernels imgtool_best_kernels(void) {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2")) return imgtool_plain_kernels;
  return (kernels){down_wide, across_wide};
}
#else
kernels imgtool_best_kernels(void) { return imgtool_plain_kernels; }
#endif
