// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include "carom/engine/event_driven.hpp"
#include "carom/systems/dimer.hpp"

int main() {
  const carom::ContactLaw tip{.e = 0.65, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = 0.08};
  const carom::Dimer dimer({.shape = {.A_r = 3.9}, .f = 25, .Gamma = 0.9, .law = {tip, tip}});
  const auto report = carom::run_event_driven(dimer, dimer.initial_state(), {.t_end = 100 * dimer.period()});
  const double x = dimer.to_shown(report.final.q)[0];
  std::printf("%s\nwalked %.1f mm, ", report.brief().c_str(), 1e3 * x);
  std::printf("energy ledger closed to %.0e\n", report.ledger.relative_residual());
  return carom::succeeded(report.outcome) && x > 0 ? 0 : 1;
}
