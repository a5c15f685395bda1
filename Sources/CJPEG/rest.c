#include "rest.h"

// What a decoder may have read ahead, and an encoder have left.
enum { HARMLESS = 8 };

int imgtool_jpeg_goes_on(const uint8_t *next, const uint8_t *end, int ahead) {
  int found = ahead;
  for (; next < end; next++) {
    if (*next == 0) continue;
    if (*next == 0xFF) {
      if (next + 1 == end) return 0;
      if (next[1] == 0xFF) continue;
      // A marker: one of restarts belongs to coded data as well.
      if (next[1] != 0) return (next[1] & 0xF8) == 0xD0;
      next++;
    }
    if (++found > HARMLESS) return 1;
  }
  return 0;
}
