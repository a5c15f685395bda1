#include "picture.h"
#include "requantize.h"
#include "sink.h"

#include <stdlib.h>

static void set_up(
    j_compress_ptr encoder, const imgtool_jpeg_layout *layout,
    const imgtool_jpeg_request *request) {
  encoder->image_width = (JDIMENSION)layout->width;
  encoder->image_height = (JDIMENSION)layout->height;
  encoder->input_components = layout->plane_count;
  encoder->in_color_space = layout->plane_count == 1 ? JCS_GRAYSCALE : JCS_YCbCr;
  jpeg_set_defaults(encoder);
  jpeg_set_colorspace(encoder, encoder->in_color_space);
  jpeg_set_quality(encoder, request->quality, TRUE);
  for (int i = 0; i < layout->plane_count; i++) {
    encoder->comp_info[i].h_samp_factor = layout->planes[i].horizontal;
    encoder->comp_info[i].v_samp_factor = layout->planes[i].vertical;
  }
  encoder->optimize_coding = TRUE;
  if (request->is_progressive) jpeg_simple_progression(encoder);
}

static void fill(
    imgtool_jpeg *picture, j_compress_ptr encoder, int index, int block_rows,
    const imgtool_jpeg_request *request) {
  j_common_ptr owner = picture->owner;
  imgtool_jpeg_plane *plane = &picture->layout.planes[index];
  JQUANT_TBL *new = encoder->quant_tbl_ptrs[encoder->comp_info[index].quant_tbl_no];
  float ratios[64];
  imgtool_jpeg_ratios(&picture->steps[index], new, ratios);
  for (int row = 0; row < block_rows; row++) {
    JBLOCKARRAY source = owner->mem->access_virt_barray(
        owner, picture->blocks[index],
        (JDIMENSION)imgtool_jpeg_sampled_row(plane, row, request->interval), 1, FALSE);
    JBLOCKARRAY target = owner->mem->access_virt_barray(
        owner, picture->made[index], (JDIMENSION)row, 1, TRUE);
    imgtool_jpeg_requantize(
        (const int16_t *)source[0], (int16_t *)target[0], (size_t)plane->blocks_across * 64, ratios,
        request->rounding);
  }
}

// The picture's library object reports to this call as well while its arrays are used.
OWN_FRAME write_all(
    imgtool_jpeg *picture, j_compress_ptr encoder, failure *error,
    const imgtool_jpeg_request *request, sink *output) {
  if (setjmp(error->leave)) return;
  jpeg_create_compress(encoder);
  if (!imgtool_jpeg_attach(output, encoder, request->limit))
    imgtool_jpeg_leave((j_common_ptr)encoder, IMGTOOL_JPEG_UNSUPPORTED);
  imgtool_jpeg_layout layout = imgtool_jpeg_get_layout(picture, request->interval);
  set_up(encoder, &layout, request);
  for (int i = 0; i < layout.plane_count; i++)
    fill(picture, encoder, i, layout.planes[i].block_rows, request);
  jpeg_write_coefficients(encoder, picture->made);
  jpeg_finish_compress(encoder);
}

imgtool_jpeg_result imgtool_jpeg_write(
    imgtool_jpeg *picture, imgtool_jpeg_request request, uint8_t **bytes, size_t *count,
    char message[IMGTOOL_JPEG_MESSAGE]) {
  struct jpeg_compress_struct encoder = {0};
  failure error;
  sink output = {0};
  encoder.err = imgtool_jpeg_prepare(&error, message);
  picture->owner->err = &error.base;
  write_all(picture, &encoder, &error, &request, &output);
  picture->owner->err = &picture->error.base;
  jpeg_destroy_compress(&encoder);
  if (error.result == IMGTOOL_JPEG_DONE) {
    *bytes = output.start;
    *count = output.capacity - output.base.free_in_buffer;
  } else {
    free(output.start);
    *count = output.guess;
  }
  return error.result;
}
