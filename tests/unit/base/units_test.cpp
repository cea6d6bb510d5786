// SPDX-License-Identifier: Apache-2.0
#include "carom/base/units.hpp"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <locale>
#include <string>
#include <utility>
#include <vector>

#include "carom/base/constants.hpp"
#include "carom/base/number_text.hpp"
#include "carom/base/parameters.hpp"
#include "unit/base/message.hpp"

namespace carom {
namespace {

using test::message_of;

std::string refusal(std::string_view text, std::string_view unit, std::string_view what = "parameter 'x'") {
  return message_of([&] { parse_quantity(text, unit, what); });
}

bool equivalent(std::string_view a, std::string_view b) {
  const std::optional<Unit> p = parse_unit(a), q = parse_unit(b);
  return p && q && same_dimension(p->dimension, q->dimension) && p->factor == q->factor && p->ten == q->ten;
}

TEST(Quantity, ABareNumberIsInTheUnitOfTheTable) {
  EXPECT_EQ(parse_quantity("25", "Hz", "f"), 25);
  EXPECT_EQ(parse_quantity("0.25", "m", "h0"), 0.25);
  EXPECT_EQ(parse_quantity("3.5", "d", "l"), 3.5);
  for (const char* text : {"5", "+5", " 5 ", "5.", "5.0", "0.5e1", "50E-1", "5e+0"}) {
    EXPECT_EQ(parse_quantity(text, "1", "x"), 5) << text;
  }
  EXPECT_EQ(parse_quantity("-.5", "1", "x"), -0.5);
}

TEST(Quantity, APrefixGivesTheBitsOfThePlainValue) {
  EXPECT_EQ(parse_quantity("0.25mm", "m", "h0"), 0.00025);
  EXPECT_EQ(parse_quantity("0.25 mm", "m", "h0"), 0.00025);
  EXPECT_EQ(parse_quantity("6.35mm", "m", "d"), 0.00635);
  EXPECT_EQ(parse_quantity("1.1e3um", "m", "d"), 0.0011);
  EXPECT_EQ(parse_quantity("3.3km", "m", "d"), 3300);
  EXPECT_EQ(parse_quantity("1.3kHz", "Hz", "f"), 1300);
  EXPECT_EQ(parse_quantity("7.1g", "kg", "m"), 0.0071);
  EXPECT_EQ(parse_quantity("7.1mg", "kg", "m"), 7.1e-6);
  EXPECT_EQ(parse_quantity("2.7g/cm3", "kg/m3", "rho"), 2700);
  EXPECT_EQ(parse_quantity("65%", "1", "e"), 0.65);
  EXPECT_EQ(parse_quantity("210GPa", "Pa", "E"), 210e9);
}

TEST(Quantity, DegreesAndMinutesAreConverted) {
  EXPECT_EQ(parse_quantity("5deg", "rad", "theta0"), 5 * deg);
  EXPECT_EQ(parse_quantity("5°", "rad", "theta0"), 5 * deg);
  EXPECT_EQ(parse_quantity("3mrad", "rad", "theta0"), 0.003);
  EXPECT_EQ(parse_quantity("90deg/s", "rad/s", "omega"), 90 * deg);
  EXPECT_DOUBLE_EQ(parse_quantity("30rpm", "rad/s", "omega"), pi);
  EXPECT_EQ(parse_quantity("2min", "s", "t"), 120);
  EXPECT_EQ(parse_quantity("5rad", "deg", "x"), 5 / deg);
  EXPECT_EQ(parse_quantity("7deg", "deg", "x"), 7);
}

TEST(Quantity, TheUnitsOfTheTablesAreRead) {
  const std::vector<std::pair<const char*, const char*>> written{{"1m", "m"},
                                                                 {"1cm", "m"},
                                                                 {"1us", "s"},
                                                                 {"1ms", "s"},
                                                                 {"1mN", "N"},
                                                                 {"1kN", "N"},
                                                                 {"1MPa", "Pa"},
                                                                 {"1mJ", "J"},
                                                                 {"1 N m", "J"},
                                                                 {"1mm/s", "m/s"},
                                                                 {"1cm/s", "m/s"},
                                                                 {"1m/s2", "m/s^2"},
                                                                 {"1N/mm", "N/m"},
                                                                 {"1/s", "Hz"},
                                                                 {"1N*m/rad", "N m/rad"},
                                                                 {"1N m/deg", "N m/rad"},
                                                                 {"1N s/m", "kg/s"},
                                                                 {"1N m s/rad", "N m s/rad"},
                                                                 {"1g cm2", "kg m2"},
                                                                 {"1N/m^1.5", "N/m^(3/2)"},
                                                                 {"1N/mm^1.5", "N/m^1.5"},
                                                                 {"1s-1", "Hz"},
                                                                 {"1 rad s^-1", "rad/s"}};
  for (const auto& [text, unit] : written) EXPECT_GT(parse_quantity(text, unit, text), 0) << text;
  EXPECT_DOUBLE_EQ(parse_quantity("1N/mm^1.5", "N/m^1.5", "k"), std::pow(1000, 1.5));
}

TEST(Quantity, TheMessageForAWrongDimensionSaysWhatIsMeasured) {
  EXPECT_EQ(refusal("0.25kg", "m", "parameter 'h0'"), "parameter 'h0' is a length in m; 'kg' in '0.25kg' is not");
  EXPECT_EQ(refusal("3Hz", "rad/s", "parameter 'omega'"),
            "parameter 'omega' is an angular speed in rad/s; 'Hz' in '3Hz' is not");
  EXPECT_EQ(refusal("3 N m", "N m/rad", "parameter 'k_phi'"),
            "parameter 'k_phi' is a torsional stiffness in N m/rad; 'N m' in '3 N m' is not");
  EXPECT_EQ(refusal("1g", "m/s2", "parameter 'g'"), "parameter 'g' is an acceleration in m/s2; 'g' in '1g' is not");
  EXPECT_EQ(refusal("5m", "s", "--until"), "--until is a time in s; 'm' in '5m' is not");
  EXPECT_EQ(refusal("5m", "kg s"), "parameter 'x' is a quantity in kg s; 'm' in '5m' is not");
}

TEST(Quantity, APureNumberTakesNoUnit) {
  EXPECT_EQ(refusal("3mm", "1"), "parameter 'x' is a pure number; '3mm' has the unit 'mm'");
  EXPECT_EQ(refusal("5deg", "1"), "parameter 'x' is a pure number; '5deg' has the unit 'deg'");
}

TEST(Quantity, TheMessageForAnUnknownUnitOffersTheNearestOfThatDimension) {
  EXPECT_EQ(refusal("25hz", "Hz", "parameter 'f'"),
            "parameter 'f' is a frequency in Hz; 'hz' in '25hz' is not a known unit; did you mean 'Hz'?");
  EXPECT_EQ(refusal("5degs", "rad"),
            "parameter 'x' is an angle in rad; 'degs' in '5degs' is not a known unit; did you mean 'deg'?");
  EXPECT_EQ(refusal("5furlong", "m"), "parameter 'x' is a length in m; 'furlong' in '5furlong' is not a known unit");
}

TEST(Quantity, TrailingGarbageIsRefused) {
  EXPECT_EQ(refusal("5 1", "1"), "parameter 'x' is a pure number; '1' in '5 1' is not a known unit");
  EXPECT_EQ(refusal("0.25,3", "m"), "parameter 'x' is a length in m; ',3' in '0.25,3' is not a known unit");
  EXPECT_EQ(refusal("1.2.3", "m"), "parameter 'x' is a length in m; '.3' in '1.2.3' is not a known unit");
  EXPECT_EQ(refusal("5e", "1"), "parameter 'x' is a pure number; 'e' in '5e' is not a known unit");
  EXPECT_EQ(refusal("5m m)", "m"),
            "parameter 'x' is a length in m; 'm m)' in '5m m)' is not a known unit; did you mean 'mm'?");
}

TEST(Quantity, AnEmptyValueIsRefused) {
  EXPECT_EQ(refusal("", "m"), "parameter 'x' has an empty value; it is a length in m");
  EXPECT_EQ(refusal("  ", "1"), "parameter 'x' has an empty value; it is a pure number");
}

TEST(Quantity, InfinityAndNotANumberAreRefused) {
  for (const char* text : {"inf", "-inf", "Infinity", "nan", "NaN", "-nan(7)"}) {
    EXPECT_EQ(refusal(text, "1"), "parameter 'x' must be a finite number, got '" + std::string(text) + "'");
  }
}

TEST(Quantity, TextAndHexadecimalAreRefused) {
  for (const char* text : {"abc", "m", "--5", "+-5", ".", "-", "e5", "0x10", "-0X1p3", "=5"}) {
    EXPECT_EQ(refusal(text, "m"), "parameter 'x' is a length in m; '" + std::string(text) + "' is not a number");
  }
}

TEST(Quantity, WhatDoublePrecisionCannotHoldIsRefused) {
  for (const char* text : {"1e999", "-1e999", "1e-999", "1e99999999999999999999", "1e308km", "1e308deg/us"}) {
    const char* unit = std::string(text).find("deg") != std::string::npos ? "rad/s" : "m";
    EXPECT_EQ(refusal(text, unit),
              "parameter 'x' is too large or too small for double precision, got '" + std::string(text) + "'");
  }
  EXPECT_EQ(parse_quantity("0e-999", "m", "x"), 0);
  EXPECT_FALSE(std::signbit(parse_quantity("-0", "m", "x")));
}

TEST(Quantity, AUnitThatTheTableInventsTakesItselfOrABareNumber) {
  EXPECT_EQ(parse_quantity("2 N/m^alpha", "N/m^alpha", "k"), 2);
  EXPECT_EQ(refusal("2N/m", "N/m^alpha"),
            "parameter 'x' is in N/m^alpha and takes a bare number; 'N/m' in '2N/m' cannot be converted");
}

struct DecimalComma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

TEST(Quantity, ReadingDoesNotDependOnTheLocale) {
  const std::string c_before = std::setlocale(LC_ALL, nullptr);
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new DecimalComma));
  for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE"}) {
    if (std::setlocale(LC_ALL, locale)) break;  // where none is installed, the C++ locale above is the test
  }
  EXPECT_EQ(parse_quantity("0.25mm", "m", "h0"), 0.00025);
  EXPECT_EQ(number_text(0.25), "0.25");
  std::locale::global(before);
  std::setlocale(LC_ALL, c_before.c_str());
}

