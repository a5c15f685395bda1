#include "rest.h"

// What a decoder may have read ahead, and an encoder have left.
enum { HARMLESS = 8 };

imgtool_jpeg_rest imgtool_jpeg_find_rest(const uint8_t *next, const uint8_t *end, int ahead) {
  int found = ahead;
  for (; next < end; next++) {
    if (*next == 0) continue;
    if (*next == 0xFF) {
      if (next + 1 == end) break;
      if (next[1] == 0xFF) continue;
      // A marker: one of restarts belongs to coded data as well.
      if (next[1] != 0) return (next[1] & 0xF8) == 0xD0 ? IMGTOOL_JPEG_GOES_ON : IMGTOOL_JPEG_ENDS;
      next++;
    }
    if (++found > HARMLESS) return IMGTOOL_JPEG_GOES_ON;
  }
  return IMGTOOL_JPEG_IS_CUT;
}
