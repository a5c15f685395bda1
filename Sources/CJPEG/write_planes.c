#include <stdlib.h>
#include <string.h>

#include "include/planes.h"
#include "sink.h"

enum { MOST_GROUP = 4 * DCTSIZE };

typedef struct {
  struct jpeg_compress_struct encoder;
  failure error;
  sink output;
  const imgtool_jpeg_planes *picture;
  // Rows of a group whose last block is not whole, filled up with their last sample.
  uint8_t *filled[3];
  JSAMPROW rows[3][MOST_GROUP];
} planes_writer;

static void set_up(planes_writer *writer) {
  j_compress_ptr encoder = &writer->encoder;
  const imgtool_jpeg_planes *picture = writer->picture;
  encoder->image_width = (JDIMENSION)picture->width;
  encoder->image_height = (JDIMENSION)picture->height;
  encoder->input_components = picture->plane_count;
  encoder->in_color_space = picture->plane_count == 1 ? JCS_GRAYSCALE : JCS_YCbCr;
  jpeg_set_defaults(encoder);
  jpeg_set_quality(encoder, picture->quality, TRUE);
  encoder->comp_info[0].h_samp_factor = picture->horizontal;
  encoder->comp_info[0].v_samp_factor = picture->vertical;
  for (int i = 1; i < picture->plane_count; i++)
    encoder->comp_info[i].h_samp_factor = encoder->comp_info[i].v_samp_factor = 1;
  encoder->raw_data_in = TRUE;
  // The exact transform at every quality.
  encoder->dct_method = JDCT_ISLOW;
  encoder->optimize_coding = TRUE;
}

static size_t share(int length, int factor, int most) {
  return (size_t)((length * factor + most - 1) / most);
}

static void give_room(planes_writer *writer) {
  for (int i = 0; i < writer->picture->plane_count; i++) {
    jpeg_component_info *info = &writer->encoder.comp_info[i];
    size_t rows = (size_t)info->v_samp_factor * DCTSIZE;
    writer->filled[i] = malloc((size_t)info->width_in_blocks * DCTSIZE * rows);
    if (!writer->filled[i])
      imgtool_jpeg_leave((j_common_ptr)&writer->encoder, IMGTOOL_JPEG_UNSUPPORTED);
  }
}

// Finds the rows of the next group of a plane; below the last one it goes on.
static void gather(planes_writer *writer, int index, size_t first_unit) {
  j_compress_ptr encoder = &writer->encoder;
  const imgtool_jpeg_planes *picture = writer->picture;
  jpeg_component_info *info = &encoder->comp_info[index];
  size_t width = share(picture->width, info->h_samp_factor, encoder->max_h_samp_factor);
  size_t height = share(picture->height, info->v_samp_factor, encoder->max_v_samp_factor);
  size_t whole = (size_t)info->width_in_blocks * DCTSIZE;
  int rows = info->v_samp_factor * DCTSIZE;
  for (int k = 0; k < rows; k++) {
    size_t row = first_unit * (size_t)rows + (size_t)k;
    const uint8_t *source = picture->planes[index] + width * (row < height ? row : height - 1);
    // The library does not write to what it reads.
    writer->rows[index][k] = (JSAMPROW)source;
    if (width == whole) continue;
    uint8_t *filled = writer->filled[index] + whole * (size_t)k;
    memcpy(filled, source, width);
    memset(filled + width, source[width - 1], whole - width);
    writer->rows[index][k] = filled;
  }
}

OWN_FRAME write_all(planes_writer *writer) {
  if (setjmp(writer->error.leave)) return;
  j_compress_ptr encoder = &writer->encoder;
  jpeg_create_compress(encoder);
  if (!imgtool_jpeg_attach(&writer->output, encoder, SIZE_MAX))
    imgtool_jpeg_leave((j_common_ptr)encoder, IMGTOOL_JPEG_UNSUPPORTED);
  set_up(writer);
  jpeg_start_compress(encoder, TRUE);
  give_room(writer);
  JDIMENSION group = (JDIMENSION)(encoder->max_v_samp_factor * DCTSIZE);
  JSAMPARRAY rows[3] = {writer->rows[0], writer->rows[1], writer->rows[2]};
  for (size_t unit = 0; encoder->next_scanline < encoder->image_height; unit++) {
    for (int i = 0; i < writer->picture->plane_count; i++) gather(writer, i, unit);
    jpeg_write_raw_data(encoder, rows, group);
  }
  jpeg_finish_compress(encoder);
}

imgtool_jpeg_result imgtool_jpeg_write_planes(
    const imgtool_jpeg_planes *picture, uint8_t **bytes, size_t *count,
    char message[IMGTOOL_JPEG_MESSAGE]) {
  planes_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return IMGTOOL_JPEG_UNSUPPORTED;
  writer->picture = picture;
  writer->encoder.err = imgtool_jpeg_prepare(&writer->error, message);
  write_all(writer);
  imgtool_jpeg_result result = writer->error.result;
  for (int i = 0; i < 3; i++) free(writer->filled[i]);
  jpeg_destroy_compress(&writer->encoder);
  if (result == IMGTOOL_JPEG_DONE) {
    *bytes = writer->output.start;
    *count = writer->output.capacity - writer->output.base.free_in_buffer;
  } else {
    free(writer->output.start);
  }
  free(writer);
  return result;
}
