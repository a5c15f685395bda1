#include <string.h>

#include "control.h"
#include "fuzz.h"
#include "planes.h"
#include "small.h"

enum { MOST_PIXELS = 1 << 16, LONGEST = 300 };

// The linker leads calls of the one to the other.
int __real_imgtool_jpeg_can_read_small(j_decompress_ptr decoder, const int blocks[3]);
int __wrap_imgtool_jpeg_can_read_small(j_decompress_ptr decoder, const int blocks[3]);

// Of a thread alone: other tests may decode at the same time.
static _Thread_local int leaves_all_to_library;

int __wrap_imgtool_jpeg_can_read_small(j_decompress_ptr decoder, const int blocks[3]) {
  return !leaves_all_to_library && __real_imgtool_jpeg_can_read_small(decoder, blocks);
}

typedef struct {
  imgtool_jpeg_result result;
  uint8_t *planes[3];
  size_t counts[3];
  char message[IMGTOOL_JPEG_MESSAGE];
} made;

static int is_wanted(void *context) {
  int *left = context;
  return *left < 0 || (*left)-- > 0;
}

static imgtool_jpeg_made_plane shape(const uint8_t *control, int index) {
  // Chroma at half the size, as its takers ask for it.
  int half = index > 0 && (control[1] & 8);
  int width = 1 + (control[2] | (control[1] & 1) << 8) % LONGEST;
  int height = 1 + (control[3] | (control[1] & 2) << 7) % LONGEST;
  imgtool_jpeg_made_plane plane = {
      .across = {0, 1}, .down = {0, 1}, .width = half ? (width + 1) / 2 : width,
      .height = half ? (height + 1) / 2 : height};
  if (control[1] & 4) {
    plane.across = (imgtool_span){fraction(control[4]), fraction(control[5])};
    plane.down = (imgtool_span){fraction(control[6]), fraction(control[7])};
  }
  return plane;
}

static made make(const uint8_t *bytes, size_t count, const uint8_t *control, int by_library) {
  static const int EIGHTHS[] = {1, 2, 4, 8};
  made all = {0};
  int left = control[1] & 16 ? control[4] % 8 : -1;
  imgtool_jpeg_planes_request request = {
      .eighths = EIGHTHS[control[0] & 3], .most_pixels = MOST_PIXELS,
      .plane_count = control[0] & 4 ? 1 : 3, .is_wanted = is_wanted, .context = &left};
  for (int i = 0; i < request.plane_count; i++) {
    request.planes[i] = shape(control, i);
    all.counts[i] = (size_t)request.planes[i].width * (size_t)request.planes[i].height;
    // Each by itself, so that a sample too many is seen.
    all.planes[i] = request.planes[i].samples = calloc(all.counts[i], 1);
  }
  leaves_all_to_library = by_library;
  all.result = imgtool_jpeg_make_planes(bytes, count, &request, all.message);
  leaves_all_to_library = 0;
  return all;
}

static void release(made all) {
  for (int i = 0; i < 3; i++) free(all.planes[i]);
}

// At its full size a picture is what libjpeg makes of it, bit by bit; a smaller one is made otherwise.
static void compare(made own, made library, int is_whole) {
  if (own.result != library.result)
    FAIL("own result %d, libjpeg's %d: %s", own.result, library.result, library.message);
  for (int i = 0; i < 3 && is_whole && own.result == IMGTOOL_JPEG_DONE; i++)
    for (size_t k = 0; k < own.counts[i]; k++)
      if (own.planes[i][k] != library.planes[i][k])
        FAIL("plane %d, sample %zu: %d, libjpeg's %d", i, k, own.planes[i][k], library.planes[i][k]);
}

int imgtool_fuzz_jpeg_planes(const uint8_t *bytes, size_t count) {
  if (count < CONTROL_BYTES) return -1;
  size_t jpeg_bytes = count - CONTROL_BYTES;
  const uint8_t *control = bytes + jpeg_bytes;
  // Memory of exactly its size, so that a byte too many is seen.
  uint8_t *jpeg = malloc(jpeg_bytes);
  memcpy(jpeg, bytes, jpeg_bytes);
  made own = make(jpeg, jpeg_bytes, control, 0);
  made library = make(jpeg, jpeg_bytes, control, 1);
  // Who is cancelled may be so at another place.
  if (!(control[1] & 16)) compare(own, library, (control[0] & 3) == 3);
  release(own);
  release(library);
  free(jpeg);
  return 0;
}
