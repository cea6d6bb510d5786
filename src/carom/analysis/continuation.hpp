// SPDX-License-Identifier: Apache-2.0
// Branches of equilibria and of periodic orbits in one parameter, followed through their turns, with special points.
//
// Special points
//   HB  Hopf: a pair of eigenvalues crosses the imaginary axis (omega, first_lyapunov)
//   LP  fold: the branch turns in the parameter, a multiplier passes 1 (an eigenvalue passes 0)
//   PD  a multiplier passes −1
//   NS  a pair of multipliers crosses the unit circle
//   LO  lift-off: the normal force of a contact phase touches zero and a flight appears (or vanishes)
//   ST  first stick: the tangential velocity of a slip touches zero and a stick appears (or vanishes)
//   PV  the slip after a stick becomes impossible (Painlevé) and vanishes: stick ends in flight
//   SQ  any other change of the regimes met in a period
//   NF  nonsmooth fold: the branch turns where its regimes change
// Method    Pseudo-arclength: predict along the tangent, correct by Newton's method on the hyperplane across it, longer and
//           shorter steps by the number of iterations. A change between two points is bracketed along the branch. Where the
//           branch ends at a change of regimes, its continuation with other regimes is sought on both sides of the parameter.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/analysis/orbit.hpp"
#include "carom/observe/regime_ring.hpp"

namespace carom::study {

enum class BranchKind { equilibrium, orbit };

enum class SpecialKind {
  hopf,
  fold,
  period_doubling,
  neimark_sacker,
  lift_off,
  first_stick,
  slip_impossible,
  other_regimes,
  nonsmooth_fold
};

std::string_view name(SpecialKind kind);  // "HB", …, as above
bool is_smooth(SpecialKind kind);         // of a smooth branch: HB, LP, PD, NS

// What came or vanished with a change of regimes, contact by contact: PV where a stick that ended in slip ends in flight,
// or the other way round; ST where phases of stick, LO where flights are more or fewer; else SQ.
SpecialKind kind_of_change(const observe::RegimeRing& from, const observe::RegimeRing& to);

struct ContinuationRequest {
  OrbitRequest start;  // parameters; the guess or the way to the first point
  BranchKind kind = BranchKind::equilibrium;
  std::string parameter = {};  // the one that varies
  double from = 0, to = 0;     // in the parameter's own unit (SI)
  double step = 0;             // first step in the parameter; 0: a hundredth of the range
  double max_step = 0;         // 0: a fiftieth of the range
  int max_points = 1000;
  double tolerance = 1e-11;  // to which special points are bracketed, relative to the size of the parameter
  std::function<void(double parameter, double done)> progress = {};  // done: 0 … 1
};

struct BranchPoint {
  double parameter = 0;
  std::vector<double> q, u;                       // shown; of an orbit, its point on the section
  double period = 0;                              // s; 0 for an equilibrium
  std::vector<std::complex<double>> multipliers;  // of an equilibrium: eigenvalues [1/s]
  bool stable = false;
  std::string sequence;
  double residual = 0;
  std::vector<std::pair<std::string, Value>> observables;
};

struct SpecialPoint {
  SpecialKind kind = SpecialKind::other_regimes;
  double parameter = 0;
  double uncertainty = 0;                        // half the bracket
  std::string from, to;                          // regimes before and after, in letters
  observe::RegimeRing from_regimes, to_regimes;  // of orbits
  BranchPoint point;
  std::vector<std::pair<std::string, double>> values;  // omega [1/s], first_lyapunov, …
};

struct ContinuationResult {
  std::string system, parameter;
  BranchKind kind = BranchKind::equilibrium;
  std::vector<std::pair<std::string, Value>> parameters;
  Outcome outcome = Outcome::reached_end;  // reached_end: the branch left the range, closed, or has max_points
  std::string reason;
  std::string section;  // of orbits: in words, if another than the system's own was asked for
  std::vector<BranchPoint> branch;
  std::vector<SpecialPoint> special;
  double wall_seconds = 0;

  std::string brief() const;
};

// Throws BadInput where the request cannot be met, or the system has no section.
ContinuationResult follow_branch(const System& system, const ContinuationRequest& request);

}  // namespace carom::study
