// SPDX-License-Identifier: Apache-2.0
// The two oracles against the event-driven run: compliant contacts as the stiffness grows, Moreau's time stepping as
// the step falls. Same dimer, same start, same friction everywhere; chatter summed, so that no threshold enters.
#include <algorithm>
#include <cmath>

#include "carom/engine/compliant_motion.hpp"
#include "carom/engine/moreau.hpp"
#include "carom/systems/dimer_engine.hpp"
#include "papers/dimer/evidence.hpp"

namespace carom::papers::dimer {

namespace {

using Path = std::vector<Vector<3>>;  // q at the times of comparison

struct PathRecorder {
  const std::vector<double>& times;
  Path path;

  void segment(const Segment<Dimer>& segment) {
    while (path.size() < times.size() && times[path.size()] <= segment.t1())
      path.push_back(segment.at(times[path.size()]).q);
  }
  template <class Batch>
  void event(const Batch&) {}
  bool stop() const { return false; }
};

// From a sequence of steps: the cubic through both ends of the step with their velocities.
struct StepRecorder {
  const std::vector<double>& times;
  State<3> before;
  Path path;

  void operator()(double t, const Vector<3>& q, const Vector<3>& u) {
    const double h = t - before.t;
    for (; path.size() < times.size() && times[path.size()] <= t;) {
      const double s = (times[path.size()] - before.t) / h, s2 = s * s, s3 = s2 * s;
      path.push_back((1 - 3 * s2 + 2 * s3) * before.q + (3 * s2 - 2 * s3) * q +
                     h * ((s - 2 * s2 + s3) * before.u + (s3 - s2) * u));
    }
    before = {.t = t, .q = q, .u = u};
  }
};

double distance(const Path& a, const Path& b, double half_length) {
  if (a.size() != b.size()) return std::nan("");
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const Vector<3> d = a[k] - b[k];
    largest = std::max({largest, std::abs(d[0]), std::abs(d[1]), half_length * std::abs(d[2])});
  }
  return largest;
}

double observed_order(const std::vector<double>& x, const std::vector<double>& error) {
  // Slope of the logarithms by least squares.
  double sx = 0, sy = 0, sxx = 0, sxy = 0, n = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!(error[k] > 0)) continue;
    const double a = std::log(x[k]), b = std::log(error[k]);
    sx += a, sy += b, sxx += a * a, sxy += a * b, n += 1;
  }
  return n > 1 ? (n * sxy - sx * sy) / (n * sxx - sx * sx) : std::nan("");
}

}  // namespace

Convergence compare_oracles(const GatherOptions& options) {
  Convergence result;
  DimerSettings settings = settings_of({.A_r = 3.9, .mu_i = 0.12}, options.base);
  for (ContactLaw& law : settings.law) law.mu_s = law.mu_s_i = law.mu_c = law.mu_i = 0.12;
  settings.closing = 0;
  const Dimer dimer(settings);
  result.until = 1.5 * dimer.period();
  std::vector<double> times;
  for (int k = 1; k <= 60; ++k) times.push_back(result.until * k / 60.0 * (1 - 1e-9));
  const auto reference = [&](Restitution law) {
    PathRecorder recorder{times, {}};
    RunOptions run;
    run.t_end = result.until;
    run.impact.law = law;
    run_watched(dimer, dimer.initial_state(), run, recorder);
    return recorder.path;
  };
  const Path energetic = reference(Restitution::energetic), newton = reference(Restitution::newton);

  const int compliant = options.effort.quick ? 4 : 7, moreau = options.effort.quick ? 5 : 8;
  for (int k = 0; k < compliant; ++k)
    result.compliant_scale.push_back(std::pow(10, 9 + k * (options.effort.quick ? 1.5 : 1)));
  for (int k = 0; k < moreau; ++k) result.moreau_h.push_back(1e-4 * std::pow(10, -0.5 * k));
  result.compliant_error.resize(compliant);
  result.moreau_error.resize(moreau);
  for_each_point(compliant + moreau, options.effort, [&](int k) {
    StepRecorder recorder{times, dimer.initial_state(), {}};
    if (k < compliant) {
      run_compliant(dimer, dimer.initial_state(), result.until, {.stiffness_scale = result.compliant_scale[k]},
                    recorder);
      result.compliant_error[k] = distance(recorder.path, energetic, dimer.body().l / 2);
    } else {
      run_moreau(dimer, dimer.initial_state(), result.until, {.h = result.moreau_h[k - compliant]}, recorder);
      result.moreau_error[k - compliant] = distance(recorder.path, newton, dimer.body().l / 2);
    }
  });
  result.compliant_order = observed_order(result.compliant_scale, result.compliant_error);
  result.moreau_order = observed_order(result.moreau_h, result.moreau_error);
  return result;
}

}  // namespace carom::papers::dimer
