// SPDX-License-Identifier: Apache-2.0
#include "carom/base/version.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

TEST(Version, IsNewerNumberByNumber) {
  EXPECT_TRUE(is_newer("0.2.0", "0.1.0"));
  EXPECT_TRUE(is_newer("0.10.0", "0.9.9"));
  EXPECT_TRUE(is_newer("1", "0.99"));
  EXPECT_TRUE(is_newer("0.1.0.1", "0.1.0"));
  EXPECT_FALSE(is_newer("0.1.0", "0.1.0"));
  EXPECT_FALSE(is_newer("0.1", "0.1.0"));
  EXPECT_FALSE(is_newer("0.1.0", "0.2.0"));
  EXPECT_FALSE(is_newer("0.1.0-rc2", "0.1.0"));
  EXPECT_FALSE(is_newer("", "0.1.0"));
  EXPECT_FALSE(is_newer("what is this", "0.1.0"));
}

TEST(Version, NumbersAreNeverNewerThanTheProgram) { EXPECT_FALSE(is_newer(numbers_version, program_version)); }

}  // namespace
}  // namespace carom
