// SPDX-License-Identifier: Apache-2.0
#include "carom/fit/gauge_record.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/fit/disc_inverse_dynamics.hpp"

namespace carom::study {
namespace {

constexpr std::size_t fewest = 20;  // samples
constexpr double longest = 1e6;     // s; a disc falls within one

void check_record(const GaugeRecord& record) {
  if (record.v1.size() != record.t.size() || record.v2.size() != record.t.size())
    throw BadInput("t, v1 and v2 must have as many values each");
  for (std::size_t i = 0; i < record.t.size(); ++i) {
    if (!std::isfinite(record.t[i]) || !std::isfinite(record.v1[i]) || !std::isfinite(record.v2[i]))
      throw BadInput(fmt::format("sample {} of the gauge velocities is not a finite number", i + 1));
    if (std::abs(record.t[i]) > longest)
      throw BadInput(
          fmt::format("sample {} is at t = {} s: times are in seconds, up to {:g} s", i + 1, record.t[i], longest));
    if (i > 0 && record.t[i] < record.t[i - 1])
      throw BadInput(fmt::format("time goes back at sample {}: {} s after {} s", i + 1, record.t[i], record.t[i - 1]));
  }
}

// One sample a time: the last. Where the velocities jump at one time, after the first, there is none: for the least change
// of a parameter an impact of the model comes before or after it, and its residual has no slope. Times with two values
// all over the record are those of a clock with few digits, and no jumps.
GaugeRecord one_a_time(const GaugeRecord& record, std::size_t& jumps) {
  GaugeRecord all, smooth;
  jumps = 0;
  for (std::size_t i = 0, first = 0; i < record.t.size(); ++i) {
    if (i + 1 < record.t.size() && record.t[i + 1] == record.t[i]) continue;
    double change = 0, size = 0;
    for (std::size_t k = first; k <= i; ++k) {
      change = std::max({change, std::abs(record.v1[k] - record.v1[i]), std::abs(record.v2[k] - record.v2[i])});
      size = std::max({size, std::abs(record.v1[k]), std::abs(record.v2[k])});
    }
    const bool jump = first > 0 && change > 1e-9 * size;
    first = i + 1;
    jumps += jump;
    for (GaugeRecord* list : {&all, &smooth}) {
      if (jump && list == &smooth) continue;
      list->t.push_back(record.t[i]);
      list->v1.push_back(record.v1[i]);
      list->v2.push_back(record.v2[i]);
    }
  }
  if (10 * jumps <= all.t.size()) return smooth;
  jumps = 0;
  return all;
}

}  // namespace

UsedRecord used_part(const GaugeRecord& record, std::optional<double> from, std::optional<double> until,
                     const DiscBallSettings& s) {
  check_record(record);
  UsedRecord p;
  const GaugeRecord whole = one_a_time(record, p.jumps);
  double theta = std::numbers::pi / 2, rate_before = 0;
  const double top = std::max(s.h1, s.h2);
  for (std::size_t i = 0; i < whole.t.size(); ++i) {
    const double rate = rate_of_gauges(s, whole.v1[i], whole.v2[i]);
    if (i > 0) theta += 0.5 * (rate + rate_before) * (whole.t[i] - whole.t[i - 1]);
    rate_before = rate;
    if (until && whole.t[i] > *until) break;
    if (!(2 * s.r * std::sin(theta) > top)) {
      p.out_of_sight = true;
      break;
    }
    if (from && whole.t[i] < *from) continue;
    if (p.record.t.empty()) p.theta = theta;
    p.record.t.push_back(whole.t[i]);
    p.record.v1.push_back(whole.v1[i]);
    p.record.v2.push_back(whole.v2[i]);
  }
  if (p.record.t.size() >= fewest) return p;
  throw BadInput(fmt::format("{} samples are too few to identify friction: {} are needed{}", p.record.t.size(), fewest,
                             p.out_of_sight ? " before the upper gauge loses sight of the disc" : ""));
}

}  // namespace carom::study
