// From pixels to coefficients: the first half of an encoder, without the second.
#include "picture.h"
#include "sink.h"

#include <stdlib.h>
#include <string.h>

// Tells which arrays the library puts its coefficients into.
static jvirt_barray_ptr overhear(
    j_common_ptr info, int pool, boolean is_zeroed, JDIMENSION across, JDIMENSION rows,
    JDIMENSION at_once) {
  imgtool_jpeg *picture = info->client_data;
  jvirt_barray_ptr array = picture->request(info, pool, is_zeroed, across, rows, at_once);
  if (picture->own_count < 3) picture->own[picture->own_count] = array;
  picture->own_count++;
  return array;
}

static void set_up(imgtool_jpeg *picture, const imgtool_jpeg_samples *samples) {
  j_compress_ptr encoder = &picture->encoder;
  int is_gray = samples->bands * samples->plane_count == 1;
  encoder->image_width = (JDIMENSION)samples->width;
  encoder->image_height = (JDIMENSION)samples->height;
  encoder->input_components = is_gray ? 1 : 3;
  encoder->in_color_space = is_gray ? JCS_GRAYSCALE : samples->bands == 3 ? JCS_RGB : JCS_YCbCr;
  jpeg_set_defaults(encoder);
  // Steps of 1: the coefficients are as exact as pixels are.
  jpeg_set_quality(encoder, 100, TRUE);
  encoder->dct_method = JDCT_ISLOW;
  encoder->raw_data_in = samples->plane_count == 3;
  // Of a progressive picture the library keeps all coefficients, and codes none of them before it has
  // them all, but for counting the means.
  jpeg_simple_progression(encoder);
}

static void describe(imgtool_jpeg *picture) {
  j_compress_ptr encoder = &picture->encoder;
  imgtool_jpeg_layout *layout = &picture->layout;
  layout->width = (int)encoder->image_width;
  layout->height = (int)encoder->image_height;
  layout->plane_count = encoder->num_components;
  int most = encoder->num_components == 3 ? 2 : 1;
  for (int i = 0; i < encoder->num_components; i++) {
    imgtool_jpeg_plane *plane = &layout->planes[i];
    int factor = i == 0 ? most : 1, unit = 8 * most;
    encoder->comp_info[i].h_samp_factor = factor;
    encoder->comp_info[i].v_samp_factor = factor;
    plane->horizontal = factor;
    plane->vertical = factor;
    plane->blocks_across = (layout->width * factor + unit - 1) / unit;
    plane->block_rows = (layout->height * factor + unit - 1) / unit;
  }
}

// A row of units of planes, their last columns and rows repeated to whole blocks.
static void feed_planes(
    imgtool_jpeg *picture, const imgtool_jpeg_samples *samples, uint8_t *padded) {
  enum { MOST_ROWS = 16 };
  JSAMPROW rows[3][MOST_ROWS];
  JSAMPARRAY planes[3];
  size_t length = (size_t)picture->layout.planes[0].blocks_across * 8;
  int unit = (int)picture->encoder.next_scanline / MOST_ROWS;
  for (int i = 0; i < 3; i++) {
    const imgtool_jpeg_plane *plane = &picture->layout.planes[i];
    int divisor = i == 0 ? 1 : 2, count = plane->vertical * 8;
    size_t width = (size_t)(samples->width + divisor - 1) / (size_t)divisor;
    int height = (samples->height + divisor - 1) / divisor;
    for (int k = 0; k < count; k++) {
      int row = unit * count + k;
      row = row < height ? row : height - 1;
      const uint8_t *from = samples->planes[i] + (size_t)row * width;
      uint8_t *to = padded + ((size_t)i * MOST_ROWS + (size_t)k) * length;
      memcpy(to, from, width);
      size_t wanted = (size_t)plane->blocks_across * 8;
      if (wanted > width) memset(to + width, from[width - 1], wanted - width);
      rows[i][k] = to;
    }
    planes[i] = rows[i];
  }
  jpeg_write_raw_data(&picture->encoder, planes, MOST_ROWS);
}

static void feed_pixels(imgtool_jpeg *picture, const imgtool_jpeg_samples *samples) {
  j_compress_ptr encoder = &picture->encoder;
  size_t length = (size_t)samples->width * (size_t)samples->bands;
  // The library reads through a pointer that it could write through.
  JSAMPROW row = (JSAMPROW)(uintptr_t)(samples->planes[0] + length * encoder->next_scanline);
  jpeg_write_scanlines(encoder, &row, 1);
}

OWN_FRAME transform_all(
    imgtool_jpeg *picture, const imgtool_jpeg_samples *samples, uint8_t *padded, sink *output) {
  if (setjmp(picture->error.leave)) return;
  j_compress_ptr encoder = &picture->encoder;
  jpeg_create_compress(encoder);
  // The library opens a file, though nothing comes of it.
  if (!imgtool_jpeg_attach(output, encoder, 1 << 16))
    imgtool_jpeg_leave(picture->owner, IMGTOOL_JPEG_UNSUPPORTED);
  set_up(picture, samples);
  describe(picture);
  // Arrays are asked for before the library makes them all.
  for (int i = 0; i < picture->layout.plane_count; i++)
    picture->made[i] = imgtool_jpeg_room(picture, &picture->layout.planes[i]);
  encoder->client_data = picture;
  picture->request = encoder->mem->request_virt_barray;
  encoder->mem->request_virt_barray = overhear;
  jpeg_start_compress(encoder, TRUE);
  encoder->mem->request_virt_barray = picture->request;
  if (picture->own_count != picture->layout.plane_count)
    imgtool_jpeg_leave(picture->owner, IMGTOOL_JPEG_UNSUPPORTED);
  while (encoder->next_scanline < encoder->image_height) {
    if (samples->plane_count == 3)
      feed_planes(picture, samples, padded);
    else
      feed_pixels(picture, samples);
  }
  for (int i = 0; i < picture->layout.plane_count; i++) {
    picture->blocks[i] = picture->own[i];
    picture->steps[i] = *encoder->quant_tbl_ptrs[encoder->comp_info[i].quant_tbl_no];
  }
}

imgtool_jpeg *imgtool_jpeg_transform(
    const imgtool_jpeg_samples *samples, imgtool_jpeg_result *result,
    char message[IMGTOOL_JPEG_MESSAGE]) {
  size_t length = ((size_t)samples->width + 15) / 16 * 16;
  imgtool_jpeg *picture = calloc(1, sizeof *picture);
  uint8_t *padded = malloc(3 * 16 * length);
  sink output = {0};
  *result = IMGTOOL_JPEG_UNSUPPORTED;
  if (picture && padded) {
    picture->owner = (j_common_ptr)&picture->encoder;
    picture->encoder.err = imgtool_jpeg_prepare(&picture->error, message);
    transform_all(picture, samples, padded, &output);
    // Neither outlives this frame.
    picture->encoder.dest = NULL;
    picture->encoder.progress = NULL;
    *result = picture->error.result;
  }
  free(output.start);
  free(padded);
  if (*result == IMGTOOL_JPEG_DONE) return picture;
  if (picture) imgtool_jpeg_close(picture);
  return NULL;
}
