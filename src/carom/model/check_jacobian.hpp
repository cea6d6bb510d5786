// SPDX-License-Identifier: Apache-2.0
// check_jacobian: does a mechanism's contact kinematics agree with its own gap, and its forces with its own energy?
// Every member is compared with central differences along the motion t ↦ q + u (t − t₀) + ½ a (t − t₀)².
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "carom/model/mechanism.hpp"

namespace carom {

struct JacobianCheck {
  double worst = 0;   // largest relative disagreement
  std::string where;  // e.g. "contact 1: normal drift"
  bool passed(double tolerance = 1e-6) const { return worst <= tolerance; }
};

template <Mechanism S>
JacobianCheck check_jacobian(const S& system, const State<S::dof>& state, double relative_step = 1e-5) {
  constexpr int dof = S::dof;
  const Scales scales = system.scales();
  JacobianCheck check;
  const auto compare = [&](int contact, const char* member, double analytic, double differences, double size) {
    const double error = std::abs(analytic - differences) / std::max({size, std::abs(analytic), 1e-300});
    if (!(error <= check.worst)) {
      check.worst = std::isnan(error) ? HUGE_VAL : error;
      check.where = "contact " + std::to_string(contact) + ": " + member;
    }
  };

  const ContactArray<S> here = system.contacts(state.t, state.q, state.u);
  const double dt = relative_step * scales.time;
  const Vector<dof> zero = Vector<dof>::Zero();
  for (int i = 0; i < S::contact_count; ++i) {
    // w = ∂g/∂q, one coordinate at a time. The step is a small part of the system's size; for angles this is a small
    // angle as long as lengths are not much larger than 1 m.
    const double dq = relative_step * std::min(1.0, scales.length);
    const double normal_size = here[i].normal.template lpNorm<Eigen::Infinity>();
    for (int k = 0; k < dof; ++k) {
      Vector<dof> plus = state.q, minus = state.q;
      plus[k] += dq;
      minus[k] -= dq;
      const double slope =
          (system.contacts(state.t, plus, zero)[i].gap - system.contacts(state.t, minus, zero)[i].gap) / (2 * dq);
      compare(i, "normal Jacobian", here[i].normal[k], slope, normal_size);
    }
    // ŵ_n = ∂g/∂t
    const double gap_rate =
        (system.contacts(state.t + dt, state.q, zero)[i].gap - system.contacts(state.t - dt, state.q, zero)[i].gap) /
        (2 * dt);
    compare(i, "normal surface velocity", here[i].normal_surface_velocity, gap_rate, scales.speed);
    // Drifts: along q(t) = q + u t with constant u, u̇ = 0, so γ̇ = ζ.
    const auto along = [&](double s) {
      return system.contacts(state.t + s, Vector<dof>(state.q + s * state.u), state.u)[i];
    };
    const ContactKinematics<dof> ahead = along(dt), behind = along(-dt);
    compare(i, "normal drift", here[i].normal_drift,
            (ahead.normal_velocity(state.u) - behind.normal_velocity(state.u)) / (2 * dt), scales.speed / scales.time);
    compare(i, "tangential drift", here[i].tangential_drift,
            (ahead.tangential_velocity(state.u) - behind.tangential_velocity(state.u)) / (2 * dt),
            scales.speed / scales.time);
  }

  // Energy: with no contact, d/dt (T + V) = applied power.
  const Vector<dof> acceleration = inverse_mass(system, state.q) * Vector<dof>(system.force(state.t, state.q, state.u));
  const auto energy = [&](double s) {
    const Vector<dof> q = state.q + s * state.u + 0.5 * s * s * acceleration;
    const Vector<dof> u = state.u + s * acceleration;
    return kinetic_energy(system, q, u) + system.potential_energy(q);
  };
  const double rate = (energy(dt) - energy(-dt)) / (2 * dt);
  const double power = applied_power(system, state.t, state.q, state.u);
  const double size = std::abs(kinetic_energy(system, state.q, state.u)) / scales.time +
                      std::abs(state.u.dot(Vector<dof>(system.force(state.t, state.q, state.u))));
  compare(-1, "energy balance of the free motion", power, rate, size);
  return check;
}

}  // namespace carom
