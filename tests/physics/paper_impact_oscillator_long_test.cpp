// SPDX-License-Identifier: Apache-2.0
// The paper on the impact oscillator as a whole: a verdict for every published entry, the cascade, the page.
#include <gtest/gtest.h>

#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "papers/impact_oscillator/evidence.hpp"
#include "papers/impact_oscillator/findings.hpp"
#include "papers/impact_oscillator/reproduce.hpp"

namespace carom::papers::impact_oscillator {
namespace {

// Gathered once for the tests below.
const Evidence& evidence() {
  static const Evidence gathered = gather({.quick = true, .threads = 2});
  return gathered;
}

TEST(PaperImpactOscillator, EveryPublishedEntryHasItsVerdict) {
  const std::vector<Comparison> all = compare_all(published_entries(), find_all(evidence()));
  ASSERT_EQ(all.size(), published_entries().size());
  std::map<std::string, Verdict> verdicts;
  for (const Comparison& c : all) {
    verdicts[c.entry.id] = c.verdict;
    EXPECT_NE(c.verdict, Verdict::open) << c.entry.id << ": " << c.reason;
    EXPECT_FALSE(c.ours.empty()) << c.entry.id;
    EXPECT_TRUE(c.verdict == Verdict::reproduced || !c.entry.because.empty()) << c.entry.id;
    EXPECT_EQ(c.ours.find("nan"), std::string::npos) << c.entry.id << ": " << c.ours;
  }
  for (const char* id : {"eq_1",           "poisson",
                         "chatter",        "only_rest",
                         "hopf",           "hopf_oscillation",
                         "slip_cycle",     "slip_end",
                         "jump",           "hysteresis",
                         "bouncing",       "fold",
                         "fpts_above",     "fts",
                         "ft_above",       "four_branches",
                         "hopf_2",         "stick_2",
                         "coincide",       "coincide_orbits",
                         "chatter_short",  "hops_05",
                         "hops_only_05",   "flight_back",
                         "opposite_signs", "friction_helps"})
    EXPECT_EQ(verdicts.at(id), Verdict::reproduced) << id;
  for (const char* id : {"detach", "fts_up_to", "flight_2", "impacts_only_above", "complex_2", "larger_orbits"})
    EXPECT_EQ(verdicts.at(id), Verdict::differs) << id;
  for (const char* id : {"stick_bound", "first_split", "doubles", "adds", "period_i", "accumulates", "new_phenomenon"})
    EXPECT_EQ(verdicts.at(id), Verdict::not_reproduced) << id;
  EXPECT_GE(find_errata(evidence()).size(), 13u);
}

TEST(PaperImpactOscillator, BranchesAndSimulationsAgreeOnTheThresholds) {
  const Branches& b = evidence().branches;
  const Thresholds& t = evidence().thresholds;
  const struct {
    const Branch& branch;
    study::SpecialKind kind;
    int n;
    double mu, within;
  } list[] = {{b.rest_1, study::SpecialKind::hopf, 0, evidence().rest.hopf_1, 1e-9},
              {b.rest_2, study::SpecialKind::hopf, 0, evidence().rest.hopf_2, 1e-9},
              {b.rest_2, study::SpecialKind::hopf, 1, evidence().rest.again_2, 1e-9},
              {b.slip, study::SpecialKind::lift_off, 0, evidence().rest.end_of_slip, 2e-9},
              {b.stick_down, study::SpecialKind::nonsmooth_fold, 0, t.fold, 2e-9},
              {b.stick_down, study::SpecialKind::other_regimes, 0, t.slip_before, 2e-9},
              {b.stick_up, study::SpecialKind::slip_impossible, 0, t.no_slip_after, 2e-9},
              {b.bouncing, study::SpecialKind::nonsmooth_fold, 0, t.bounce_ends, 1e-6},
              {b.second, study::SpecialKind::first_stick, 0, t.first_stick, 2e-6},
              {b.second, study::SpecialKind::lift_off, 0, t.first_flight, 2e-9},
              {b.second, study::SpecialKind::lift_off, 1, t.last_flight, 2e-9}};
  for (const auto& expected : list) {
    const study::SpecialPoint* point = expected.branch.special(expected.kind, expected.n);
    ASSERT_TRUE(point) << expected.branch.name << ", " << name(expected.kind) << ": " << expected.branch.failure;
    EXPECT_NEAR(point->parameter, expected.mu, expected.within) << expected.branch.name << ", " << name(expected.kind);
  }
  // Supercritical, supercritical, subcritical.
  const auto lyapunov = [](const study::SpecialPoint& hopf) {
    for (const auto& [key, value] : hopf.values)
      if (key == "first_lyapunov") return value;
    return std::nan("");
  };
  EXPECT_NEAR(lyapunov(*b.rest_1.special(study::SpecialKind::hopf)), -14.5376, 1e-3);
  EXPECT_LT(lyapunov(*b.rest_2.special(study::SpecialKind::hopf)), 0);
  EXPECT_GT(lyapunov(*b.rest_2.special(study::SpecialKind::hopf, 1)), 0);
  // The orbit that meets the one with stick in the fold is unstable by the slope of the return map.
  const auto beside = beside_the_fold(b.stick_down);
  ASSERT_TRUE(beside);
  EXPECT_NEAR(beside->second, evidence().map.slope, 5e-3);
}

TEST(PaperImpactOscillator, WindowsOfTheDetectorAccumulateAtTheFold) {
  const Cascade& c = evidence().cascade;
  for (std::size_t k = 1; k < c.ends.size(); ++k) {
    EXPECT_GT(c.ends[k], c.fold);
    EXPECT_LT(c.ends[k], c.ends[k - 1]);
    EXPECT_NEAR((c.ends[k] - c.fold) / (c.predicted[k] - c.fold), 1, 0.02) << k;
  }
}

TEST(PaperImpactOscillator, ThePageNeedsNothingElse) {
  const std::string page =
      report::render(report_page(evidence(), compare_all(published_entries(), find_all(evidence())), 1));
  EXPECT_EQ(page.find("http://"), page.find("http://www.w3.org"));
  for (const char* text : {"Errata", "step-end", "Thresholds", "nonsmooth"})
    EXPECT_NE(page.find(text), std::string::npos) << text;
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(PaperImpactOscillator, ThreadsDoNotChangeTheReport) {
  std::string name = (std::filesystem::temp_directory_path() / "carom-paper-oscillator-XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(name.data());
  reproduce({.out = folder / "one", .effort = {.quick = true, .threads = 1}});
  reproduce({.out = folder / "two", .effort = {.quick = true, .threads = 2}});
  EXPECT_EQ(content(folder / "one" / "comparison.csv"), content(folder / "two" / "comparison.csv"));
  for (const char* figure : {"fig2", "fig3", "cascade", "fig4", "fig5", "coincidence", "fig6a", "fig6b", "hopping"}) {
    const std::string file = std::string(figure) + ".csv";
    const std::string data = content(folder / "one" / "data" / file);
    EXPECT_GT(data.size(), 200u) << figure;
    EXPECT_EQ(data, content(folder / "two" / "data" / file)) << figure;
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace carom::papers::impact_oscillator
