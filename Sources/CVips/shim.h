#include <stdbool.h>
#include <string.h>
#include <vips/vips.h>
// vips.h leaves it out up to 8.14.
#include <vips/vector.h>

// Whether the library's own description of its build, there from 8.15 on, names liborc for its
// vector code. Swift can't ask whether a macro exists.
static inline bool imgtool_vips_uses_orc(void) {
#ifdef VIPS_CONFIG
  return strstr(VIPS_CONFIG, "liborc: true") != NULL || strstr(VIPS_CONFIG, "orc-0.4: true") != NULL;
#else
  return false;
#endif
}
