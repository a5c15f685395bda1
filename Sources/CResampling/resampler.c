#include <stdlib.h>

#include "weighting.h"

struct imgtool_resampler {
  imgtool_side across, down;
  weighting columns, rows;
  kernels sums;
  uint8_t *output;
  // Rows of a group and of those before it that are still needed.
  uint8_t *ring;
  size_t row_bytes;
  int capacity, group;
  // Rows of the plane so far, and rows of the output.
  int taken, written;
  // The rows that one of the output is made of, and their sum.
  const uint8_t **sources;
  int16_t *middle;
};

imgtool_resampler *imgtool_resampler_new(imgtool_side across, imgtool_side down, uint8_t *output) {
  imgtool_resampler *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->across = across;
  made->down = down;
  made->output = output;
  made->sums = imgtool_best_kernels();
  if (imgtool_weigh(across, &made->columns) && imgtool_pair(&made->columns) &&
      imgtool_weigh(down, &made->rows)) {
    made->sources = calloc((size_t)made->rows.taps, sizeof *made->sources);
    // Weights of 0 may reach beyond the last sample.
    made->middle =
        calloc((size_t)(across.length + made->columns.taps), sizeof *made->middle);
    if (made->sources && made->middle) return made;
  }
  imgtool_resampler_free(made);
  return NULL;
}

void imgtool_resampler_free(imgtool_resampler *resampler) {
  if (!resampler) return;
  free(resampler->columns.starts);
  free(resampler->columns.weights);
  free(resampler->columns.paired);
  free(resampler->rows.starts);
  free(resampler->rows.weights);
  free(resampler->sources);
  free(resampler->middle);
  free(resampler->ring);
  free(resampler);
}

void imgtool_resampler_go_plain(imgtool_resampler *resampler) {
  resampler->sums = imgtool_plain_kernels;
}

int imgtool_resampler_reserve(imgtool_resampler *resampler, int group, size_t row_bytes) {
  // Whole groups, so that none of them is split by the end of the ring.
  int groups = (resampler->rows.taps + group - 1) / group + 2;
  resampler->group = group;
  resampler->capacity = groups * group;
  resampler->row_bytes = row_bytes;
  resampler->ring = malloc((size_t)resampler->capacity * row_bytes);
  return resampler->ring != NULL;
}

static uint8_t *row_in_ring(const imgtool_resampler *resampler, int row) {
  return resampler->ring + (size_t)(row % resampler->capacity) * resampler->row_bytes;
}

void imgtool_resampler_group(imgtool_resampler *resampler, uint8_t **rows) {
  for (int k = 0; k < resampler->group; k++)
    rows[k] = row_in_ring(resampler, resampler->taken + k);
}

// Whether there is a row of the output that can be made; rows come from the top, in a mirrored plane
// from the bottom.
static int next_row(const imgtool_resampler *resampler) {
  if (resampler->written == resampler->down.made) return -1;
  imgtool_span span = resampler->down.span;
  int row = resampler->written;
  if (span.to < span.from) row = resampler->down.made - 1 - row;
  int end = resampler->rows.starts[row] + resampler->rows.taps;
  if (end > resampler->down.length) end = resampler->down.length;
  return end <= resampler->taken ? row : -1;
}

static void write_row(imgtool_resampler *resampler, int row, const uint8_t *plane) {
  int last = resampler->down.length - 1, taps = resampler->rows.taps;
  const int16_t *weights = resampler->rows.weights + (size_t)row * (size_t)taps;
  // Nothing is done for weights of 0 at the end but in pairs.
  while (taps > 2 && weights[taps - 1] == 0 && weights[taps - 2] == 0) taps -= 2;
  for (int k = 0; k < taps; k++) {
    int source = resampler->rows.starts[row] + k;
    source = source > last ? last : source;
    resampler->sources[k] = plane ? plane + (size_t)source * (size_t)resampler->across.length
                                  : row_in_ring(resampler, source);
  }
  resampler->sums.down(
      resampler->sources, weights, taps, 0, resampler->across.length, resampler->middle);
  resampler->sums.across(
      resampler->middle, &resampler->columns,
      resampler->output + (size_t)row * (size_t)resampler->across.made);
  resampler->written++;
}

static void take(imgtool_resampler *resampler, int count, const uint8_t *plane) {
  int left = resampler->down.length - resampler->taken;
  resampler->taken += count < left ? count : left;
  for (int row; (row = next_row(resampler)) >= 0;) write_row(resampler, row, plane);
}

void imgtool_resampler_take_group(imgtool_resampler *resampler) {
  take(resampler, resampler->group, NULL);
}

void imgtool_resampler_take_plane(imgtool_resampler *resampler, const uint8_t *samples) {
  take(resampler, resampler->down.length, samples);
}
