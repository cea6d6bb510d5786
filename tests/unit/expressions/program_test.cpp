// SPDX-License-Identifier: Apache-2.0
// Programs compute what nodes mean, live and held, with every kind of number.
#include "carom/expressions/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/expressions/text.hpp"
#include "unit/base/message.hpp"
#include "unit/expressions/workshop.hpp"

namespace carom::expressions {
namespace {

using test::Compiled;
using test::random_text;
using test::Shape;
using test::Workshop;

std::vector<std::string> guard_texts(Workshop& shop, const Compiled& compiled) {
  std::vector<std::string> result;
  for (const Switch& each : compiled.switches)
    result.push_back(text(shop.graph, each.guard) + (each.form == SwitchForm::cells ? " in cells" : "") +
                     (each.kind == SwitchKind::jump ? ", jump" : ", corner"));
  return result;
}
using Lines = std::vector<std::string>;

TEST(Program, ComputesWhatItsNodesMean) {
  Random random(2);
  for (int trial = 0; trial < 300; ++trial) {
    Workshop shop;
    const std::string f = random_text(random, 4, Shape::any), g = random_text(random, 2, Shape::any);
    const Compiled compiled(shop, {shop.number(f), shop.number(g), shop.number(f)});
    const std::vector<double> at{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
    const std::vector<double> result = compiled.live(at);
    const double expected = shop.value(f, at);
    if (std::isnan(expected)) continue;
    EXPECT_EQ(result[0], expected) << f;
    EXPECT_EQ(result[1], shop.value(g, at)) << g;
    EXPECT_EQ(result[2], expected);
  }
}

TEST(Program, ComputesTheSameWithEveryKindOfNumber) {
  Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    Workshop shop;
    const Compiled compiled(shop, {shop.number(random_text(random, 4, Shape::any))});
    const std::vector<double> at{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
    const double value = compiled.live(at)[0];
    if (!std::isfinite(value)) continue;
    EXPECT_EQ(compiled.live(std::vector<Dual<double>>{at[0], at[1], at[2]})[0].value, value);
    EXPECT_EQ(value_of(compiled.live(std::vector<Dual<Dual<double>>>{at[0], at[1], at[2]})[0]), value);
    EXPECT_EQ(value_of(compiled.live(std::vector<Dual<Dual<Dual<double>>>>{at[0], at[1], at[2]})[0]), value);
    EXPECT_TRUE(compiled.live(std::vector<Interval>{at[0], at[1], at[2]})[0].contains(value));
    EXPECT_TRUE(compiled.live(std::vector<Dual<Interval>>{at[0], at[1], at[2]})[0].value.contains(value));
  }
}

TEST(Program, HeldOnTheLiveSidesHasTheSameBits) {
  Random random(4);
  for (int trial = 0; trial < 300; ++trial) {
    Workshop shop;
    const Node f = shop.number(random_text(random, 4, Shape::any));
    const Compiled compiled(shop, {f, shop.graph.derivative(f, shop.inputs[0])});
    std::vector<double> at{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
    if (trial % 3 == 0) at[0] = 0;  // now and then on a guard itself
    const std::vector<double> live = compiled.live(at), held = compiled.held(at, compiled.sides(at));
    for (int k = 0; k < 2; ++k) {
      if (std::isnan(live[k])) continue;
      EXPECT_EQ(held[k], live[k]) << text(shop.graph, f);
    }
  }
}

TEST(Program, HeldIsSmoothAcrossItsGuards) {
  Workshop shop;
  const Compiled compiled(shop, {shop.number("abs(x) + max(x, 2*x) + if(x > 0, 5, 7) + sign(x) + floor(x)")});
  const std::vector<int> sides = compiled.sides({-0.5, 0, 0});
  for (const double x : {-1.5, -0.5, 0.5, 1.5})
    EXPECT_EQ(compiled.held(std::vector<double>{x, 0, 0}, sides)[0], -x + x + 7 - 1 - 1);
}

TEST(Program, SharesOneSwitchBetweenAFunctionAndItsSlope) {
  Workshop shop;
  const Node f = shop.number("abs(x - y) + max(x, y)^2 + if(y > x, 1, 2) + min(x, 3)");
  const Compiled compiled(shop,
                          {f, shop.graph.derivative(f, shop.inputs[0]), shop.graph.derivative(f, shop.inputs[1])});
  EXPECT_EQ(guard_texts(shop, compiled), (Lines{"x - y, jump", "x - 3, jump"}));
}

TEST(Program, TellsCornersFromJumps) {
  Workshop shop;
  EXPECT_EQ(guard_texts(shop, Compiled(shop, {shop.number("abs(x) + min(x, y)")})),
            (Lines{"x, corner", "x - y, corner"}));
  EXPECT_EQ(guard_texts(shop, Compiled(shop, {shop.number("sign(x) + floor(2*y) + if(z <= 1, 1, 2)")})),
            (Lines{"x, jump", "2*y in cells, jump", "z - 1, jump"}));
  EXPECT_EQ(guard_texts(shop, Compiled(shop, {shop.number("mod(x, y)")})), Lines{"x/y in cells, jump"});
  EXPECT_EQ(guard_texts(shop, Compiled(shop, {shop.number("abs(abs(x) - 1)")})),
            (Lines{"x, corner", "abs(x) - 1, corner"}));
  EXPECT_FALSE(Compiled(shop, {shop.number("abs(x)*max(y, 0)")}).switches.has_jump());
}

TEST(Program, HasNoSwitchWhereNothingVaries) {
  Workshop shop;
  shop.input("p", true);
  const Compiled compiled(shop, {shop.number("abs(p)*x + if(p > 1, x, y)")});
  EXPECT_EQ(compiled.switches.size(), 0u);
  EXPECT_EQ(compiled.held(std::vector<double>{1, 2, 3, -4}, {})[0], 6) << "decided by its value, held too";
}

TEST(Guards, AreComputedOnTheSidesThatAreHeld) {
  Workshop shop;
  const Compiled compiled(shop, {shop.number("abs(abs(x) - 1)")});
  EXPECT_EQ(compiled.sides({-0.5, 0, 0}), (std::vector<int>{-1, -1}));
  EXPECT_EQ(compiled.guard_values({0.25, 0, 0}, {-1, -1}), (std::vector<double>{0.25, -1.25}))
      << "beyond its guard |x| goes on as −x";
}

TEST(Guards, HaveTheCellOfAFloor) {
  Workshop shop;
  const Compiled compiled(shop, {shop.number("mod(x, 2)")});
  EXPECT_EQ(compiled.sides({5.5, 0, 0}), std::vector<int>{2});
  EXPECT_EQ(compiled.sides({-0.1, 0, 0}), std::vector<int>{-1});
  EXPECT_EQ(compiled.held(std::vector<double>{6.5, 0, 0}, {2})[0], 2.5);
  EXPECT_EQ(compiled.sides({1e300, 0, 0}), std::vector<int>{std::numeric_limits<int>::max()});
}

TEST(Guards, AreActiveWhereTheirBranchIsTaken) {
  Workshop shop;
  const Compiled compiled(shop, {shop.number("if(x > 0, abs(y), max(z, 1))")});
  EXPECT_EQ(guard_texts(shop, compiled), (Lines{"x, jump", "z - 1, corner", "y, corner"}));
  EXPECT_EQ(compiled.active({1, 1, 1}), (std::vector<int>{1, 0, 1}));
  EXPECT_EQ(compiled.active({-1, 1, 1}), (std::vector<int>{1, 1, 0}));
  const Compiled joined(shop, {shop.number("if(x > 0 and not y > 0, abs(z), 1)")});
  EXPECT_EQ(joined.active({1, 1, 1}), (std::vector<int>{1, 1, 0}));
  EXPECT_EQ(joined.active({1, -1, 1}), (std::vector<int>{1, 1, 1}));
}

TEST(Guards, BehindWhatIsDecidedByValuesCountAsActive) {
  Workshop shop;
  shop.input("stance", true);
  const Compiled compiled(shop, {shop.number("if(stance == 1, abs(x), abs(y))")});
  EXPECT_EQ(compiled.active({1, 1}), (std::vector<int>{1, 1}));
}

TEST(Program, SharesSidesWithOthersOfOneList) {
  Workshop shop;
  Switches switches;
  const std::vector<Node> first{shop.number("abs(x)")}, second{shop.number("max(y, 0) + abs(x)")};
  const Program one(shop.graph, first, shop.inputs, switches), two(shop.graph, second, shop.inputs, switches);
  ASSERT_EQ(switches.size(), 2u);
  const int sides[] = {-1, 1};
  const double at[] = {3, 4, 0};
  std::vector<double> work(std::max(one.work_size(), two.work_size()));
  double out = 0;
  one.evaluate_held(at, sides, work.data(), &out);
  EXPECT_EQ(out, -3);
  two.evaluate_held(at, sides, work.data(), &out);
  EXPECT_EQ(out, 1);
}

TEST(Program, LeavesOutWhatNothingNeedsAndComputesTheRestOnce) {
  Workshop shop;
  const Node shared = shop.number("sin(x*y)");
  shop.number("cos(x) + tan(y)");
  const Compiled compiled(shop, {shop.graph.square(shared), shop.graph.add(shared, shop.inputs[2])});
  EXPECT_EQ(compiled.program.instruction_count(), 4u);
}

TEST(Program, RefusesAnInputThatItDoesNotGet) {
  Workshop shop;
  Switches switches;
  const std::vector<Node> outputs{shop.number("x + y")}, inputs{shop.inputs[0]};
  EXPECT_EQ(carom::test::message_of([&] { Program(shop.graph, outputs, inputs, switches); }),
            "'y' is used and not among the inputs of a program");
}

TEST(Program, NeverStopsAtWhatHasNoValue) {
  Workshop shop;
  const Compiled compiled(shop, {shop.number("1/x"), shop.number("sqrt(x - 1)"), shop.number("log(x)"),
                                 shop.number("if(x > 0, log(x), 3)"), shop.number("hypot(x, 0*y)")});
  const std::vector<double> result = compiled.live(std::vector<double>{0, 0, 0});
  EXPECT_EQ(result[0], std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(result[1]));
  EXPECT_EQ(result[2], -std::numeric_limits<double>::infinity());
  EXPECT_EQ(result[3], 3);
  EXPECT_EQ(result[4], 0);
}

TEST(Enclosure, HoldsEveryValueAndSlope) {
  Random random(6);
  int bounded = 0;
  for (int trial = 0; trial < 400; ++trial) {
    Workshop shop;
    const std::string f = random_text(random, 3, trial % 2 ? Shape::any : Shape::smooth);
    const Node node = shop.number(f);
    const Compiled compiled(shop, {node, shop.graph.derivative(node, shop.inputs[0])});
    std::vector<Interval> box;
    std::vector<Dual<Interval>> slopes;
    for (int k = 0; k < 3; ++k) {
      const double low = random.uniform(-2, 2), width = std::pow(10, random.uniform(-6, 0));
      box.emplace_back(low, low + width);
      slopes.push_back({box.back(), Interval(k == 0 ? 1.0 : 0.0)});
    }
    const std::vector<Interval> range = compiled.live(box);
    const Dual<Interval> slope = compiled.live(slopes)[0];
    bounded += range[0].is_bounded();
    std::vector<double> middle{box[0].middle(), box[1].middle(), box[2].middle()};
    const std::vector<int> sides = compiled.sides(middle);
    const std::vector<Interval> held_range = compiled.held(box, sides);
    for (int sample = 0; sample < 20; ++sample) {
      std::vector<double> at;
      for (const Interval& side : box) at.push_back(side.low + random.uniform() * (side.high - side.low));
      const std::vector<double> value = compiled.live(at), held = compiled.held(at, sides);
      if (std::isnan(value[0]) || std::isnan(value[1])) continue;
      EXPECT_TRUE(range[0].contains(value[0])) << f;
      EXPECT_TRUE(range[1].contains(value[1])) << f;
      EXPECT_TRUE(slope.value.contains(value[0])) << f;
      EXPECT_TRUE(slope.slope.contains(value[1]) || slope.slope.width() > 0) << f;
      EXPECT_TRUE(held_range[0].contains(held[0])) << f;
    }
  }
  EXPECT_GT(bounded, 300);
}

TEST(Enclosure, OfAnUndecidedSwitchIsTheHullOfBothSides) {
  Workshop shop;
  const Compiled compiled(
      shop, {shop.number("if(x > 0, 2, -3)"), shop.number("sign(x)"), shop.number("floor(x)"), shop.number("max(x, 0)"),
             shop.graph.derivative(shop.number("max(x, 0)"), shop.inputs[0])});
  const std::vector<Interval> range = compiled.live(std::vector<Interval>{{-1, 2.5}, 0.0, 0.0});
  const auto is = [](const Interval& a, double low, double high) { return a.low == low && a.high == high; };
  EXPECT_TRUE(is(range[0], -3, 2));
  EXPECT_TRUE(is(range[1], -1, 1));
  EXPECT_TRUE(is(range[2], -1, 2));
  EXPECT_TRUE(is(range[3], 0, 2.5));
  EXPECT_TRUE(is(range[4], 0, 1));
  const std::vector<Dual<Interval>> slopes =
      compiled.live(std::vector<Dual<Interval>>{{Interval(-1, 2.5), Interval(1.0)}, 0.0, 0.0});
  EXPECT_TRUE(slopes[0].slope.is_entire());
  EXPECT_TRUE(slopes[1].slope.is_entire());
  EXPECT_TRUE(slopes[2].slope.is_entire());
  EXPECT_TRUE(is(slopes[3].slope, 0, 1));
}

}  // namespace
}  // namespace carom::expressions
