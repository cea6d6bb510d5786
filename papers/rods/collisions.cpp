// SPDX-License-Identifier: Apache-2.0
#include "papers/rods/collisions.hpp"

#include <algorithm>
#include <cmath>

#include "carom/base/bad_input.hpp"
#include "papers/rods/cases.hpp"

namespace carom::papers::rods {

namespace {

// A rod that just touches may overlap by a rounding; then the tilt is moved by as little.
study::RodRunResult run_single(study::RodRun run) {
  for (int attempt = 0; attempt < 20; ++attempt) {
    try {
      return study::run_rods(run);
    } catch (const BadInput&) {
      run.phi += 1e-9;
    }
  }
  return study::run_rods(run);
}

}  // namespace

CollisionScan scan_collisions(const study::RodRun& like, double step) {
  CollisionScan scan;
  scan.eps_least = HUGE_VAL;
  for (double phi = 2; phi < 88.5; phi += step) {
    study::RodRun run = single_run(phi);
    run.law = like.law;
    run.mass = like.mass;
    run.inertia = like.inertia;
    run.integrator = like.integrator;
    run.dt = like.geometry == study::RodGeometry::single ? like.dt : run.dt;
    const study::RodRunResult result = run_single(run);
    if (result.collisions.empty()) continue;
    const particles::PlateCollision& hit = result.collisions.front();
    const theory::RodCollisionResult map = theory::collide(
        {.lever = rod_lever(RodShape{}, run.phi), .mu = run.mu_rb, .eps = 0.65, .c_x = run.c_x, .c_z = run.c_z});
    scan.each.push_back({.phi = phi,
                         .c_x = hit.after.c_x / run.c_x,
                         .c_z = hit.after.c_z / run.c_x,
                         .eps = hit.restitution(),
                         .map_c_x = map.c_x / run.c_x,
                         .map_c_z = map.c_z / run.c_x,
                         .regime = map.regime,
                         .soft_regime = regime(hit),
                         .duration = hit.after.t - hit.before.t});
  }
  const auto n = static_cast<double>(scan.each.size());
  for (const SoftCollision& c : scan.each) {
    scan.eps_mean += c.eps / n;
    scan.eps_least = std::min(scan.eps_least, c.eps);
    scan.eps_most = std::max(scan.eps_most, c.eps);
    scan.rms_c_x += std::pow(c.c_x - c.map_c_x, 2) / n;
    scan.rms_c_z += std::pow(c.c_z - c.map_c_z, 2) / n;
  }
  scan.rms_c_x = std::sqrt(scan.rms_c_x);
  scan.rms_c_z = std::sqrt(scan.rms_c_z);
  return scan;
}

std::vector<Reading> all_readings() {
  using study::RodRun;
  return {
      {"used here", [](RodRun&) {}},
      {"damping δ¹, as printed", [](RodRun& r) { r.law.damping_power = particles::DampingPower::one; }},
      {"k_t = (2/7) k_n", [](RodRun& r) { r.law.k_t = 2.0 / 7 * r.law.k_n; }},
      {"k_t = 5 k_n on √δ",
       [](RodRun& r) {
         r.law.k_t = 5 * r.law.k_n;
         r.law.spring_power = particles::SpringPower::half;
       }},
      {"rod of unit mass", [](RodRun& r) { r.mass = particles::RodMass::unit; }},
      {"rod of unit mass, γ = 2124",
       [](RodRun& r) {
         r.mass = particles::RodMass::unit;
         r.law.gamma_n = r.law.gamma_t = 2124;
       }},
      {"forces at the axis", [](RodRun& r) { r.law.lever_arm = particles::LeverArm::axis; }},
      {"slip adjusts spring and dashpot", [](RodRun& r) { r.law.slip_adjustment = particles::SlipAdjustment::whole; }},
      {"exact inertia", [](RodRun& r) { r.inertia = particles::Inertia::exact; }},
      {"no pull at the end", [](RodRun& r) { r.law.clamp = true; }}};
}

theory::RodCollisionResult march_impulse(const theory::RodCollision& collision, double step) {
  const double X = collision.lever.X, Z = collision.lever.Z, k2 = collision.lever.k2, mu = collision.mu;
  double u = collision.c_x - collision.omega * Z, v = collision.c_z - collision.V_z + collision.omega * X;
  const double u0 = u, v0 = v;
  double P_x = 0, P_z = 0;
  bool stopped = false, turned = false;
  // The friction ratio f = dP_x/dP_z: against the slip, or what keeps the contact at rest if friction is enough.
  while (v < -collision.eps * v0) {
    double f = u > 0 ? -mu : mu;
    const double keep = X * Z / (k2 + Z * Z);
    if (stopped) f = turned ? (keep > 0 ? mu : -mu) : keep;
    const double du = ((k2 + Z * Z) * f - X * Z) / k2 * step;
    if (!stopped && (u == 0 || u * (u + du) <= 0)) {
      stopped = true;
      turned = mu * (k2 + Z * Z) < std::abs(X * Z);
      if (!turned) u = 0;
      continue;
    }
    u += du;
    v += ((k2 + X * X) - X * Z * f) / k2 * step;
    P_x += f * step;
    P_z += step;
  }
  return {.c_x = collision.c_x + P_x,
          .c_z = collision.c_z + P_z,
          .omega = collision.omega + (X * P_z - Z * P_x) / k2,
          .regime = !stopped  ? theory::RodRegime::slide
                    : !turned ? theory::RodRegime::slip_stick
                              : theory::RodRegime::slip_reversal,
          .P_x = P_x,
          .P_z = P_z,
          .u_minus = u0,
          .v_minus = v0,
          .u_plus = u,
          .v_plus = v};
}

}  // namespace carom::papers::rods
