// SPDX-License-Identifier: Apache-2.0
// The campaign: five thousand runs, and some long ones.
#include <gtest/gtest.h>

#include "support/random_runs.hpp"

namespace carom {
namespace {

using namespace testing_support;

TEST(Campaign, FiveThousandRandomRunsEndWithClosedBooks) {
  for (std::uint64_t stream = 0; stream < 5000; ++stream) {
    Random random(21, stream);
    const std::string wrong = run_violation(random_dimer(random), 20);
    EXPECT_EQ(wrong, "") << "stream " << stream;
  }
}

TEST(Campaign, LongRandomRunsEndWithClosedBooks) {
  for (std::uint64_t stream = 0; stream < 100; ++stream) {
    Random random(22, stream);
    const std::string wrong = run_violation(random_dimer(random), 1000);
    EXPECT_EQ(wrong, "") << "stream " << stream;
  }
}

TEST(Campaign, FourHundredDimersOnSlowPlatesGoThroughNothing) {
  for (std::uint64_t stream = 0; stream < 400; ++stream) {
    Random random(77, stream);
    const std::string wrong = passed_through(random_slow_dimer(random), 30);
    EXPECT_EQ(wrong, "") << "stream " << stream;
  }
}

}  // namespace
}  // namespace carom
