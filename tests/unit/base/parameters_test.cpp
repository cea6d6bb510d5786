// SPDX-License-Identifier: Apache-2.0
#include "carom/base/parameters.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "unit/base/message.hpp"

namespace carom {
namespace {

using test::message_of;

ParameterTable example_table() {
  return {
      {.name = "f", .value = 25, .unit = "Hz", .min = 0, .min_open = true, .meaning = "frequency"},
      {.name = "e", .value = 0.65, .min = 0, .max = 1, .meaning = "restitution"},
      {.name = "mu_s", .value = 0.24, .min = 0, .meaning = "static friction"},
      {.name = "mu_c", .value = 0.12, .min = 0, .meaning = "slip friction"},
      {.name = "mu_s_i", .min = 0, .max = 1, .meaning = "static friction in impacts", .follows = "mu_s"},
      {.name = "mu_s_i_1", .min = 0, .meaning = "the same at the left tip", .follows = "mu_s_i"},
      {.name = "h0", .value = 2.5e-4, .unit = "m", .min = 0, .max = 0.1, .meaning = "height"},
      {.name = "phase", .unit = "rad", .meaning = "phase of the drive"},
      {.name = "N", .value = 40, .min = 1, .meaning = "how many", .integer = true},
      {.name = "closing", .meaning = "closing rule", .choices = {"gTc", "limit", "never"}, .choice = "gTc"},
  };
}

Parameters example() { return Parameters(example_table(), "system 'dimer'"); }

std::string refusal(std::string_view assignment) {
  return message_of([&] {
    Parameters p = example();
    p.assign(assignment);
  });
}

std::string table_refusal(ParameterTable table) {
  return message_of([&] { Parameters(std::move(table), "system 'new'"); });
}

TEST(Parameters, StartAtTheirDefaults) {
  const Parameters p = example();
  EXPECT_EQ(p["f"], 25);
  EXPECT_EQ(p["h0"], 2.5e-4);
  EXPECT_EQ(p.word("closing"), "gTc");
  EXPECT_FALSE(p.is_set("f"));
  EXPECT_FALSE(p.is_set("closing"));
  EXPECT_EQ(p.owner(), "system 'dimer'");
  EXPECT_EQ(p.table().specs().size(), 10u);
}

TEST(Parameters, YesAndNoHaveManyWords) {
  const ParameterTable table{{.name = "spin", .choices = {"off", "on"}, .choice = "off", .yes_no = true},
                             {.name = "floor", .choices = {"yes", "no"}, .choice = "no", .yes_no = true},
                             {.name = "mirror", .value = 0, .min = 0, .max = 1, .integer = true, .yes_no = true}};
  Parameters p(table, "system 'new'");
  for (const char* yes : {"true", "yes", "on", "1", " on "}) {
    for (const char* name : {"spin", "floor", "mirror"}) p.set(name, std::string_view(yes));
    EXPECT_EQ(p.word("spin"), "on") << yes;
    EXPECT_EQ(p.word("floor"), "yes") << yes;
    EXPECT_EQ(p["mirror"], 1) << yes;
  }
  for (const char* no : {"false", "no", "off", "0"}) {
    for (const char* name : {"spin", "floor", "mirror"}) p.set(name, std::string_view(no));
    EXPECT_EQ(p.word("spin"), "off") << no;
    EXPECT_EQ(p.word("floor"), "no") << no;
    EXPECT_EQ(p["mirror"], 0) << no;
  }
  p.set("spin", 1.0);
  EXPECT_EQ(p.word("spin"), "on");
  EXPECT_EQ(message_of([&] { p.set("spin", "perhaps"); }),
            "parameter 'spin' of system 'new' must be off or on, got 'perhaps'");
  EXPECT_EQ(message_of([&] { p.set("mirror", "2"); }),
            "parameter 'mirror' of system 'new' must be 0 or 1 (no or yes), got 2");
  EXPECT_EQ(table_refusal({{.name = "a", .choices = {"off", "no"}, .choice = "no", .yes_no = true}}),
            "parameter 'a' of system 'new' is yes or no and needs one word for each, or the numbers 0 and 1");
}

// What is not declared as yes or no keeps its words alone.
TEST(Parameters, OtherChoicesAreNotYesOrNo) {
  EXPECT_EQ(refusal("closing=true"), "parameter 'closing' of system 'dimer' must be gTc, limit or never, got 'true'");
}

TEST(Parameters, AreAssignedWithUnitsWordsAndSpaces) {
  Parameters p = example();
  p.assign("h0=0.3mm");
  p.assign(" f = 1.2 kHz ");
  p.assign("closing=limit");
  p.assign("e=70%");
  p.set("N", "12");
  p.set("mu_c", 0.2);
  EXPECT_EQ(p["h0"], 0.0003);
  EXPECT_EQ(p["f"], 1200);
  EXPECT_EQ(p.word("closing"), "limit");
  EXPECT_EQ(p["e"], 0.7);
  EXPECT_EQ(p["N"], 12);
  EXPECT_EQ(p["mu_c"], 0.2);
  EXPECT_TRUE(p.is_set("h0"));
  EXPECT_TRUE(p.is_set("closing"));
}

TEST(Parameters, ALaterAssignmentOverridesAnEarlierOne) {
  Parameters p = example();
  p.assign("e=0.1");
  p.assign("e=0.2");
  EXPECT_EQ(p["e"], 0.2);
}

TEST(Parameters, ARefusedAssignmentChangesNothing) {
  Parameters p = example();
  p.assign("e=0.1");
  EXPECT_THROW(p.assign("e=7"), BadInput);
  EXPECT_EQ(p["e"], 0.1);
}

TEST(Parameters, AResetParameterIsAtItsDefaultAgain) {
  Parameters p = example();
  p.assign("e=0.1");
  p.assign("closing=limit");
  p.reset("e");
  p.reset("closing");
  EXPECT_EQ(p["e"], 0.65);
  EXPECT_EQ(p.word("closing"), "gTc");
  EXPECT_FALSE(p.is_set("e"));
}

TEST(Parameters, OneThatFollowsAnotherDoesSoUntilItIsSet) {
  Parameters p = example();
  EXPECT_EQ(p["mu_s_i_1"], 0.24);
  p.assign("mu_s=0.3");
  EXPECT_EQ(p["mu_s_i"], 0.3);
  EXPECT_EQ(p["mu_s_i_1"], 0.3);
  EXPECT_FALSE(p.is_set("mu_s_i"));
  p.assign("mu_s_i=0.4");
  EXPECT_EQ(p["mu_s_i_1"], 0.4);
  p.assign("mu_s_i_1=0");
  EXPECT_EQ(p["mu_s_i_1"], 0);
  EXPECT_EQ(p["mu_s_i"], 0.4);
  EXPECT_EQ(p["mu_s"], 0.3);
}

TEST(Parameters, AFollowedValueMustFitTheRangeOfTheFollower) {
  Parameters p = example();
  p.assign("mu_s=1.5");
  EXPECT_EQ(message_of([&] { p["mu_s_i"]; }),
            "parameter 'mu_s_i' of system 'dimer' must be between 0 and 1, got 1.5 from 'mu_s'");
  p.assign("mu_s_i=1");
  EXPECT_EQ(p["mu_s_i"], 1);
}

TEST(Parameters, AnUnknownNameIsRefusedWithTheNearestOne) {
  EXPECT_EQ(refusal("mu_z=1"), "system 'dimer' has no parameter 'mu_z'; did you mean 'mu_s'?");
  EXPECT_EQ(refusal("n=1"), "system 'dimer' has no parameter 'n'; did you mean 'N'?");
  EXPECT_EQ(message_of([] { example()["phse"]; }), "system 'dimer' has no parameter 'phse'; did you mean 'phase'?");
  EXPECT_EQ(message_of([] { example().word("closin"); }),
            "system 'dimer' has no parameter 'closin'; did you mean 'closing'?");
}

TEST(Parameters, AnUnknownNameNearNoneIsRefusedWithAllOfThem) {
  EXPECT_EQ(refusal("viscosity=1"),
            "system 'dimer' has no parameter 'viscosity'; it takes f, e, mu_s, mu_c, mu_s_i, mu_s_i_1, h0, phase, N or "
            "closing");
  EXPECT_EQ(message_of([] { Parameters(ParameterTable{}, "formula 'x'").set("e", 1.0); }),
            "formula 'x' has no parameter 'e'");
}

TEST(Parameters, AValueOutOfRangeIsRefusedWithTheRange) {
  EXPECT_EQ(refusal("e=1.2"), "parameter 'e' of system 'dimer' must be between 0 and 1, got 1.2");
  EXPECT_EQ(refusal("e=120%"), "parameter 'e' of system 'dimer' must be between 0 and 1, got 120%");
  EXPECT_EQ(refusal("h0=200mm"), "parameter 'h0' of system 'dimer' must be between 0 and 0.1 m, got 200mm");
  EXPECT_EQ(refusal("f=0"), "parameter 'f' of system 'dimer' must be above 0 Hz, got 0");
  EXPECT_EQ(refusal("mu_s=-0.1"), "parameter 'mu_s' of system 'dimer' must be at least 0, got -0.1");
  EXPECT_EQ(message_of([] { example().set("h0", 0.2); }),
            "parameter 'h0' of system 'dimer' must be between 0 and 0.1 m, got 0.2 m");
}

TEST(Parameters, TheClosedEndsOfARangeAreValid) {
  Parameters p = example();
  p.assign("e=1");
  p.assign("e=0");
  p.assign("h0=100mm");
  EXPECT_EQ(p["h0"], 0.1);
}

TEST(Parameters, AWholeNumberIsAskedForWhereOneIsNeeded) {
  EXPECT_EQ(refusal("N=2.5"), "parameter 'N' of system 'dimer' must be a whole number of at least 1, got 2.5");
  EXPECT_EQ(refusal("N=0"), "parameter 'N' of system 'dimer' must be a whole number of at least 1, got 0");
  Parameters p = example();
  p.assign("N=1e3");
  EXPECT_EQ(p["N"], 1000);
}

TEST(Parameters, AWordMustBeOneOfTheChoices) {
  EXPECT_EQ(refusal("closing=gtc"),
            "parameter 'closing' of system 'dimer' must be gTc, limit or never, got 'gtc'; did you mean 'gTc'?");
  EXPECT_EQ(refusal("closing=0.01"), "parameter 'closing' of system 'dimer' must be gTc, limit or never, got '0.01'");
  EXPECT_EQ(refusal("closing="),
            "parameter 'closing' of system 'dimer' has an empty value; it must be gTc, limit or never");
  EXPECT_EQ(message_of([] { example().set("closing", 3.0); }),
            "parameter 'closing' of system 'dimer' must be gTc, limit or never, got '3'");
}

TEST(Parameters, WordsAndNumbersAreNotReadForOneAnother) {
  EXPECT_EQ(message_of([] { example()["closing"]; }),
            "parameter 'closing' of system 'dimer' is a word (gTc, limit or never), not a number");
  EXPECT_EQ(message_of([] { example().word("e"); }), "parameter 'e' of system 'dimer' is a number, not a word");
}

TEST(Parameters, NumbersThatAreNotFiniteAreRefused) {
  EXPECT_EQ(refusal("phase=nan"), "parameter 'phase' of system 'dimer' must be a finite number, got 'nan'");
  EXPECT_EQ(refusal("mu_s=inf"), "parameter 'mu_s' of system 'dimer' must be a finite number, got 'inf'");
  EXPECT_EQ(message_of([] { example().set("mu_s", std::numeric_limits<double>::infinity()); }),
            "parameter 'mu_s' of system 'dimer' must be a finite number, got inf");
  EXPECT_EQ(message_of([] { example().set("phase", std::numeric_limits<double>::quiet_NaN()); }),
            "parameter 'phase' of system 'dimer' must be a finite number, got nan rad");
}

TEST(Parameters, AValueThatCannotBeReadIsRefusedWithTheOwner) {
  EXPECT_EQ(refusal("h0=0.25kg"), "parameter 'h0' of system 'dimer' is a length in m; 'kg' in '0.25kg' is not");
  EXPECT_EQ(refusal("h0="), "parameter 'h0' of system 'dimer' has an empty value; it is a length in m");
  EXPECT_EQ(refusal("h0=high"), "parameter 'h0' of system 'dimer' is a length in m; 'high' is not a number");
  EXPECT_EQ(refusal("h0==1"), "parameter 'h0' of system 'dimer' is a length in m; '=1' is not a number");
}

TEST(Parameters, AnAssignmentNeedsANameAndAnEqualsSign) {
  EXPECT_EQ(refusal("e"), "'e' sets no parameter of system 'dimer'; write name=value");
  EXPECT_EQ(refusal("=5"), "'=5' sets no parameter of system 'dimer'; write name=value");
  EXPECT_EQ(refusal(""), "'' sets no parameter of system 'dimer'; write name=value");
}

TEST(Parameters, MinusZeroIsStoredAsZero) {
  Parameters p = example();
  p.set("phase", -0.0);
  EXPECT_FALSE(std::signbit(p["phase"]));
}

TEST(ValidValues, AreSaidInWords) {
  EXPECT_EQ(valid_values({.name = "x"}), "any number");
  EXPECT_EQ(valid_values({.name = "x", .integer = true}), "a whole number");
  EXPECT_EQ(valid_values({.name = "x", .min = 0, .max = 1}), "between 0 and 1");
  EXPECT_EQ(valid_values({.name = "x", .min = 0, .max = 1, .min_open = true}), "above 0 and at most 1");
  EXPECT_EQ(valid_values({.name = "x", .min = 0, .max = 1, .max_open = true}), "at least 0 and below 1");
  EXPECT_EQ(valid_values({.name = "x", .unit = "m", .max = 2.5, .max_open = true}), "below 2.5 m");
  EXPECT_EQ(valid_values({.name = "x", .min = 1, .max = 9, .integer = true}), "a whole number between 1 and 9");
  EXPECT_EQ(valid_values({.name = "x", .choices = {"off", "on"}, .choice = "on"}), "off or on");
}

TEST(ParameterTable, ThatContradictsItselfIsRefused) {
  EXPECT_EQ(table_refusal({{.name = "a"}, {.name = "a"}}), "system 'new' declares the parameter 'a' twice");
  EXPECT_EQ(table_refusal({{.name = "a", .value = 2, .unit = "m", .max = 1}}),
            "the default of parameter 'a' of system 'new' must be at most 1 m, got 2 m");
  EXPECT_EQ(table_refusal({{.name = "a", .choices = {"x", "y"}, .choice = "z"}}),
            "the default of parameter 'a' of system 'new' must be x or y, got 'z'");
  EXPECT_EQ(table_refusal({{.name = "a", .follows = "b"}, {.name = "b", .follows = "a"}}),
            "parameter 'a' of system 'new' follows itself in a circle");
  EXPECT_EQ(table_refusal({{.name = "a", .follows = "b"}}),
            "parameter 'a' of system 'new' cannot follow 'b', which is not a number of the same table");
}

TEST(ParameterTable, ADefaultOfNaNStandsForRequired) {
  const Parameters p({{.name = "mu", .value = NAN, .min = 0}});
  EXPECT_TRUE(std::isnan(p["mu"]));
  EXPECT_FALSE(p.is_set("mu"));
}

}  // namespace
}  // namespace carom
