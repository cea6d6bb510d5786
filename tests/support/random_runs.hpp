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
  if (!(report.worst_impact_residual < 1e-9)) wrong << "an impact's certificate " << report.worst_impact_residual << "; ";
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

}  // namespace carom::testing_support
