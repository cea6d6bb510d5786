// SPDX-License-Identifier: Apache-2.0
// Watches the impact oscillator: its regimes, the section φ̇ = 0, φ̈ > 0, and the period found there.
//
// A regime is a letter: F flight, P slip forwards (γ_t > 0), M slip backwards, T stick. Between two points of the section
// the letters form a word; a motion is periodic with n crossings if the state at the section repeats after n of them.
// Crossings are located in the dense output of a step; one may also happen by the jump of φ̇ in an impact.
// Source    lancioni_galvanetto_lenci_2007 section 3.
// Differs   φ̇_max is the largest φ̇ between successive points of the section, on which φ̇ itself is zero.
#pragma once

#include <array>
#include <cmath>
#include <deque>
#include <string>

#include "carom/engine/event_driven.hpp"
#include "carom/systems/impact_oscillator.hpp"

namespace carom::observe {

// From one point of the section to the next.
struct OscillatorCycle {
  State<2> end;                      // on the section
  double begin_t = 0;                // s
  double phi_dot_max = 0;            // rad/s
  double phi_low = 0, phi_high = 0;  // rad
  std::string letters;               // regimes passed, the first one being that at the beginning
  int lift_offs = 0;                 // from slip or stick into flight
  int impacts = 0;
  double flight = 0;  // s
};

struct OscillatorObservables {
  bool periodic = false;
  double period = 0;       // s
  int crossings = 0;       // of the section in a period
  std::string sequence;    // letters of a period, from its first flight on, or as met
  double phi_dot_max = 0;  // rad/s, over a period or, without one, over the cycles kept
  double lift_offs = 0;    // from slip or stick into flight, in a period, or by cycle
  double impacts = 0;      // likewise
  double flight_fraction = 0;
  // Flight time with the belt moving one way or the other, and with the blade leaning along the belt (φ v > 0) or against
  // it, as fractions of all flight time.
  double flight_with_positive_v = 0, flight_leaning_along = 0;
  double amplitude = 0;  // rad: half the range of φ over the same cycles
};

class OscillatorObserver {
 public:
  explicit OscillatorObserver(const ImpactOscillator& system) : system_(system) {}

  template <class Piece>
  void segment(const Piece& piece) {
    const auto at = [&piece](double t) -> State<2> { return piece.at(t); };
    watch(piece.t0(), piece.t1(), piece.modes()[0], at);
  }
  void event(const EventBatch<ImpactOscillator>& batch);
  bool stop() const { return false; }

  OscillatorObservables summary() const;
  const std::deque<OscillatorCycle>& cycles() const { return cycles_; }  // the last ones

 private:
  static constexpr std::size_t kept = 256;

  template <class At>
  void watch(double t0, double t1, ContactMode mode, const At& at) {
    if (!(t1 > t0)) return;
    enter(letter(mode));
    constexpr int parts = 6;
    State<2> before = at(t0);
    for (int k = 1; k <= parts; ++k) {
      const State<2> after = at(k == parts ? t1 : t0 + (t1 - t0) * k / parts);
      see(before);
      if (before.u[0] < 0 && after.u[0] >= 0) {
        double low = before.t, high = after.t;
        for (int i = 0; i < 60 && high - low > 1e-15 * (1 + high); ++i) {
          const double middle = 0.5 * (low + high);
          (at(middle).u[0] < 0 ? low : high) = middle;
        }
        cross(at(high), mode);
      } else {
        const State<2> middle = at(0.5 * (before.t + after.t));
        // Where φ̈ changes its sign between two samples, φ̇ has its extreme: the top of the parabola through three.
        const double a = before.u[0] - 2 * middle.u[0] + after.u[0], b = after.u[0] - before.u[0];
        if (a < 0 && std::abs(b) < -2 * a) see(at(middle.t - 0.25 * b / a * (after.t - before.t)));
        see(middle);
      }
      see(after);
      if (mode == ContactMode::open) fly(before, after);
      before = after;
    }
  }
  static char letter(ContactMode mode) {
    return mode == ContactMode::open ? 'F' : mode == ContactMode::stick ? 'T' : slip_sign(mode) > 0 ? 'P' : 'M';
  }
  void enter(char letter);
  void see(const State<2>& state);
  void fly(const State<2>& a, const State<2>& b);
  void cross(const State<2>& state, ContactMode mode);
  double distance(const State<2>& a, const State<2>& b) const;

  const ImpactOscillator& system_;
  std::deque<OscillatorCycle> cycles_;
  std::string letters_;  // since the last crossing
  bool crossed_ = false;
  double begin_t_ = 0, phi_dot_max_ = -HUGE_VAL, flight_ = 0, phi_low_ = HUGE_VAL, phi_high_ = -HUGE_VAL;
  double all_flight_ = 0, positive_flight_ = 0, along_flight_ = 0;
  int lift_offs_ = 0, impacts_ = 0;
};

}  // namespace carom::observe
