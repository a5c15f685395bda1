#include "weighting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LOBES = 3;

// sinc(x) sinc(x / 3) at an angle of πx / 3 whose sine is known: sin 3t = 3 sin t - 4 sin³ t.
static double lanczos(double angle, double sine) {
  if (fabs(angle) < 1e-9) return 1;
  if (fabs(angle) >= M_PI) return 0;
  double square = sine * sine;
  return square * (3 - 4 * square) / (LOBES * angle * angle);
}

static int within(double place, int length) {
  return place <= 0 ? 0 : place >= length - 1 ? length - 1 : (int)place;
}

// The angle from one sample to the next.
typedef struct {
  double angle, sine, cosine;
} turn;

static turn turn_by(double angle) { return (turn){angle, sin(angle), cos(angle)}; }

// The exact weights of one sample, in samples of the plane from `first` to `last`; those that lie
// beyond it count for its edge. Sines are those of the sample before, turned on: that is several times
// faster, and as exact by far as is needed.
static double exact(
    double centre, double reach, turn step, int first, int last, int length, double *weights) {
  double sum = 0;
  double low = ceil(centre - reach), high = floor(centre + reach);
  turn here = turn_by((low - centre) * step.angle);
  for (int k = 0; k <= last - first; k++) weights[k] = 0;
  for (double place = low; place <= high; place++) {
    double weight = lanczos((place - centre) * step.angle, here.sine);
    weights[within(place, length) - first] += weight;
    sum += weight;
    double sine = here.sine * step.cosine + here.cosine * step.sine;
    here.cosine = here.cosine * step.cosine - here.sine * step.sine;
    here.sine = sine;
  }
  return sum;
}

// Whole numbers that add up to exactly 1: what rounding leaves over goes to the next.
static void rounded(const double *exact, double sum, int count, int16_t *weights) {
  double left = 0;
  int total = 0, largest = 0;
  for (int k = 0; k < count; k++) {
    double wanted = exact[k] / sum * (1 << WEIGHT_BITS) + left;
    int weight = (int)(wanted < 0 ? wanted - 0.5 : wanted + 0.5);
    left = exact[k] == 0 ? left : wanted - weight;
    if (exact[k] == 0) weight = 0;
    weights[k] = (int16_t)weight;
    total += weight;
    if (weight > weights[largest]) largest = k;
  }
  weights[largest] = (int16_t)(weights[largest] + (1 << WEIGHT_BITS) - total);
}

int imgtool_weigh(imgtool_side side, weighting *weights) {
  double step = (side.span.to - side.span.from) / side.made;
  double width = fmax(fabs(step), 1), reach = LOBES * width;
  turn turn_on = turn_by(M_PI / reach);
  // What lies beyond the plane is folded back on it: a sample has no more weights than the plane samples.
  int most = (int)fmin(2 * reach + 1, side.length);
  weights->count = side.made;
  weights->taps = (most + LANES - 1) / LANES * LANES;
  weights->starts = calloc((size_t)side.made, sizeof *weights->starts);
  weights->weights =
      calloc((size_t)side.made * (size_t)weights->taps, sizeof *weights->weights);
  double *room = calloc((size_t)weights->taps + 1, sizeof *room);
  int done = weights->starts && weights->weights && room;
  for (int i = 0; done && i < side.made; i++) {
    double centre = side.span.from + (i + 0.5) * step - 0.5;
    // Farther outside there is nothing but the edge.
    centre = fmin(fmax(centre, -reach), side.length - 1 + reach);
    int first = within(ceil(centre - reach), side.length);
    int last = within(floor(centre + reach), side.length);
    double sum = exact(centre, reach, turn_on, first, last, side.length, room);
    weights->starts[i] = first;
    rounded(room, sum, last - first + 1, weights->weights + (size_t)i * (size_t)weights->taps);
  }
  free(room);
  return done;
}

int imgtool_pair(weighting *weights) {
  size_t taps = (size_t)weights->taps, eights = (size_t)weights->count / 8;
  int16_t *next = malloc((eights * 8 * taps + 1) * sizeof *next);
  weights->paired = next;
  for (size_t i = 0; next && i < eights; i++) {
    for (size_t one = i * 8; one < i * 8 + 4; one++) {
      for (size_t k = 0; k < taps; k += LANES, next += 2 * LANES) {
        memcpy(next, weights->weights + one * taps + k, LANES * sizeof *next);
        memcpy(next + LANES, weights->weights + (one + 4) * taps + k, LANES * sizeof *next);
      }
    }
  }
  return next != NULL;
}
