// SPDX-License-Identifier: Apache-2.0
#include "carom/observe/motion.hpp"

#include <cmath>

namespace carom::observe {

MotionKind classify(const MotionEvidence& evidence, const MotionThresholds& thresholds) {
  if (evidence.cycles <= 0) return MotionKind::unknown;
  const bool no_impacts = evidence.impacts[0] + evidence.impacts[1] == 0;
  const bool on_plate = evidence.contact_fraction[0] > 1 - 1e-9 && evidence.contact_fraction[1] > 1 - 1e-9;
  if (no_impacts && on_plate) return MotionKind::rest;
  const int p = evidence.period_cycles;
  if (p == 0) return MotionKind::aperiodic;
  if (evidence.tilt < thresholds.flat) return MotionKind::hop;

  const long periods = evidence.cycles / p;
  const long n_1 = evidence.bounces[0], n_2 = evidence.bounces[1];
  if (periods == 0 || n_1 % periods != 0 || n_2 % periods != 0) return MotionKind::period_n;
  const int staying = n_1 <= n_2 ? 0 : 1;
  const long few = (n_1 <= n_2 ? n_1 : n_2) / periods, many = (n_1 <= n_2 ? n_2 : n_1) / periods;

  if (few == 0 && p == 1 && many == 1) {
    const bool sticks =
        evidence.stick_fraction[staying] > thresholds.pendulum_stick * evidence.contact_fraction[staying];
    return std::abs(evidence.scaled_drift) < thresholds.pendulum_drift && sticks ? MotionKind::pendulum
                                                                                 : MotionKind::drift;
  }
  if (few == 0 && p == 2 && many == 1 && evidence.longest_flight[1 - staying] > thresholds.long_flight)
    return MotionKind::half_rate_drift;
  if (few == 0 && p == 2 && (many == 1 || many == 2)) return MotionKind::alternating;
  if (few == p && many == p && p <= 2) return MotionKind::jump;
  if (few == 1 && many == 1 && p == 2) return MotionKind::flutter;
  if (few == 1 && many == 2 && p == 2) return MotionKind::t_2t;
  return MotionKind::period_n;
}

std::string motion_name(MotionKind kind, int period_cycles) {
  switch (kind) {
    case MotionKind::unknown: return "unknown";
    case MotionKind::rest: return "rest";
    case MotionKind::hop: return "hop";
    case MotionKind::drift: return "drift";
    case MotionKind::pendulum: return "pendulum";
    case MotionKind::half_rate_drift: return "half-rate drift";
    case MotionKind::alternating: return "alternating";
    case MotionKind::jump: return "jump";
    case MotionKind::flutter: return "flutter";
    case MotionKind::t_2t: return "(T,2T)";
    case MotionKind::period_n: return "period-" + std::to_string(period_cycles);
    case MotionKind::aperiodic: return "aperiodic";
  }
  return "unknown";
}

}  // namespace carom::observe
