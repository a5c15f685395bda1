#include "failure.h"

_Noreturn void imgtool_jpeg_leave(j_common_ptr info, imgtool_jpeg_result result) {
  failure *error = (failure *)info->err;
  error->result = result;
  longjmp(error->leave, 1);
}

static void leave_damaged(j_common_ptr info) {
  char text[JMSG_LENGTH_MAX];
  failure *error = (failure *)info->err;
  error->base.format_message(info, text);
  snprintf(error->message, IMGTOOL_JPEG_MESSAGE, "%s", text);
  imgtool_jpeg_leave(info, IMGTOOL_JPEG_DAMAGED);
}

static void take_note(j_common_ptr info, int level) {
  // Levels below 0 are warnings.
  if (level < 0) leave_damaged(info);
}

static void print_nothing(j_common_ptr info) { (void)info; }

struct jpeg_error_mgr *imgtool_jpeg_prepare(failure *error, char *message) {
  struct jpeg_error_mgr *base = jpeg_std_error(&error->base);
  base->error_exit = leave_damaged;
  base->emit_message = take_note;
  base->output_message = print_nothing;
  error->message = message;
  error->result = IMGTOOL_JPEG_DONE;
  message[0] = 0;
  return base;
}
