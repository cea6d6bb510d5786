// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/quantity.hpp"

#include <gtest/gtest.h>

#include "carom/base/constants.hpp"
#include "unit/base/message.hpp"

namespace carom::expressions {
namespace {

using carom::test::message_of;

double in_si(const std::string& text) { return std::get<Quantity>(read(text)).value; }
std::string unit_refusal(const std::string& text) {
  return message_of([&] { read(text); });
}

TEST(Quantity, IsOneNumberAndAUnit) {
  EXPECT_EQ(in_si("25 Hz"), 25);
  EXPECT_EQ(in_si("10 g"), 0.01);
  EXPECT_EQ(in_si("0.25mm"), 0.00025);
  EXPECT_EQ(in_si("-20 deg"), -20 * deg);
  EXPECT_EQ(in_si("5.6e-3 N m/rad"), 5.6e-3);
  EXPECT_EQ(in_si(" 7e-7 kg m^2 "), 7e-7);
  EXPECT_EQ(in_si("5°"), 5 * deg);
  EXPECT_EQ(in_si("3 %"), 0.03);
  EXPECT_EQ(std::get<Quantity>(read("2 m/s")).dimension.s, -1);
  EXPECT_EQ(std::get<Quantity>(read("2 m/s")).unit, "m/s");
}

TEST(Quantity, IsEverythingElseAnExpression) {
  for (const char* text : {"25", "-1.5e3", "2/s", "x", "2*m", "1e3*g", "(2)", "2^m", "3 - g"}) {
    EXPECT_FALSE(reads_as_quantity(text)) << text;
    EXPECT_TRUE(std::holds_alternative<Syntax>(read(text))) << text;
  }
  for (const char* text : {"25 Hz", "1 h", "3min", "2 N/m"}) EXPECT_TRUE(reads_as_quantity(text)) << text;
}

TEST(Quantity, OfNoKnownUnitIsRefused) {
  EXPECT_EQ(unit_refusal("25 Hzz"),
            "column 4 of '25 Hzz': 'Hzz' after a number is not a known unit; did you mean 'Hz'?");
  EXPECT_EQ(unit_refusal("2 x + 1"),
            "column 3 of '2 x + 1': 'x + 1' after a number is not a known unit (in an expression a sign "
            "such as * is missing before it)");
  EXPECT_FALSE(reads_as_quantity("25 Hzz"));
  EXPECT_EQ(unit_refusal("1e308 km"), "column 1 of '1e308 km': '1e308 km' is too large or too small a number");
}

TEST(Quantity, IsCheckedWhereSomethingHasAUnit) {
  const Quantity f = std::get<Quantity>(read("25 Hz", {"m.toml", 3, 6, "parameters.h0"}));
  EXPECT_EQ(message_of([&] { require_unit(f, "m", "parameter 'h0'"); }),
            "m.toml, line 3, column 9 (parameters.h0): parameter 'h0' is a length in m; '25 Hz' is a frequency");
  EXPECT_EQ(message_of([&] { require_unit(f, "", "parameter 'e'"); }),
            "m.toml, line 3, column 9 (parameters.h0): parameter 'e' is a pure number; '25 Hz' is a frequency");
  EXPECT_NO_THROW(require_unit(f, "1/s", "f"));
  EXPECT_NO_THROW(require_unit(f, "Hz", "f"));
}

}  // namespace
}  // namespace carom::expressions
