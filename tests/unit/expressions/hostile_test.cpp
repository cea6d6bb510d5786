// SPDX-License-Identifier: Apache-2.0
// Texts that nobody meant: every one has an answer or a refusal, at once.
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "carom/expressions/quantity.hpp"
#include "carom/expressions/text.hpp"
#include "unit/base/message.hpp"
#include "unit/expressions/workshop.hpp"

namespace carom::expressions {
namespace {

using carom::test::message_of;
using test::Workshop;

std::string repeated(const std::string& piece, int times) {
  std::string text;
  for (int k = 0; k < times; ++k) text += piece;
  return text;
}

struct Answer {
  std::string refusal;
  double seconds = 0;
};

// Read, built, differentiated, printed, compiled.
Answer answer(const std::string& text) {
  const auto start = std::chrono::steady_clock::now();
  Workshop shop;
  Answer result;
  result.refusal = message_of([&] {
    const Reading reading = read(text);
    if (std::holds_alternative<Quantity>(reading)) return;
    const Node node = Builder(shop.graph, shop.scope).number(std::get<Syntax>(reading));
    const Node slope = shop.graph.derivative(node, shop.inputs[0]);
    EXPECT_FALSE(expressions::text(shop.graph, node).empty());
    EXPECT_FALSE(latex(shop.graph, slope).empty());
    const test::Compiled compiled(shop, {node, slope});
    compiled.live(std::vector<double>{0.1, 0.2, 0.3});
  });
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

TEST(HostileText, IsRefusedAtOnceHoweverDeepItIs) {
  for (const char* piece : {"(", "-", "+", "sin(", "2^", "x[", "not ", "if(", "1+(", "-(", "abs(-"}) {
    const std::string short_enough = repeated(piece, 80000 / static_cast<int>(std::string(piece).size()));
    const Answer deep = answer(short_enough + "x");
    EXPECT_NE(deep.refusal.find("nested more than 200 deep"), std::string::npos) << piece << ": " << deep.refusal;
    EXPECT_LT(deep.seconds, 0.1) << piece;
  }
  const Answer millions = answer(repeated("(", 1000000) + "x" + repeated(")", 1000000));
  EXPECT_NE(millions.refusal.find("at most 100000 characters, this one has 2000001"), std::string::npos);
  EXPECT_LT(millions.seconds, 0.1);
}

TEST(HostileText, IsReadHoweverLongItsRowsAre) {
  for (const char* piece : {"x+", "x*", "y-", "x/", "sin(x)+", "-x*"}) {
    const Answer wide = answer(repeated(piece, 9000) + "1");
    EXPECT_EQ(wide.refusal, "(nothing was thrown)") << piece;
  }
  const Answer conditions = answer("if(" + repeated("x<y and ", 9000) + "x<y, 1, 2)");
  EXPECT_EQ(conditions.refusal, "(nothing was thrown)");
  const Answer arguments = answer("max(" + repeated("x*y,", 9000) + "x)");
  EXPECT_EQ(arguments.refusal, "(nothing was thrown)");
}

TEST(HostileText, HasSumsOnlyAsLargeAsCanBeWrittenOut) {
  EXPECT_NE(answer("sum(k, 1, 1e9, k)").refusal.find("at most 100000 terms"), std::string::npos);
  EXPECT_NE(answer("sum(k, 1, 1000, sum(j, 1, 1000, k*j*x))").refusal.find("at most 100000 terms"), std::string::npos);
  EXPECT_NE(answer("sum(k, -1e15, 1e15, k)").refusal.find("at most 100000 terms"), std::string::npos);
  EXPECT_EQ(answer("sum(k, 1, 20000, k*x)").refusal, "(nothing was thrown)");
  const std::string heavy = "sum(k, 1, 100000, " + repeated("x*k+", 200) + "1)";
  EXPECT_NE(answer(heavy).refusal.find("too large to be written out"), std::string::npos);
}

TEST(HostileText, OfDefinitionsThatDoubleIsPrintedInPart) {
  Workshop shop;
  shop.scope.define("a0", Syntax::read("sin(x) + y"));
  for (int k = 1; k < 200; ++k) {
    const std::string before = "a" + std::to_string(k - 1);
    shop.scope.define("a" + std::to_string(k), Syntax::read("cos(" + before + ")*exp(-" + before + "^2)"));
  }
  const Node node = shop.number("a199");
  const Node slope = shop.graph.derivative(node, shop.inputs[0]);
  EXPECT_LT(shop.graph.size(), 5000u);
  EXPECT_LT(text(shop.graph, slope).size(), 2 * longest_print);
  EXPECT_LT(latex(shop.graph, slope).size(), 2 * longest_print);
}

TEST(HostileText, MayHaveTenThousandDefinitionsOneAfterTheOther) {
  Workshop shop;
  shop.scope.define("a0", Syntax::read("x"));
  for (int k = 1; k < 10000; ++k)
    shop.scope.define("a" + std::to_string(k), Syntax::read("(1 + a" + std::to_string(k - 1) + "*y)/2"));
  const Node node = shop.number("a9999");
  EXPECT_TRUE(shop.graph.depends_on(node, shop.inputs[0]));
  shop.graph.derivative(node, shop.inputs[1]);
  EXPECT_FALSE(text(shop.graph, node).empty());
}

TEST(HostileText, MutatedAtRandomHasAnAnswerOrARefusal) {
  const std::string texts[] = {"m/2*(x^2 + y^2) - 3*cos(z)*abs(x - 1.5e-3)",
                               "if(x < 0 and not y >= z, sum(k, 1, 3, k*x), max(1, y, mod(z, 2*pi)))", "25 Hz",
                               "2*atan2(x, y)^-0.5 + 'q' + floor(z)"};
  const std::string letters = "()[]+-*/^<>=!,.'xyz019eE kmsHsin_\t\"#\\\xc3\xa4";
  Random random(5);
  int answers = 0, refusals = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::string text = texts[random.index(4)];
    for (std::uint32_t change = 0; change <= random.index(4); ++change) {
      if (text.empty()) break;
      const std::size_t at = random.index(static_cast<std::uint32_t>(text.size()));
      const char letter = letters[random.index(static_cast<std::uint32_t>(letters.size()))];
      switch (random.index(4)) {
        case 0: text.erase(at, 1 + random.index(5)); break;
        case 1: text.insert(at, 1, letter); break;
        case 2: text[at] = letter; break;
        default: text.insert(at, text.substr(random.index(static_cast<std::uint32_t>(text.size())), random.index(9)));
      }
    }
    const Answer result = answer(text);
    ++(result.refusal == "(nothing was thrown)" ? answers : refusals);
    EXPECT_FALSE(result.refusal.empty());
  }
  EXPECT_GT(answers, 50);
  EXPECT_GT(refusals, 1000);
}

}  // namespace
}  // namespace carom::expressions
