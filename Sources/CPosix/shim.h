// What Linux offers and Swift's Glibc module leaves out: GNU's extensions, two headers, and macros
// that the importer can't read. <fcntl.h> must not come in here: its macros would then exist twice.
#pragma once

#if defined(__linux__)
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <malloc.h>
#include <sched.h>
#include <stdio.h>
#include <sys/xattr.h>

// UTIME_OMIT of <sys/stat.h>: leave this time as it is.
static const long imgtool_UTIME_OMIT = (1l << 30) - 2l;

// How many processors this process may run on, or -1. CPU_COUNT is a macro with arguments.
static inline int imgtool_affinity_count(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return -1;
  return CPU_COUNT(&set);
}
#endif
