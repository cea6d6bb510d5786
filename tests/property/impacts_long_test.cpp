// SPDX-License-Identifier: Apache-2.0
// The campaign: a million single impacts, a hundred thousand double ones, and as many of bodies with one to six contacts.
#include <gtest/gtest.h>

#include "support/random_impacts.hpp"

namespace carom {
namespace {

using namespace testing_support;

template <int N>
void campaign(std::uint64_t seed, std::uint64_t count) {
  for (std::uint64_t stream = 0; stream < count; ++stream) {
    Random random(seed, stream);
    const ImpactProblem<N> problem = random_body_impact<N>(random, N, random.index(2) == 0);
    if (!approaches(problem)) continue;
    ASSERT_EQ(violation(problem, solve_impact(problem)), "") << "stream " << stream << "\n" << describe(problem);
  }
}

TEST(Campaign, AMillionSingleImpactsGainNoEnergyAndStayInTheCone) { campaign<1>(1, 1000000); }

TEST(Campaign, AHundredThousandDoubleImpactsGainNoEnergyAndStayInTheCone) { campaign<2>(2, 100000); }

TEST(Campaign, AHundredThousandImpactsOfOneToSixContactsGainNoEnergyAndStayInTheCone) {
  for (std::uint64_t stream = 0; stream < 100000; ++stream) {
    Random random(7, stream);
    const int n = 1 + static_cast<int>(random.index(6));
    const ImpactProblem<6> problem = random_body_impact<6>(random, n, random.index(2) == 0);
    if (!approaches(problem)) continue;
    ASSERT_EQ(violation(problem, solve_impact(problem)), "") << "stream " << stream << "\n" << describe(problem);
  }
}

}  // namespace
}  // namespace carom
