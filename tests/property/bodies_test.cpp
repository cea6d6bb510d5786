// SPDX-License-Identifier: Apache-2.0
// Bodies with three to six contacts, on one plane or on walls of their own: the same laws as for one and two.
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
  const std::string wrong = violation(problem, CompliantImpact<N>(problem, {}).solve());
  return wrong.empty() ? wrong : wrong + "\n" + describe(problem);
}

RC_GTEST_PROP(BodiesWithThreeContacts, GainNoEnergyAndStayInTheCone, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 10; ++i) RC_ASSERT(try_one<3>(random) == "");
}

RC_GTEST_PROP(BodiesWithFourContacts, GainNoEnergyAndStayInTheCone, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 10; ++i) RC_ASSERT(try_one<4>(random) == "");
}

RC_GTEST_PROP(BodiesWithUpToSixContacts, GainNoEnergyAndStayInTheCone, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 10; ++i) {
    const int n = 1 + static_cast<int>(random.index(6));
    const ImpactProblem<6> problem = random_body_impact<6>(random, n, random.index(2) == 0);
    if (!approaches(problem)) continue;
    const std::string wrong = violation(problem, solve_impact(problem));
    RC_ASSERT((wrong.empty() ? wrong : wrong + "\n" + describe(problem)) == "");
  }
}

// Kinetic energy relative to the surfaces with stored energy: what comes out was there before.
// One of five contacts leaves as the others hit, after a touch whose impulse is 50 orders below theirs.
TEST(BodiesWithUpToSixContacts, DoNotPullAtAContactThatHardlyTouches) {
  Random random(7, 88370);
  const int n = 1 + static_cast<int>(random.index(6));
  const ImpactProblem<6> problem = random_body_impact<6>(random, n, random.index(2) == 0);
  ASSERT_EQ(problem.n, 5);
  EXPECT_EQ(violation(problem, solve_impact(problem)), "");
}

RC_GTEST_PROP(DoubleImpacts, ReleaseNoMoreThanWasStored, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 10; ++i) {
    ImpactProblem<2> problem = random_body_impact<2>(random, 2, random.index(2) == 0);
    problem.E0 = {random.uniform(0, 0.1), random.index(2) ? random.uniform(0, 0.1) : 0.0};
    RC_ASSERT(violation(problem, CompliantImpact<2>(problem, {}).solve()) == "");
  }
}

}  // namespace
}  // namespace carom
