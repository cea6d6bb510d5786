// SPDX-License-Identifier: Apache-2.0
// How much of a map each attractor has.
#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "carom/analysis/basins.hpp"

namespace carom::study {

long BasinMap::missing() const {
  const auto followed =
      std::count_if(pending.begin(), pending.end(), [](const auto& point) { return point.level == 0; });
  return static_cast<long>(std::count(label.begin(), label.end(), not_computed) - followed);
}

std::string BasinMap::words(int which) const {
  if (which >= 0 && static_cast<std::size_t>(which) < attractors.size())
    return attractors[static_cast<std::size_t>(which)].name;
  const std::size_t reason = static_cast<std::size_t>(-2 - which);
  return which <= -2 && reason < reasons.size() ? reasons[reason] : "not computed";
}

std::vector<BasinShare> shares_of(const BasinMap& map, bool mirror_together) {
  // Area and its variance by label; refined pixels take the place of those they were cut from.
  std::map<int, double> area, variance;
  const long nx = map.columns(), ny = map.rows();
  const double pixel = 1.0 / (static_cast<double>(nx) * static_cast<double>(ny));
  const auto class_of = [&](int label) {
    if (label < 0 || !mirror_together) return label;
    const int mirror = map.attractors[static_cast<std::size_t>(label)].mirror;
    return mirror >= 0 ? std::min(label, mirror) : label;
  };
  std::vector<std::unordered_map<std::uint64_t, bool>> cut(map.refined.size());
  for (std::size_t level = 0; level < map.refined.size(); ++level)
    for (const RefinedPixel& p : map.refined[level])
      cut[level][static_cast<std::uint64_t>(p.j / 2) << 32 | static_cast<std::uint64_t>(p.i / 2)] = true;
  const auto is_cut = [&](std::size_t level, long i, long j) {
    return level < cut.size() &&
           cut[level].contains(static_cast<std::uint64_t>(j) << 32 | static_cast<std::uint64_t>(i));
  };
  const auto block = [&](const std::vector<int>& labels, double each) {
    std::map<int, int> count;
    for (const int label : labels) ++count[label];
    const auto n = static_cast<double>(labels.size());
    for (const auto& [label, k] : count) {
      area[label] += each * k;
      if (n > 1) variance[label] += each * each * n * (k / n) * (1 - k / n) * n / (n - 1);
    }
  };
  for (long j = 0; j < ny; j += 2)
    for (long i = 0; i < nx; i += 2) {
      std::vector<int> labels;
      for (long b = j; b < std::min(j + 2, ny); ++b)
        for (long a = i; a < std::min(i + 2, nx); ++a)
          if (!is_cut(0, a, b)) labels.push_back(class_of(map.label[static_cast<std::size_t>(b * nx + a)]));
      if (!labels.empty()) block(labels, pixel);
    }
  for (std::size_t level = 0; level < map.refined.size(); ++level) {
    const double each = pixel / std::pow(4.0, static_cast<double>(level + 1));
    const std::vector<RefinedPixel>& pixels = map.refined[level];
    for (std::size_t k = 0; k + 3 < pixels.size(); k += 4) {  // the four of one pixel follow one another
      std::vector<int> labels;
      for (std::size_t n = k; n < k + 4; ++n)
        if (!is_cut(level + 1, pixels[n].i, pixels[n].j)) labels.push_back(class_of(pixels[n].label));
      if (!labels.empty()) block(labels, each);
    }
  }
  std::vector<BasinShare> shares;
  for (const auto& [label, fraction] : area) {
    BasinShare share{
        .name = map.words(label), .labels = {label}, .fraction = fraction, .error = std::sqrt(variance[label])};
    if (label >= 0 && mirror_together) {
      const int mirror = map.attractors[static_cast<std::size_t>(label)].mirror;
      if (mirror >= 0 && mirror != label) {
        share.labels.push_back(mirror);
        share.name += " or its mirror image";
      }
    }
    shares.push_back(std::move(share));
  }
  std::stable_sort(shares.begin(), shares.end(),
                   [](const BasinShare& a, const BasinShare& b) { return a.fraction > b.fraction; });
  return shares;
}

}  // namespace carom::study
