// SPDX-License-Identifier: Apache-2.0
#include "carom/laws/contact_law.hpp"

#include <gtest/gtest.h>

#include <string>

#include "carom/base/dual.hpp"
#include "carom/laws/check_contact_law.hpp"

namespace carom {
namespace {

const Stribeck falling{.mu_0 = 0.4, .mu_c = 0.25, .v_s = 0.1};

TEST(ContactLaw, SlipsByCoulombsConstantUnlessItSaysOtherwise) {
  const ContactLaw law{.mu_s = 0.4, .mu_c = 0.3};
  EXPECT_TRUE(law.has_constant_slip());
  EXPECT_EQ(name(law.slip), "coulomb");
  for (const double v : {0.0, 0.1, 1e9}) EXPECT_EQ(law.slip_coefficient(v), 0.3);
  const Dual<double> mu = law.slip_coefficient(Dual<double>{0.1, 1.0});
  EXPECT_EQ(mu.value, 0.3);
  EXPECT_EQ(mu.slope, 0);
}

TEST(ContactLaw, SlipsByTheLawItIsGiven) {
  const ContactLaw law{.mu_s = 0.4, .slip = falling};
  EXPECT_FALSE(law.has_constant_slip());
  EXPECT_EQ(name(law.slip), "stribeck");
  EXPECT_EQ(law.slip_coefficient(0.03), falling.coefficient(0.03));
  EXPECT_EQ(law.slip_coefficient(Dual<double>{0.03, 1.0}).slope, falling.coefficient(Dual<double>{0.03, 1.0}).slope);
}

TEST(ContactLaw, EqualsAnotherWithTheSameSlip) {
  const ContactLaw law{.mu_s = 0.4, .slip = falling};
  ContactLaw other = law;
  EXPECT_EQ(law, other);
  std::get<Stribeck>(other.slip).v_s = 0.2;
  EXPECT_NE(law, other);
  other.slip = Coulomb{};
  EXPECT_NE(law, other);
}

std::string complaint(const ContactLaw& law) {
  try {
    check(law);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

TEST(ContactLaw, NeedsStaticFrictionOfAtLeastSlipFriction) {
  EXPECT_EQ(complaint({}), "");
  EXPECT_EQ(complaint({.mu_s = 0.3, .mu_c = 0.3, .mu_s_i = 0.2, .mu_i = 0.1}), "");
  EXPECT_EQ(complaint({.mu_s = 0.4, .slip = falling}), "");
  EXPECT_EQ(complaint({.mu_s = 0.2, .mu_c = 0.3}),
            "static friction must be at least the slip friction at rest, but mu_s = 0.2 is below 0.3");
  EXPECT_EQ(complaint({.mu_s = 0.3, .slip = falling}),
            "static friction must be at least the slip friction at rest, but mu_s = 0.3 is below 0.4");
  EXPECT_EQ(complaint({.mu_s_i = 0.1, .mu_i = 0.2}),
            "static friction in impacts must be at least slip friction, but mu_s_i = 0.1 is below mu_i = 0.2");
  EXPECT_EQ(complaint({.mu_c = -0.1}), "slip friction cannot be negative, but it is -0.1 at rest");
}

TEST(ContactLaw, TellsWhatIsWrongWithItsSlip) {
  EXPECT_EQ(complaint({.mu_s = 0.4, .slip = Stribeck{.mu_0 = 0.4}}),
            "Stribeck's speed must be above zero, but v_s = 0 m/s");
  EXPECT_EQ(complaint({.mu_s = 0.4, .mu_c = 0.1, .slip = falling}),
            "mu_c = 0.1 is Coulomb's coefficient, but slip follows the law 'stribeck', which has its own");
}

}  // namespace
}  // namespace carom
