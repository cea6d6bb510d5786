// SPDX-License-Identifier: Apache-2.0
#include "carom/observe/rod_measures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/base/constants.hpp"

namespace carom::observe {
namespace {

constexpr double slow_touch = 0.05;    // (4)
constexpr double short_flight = 0.02;  // periods

template <class Of>
MeanValue mean_over(const std::vector<particles::PlateCollision>& events, Of&& of) {
  MeanValue m;
  m.n = static_cast<long>(events.size());
  if (events.empty()) return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN(), 0};
  for (const auto& event : events) m.mean += of(event);
  m.mean /= static_cast<double>(m.n);
  double square = 0;
  for (const auto& event : events) square += (of(event) - m.mean) * (of(event) - m.mean);
  if (m.n > 1) m.error = std::sqrt(square / static_cast<double>(m.n - 1) / static_cast<double>(m.n));
  return m;
}

}  // namespace

const char* name(DriftDirection direction) {
  switch (direction) {
    case DriftDirection::forward: return "forward";
    case DriftDirection::none: return "none";
    case DriftDirection::reverse: return "reverse";
    case DriftDirection::unknown: break;
  }
  return "unknown";
}

RodObserver::RodObserver(std::size_t rods, double period, double plate_speed, int blocks)
    : rods_(rods),
      period_(period),
      plate_speed_(plate_speed),
      blocks_(blocks),
      last_end_(rods, std::numeric_limits<double>::quiet_NaN()) {}

void RodObserver::sample(double t, std::span<const double> along, std::span<const double> tilt,
                         std::span<const double> signed_tilt) {
  const auto n = static_cast<double>(rods_);
  double sum = 0, angle = 0, square = 0, towards = 0;
  for (std::size_t i = 0; i < rods_; ++i) {
    sum += along[i];
    angle += tilt[i];
    square += tilt[i] * tilt[i];
    towards += signed_tilt[i];
  }
  times_.push_back(t);
  mean_along_.push_back(sum / n);
  tilt_sum_ += angle / n;
  spread_sum_ += std::sqrt(std::max(0.0, square / n - angle / n * angle / n));
  signed_sum_ += towards / n;
}

void RodObserver::collisions(std::span<const particles::PlateCollision> events) {
  for (const particles::PlateCollision& event : events) {
    ++touches_;
    double& last = last_end_[static_cast<std::size_t>(event.rod)];
    const double flight = (event.before.t - last) / period_;
    last = event.after.t;
    // A rod whose other end touches in the meantime is not in flight.
    const bool micro = !(event.before.v < -slow_touch) || flight < short_flight;
    if (micro) {
      ++micro_;
      continue;
    }
    if (flight >= short_flight) flights_.push_back(flight);
    events_.push_back(event);
  }
}

bool RodObserver::consistent() const {
  return last_end_.size() == rods_ && times_.size() == mean_along_.size() &&
         std::all_of(events_.begin(), events_.end(), [&](const particles::PlateCollision& event) {
           return event.rod >= 0 && static_cast<std::size_t>(event.rod) < rods_;
         });
}

RodMeasures RodObserver::measures() const {
  RodMeasures m;
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const std::size_t n = times_.size();
  m.drift = m.drift_error = m.tilt = m.tilt_spread = m.signed_tilt = none;
  if (n > 0) {
    m.tilt = tilt_sum_ / static_cast<double>(n);
    m.tilt_spread = spread_sum_ / static_cast<double>(n);
    m.signed_tilt = signed_sum_ / static_cast<double>(n);
  }
  if (n > 1) m.drift = (mean_along_.back() - mean_along_.front()) / (times_.back() - times_.front());  // (1)
  const auto blocks = static_cast<std::size_t>(blocks_);
  if (n > blocks) {  // (2)
    double sum = 0, square = 0;
    for (std::size_t b = 0; b < blocks; ++b) {
      const std::size_t from = b * (n - 1) / blocks, to = (b + 1) * (n - 1) / blocks;
      const double v = (mean_along_[to] - mean_along_[from]) / (times_[to] - times_[from]);
      sum += v;
      square += v * v;
    }
    const auto k = static_cast<double>(blocks_);
    m.drift_error = std::sqrt(std::max(0.0, square / k - sum / k * sum / k) / (k - 1));
  }
  // (3)
  const double least = std::max(3 * m.drift_error, 0.002 * plate_speed_);
  if (!std::isfinite(m.drift_error))
    m.direction = DriftDirection::unknown;
  else if (std::abs(m.drift) > least)
    m.direction = (m.drift > 0) == (m.signed_tilt > 0) ? DriftDirection::forward : DriftDirection::reverse;

  m.collisions = static_cast<long>(events_.size());
  m.micro_share = touches_ > 0 ? static_cast<double>(micro_) / static_cast<double>(touches_) : none;
  using Collision = particles::PlateCollision;
  m.c_x = mean_over(events_, [](const Collision& c) { return c.before.c_x; });
  m.c_z = mean_over(events_, [](const Collision& c) { return c.before.c_z; });
  m.omega = mean_over(events_, [](const Collision& c) { return c.before.omega; });
  m.c_x_plus = mean_over(events_, [](const Collision& c) { return c.after.c_x; });
  m.c_z_plus = mean_over(events_, [](const Collision& c) { return c.after.c_z; });
  m.omega_plus = mean_over(events_, [](const Collision& c) { return c.after.omega; });
  m.V_plate = mean_over(events_, [](const Collision& c) { return c.before.V_plate; });
  m.energy_ratio = mean_over(events_, [](const Collision& c) { return c.energy_ratio(); }).mean;
  m.restitution = m.flight_time = m.long_flights = m.downward = none;
  if (!events_.empty()) {
    std::vector<double> ratios;
    for (const Collision& c : events_) ratios.push_back(c.restitution());
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    m.restitution = *middle;
    const auto count = static_cast<double>(events_.size());
    m.downward = 0;
    for (const Collision& c : events_) {
      const auto bins = m.landing_phase.size();
      const auto bin =
          std::min(bins - 1, static_cast<std::size_t>(c.before.phase / (2 * pi) * static_cast<double>(bins)));
      m.landing_phase[bin] += static_cast<double>(bins) / (2 * pi) / count;
      m.downward += (c.before.V_plate < 0) / count;
      m.regimes[static_cast<std::size_t>(regime(c))] += 1 / count;
    }
  }
  if (!flights_.empty()) {
    m.flight_time = m.long_flights = 0;
    for (double flight : flights_) {
      m.flight_time += flight / static_cast<double>(flights_.size());
      m.long_flights += (flight > 1) / static_cast<double>(flights_.size());
    }
  }
  return m;
}

}  // namespace carom::observe
