// What a picture of coefficients is made of.
#ifndef IMGTOOL_CJPEG_PICTURE_H
#define IMGTOOL_CJPEG_PICTURE_H

#include "failure.h"

struct imgtool_jpeg {
  // Owns all the memory; nothing is decoded any more.
  struct jpeg_decompress_struct decoder;
  struct jpeg_progress_mgr progress;
  failure error;
  imgtool_jpeg_layout layout;
  // The coefficients as read, and in other steps.
  jvirt_barray_ptr read[3], made[3];
};

#endif
