// SPDX-License-Identifier: Apache-2.0
// Forces of the ground from the gauges alone, and the friction that they show: (1) of identify_disc_ball.hpp.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/core.h>

#include "carom/fit/disc_inverse_dynamics.hpp"
#include "carom/fit/identify_disc_ball.hpp"
#include "carom/fit/local_polynomial.hpp"

namespace carom::study {
namespace {

double median(std::vector<double> list) {
  const auto middle = list.begin() + static_cast<std::ptrdiff_t>(list.size() / 2);
  std::nth_element(list.begin(), middle, list.end());
  return *middle;
}

// [first, last) of samples in one mode.
struct Run {
  std::size_t first, last;
  ContactMode mode;
};

class Phases {
 public:
  Phases(const GaugeRecord& record, const Smoothed& slip, double sigma) : record_(record), slip_(slip) {
    double fastest = 0;
    for (double v : slip.value) fastest = std::max(fastest, std::abs(v));
    for (std::size_t i = 0; i < record.t.size(); ++i)
      band_.push_back(std::max(4 * sigma * slip.value_error[i], 2e-3 * fastest));
    for (std::size_t i = 0; i < record.t.size(); ++i) {
      const ContactMode mode = std::abs(slip.value[i]) <= band_[i] ? ContactMode::stick
                               : slip.value[i] > 0                 ? ContactMode::slip_plus
                                                                   : ContactMode::slip_minus;
      if (runs_.empty() || runs_.back().mode != mode) runs_.push_back({i, i, mode});
      runs_.back().last = i + 1;
    }
    settle();
  }

  const std::vector<Run>& runs() const { return runs_; }

 private:
  double duration(const Run& run) const { return record_.t[run.last - 1] - record_.t[run.first]; }

  // A visit below the band is a stick only if a reversal at the slope beside it would have been shorter.
  void settle() {
    std::vector<Run> kept;
    for (const Run& run : runs_) {
      if (run.mode == ContactMode::stick && !is_stick(run)) {
        const std::size_t middle = (run.first + run.last) / 2;
        const auto sign = [&](std::size_t i) {
          return slip_.value[i] > 0 ? ContactMode::slip_plus : ContactMode::slip_minus;
        };
        add(kept, {run.first, middle, sign(run.first)});
        add(kept, {middle, run.last, sign(run.last - 1)});
      } else {
        add(kept, run);
      }
    }
    // Smoothing overshoots where slip ends in stick: a faint, short slip beside a stick belongs to it.
    runs_.clear();
    for (std::size_t k = 0; k < kept.size(); ++k) {
      Run run = kept[k];
      const bool beside_stick = (k > 0 && kept[k - 1].mode == ContactMode::stick) ||
                                (k + 1 < kept.size() && kept[k + 1].mode == ContactMode::stick);
      if (is_slip(run.mode) && beside_stick && k > 0 && k + 1 < kept.size() && is_faint(run))
        run.mode = ContactMode::stick;
      add(runs_, run);
    }
  }
  bool is_faint(const Run& run) const {
    for (std::size_t i = run.first; i < run.last; ++i)
      if (std::abs(slip_.value[i]) > 2 * band_[i]) return false;
    return duration(run) < 2 * slip_.half_width;
  }
  static void add(std::vector<Run>& list, const Run& run) {
    if (run.first == run.last) return;
    if (!list.empty() && list.back().mode == run.mode)
      list.back().last = run.last;
    else
      list.push_back(run);
  }
  bool is_stick(const Run& run) const {
    const double w = slip_.half_width;
    double slope = 0;
    for (std::size_t i = run.first; i > 0 && record_.t[run.first] - record_.t[i - 1] <= w; --i)
      slope = std::max(slope, std::abs(slip_.slope[i - 1]));
    for (std::size_t i = run.last; i < record_.t.size() && record_.t[i] - record_.t[run.last - 1] <= w; ++i)
      slope = std::max(slope, std::abs(slip_.slope[i]));
    const double reversal = slope > 0 ? 2 * band_[run.first] / slope : 0;
    return duration(run) > std::max(3 * reversal, w);
  }

