#include <libheif/heif.h>
#include <libheif/heif_items.h>
#include <libheif/heif_properties.h>
#include <stdarg.h>
#include <stdio.h>

// From 1.23 on the name is a macro for one that older headers lack, and Swift sees no such macros.

/// Samples in one plane.
static const enum heif_chroma cheif_chroma_monochrome = heif_chroma_monochrome;

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

// FFmpeg is there only as a plugin of the library, so these two of libavutil's log.h are looked up
// by name when it is loaded.

/// Who hears what FFmpeg has to say: the speaker, a level, and what printf takes.
typedef void (*cheif_ffmpeg_listener)(void *speaker, int level, const char *format, va_list values);
/// The type of `av_log_set_callback`.
typedef void (*cheif_ffmpeg_set_listener)(cheif_ffmpeg_listener listener);

/// Sends what the process writes to the stream `stderr`, not to file descriptor 2, to nowhere.
///
/// The streams are variables that can be set in glibc ("Standard Streams" in its manual).
static inline void cheif_discard_stream(void) {
#ifdef __GLIBC__
  FILE *nowhere = fopen("/dev/null", "we");
  if (nowhere != NULL) stderr = nowhere;
#endif
}
