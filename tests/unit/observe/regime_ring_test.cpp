// SPDX-License-Identifier: Apache-2.0
#include "carom/observe/regime_ring.hpp"

#include <gtest/gtest.h>

namespace carom::observe {
namespace {

constexpr ContactMode F = ContactMode::open, T = ContactMode::stick, P = ContactMode::slip_plus,
                      M = ContactMode::slip_minus;

TEST(RegimeRing, BeginsWithTheFirstFlightAndJoinsItsEnds) {
  EXPECT_EQ(ring_of(1, {P, T, F, M, P}).text(), "FMPT");
  EXPECT_EQ(ring_of(1, {T, P, T}).text(), "TP");
  EXPECT_EQ(ring_of(1, {T}).text(), "T");
  EXPECT_EQ(ring_of(2, {P, F, F, F, T, F, P, F}).text(), "FF.TF.PF");
}

TEST(RegimeRing, CountsThePhasesOfEachContact) {
  const RegimeRing ring = ring_of(2, {F, F, T, F, T, P, P, P});
  EXPECT_EQ(ring.phases(0, T), 1);  // it sticks on while the other lands
  EXPECT_EQ(ring.phases(0, F), 1);
  EXPECT_EQ(ring.phases(1, F), 1);
  EXPECT_EQ(ring.phases(1, T), 0);
  EXPECT_EQ(ring_of(1, {T}).phases(0, T), 1);
  EXPECT_EQ(ring_of(1, {F, T, P, T}).phases(0, T), 2);
}

TEST(RegimeRing, KnowsWhatFollowsWhatAtOneContact) {
  EXPECT_TRUE(ring_of(1, {F, P, T}).goes(0, T, F));  // across the ends
  EXPECT_FALSE(ring_of(1, {F, T, P}).goes(0, T, F));
  // One contact sticks while the other flies: nobody goes from stick to flight.
  const RegimeRing two = ring_of(2, {F, F, T, F, P, F});
  EXPECT_EQ(two.text(), "FF.TF.PF");
  EXPECT_FALSE(two.goes(0, T, F));
  EXPECT_FALSE(two.goes(1, T, F));
}

}  // namespace
}  // namespace carom::observe
