// SPDX-License-Identifier: Apache-2.0
// Poisson's law on random states of the oscillator.
#include <gtest/gtest.h>

#include "support/oscillator_impacts.hpp"

namespace carom {
namespace {

TEST(OscillatorImpacts, AreUniqueAndGainNoEnergy) {
  for (std::uint64_t stream = 0; stream < 30000; ++stream) {
    Random random(11, stream);
    const testing_support::OscillatorImpact impact = testing_support::random_oscillator_impact(random);
    ASSERT_EQ(testing_support::violation(impact), "") << "stream " << stream;
  }
}

}  // namespace
}  // namespace carom
