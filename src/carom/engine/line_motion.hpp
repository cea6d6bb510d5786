// SPDX-License-Identifier: Apache-2.0
// Bodies on a line that touch, press and hit one another: the event-driven motion in closed form, for any number of bodies.
//
// Model     Body b at x_b has a constant free acceleration a_b (gravity); contact c lies between bodies c and c + 1.
//   (1)  g_c = x_{c+1} − x_c − d_c ≥ 0,   γ_c = ġ_c
//   (2)  m_b ẍ_b = m_b a_b + F_{b−1} − F_b,   0 ≤ F ⊥ g̈ ≥ 0 at contacts with g = γ = 0
//   Between events all forces are constant, so that positions are parabolas and the next impact is the root of a quadratic.
//   (3)  impacts by the flow of chain_impact.hpp, or by Newton's or Poisson's law in impulses
//
// Method    (2) and the laws in impulses are complementarity problems w = A z + q with the Delassus matrix of a chain,
//           which is a symmetric M-matrix: unknowns only ever enter the basis, at most n times (cottle_pang_stone_1992,
//           section 4.7).
// Closing   A hop too low to be told from rounding (height γ²/2|γ̇| within a hundred roundings of the gap) that the forces press
//           on is closed, and its speed taken away; so is a cascade of impacts in which no time passes (inelastic
//           collapse). What that costs is the closing loss.
// Symbols   x positions, d distances of the centres in touch [m], γ gap rates [m/s], F forces [N], m masses [kg].
// Source    Elementary.
// Limits    No friction.
#pragma once

#include <atomic>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "carom/base/outcome.hpp"
#include "carom/engine/ledger.hpp"
#include "carom/engine/run_options.hpp"
#include "carom/impact/chain_impact.hpp"

namespace carom {

struct LineOfBodies {
  std::vector<double> inverse_mass;  // 1/kg; 0: a wall
  std::vector<double> acceleration;  // m/s², free; 0 for a wall
  std::vector<double> distance;      // m, of contact c
  std::vector<ContactLaw> law;       // of contact c
  double length = 1;                 // m; scale of the tolerances

  int contacts() const { return static_cast<int>(law.size()); }
  double gap(int c, std::span<const double> x) const { return x[c + 1] - x[c] - distance[c]; }
};

struct LineState {
  double t = 0;
  std::vector<double> x, v;
};

// Constant accelerations and forces from t0 to t1; valid during the call.
struct LinePiece {
  double t0 = 0, t1 = 0;
  const LineState& start;
  std::span<const double> acceleration;  // by body
  std::span<const double> force;         // by contact
  std::span<const char> closed;          // by contact
  void at(double t, LineState& state) const;
};

struct LineEvent {
  double t = 0;
  EventKind kind = EventKind::impact;
  std::span<const char> contacts;  // who took part
  std::span<const double> x, v_minus, v_plus;
  const ChainImpactResult* impact = nullptr;  // of impacts
};

struct LineOptions {
  double t_end = 1;
  Restitution law = Restitution::energetic;
  CompliantImpactOptions flow{};
  long max_events = std::numeric_limits<long>::max();
  std::function<void(const LinePiece&)> piece = {};
  std::function<void(const LineEvent&)> event = {};
  const std::atomic<bool>* interrupt = nullptr;
};

struct LineReport {
  Outcome outcome = Outcome::reached_end;
  std::string reason;
  LineState final;
  std::vector<char> closed;
  EventCounts events;
  Ledger ledger;
  double worst_impact_residual = 0;
  double energy_gain = 0;
  long pieces = 0;
};

LineReport run_line(const LineOfBodies& line, const LineState& initial, const LineOptions& options);

// The impact of the listed contacts (all that touch), by any law.
class LineImpact {
 public:
  const ChainImpactResult& solve(const LineOfBodies& line, const std::vector<double>& v,
                                 const std::vector<char>& touching, Restitution law, const CompliantImpactOptions& flow,
                                 const std::vector<double>& E0 = {},
                                 const std::function<void(const ChainSample&)>& trace = {});
  double energy_gain() const { return gain_; }  // J, created by a law in impulses

 private:
  ChainImpact flow_;
  ChainImpactProblem problem_;
  ChainImpactResult result_;
  double gain_ = 0;
};

// w = A z + q, 0 ≤ z ⊥ w ≥ 0 over the contacts with member[c], A_cc = 1/m_c + 1/m_{c+1}, A_c,c+1 = −1/m_{c+1}; z is 0 elsewhere.
void solve_chain_lcp(std::span<const double> inverse_mass, std::span<const char> member, std::span<const double> q,
                     std::vector<double>& z);

}  // namespace carom
