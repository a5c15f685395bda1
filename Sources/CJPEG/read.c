#include "requantize.h"

#include <stdlib.h>

// More scans than a picture can need cost time without end.
enum { MOST_SCANS = 500 };

static void count_scans(j_common_ptr info) {
  if (((j_decompress_ptr)info)->input_scan_number <= MOST_SCANS) return;
  snprintf(
      ((failure *)info->err)->message, IMGTOOL_JPEG_MESSAGE, "more than %d scans", MOST_SCANS);
  imgtool_jpeg_leave(info, IMGTOOL_JPEG_DAMAGED);
}

static void describe(imgtool_jpeg *picture, long most_pixels) {
  j_decompress_ptr decoder = &picture->decoder;
  imgtool_jpeg_layout *layout = &picture->layout;
  int is_gray = decoder->num_components == 1 && decoder->jpeg_color_space == JCS_GRAYSCALE;
  int has_colour = decoder->num_components == 3 && decoder->jpeg_color_space == JCS_YCbCr;
  if (!(is_gray || has_colour) || decoder->data_precision != 8)
    imgtool_jpeg_leave((j_common_ptr)decoder, IMGTOOL_JPEG_UNSUPPORTED);
  layout->width = (int)decoder->image_width;
  layout->height = (int)decoder->image_height;
  if ((long)layout->width * layout->height > most_pixels)
    imgtool_jpeg_leave((j_common_ptr)decoder, IMGTOOL_JPEG_TOO_LARGE);
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

static JDIMENSION whole(int blocks, int unit) {
  return (JDIMENSION)((blocks + unit - 1) / unit * unit);
}

OWN_FRAME read_all(imgtool_jpeg *picture, const uint8_t *bytes, size_t count, long most_pixels) {
  if (setjmp(picture->error.leave)) return;
  j_decompress_ptr decoder = &picture->decoder;
  jpeg_create_decompress(decoder);
  decoder->progress = &picture->progress;
  jpeg_mem_src(decoder, bytes, count);
  jpeg_read_header(decoder, TRUE);
  describe(picture, most_pixels);
  // Arrays are asked for before the library makes them all.
  for (int i = 0; i < picture->layout.plane_count; i++) {
    imgtool_jpeg_plane *plane = &picture->layout.planes[i];
    picture->made[i] = decoder->mem->request_virt_barray(
        (j_common_ptr)decoder, JPOOL_IMAGE, TRUE, whole(plane->blocks_across, plane->horizontal),
        whole(plane->block_rows, plane->vertical), (JDIMENSION)plane->vertical);
  }
  jvirt_barray_ptr *arrays = jpeg_read_coefficients(decoder);
  for (int i = 0; i < picture->layout.plane_count; i++) {
    if (!decoder->comp_info[i].quant_table)
      imgtool_jpeg_leave((j_common_ptr)decoder, IMGTOOL_JPEG_DAMAGED);
    picture->read[i] = arrays[i];
  }
}

imgtool_jpeg *imgtool_jpeg_open(
    const uint8_t *bytes, size_t count, long most_pixels, imgtool_jpeg_result *result,
    char message[IMGTOOL_JPEG_MESSAGE]) {
  imgtool_jpeg *picture = calloc(1, sizeof *picture);
  *result = IMGTOOL_JPEG_UNSUPPORTED;
  if (!picture) return NULL;
  picture->progress.progress_monitor = count_scans;
  picture->decoder.err = imgtool_jpeg_prepare(&picture->error, message);
  read_all(picture, bytes, count, most_pixels);
  *result = picture->error.result;
  if (*result == IMGTOOL_JPEG_DONE) return picture;
  imgtool_jpeg_close(picture);
  return NULL;
}

void imgtool_jpeg_close(imgtool_jpeg *picture) {
  jpeg_destroy_decompress(&picture->decoder);
  free(picture);
}

imgtool_jpeg_layout imgtool_jpeg_get_layout(const imgtool_jpeg *picture, int interval) {
  return imgtool_jpeg_sampled(picture->layout, interval);
}
