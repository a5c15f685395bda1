// What libjpeg's errors become: a jump out of the library, and words that stay.
#ifndef IMGTOOL_CJPEG_FAILURE_H
#define IMGTOOL_CJPEG_FAILURE_H

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "coefficients.h"

typedef struct {
  struct jpeg_error_mgr base;
  jmp_buf leave;
  imgtool_jpeg_result result;
  char *message;
} failure;

// The values of a frame that calls setjmp are lost when it comes back. All that changes meanwhile
// belongs to the caller's frame, and such a function must stay one of its own.
#define OWN_FRAME static __attribute__((noinline)) void

// An error manager that jumps to failure->leave, warnings included: they say that data was made up.
struct jpeg_error_mgr *imgtool_jpeg_prepare(failure *error, char *message);

// Ends the library's work with a result.
_Noreturn void imgtool_jpeg_leave(j_common_ptr info, imgtool_jpeg_result result);

#endif
