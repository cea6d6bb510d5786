// SPDX-License-Identifier: Apache-2.0
// Equal expressions are one node, simple ones become simpler, and derivatives are exact.
#include "carom/expressions/graph.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/expressions/polynomial.hpp"
#include "carom/expressions/text.hpp"
#include "unit/base/message.hpp"
#include "unit/expressions/workshop.hpp"

namespace carom::expressions {
namespace {

using test::Compiled;
using test::random_text;
using test::Shape;
using test::Workshop;

void expect_same(const char* one, const char* other) {
  Workshop shop;
  EXPECT_EQ(shop.number(one), shop.number(other)) << one << " is " << text(shop.graph, shop.number(one)) << ", "
                                                  << other << " is " << text(shop.graph, shop.number(other));
}

TEST(Graph, MakesEqualExpressionsOneNode) {
  expect_same("x + y", "y + x");
  expect_same("sin(x*y)^2", "sin(y*x)*sin(x*y)");
  expect_same("min(x, y)", "min(y, x)");
}

TEST(Graph, SimplifiesWhatStandsTogether) {
  expect_same("x + 0*y", "x");
  expect_same("1*x", "x");
  expect_same("x^1", "x");
  expect_same("x^0", "1");
  expect_same("-(-x)", "x");
  expect_same("x - x", "0");
  expect_same("x + x", "2*x");
  expect_same("x + -y", "x - y");
  expect_same("x - -y", "x + y");
  expect_same("2*x*3", "6*x");
  expect_same("x/2*(2*y)", "x*y");
  expect_same("3*x/3", "x");
  expect_same("x + 1 + 2", "x + 3");
  expect_same("3*x - x", "2*x");
  expect_same("(-x)*(-y)", "x*y");
  expect_same("x*x", "x^2");
  expect_same("x^2*x", "x^3");
  expect_same("(-x)^2", "x^2");
  expect_same("sqrt(x)^2", "x");
  expect_same("abs(x)^2", "x^2");
  expect_same("hypot(x, y)^2", "x^2 + y^2");
  expect_same("x^0.5", "sqrt(x)");
  expect_same("sin(-x)", "-sin(x)");
  expect_same("cos(-x)", "cos(x)");
  expect_same("(x + y) - y", "x");
  expect_same("x + (x + y)", "2*x + y");
  expect_same("abs(y - x)", "abs(x - y)");
  expect_same("2*3 + sqrt(16)", "10");
  expect_same("if(2 > 1, x, y)", "x");
  expect_same("if(x > 0, y, y)", "y");
  expect_same("min(x, inf)", "x");
}

TEST(Graph, DividesNumbersOnlyWhereThatIsExact) {
  Workshop shop;
  EXPECT_EQ(text(shop.graph, shop.number("x/3")), "x/3");
  EXPECT_EQ(text(shop.graph, shop.number("2*x/3")), "2*x/3");
  EXPECT_EQ(text(shop.graph, shop.number("x*0.5")), "x/2");
}

TEST(Graph, KnowsWhatDependsOnWhat) {
  Workshop shop;
  const Node f = shop.number("sin(x)*z");
  EXPECT_TRUE(shop.graph.depends_on(f, shop.inputs[0]));
  EXPECT_FALSE(shop.graph.depends_on(f, shop.inputs[1]));
  // Of more than 64 inputs some share their bit.
  std::vector<Node> many;
  for (int k = 0; k < 200; ++k) many.push_back(shop.graph.input("q" + std::to_string(k)));
  const Node sum = shop.graph.add(many[3], many[70]);
  for (int k = 0; k < 200; ++k) EXPECT_EQ(shop.graph.depends_on(sum, many[k]), k == 3 || k == 70) << k;
  EXPECT_TRUE(shop.graph.is_zero(shop.graph.derivative(sum, many[67])));
  EXPECT_EQ(shop.graph.inputs_of(sum), (std::vector<Node>{many[3], many[70]}));
}

TEST(Graph, PutsNodesForInputs) {
  Workshop shop;
  const Node f = shop.number("sin(x)^2 + if(x < y, x, max(x, z))");
  const Node g = shop.graph.substitute(f, {{shop.inputs[0].index, shop.number("2*z")}});
  EXPECT_EQ(g, shop.number("sin(2*z)^2 + if(2*z < y, 2*z, max(2*z, z))"));
  EXPECT_EQ(shop.graph.substitute(f, {}), f);
}

TEST(Polynomial, HasItsDegree) {
  Workshop shop;
  const std::vector<Node> xy{shop.inputs[0], shop.inputs[1]};
  const auto degree = [&](const char* text) { return low_degree(shop.graph, shop.number(text), xy).value_or(-1); };
  EXPECT_EQ(degree("3*z"), 0);
  EXPECT_EQ(degree("sin(z)*x + 2*y + z"), 1);
  EXPECT_EQ(degree("z/2*(x + cos(z)*y)^2 + x - 1"), 2);
  EXPECT_EQ(degree("z/2*hypot(x, y)^2"), 2);
  EXPECT_EQ(degree("x*(1 + x) - x^2"), 1);
  EXPECT_EQ(degree("if(z > 0, x^2, 3*y)"), 2);
  EXPECT_EQ(degree("x^3"), -1);
  EXPECT_EQ(degree("x^2*y"), -1);
  EXPECT_EQ(degree("sqrt(1 + x^2)"), -1);
  EXPECT_EQ(degree("abs(x)*x"), -1);
  EXPECT_EQ(degree("x*sign(x)"), -1);
  EXPECT_EQ(degree("if(x > 0, x^2, 0)"), -1);
  EXPECT_EQ(degree("y/x"), -1);
}

TEST(Derivative, IsTheClosedForm) {
  const auto expect_derivative = [](const char* f, const char* slope) {
    Workshop shop;
    const Node node = shop.graph.derivative(shop.number(f), shop.inputs[0]);
    for (const double x : {0.3, 0.7}) {
      const std::vector<double> at{x, 1.3, -0.4};
      EXPECT_NEAR(shop.value(node, at), shop.value(slope, at), 1e-14 * (1 + std::abs(shop.value(slope, at)))) << f;
    }
  };
  expect_derivative("x^3 - 2*x*y", "3*x^2 - 2*y");
  expect_derivative("y/x", "-y/x^2");
  expect_derivative("x^-2", "-2/x^3");
  expect_derivative("x^1.7", "1.7*x^0.7");
  expect_derivative("x^y", "y*x^(y - 1)");
  expect_derivative("y^x", "log(y)*y^x");
  expect_derivative("x^x", "x^x*(log(x) + 1)");
  expect_derivative("sin(2*x)", "2*cos(2*x)");
  expect_derivative("tan(x)", "1/cos(x)^2");
  expect_derivative("asin(x)", "1/sqrt(1 - x^2)");
  expect_derivative("acos(x)", "-1/sqrt(1 - x^2)");
  expect_derivative("atan(x)", "1/(1 + x^2)");
  expect_derivative("atan2(x, y)", "y/(x^2 + y^2)");
  expect_derivative("sinh(x) + cosh(x)", "exp(x)");
  expect_derivative("tanh(x)", "1/cosh(x)^2");
  expect_derivative("log(x^2)", "2/x");
  expect_derivative("sqrt(x)", "1/(2*sqrt(x))");
  expect_derivative("hypot(x, y)", "x/hypot(x, y)");
  expect_derivative("abs(x - 0.5)", "sign(x - 0.5)");
  expect_derivative("max(x, 0.5)^2", "if(x < 0.5, 0, 2*x)");
  expect_derivative("min(3*x, 0.5)", "if(3*x < 0.5, 3, 0)");
  expect_derivative("mod(5*x, 1) + floor(9*x) + sign(x)", "5");
}

TEST(Derivative, AgreesWithNumbersThatCarryDerivativesAndWithDifferences) {
  Random random(1);
  int compared = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Workshop shop;
    const std::string f = random_text(random, 3, trial % 2 ? Shape::any : Shape::smooth);
    const Node node = shop.number(f);
    std::vector<Node> outputs{node};
    for (const Node input : shop.inputs) outputs.push_back(shop.graph.derivative(node, input));
    outputs.push_back(shop.graph.derivative(outputs[1], shop.inputs[1]));
    outputs.push_back(shop.graph.derivative(shop.graph.derivative(outputs[1], shop.inputs[1]), shop.inputs[0]));
    const Compiled compiled(shop, outputs);
    const std::vector<double> at{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
    const std::vector<double> exact = compiled.live(at);
    if (!std::isfinite(exact[5]) || std::abs(exact[5]) > 1e6) continue;
    ++compared;
    const double tolerance = 1e-9;
    for (int k = 0; k < 3; ++k) {
      std::vector<Dual<double>> dual;
      for (int j = 0; j < 3; ++j) dual.push_back({at[j], j == k ? 1.0 : 0.0});
      EXPECT_NEAR(compiled.live(dual)[0].slope, exact[k + 1], tolerance * (1 + std::abs(exact[k + 1]))) << f;
      // Across no switch.
      const double h = 1e-6;
      std::vector<double> low = at, high = at;
      low[k] -= h;
      high[k] += h;
      if (compiled.sides(low) != compiled.sides(high)) continue;
      const double difference = (compiled.live(high)[0] - compiled.live(low)[0]) / (2 * h);
      EXPECT_NEAR(difference, exact[k + 1], 1e-4 * (1 + std::abs(exact[k + 1]) + std::abs(exact[5]))) << f;
    }
    // ∂³/∂x∂y∂x by three nested directions.
    using Third = Dual<Dual<Dual<double>>>;
    std::vector<Third> nested(3);
    for (int j = 0; j < 3; ++j) {
      nested[j] = Third(at[j]);
      if (j == 0) nested[j].slope.value.value = nested[j].value.value.slope = 1;
      if (j == 1) nested[j].value.slope.value = 1;
    }
    const Third result = compiled.live(nested)[0];
    EXPECT_EQ(result.value.value.value, exact[0]);
    EXPECT_NEAR(result.slope.slope.value, exact[4], tolerance * (1 + std::abs(exact[4]))) << f;
    EXPECT_NEAR(result.slope.slope.slope, exact[5], 1e-7 * (1 + std::abs(exact[5]))) << f;
  }
  EXPECT_GT(compared, 200);
}

TEST(Derivative, OfALongChainIsFoundWithoutAStack) {
  Workshop shop;
  Node f = shop.inputs[0];
  for (int k = 0; k < 50000; ++k)
    f = shop.graph.add(shop.graph.multiply(f, shop.inputs[1]), shop.graph.constant(1e-3 * k));
  const Node slope = shop.graph.derivative(f, shop.inputs[0]);
  EXPECT_NEAR(shop.value(slope, {0, 1, 0}), 1, 0);
}

}  // namespace
}  // namespace carom::expressions
