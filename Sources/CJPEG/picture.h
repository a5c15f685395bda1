// What a picture of coefficients is made of.
#ifndef IMGTOOL_CJPEG_PICTURE_H
#define IMGTOOL_CJPEG_PICTURE_H

#include "failure.h"

struct imgtool_jpeg {
  // Owns all the memory: the decoder that read the coefficients, or the encoder that pixels went half
  // way through.
  j_common_ptr owner;
  struct jpeg_decompress_struct decoder;
  struct jpeg_compress_struct encoder;
  failure error;
  imgtool_jpeg_layout layout;
  // Steps of each plane's coefficients.
  JQUANT_TBL steps[3];
  // The coefficients as they lie in the picture, and room for the same number in other steps.
  jvirt_barray_ptr blocks[3], made[3];
  // Those that the library itself asked for, and how it is asked.
  jvirt_barray_ptr own[3];
  int own_count;
  jvirt_barray_ptr (*request)(j_common_ptr, int, boolean, JDIMENSION, JDIMENSION, JDIMENSION);
};

// Room for the coefficients of a plane, to be asked for before the library makes all that was.
jvirt_barray_ptr imgtool_jpeg_room(imgtool_jpeg *picture, const imgtool_jpeg_plane *plane);

#endif
