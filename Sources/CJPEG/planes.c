#include "include/planes.h"

#include <stdlib.h>

#include "limits.h"
#include "rest.h"
#include "small.h"

enum { MOST_ROWS = 4 * 16 };

#if JPEG_LIB_VERSION >= 70
#define BLOCK_SIZE(info) ((info)->DCT_h_scaled_size)
#define SMALLEST_BLOCK(decoder) ((decoder)->min_DCT_h_scaled_size)
#else
#define BLOCK_SIZE(info) ((info)->DCT_scaled_size)
#define SMALLEST_BLOCK(decoder) ((decoder)->min_DCT_scaled_size)
#endif

typedef struct {
  struct jpeg_decompress_struct decoder;
  struct jpeg_progress_mgr progress;
  failure error;
  const imgtool_jpeg_planes_request *request;
  imgtool_resampler *resamplers[3];
  uint8_t *rows[3][MOST_ROWS];
} planes_maker;

static void check_wanted(planes_maker *maker) {
  const imgtool_jpeg_planes_request *request = maker->request;
  if (!request->is_wanted(request->context))
    imgtool_jpeg_leave((j_common_ptr)&maker->decoder, IMGTOOL_JPEG_CANCELLED);
}

// Called for each row of blocks while the scans of a progressive picture are read.
static void watch_scans(j_common_ptr info) {
  planes_maker *maker = info->client_data;
  check_wanted(maker);
  imgtool_jpeg_check_scans(&maker->decoder);
}

static void check_header(planes_maker *maker) {
  j_decompress_ptr decoder = &maker->decoder;
  if (decoder->num_components != maker->request->plane_count)
    imgtool_jpeg_leave((j_common_ptr)decoder, IMGTOOL_JPEG_UNSUPPORTED);
  imgtool_jpeg_check_header(decoder, maker->request->most_pixels);
}

// A side of a plane: its samples stand for a part of the picture's that need not be a whole number.
static imgtool_side side(
    JDIMENSION samples, JDIMENSION picture, int share, int most, int block, imgtool_span span,
    int made) {
  double covered = (double)picture * share * block / (most * DCTSIZE);
  return (imgtool_side){(int)samples, {span.from * covered, span.to * covered}, made};
}

static int group_rows(j_decompress_ptr decoder, int index) {
  jpeg_component_info *info = &decoder->comp_info[index];
  return info->v_samp_factor * BLOCK_SIZE(info);
}

static void prepare(planes_maker *maker, int index, int group) {
  j_decompress_ptr decoder = &maker->decoder;
  jpeg_component_info *info = &decoder->comp_info[index];
  const imgtool_jpeg_made_plane *plane = &maker->request->planes[index];
  int block = BLOCK_SIZE(info);
  imgtool_side across = side(
      info->downsampled_width, decoder->image_width, info->h_samp_factor,
      decoder->max_h_samp_factor, block, plane->across, plane->width);
  imgtool_side down = side(
      info->downsampled_height, decoder->image_height, info->v_samp_factor,
      decoder->max_v_samp_factor, block, plane->down, plane->height);
  imgtool_resampler *resampler = imgtool_resampler_new(across, down, plane->samples);
  maker->resamplers[index] = resampler;
  // The library writes whole blocks.
  size_t row_bytes = (size_t)info->width_in_blocks * (size_t)block;
  if (!resampler || !imgtool_resampler_reserve(resampler, group, row_bytes))
    imgtool_jpeg_leave((j_common_ptr)decoder, IMGTOOL_JPEG_UNSUPPORTED);
}

static void give_group(void *context, int plane, uint8_t **rows) {
  imgtool_resampler_group(((planes_maker *)context)->resamplers[plane], rows);
}

static void take_groups(void *context) {
  planes_maker *maker = context;
  check_wanted(maker);
  for (int i = 0; i < maker->request->plane_count; i++)
    imgtool_resampler_take_group(maker->resamplers[i]);
}

static void free_resamplers(planes_maker *maker) {
  for (int i = 0; i < 3; i++) {
    imgtool_resampler_free(maker->resamplers[i]);
    maker->resamplers[i] = NULL;
  }
}

