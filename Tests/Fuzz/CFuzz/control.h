// How an input is taken: its last bytes say what is done with those before them, so that a seed is a file
// with a few bytes behind it.
#ifndef IMGTOOL_FUZZ_CONTROL_H
#define IMGTOOL_FUZZ_CONTROL_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { CONTROL_BYTES = 8 };

// Says what is wrong and ends the run, which keeps the input.
#define FAIL(...) (fprintf(stderr, "fuzz: " __VA_ARGS__), fputc('\n', stderr), abort())

// A fraction from -0.25 to 1.25: edges may lie outside of a picture.
static inline double fraction(uint8_t byte) { return (double)byte / 170 - 0.25; }

#endif
