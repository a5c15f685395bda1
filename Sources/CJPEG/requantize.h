// Coefficients in other steps, and which rows of them are looked at.
#ifndef IMGTOOL_CJPEG_REQUANTIZE_H
#define IMGTOOL_CJPEG_REQUANTIZE_H

#include "picture.h"

// New steps in an old one.
void imgtool_jpeg_ratios(const JQUANT_TBL *old, const JQUANT_TBL *new, float ratios[64]);

// A row of blocks in other steps.
void imgtool_jpeg_requantize(
    const int16_t *old, int16_t *new, size_t count, const float ratios[64],
    imgtool_jpeg_rounding rounding);

// The layout of every so many rows of units, from the middle of the first interval on, so that
// neither edge counts twice.
imgtool_jpeg_layout imgtool_jpeg_sampled(imgtool_jpeg_layout layout, int interval);

// The row of blocks of the whole plane that is a row of the sampled one.
int imgtool_jpeg_sampled_row(const imgtool_jpeg_plane *plane, int row, int interval);

#endif
