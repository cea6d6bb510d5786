// SPDX-License-Identifier: Apache-2.0
// The oblique impact of lattice disks as a whole: ensembles against independent ones, a verdict for every published
// entry, the page.
#include <gtest/gtest.h>

#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "papers/lattice/findings.hpp"
#include "papers/lattice/reproduce.hpp"

namespace carom::papers::lattice {
namespace {

struct Reference {
  double cot, beta, beta_error, e, e_error;  // an error of 0: not compared
};

void compare_with(const Curve& curve, const std::vector<Reference>& references) {
  for (const Reference& r : references) {
    const LatticeEnsembleResult& ours = curve.at(r.cot);
    EXPECT_GE(ours.beta.n, 54) << r.cot;
    EXPECT_LT(ours.median_energy_error, 2e-3) << r.cot;
    if (r.beta_error > 0) {
      EXPECT_LT(std::abs(ours.beta.mean - r.beta), 3 * std::hypot(ours.beta.error, r.beta_error))
          << r.cot << ": " << ours.brief();
    }
    if (r.e_error > 0) {
      EXPECT_LT(std::abs(ours.e.mean - r.e), 3 * std::hypot(ours.e.error, r.e_error)) << r.cot << ": " << ours.brief();
    }
  }
}

Curve thrown(Units units, std::vector<double> cots) {
  Curve curve{.label = name(units), .run = random_case(units), .cots = std::move(cots), .pairs = 60};
  run_curves({&curve}, {.threads = 2});
  return curve;
}

// Another program, other random numbers: 60 pairs.
TEST(PaperLattice, StiffEnsemblesAgreeWithIndependentOnes) {
  compare_with(thrown(Units::stiff, {0.2, 0.5, 1, 2, 3, 4, 6}), {{0.2, -0.790, 0.014, 0.990, 0.023},
                                                                 {0.5, -0.523, 0.045, 0.972, 0.011},
                                                                 {1, -0.239, 0.061, 0.942, 0.007},
                                                                 {2, -0.090, 0.077, 0.896, 0.005},
                                                                 {3, -0.01, 0.09, 0.882, 0.005},
                                                                 {4, 0.09, 0.11, 0.884, 0.005},
                                                                 {6, 0.08, 0.13, 0.878, 0.006}});
}

// The same, 70 pairs; e falls towards grazing incidence.
TEST(PaperLattice, SoftEnsemblesAgreeWithIndependentOnes) {
  const Curve soft = thrown(Units::soft, {0.25, 0.5, 1, 2, 3, 4, 6});
  compare_with(soft, {{0.25, 0, 0, 0.691, 0.010},
                      {0.5, -0.612, 0.019, 0.809, 0.009},
                      {1, -0.299, 0.036, 0, 0},
                      {2, 0.087, 0.045, 0, 0},
                      {3, 0.194, 0.050, 0.902, 0.003},
                      {4, 0.260, 0.050, 0.902, 0.003},
                      {6, 0.340, 0.055, 0.902, 0.003}});
  for (std::size_t k = 1; k < soft.results.size(); ++k)
    EXPECT_GT(sigmas(soft.results[k].e, soft.results[k - 1].e), -1) << soft.cots[k];
  EXPECT_LT(sigmas(soft.at(0.25).e, soft.at(0.5).e), -5);
  EXPECT_LT(sigmas(soft.at(0.5).e, soft.at(2).e), -5);
}

// Gathered once for the tests below.
const Evidence& evidence() {
  static const Evidence gathered = gather({.quick = true, .threads = 2});
  return gathered;
}

TEST(PaperLattice, EveryPublishedEntryHasItsVerdict) {
  const std::vector<Comparison> all = compare_all(published_entries(), find_all(evidence()));
  ASSERT_EQ(all.size(), published_entries().size());
  std::map<std::string, Verdict> verdicts;
  for (const Comparison& c : all) {
    verdicts[c.entry.id] = c.verdict;
    EXPECT_NE(c.verdict, Verdict::open) << c.entry.id << ": " << c.reason;
    EXPECT_FALSE(c.ours.empty()) << c.entry.id;
    EXPECT_TRUE(c.verdict == Verdict::reproduced || !c.entry.because.empty() || !c.unexplained())
        << c.entry.id << ": " << c.ours;
    EXPECT_EQ(c.ours.find("nan"), std::string::npos) << c.entry.id << ": " << c.ours;
  }
  for (const char* id : {"triangular", "eq_5_6", "symplectic", "smooth", "roughness", "eq_9", "A1", "A9", "A11", "A13",
                         "A15", "A20", "collapse", "k_b_100", "wall_takes", "mu_0_grows"})
    EXPECT_EQ(verdicts.at(id), Verdict::reproduced) << id;
  for (const char* id : {"E_band", "e_mean_stiff", "e_mean_soft", "eq_7", "A10", "border", "beta_x", "eta"})
    EXPECT_EQ(verdicts.at(id), Verdict::differs) << id;
  for (const char* id : {"k_a", "sound", "nu_band", "delaunay_square", "mu_0_stiff", "mu_0_finer_stiff", "eq_3", "eq_8",
                         "A16", "more_points", "delta_3e-3"})
    EXPECT_EQ(verdicts.at(id), Verdict::not_reproduced) << id;
  // What two pairs a point cannot tell.
  for (const char* id : {"shape", "orientation", "nu_crucial", "flattened", "monotone", "no_fall"})
    EXPECT_EQ(verdicts.at(id), Verdict::undecided) << id;
  EXPECT_GE(find_errata(evidence()).size(), 20u);
}

TEST(PaperLattice, ThePageNeedsNothingElse) {
  const std::string page =
      report::render(report_page(evidence(), compare_all(published_entries(), find_all(evidence())), 1));
  EXPECT_EQ(page.find("http://"), page.find("http://www.w3.org"));
  EXPECT_EQ(page.find("https://"), std::string::npos);
  EXPECT_EQ(page.find("src="), std::string::npos);
  EXPECT_LT(page.size(), 4'000'000u);
  for (const char* text : {"Errata", "Two readings", "carom-animation", "Open question", "left_model"})
    EXPECT_NE(page.find(text), std::string::npos) << text;
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(PaperLattice, ThreadsDoNotChangeTheReport) {
  std::string name = (std::filesystem::temp_directory_path() / "carom-paper-lattice-XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(name.data());
  reproduce({.out = folder / "one", .effort = {.quick = true, .threads = 1}});
  reproduce({.out = folder / "three", .effort = {.quick = true, .threads = 3}});
  EXPECT_EQ(content(folder / "one" / "comparison.csv"), content(folder / "three" / "comparison.csv"));
  for (const char* figure : {"fig2", "fig4", "fig5", "fig6", "fig7", "fig8", "roughness", "energy", "speed"}) {
    const std::string file = std::string(figure) + ".csv";
    const std::string data = content(folder / "one" / "data" / file);
    EXPECT_GT(data.size(), 150u) << figure;
    EXPECT_EQ(data, content(folder / "three" / "data" / file)) << figure;
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace carom::papers::lattice
