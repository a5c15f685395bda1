#include <string.h>

#include "control.h"
#include "fuzz.h"
#include "resampling.h"

enum { LONGEST = 512 };

static uint8_t *resampled(
    const uint8_t *plane, imgtool_side across, imgtool_side down, int group, int is_plain) {
  size_t count = (size_t)across.made * (size_t)down.made;
  uint8_t *output = calloc(count, 1), *rows[64];
  imgtool_resampler *resampler = imgtool_resampler_new(across, down, output);
  if (!resampler) FAIL("no resampler");
  if (is_plain) imgtool_resampler_go_plain(resampler);
  if (group == 0) {
    imgtool_resampler_take_plane(resampler, plane);
  } else {
    size_t width = (size_t)across.length;
    if (!imgtool_resampler_reserve(resampler, group, width)) FAIL("no rows");
    for (int row = 0; row < down.length; row += group) {
      imgtool_resampler_group(resampler, rows);
      for (int k = 0; k < group && row + k < down.length; k++)
        memcpy(rows[k], plane + (size_t)(row + k) * width, width);
      imgtool_resampler_take_group(resampler);
    }
  }
  imgtool_resampler_free(resampler);
  return output;
}

static imgtool_side side(int length, uint8_t from, uint8_t to, int made) {
  return (imgtool_side){length, {fraction(from) * length, fraction(to) * length}, made};
}

// A plane of as many rows as there are samples for, in groups of rows by plain code and whole by vectors.
int imgtool_fuzz_resampling(const uint8_t *bytes, size_t count) {
  if (count <= CONTROL_BYTES) return -1;
  size_t samples = count - CONTROL_BYTES;
  const uint8_t *control = bytes + samples;
  size_t width = 1 + control[0] % samples, height = samples / width;
  if (height > LONGEST) height = LONGEST;
  imgtool_side across = side((int)width, control[1], control[2], 1 + control[3]);
  imgtool_side down = side((int)height, control[4], control[5], 1 + control[6]);
  uint8_t *plane = malloc(width * height);
  memcpy(plane, bytes, width * height);
  uint8_t *wide = resampled(plane, across, down, 0, 0);
  uint8_t *plain = resampled(plane, across, down, 1 + control[7] % 64, 1);
  if (memcmp(wide, plain, (size_t)across.made * (size_t)down.made) != 0)
    FAIL("vectors and plain code differ");
  free(wide);
  free(plain);
  free(plane);
  return 0;
}
