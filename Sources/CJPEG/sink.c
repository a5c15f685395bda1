#include "sink.h"

#include <stdlib.h>

enum { FIRST_BYTES = 1 << 16 };

static void begin(j_compress_ptr encoder) { (void)encoder; }

static void end(j_compress_ptr encoder) { (void)encoder; }

static void watch(j_common_ptr info) { (void)info; }

static size_t guess(const sink *output) {
  long done = output->progress.pass_counter, all = output->progress.pass_limit;
  // Too little is done to tell anything.
  if (done <= 0 || done * 20 < all) return output->limit * 2;
  double bytes = (double)output->limit * (double)all / (double)done;
  return bytes > (double)output->limit ? (size_t)bytes : output->limit + 1;
}

static boolean grow(j_compress_ptr encoder) {
  sink *output = (sink *)encoder->dest;
  size_t used = output->capacity;
  if (used >= output->limit) {
    output->guess = guess(output);
    imgtool_jpeg_leave((j_common_ptr)encoder, IMGTOOL_JPEG_CUT_OFF);
  }
  size_t capacity = used < output->limit / 2 ? used * 2 : output->limit;
  uint8_t *larger = realloc(output->start, capacity);
  if (!larger) imgtool_jpeg_leave((j_common_ptr)encoder, IMGTOOL_JPEG_UNSUPPORTED);
  output->start = larger;
  output->capacity = capacity;
  output->base.next_output_byte = larger + used;
  output->base.free_in_buffer = capacity - used;
  return TRUE;
}

int imgtool_jpeg_attach(sink *output, j_compress_ptr encoder, size_t limit) {
  // The library asks for more as soon as all is taken, be it needed or not.
  output->limit = limit < SIZE_MAX ? limit + 1 : limit;
  output->capacity = output->limit < FIRST_BYTES ? output->limit : FIRST_BYTES;
  output->start = malloc(output->capacity);
  output->base.init_destination = begin;
  output->base.empty_output_buffer = grow;
  output->base.term_destination = end;
  output->base.next_output_byte = output->start;
  output->base.free_in_buffer = output->capacity;
  output->progress.progress_monitor = watch;
  encoder->dest = &output->base;
  encoder->progress = &output->progress;
  return output->start != NULL;
}
