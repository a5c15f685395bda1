#include "small.h"

#include <stdlib.h>

#include "reduced.h"
#include "rest.h"
#include "whole.h"

// Shifts by any number of bits are faster on machines that are not old.
#if defined(__x86_64__) && defined(__linux__)
#define FOR_NEW_MACHINES __attribute__((target_clones("bmi2", "default")))
#else
#define FOR_NEW_MACHINES
#endif

typedef struct {
  bit_reader reader;
  int plane_count;
  // In the order of the scan, and their numbers.
  block_plane planes[3];
  int numbers[3];
  code_table tables[4][2];
  block_pair pair;
} small_reader;

static int can_be_side(int block) {
  return block == 1 || block == 2 || block == LARGEST ||
         (block == DCTSIZE && imgtool_jpeg_has_pairs());
}

int imgtool_jpeg_can_read_small(j_decompress_ptr decoder, const int blocks[3]) {
  if (decoder->progressive_mode || decoder->arith_code ||
      decoder->comps_in_scan != decoder->num_components || decoder->num_components > 3 ||
      decoder->Ss != 0 || decoder->Se != DCTSIZE2 - 1 || decoder->Ah != 0 || decoder->Al != 0)
    return 0;
  // Whole blocks stand beside reduced ones where 4 eighths are wanted of Y, and Cb and Cr are half as
  // large. There libjpeg reduces by more than the first 4×4 coefficients, and pictures look more like
  // their source: by 0.1 to 0.4 points of SSIMULACRA2 (eight photographs at 800 pixels, quality 80).
  int unit = 0;
  for (int i = 0; i < decoder->num_components; i++) {
    if (!can_be_side(blocks[i]) || (blocks[i] == DCTSIZE) != (blocks[0] == DCTSIZE)) return 0;
    unit += decoder->comp_info[i].h_samp_factor * decoder->comp_info[i].v_samp_factor;
  }
  // Several planes have no more blocks in a unit than 10 (T.81, B.2.3).
  return decoder->num_components == 1 || unit <= D_MAX_BLOCKS_IN_MCU;
}

// Planes may share a table.
static int make_table(const JHUFF_TBL *table, int is_dc, int reads_all, code_table *made) {
  return made->is_made || imgtool_jpeg_code_table(table, is_dc, reads_all, made);
}

static int prepare(j_decompress_ptr decoder, small_reader *small, const int blocks[3]) {
  // All planes are, or none.
  int is_whole = blocks[0] == DCTSIZE;
  small->plane_count = decoder->comps_in_scan;
  for (int i = 0; i < small->plane_count; i++) {
    block_plane *plane = &small->planes[i];
    jpeg_component_info *info = decoder->cur_comp_info[i];
    int dc = info->dc_tbl_no, ac = info->ac_tbl_no, quantization = info->quant_tbl_no;
    if (((dc | ac | quantization) & ~3) != 0) return 0;
    const JQUANT_TBL *steps = decoder->quant_tbl_ptrs[quantization];
    const JHUFF_TBL *means = decoder->dc_huff_tbl_ptrs[dc], *others = decoder->ac_huff_tbl_ptrs[ac];
    if (!steps || !make_table(means, 1, is_whole, &small->tables[dc][0]) ||
        !make_table(others, 0, is_whole, &small->tables[ac][1]))
      return 0;
    small->numbers[i] = info->component_index;
    plane->info = info;
    plane->dc = &small->tables[dc][0];
    plane->ac = &small->tables[ac][1];
    plane->size = blocks[info->component_index];
    plane->wanted = plane->size == 1 ? 1 : plane->size == 2 ? 5 : 25;
    for (int k = 0; k < 25; k++) plane->steps[k] = steps->quantval[ROW[k] * DCTSIZE + COLUMN[k]];
    for (int k = 0; k < DCTSIZE2; k++) plane->all_steps[k] = (int16_t)steps->quantval[k];
  }
  small->reader.next = decoder->src->next_input_byte;
  small->reader.end = small->reader.next + decoder->src->bytes_in_buffer;
  return 1;
}