// Whether the planes were made without the library's own decoder.
static int make_small(planes_maker *maker) {
  j_decompress_ptr decoder = &maker->decoder;
  jpeg_calc_output_dimensions(decoder);
  small_rows rows = {{0}, give_group, take_groups, maker};
  for (int i = 0; i < decoder->num_components; i++)
    rows.blocks[i] = BLOCK_SIZE(&decoder->comp_info[i]);
  if (!imgtool_jpeg_can_read_small(decoder, rows.blocks)) return 0;
  for (int i = 0; i < decoder->num_components; i++)
    // A plane that is alone comes block by block, whatever its share.
    prepare(maker, i, decoder->num_components == 1 ? rows.blocks[i] : group_rows(decoder, i));
  if (imgtool_jpeg_read_small(decoder, &rows)) return 1;
  free_resamplers(maker);
  return 0;
}

// Where data is misread, too much or too little is left in the end; of too little the library complains.
static void check_rest(planes_maker *maker) {
  j_decompress_ptr decoder = &maker->decoder;
  const uint8_t *next = decoder->src->next_input_byte;
  int marker = decoder->unread_marker;
  imgtool_jpeg_rest rest = imgtool_jpeg_find_rest(next, next + decoder->src->bytes_in_buffer, 0);
  int goes_on = marker != 0 ? (marker & 0xF8) == JPEG_RST0 : rest == IMGTOOL_JPEG_GOES_ON;
  if (!goes_on || jpeg_has_multiple_scans(decoder)) return;
  snprintf(
      maker->error.message, IMGTOOL_JPEG_MESSAGE, "coded data goes on where the picture has ended");
  imgtool_jpeg_leave((j_common_ptr)decoder, IMGTOOL_JPEG_DAMAGED);
}

OWN_FRAME make_all(planes_maker *maker, const uint8_t *bytes, size_t count) {
  if (setjmp(maker->error.leave)) return;
  j_decompress_ptr decoder = &maker->decoder;
  jpeg_create_decompress(decoder);
  decoder->client_data = maker;
  decoder->progress = &maker->progress;
  jpeg_mem_src(decoder, bytes, count);
  jpeg_read_header(decoder, TRUE);
  check_header(maker);
  decoder->scale_num = (unsigned)maker->request->eighths;
  decoder->scale_denom = DCTSIZE;
  decoder->raw_data_out = TRUE;
  decoder->dct_method = JDCT_ISLOW;
  if (make_small(maker)) return;
  jpeg_start_decompress(decoder);
  int planes = decoder->num_components;
  for (int i = 0; i < planes; i++) prepare(maker, i, group_rows(decoder, i));
  JDIMENSION group = (JDIMENSION)(decoder->max_v_samp_factor * SMALLEST_BLOCK(decoder));
  JSAMPARRAY rows[3] = {maker->rows[0], maker->rows[1], maker->rows[2]};
  while (decoder->output_scanline < decoder->output_height) {
    check_wanted(maker);
    for (int i = 0; i < planes; i++) imgtool_resampler_group(maker->resamplers[i], rows[i]);
    jpeg_read_raw_data(decoder, rows, group);
    for (int i = 0; i < planes; i++) imgtool_resampler_take_group(maker->resamplers[i]);
  }
  check_rest(maker);
}

imgtool_jpeg_result imgtool_jpeg_make_planes(
    const uint8_t *bytes, size_t count, const imgtool_jpeg_planes_request *request,
    char message[IMGTOOL_JPEG_MESSAGE]) {
  planes_maker *maker = calloc(1, sizeof *maker);
  if (!maker) return IMGTOOL_JPEG_UNSUPPORTED;
  maker->request = request;
  maker->progress.progress_monitor = watch_scans;
  maker->decoder.err = imgtool_jpeg_prepare(&maker->error, message);
  make_all(maker, bytes, count);
  imgtool_jpeg_result result = maker->error.result;
  free_resamplers(maker);
  jpeg_destroy_decompress(&maker->decoder);
  free(maker);
  return result;
}
