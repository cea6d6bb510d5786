// SPDX-License-Identifier: Apache-2.0
#include "carom/analysis/attractor.hpp"

#include <algorithm>
#include <cmath>

namespace carom::study {
namespace {

constexpr double rounding = 1e-9;  // of a state followed to the tolerances of a run
constexpr int ticks_at_rest = 3;
constexpr long extra_flashes = 4;   // two equal states in a row may be part of a longer period
constexpr double same_time = 1e-4;  // what the times of two returns to an orbit may differ by, as a part of them
constexpr long patience = 500;      // flashes for which a motion that hardly moves may still come to rest
// What two points of an orbit that are one may differ by, in tolerances: by (1) each is within two of its limit, if the way
// shrinks as a geometric series; one that turns as it shrinks does so less evenly.
constexpr double one_point = 10;

}  // namespace

StateMetric::StateMetric(const FlowMap& map) : weight(map.scale().cwiseInverse()), dof(map.dof()), turns(map.turns()) {
  for (const int k : map.free_coordinates()) weight[k] = 0;
}

double StateMetric::distance(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const {
  double largest = 0;
  for (Eigen::Index i = 0; i < weight.size(); ++i) {
    double change = a[i] - b[i];
    for (const auto& [k, turn] : turns)
      if (k == i) change -= turn * std::round(change / turn);
    const double part = std::abs(change) * weight[i];
    if (!(part <= largest)) largest = part;  // and not-a-number stays
  }
  return largest;
}

double StateMetric::speed(const Eigen::VectorXd& z) const {
  return z.tail(dof).cwiseAbs().cwiseProduct(weight.tail(dof)).maxCoeff();
}

bool same_orbit(const StateMetric& metric, const Attractor& a, const Attractor& b, double radius) {
  const std::size_t m = a.points.size(), n = std::max(m, b.points.size());
  if ((a.period == 0) != (b.period == 0) || m == 0 || b.points.empty() || n % m != 0 || n % b.points.size() != 0)
    return false;
  for (std::size_t shift = 0; shift < n; ++shift) {
    std::size_t k = 0;
    while (k < n && metric.distance(a.points[k % m], b.points[(k + shift) % b.points.size()]) < radius) ++k;
    if (k == n) return true;
  }
  return false;
}

Settling::Settling(const StateMetric& metric, const std::vector<Attractor>& known, const SettlingOptions& options)
    : metric_(metric),
      known_(known),
      options_(options),
      ring_(static_cast<std::size_t>(2 * options.max_period + 1)),
      times_(ring_.size()),
      kept_(static_cast<std::size_t>(options.max_period)) {}

const Eigen::VectorXd& Settling::before(long n) const {
  return ring_[static_cast<std::size_t>(count_ - 1 - n) % ring_.size()];
}

double Settling::return_time(long n, long period) const {
  const auto at = [&](long k) { return times_[static_cast<std::size_t>(count_ - 1 - k) % ring_.size()]; };
  return at(n) - at(n + period);
}

bool Settling::see(Flash kind, double t, const Eigen::VectorXd& z) {
  if (kind == Flash::tick) return !rest(t, z);
  ring_[static_cast<std::size_t>(count_) % ring_.size()] = z;
  times_[static_cast<std::size_t>(count_) % ring_.size()] = t;
  ++count_;
  return !(recognise(z) || settle(t, z));
}

bool Settling::recognise(const Eigen::VectorXd& z) {
  if (attractor_ >= 0) {
    const Attractor& orbit = known_[static_cast<std::size_t>(attractor_)];
    phase_ = (phase_ + 1) % orbit.points.size();
    const double d = metric_.distance(z, orbit.points[phase_]);
    if (d < options_.radius) {
      ++followed_;
      if (followed_ < orbit.period + 3 || !(d < first_distance_ || d < options_.tolerance)) return false;
      verdict_ = Verdict::recognised;
      return true;
    }
    attractor_ = -1;
  }
  double nearest = options_.radius;
  for (std::size_t a = 0; a < known_.size(); ++a)
    for (std::size_t k = 0; k < known_[a].points.size(); ++k) {
      const double d = metric_.distance(z, known_[a].points[k]);
      if (!(d < nearest) || known_[a].period == 0) continue;
      nearest = first_distance_ = d;
      attractor_ = static_cast<int>(a);
      phase_ = k;
      followed_ = 0;
    }
  return false;
}

bool Settling::settle(double t, const Eigen::VectorXd& z) {
  int period = 0;
  for (int p = 1; p <= options_.max_period && p < count_; ++p) {
    long& kept = kept_[static_cast<std::size_t>(p - 1)];
    kept = metric_.distance(z, before(p)) < options_.tolerance ? kept + 1 : 0;
    if (period == 0 && kept >= p + extra_flashes && count_ > 2 * p) period = p;
  }
  if (period == 0) return false;
  const double d = metric_.distance(z, before(period));
  const double earlier = metric_.distance(before(period), before(2 * period));
  if (d > rounding && !(d < 0.99 * earlier && d * d / (earlier - d) < options_.tolerance)) return false;
  // Hardly anything moves between two points of the section: it may come to rest, which the ticks will tell.
  if (tick_.size() > 0 && period == 1 && kept_[0] < patience && metric_.distance(z, tick_) < 100 * options_.tolerance)
    return false;
  const double last = return_time(0, period), earlier_time = return_time(period, period);
  if (std::abs(last - earlier_time) > same_time * earlier_time) return false;
  period = smallest_period(period);
  orbit_ = {.period = period, .t = t};
  for (int k = period - 1; k >= 0; --k) orbit_.points.push_back(before(k));
  verdict_ = Verdict::settled;
  return true;
}

// The smallest divisor after which the points of an orbit of this period are the same again.
int Settling::smallest_period(int period) const {
  const auto repeats = [&](int divisor) {
    for (long k = 0; k < period; ++k)
      if (!(metric_.distance(before(k), before(k + divisor)) < one_point * options_.tolerance)) return false;
    return true;
  };
  int divisor = 1;
  while (divisor < period && !(period % divisor == 0 && repeats(divisor))) ++divisor;
  return divisor;
}

bool Settling::rest(double t, const Eigen::VectorXd& z) {
  const bool still =
      tick_.size() > 0 && metric_.distance(z, tick_) < options_.tolerance && metric_.speed(z) < 10 * options_.tolerance;
  still_ = still ? still_ + 1 : 0;
  tick_ = z;
  if (still_ < ticks_at_rest) return false;
  for (std::size_t a = 0; a < known_.size(); ++a) {
    if (known_[a].period != 0 || !(metric_.distance(z, known_[a].points[0]) < options_.radius)) continue;
    attractor_ = static_cast<int>(a);
    verdict_ = Verdict::recognised;
    return true;
  }
  orbit_ = {.period = 0, .t = t, .points = {z}};
  verdict_ = Verdict::settled;
  return true;
}

}  // namespace carom::study
