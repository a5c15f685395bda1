// What Linux offers and Swift's Glibc module leaves out. Its headers must look here as they do
// there, so _GNU_SOURCE is not set: what stands behind it is declared or spelled out instead.
#pragma once

#if defined(__linux__)
#include <malloc.h>
#include <sched.h>
#include <sys/xattr.h>

// UTIME_OMIT of <sys/stat.h>: leave this time as it is.
static const long imgtool_UTIME_OMIT = (1l << 30) - 2l;

// RENAME_NOREPLACE of <stdio.h>: fail where the new name is taken.
static const unsigned int imgtool_RENAME_NOREPLACE = 1;

// renameat2(2).
int renameat2(int, const char *, int, const char *, unsigned int);

// ioctl(2).
int ioctl(int, unsigned long, ...);

// ioctl_ficlone(2): both files share the blocks of `from` until one of them is written to. The number
// is FICLONE of <linux/fs.h> on x86, ARM and RISC-V.
static inline int imgtool_clone(int to, int from) { return ioctl(to, 0x40049409ul, from); }

// sched_getaffinity(2).
int sched_getaffinity(pid_t, size_t, cpu_set_t *);

// How many processors this process may run on, or -1. Counting a set is a macro with arguments.
static inline int imgtool_affinity_count(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return -1;
  return __sched_cpucount(sizeof set, &set);
}
#endif
