// SPDX-License-Identifier: Apache-2.0
// Whose difference it is: verdicts and causes of planted entries, and what the files of all papers promise.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "carom/base/bad_input.hpp"
#include "papers/common/planted.hpp"
#include "papers/common/published.hpp"
#include "papers/dimer/reproduce.hpp"
#include "papers/disc_ball/reproduce.hpp"
#include "papers/impact_oscillator/reproduce.hpp"
#include "papers/lattice/reproduce.hpp"
#include "papers/rods/reproduce.hpp"

namespace carom::papers {
namespace {

std::vector<PublishedEntry> planted() {
  return read_published(R"(
[[group]]
id = "table"
statement = "A table"
[[entry]]
id = "number"
section = "1"
where = "here"
statement = "A number"
value = 2.10
tolerance = 0.1
reason = "r"
group = "table"
[[entry]]
id = "measured"
section = "1"
where = "here"
statement = "A measurement"
range = [1, 2]
reason = "r"
[[entry]]
id = "claim"
section = "1"
where = "here"
statement = "A claim"
claim = true
reason = "r"
group = "table"
[[entry]]
id = "figure"
section = "1"
where = "here"
statement = "Read off a curve"
value = 3e2
tolerance = 20
rounding = 10
reason = "r"
)");
}

CauseKind cause_of(const char* id, const Finding& finding) {
  const auto entries = planted();
  const Comparison c = compare(entry_of(entries, id), &finding);
  EXPECT_TRUE(c.has_cause()) << id;
  return c.explanation.kind;
}

TEST(PaperCauses, TheRoundingIsHalfAUnitOfTheLastDigitPrinted) {
  const auto entries = planted();
  EXPECT_DOUBLE_EQ(entries[0].rounding, 0.005);
  EXPECT_DOUBLE_EQ(entries[1].rounding, 0.5);
  EXPECT_DOUBLE_EQ(entries[3].rounding, 10);
}

TEST(PaperCauses, AMisprintIsOneIfTheCorrectedStatementHolds) {
  EXPECT_EQ(cause_of("number", measured(3).but(misprint("3.05", 3.05))), CauseKind::misprint);
  EXPECT_EQ(cause_of("number", measured(3).but(misprint("3.2", 3.2))), CauseKind::unexplained);
  EXPECT_EQ(cause_of("claim", claim(false, "").but(misprint("the contrary", true))), CauseKind::misprint);
  EXPECT_EQ(cause_of("claim", claim(false, "").but(misprint("the contrary", false))), CauseKind::unexplained);
}

TEST(PaperCauses, AVariantGivesThePublishedNumberWithinItsRounding) {
  EXPECT_EQ(cause_of("number", measured(3).but(follows_from("v", 2.1049))), CauseKind::variant);
  EXPECT_EQ(cause_of("number", measured(3).but(follows_from("v", 2.106))), CauseKind::unexplained);
  // What the rounding of printed inputs makes of it, never more than the tolerance.
  EXPECT_EQ(cause_of("number", measured(3).but(follows_from("v", 2.14, 0.04))), CauseKind::variant);
  EXPECT_EQ(cause_of("number", measured(3).but(follows_from("v", 2.3, 0.5))), CauseKind::unexplained);
  EXPECT_EQ(cause_of("number", measured(3).but(follows_from("v", std::nan("")))), CauseKind::unexplained);
  EXPECT_EQ(cause_of("claim", claim(Holds::in_part, "").but(follows_from("v", true))), CauseKind::variant);
  EXPECT_EQ(cause_of("measured", measured(4).but(follows_from("v", 1.5))), CauseKind::variant);
}

TEST(PaperCauses, AnUnprintedInputLiesInItsPhysicalRange) {
  const UnprintedInput possible{.name = "e", .value = 0.66, .low = 0.6, .high = 0.7},
      impossible{.name = "e", .value = 0.8, .low = 0.6, .high = 0.7};
  EXPECT_EQ(cause_of("number", measured(3).but(unprinted(possible, 2.1))), CauseKind::input);
  EXPECT_EQ(cause_of("number", measured(3).but(unprinted(possible, 2.2))), CauseKind::unexplained);
  EXPECT_EQ(cause_of("number", measured(3).but(unprinted(impossible, 2.1))), CauseKind::unexplained);
  EXPECT_EQ(cause_of("claim", claim(false, "").but(unprinted(impossible, true))), CauseKind::unexplained);
}

TEST(PaperCauses, AMeasurementThatThePapersOwnSimulationMeetsIsNoMatterOfTheModel) {
  EXPECT_EQ(cause_of("measured", measured(4).but(against_experiment(3.0))), CauseKind::experiment);
  EXPECT_EQ(cause_of("measured", measured(4).but(against_experiment(1.5))), CauseKind::unexplained);
  // With nothing of the paper beside it, nothing is explained.
  EXPECT_EQ(cause_of("measured", measured(4).but(against_experiment(std::optional<double>{}))), CauseKind::unexplained);
}

TEST(PaperCauses, WithoutACauseADifferenceIsUnexplained) {
  EXPECT_EQ(cause_of("number", measured(3)), CauseKind::unexplained);
  EXPECT_EQ(cause_of("claim", claim(false, "")), CauseKind::unexplained);
}

TEST(PaperCauses, AnIntervalAcrossTheToleranceDecidesNothing) {
  const auto entries = planted();
  const auto verdict = [&](double value, double error) {
    const Finding finding = estimated(value, error);
    return compare(entries[0], &finding).verdict;
  };
  EXPECT_EQ(verdict(2.13, 0.05), Verdict::reproduced);
  EXPECT_EQ(verdict(2.13, 0.08), Verdict::undecided);
  EXPECT_EQ(verdict(2.25, 0.08), Verdict::undecided);
  EXPECT_EQ(verdict(2.25, 0.04), Verdict::differs);
  EXPECT_EQ(cause_of("number", estimated(2.25, 0.08)), CauseKind::statistics);
  EXPECT_EQ(cause_of("measured", estimated(1.9, 0.2)), CauseKind::statistics);
  EXPECT_EQ(cause_of("claim", claim(Holds::undecided, "")), CauseKind::statistics);
}

TEST(PaperCauses, EntriesOfAGroupAreOneStatement) {
  const auto entries = planted();
  Findings findings{{"number", measured(2.1)},
                    {"measured", measured(4).but(against_experiment(3.0))},
                    {"claim", claim(false, "").but(follows_from("v", true))},
                    {"figure", measured(100)}};
  Tally tally = tally_of(compare_all(entries, findings));
  EXPECT_EQ(tally.entries, 4);
  EXPECT_EQ(tally.statements, 3);
  EXPECT_EQ(tally.reproduced, 0);
  EXPECT_EQ(tally.of(CauseKind::variant), 1);
  EXPECT_EQ(tally.of(CauseKind::experiment), 1);
  EXPECT_EQ(tally.of(CauseKind::unexplained), 1);
  findings["claim"] = claim(true, "");
  tally = tally_of(compare_all(entries, findings));
  EXPECT_EQ(tally.reproduced, 1);
  EXPECT_EQ(tally.brief(), "3 statements: 1 reproduced, 1 model against experiment, 1 unexplained");
}

TEST(PaperCauses, WhatStaysUnexplainedHasItsPlaceAmongTheQuestions) {
  std::ifstream file(CAROM_SOURCE_DIR "/docs/questions.md");
  std::stringstream text;
  text << file.rdbuf();
  const std::string questions = text.str();
  for (const auto* entries :
       {&dimer::published_entries(), &disc_ball::published_entries(), &impact_oscillator::published_entries(),
        &rods::published_entries(), &lattice::published_entries()})
    for (const PublishedEntry& entry : *entries) {
      if (entry.question.empty()) continue;
      EXPECT_NE(questions.find("## " + entry.question + "\n"), std::string::npos) << entry.id;
    }
}

// Errors are planted into numbers by three tolerances, into claims as their contrary; what carries none says why.
TEST(PaperCauses, EntriesThatCarryAPlantedErrorShowItAndTheOthersSayWhyNot) {
  const auto entries = planted();
  const auto all = [&](const Finding& number, const Finding& holds) {
    return compare_all(entries, {{"number", number},
                                 {"measured", measured(1.5).but(against_experiment(3.0))},
                                 {"claim", holds},
                                 {"figure", measured(400)}});
  };
  const auto by = [](const std::vector<Comparison>& list, Planted into) {
    std::vector<Carries> why;
    for (const Comparison& c : list) {
      why.push_back(carries(c, into));
      if (why.back() == Carries::yes) EXPECT_TRUE(plant(c, into).is_seen) << plant(c, into).brief();
    }
    return why;
  };
  constexpr Carries yes = Carries::yes, unexplained = Carries::unexplained, experiment = Carries::measured,
                    wrong = Carries::wrong_in_print, no_second = Carries::no_second_finding;
  const auto met = all(measured(2.1), claim(true, ""));
  EXPECT_EQ(by(met, Planted::published), (std::vector{yes, experiment, yes, unexplained}));
  EXPECT_EQ(by(met, Planted::computed), (std::vector{yes, yes, yes, unexplained}));
  const auto missed = all(measured(3).but(misprint("3", 3.0)), claim(false, "").but(follows_from("v", true)));
  EXPECT_EQ(by(missed, Planted::published), (std::vector{wrong, experiment, no_second, unexplained}));
  EXPECT_EQ(by(missed, Planted::computed), (std::vector{yes, yes, no_second, unexplained}));
  const PlantedErrors errors = plant_at_random(met, 10, 1);
  EXPECT_EQ(errors.errors.size(), 20u);
  EXPECT_EQ(errors.carrying(Planted::published), 2);
  EXPECT_EQ(errors.brief(Planted::published), "2 carry an error, 1 unexplained, 1 measured");
  // Ours wrong by three tolerances is no misprint of the paper any more.
  EXPECT_TRUE(plant(missed[0], Planted::computed).seen.unexplained());
}

TEST(PaperCauses, AGroupHasToBeThere) {
  const std::string entry = "[[entry]]\nid='a'\nsection='1'\nwhere='x'\nstatement='y'\nclaim=true\nreason='r'\n";
  EXPECT_THROW(read_published(entry + "group='b'\n"), BadInput);
  EXPECT_THROW(read_published(entry + "[[group]]\nid='b'\nstatement='s'\n"), BadInput);
  EXPECT_NO_THROW(read_published(entry + "group='b'\n[[group]]\nid='b'\nstatement='s'\n"));
}

}  // namespace
}  // namespace carom::papers
