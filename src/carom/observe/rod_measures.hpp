// SPDX-License-Identifier: Apache-2.0
// What a run of rods shows: drift with its error, tilt, the collisions with the plate.
//
// Model.
//   (1)  drift: displacement of all centres, averaged over rods, over time; around an annulus it is the mean angular
//        velocity times (R_i + R_o)/2. Positive along +x, or towards growing azimuth.
//   (2)  its error: the standard error of the mean over `blocks` equal stretches of time. Slow changes of the packing are
//        not in it: repeat with other seeds, and take the larger.
//   (3)  direction: forward if the drift has the sign of the mean tilt and is beyond three errors and beyond 0.2 % of the
//        speed of the plate, reverse if it has the other sign, else none; unknown in a run too short for (2).
//   (4)  a flight lasts from the end of one touch of a rod, by either end, to the beginning of its next one; shorter ones
//        than 0.02 of a period and touches slower than 0.05 are micro-bounces of one landing: counted, but in no average.
// Source.  volfson_kudrolli_tsimring_2004, figures 4–8 and 13.
// Differs.  The paper does not say what it counts as a collision; here it is any touch of an end, (4) apart.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "carom/particles/plate_collision.hpp"

namespace carom::observe {

enum class DriftDirection { forward, none, reverse, unknown };
const char* name(DriftDirection direction);

struct MeanValue {
  double mean = 0, error = 0;  // standard error
  long n = 0;
};

struct RodMeasures {
  double drift = 0, drift_error = 0;
  double tilt = 0;         // rad: mean of the angle towards the direction of drift; in space, from the vertical
  double tilt_spread = 0;  // rad: standard deviation over rods, averaged over time
  double signed_tilt = 0;  // rad: mean, towards +x or growing azimuth
  DriftDirection direction = DriftDirection::none;
  // Averages over collisions with the plate; NaN without one.
  long collisions = 0;                       // without micro-bounces
  double micro_share = 0;                    // of all touches
  MeanValue c_x, c_z, omega;                 // before
  MeanValue c_x_plus, c_z_plus, omega_plus;  // after
  MeanValue V_plate;                         // velocity of the plate at the beginning
  double restitution = 0;                    // median of −v⁺/v⁻ at the contact point
  double energy_ratio = 0;                   // mean, in the frame of the plate
  double flight_time = 0;                    // mean, in periods
  double long_flights = 0;                   // share of flights longer than a period
  double downward = 0;                       // share of collisions while the plate moves down
  std::array<double, 3> regimes{};           // shares: slide, slip-stick, slip-reversal
  std::array<double, 24> landing_phase{};    // density over 0 … 2π, integral 1
};

class RodObserver {
 public:
  // `period` of the drive; `plate_speed` its largest velocity; blocks of (2).
  RodObserver(std::size_t rods, double period, double plate_speed, int blocks = 10);

  // Positions along the drift (unwrapped) and tilts of all rods, at equal intervals of time.
  void sample(double t, std::span<const double> along, std::span<const double> tilt,
              std::span<const double> signed_tilt);
  void collisions(std::span<const particles::PlateCollision> events);
  RodMeasures measures() const;
  bool consistent() const;  // after reading: whether what was read belongs to these rods

  // For restarts: everything that sample() and collisions() have gathered.
  template <class Archive>
  void archive(Archive& a) {
    a(times_, mean_along_, tilt_sum_, spread_sum_, signed_sum_, events_, last_end_, flights_, touches_, micro_);
  }

 private:
  std::size_t rods_ = 0;
  double period_ = 0, plate_speed_ = 0;
  int blocks_ = 10;
  std::vector<double> times_, mean_along_;
  double tilt_sum_ = 0, spread_sum_ = 0, signed_sum_ = 0;
  std::vector<particles::PlateCollision> events_;
  std::vector<double> last_end_;  // of each rod's last touch
  std::vector<double> flights_;
  long touches_ = 0, micro_ = 0;
};

}  // namespace carom::observe
