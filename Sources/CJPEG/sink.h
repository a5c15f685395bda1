// Bytes written to memory, no more of them than allowed.
#ifndef IMGTOOL_CJPEG_SINK_H
#define IMGTOOL_CJPEG_SINK_H

#include "failure.h"

typedef struct {
  struct jpeg_destination_mgr base;
  // How much of the last pass is done, for a guess at the rest.
  struct jpeg_progress_mgr progress;
  uint8_t *start;
  size_t capacity, limit;
  // About how many bytes it would have taken.
  size_t guess;
} sink;

// Makes the sink the encoder's; 0 where there is no memory. Who calls it frees start.
int imgtool_jpeg_attach(sink *output, j_compress_ptr encoder, size_t limit);

#endif
