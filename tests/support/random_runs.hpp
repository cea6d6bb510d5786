// SPDX-License-Identifier: Apache-2.0
// Random runs of the dimer over its whole range of parameters, and what must hold of any of them.
#pragma once

#include <sstream>
#include <string>

#include "carom/base/random.hpp"
#include "carom/systems/dimer.hpp"
#include "carom/systems/dimer_engine.hpp"

namespace carom::testing_support {

inline DimerSettings random_dimer(Random& random) {
  DimerSettings d;
  d.shape.A_r = random.uniform(2.1, 8.5);
  d.Gamma = random.index(10) ? random.uniform(0, 2) : 0.0;
  d.f = random.uniform(10, 100);
  d.h0 = random.index(8) ? random.uniform(0, 0.02) : 0.0;
  d.theta0 = random.index(8) ? random.uniform(-20, 20) * deg : 0.0;
  d.closing = random.index(2) ? 0.01 : 0.0;
  for (ContactLaw& law : d.law) {
    const std::uint32_t kind = random.index(8);
    law.e = kind == 0 ? 0.0 : kind == 1 ? 1.0 : random.uniform();
    law.mu_c = random.index(6) ? random.uniform() : 0.0;
    law.mu_s = law.mu_c * (random.index(3) ? random.uniform(1, 1.6) : 1.0);
    law.mu_i = random.index(3) ? random.uniform() : law.mu_c;
    law.mu_s_i = law.mu_i * (random.index(3) ? random.uniform(1, 1.6) : 1.0);
  }
  if (random.index(2)) d.law[1] = d.law[0];
  return d;
}

// Empty, or what is wrong with a run of so many cycles.
inline std::string run_violation(const DimerSettings& settings, int cycles) {
  const Dimer dimer(settings);
  const RunReport<Dimer> report = run_watched(dimer, dimer.initial_state(), {.t_end = cycles * dimer.period()});
  std::ostringstream wrong;
  wrong.precision(17);
  const double energy = std::abs(report.ledger.initial) + report.ledger.kinetic;
  if (report.outcome != Outcome::reached_end) wrong << report.brief() << "; ";
  if (!report.final.q.allFinite() || !report.final.u.allFinite()) wrong << "not finite; ";
  if (!(std::abs(report.ledger.residual()) <= 1e-9 * report.ledger.exchanged + 1e-10 * energy))
    wrong << "ledger: " << report.ledger.residual() << " of " << report.ledger.exchanged << "; ";
  if (!(report.deepest_penetration < 1e-12)) wrong << "penetration " << report.deepest_penetration << "; ";
  if (!(report.worst_impact_residual < 1e-9))
    wrong << "an impact's certificate " << report.worst_impact_residual << "; ";
  if (!(report.ledger.friction_loss >= -1e-12 * (report.ledger.exchanged + energy)))
    wrong << "friction gives " << -report.ledger.friction_loss << "; ";
  if (wrong.str().empty()) return "";
  wrong << "A_r " << settings.shape.A_r << " Gamma " << settings.Gamma << " f " << settings.f << " h0 " << settings.h0
        << " theta0 " << settings.theta0 << " closing " << settings.closing;
  for (const ContactLaw& law : settings.law)
    wrong << " | e " << law.e << " mu_s " << law.mu_s << " mu_c " << law.mu_c << " mu_s_i " << law.mu_s_i << " mu_i "
          << law.mu_i;
  return wrong.str();
}

// On a slow plate, where a dimer turns many times within a period.
inline DimerSettings random_slow_dimer(Random& random) {
  DimerSettings d;
  d.shape.A_r = random.uniform(2, 8);
  d.f = random.uniform(1, 5);
  d.Gamma = random.uniform(1, 20);
  d.theta0 = random.uniform(-0.6, 0.6);
  d.h0 = random.uniform(0, 0.01);
  const double e = random.uniform(0.1, 0.95);
  d.law.fill({.e = e, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = 0.12});
  return d;
}

// The lowest gap of an open contact, looked at much more often than the engine does.
struct LowestGap {
  const Dimer& dimer;
  double spacing;  // s
  double gap = 0, t = 0;
  void segment(const Segment<Dimer>& piece) {
    for (double at = piece.t0(); at < piece.t1(); at += spacing) {
      const std::array<double, 2> gaps = dimer.gaps(at, piece.at(at).q);
      for (int i = 0; i < 2; ++i) {
        if (is_closed(piece.modes()[i]) || gaps[i] >= gap) continue;
        gap = gaps[i];
        t = at;
      }
    }
  }
  void event(const EventBatch<Dimer>&) {}
  bool stop() const { return false; }
};

// Empty, or how a tip went through the plate.
inline std::string passed_through(const DimerSettings& settings, int cycles) {
  const Dimer dimer(settings);
  LowestGap lowest{.dimer = dimer, .spacing = 2e-4};
  const RunReport<Dimer> report = run_watched(dimer, dimer.initial_state(), {.t_end = cycles * dimer.period()}, lowest);
  std::ostringstream wrong;
  wrong.precision(17);
  if (report.outcome != Outcome::reached_end) wrong << report.brief() << "; ";
  if (lowest.gap < -1e-9 * dimer.scales().length)
    wrong << "a tip is " << -lowest.gap << " m below the plate at t = " << lowest.t << " s; ";
  if (wrong.str().empty()) return "";
  wrong << "A_r " << settings.shape.A_r << " Gamma " << settings.Gamma << " f " << settings.f << " h0 " << settings.h0
        << " theta0 " << settings.theta0 << " e " << settings.law[0].e;
  return wrong.str();
}

}  // namespace carom::testing_support
