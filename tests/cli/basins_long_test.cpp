// SPDX-License-Identifier: Apache-2.0
// The basins of the bouncing dimer at full size: labels against full runs, and what recognition saves.
#include "cli/command.hpp"

namespace carom::test {
namespace {

using BasinsCampaign = CommandTest;

TEST_F(BasinsCampaign, FiveHundredPixelsOfTheDimersMapAgreeWithFullRuns) {
  const Answer answer =
      carom({"basins", CAROM_PAPERS "/dimer/studies/basins.toml", "--verify", "500", "--json", "-", "--out", "a.h5"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const auto json = answer.json();
  EXPECT_EQ(json["x"]["pixels"], 512);
  EXPECT_EQ(json["y"]["pixels"], 512);
  EXPECT_EQ(json["verified"]["pixels"], 500);
  EXPECT_EQ(json["verified"]["disagree"], 0) << json["verified"]["cases"];
  EXPECT_GT(json["flashes_of_full_lengths"].get<double>(), 5 * json["flashes_seen"].get<double>());
  for (const auto& attractor : json["attractors"])
    if (!attractor["largest_multiplier"].is_null())
      EXPECT_LT(attractor["largest_multiplier"].get<double>(), 1) << attractor["name"];
}

}  // namespace
}  // namespace carom::test
