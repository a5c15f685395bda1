#include "picture.h"
#include "requantize.h"

#include <stdlib.h>

static JDIMENSION whole(int blocks, int unit) {
  return (JDIMENSION)((blocks + unit - 1) / unit * unit);
}

jvirt_barray_ptr imgtool_jpeg_room(imgtool_jpeg *picture, const imgtool_jpeg_plane *plane) {
  return picture->owner->mem->request_virt_barray(
      picture->owner, JPOOL_IMAGE, TRUE, whole(plane->blocks_across, plane->horizontal),
      whole(plane->block_rows, plane->vertical), (JDIMENSION)plane->vertical);
}

void imgtool_jpeg_close(imgtool_jpeg *picture) {
  // What was never made is all zero, which the library takes for gone already.
  jpeg_destroy_decompress(&picture->decoder);
  jpeg_destroy_compress(&picture->encoder);
  free(picture);
}

imgtool_jpeg_layout imgtool_jpeg_get_layout(const imgtool_jpeg *picture, int interval) {
  return imgtool_jpeg_sampled(picture->layout, interval);
}
