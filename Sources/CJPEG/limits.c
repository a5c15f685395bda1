#include "limits.h"

enum { MOST_SCANS = 500 };

void imgtool_jpeg_check_header(j_decompress_ptr decoder, long most_pixels) {
  int is_gray = decoder->num_components == 1 && decoder->jpeg_color_space == JCS_GRAYSCALE;
  int has_colour = decoder->num_components == 3 && decoder->jpeg_color_space == JCS_YCbCr;
  if (!(is_gray || has_colour) || decoder->data_precision != 8)
    imgtool_jpeg_leave((j_common_ptr)decoder, IMGTOOL_JPEG_UNSUPPORTED);
  if ((long)decoder->image_width * decoder->image_height > most_pixels)
    imgtool_jpeg_leave((j_common_ptr)decoder, IMGTOOL_JPEG_TOO_LARGE);
}

void imgtool_jpeg_check_scans(j_decompress_ptr decoder) {
  if (decoder->input_scan_number <= MOST_SCANS) return;
  snprintf(
      ((failure *)decoder->err)->message, IMGTOOL_JPEG_MESSAGE, "more than %d scans", MOST_SCANS);
  imgtool_jpeg_leave((j_common_ptr)decoder, IMGTOOL_JPEG_DAMAGED);
}
