// SPDX-License-Identifier: Apache-2.0
// check_jacobian: does a mechanism's contact kinematics agree with its own gap, slide or slip, and its forces with its own
// energy? Normals and drifts are compared with central differences along the motion t ↦ q + u (t − t₀) + ½ a (t − t₀)²,
// tangents with those derived from slide or slip (derived_contacts.hpp).
//
// Limits    A direction along a surface is free as long as nothing says which point slides: without slide or slip a wrong
//           entry of a tangent cannot be told from a right one, and only the drift is compared with its own tangent.
//           tangents_checked says which.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "carom/model/mechanism.hpp"

namespace carom {

struct JacobianCheck {
  double worst = 0;               // largest relative disagreement
  std::string where;              // e.g. "contact 1: normal drift"
  bool tangents_checked = false;  // against slide or slip, which the mechanism gives
  bool passed(double tolerance = 1e-6) const { return worst <= tolerance; }

  void compare(int contact, const char* member, double given, double expected, double size) {
    const double error = std::abs(given - expected) / std::max({size, std::abs(given), 1e-300});
    if (error <= worst) return;
    worst = std::isnan(error) ? HUGE_VAL : error;
    where = "contact " + std::to_string(contact) + ": " + member;
  }
};

namespace detail {

// Gap and normal by differences of the gap, drifts by differences of the velocities.
template <Mechanism S>
void check_by_differences(const S& system, const State<S::dof>& state, double relative_step, JacobianCheck& check) {
  constexpr int dof = S::dof;
  const Scales scales = system.scales();
  const ContactArray<S> here = contact_kinematics(system, state.t, state.q, state.u);
  const double dt = relative_step * scales.time;
  const auto gap = [&](double t, const Vector<dof>& q, int i) {
    return contact_kinematics(system, t, q, Vector<dof>(Vector<dof>::Zero()))[i].gap;
  };
  const std::array<double, S::contact_count> gaps_alone = gaps(system, state.t, state.q);
  for (int i = 0; i < S::contact_count; ++i) {
    check.compare(i, "gap", here[i].gap, gaps_alone[i], scales.length);
    // w = ∂g/∂q, one coordinate at a time. The step is a small part of the system's size; for angles this is a small
    // angle as long as lengths are not much larger than 1 m.
    const double dq = relative_step * std::min(1.0, scales.length);
    const double normal_size = here[i].normal.template lpNorm<Eigen::Infinity>();
    for (int k = 0; k < dof; ++k) {
      Vector<dof> plus = state.q, minus = state.q;
      plus[k] += dq;
      minus[k] -= dq;
      const double slope = (gap(state.t, plus, i) - gap(state.t, minus, i)) / (2 * dq);
      check.compare(i, "normal Jacobian", here[i].normal[k], slope, normal_size);
    }
    // ŵ_n = ∂g/∂t
    const double gap_rate = (gap(state.t + dt, state.q, i) - gap(state.t - dt, state.q, i)) / (2 * dt);
    check.compare(i, "normal surface velocity", here[i].normal_surface_velocity, gap_rate, scales.speed);
    // Drifts: along q(t) = q + u t with constant u, u̇ = 0, so γ̇ = ζ.
    const auto along = [&](double s) {
      return contact_kinematics(system, state.t + s, Vector<dof>(state.q + s * state.u), state.u)[i];
    };
    const ContactKinematics<dof> ahead = along(dt), behind = along(-dt);
    check.compare(i, "normal drift", here[i].normal_drift,
                  (ahead.normal_velocity(state.u) - behind.normal_velocity(state.u)) / (2 * dt),
                  scales.speed / scales.time);
    check.compare(i, "tangential drift", here[i].tangential_drift,
                  (ahead.tangential_velocity(state.u) - behind.tangential_velocity(state.u)) / (2 * dt),
                  scales.speed / scales.time);
  }
}

// By numbers that carry derivatives, from where the mechanism says it slides.
template <Mechanism S>
void check_tangents(const S& system, const State<S::dof>& state, JacobianCheck& check) {
  const Scales scales = system.scales();
  const ContactArray<S> here = contact_kinematics(system, state.t, state.q, state.u);
  const DerivedDirection<S, double> derived = derive_tangents(system, state.t, state.q, state.u);
  for (int i = 0; i < S::contact_count; ++i) {
    const double size = derived.row[i].template lpNorm<Eigen::Infinity>();
    for (int k = 0; k < S::dof; ++k)
      check.compare(i, "tangential Jacobian", here[i].tangent[k], derived.row[i][k], size);
    check.compare(i, "tangential surface velocity", here[i].tangential_surface_velocity, derived.surface[i],
                  scales.speed);
    check.compare(i, "tangential drift", here[i].tangential_drift, derived.drift[i], scales.speed / scales.time);
  }
  if constexpr (GivesSlip<S>) {
    const std::array<double, S::contact_count> slip = system.slip(state.t, state.q, state.u);
    for (int i = 0; i < S::contact_count; ++i)
      check.compare(i, "slip, which is not affine in the velocities", derived.row[i].dot(state.u) + derived.surface[i],
                    slip[i], scales.speed);
  }
  check.tangents_checked = true;
}

// With no contact, d/dt (T + V) = applied power.
template <Mechanism S>
void check_energy(const S& system, const State<S::dof>& state, double dt, JacobianCheck& check) {
  constexpr int dof = S::dof;
  const Vector<dof> acceleration =
      inverse_mass(system, state.t, state.q, state.u) * Vector<dof>(system.force(state.t, state.q, state.u));
  const auto energy = [&](double s) {
    const Vector<dof> q = state.q + s * state.u + 0.5 * s * s * acceleration;
    const Vector<dof> u = state.u + s * acceleration;
    return kinetic_energy(system, q, u) + system.potential_energy(q);
  };
  const double rate = (energy(dt) - energy(-dt)) / (2 * dt);
  const double power = applied_power(system, state.t, state.q, state.u);
  const double size = std::abs(kinetic_energy(system, state.q, state.u)) / system.scales().time +
                      std::abs(state.u.dot(Vector<dof>(system.force(state.t, state.q, state.u))));
  check.compare(-1, "energy balance of the free motion", power, rate, size);
}

}  // namespace detail

template <Mechanism S>
JacobianCheck check_jacobian(const S& system, const State<S::dof>& state, double relative_step = 1e-5) {
  JacobianCheck check;
  detail::check_by_differences(system, state, relative_step, check);
  if constexpr (GivesSlide<S> || GivesSlip<S>) detail::check_tangents(system, state, check);
  detail::check_energy(system, state, relative_step * system.scales().time, check);
  return check;
}

}  // namespace carom
