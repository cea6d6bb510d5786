// SPDX-License-Identifier: Apache-2.0
// Energy under the laws of impact: the energetic law never creates any, and where another law does it says so.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/random_impacts.hpp"

namespace carom {
namespace {

using namespace testing_support;

template <int N>
double works_of(const ImpactProblem<N>& p, const ImpactResult<N>& r) {
  double works = 0;
  for (int k = 0; k < p.n; ++k) works += r.W_compression[k] + r.W_restitution[k] + std::abs(r.friction_work[k]);
  return works;
}

template <int N>
void check_energy(Random& random, Restitution law) {
  ImpactProblem<N> p = random_body_impact<N>(random, N, random.index(2) == 0);
  if (!approaches(p)) return;
  if (law == Restitution::poisson && random.index(2) == 0)
    for (ContactLaw& contact : p.law) contact.eps_T = random.uniform();
  const ImpactResult<N> r = solve_impact(p, {.law = law});
  if (r.failure == ImpactFailure::no_solution && law != Restitution::energetic) return;  // a jam
  RC_ASSERT(r.failure == ImpactFailure::none);
  const double change = energy_change(p, r), rounding = 1e-9 * works_of(p, r);
  RC_ASSERT(r.energy_gain >= 0);
  if (law == Restitution::energetic) {
    RC_ASSERT(change <= rounding);
    RC_ASSERT(r.energy_gain == 0);
  } else if (change > rounding) {
    RC_ASSERT(std::abs(r.energy_gain - change) <= rounding);
  } else {
    RC_ASSERT(r.energy_gain <= rounding);
  }
}

RC_GTEST_PROP(EnergeticLaw, NeverCreatesEnergy, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 200; ++i) check_energy<1>(random, Restitution::energetic);
  for (int i = 0; i < 10; ++i) check_energy<2>(random, Restitution::energetic);
}

RC_GTEST_PROP(NewtonsLaw, AlwaysTellsWhatItCreates, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 200; ++i) check_energy<1>(random, Restitution::newton);
  for (int i = 0; i < 50; ++i) check_energy<2>(random, Restitution::newton);
}

RC_GTEST_PROP(PoissonsLaw, AlwaysTellsWhatItCreates, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 200; ++i) check_energy<1>(random, Restitution::poisson);
  for (int i = 0; i < 50; ++i) check_energy<2>(random, Restitution::poisson);
}

// One contact, no tangential restitution: Poisson's law is dissipative (glocker_2013).
RC_GTEST_PROP(PoissonsLaw, OfOneContactCreatesNothing, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 200; ++i) {
    ImpactProblem<1> p = random_body_impact<1>(random, 1, true);
    if (!approaches(p)) continue;
    p.law[0].mu_s_i = p.law[0].mu_i;
    const ImpactResult<1> r = solve_impact(p, {.law = Restitution::poisson});
    if (r.failure == ImpactFailure::no_solution) continue;
    RC_ASSERT(r.energy_gain <= 1e-9 * works_of(p, r));
  }
}

}  // namespace
}  // namespace carom
