#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stddef.h>
#include <libexif/exif-data.h>
#include <libexif/exif-loader.h>

// Swift does not see dladdr: it is an extension of GNU's.

/// The name of the file that the library was loaded from, or NULL.
static inline const char *cexif_library_file(void) {
  Dl_info info;
  return dladdr((const void *)exif_data_new, &info) != 0 ? info.dli_fname : NULL;
}
