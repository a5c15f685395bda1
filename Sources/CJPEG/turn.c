#include "turn.h"

#include <string.h>

imgtool_jpeg_turn imgtool_jpeg_turn_from(int orientation) {
  return (imgtool_jpeg_turn){
      .is_transposed = orientation >= 5,
      .mirrors_columns =
          orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7,
      .mirrors_rows = orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8,
  };
}

static void swap(int *one, int *other) {
  int kept = *one;
  *one = *other;
  *other = kept;
}

int imgtool_jpeg_turn_layout(imgtool_jpeg_layout *layout, imgtool_jpeg_turn turn) {
  int across = 1, down = 1;
  if (turn.is_transposed) swap(&layout->width, &layout->height);
  for (int i = 0; i < layout->plane_count; i++) {
    imgtool_jpeg_plane *plane = &layout->planes[i];
    if (turn.is_transposed) {
      swap(&plane->horizontal, &plane->vertical);
      swap(&plane->blocks_across, &plane->block_rows);
    }
    across = plane->horizontal > across ? plane->horizontal : across;
    down = plane->vertical > down ? plane->vertical : down;
  }
  return !(turn.mirrors_columns && layout->width % (8 * across) != 0) &&
         !(turn.mirrors_rows && layout->height % (8 * down) != 0);
}

// To mirror a block is to negate its odd waves that way.
static void turn_block(const int16_t *from, int16_t *to, imgtool_jpeg_turn turn) {
  for (int row = 0; row < 8; row++) {
    for (int column = 0; column < 8; column++) {
      int value = from[turn.is_transposed ? column * 8 + row : row * 8 + column];
      int is_negated = (turn.mirrors_columns & column) ^ (turn.mirrors_rows & row);
      to[row * 8 + column] = (int16_t)(is_negated & 1 ? -value : value);
    }
  }
}

static JBLOCKARRAY row_of(imgtool_jpeg *picture, jvirt_barray_ptr array, int row, boolean writes) {
  return picture->owner->mem->access_virt_barray(
      picture->owner, array, (JDIMENSION)row, 1, writes);
}

static void turn_plane(imgtool_jpeg *picture, int index, imgtool_jpeg_turn turn) {
  const imgtool_jpeg_plane *plane = &picture->layout.planes[index];
  for (int y = 0; y < plane->block_rows; y++) {
    int down = turn.mirrors_rows ? plane->block_rows - 1 - y : y;
    JBLOCKROW to = row_of(picture, picture->blocks[index], y, TRUE)[0];
    JBLOCKROW from = turn.is_transposed ? NULL : row_of(picture, picture->own[index], down, FALSE)[0];
    for (int x = 0; x < plane->blocks_across; x++) {
      int across = turn.mirrors_columns ? plane->blocks_across - 1 - x : x;
      const JBLOCK *block = turn.is_transposed
                                ? &row_of(picture, picture->own[index], across, FALSE)[0][down]
                                : &from[across];
      turn_block(*block, to[x], turn);
    }
  }
}

void imgtool_jpeg_turn_blocks(imgtool_jpeg *picture, imgtool_jpeg_turn turn) {
  for (int i = 0; i < picture->layout.plane_count; i++) {
    turn_plane(picture, i, turn);
    if (!turn.is_transposed) continue;
    JQUANT_TBL old = picture->steps[i];
    for (int k = 0; k < 64; k++) picture->steps[i].quantval[k] = old.quantval[k % 8 * 8 + k / 8];
  }
}
