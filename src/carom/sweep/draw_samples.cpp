// SPDX-License-Identifier: Apache-2.0
// Samples of a box (sweep.hpp).
//
// Model     Latin hypercube: each range is cut into N equal parts, and every part holds one sample, at a random place in
//           it; the parts of different ranges are shuffled against each other. Sobol's sequence fills the box evenly at
//           every length. On log ranges the logarithm is what is even.
// Source    mckay_beckman_conover_1979; sobol_1967, with the directions of joe_kuo_2008 (Boost.Random).
#include <boost/random/sobol.hpp>

#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "carom/base/bad_input.hpp"
#include "carom/base/random.hpp"
#include "carom/sweep/sweep.hpp"

namespace carom::study {
namespace {

double place(const SampledRange& range, double share) {
  if (!range.log) return range.from + (range.to - range.from) * share;
  return range.from * std::pow(range.to / range.from, share);
}

}  // namespace

std::vector<std::vector<double>> draw_samples(const std::vector<SampledRange>& ranges, Sampling sampling, long N,
                                              std::uint64_t seed) {
  const auto n = static_cast<std::size_t>(N);
  std::vector<std::vector<double>> samples(ranges.size(), std::vector<double>(n));
  if (sampling == Sampling::latin) {
    for (std::size_t k = 0; k < ranges.size(); ++k) {
      Random random(seed, k);
      std::vector<std::size_t> part(n);
      std::iota(part.begin(), part.end(), std::size_t{0});
      for (std::size_t i = n; i > 1; --i) std::swap(part[i - 1], part[random.index(i)]);
      for (std::size_t i = 0; i < n; ++i)
        samples[k][i] = place(ranges[k], (static_cast<double>(part[i]) + random.uniform()) / static_cast<double>(n));
    }
    return samples;
  }
  if (ranges.size() > 1000) throw BadInput("Sobol's sequence is for at most 1000 ranges");
  boost::random::sobol sequence(ranges.size());
  constexpr double whole = 18446744073709551616.0;  // 2⁶⁴
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < ranges.size(); ++k)
      samples[k][i] = place(ranges[k], static_cast<double>(sequence() >> 11) * 0x1p11 / whole);
  return samples;
}

}  // namespace carom::study
