#ifndef FAILING_CALLS_H
#define FAILING_CALLS_H

/// A library to be loaded before a program (LD_PRELOAD), which makes one of its calls on files fail.
///
/// It looks at calls on names and files below a folder. Its environment:
///
///   FAILING_FOLDER   the folder, without links in its path; the program's relative names count as well
///   FAILING_KIND     the kind of the call that fails; without it all go on
///   FAILING_CALL     which one of that kind fails, from 1
///   FAILING_ERROR    the `errno` it fails with; 0 makes a write take half of what it was given
///   FAILING_LOG      a file to which the kind of each call is appended, a line each
///
/// Kinds: open, create, read, write, close, sync, sync-folder, rename, link, unlink, mkdir, truncate, mark, mode,
/// times. A call to close closes all the same, as it does on Linux, and only those of files that can be written to count.
enum { failing_calls_version = 1 };

#endif
