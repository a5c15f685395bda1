// What libFuzzer gives to targets that are written in C, and its own entry.
#ifndef IMGTOOL_FUZZ_H
#define IMGTOOL_FUZZ_H

#include <stddef.h>
#include <stdint.h>

// A target: looks at an input, and aborts where something is wrong that no sanitizer sees.
typedef int (*imgtool_fuzz_target)(const uint8_t *bytes, size_t count);

// A JPEG's planes, once by what the house reads itself and once by libjpeg alone.
int imgtool_fuzz_jpeg_planes(const uint8_t *bytes, size_t count);

// A JPEG's coefficients: turned, requantized, written, and read again.
int imgtool_fuzz_jpeg_coefficients(const uint8_t *bytes, size_t count);

// Planes brought to other sizes, once by wide vectors and once by plain code.
int imgtool_fuzz_resampling(const uint8_t *bytes, size_t count);

// libFuzzer's (compiler-rt, "Using libFuzzer as a library").
int LLVMFuzzerRunDriver(int *count, char ***arguments, imgtool_fuzz_target target);

#endif
