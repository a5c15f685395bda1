#include "bits.h"

static int number_symbols(const JHUFF_TBL *table, int is_dc, code_table *made) {
  int code = 0, place = 0;
  for (int length = 1; length <= 16; length++) {
    int count = table->bits[length];
    made->first_code[length] = code;
    made->first_symbol[length] = place;
    code += count;
    place += count;
    if (place > 256 || code > 1 << length) return 0;
    made->beyond[length] = (uint32_t)code << (16 - length);
    code <<= 1;
  }
  for (int i = 0; i < place; i++) {
    uint8_t symbol = table->huffval[i];
    if (is_dc && symbol > 15) return 0;
    made->symbols[i] = symbol;
  }
  return place > 0;
}

static void fill_looks(const JHUFF_TBL *table, code_table *made) {
  for (int length = 1; length <= LOOK_BITS; length++) {
    for (int k = 0; k < table->bits[length]; k++) {
      uint8_t symbol = made->symbols[made->first_symbol[length] + k];
      int spare = LOOK_BITS - length;
      int from = (made->first_code[length] + k) << spare;
      for (int i = 0; i < 1 << spare; i++)
        made->looks[from + i] = (look){(uint8_t)length, symbol >> 4, symbol & 15};
    }
  }
}

static void fill_wholes(int is_dc, code_table *made) {
  for (uint32_t bits = 0; bits < WHOLES; bits++) {
    look found = made->looks[bits >> (WHOLE_BITS - LOOK_BITS)];
    int length = found.code_bits + found.size;
    // Runs without a number but that of 16 zeros and the end are for others to judge.
    int is_odd = !is_dc && found.size == 0 && found.run != 0 && found.run != 15;
    if (found.code_bits == 0 || length > WHOLE_BITS || is_odd) continue;
    int is_end = !is_dc && found.size == 0 && found.run == 0;
    int number_there =
        number((uint64_t)bits << (64 - WHOLE_BITS) << found.code_bits, found.size);
    made->wholes[bits] =
        (uint32_t)number_there << 16 | (uint32_t)(is_end ? 0 : found.run + 1) << 8 | (uint32_t)length;
  }
}

static void fill_twos(code_table *made) {
  for (uint32_t bits = 0; bits < WHOLES; bits++) {
    whole_symbol one = made->wholes[bits];
    // What lies beyond the bits counts as zeros, and is not taken.
    whole_symbol other = made->wholes[bits << whole_bits(one) & (WHOLES - 1)];
    int is_end = whole_advance(one) == 0;
    if (is_end || whole_bits(one) + whole_bits(other) > WHOLE_BITS) other = 0;
    int ends = is_end || (other != 0 && whole_advance(other) == 0);
    int advance = ends ? NO_MORE : whole_advance(one) + whole_advance(other);
    made->twos[bits] = (uint64_t)(whole_bits(one) + whole_bits(other)) |
                       (uint64_t)whole_advance(one) << 8 | (uint64_t)advance << 16 |
                       (uint64_t)(uint16_t)whole_number(one) << 32 |
                       (uint64_t)(uint16_t)whole_number(other) << 48;
  }
}

// As many whole symbols as so many bits hold, at most one block of them.
static jump follow(const code_table *table, uint32_t bits) {
  int used = 0, advance = 0, is_end = 0;
  while (!is_end && used < JUMP_BITS) {
    // What lies beyond the bits counts as zeros, and is not taken.
    look found = table->looks[(bits << used & (JUMPS - 1)) >> (JUMP_BITS - LOOK_BITS)];
    int length = found.code_bits + found.size;
    if (found.code_bits == 0 || used + length > JUMP_BITS || advance > 63) break;
    // Runs without a number but that of 16 zeros and the end are for others to judge.
    if (found.size == 0 && found.run != 0 && found.run != 15) break;
    used += length;
    is_end = found.size == 0 && found.run == 0;
    if (!is_end) advance += found.run + 1;
  }
  return (jump)(used | advance << 4 | (is_end ? JUMP_END : 0));
}

int imgtool_jpeg_code_table(
    const JHUFF_TBL *table, int is_dc, int reads_all, code_table *made) {
  memset(made, 0, sizeof *made);
  if (!table || !number_symbols(table, is_dc, made)) return 0;
  fill_looks(table, made);
  made->is_made = 1;
  if (is_dc || reads_all) fill_wholes(is_dc, made);
  if (is_dc) return 1;
  if (reads_all) fill_twos(made);
  for (uint32_t bits = 0; !reads_all && bits < JUMPS; bits++) made->jumps[bits] = follow(made, bits);
  return 1;
}
