// How much each sample of a plane counts for one that is made.
#ifndef IMGTOOL_RESAMPLING_WEIGHTING_H
#define IMGTOOL_RESAMPLING_WEIGHTING_H

#include "kernels.h"

// 0 without memory.
int imgtool_weigh(imgtool_side side, weighting *weights);

// Makes the weights in pairs from those there are; 0 without memory.
int imgtool_pair(weighting *weights);

#endif
