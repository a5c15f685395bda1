// Entropy-coded data bit by bit, and the Huffman codes in it (ITU-T T.81, annexes C and F).
#ifndef IMGTOOL_CJPEG_BITS_H
#define IMGTOOL_CJPEG_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

// So that each clone of who calls them has its own.
#define ALWAYS_INLINE static inline __attribute__((always_inline))

typedef struct {
  const uint8_t *next, *end;
  // The next bits, from the top; below `count` of them are zeros. Fewer than none are left where more
  // were taken than there are.
  uint64_t bits;
  int count;
  // Whether a marker or the end of the bytes comes next.
  int is_dry;
} bit_reader;

// A reader to be held in registers, and back to where it is kept. Member by member: compilers copy two
// members at once otherwise, and machines wait for such a copy before they read a single one of them.
ALWAYS_INLINE bit_reader held(const bit_reader *kept) {
  return (bit_reader){kept->next, kept->end, kept->bits, kept->count, kept->is_dry};
}

ALWAYS_INLINE void put_back(bit_reader *kept, bit_reader held) {
  kept->next = held.next;
  kept->bits = held.bits;
  kept->count = held.count;
  kept->is_dry = held.is_dry;
}

// Byte by byte. Nobody has its reader's address, so that it may stay in registers.
static __attribute__((noinline, unused)) bit_reader refilled_slowly(
    const uint8_t *next, const uint8_t *end, uint64_t bits, int count) {
  bit_reader reader = {next, end, bits, count, 0};
  while (reader.count < 56) {
    if (reader.next >= reader.end) break;
    uint8_t byte = *reader.next;
    if (byte == 0xFF) {
      // A byte of ones is followed by one of zeros, or it starts a marker (B.1.1.5).
      if (reader.next + 1 >= reader.end || reader.next[1] != 0) break;
      reader.next++;
    }
    reader.next++;
    reader.bits |= (uint64_t)byte << (56 - reader.count);
    reader.count += 8;
  }
  reader.is_dry = reader.count < 56;
  return reader;
}

// Makes at least 56 bits ready, where there are as many, without a look at how many there are.
ALWAYS_INLINE void fill_up(bit_reader *reader) {
  if (__builtin_expect(reader->end - reader->next >= 8, 1)) {
    uint64_t eight;
    memcpy(&eight, reader->next, sizeof eight);
    eight = __builtin_bswap64(eight);
    // Whether a byte is 0xFF: its complement would be 0.
    uint64_t none = ~eight;
    if (__builtin_expect(((none - 0x0101010101010101) & eight & 0x8080808080808080) == 0, 1)) {
      reader->bits |= eight >> reader->count;
      reader->next += (63 - reader->count) >> 3;
      reader->count |= 56;
      return;
    }
  }
  const bit_reader filled = refilled_slowly(reader->next, reader->end, reader->bits, reader->count);
  put_back(reader, filled);
}

// Makes at least 32 bits ready, where there are as many.
ALWAYS_INLINE void refill(bit_reader *reader) {
  if (reader->count >= 32 || reader->is_dry) return;
  fill_up(reader);
}

ALWAYS_INLINE void drop(bit_reader *reader, int count) {
  reader->bits <<= count;
  reader->count -= count;
}

// The number that is stored in so many of the next bits (F.2.2.1, figure F.12), not dropped.
ALWAYS_INLINE int number(uint64_t bits, int size) {
  if (size == 0) return 0;
  int value = (int)(bits >> (64 - size));
  return value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
}

enum { LOOK_BITS = 11, LOOKS = 1 << LOOK_BITS, JUMP_BITS = 13, JUMPS = 1 << JUMP_BITS };
enum { WHOLE_BITS = 11, WHOLES = 1 << WHOLE_BITS };

// A symbol: a run and a size, and the bits of its code; 0 bits where no code fits.
typedef struct {
  uint8_t code_bits, run, size;
} look;

// A symbol and the number that follows it: all their bits, how far it leads, and the number, from the
// lowest bits on. The end of a block leads nowhere, a run of 16 zeros to the last of them; 0 where they
// are more bits than are looked at.
typedef uint32_t whole_symbol;

ALWAYS_INLINE int whole_bits(whole_symbol found) { return found & 255; }
ALWAYS_INLINE int whole_advance(whole_symbol found) { return found >> 8 & 255; }
ALWAYS_INLINE int16_t whole_number(whole_symbol found) { return (int16_t)(found >> 16); }

// One or two symbols of a block's other coefficients, their numbers and all their bits. From the lowest
// bits on: bits, how far the first leads, how far both lead, and 16 bits each for their numbers. Where
// there is one symbol alone, the second leads nowhere; where the last one ends the block, or the first
// is not to be had, they lead far beyond a block.
typedef uint64_t two_symbols;

enum { NO_MORE = 128 };

ALWAYS_INLINE int two_bits(two_symbols found) { return found & 255; }
ALWAYS_INLINE int first_advance(two_symbols found) { return found >> 8 & 255; }
ALWAYS_INLINE int both_advance(two_symbols found) { return found >> 16 & 255; }
ALWAYS_INLINE int16_t first_number(two_symbols found) { return (int16_t)(found >> 32); }
ALWAYS_INLINE int16_t second_number(two_symbols found) { return (int16_t)(found >> 48); }

// Several symbols that nobody wants: all their bits, how far they lead, and whether they end a block.
typedef uint16_t jump;

enum { JUMP_END = 1 << 15 };

ALWAYS_INLINE int jump_bits(jump over) { return over & 15; }
ALWAYS_INLINE int jump_advance(jump over) { return over >> 4 & 127; }

typedef struct {
  int is_made;
  look looks[LOOKS];
  whole_symbol wholes[WHOLES];
  two_symbols twos[WHOLES];
  jump jumps[JUMPS];
  // The first code beyond those of a length, from the top of 16 bits, and where their symbols start.
  uint32_t beyond[17];
  int first_code[17], first_symbol[17];
  uint8_t symbols[256];
} code_table;

// Makes what it takes to read all coefficients of blocks, or to pass over most of them. 0 for a table
// that no picture may have.
int imgtool_jpeg_code_table(
    const JHUFF_TBL *table, int is_dc, int reads_all, code_table *made);

// The next symbol, not dropped; one of 0 bits where the code is none.
ALWAYS_INLINE look next_symbol(const code_table *table, const bit_reader *reader) {
  look found = table->looks[reader->bits >> (64 - LOOK_BITS)];
  if (found.code_bits != 0) return found;
  uint32_t code = (uint32_t)(reader->bits >> 48);
  for (int length = LOOK_BITS + 1; length <= 16; length++) {
    if (code >= table->beyond[length]) continue;
    int place = (int)(code >> (16 - length)) - table->first_code[length];
    uint8_t symbol = table->symbols[(table->first_symbol[length] + place) & 255];
    return (look){(uint8_t)length, symbol >> 4, symbol & 15};
  }
  return (look){0, 0, 0};
}

#endif
