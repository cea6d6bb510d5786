// SPDX-License-Identifier: Apache-2.0
// The motions of a dimer on a shaken plate, told apart by counting.
//
// A *bounce* of a tip is a landing from a flight that rose at least a quarter of h_T = gT²/8 above the plate (on a
// still floor: a flight of half a period); the small hops of a tip that settles on the plate are none. N_1, N_2 count
// the bounces of the two tips in one period of p plate cycles; a tip with N = 0 *stays*.
//
// The first row that fits names the motion:
//
//   motion             period p        bounces in a period              further
//   rest               1               none                             both tips on the plate all the time
//   aperiodic          none ≤ 16
//   hop                any             any                              tips together: l |θ| < h_T/1000 all the time
//   pendulum           1               one stays, the other 1           |κ| < 0.01, the staying tip sticks in contact
//   drift              1               one stays, the other 1
//   half-rate drift    2               one stays, the other 1           the flight is longer than 3T/2
//   alternating        2               one stays, the other 2, or 1     a big and a small bounce in turn
//   jump               1 or 2          N_1 = N_2 = p
//   flutter            2               N_1 = N_2 = 1
//   (T,2T)             2               one 1, the other 2
//   period-p           p               anything else
//
// The mirror image of a motion bears the same name. A jump may repeat after one cycle as its own mirror image, so that
// its period is 2.
//
// Symbols   T plate period [s]; h_T height of a flight of one period [m]; κ scaled drift 100 ⟨u⟩ f/g; l length [m].
// Source    liu_zhao_brogliato_2008 section 6 (names and descriptions of the motions).
// Differs   The source names motions by sight; the thresholds are ours.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace carom::observe {

enum class MotionKind {
  unknown,  // not a single whole cycle was seen
  rest,
  hop,
  drift,
  pendulum,
  half_rate_drift,
  alternating,
  jump,
  flutter,
  t_2t,
  period_n,
  aperiodic
};

struct MotionThresholds {
  double bounce_height = 0.25;   // of h_T: flights that rise higher are bounces
  double flat = 1e-3;            // of h_T: l |θ| below this is a motion of both tips together
  double pendulum_drift = 0.01;  // |κ| below this is no drift
  double pendulum_stick = 0.9;   // share of the contact time of the staying tip that it sticks
  double long_flight = 1.5;      // in periods: from here on a flight lasts two cycles
};

// What the classifier sees: a whole number of periods (or, without a period, the cycles at hand).
struct MotionEvidence {
  int cycles = 0;                            // plate cycles counted
  int period_cycles = 0;                     // 0: none found
  std::array<long, 2> impacts{};             // of each tip, all of them
  std::array<long, 2> bounces{};             // of each tip
  std::array<double, 2> contact_fraction{};  // of the time
  std::array<double, 2> stick_fraction{};    // of the time
  std::array<double, 2> longest_flight{};    // in plate periods
  double tilt = 0;                           // largest l |θ| / h_T
  double scaled_drift = 0;                   // κ
};

MotionKind classify(const MotionEvidence& evidence, const MotionThresholds& thresholds = {});

// "period-3" and the like need the period; the others do not.
std::string motion_name(MotionKind kind, int period_cycles);

}  // namespace carom::observe
