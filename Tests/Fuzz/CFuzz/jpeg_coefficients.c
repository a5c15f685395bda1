#include <string.h>

#include "coefficients.h"
#include "control.h"
#include "fuzz.h"

enum { MOST_PIXELS = 1 << 14 };

static imgtool_jpeg *opened(const uint8_t *bytes, size_t count, int orientation) {
  char message[IMGTOOL_JPEG_MESSAGE];
  imgtool_jpeg_result result;
  return imgtool_jpeg_open(bytes, count, orientation, MOST_PIXELS, &result, message);
}

// What was written is read again, in the layout that it was asked in.
static void check(const uint8_t *bytes, size_t count, imgtool_jpeg_layout wanted) {
  imgtool_jpeg *again = opened(bytes, count, 1);
  if (!again) FAIL("what was written can't be read");
  imgtool_jpeg_layout found = imgtool_jpeg_get_layout(again, 1);
  if (found.width != wanted.width || found.height != wanted.height ||
      found.plane_count != wanted.plane_count)
    FAIL("%d x %d were written as %d x %d", wanted.width, wanted.height, found.width, found.height);
  imgtool_jpeg_close(again);
}

static void write(imgtool_jpeg *picture, const uint8_t *control) {
  char message[IMGTOOL_JPEG_MESSAGE];
  imgtool_jpeg_request request = {
      .quality = 1 + control[1] % 100, .rounding = {(float)control[2] / 256, (float)control[3] / 256},
      .is_progressive = control[4] & 1, .interval = 1 + (control[4] >> 1) % 8,
      .limit = control[5] < 250 ? SIZE_MAX : (size_t)control[6] * 8};
  imgtool_jpeg_counts counts;
  imgtool_jpeg_count(picture, request, &counts, message);
  uint8_t *bytes = NULL;
  size_t count = 0;
  imgtool_jpeg_result result = imgtool_jpeg_write(picture, request, &bytes, &count, message);
  if (result != IMGTOOL_JPEG_DONE) return;
  check(bytes, count, imgtool_jpeg_get_layout(picture, request.interval));
  free(bytes);
}

static void show(imgtool_jpeg *picture) {
  imgtool_jpeg_layout layout = imgtool_jpeg_get_layout(picture, 1);
  size_t count = (size_t)layout.width * (size_t)layout.height * (size_t)layout.plane_count;
  uint8_t *pixels = malloc(count);
  char message[IMGTOOL_JPEG_MESSAGE];
  imgtool_jpeg_show(picture, pixels, count, message);
  free(pixels);
}

int imgtool_fuzz_jpeg_coefficients(const uint8_t *bytes, size_t count) {
  if (count < CONTROL_BYTES) return -1;
  size_t jpeg_bytes = count - CONTROL_BYTES;
  const uint8_t *control = bytes + jpeg_bytes;
  uint8_t *jpeg = malloc(jpeg_bytes);
  memcpy(jpeg, bytes, jpeg_bytes);
  int orientation = 1 + control[0] % 8;
  imgtool_jpeg *picture = opened(jpeg, jpeg_bytes, orientation);
  free(jpeg);
  if (!picture) return 0;
  // Only what lies as it was stored is shown.
  if (orientation == 1 && control[7] & 1) show(picture);
  write(picture, control);
  imgtool_jpeg_close(picture);
  return 0;
}
