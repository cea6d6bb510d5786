// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "carom/base/parameters.hpp"

namespace carom {
namespace {

using Names = std::vector<std::string>;
constexpr std::nullopt_t nothing = std::nullopt;

TEST(NearestName, FindsALetterWrongMissingAddedOrSwapped) {
  const Names names{"Gamma", "gamma_21", "theta0", "rho_ball"};
  EXPECT_EQ(nearest_name("Ganma", names), "Gamma");
  EXPECT_EQ(nearest_name("Gama", names), "Gamma");
  EXPECT_EQ(nearest_name("Gammma", names), "Gamma");
  EXPECT_EQ(nearest_name("Gmama", names), "Gamma");
  EXPECT_EQ(nearest_name("thtea0", names), "theta0");
  EXPECT_EQ(nearest_name("theta", names), "theta0");
}

TEST(NearestName, AWrongCaseOrHyphenCountsHalf) {
  EXPECT_EQ(nearest_name("gamma", Names{"gamma_n", "Gamma"}), "Gamma");
  EXPECT_EQ(nearest_name("disc_ball", Names{"disc-ball", "dimer"}), "disc-ball");
  EXPECT_EQ(nearest_name("n", Names{"m", "N"}), "N");
}

TEST(NearestName, OfEquallyNearNamesTheFirstIsOffered) {
  EXPECT_EQ(nearest_name("mu_z", Names{"e", "mu_s", "mu_c", "mu_i"}), "mu_s");
}

TEST(NearestName, ATranspositionIsNearerThanTwoSubstitutions) {
  EXPECT_EQ(nearest_name("ab_cd", Names{"ab_xy", "ab_dc"}), "ab_dc");
}

TEST(NearestName, OffersNothingThatIsFarAway) {
  EXPECT_EQ(nearest_name("k", Names{"e", "f"}), nothing);
  EXPECT_EQ(nearest_name("xy", Names{"ab"}), nothing);
  EXPECT_EQ(nearest_name("frequency", Names{"f", "Gamma", "mu_s"}), nothing);
  EXPECT_EQ(nearest_name("", Names{"e"}), nothing);
  EXPECT_EQ(nearest_name("e", Names{}), nothing);
}

}  // namespace
}  // namespace carom
