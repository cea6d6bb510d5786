// SPDX-License-Identifier: Apache-2.0
// Watches a dimer during a run and keeps what its observables need of the last plate cycles: memory does not grow with
// the run, and nothing is allocated while it runs.
//
// Extremes of θ and of the gaps are taken at the zeros of their rates, times of reversal at the zeros of v_t, both
// within the dense output of a step; integrals over a step are exact in flight (θ̇ and the energy are constant) and by
// Gauss's three points in contact. A first cycle that is not whole is left out.
#pragma once

#include <array>
#include <limits>

#include "carom/engine/event_driven.hpp"
#include "carom/observe/dimer_cycle.hpp"
#include "carom/observe/dimer_observables.hpp"
#include "carom/observe/poincare.hpp"
#include "carom/systems/dimer.hpp"

namespace carom::observe {

class DimerObserver {
 public:
  explicit DimerObserver(const Dimer& system, const DimerObserverOptions& options = {});

  // A piece of smooth motion: t0(), t1(), modes(), at(t). Segment<Dimer> is one.
  template <class Piece>
  void segment(const Piece& piece) {
    const StateAt at{&piece, [](const void* p, double t) -> State<3> { return static_cast<const Piece*>(p)->at(t); }};
    watch(piece.t0(), piece.t1(), piece.modes(), at);
  }
  void event(const EventBatch<Dimer>& batch);
  bool stop() const { return false; }

  const DimerCycles& cycles() const { return cycles_; }
  DimerObservables summary() const { return dimer_observables(system_, cycles_, options_); }

 private:
  struct StateAt {
    const void* piece;
    State<3> (*function)(const void*, double);
    State<3> operator()(double t) const { return function(piece, t); }
  };
  // A state with what its tips do.
  struct Instant {
    State<3> state;
    std::array<double, 2> gap{}, v_n{}, v_t{};
  };

  void watch(double t0, double t1, const ContactModes<Dimer>& modes, const StateAt& at);
  void accumulate(const Instant& a, const Instant& b, const ContactModes<Dimer>& modes, const StateAt& at);
  void track_direction(int tip, int direction, double from, double to);
  void begin_cycle(const State<3>& state);
  void end_cycle(const State<3>& state);
  Instant instant(const State<3>& state) const;
  double energy(const State<3>& state) const;
  double phase(double t) const;
  double boundary(long index) const;

  Dimer system_;
  DimerObserverOptions options_;
  DimerCycles cycles_;
  DimerCycle now_;
  double still_;          // m/s: slower tips are at rest along the plate
  double bounce_height_;  // m
  bool begun_ = false, whole_ = false;
  double cycle_end_ = 0;
  std::array<double, 2> last_touch_{}, flight_peak_{};
  std::array<int, 2> direction_{}, direction_before_{};
  std::array<double, 2> direction_since_{};
};

}  // namespace carom::observe
