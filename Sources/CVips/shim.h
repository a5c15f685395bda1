// Headers must look here as they do in Swift's Glibc module, so _GNU_SOURCE is not set.
#include <dlfcn.h>
#include <gmodule.h>
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

#if defined(__linux__)
// Dl_info and dladdr(3), which <dlfcn.h> has behind _GNU_SOURCE.
typedef struct {
  const char *dli_fname;
  void *dli_fbase;
  const char *dli_sname;
  void *dli_saddr;
} Dl_info;
int dladdr(const void *, Dl_info *);
#endif

// The path of the library's file as it was loaded, NULL where the system does not tell. Swift has no address of a
// C function.
static inline const char *imgtool_vips_file(void) {
  Dl_info info;
  return dladdr((void *)vips_init, &info) ? info.dli_fname : NULL;
}