TEST(Unit, ProductsQuotientsAndPowersHaveManySpellings) {
  EXPECT_TRUE(equivalent("kg/m3", "kg/m^3"));
  EXPECT_TRUE(equivalent("kg/m3", "kg m^-3"));
  EXPECT_TRUE(equivalent("kg/m3", "kg/m³"));
  EXPECT_TRUE(equivalent("N*m", "N m"));
  EXPECT_TRUE(equivalent("N·m", "J"));
  EXPECT_TRUE(equivalent("N/(m s)", "N/m/s"));
  EXPECT_TRUE(equivalent("N/m*s", "N s/m"));
  EXPECT_TRUE(equivalent("(m/s)^2", "m2/s2"));
  EXPECT_TRUE(equivalent("µm", "um"));
  EXPECT_TRUE(equivalent("μm", "um"));
  EXPECT_TRUE(equivalent("1/s", "Hz"));
  EXPECT_TRUE(equivalent("Pa", "N/m2"));
  EXPECT_TRUE(equivalent("", "1"));
  EXPECT_TRUE(equivalent("mm/mm", "1"));
}

TEST(Unit, AngleIsADimensionOfItsOwn) {
  EXPECT_FALSE(equivalent("rad/s", "Hz"));
  EXPECT_FALSE(equivalent("rad", "1"));
  EXPECT_FALSE(equivalent("N m/rad", "N m"));
}

TEST(Unit, WhatIsNotOneIsRefused) {
  for (const char* text : {"N/m s",
                           "N/",
                           "/",
                           "*m",
                           "m*",
                           "m^",
                           "m^^2",
                           "(m",
                           "m)",
                           "m^(1/0)",
                           "m99",
                           "m^1e3",
                           "m+2",
                           "kkg",
                           "mmin",
                           "ddeg",
                           "x",
                           "m,s",
                           "1m",
                           "2m",
                           "((((((((((m))))))))))",
                           "(((((mm^12)^12)^12)^12)^12)^12",
                           "k",
                           "mm%m"}) {
    EXPECT_FALSE(parse_unit(text)) << text;
  }
}

}  // namespace
}  // namespace carom
