// SPDX-License-Identifier: Apache-2.0
// Gear's predictor and corrector of fifth order, for second-order equations whose forces depend on velocities.
//
// Model.  With scaled derivatives x_k = (Δt^k/k!) dᵏx/dtᵏ, k = 0 … 5:
//   (1)  predict: x_k ← Σ_{j ≥ k} (j over k) x_j
//   (2)  correct: x_k ← x_k + c_k (Δt² a/2 − x₂),  c = 3/16, 251/360, 1, 11/18, 1/6, 1/60, a the acceleration at the
//        predicted state
//   for the centre r and for the axis u, whose acceleration is α × u − |du/dt|² u; u is then brought back to length 1 and
//   du/dt to the plane across it.
// Source.  Gear's coefficients as in allen_tildesley_1987, section 3.2 and appendix E; volfson_kudrolli_tsimring_2004 used the scheme to check
//   its leapfrog.
// Limits.  Contacts begin and end with jumps in the second derivative of the force: the order is not seen across them.
#pragma once

#include <array>
#include <cmath>

#include "carom/particles/space.hpp"

namespace carom::particles {

template <class Space>
struct RodState;

template <class Space>
struct GearDerivatives {
  using Vec = typename Space::Vec;
  std::array<typename Space::VecArray, 4> r;  // x₂ … x₅
  std::array<typename Space::VecArray, 5> u;  // x₁ … x₅

  // Rods in flight: gravity, and a steady turn.
  void begin(const RodState<Space>& state, double gravity, double dt) {
    const std::size_t n = state.r.size();
    for (auto& a : r) a.resize(n);
    for (auto& a : u) a.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      const Vec axis = Space::at(state.u, i), rate = cross(Space::at(state.w, i), axis);
      Space::put(r[0], i, -0.5 * dt * dt * gravity * Space::up());
      Space::put(u[0], i, dt * rate);
      Space::put(u[1], i, -0.5 * dt * dt * dot(rate, rate) * axis);
    }
  }

  static void advance(std::array<Vec, 6>& x) {  // (1), by sums along Pascal's triangle
    for (int k = 0; k < 5; ++k)
      for (int j = 4; j >= k; --j)
        x[static_cast<std::size_t>(j)] = x[static_cast<std::size_t>(j)] + x[static_cast<std::size_t>(j) + 1];
  }

  void predict(std::size_t i, RodState<Space>& state, double dt) {
    std::array<Vec, 6> x{Space::at(state.r, i), dt * Space::at(state.v, i)}, y{Space::at(state.u, i)};
    for (std::size_t k = 0; k < 4; ++k) x[k + 2] = Space::at(r[k], i);
    y[1] = dt * cross(Space::at(state.w, i), y[0]);
    for (std::size_t k = 1; k < 5; ++k) y[k + 1] = Space::at(u[k], i);
    advance(x);
    advance(y);
    Space::put(state.r, i, x[0]);
    Space::put(state.v, i, (1 / dt) * x[1]);
    for (std::size_t k = 0; k < 4; ++k) Space::put(r[k], i, x[k + 2]);
    Space::put(state.u, i, y[0]);
    for (std::size_t k = 0; k < 5; ++k) Space::put(u[k], i, y[k + 1]);
    Space::put(state.w, i, (1 / dt) * moment(y[0], y[1]));
  }

  void correct(std::size_t i, RodState<Space>& state, Vec a, typename Space::Spin alpha, double dt) {
    constexpr std::array<double, 6> c{3.0 / 16, 251.0 / 360, 1, 11.0 / 18, 1.0 / 6, 1.0 / 60};
    const Vec error = 0.5 * dt * dt * a - Space::at(r[0], i);
    Space::put(state.r, i, Space::at(state.r, i) + c[0] * error);
    Space::put(state.v, i, Space::at(state.v, i) + (c[1] / dt) * error);
    for (std::size_t k = 0; k < 4; ++k) Space::put(r[k], i, Space::at(r[k], i) + c[k + 2] * error);

    const Vec axis = Space::at(state.u, i), rate = (1 / dt) * Space::at(u[0], i);
    const Vec turn = cross(alpha, axis) - dot(rate, rate) * axis;
    const Vec miss = 0.5 * dt * dt * turn - Space::at(u[1], i);
    Vec next = axis + c[0] * miss;
    next = (1 / std::sqrt(dot(next, next))) * next;
    Vec next_rate = Space::at(u[0], i) + c[1] * miss;
    next_rate = next_rate - dot(next_rate, next) * next;
    Space::put(state.u, i, next);
    Space::put(u[0], i, next_rate);
    for (std::size_t k = 1; k < 5; ++k) Space::put(u[k], i, Space::at(u[k], i) + c[k + 1] * miss);
    Space::put(state.w, i, (1 / dt) * moment(next, next_rate));
  }
};

}  // namespace carom::particles