  const GaugeRecord& record_;
  const Smoothed& slip_;
  std::vector<double> band_;
  std::vector<Run> runs_;
};

Estimate slip_coefficient(const InverseDynamics& d, const GaugeRecord& record, const Smoothed& slip,
                          const std::vector<Run>& runs, double weight) {
  Estimate mu{
      .name = "mu_G", .value = undetermined, .error = undetermined, .determined = false, .note = "no slip phase"};
  const double sharpest = *std::min_element(slip.slope_error.begin(), slip.slope_error.end());
  std::vector<double> ratios;
  double span = 0;
  for (const Run& run : runs) {
    if (!is_slip(run.mode)) continue;
    const double begin = record.t[run.first] + (run.first > 0 ? d.half_width : 0);
    const double end = record.t[run.last - 1] - (run.last < record.t.size() ? d.half_width : 0);
    for (std::size_t i = run.first; i < run.last; ++i) {
      if (record.t[i] < begin || record.t[i] > end || !(d.F_n[i] > 0.05 * weight)) continue;
      if (slip.slope_error[i] > 4 * sharpest) continue;
      ratios.push_back(-slip_sign(run.mode) * d.ratio[i]);
    }
    span += std::max(end - begin, 0.0);
  }
  if (ratios.size() < 3) return mu;
  mu.value = median(ratios);
  std::vector<double> away;
  for (double r : ratios) away.push_back(std::abs(r - mu.value));
  const double independent = std::max(span / (2 * d.half_width), 1.0);
  mu.error = 1.4826 * median(away) / std::sqrt(independent);
  mu.determined = true;
  mu.note.clear();
  return mu;
}

Estimate static_coefficient(const InverseDynamics& d, const std::vector<Run>& runs) {
  Estimate mu_s{
      .name = "mu_s_G", .value = undetermined, .error = undetermined, .determined = false, .note = "no stick phase"};
  for (std::size_t k = 0; k < runs.size(); ++k) {
    if (runs[k].mode != ContactMode::stick) continue;
    double largest = 0;
    for (std::size_t i = runs[k].first; i < runs[k].last; ++i) largest = std::max(largest, std::abs(d.ratio[i]));
    if (k + 1 == runs.size()) {
      if (!mu_s.determined) mu_s.note = fmt::format("the stick phase does not end; at least {:.4g}", largest);
      continue;
    }
    mu_s.value = mu_s.determined ? std::max(mu_s.value, largest) : largest;
    mu_s.determined = true;
    mu_s.note.clear();
  }
  return mu_s;
}

}  // namespace

InverseDynamics inverse_dynamics(const DiscBall& disc, const GaugeRecord& record, double theta_begin, double noise1,
                                 double noise2) {
  const DiscBallSettings& s = disc.settings();
  const std::size_t n = record.t.size();
  std::vector<double> rate(n), slip(n);
  for (std::size_t i = 0; i < n; ++i) {
    rate[i] = rate_of_gauges(s, record.v1[i], record.v2[i]);
    slip[i] = slip_of_gauges(s, record.v1[i], record.v2[i]);
  }
  InverseDynamics d;
  d.half_width = choose_half_width(record.t, slip);
  const Smoothed smooth_slip = smooth(record.t, slip, d.half_width), smooth_rate = smooth(record.t, rate, d.half_width);
  const double sigma = std::hypot(s.h2 * noise1, s.h1 * noise2) / std::abs(s.h2 - s.h1);
  const std::vector<Run> runs = Phases(record, smooth_slip, sigma).runs();

  d.theta_dot = smooth_rate.value;
  d.v_tau = smooth_slip.value;
  double theta = theta_begin;
  for (const Run& run : runs) {
    for (std::size_t i = run.first; i < run.last; ++i) {
      if (i > 0) theta += 0.5 * (rate[i] + rate[i - 1]) * (record.t[i] - record.t[i - 1]);
      const bool on_A = stands_on_A(theta, d.theta_dot[i]);
      const double slip_rate = run.mode == ContactMode::stick ? 0 : smooth_slip.slope[i];
      const GroundForce force = ground_force(disc, on_A, theta, d.theta_dot[i], slip_rate);
      d.theta.push_back(theta);
      d.F_n.push_back(force.F_n);
      d.F_t.push_back(force.F_t);
      d.ratio.push_back(force.ratio());
      d.mode.push_back(run.mode);
      if (i == run.first)
        d.phases.push_back({.t = record.t[i],
                            .contact = on_A ? "A" : "C",
                            .phase = std::string(name(run.mode)),
                            .kind = observe::phase_of(run.mode)});
    }
  }
  d.mu = slip_coefficient(d, record, smooth_slip, runs, s.m_d * s.g);
  d.mu_s = static_coefficient(d, runs);
  return d;
}

}  // namespace carom::study
