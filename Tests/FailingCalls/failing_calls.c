#define _GNU_SOURCE
#include "failing_calls.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_int calls;

/// Counts a call of a kind, and tells whether it is the one that fails; `errno` is set then.
static int fails(const char *kind) {
  const char *log = getenv("FAILING_LOG");
  if (log) {
    // Past the functions below, which would count it.
    long file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    char line[32];
    int length = snprintf(line, sizeof line, "%s\n", kind);
    syscall(SYS_write, file, line, (size_t)length);
    syscall(SYS_close, file);
  }
  const char *wanted = getenv("FAILING_CALL"), *kinds = getenv("FAILING_KIND");
  if (!wanted || !kinds || strcmp(kinds, kind) != 0) return 0;
  if (atomic_fetch_add(&calls, 1) + 1 != atoi(wanted)) return 0;
  const char *error = getenv("FAILING_ERROR");
  errno = error ? atoi(error) : EIO;
  return 1;
}

static int is_below(const char *path) {
  const char *folder = getenv("FAILING_FOLDER");
  return folder && (path[0] != '/' || strncmp(path, folder, strlen(folder)) == 0);
}

/// Whether an open file is one of a kind (S_IFREG, S_IFDIR) below the folder.
static int is_open_below(int file, mode_t kind) {
  struct stat status;
  char link[64], path[PATH_MAX];
  if (file < 0 || syscall(SYS_fstat, file, &status) != 0 || (status.st_mode & S_IFMT) != kind) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

static int is_watched(int file) { return is_open_below(file, S_IFREG); }

/// Whether a name in an open folder is below the folder.
static int is_name_below(int folder, const char *path) {
  return path[0] == '/' || folder == AT_FDCWD ? is_below(path) : is_open_below(folder, S_IFDIR);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define ON_NAME(kind, path) \
  if (is_below(path) && fails(kind)) return -1
#define ON_NAME_IN(kind, folder, path) \
  if (is_name_below(folder, path) && fails(kind)) return -1
#define ON_FILE(kind, file) \
  if (is_watched(file) && fails(kind)) return -1

static int opens(int folder, const char *path, int flags) {
  int changes = (flags & (O_CREAT | O_TRUNC)) || (flags & O_TMPFILE) == O_TMPFILE;
  return (flags & O_DIRECTORY) && !changes ? 0 : is_name_below(folder, path) && fails(changes ? "create" : "open");
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return opens(AT_FDCWD, path, flags) ? -1 : REAL(open)(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return opens(folder, path, flags) ? -1 : REAL(openat)(folder, path, flags, mode);
}

ssize_t read(int file, void *bytes, size_t count) {
  ON_FILE("read", file);
  return REAL(read)(file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t place) {
  ON_FILE("read", file);
  return REAL(pread)(file, bytes, count, place);
}

ssize_t write(int file, const void *bytes, size_t count) {
  if (is_watched(file) && fails("write")) {
    if (errno != 0) return -1;
    count = count > 1 ? count / 2 : count;
  }
  return REAL(write)(file, bytes, count);
}

int close(int file) {
  int mode = fcntl(file, F_GETFL);
  int failed = mode >= 0 && (mode & O_ACCMODE) != O_RDONLY && is_watched(file) && fails("close");
  int error = errno;
  int result = REAL(close)(file);
  if (!failed) return result;
  errno = error;
  return -1;
}

int fsync(int file) {
  ON_FILE("sync", file);
  if (is_open_below(file, S_IFDIR) && fails("sync-folder")) return -1;
  return REAL(fsync)(file);
}

int rename(const char *from, const char *to) {
  ON_NAME("rename", to);
  return REAL(rename)(from, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  ON_NAME_IN("rename", to_folder, to);
  return REAL(renameat)(from_folder, from, to_folder, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  ON_NAME_IN("rename", to_folder, to);
  return REAL(renameat2)(from_folder, from, to_folder, to, flags);
}

int link(const char *from, const char *to) {
  ON_NAME("link", to);
  return REAL(link)(from, to);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  ON_NAME_IN("link", to_folder, to);
  return REAL(linkat)(from_folder, from, to_folder, to, flags);
}

int unlink(const char *path) {
  ON_NAME("unlink", path);
  return REAL(unlink)(path);
}

int unlinkat(int folder, const char *path, int flags) {
  ON_NAME_IN("unlink", folder, path);
  return REAL(unlinkat)(folder, path, flags);
}

int mkdir(const char *path, mode_t mode) {
  ON_NAME("mkdir", path);
  return REAL(mkdir)(path, mode);
}

int mkdirat(int folder, const char *path, mode_t mode) {
  ON_NAME_IN("mkdir", folder, path);
  return REAL(mkdirat)(folder, path, mode);
}

int ftruncate(int file, off_t size) {
  ON_FILE("truncate", file);
  return REAL(ftruncate)(file, size);
}

int fsetxattr(int file, const char *name, const void *value, size_t size, int flags) {
  ON_FILE("mark", file);
  return REAL(fsetxattr)(file, name, value, size, flags);
}

int fchmod(int file, mode_t mode) {
  ON_FILE("mode", file);
  return REAL(fchmod)(file, mode);
}

int futimens(int file, const struct timespec times[2]) {
  ON_FILE("times", file);
  return REAL(futimens)(file, times);
}
#endif
