#include <string.h>

#include "include/resampling.h"

static void reversed(const uint8_t *samples, int count, uint8_t *output) {
  for (int x = 0; x < count; x++) output[x] = samples[count - 1 - x];
}

static void turn_rows(
    imgtool_turn turn, const uint8_t *samples, size_t stride, int width, int height,
    uint8_t *output) {
  for (int y = 0; y < height; y++) {
    const uint8_t *row = samples + (size_t)y * stride;
    uint8_t *made = output + (size_t)(turn.flips ? height - 1 - y : y) * (size_t)width;
    if (turn.mirrors)
      reversed(row, width, made);
    else
      memcpy(made, row, (size_t)width);
  }
}

// In squares that stay in the nearest memory.
static void turn_columns(
    imgtool_turn turn, const uint8_t *samples, size_t stride, int width, int height,
    uint8_t *output) {
  enum { SQUARE = 32 };
  for (int top = 0; top < height; top += SQUARE) {
    int bottom = top + SQUARE < height ? top + SQUARE : height;
    for (int left = 0; left < width; left += SQUARE) {
      int right = left + SQUARE < width ? left + SQUARE : width;
      for (int x = left; x < right; x++) {
        uint8_t *row = output + (size_t)(turn.flips ? width - 1 - x : x) * (size_t)height;
        for (int y = top; y < bottom; y++)
          row[turn.mirrors ? height - 1 - y : y] = samples[(size_t)y * stride + (size_t)x];
      }
    }
  }
}

void imgtool_turn_samples(
    imgtool_turn turn, const uint8_t *samples, size_t stride, int width, int height,
    uint8_t *output) {
  if (turn.transposes)
    turn_columns(turn, samples, stride, width, height, output);
  else
    turn_rows(turn, samples, stride, width, height, output);
}
