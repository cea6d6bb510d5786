// SPDX-License-Identifier: Apache-2.0
// What must hold of every impact, on random bodies and laws: no energy gain, impulses in the cone, the work law, no failure.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/random_impacts.hpp"

namespace carom {
namespace {

using namespace testing_support;

template <int N>
std::string try_one(Random& random) {
  const ImpactProblem<N> problem = random_body_impact<N>(random, N, random.index(2) == 0);
  if (!approaches(problem)) return "";
  const std::string wrong = violation(problem, solve_impact(problem));
  return wrong.empty() ? wrong : wrong + "\n" + describe(problem);
}

RC_GTEST_PROP(SingleImpacts, GainNoEnergyAndStayInTheCone, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 1000; ++i) RC_ASSERT(try_one<1>(random) == "");
}

RC_GTEST_PROP(DoubleImpacts, GainNoEnergyAndStayInTheCone, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 20; ++i) RC_ASSERT(try_one<2>(random) == "");
}

}  // namespace
}  // namespace carom
