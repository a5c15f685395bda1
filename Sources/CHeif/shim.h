#include <libheif/heif.h>
#include <libheif/heif_items.h>

// Swift can't ask whether a structure has a field that older headers lack.

/// Limits the memory that a context may hold at once, where the library can (1.20 and later).
static inline void cheif_limit_total_memory(struct heif_security_limits *limits, uint64_t bytes) {
#if LIBHEIF_HAVE_VERSION(1, 20, 0)
  if (limits->version >= 2) limits->max_total_memory = bytes;
#else
  (void)limits;
  (void)bytes;
#endif
}
