#include "small.h"

#include <stdlib.h>

#include "bits.h"
#include "rest.h"

// Shifts by any number of bits are faster on machines that are not old.
#if defined(__x86_64__) && defined(__linux__)
#define FOR_NEW_MACHINES __attribute__((target_clones("bmi2", "default")))
#else
#define FOR_NEW_MACHINES
#endif

enum { LARGEST = 4, MOST_ROWS = 4 * LARGEST };

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
  uint8_t *rows[MOST_ROWS];
} small_plane;

typedef struct {
  bit_reader reader;
  int plane_count;
  // In the order of the scan, and their numbers.
  small_plane planes[3];
  int numbers[3];
  code_table tables[4][2];
} small_reader;

int imgtool_jpeg_can_read_small(j_decompress_ptr decoder, const int blocks[3]) {
  if (decoder->progressive_mode || decoder->arith_code ||
      decoder->comps_in_scan != decoder->num_components || decoder->num_components > 3 ||
      decoder->Ss != 0 || decoder->Se != DCTSIZE2 - 1 || decoder->Ah != 0 || decoder->Al != 0)
    return 0;
  for (int i = 0; i < decoder->num_components; i++)
    if (blocks[i] != 1 && blocks[i] != 2 && blocks[i] != LARGEST) return 0;
  return 1;
}

static int prepare(j_decompress_ptr decoder, small_reader *small, const int blocks[3]) {
  small->plane_count = decoder->comps_in_scan;
  for (int i = 0; i < small->plane_count; i++) {
    small_plane *plane = &small->planes[i];
    jpeg_component_info *info = decoder->cur_comp_info[i];
    int dc = info->dc_tbl_no, ac = info->ac_tbl_no, quantization = info->quant_tbl_no;
    if (((dc | ac | quantization) & ~3) != 0) return 0;
    const JQUANT_TBL *steps = decoder->quant_tbl_ptrs[quantization];
    const JHUFF_TBL *means = decoder->dc_huff_tbl_ptrs[dc], *others = decoder->ac_huff_tbl_ptrs[ac];
    if (!steps || !imgtool_jpeg_code_table(means, 1, &small->tables[dc][0]) ||
        !imgtool_jpeg_code_table(others, 0, &small->tables[ac][1]))
      return 0;
    small->numbers[i] = info->component_index;
    plane->info = info;
    plane->dc = &small->tables[dc][0];
    plane->ac = &small->tables[ac][1];
    plane->size = blocks[info->component_index];
    plane->wanted = plane->size == 1 ? 1 : plane->size == 2 ? 5 : 25;
    for (int k = 0; k < 25; k++) plane->steps[k] = steps->quantval[ROW[k] * DCTSIZE + COLUMN[k]];
  }
  small->reader.next = decoder->src->next_input_byte;
  small->reader.end = small->reader.next + decoder->src->bytes_in_buffer;
  return 1;
}

ALWAYS_INLINE int read_mean(bit_reader *reader, small_plane *plane) {
  refill(reader);
  look found = next_symbol(plane->dc, reader);
  if (found.code_bits == 0) return 0;
  drop(reader, found.code_bits);
  plane->last_mean += number(reader->bits, found.size);
  drop(reader, found.size);
  // Far beyond what 8-bit pictures have.
  return plane->last_mean > -(1 << 14) && plane->last_mean < 1 << 14;
}

// Reads a block's coefficients; how many of the first ones may be other than 0, or 0 for an error.
ALWAYS_INLINE int read_coefficients(bit_reader *reader, small_plane *plane, float block[16]) {
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

// The same, with the reader in registers meanwhile.
ALWAYS_INLINE int read_block(bit_reader *reader, small_plane *plane, float block[16]) {
  bit_reader held = *reader;
  int used = read_coefficients(&held, plane, block);
  *reader = held;
  return used;
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
ALWAYS_INLINE void write_block(
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

// A unit of all planes, or a single block where there is one plane.
ALWAYS_INLINE int read_unit(small_reader *small, JDIMENSION column) {
  for (int i = 0; i < small->plane_count; i++) {
    small_plane *plane = &small->planes[i];
    int is_alone = small->plane_count == 1;
    int across = is_alone ? 1 : plane->info->h_samp_factor;
    int down = is_alone ? 1 : plane->info->v_samp_factor;
    for (int y = 0; y < down; y++) {
      for (int x = 0; x < across; x++) {
        float block[16] = {0};
        int used = read_block(&small->reader, plane, block);
        if (used == 0) return 0;
        JDIMENSION place = column * (JDIMENSION)across + (JDIMENSION)x;
        // Blocks beyond the edge only fill up the unit.
        if (place < plane->info->width_in_blocks)
          write_block(
              block, used, plane->size, plane->rows + y * plane->size,
              (size_t)place * (size_t)plane->size);
      }
    }
  }
  return 1;
}

// A restart marker, where all bits but those that fill up a byte are used (T.81, E.2.4 and F.2.2.5).
static int restart(small_reader *small, unsigned number) {
  bit_reader *reader = &small->reader;
  refill(reader);
  refill_slowly(reader);
  if (reader->count >= 8 || reader->end - reader->next < 2 || reader->next[0] != 0xFF ||
      reader->next[1] != 0xD0 + (number & 7))
    return 0;
  *reader = (bit_reader){.next = reader->next + 2, .end = reader->end};
  for (int i = 0; i < small->plane_count; i++) small->planes[i].last_mean = 0;
  return 1;
}

// Not static, as not every compiler chooses among the clones of such a function.
int imgtool_jpeg_small_rows(j_decompress_ptr decoder, small_reader *small, const small_rows *rows);

FOR_NEW_MACHINES int imgtool_jpeg_small_rows(
    j_decompress_ptr decoder, small_reader *small, const small_rows *rows) {
  int is_alone = small->plane_count == 1;
  JDIMENSION across = (JDIMENSION)(is_alone ? 1 : decoder->max_h_samp_factor) * DCTSIZE;
  JDIMENSION down = (JDIMENSION)(is_alone ? 1 : decoder->max_v_samp_factor) * DCTSIZE;
  JDIMENSION columns = (decoder->image_width + across - 1) / across;
  JDIMENSION units = (decoder->image_height + down - 1) / down;
  unsigned left = decoder->restart_interval, restarts = 0;
  for (JDIMENSION row = 0; row < units; row++) {
    for (int i = 0; i < small->plane_count; i++)
      rows->group(rows->context, small->numbers[i], small->planes[i].rows);
    for (JDIMENSION column = 0; column < columns; column++) {
      if (decoder->restart_interval > 0 && left-- == 0) {
        if (!restart(small, restarts++)) return 0;
        left = decoder->restart_interval - 1;
      }
      if (!read_unit(small, column)) return 0;
    }
    rows->take(rows->context);
  }
  return !imgtool_jpeg_goes_on(small->reader.next, small->reader.end);
}

int imgtool_jpeg_read_small(j_decompress_ptr decoder, const small_rows *rows) {
  // Kept by the library, as whoever takes rows may leave for good.
  small_reader *small = (small_reader *)decoder->mem->alloc_large(
      (j_common_ptr)decoder, JPOOL_IMAGE, sizeof *small);
  memset(small, 0, sizeof *small);
  return prepare(decoder, small, rows->blocks) &&
         imgtool_jpeg_small_rows(decoder, small, rows);
}