// A block in fewer samples. Blocks beyond the edge only fill up the unit.
ALWAYS_INLINE int pass_reduced(
    bit_reader *reader, block_plane *plane, uint8_t *const *rows, JDIMENSION place) {
  float block[16] = {0};
  int used = read_reduced(reader, plane, block);
  if (used > 0 && place < plane->info->width_in_blocks)
    write_reduced(block, used, plane->size, rows, (size_t)place * (size_t)plane->size);
  return used;
}

// A block at its full size.
ALWAYS_INLINE int pass_whole(
    bit_reader *reader, block_plane *plane, block_pair *pair, uint8_t *const *rows,
    JDIMENSION place) {
  int16_t *numbers = pair->numbers + pair->count * DCTSIZE;
  int used = read_whole(reader, plane, numbers);
  size_t left = (size_t)place * DCTSIZE;
  if (used == 0) return 0;
  if (place >= plane->info->width_in_blocks) {
    for (int i = 0; i < DCTSIZE; i++) memset(numbers + i * 2 * DCTSIZE, 0, DCTSIZE * sizeof *numbers);
  } else if (used == 1) {
    uint8_t mean = whole_mean(numbers[0] * plane->all_steps[0]);
    for (int i = 0; i < DCTSIZE; i++) memset(rows[i] + left, mean, DCTSIZE);
    numbers[0] = 0;
  } else {
    pair->steps[pair->count] = plane->all_steps;
    pair->rows[pair->count] = rows;
    pair->left[pair->count++] = left;
    pair->used = pair->used > used ? pair->used : used;
    if (pair->count == 2) imgtool_jpeg_write_pair(pair);
  }
  return used;
}

// A unit of all planes, or a single block where there is one plane.
ALWAYS_INLINE int read_unit(small_reader *small, JDIMENSION column) {
  for (int i = 0; i < small->plane_count; i++) {
    block_plane *plane = &small->planes[i];
    int is_alone = small->plane_count == 1;
    int across = is_alone ? 1 : plane->info->h_samp_factor;
    int down = is_alone ? 1 : plane->info->v_samp_factor;
    for (int y = 0; y < down; y++) {
      uint8_t *const *rows = plane->rows + y * plane->size;
      for (int x = 0; x < across; x++) {
        JDIMENSION place = column * (JDIMENSION)across + (JDIMENSION)x;
        bit_reader reader = held(&small->reader);
        int used = plane->size == DCTSIZE ? pass_whole(&reader, plane, &small->pair, rows, place)
                                          : pass_reduced(&reader, plane, rows, place);
        put_back(&small->reader, reader);
        if (used == 0) return 0;
      }
    }
  }
  return 1;
}

// A restart marker, where all bits but those that fill up a byte are used (T.81, E.2.4 and F.2.2.5).
static int restart(small_reader *small, unsigned number) {
  bit_reader *reader = &small->reader;
  refill(reader);
  *reader = refilled_slowly(reader->next, reader->end, reader->bits, reader->count);
  if (reader->count >= 8 || reader->end - reader->next < 2 || reader->next[0] != 0xFF ||
      reader->next[1] != 0xD0 + (number & 7))
    return 0;
  *reader = (bit_reader){.next = reader->next + 2, .end = reader->end};
  for (int i = 0; i < small->plane_count; i++) small->planes[i].last_mean = 0;
  return 1;
}

// Bytes other than zeros that are read ahead; bits that fill up a byte are none.
static int bytes_ahead(const bit_reader *reader) {
  uint64_t bits = reader->bits << (reader->count & 7);
  int found = 0;
  for (int left = reader->count >> 3; left > 0; left--, bits <<= 8) found += bits >> 56 != 0;
  return found;
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
    imgtool_jpeg_write_pair(&small->pair);
    rows->take(rows->context);
  }
  const bit_reader *reader = &small->reader;
  return imgtool_jpeg_find_rest(reader->next, reader->end, bytes_ahead(reader)) == IMGTOOL_JPEG_ENDS;
}

int imgtool_jpeg_read_small(j_decompress_ptr decoder, const small_rows *rows) {
  // Kept by the library, as whoever takes rows may leave for good.
  small_reader *small = (small_reader *)decoder->mem->alloc_large(
      (j_common_ptr)decoder, JPOOL_IMAGE, sizeof *small);
  memset(small, 0, sizeof *small);
  return prepare(decoder, small, rows->blocks) &&
         imgtool_jpeg_small_rows(decoder, small, rows);
}
