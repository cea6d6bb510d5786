// SPDX-License-Identifier: Apache-2.0
// What a text means, and what is said of one that means nothing.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/base/message.hpp"
#include "unit/expressions/workshop.hpp"

namespace carom::expressions {
namespace {

using carom::test::message_of;
using test::Workshop;
using Names = std::vector<std::string>;

double value(const std::string& text) { return Workshop().value(text, {2, 3, 5}); }

std::string refusal(const std::string& text) {
  return message_of([&] { Workshop().number(text); });
}

TEST(Parser, BindsAsMathematicsDoes) {
  EXPECT_EQ(value("1 + 2*3"), 7);
  EXPECT_EQ(value("(1 + 2)*3"), 9);
  EXPECT_EQ(value("10 - 4 - 3"), 3);
  EXPECT_EQ(value("100/10/2"), 5);
  EXPECT_EQ(value("2*3/4*5"), 7.5);
  EXPECT_EQ(value("-x^2"), -4);
  EXPECT_EQ(value("(-x)^2"), 4);
  EXPECT_EQ(value("2^3^2"), 512);
  EXPECT_EQ(value("2^-1"), 0.5);
  EXPECT_EQ(value("2^-x^2"), 1.0 / 16);
  EXPECT_EQ(value("2*-3"), -6);
  EXPECT_EQ(value("1 - -1"), 2);
  EXPECT_EQ(value("+x - +y"), -1);
  EXPECT_EQ(value("-x*y"), -6);
}

TEST(Parser, ReadsNumbersAndNames) {
  EXPECT_EQ(value("1.5"), 1.5);
  EXPECT_EQ(value(".5"), 0.5);
  EXPECT_EQ(value("1e-3"), 1e-3);
  EXPECT_EQ(value("2.E+2"), 200);
  EXPECT_EQ(value("pi"), 3.141592653589793);
  EXPECT_EQ(value("-inf"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(value("x*\n  y"), 6);
}

TEST(Parser, TakesDottedAndQuotedNamesAsOne) {
  Workshop shop;
  shop.scope.add("bird.beak.x", shop.graph.constant(4));
  shop.scope.add("bird.beak/pole.force", shop.graph.constant(5));
  EXPECT_EQ(shop.value("2*bird.beak.x"), 8);
  EXPECT_EQ(shop.value("2*'bird.beak/pole.force'"), 10);
}

TEST(Parser, KnowsEveryFunction) {
  EXPECT_DOUBLE_EQ(value("sin(x) + cos(x) + tan(x)"), std::sin(2) + std::cos(2) + std::tan(2));
  EXPECT_DOUBLE_EQ(value("asin(0.5)"), std::asin(0.5));
  EXPECT_DOUBLE_EQ(value("acos(0.5)"), std::acos(0.5));
  EXPECT_DOUBLE_EQ(value("atan(x)"), std::atan(2));
  EXPECT_DOUBLE_EQ(value("atan2(x, y)"), std::atan2(2, 3));
  EXPECT_DOUBLE_EQ(value("sinh(x)"), std::sinh(2));
  EXPECT_DOUBLE_EQ(value("cosh(x)"), std::cosh(2));
  EXPECT_DOUBLE_EQ(value("tanh(x)"), std::tanh(2));
  EXPECT_DOUBLE_EQ(value("exp(x)"), std::exp(2));
  EXPECT_DOUBLE_EQ(value("log(x)"), std::log(2));
  EXPECT_DOUBLE_EQ(value("sqrt(x)"), std::sqrt(2));
  EXPECT_DOUBLE_EQ(value("hypot(x, y)"), std::hypot(2, 3));
  EXPECT_DOUBLE_EQ(value("abs(-x)"), 2);
  EXPECT_DOUBLE_EQ(value("sign(-x) + sign(0) + sign(y)"), 0);
  EXPECT_DOUBLE_EQ(value("min(x, y, 1)"), 1);
  EXPECT_DOUBLE_EQ(value("max(x, y, z, 4)"), 5);
  EXPECT_DOUBLE_EQ(value("floor(-x/4)"), -1);
  EXPECT_DOUBLE_EQ(value("mod(-x, y)"), 1);
  EXPECT_DOUBLE_EQ(value("mod(7.5, x)"), 1.5);
}

TEST(Parser, ReadsConditions) {
  EXPECT_EQ(value("if(x < y, 1, 0)"), 1);
  EXPECT_EQ(value("if(x >= y, 1, 0)"), 0);
  EXPECT_EQ(value("if(not x > y and (x < 1 or y <= 3), 1, 0)"), 1);
  EXPECT_EQ(value("if(x > y or x > y and y < z, 1, 0)"), 0);
  EXPECT_EQ(value("if(3 == 3, 1, 0) + if(3 != 3, 1, 0)"), 1);
  EXPECT_TRUE(Syntax::read("x < 1").is_condition());
  EXPECT_FALSE(Syntax::read("if(x < 1, 1, 2)").is_condition());
}

TEST(Parser, ListsTheNamesThatMustBeKnownElsewhere) {
  EXPECT_EQ(Syntax::read("b*a + sin(b) + pi + lift(s)").free_names(), (Names{"b", "a", "lift", "s"}));
  EXPECT_EQ(Syntax::read("sum(k, 1, n, a[k]*k) + k").free_names(), (Names{"n", "a", "k"}));
  EXPECT_EQ(Syntax::read("sum(k, 1, len(a), x_dot[k + 1])").free_names(), (Names{"a", "x_dot"}));
}

TEST(Parser, SaysWhereAndWhatIsWrong) {
  const Place place{"table.toml", 7, 14, "equations.kinetic"};
  const std::string text = "x^2 +\n 3*thetta";
  Workshop shop({"x", "theta"});
  try {
    Builder(shop.graph, shop.scope).number(Syntax::read(text, place));
    FAIL() << "nothing was thrown";
  } catch (const Refusal& refusal) {
    EXPECT_STREQ(refusal.what(),
                 "table.toml, line 8, column 4 (equations.kinetic): there is no 'thetta'; did you mean 'theta'?");
    EXPECT_EQ(refusal.word, "thetta");
    EXPECT_EQ(refusal.where.line, 8);
    EXPECT_EQ(refusal.where.column, 4);
  }
  EXPECT_EQ(message_of([&] { Syntax::read("1 + * 2", place); }),
            "table.toml, line 7, column 18 (equations.kinetic): '*' stands where a number or a name is expected");
}

TEST(Parser, OffersTheNearestFunction) {
  EXPECT_EQ(refusal("sinn(x)"), "column 1 of 'sinn(x)': there is no function 'sinn'; did you mean 'sin'?");
  EXPECT_EQ(refusal("q + 1"), "column 1 of 'q + 1': there is no 'q'");
}

TEST(Parser, RefusesWithASentence) {
  EXPECT_EQ(refusal(""), "column 1 of '': the text is empty; an expression is expected");
  EXPECT_EQ(refusal("x*"), "column 3 of 'x*': the text ends where a number or a name is expected");
  EXPECT_EQ(refusal("(x + 1"), "column 1 of '(x + 1': '(' is never closed");
  EXPECT_EQ(refusal("x + 1)"), "column 6 of 'x + 1)': ')' closes nothing");
  EXPECT_EQ(refusal("2 x"),
            "column 3 of '2 x': a sign such as * is missing before 'x' (an expression is in SI, without units)");
  EXPECT_EQ(refusal("x, y"), "column 2 of 'x, y': ',' stands where the expression should end");
  EXPECT_EQ(refusal("sin x"), "column 1 of 'sin x': 'sin' is a function; write sin(…)");
  EXPECT_EQ(refusal("atan2(x)"), "column 1 of 'atan2(x)': 'atan2' takes 2 arguments, got 1");
  EXPECT_EQ(refusal("max(x)"), "column 1 of 'max(x)': 'max' takes at least 2 arguments, got 1");
  EXPECT_EQ(refusal("x = 1"), "column 3 of 'x = 1': '=' is no comparison; write '==', or '<=' and '>='");
  EXPECT_EQ(refusal("x && y"), "column 3 of 'x && y': '&': write and, or, not");
  EXPECT_EQ(refusal("x × y"), "column 3 of 'x × y': '×': write *");
  EXPECT_EQ(refusal("ä + 1"),
            "column 1 of 'ä + 1': 'ä' has no meaning in an expression; names are made of a to z, A to Z, digits and _");
  EXPECT_EQ(refusal("x > 0 ? x : 0"), "column 7 of 'x > 0 ? x : 0': '?': a choice is written if(condition, a, b)");
  EXPECT_EQ(refusal("x'^2"), "column 2 of 'x'^2': a prime is no derivative: the rate of x is x_dot");
  EXPECT_EQ(refusal("x**2"), "column 3 of 'x**2': a power is written with ^, not **");
  EXPECT_EQ(refusal("g*x"), "column 1 of 'g*x': there is no 'g'; `gravity = 9.81` at the head of a model declares it");
  EXPECT_EQ(refusal("0x10"), "column 1 of '0x10': numbers are decimal");
  EXPECT_EQ(refusal("1e999"), "column 1 of '1e999': '1e999' is too large or too small a number");
  EXPECT_EQ(refusal("x[1]"), "column 1 of 'x[1]': 'x' is not a list, and has no [ ]");
  EXPECT_EQ(refusal("pi(2)"), "column 3 of 'pi(2)': 'pi' is a number; a sign is missing before '('");
  EXPECT_EQ(refusal("x(2)"), "column 1 of 'x(2)': 'x' is not a function; a sign such as * is missing before '('");
  EXPECT_EQ(refusal("and x"), "column 1 of 'and x': 'and' needs a condition before it");
}

TEST(Parser, KeepsConditionsAndNumbersApart) {
  EXPECT_EQ(refusal("1 + (x < y)"),
            "column 8 of '1 + (x < y)': a condition ('<') stands where a number is expected; write "
            "if(condition, 1, 0)");
  EXPECT_EQ(refusal("if(x, 1, 2)"),
            "column 4 of 'if(x, 1, 2)': a number ('x') stands where a condition is expected; compare it: '… > 0'");
  EXPECT_EQ(
      refusal("if(x < y and z, 1, 2)"),
      "column 14 of 'if(x < y and z, 1, 2)': a number ('z') stands where a condition is expected; compare it: '… > 0'");
  EXPECT_EQ(refusal("x < y"),
            "column 3 of 'x < y': this is a condition, and a number is expected; write if(condition, 1, 0)");
  EXPECT_EQ(refusal("if(x < y < z, 1, 0)"),
            "column 10 of 'if(x < y < z, 1, 0)': comparisons stand alone; write 'a < b and b < c' for two of them");
  EXPECT_EQ(message_of([] { Workshop().condition("x"); }),
            "column 1 of 'x': this is a number, and a condition is expected; compare it: '… > 0'");
}

TEST(Parser, CountsColumnsInCharacters) {
  EXPECT_EQ(refusal("'größe' + 1"), "column 1 of ''größe' + 1': there is no 'größe'");
  Workshop shop;
  shop.scope.add("größe", shop.graph.constant(1));
  EXPECT_EQ(message_of([&] { shop.number("'größe' + q"); }), "column 11 of ''größe' + q': there is no 'q'");
}

TEST(Parser, TellsHowTheRateOfARepeatedCoordinateIsWritten) {
  EXPECT_EQ(refusal("x[1]_dot"), "column 5 of 'x[1]_dot': the rate of x[…] is written x_dot[…]");
}

}  // namespace
}  // namespace carom::expressions
