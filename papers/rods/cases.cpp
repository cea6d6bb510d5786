// SPDX-License-Identifier: Apache-2.0
#include "papers/rods/cases.hpp"

#include <cmath>

namespace carom::papers::rods {

study::RodRun row_run(double phi) {
  study::RodRun run;
  run.phi = phi * deg;
  run.dt = 1e-4;
  return run;
}

study::RodRun row_run_of_length(double L) {
  study::RodRun run = row_run(0);
  run.L = L;
  return run;
}

study::RodRun ring_run(int N) {
  study::RodRun run = study::annulus_run();
  run.N = N;
  run.dt = 1e-4;
  return run;
}

void hasten(study::RodRun& run) {
  run.dt = 2e-4;
  run.cycles = 80;
  if (run.geometry != study::RodGeometry::annulus) return;
  run.transient = 32;
  run.cycles = 70;
}

study::RodRun single_run(double phi) {
  study::RodRun run;
  run.geometry = study::RodGeometry::single;
  run.phi = phi * deg;
  run.mu_rb = 0.4;
  run.c_x = 0.35;
  run.c_z = -0.7;
  run.gravity = 0;
  run.Gamma = 0;
  run.dt = 2e-5;
  return run;
}

study::RodRun length_run(double l, particles::Inertia inertia, bool rescaled) {
  study::RodRun run = row_run_of_length(41.4);
  run.l = l;
  run.Gamma = 2.5;
  run.inertia = inertia;
  if (rescaled) {
    const double mass = particles::make_rod(l).mass, usual = particles::make_rod(9.5).mass;
    run.law.gamma_n *= std::pow(usual / mass, 0.6);
    run.law.gamma_t = run.law.gamma_n;
  }
  return run;
}

namespace {

// How far from the middle the end of an axis may be, along the chord that touches the inner wall.
double reach_round(const study::RodRun& run) {
  return std::sqrt(std::pow(run.R_o - 0.5, 2) - std::pow(run.R_i + 0.5, 2));
}

double reach_flat(const study::RodRun& run, double tilt) {
  double low = 0, high = run.R_o;
  while (high - low > 1e-10) {
    const double y = 0.5 * (low + high);
    double farthest = 0;
    for (int k = 0; k < 3600; ++k) {
      const double a = 0.1 * k * deg;
      farthest = std::max(farthest,
                          std::hypot(run.R_i + 0.5 + 0.5 * std::cos(a), y + 0.5 * std::sin(a) * std::cos(tilt * deg)));
    }
    (farthest > run.R_o ? high : low) = y;
  }
  return low;
}

}  // namespace

double largest_tilt(Ends ends, const study::RodRun& run) {
  double low = 10, high = 89;
  while (high - low > 1e-3) {
    const double tilt = 0.5 * (low + high), s = std::sin(tilt * deg);
    const double room = ends == Ends::round      ? 2 * reach_round(run) - (run.l - 1) * s
                        : ends == Ends::one_flat ? reach_round(run) + reach_flat(run, tilt) - (run.l - 0.5) * s
                                                 : 2 * reach_flat(run, tilt) - run.l * s;
    (room > 0 ? low : high) = tilt;
  }
  return low;
}

double in_cm_per_s(const study::RodRun& run, double velocity) { return 100 * study::velocity_unit(run) * velocity; }
double plate_speed(const study::RodRun& run) { return study::options_of(run).drive.speed(); }

}  // namespace carom::papers::rods
