// SPDX-License-Identifier: Apache-2.0
#include "carom/model/text_scales.hpp"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

// Of the linear equations at the start: 1/ω of its stiffest part.
double shortest_time(const TextModel& model) {
  const TextFacts& facts = model.facts();
  const auto n = static_cast<std::size_t>(model.freedom());
  std::vector<Once> q(n), u(n), h(n), inverse(n * n);
  double fastest = 0;
  for (std::size_t k = 0; k < 2 * n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      q[i] = Once(facts.q[i], i == k ? 1.0 : 0.0);
      u[i] = Once(facts.u[i], n + i == k ? 1.0 : 0.0);
    }
    const At<Once> at{.t = 0.0, .q = q.data(), .u = u.data()};
    model.equations<Once>().inverse_mass(at, inverse.data());
    model.equations<Once>().force(at, h.data());
    const std::size_t row = k % n;
    Once a = 0.0;
    for (std::size_t l = 0; l < n; ++l) a += inverse[row + l * n] * h[l];
    const double rate = k < n ? std::sqrt(std::abs(a.slope)) : std::abs(a.slope);
    if (std::isfinite(rate)) fastest = std::max(fastest, rate);
  }
  return fastest > 0 ? 1 / fastest : HUGE_VAL;
}

}  // namespace

TextScales scales_of(const TextModel& model, const SaidScales& said) {
  const TextFacts& facts = model.facts();
  const auto n = static_cast<std::size_t>(model.freedom()), nc = static_cast<std::size_t>(model.coordinate_number());
  const At<double> start{.t = 0, .q = facts.q.data(), .u = facts.u.data()};
  TextScales found;
  double length = 0, speed = 0, acceleration = 0;
  std::vector<double> inverse(n * n), h(n);
  model.equations<double>().inverse_mass(start, inverse.data());
  model.equations<double>().force(start, h.data());
  for (std::size_t k = 0; k < nc; ++k) {
    double a = 0;
    for (std::size_t l = 0; l < n; ++l) a += inverse[k + l * n] * h[l];
    if (std::isfinite(a)) acceleration = std::max(acceleration, std::abs(a));
    speed = std::max(speed, std::abs(facts.u[k]));
    length = std::max(length, std::abs(facts.q[k]));
  }
  found.acceleration = acceleration;
  double time = said.time.value_or(said.period.value_or(0));
  double surface = 0, reach = 0;
  constexpr int looks = 16;
  for (int i = 0; i < looks && said.look; ++i) said.look((time > 0 ? time : 1) * i / looks, reach, surface);
  length = std::max(length, reach);
  if (!(length > 0))
    length = speed > 0 && time > 0 ? speed * time : acceleration > 0 && time > 0 ? acceleration * time * time : 1;
  if (said.length) length = *said.length;
  if (!(time > 0)) {
    time = acceleration > 0 ? std::sqrt(2 * length / acceleration) : HUGE_VAL;
    if (std::max(speed, surface) > 0) time = std::min(time, length / std::max(speed, surface));
    time = std::min(time, shortest_time(model));
    if (!std::isfinite(time)) time = 1;
  }
  found.scales = {.length = length,
                  .speed = std::max({length / time, speed, surface, std::sqrt(2 * acceleration * length)}),
                  .time = time};
  found.coordinates.assign(n, length);
  for (std::size_t k = 0; k < nc; ++k)
    if (const double q = std::abs(facts.q[k]); q > 0 && !said.length) found.coordinates[k] = std::max(q, 1e-3 * length);
  for (std::size_t j = nc; j < n; ++j) found.coordinates[j] = std::max(std::abs(facts.u[j]), 1.0) * time;
  return found;
}

}  // namespace carom
