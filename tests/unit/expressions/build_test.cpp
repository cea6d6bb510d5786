// SPDX-License-Identifier: Apache-2.0
// What names mean: lists, sums, tables, definitions.
#include "carom/expressions/build.hpp"

#include <gtest/gtest.h>

#include "unit/base/message.hpp"
#include "unit/expressions/workshop.hpp"

namespace carom::expressions {
namespace {

using carom::test::message_of;
using test::Workshop;

std::string refusal(Workshop& shop, const std::string& text) {
  return message_of([&] { shop.number(text); });
}

struct WithLists : Workshop {
  WithLists() {
    scope.add_list("a", {graph.constant(10), graph.constant(20), graph.constant(30)});
    scope.add_list("q", {inputs[0], inputs[1], inputs[2]});
  }
};

TEST(Builder, WritesSumsOut) {
  WithLists shop;
  EXPECT_EQ(shop.value("sum(k, 1, len(a), k*a[k])"), 140);
  EXPECT_EQ(shop.value("sum(k, 2, 4, k^2)"), 29);
  EXPECT_EQ(shop.value("sum(k, 1, 0, k)"), 0);
  EXPECT_EQ(shop.value("sum(i, 1, 3, sum(j, 1, i, j))"), 10);
  EXPECT_EQ(shop.value("sum(i, 1, len(q) - 1, (q[i + 1] - q[i])^2)", {1, 4, 6}), 13);
  EXPECT_EQ(shop.value("sum(x, 1, 3, x) + x", {5, 0, 0}), 11) << "an index hides a name inside its sum only";
}

TEST(Builder, RefusesIndicesThatAreNoneOfTheList) {
  WithLists shop;
  EXPECT_EQ(refusal(shop, "1 + a[4]"), "column 5 of '1 + a[4]': 'a' has the items 1 to 3, not 4");
  EXPECT_EQ(refusal(shop, "a[0]"), "column 1 of 'a[0]': 'a' has the items 1 to 3, not 0");
  EXPECT_EQ(refusal(shop, "a[1.5]"), "column 3 of 'a[1.5]': the index of 'a' must be a whole number, not 1.5");
  EXPECT_EQ(refusal(shop, "a[x]"), "column 3 of 'a[x]': a number that is known beforehand is expected; 'x' is not");
  EXPECT_EQ(refusal(shop, "a + 1"), "column 1 of 'a + 1': 'a' is a list; write a[1], or sum(k, 1, len(a), a[k])");
  EXPECT_EQ(refusal(shop, "len(x)"), "column 5 of 'len(x)': 'x' is not a list, and has no length");
  EXPECT_EQ(refusal(shop, "len(x + 1)"), "column 7 of 'len(x + 1)': 'len' takes the name of a list");
  EXPECT_EQ(refusal(shop, "sum(2, 1, 3, x)"),
            "column 5 of 'sum(2, 1, 3, x)': the first argument of sum is the name of its index: sum(k, 1, 3, …)");
}

TEST(Builder, RemembersWhichInputsDecidedTheForm) {
  WithLists shop;
  const Node n = shop.input("N", true), m = shop.input("M", true);
  Builder builder(shop.graph, shop.scope, [&](Node input) -> std::optional<double> {
    if (input == n) return 2.0;
    if (input == m) return 7.0;
    return std::nullopt;
  });
  const Node node = builder.number(Syntax::read("sum(k, 1, N + 1, q[k])*M"));
  EXPECT_EQ(builder.asked(), std::set<Node>{n});
  EXPECT_EQ(shop.value(node, {1, 2, 3, 100, 2}), 12) << "N is written out, M is not";
  EXPECT_EQ(builder.whole_number(Syntax::read("2*N + M")), 11);
  EXPECT_EQ(builder.asked(), (std::set<Node>{n, m}));
  EXPECT_EQ(message_of([&] { builder.whole_number(Syntax::read("N/4")); }),
            "column 2 of 'N/4': a whole number is expected, this is 0.5");
}

TEST(Builder, BuildsDefinitionsWhenTheyAreUsed) {
  Workshop shop;
  shop.scope.define("omega", Syntax::read("2*pi*f"));
  shop.scope.define("f", Syntax::read("x + 1"));
  shop.scope.define("never", Syntax::read("nobody + 1"));
  EXPECT_DOUBLE_EQ(shop.value("omega", {1, 0, 0}), 4 * 3.141592653589793);
  EXPECT_EQ(shop.number("omega"), shop.number("2*pi*(x + 1)")) << "equal expressions are one node";
  EXPECT_EQ(refusal(shop, "never"), "column 1 of 'nobody + 1': there is no 'nobody'");
}

TEST(Builder, SpellsOutCircles) {
  Workshop shop;
  shop.scope.define("a", Syntax::read("1 + b", {"m.toml", 4, 6, "let.a"}));
  shop.scope.define("b", Syntax::read("2*c", {"m.toml", 5, 6, "let.b"}));
  shop.scope.define("c", Syntax::read("x - a", {"m.toml", 6, 6, "let.c"}));
  shop.scope.define("self", Syntax::read("self"));
  EXPECT_EQ(refusal(shop, "a"), "m.toml, line 6, column 10 (let.c): 'a' is defined by itself: a -> b -> c -> a");
  EXPECT_EQ(refusal(shop, "self"), "column 1 of 'self': 'self' is defined by itself: self -> self");
}

TEST(Builder, ReadsADefinitionInItsOwnScope) {
  Workshop shop;
  shop.scope.define("twice", Syntax::read("2*x"));
  shop.scope.define_list("c", {Syntax::read("x"), Syntax::read("twice")});
  Scope inner(&shop.scope);
  inner.add("x", shop.graph.constant(100));
  Builder builder(shop.graph, inner);
  EXPECT_EQ(shop.value(builder.number(Syntax::read("twice + x")), {3, 0, 0}), 106);
  EXPECT_EQ(shop.value(builder.number(Syntax::read("sum(x, 1, 2, c[x]) + len(c)")), {3, 0, 0}), 11);
}

TEST(Builder, AsksForNamesThatAreTooManyToList) {
  Workshop shop;
  shop.scope.otherwise = [&](std::string_view name) -> std::optional<Node> {
    if (name.substr(0, 5) == "bird.") return shop.graph.constant(static_cast<double>(name.size()));
    return std::nullopt;
  };
  EXPECT_EQ(shop.value("bird.x + 2*bird.angle"), 26);
  EXPECT_EQ(refusal(shop, "bind.x"), "column 1 of 'bind.x': there is no 'bind.x'; did you mean 'bird.x'?");
}

TEST(Builder, LooksTablesUp) {
  Workshop shop;
  const auto line = std::make_shared<Spline>(std::vector<std::pair<double, double>>{{0, 1}, {2, 5}});
  shop.scope.add_table("lift", shop.graph.table("lift", line));
  EXPECT_EQ(shop.value("lift(x)", {1, 0, 0}), 3);
  EXPECT_EQ(shop.value("lift(3)"), 7);
  EXPECT_EQ(refusal(shop, "lift + 1"), "column 1 of 'lift + 1': 'lift' is a table; write lift(…)");
  EXPECT_EQ(refusal(shop, "lift(1, 2)"), "column 1 of 'lift(1, 2)': 'lift' takes 1 argument, got 2");
  EXPECT_EQ(refusal(shop, "lft(1)"), "column 1 of 'lft(1)': there is no function 'lft'; did you mean 'lift'?");
}

TEST(Builder, ComparesForEqualityOnlyWhatDoesNotVary) {
  Workshop shop;
  shop.input("stance", true);
  EXPECT_EQ(shop.value("if(stance == 1, 5, 6)", {0, 0, 0, 1}), 5);
  EXPECT_EQ(shop.value("if(stance != 1, 5, 6)", {0, 0, 0, 1}), 6);
  EXPECT_EQ(refusal(shop, "if(x == 1, 5, 6)"),
            "column 6 of 'if(x == 1, 5, 6)': '==' compares what varies in time, which is equal at instants only; use < "
            "and >");
}

TEST(Scope, RefusesReservedNamesAndNamesTwice) {
  Workshop shop;
  EXPECT_EQ(message_of([&] { shop.scope.add("x", shop.inputs[0]); }), "'x' is declared twice");
  EXPECT_EQ(message_of([&] { shop.scope.add("sin", shop.inputs[0]); }),
            "'sin' is a word of expressions and cannot be the name of anything");
}

}  // namespace
}  // namespace carom::expressions
