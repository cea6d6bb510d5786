// SPDX-License-Identifier: Apache-2.0
// The paper on vibrated rods as a whole: a verdict for every published entry, the errata, the page.
#include <gtest/gtest.h>

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "papers/rods/evidence.hpp"
#include "papers/rods/findings.hpp"
#include "papers/rods/reproduce.hpp"

namespace carom::papers::rods {
namespace {

// Gathered once for the tests below.
const Evidence& evidence() {
  static const Evidence gathered = gather({.quick = true, .threads = 2});
  return gathered;
}

TEST(PaperRods, EveryPublishedEntryHasItsVerdict) {
  const std::vector<Comparison> all = compare_all(published_entries(), find_all(evidence()));
  ASSERT_EQ(all.size(), published_entries().size());
  std::map<std::string, Verdict> verdicts;
  int reproduced = 0;
  for (const Comparison& c : all) {
    verdicts[c.entry.id] = c.verdict;
    reproduced += c.verdict == Verdict::reproduced;
    EXPECT_NE(c.verdict, Verdict::open) << c.entry.id << ": " << c.reason;
    EXPECT_FALSE(c.ours.empty()) << c.entry.id;
    EXPECT_TRUE(c.verdict == Verdict::reproduced || !c.entry.because.empty() || !c.unexplained())
        << c.entry.id << ": " << c.ours;
    EXPECT_EQ(c.ours.find("nan"), std::string::npos) << c.entry.id << ": " << c.ours;
  }
  EXPECT_GE(reproduced, 50);
  for (const char* id :
       {"tilt_23",        "reverse",       "upstroke",     "tip_line",       "peak",           "along_tilt",
        "forward_mostly", "frequency",     "eps_md",       "gear",           "tilt_55",        "tilt_44",
        "small_linear",   "first_maximum", "slowdown",     "wall_threshold", "wall_monotonic", "wall_tenfold",
        "wall_ratio",     "reverse_tilt",  "uniform",      "non_uniform",    "spin",           "cosine",
        "flights",        "eq_8_9",        "eq_15",        "eq_18_19",       "eq_22",          "phi_c",
        "fixed_point",    "continuous",    "eq_31",        "fig_12",         "fig_12_upright", "short_contact",
        "fig_13b_linear", "fig_13b_zero",  "fig_13b_tilt", "fig_13c_sphere", "closure_50",     "mu_large"})
    EXPECT_EQ(verdicts.at(id), Verdict::reproduced) << id;
  for (const char* id :
       {"tilt_56", "tilt_50", "onset_experiment", "threshold", "eps_slightly", "decay", "plate_needed", "c_z_close",
        "V_weak", "landing", "H", "reversal_above", "slide_bound", "fig_11", "reverse_by_V"})
    EXPECT_EQ(verdicts.at(id), Verdict::differs) << id;
  for (const char* id : {"flat_slower", "eq_12_13", "eq_21", "phi_c_90", "none_above", "V_small_gamma"})
    EXPECT_EQ(verdicts.at(id), Verdict::not_reproduced) << id;
  EXPECT_GE(find_errata(evidence()).size(), 18u);
}

TEST(PaperRods, NoRunFailed) {
  for (const Point* point : evidence().all_points()) {
    EXPECT_TRUE(point->failures.empty());
    EXPECT_EQ(static_cast<int>(point->each.size()), point->seeds);
  }
}

TEST(PaperRods, ThePageNeedsNothingElse) {
  const std::string page =
      report::render(report_page(evidence(), compare_all(published_entries(), find_all(evidence())), 1));
  EXPECT_EQ(page.find("http://"), page.find("http://www.w3.org"));
  EXPECT_EQ(page.find("https://"), std::string::npos);
  EXPECT_EQ(page.find("src="), std::string::npos);
  EXPECT_LT(page.size(), 3'000'000u);
  for (const char* text : {"Errata", "readings", "carom-animation", "footnote 12"})
    EXPECT_NE(page.find(text), std::string::npos) << text;
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(PaperRods, ThreadsDoNotChangeTheReport) {
  std::string name = (std::filesystem::temp_directory_path() / "carom-paper-rods-XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(name.data());
  reproduce({.out = folder / "one", .effort = {.quick = true, .threads = 1}});
  reproduce({.out = folder / "three", .effort = {.quick = true, .threads = 3}});
  EXPECT_EQ(content(folder / "one" / "comparison.csv"), content(folder / "three" / "comparison.csv"));
  for (const char* figure :
       {"fig1b", "fig2c", "fig2d", "fig4", "fig5", "fig6", "fig7", "fig8", "fig10", "fig11", "fig12", "fig13"}) {
    const std::string file = std::string(figure) + ".csv";
    const std::string data = content(folder / "one" / "data" / file);
    EXPECT_GT(data.size(), 200u) << figure;
    EXPECT_EQ(data, content(folder / "three" / "data" / file)) << figure;
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace carom::papers::rods
