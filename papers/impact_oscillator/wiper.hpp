// SPDX-License-Identifier: Apache-2.0
// The wiper on a belt that goes to and fro: when it hops, and how hopping depends on friction.
#pragma once

#include <vector>

#include "papers/common/effort.hpp"
#include "papers/impact_oscillator/motion.hpp"

namespace carom::papers::impact_oscillator {

struct WiperMotion {
  double mu = 0, eps = 0;
  MotionRecord record;  // one period of the belt, from t = 0 of the belt on
  // Parts of the period, each 0 … 1.
  double flight = 0;       // in flight
  double flight_back = 0;  // of the time with v < 0, in flight
  double slip_back = 0, stick_back = 0;
  double flight_forth = 0;                 // of the time with v > 0, in flight
  double flight_against = 0;               // of the flight, with φ v < 0
  double hop_begin = 0, hop_end = 0;       // first lift-off, last landing after the begin of the period [s]
  double flight_hopping = 0;               // part in flight between them
  double longest_slip = 0, mean_slip = 0;  // s, between them
  double highest = 0;                      // largest gap [m]
};

struct HoppingPoint {
  double mu = 0;
  double flight = 0, flight_elastic = 0;  // parts of the period, ε = 0 and 0.2
};

struct Wiper {
  std::vector<WiperMotion> motions;    // μ = 0.5 and 0.3, each with ε = 0 and 0.2
  std::vector<HoppingPoint> friction;  // rising μ
  double onset = 0;                    // μ from which the blade hops, ε = 0
  double start_spread = 0;             // of the settled states from three starts, μ = 0.5, ε = 0 [rad, rad/s]
  const WiperMotion& at(double mu, double eps) const;
};

Wiper watch_wiper(const Effort& effort);

}  // namespace carom::papers::impact_oscillator
