#include "requantize.h"

// Wider vectors halve its time; without fused operations the results are the same.
#if defined(__x86_64__) && defined(__linux__)
#define FOR_WIDE_VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define FOR_WIDE_VECTORS
#endif

FOR_WIDE_VECTORS void imgtool_jpeg_requantize(
    const int16_t *old, int16_t *new, size_t count, const float ratios[64],
    imgtool_jpeg_rounding rounding) {
  float first = 1 - rounding.least_of_one;
  for (size_t place = 0; place < count; place += 64) {
    for (size_t k = 0; k < 64; k++) {
      float exact = (float)old[place + k] * ratios[k];
      float size = exact < 0 ? -exact : exact;
      // The range of an 8-bit picture's coefficients (ITU-T T.81, F.1.2).
      size = size > 1023 ? 1023 : size;
      int whole = (int)(size + (size < 1 ? first : rounding.rounded_up));
      new[place + k] = (int16_t)(exact < 0 ? -whole : whole);
    }
    // The mean brightness of a block shows where nothing else does.
    float mean = (float)old[place] * ratios[0];
    mean = mean < -1024 ? -1024 : mean > 1023 ? 1023 : mean;
    new[place] = (int16_t)(mean < 0 ? mean - 0.5f : mean + 0.5f);
  }
}

imgtool_jpeg_layout imgtool_jpeg_sampled(imgtool_jpeg_layout layout, int interval) {
  if (interval < 2) return layout;
  int units = layout.planes[0].block_rows / layout.planes[0].vertical;
  int kept = (units - interval / 2 + interval - 1) / interval;
  kept = kept < 1 ? 1 : kept;
  layout.height = kept * layout.planes[0].vertical * 8;
  for (int i = 0; i < layout.plane_count; i++)
    layout.planes[i].block_rows = kept * layout.planes[i].vertical;
  return layout;
}

int imgtool_jpeg_sampled_row(const imgtool_jpeg_plane *plane, int row, int interval) {
  if (interval < 2) return row;
  int unit = row / plane->vertical * interval + interval / 2;
  int from = unit * plane->vertical + row % plane->vertical;
  return from < plane->block_rows ? from : plane->block_rows - 1;
}

void imgtool_jpeg_ratios(const JQUANT_TBL *old, const JQUANT_TBL *new, float ratios[64]) {
  for (int k = 0; k < 64; k++) ratios[k] = (float)old->quantval[k] / (float)new->quantval[k];
}
