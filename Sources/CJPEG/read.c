#include "limits.h"
#include "turn.h"

#include <stdlib.h>

static void describe(imgtool_jpeg *picture) {
  j_decompress_ptr decoder = &picture->decoder;
  imgtool_jpeg_layout *layout = &picture->layout;
  int is_gray = decoder->num_components == 1;
  layout->width = (int)decoder->image_width;
  layout->height = (int)decoder->image_height;
  layout->plane_count = decoder->num_components;
  for (int i = 0; i < decoder->num_components; i++) {
    jpeg_component_info *component = &decoder->comp_info[i];
    imgtool_jpeg_plane *plane = &layout->planes[i];
    // A plane that is alone is no multiple of another, whatever its header says.
    plane->horizontal = is_gray ? 1 : component->h_samp_factor;
    plane->vertical = is_gray ? 1 : component->v_samp_factor;
    plane->blocks_across = (int)component->width_in_blocks;
    plane->block_rows = (int)component->height_in_blocks;
  }
}

// Takes in all data, of which pixels are made later, as often as they are asked for.
static void absorb(imgtool_jpeg *picture) {
  j_decompress_ptr decoder = &picture->decoder;
  decoder->buffered_image = TRUE;
  // What is not there is not to be guessed.
  decoder->do_block_smoothing = FALSE;
  jpeg_start_decompress(decoder);
  int status;
  do {
    status = jpeg_consume_input(decoder);
    imgtool_jpeg_check_scans(decoder);
  } while (status != JPEG_REACHED_EOI && status != JPEG_SUSPENDED);
}

OWN_FRAME read_all(
    imgtool_jpeg *picture, const uint8_t *bytes, size_t count, int orientation, long most_pixels) {
  if (setjmp(picture->error.leave)) return;
  j_decompress_ptr decoder = &picture->decoder;
  jpeg_create_decompress(decoder);
  jpeg_mem_src(decoder, bytes, count);
  jpeg_read_header(decoder, TRUE);
  imgtool_jpeg_check_header(decoder, most_pixels);
  describe(picture);
  imgtool_jpeg_turn turn = imgtool_jpeg_turn_from(orientation);
  if (!imgtool_jpeg_turn_layout(&picture->layout, turn))
    imgtool_jpeg_leave((j_common_ptr)decoder, IMGTOOL_JPEG_UNSUPPORTED);
  // Arrays are asked for before the library makes them all.
  for (int i = 0; i < picture->layout.plane_count; i++) {
    picture->made[i] = imgtool_jpeg_room(picture, &picture->layout.planes[i]);
    if (orientation > 1)
      picture->blocks[i] = imgtool_jpeg_room(picture, &picture->layout.planes[i]);
  }
  absorb(picture);
  jvirt_barray_ptr *arrays = jpeg_read_coefficients(decoder);
  for (int i = 0; i < picture->layout.plane_count; i++) {
    if (!decoder->comp_info[i].quant_table)
      imgtool_jpeg_leave((j_common_ptr)decoder, IMGTOOL_JPEG_DAMAGED);
    picture->steps[i] = *decoder->comp_info[i].quant_table;
    picture->own[i] = arrays[i];
    if (orientation <= 1) picture->blocks[i] = arrays[i];
  }
  if (orientation > 1) imgtool_jpeg_turn_blocks(picture, turn);
}

imgtool_jpeg *imgtool_jpeg_open(
    const uint8_t *bytes, size_t count, int orientation, long most_pixels,
    imgtool_jpeg_result *result, char message[IMGTOOL_JPEG_MESSAGE]) {
  imgtool_jpeg *picture = calloc(1, sizeof *picture);
  *result = IMGTOOL_JPEG_UNSUPPORTED;
  if (!picture) return NULL;
  picture->owner = (j_common_ptr)&picture->decoder;
  picture->decoder.err = imgtool_jpeg_prepare(&picture->error, message);
  read_all(picture, bytes, count, orientation, most_pixels);
  *result = picture->error.result;
  if (*result == IMGTOOL_JPEG_DONE) return picture;
  imgtool_jpeg_close(picture);
  return NULL;
}

OWN_FRAME show_all(imgtool_jpeg *picture, failure *error, uint8_t *pixels) {
  if (setjmp(error->leave)) return;
  enum { ROWS_AT_ONCE = 16 };
  j_decompress_ptr decoder = &picture->decoder;
  jpeg_start_output(decoder, decoder->input_scan_number);
  size_t length = (size_t)decoder->output_width * (size_t)decoder->output_components;
  while (decoder->output_scanline < decoder->output_height) {
    JSAMPROW rows[ROWS_AT_ONCE];
    JDIMENSION left = decoder->output_height - decoder->output_scanline;
    JDIMENSION count = left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE;
    for (JDIMENSION i = 0; i < count; i++)
      rows[i] = pixels + length * (decoder->output_scanline + i);
    jpeg_read_scanlines(decoder, rows, count);
  }
  jpeg_finish_output(decoder);
}

imgtool_jpeg_result imgtool_jpeg_show(
    imgtool_jpeg *picture, uint8_t *pixels, size_t count, char message[IMGTOOL_JPEG_MESSAGE]) {
  j_decompress_ptr decoder = &picture->decoder;
  failure error;
  struct jpeg_error_mgr *prepared = imgtool_jpeg_prepare(&error, message);
  if (picture->owner != (j_common_ptr)decoder ||
      count != (size_t)decoder->image_width * decoder->image_height *
                   (size_t)picture->layout.plane_count)
    return IMGTOOL_JPEG_UNSUPPORTED;
  decoder->err = prepared;
  show_all(picture, &error, pixels);
  decoder->err = &picture->error.base;
  return error.result;
}
