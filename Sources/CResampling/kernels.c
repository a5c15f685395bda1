#include "kernels.h"

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

static void across_plain(
    const int16_t *middle, const weighting *weights, int first, uint8_t *output) {
  for (int x = first; x < weights->count; x++) {
    const int16_t *from = middle + weights->starts[x];
    const int16_t *weight = weights->weights + (size_t)x * (size_t)weights->taps;
    int32_t sum = 0;
    for (int k = 0; k < weights->taps; k++) sum += from[k] * weight[k];
    output[x] = whole(sum);
  }
}

const kernels imgtool_plain_kernels = {down_plain, across_plain};

#if defined(__x86_64__)
#include <immintrin.h>
#define WIDE __attribute__((target("avx2")))

// Two rows at a time: vectors multiply pairs of numbers and add them up.
WIDE static void down_wide(
    const uint8_t *const *rows, const int16_t *weights, int taps, int first, int width,
    int16_t *middle) {
  __m256i half = _mm256_set1_epi32(1 << (WEIGHT_BITS - MIDDLE_BITS - 1));
  int x = first;
  for (; x + 16 <= width; x += 16) {
    __m256i low = half, high = half;
    for (int k = 0; k < taps; k += 2) {
      __m256i even = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(rows[k] + x)));
      __m256i odd = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(rows[k + 1] + x)));
      int32_t both = (uint16_t)weights[k] | (int32_t)((uint32_t)(uint16_t)weights[k + 1] << 16);
      __m256i pair = _mm256_set1_epi32(both);
      low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(even, odd), pair));
      high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_unpackhi_epi16(even, odd), pair));
    }
    low = _mm256_srai_epi32(low, WEIGHT_BITS - MIDDLE_BITS);
    high = _mm256_srai_epi32(high, WEIGHT_BITS - MIDDLE_BITS);
    _mm256_storeu_si256((__m256i *)(middle + x), _mm256_packs_epi32(low, high));
  }
  down_plain(rows, weights, taps, x, width, middle);
}

// The sums of two samples of the output, one in each half of a vector, still in four parts.
WIDE static inline __m256i two_sums(
    const int16_t *middle, const weighting *weights, int one, int other) {
  const int16_t *from = middle + weights->starts[one], *also = middle + weights->starts[other];
  const int16_t *weight = weights->weights + (size_t)one * (size_t)weights->taps;
  const int16_t *more = weights->weights + (size_t)other * (size_t)weights->taps;
  __m256i sum = _mm256_setzero_si256();
  for (int k = 0; k < weights->taps; k += LANES) {
    __m256i samples = _mm256_loadu2_m128i((const __m128i *)(also + k), (const __m128i *)(from + k));
    __m256i by = _mm256_loadu2_m128i((const __m128i *)(more + k), (const __m128i *)(weight + k));
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(samples, by));
  }
  return sum;
}

WIDE static void across_wide(
    const int16_t *middle, const weighting *weights, int first, uint8_t *output) {
  const __m256i half = _mm256_set1_epi32(1 << (WEIGHT_BITS + MIDDLE_BITS - 1));
  int x = first;
  for (; x + 8 <= weights->count; x += 8) {
    __m256i a = two_sums(middle, weights, x, x + 4), b = two_sums(middle, weights, x + 1, x + 5);
    __m256i c = two_sums(middle, weights, x + 2, x + 6);
    __m256i d = two_sums(middle, weights, x + 3, x + 7);
    __m256i sums = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
    sums = _mm256_srai_epi32(_mm256_add_epi32(sums, half), WEIGHT_BITS + MIDDLE_BITS);
    __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    _mm_storel_epi64((__m128i *)(output + x), _mm_packus_epi16(words, words));
  }
  across_plain(middle, weights, x, output);
}

kernels imgtool_best_kernels(void) {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2")) return imgtool_plain_kernels;
  return (kernels){down_wide, across_wide};
}
#else
kernels imgtool_best_kernels(void) { return imgtool_plain_kernels; }
#endif
