// SPDX-License-Identifier: Apache-2.0
// The largest Lyapunov exponent of a motion: how fast one direction of its start grows.
//
// Model
//   (1)  λ = lim (1/T) ln |δz(T)|/|δz(0)|      in units of the coordinates' scales, at fixed time
//   A motion that keeps moving in a system without a drive has λ ≥ 0, the 0 of its own direction; an equilibrium has λ < 0.
// Method    The direction is carried through every event (engine/tangent_flow.hpp) and made short again when it is long.
// Limits    A motion in which nothing is left of any direction (driven, with stick) has λ = −∞.
#pragma once

#include <cmath>

#include "carom/engine/tangent_flow.hpp"

namespace carom::observe {

template <DifferentiableMechanism S>
class GrowthWatch {
 public:
  GrowthWatch(const S& system, const RunOptions& options) : flow_(system, options, first_direction(system)) {
    log_first_ = std::log(flow_.norm(flow_.directions()[0].z));
  }

  void segment(const Segment<S>& piece) {
    flow_.segment(piece);
    flow_.settle_at_fixed_time();
    const double size = flow_.norm(flow_.directions()[0].z);
    if ((size > 1e6 || size < 1e-6) && size > 0) {
      flow_.directions()[0].z /= size;
      log_growth_ += std::log(size);
    }
  }
  void event(const EventBatch<S>& batch) { flow_.event(batch); }
  void reached(const Guard& guard, int steepness_sign) { flow_.reached(guard, steepness_sign); }
  void closed(const std::array<bool, S::contact_count>& contacts) { flow_.closed(contacts); }
  void hop_ended(int contact, bool sticks) { flow_.hop_ended(contact, sticks); }
  bool stop() const { return false; }

  // ln of the growth so far. A first part of the way only turns the direction into the one that grows.
  double log_growth() const { return log_growth_ + std::log(flow_.norm(flow_.directions()[0].z)) - log_first_; }

 private:
  // No coordinate is special, and none is left out.
  static std::vector<typename TangentFlow<S>::Direction> first_direction(const S& system) {
    const int n = 2 * dof_of(system);
    typename TangentFlow<S>::Direction d{.z = zeros<2 * S::dof>(n)};
    for (int k = 0; k < n; ++k) d.z[k] = 1 + 0.37 * k;
    return {d};
  }
  TangentFlow<S> flow_;
  double log_growth_ = 0, log_first_ = 0;
};

}  // namespace carom::observe
