// SPDX-License-Identifier: Apache-2.0
// A million impacts of the oscillator by Poisson's law.
#include <gtest/gtest.h>

#include "support/oscillator_impacts.hpp"

namespace carom {
namespace {

TEST(Campaign, AMillionImpactsOfTheOscillatorAreUniqueAndGainNoEnergy) {
  for (std::uint64_t stream = 0; stream < 1000000; ++stream) {
    Random random(12, stream);
    const testing_support::OscillatorImpact impact = testing_support::random_oscillator_impact(random);
    ASSERT_EQ(testing_support::violation(impact), "") << "stream " << stream;
  }
}

}  // namespace
}  // namespace carom
