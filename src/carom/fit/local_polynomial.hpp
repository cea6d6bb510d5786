// SPDX-License-Identifier: Apache-2.0
// Values and slopes of a noisy record by local polynomials; the noise itself from neighbouring samples.
//
// Model     Around each sample t_i a polynomial of degree p is fitted by least squares to the samples within the half
//           width w; its value and slope at t_i are the smoothed ones. On evenly spaced samples this is the filter of
//           Savitzky and Golay; uneven samples and the ends need no special case.
//   (1)  ŷ_i = Σ_j l_ij y_j,  ŷ′_i = Σ_j l′_ij y_j        with standard errors σ √(Σ l_ij²), σ √(Σ l′_ij²)
//   (2)  w minimises Σ_i ((y_i − ŷ_i)/(1 − l_ii))²        leave-one-out: what a sample says of those beside it
//   (3)  d_i = y_i − (1 − a) y_{i−1} − a y_{i+1},  a = (t_i − t_{i−1})/(t_{i+1} − t_{i−1}),
//        σ = 1.4826 median |d_i| / √(1 + a² + (1 − a)²)   noise: what a straight line between neighbours misses
//
// Symbols   t time [s], y the record, w half width [s], l weights, σ standard deviation of the noise of one sample.
// Source    savitzky_golay_1964; gasser_sroka_jennensteinmetz_1986 for (3), here with the median against jumps.
// Limits    Noise of neighbouring samples must be independent. A kink is rounded over 2w.
#pragma once

#include <span>
#include <vector>

namespace carom::study {

struct Smoothed {
  double half_width = 0;  // s
  std::vector<double> value, slope;
  std::vector<double> value_error, slope_error;  // in units of σ
};

// (1). Times must increase. Where the window holds fewer than degree + 2 samples it is widened to the nearest so many.
Smoothed smooth(std::span<const double> t, std::span<const double> y, double half_width, int degree = 2);

// (2), over a ladder of widths up to a quarter of the record.
double choose_half_width(std::span<const double> t, std::span<const double> y, int degree = 2);

// (3); needs three samples.
double noise_of(std::span<const double> t, std::span<const double> y);

}  // namespace carom::study
