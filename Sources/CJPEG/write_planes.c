#include <stdlib.h>
#include <string.h>

#include "huffman.h"
#include "include/planes.h"
#include "sink.h"

enum {
  MOST_GROUP = 2 * DCTSIZE,
  // Of so many rows of units one is looked at for the Huffman tables, in pictures of at least so many.
  // Files are 0.1 to 0.8 % larger than with tables made for all rows, and written in half the time
  // (eleven photographs at 1920 pixels, quality 80).
  INTERVAL = 5,
  LEAST_UNITS = 40,
};

typedef struct {
  struct jpeg_compress_struct encoder;
  failure error;
  sink output;
  const imgtool_jpeg_planes *picture;
  // The row of units to begin with, and how many to go on.
  size_t first, step;
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
}

// How many rows of units there are.
static size_t unit_count(const imgtool_jpeg_planes *picture) {
  int height = picture->vertical * DCTSIZE;
  return (size_t)((picture->height + height - 1) / height);
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

static void complete(JHUFF_TBL *const *sampled, int is_dc, JHUFF_TBL *const *made, int count) {
  for (int i = 0; i < count; i++) imgtool_jpeg_complete(sampled[i], is_dc, made[i]);
}

OWN_FRAME write_all(planes_writer *writer, const struct jpeg_compress_struct *sample) {
  if (setjmp(writer->error.leave)) return;
  j_compress_ptr encoder = &writer->encoder;
  jpeg_create_compress(encoder);
  if (!imgtool_jpeg_attach(&writer->output, encoder, SIZE_MAX))
    imgtool_jpeg_leave((j_common_ptr)encoder, IMGTOOL_JPEG_UNSUPPORTED);
  set_up(writer);
  JDIMENSION group = (JDIMENSION)(writer->picture->vertical * DCTSIZE);
  if (writer->step > 1) {
    size_t units = unit_count(writer->picture) - writer->first;
    encoder->image_height = (JDIMENSION)((units + writer->step - 1) / writer->step) * group;
  }
  if (sample) {
    int count = encoder->num_components > 1 ? 2 : 1;
    complete(sample->dc_huff_tbl_ptrs, 1, encoder->dc_huff_tbl_ptrs, count);
    complete(sample->ac_huff_tbl_ptrs, 0, encoder->ac_huff_tbl_ptrs, count);
  } else {
    encoder->optimize_coding = TRUE;
  }
  jpeg_start_compress(encoder, TRUE);
  give_room(writer);
  JSAMPARRAY rows[3] = {writer->rows[0], writer->rows[1], writer->rows[2]};
  for (size_t unit = writer->first; encoder->next_scanline < encoder->image_height;
       unit += writer->step) {
    for (int i = 0; i < writer->picture->plane_count; i++) gather(writer, i, unit);
    jpeg_write_raw_data(encoder, rows, group);
  }
  jpeg_finish_compress(encoder);
}

static planes_writer *new_writer(const imgtool_jpeg_planes *picture, char *message) {
  planes_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->picture = picture;
  writer->step = 1;
  writer->encoder.err = imgtool_jpeg_prepare(&writer->error, message);
  return writer;
}

static void free_writer(planes_writer *writer) {
  if (!writer) return;
  for (int i = 0; i < 3; i++) free(writer->filled[i]);
  jpeg_destroy_compress(&writer->encoder);
  free(writer->output.start);
  free(writer);
}

// An encoder that has written some rows of a picture, and kept its tables; NULL for a small one.
static planes_writer *write_sample(const imgtool_jpeg_planes *picture, char *message) {
  if (unit_count(picture) < LEAST_UNITS) return NULL;
  planes_writer *sample = new_writer(picture, message);
  if (!sample) return NULL;
  sample->first = INTERVAL / 2;
  sample->step = INTERVAL;
  write_all(sample, NULL);
  if (sample->error.result == IMGTOOL_JPEG_DONE) return sample;
  free_writer(sample);
  return NULL;
}

imgtool_jpeg_result imgtool_jpeg_write_planes(
    const imgtool_jpeg_planes *picture, uint8_t **bytes, size_t *count,
    char message[IMGTOOL_JPEG_MESSAGE]) {
  planes_writer *sample = write_sample(picture, message);
  planes_writer *writer = new_writer(picture, message);
  if (writer) write_all(writer, sample ? &sample->encoder : NULL);
  free_writer(sample);
  imgtool_jpeg_result result = writer ? writer->error.result : IMGTOOL_JPEG_UNSUPPORTED;
  if (result == IMGTOOL_JPEG_DONE) {
    *bytes = writer->output.start;
    *count = writer->output.capacity - writer->output.base.free_in_buffer;
    writer->output.start = NULL;
  }
  free_writer(writer);
  return result;
}
