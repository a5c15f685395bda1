#include "huffman.h"

#include <string.h>

enum { SYMBOLS = 256, LONGEST = 16, DEEPEST = 40 };

// How often symbols occur, as their codes tell; those without a code are the rarest.
static void weigh(const JHUFF_TBL *sampled, int is_dc, uint32_t weights[SYMBOLS + 1]) {
  memset(weights, 0, (SYMBOLS + 1) * sizeof *weights);
  for (int size = 0; size <= (is_dc ? 11 : 10); size++)
    for (int run = 0; run < (is_dc ? 1 : 16); run++)
      if (is_dc || size > 0 || run == 0 || run == 15) weights[run << 4 | size] = 1;
  const UINT8 *symbol = sampled->huffval;
  for (int length = 1; length <= LONGEST; length++)
    for (int k = 0; k < sampled->bits[length]; k++) weights[*symbol++] = 8u << (LONGEST - length);
  // Takes the code of ones alone, which no symbol may have (T.81, C.2).
  weights[SYMBOLS] = 1;
}

// The lightest tree but one, -1 where there is none.
static int lightest(const uint64_t weights[SYMBOLS + 1], int but) {
  int found = -1;
  for (int i = 0; i <= SYMBOLS; i++)
    if (i != but && weights[i] > 0 && (found < 0 || weights[i] <= weights[found])) found = i;
  return found;
}

// Huffman's procedure: how many symbols have codes of each length, and the length of each.
static void join(
    const uint32_t weights[SYMBOLS + 1], int counts[DEEPEST + 1], int lengths[SYMBOLS + 1]) {
  uint64_t trees[SYMBOLS + 1];
  int next[SYMBOLS + 1];
  for (int i = 0; i <= SYMBOLS; i++) {
    trees[i] = weights[i];
    lengths[i] = 0;
    next[i] = -1;
  }
  for (;;) {
    int one = lightest(trees, -1), other = lightest(trees, one);
    if (other < 0) break;
    trees[other] += trees[one];
    trees[one] = 0;
    int last = other;
    for (int i = other; i >= 0; i = next[i]) {
      lengths[i]++;
      last = i;
    }
    next[last] = one;
    for (int i = one; i >= 0; i = next[i]) lengths[i]++;
  }
  memset(counts, 0, (DEEPEST + 1) * sizeof *counts);
  for (int i = 0; i <= SYMBOLS; i++)
    if (lengths[i] > 0) counts[lengths[i] < DEEPEST ? lengths[i] : DEEPEST]++;
}

// Brings codes that are too long to what is allowed (T.81, figure K.3): of two of them one takes a
// place beside a shorter one.
static void limit(int counts[DEEPEST + 1]) {
  for (int length = DEEPEST; length > LONGEST; length--) {
    while (counts[length] > 0) {
      int shorter = length - 2;
      while (counts[shorter] == 0) shorter--;
      counts[length] -= 2;
      counts[length - 1]++;
      counts[shorter + 1] += 2;
      counts[shorter]--;
    }
  }
}

void imgtool_jpeg_complete(const JHUFF_TBL *sampled, int is_dc, JHUFF_TBL *made) {
  uint32_t weights[SYMBOLS + 1];
  int counts[DEEPEST + 1], lengths[SYMBOLS + 1];
  weigh(sampled, is_dc, weights);
  join(weights, counts, lengths);
  limit(counts);
  // The code of ones is one of the longest.
  int longest = LONGEST;
  while (counts[longest] == 0) longest--;
  counts[longest]--;
  memset(made->bits, 0, sizeof made->bits);
  memset(made->huffval, 0, sizeof made->huffval);
  for (int length = 1; length <= LONGEST; length++) made->bits[length] = (UINT8)counts[length];
  int place = 0;
  for (int length = 1; length <= DEEPEST; length++)
    for (int i = 0; i < SYMBOLS; i++)
      if (lengths[i] == length) made->huffval[place++] = (UINT8)i;
}
