// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/text.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/expressions/workshop.hpp"

namespace carom::expressions {
namespace {

using test::random_text;
using test::Shape;
using test::Workshop;

std::string printed(const std::string& written) {
  Workshop shop({"x", "y", "z", "theta", "theta_dot", "mu_s"});
  return text(shop.graph, shop.number(written));
}
std::string in_latex(const std::string& written) {
  Workshop shop({"x", "y", "z", "theta", "theta_dot", "mu_s"});
  return latex(shop.graph, shop.number(written));
}

TEST(Text, HasAsFewParenthesesAsItTakes) {
  EXPECT_EQ(printed("((x + y) + z)"), "x + y + z");
  EXPECT_EQ(printed("x - (y - z)"), "x - (y - z)");
  EXPECT_EQ(printed("(x*y)/z"), "x*y/z");
  EXPECT_EQ(printed("x/(y*z)"), "x/(y*z)");
  EXPECT_EQ(printed("(x + y)*z"), "(x + y)*z");
  EXPECT_EQ(printed("-(x^2)"), "-x^2");
  EXPECT_EQ(printed("(x + 1)^2"), "(x + 1)^2");
  EXPECT_EQ(printed("x^(y + z)"), "x^(y + z)");
  EXPECT_EQ(printed("(x^y)^z"), "(x^y)^z");
  EXPECT_EQ(printed("x^-2"), "1/x^2");
  EXPECT_EQ(printed("x - 3 + -2*y"), "x - 3 - 2*y");
  EXPECT_EQ(printed("2*pi*x"), "2*pi*x");
  EXPECT_EQ(printed("theta_dot*sin(theta)"), "theta_dot*sin(theta)");
}

TEST(Text, WritesConditionsAsTheyAreRead) {
  EXPECT_EQ(printed("if(x < y, 1, 0)"), "if(x < y, 1, 0)");
  EXPECT_EQ(printed("if(x >= 2 and (y > 0 or z <= x), x, y)"), "if(x >= 2 and (y > 0 or x >= z), x, y)");
  EXPECT_EQ(printed("if(not (x > 0 and y < 0), 1, 2)"), "if(x > 0 and y < 0, 2, 1)");
}

TEST(Text, MeansTheSameWhenItIsReadAgain) {
  Random random(7);
  for (int trial = 0; trial < 400; ++trial) {
    Workshop shop;
    Node node = shop.number(random_text(random, 3, Shape::any));
    if (trial % 2) node = shop.graph.derivative(node, shop.inputs[0]);
    const std::string written = text(shop.graph, node);
    if (written.find("0/0") != std::string::npos) continue;
    const Node again = shop.number(written);
    for (int sample = 0; sample < 3; ++sample) {
      const std::vector<double> at{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
      const double value = shop.value(node, at);
      if (!std::isfinite(value)) continue;
      EXPECT_NEAR(shop.value(again, at), value, 1e-10 * (1 + std::abs(value))) << written;
    }
  }
}

TEST(Latex, WritesNames) {
  EXPECT_EQ(latex_name("theta"), "\\theta");
  EXPECT_EQ(latex_name("theta_dot"), "\\dot{\\theta}");
  EXPECT_EQ(latex_name("mu_s"), "\\mu_{s}");
  EXPECT_EQ(latex_name("x1"), "x_{1}");
  EXPECT_EQ(latex_name("x1_dot"), "\\dot{x}_{1}");
  EXPECT_EQ(latex_name("x[3]"), "x_{3}");
  EXPECT_EQ(latex_name("x_dot[3]"), "\\dot{x}_{3}");
  EXPECT_EQ(latex_name("Gamma"), "\\Gamma");
  EXPECT_EQ(latex_name("k_phi"), "k_{\\phi}");
  EXPECT_EQ(latex_name("drift"), "\\mathrm{drift}");
  EXPECT_EQ(latex_name("bird.beak.x"), "x_{\\mathrm{bird.beak}}");
  EXPECT_EQ(latex_name("bird.x_dot"), "\\dot{x}_{\\mathrm{bird}}");
}

TEST(Latex, WritesFormulas) {
  EXPECT_EQ(in_latex("theta_dot^2/2"), "\\frac{\\dot{\\theta}^{2}}{2}");
  EXPECT_EQ(in_latex("3*x*sin(theta)^2"), "3 \\, x \\, \\sin^{2}\\left(\\theta\\right)");
  EXPECT_EQ(in_latex("-(x - y)*z"), "\\left(y - x\\right) \\, z");
  EXPECT_EQ(in_latex("sqrt(x) + abs(y) - floor(z)"), "\\sqrt{x} + \\left|y\\right| - \\left\\lfloor z \\right\\rfloor");
  EXPECT_EQ(in_latex("x^y + 1e-5*x"), "x^{y} + 10^{-5} \\, x");
  EXPECT_EQ(in_latex("if(x < y, mu_s, 2*pi)"),
            "\\begin{cases} \\mu_{s} & \\text{if } x < y \\\\ 2 \\pi & \\text{otherwise} \\end{cases}");
  EXPECT_EQ(in_latex("atan(x) + max(x, y)"), "\\arctan\\left(x\\right) + \\max\\left(x, y\\right)");
}

}  // namespace
}  // namespace carom::expressions
