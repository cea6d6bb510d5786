// SPDX-License-Identifier: Apache-2.0
// One multiple impact of N equal elastic Hertzian balls in touch, the first one moving with 1 m/s, by Siconos and by Carom in
// one run. Siconos steps its Darboux–Keller solver (class MultipleImpact) by a fixed impulse dP; the program takes the
// coarsest dP of a list that meets an error of 1e-3 in the velocities, or the best of the list.
//   chain_siconos [N]...        default 2 3 5
// The error is measured against Carom at a tolerance of 1e-12; Carom's own, at 1e-8, against the same.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "carom/impact/chain_impact.hpp"
#include "siconos_chain.hpp"

namespace {

using peers::Answer;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

Answer by_carom(int N, double tolerance) {
  carom::ChainImpactProblem p;
  p.inverse_mass.assign(static_cast<std::size_t>(N), 1.0);
  p.v.assign(static_cast<std::size_t>(N), 0.0);
  p.v[0] = 1;
  p.law.assign(static_cast<std::size_t>(N) - 1, carom::ContactLaw{.e = 1, .stiffness = 1, .exponent = 1.5});
  carom::ChainImpact impact;
  Answer answer{impact.solve(p, {.tolerance = tolerance}).v, HUGE_VAL};
  for (int round = 0; round < 5; ++round) {
    const int calls = N > 20 ? 2 : 500;
    const double begun = cpu_seconds();
    for (int k = 0; k < calls; ++k) impact.solve(p, {.tolerance = tolerance});
    answer.seconds = std::min(answer.seconds, (cpu_seconds() - begun) / calls);
  }
  return answer;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<int> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::atoi(argv[i]));
  if (sizes.empty()) sizes = {2, 3, 5};
  std::printf("balls  Siconos dP    error      time        Carom error    time       ratio\n");
  for (const int N : sizes) {
    if (N < 2) continue;
    const std::vector<double> exact = by_carom(N, 1e-12).v;
    const Answer ours = by_carom(N, 1e-8);
    Answer theirs;
    double dP_used = 0, error = HUGE_VAL;
    for (const double dP : {1e-3, 1e-4, 1e-5}) {
      const std::optional<Answer> trial = peers::by_siconos(N, dP);
      if (!trial) return 1;
      const double off = distance(trial->v, exact);
      if (!(off < error)) continue;
      theirs = *trial;
      error = off;
      dP_used = dP;
      if (error < 1e-3) break;
    }
    std::printf("%5d  %10.0e  %.1e  %9.3f ms  %.1e     %8.1f us  %8.0f\n", N, dP_used, error, 1e3 * theirs.seconds,
                distance(ours.v, exact), 1e6 * ours.seconds, theirs.seconds / ours.seconds);
  }
}
