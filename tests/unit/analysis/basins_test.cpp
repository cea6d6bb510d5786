// SPDX-License-Identifier: Apache-2.0
// Maps of basins: threads, interrupts, periods, shares, refusals. What whole maps show is in tests/physics/basins_test.cpp.
#include "carom/analysis/basins.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>

#include "carom/analysis/basin_study.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/random.hpp"
#include "support/basin_texts.hpp"

namespace carom::study {
namespace {

using test::dimer_map;

TEST(Basins, AreTheSameForAnyNumberOfThreadsAndAfterAnInterrupt) {
  BasinRequest request = read_basin_study(dimer_map(20, "mirror = \"together\"\n"), "a.toml");
  request.jobs = 1;
  const BasinMap one = map_basins(request);
  request.jobs = 3;
  std::atomic<bool> stop{false};
  request.interrupt = &stop;
  request.progress = [&](double done, double, const std::string&) { stop = stop || done > 330; };
  const BasinMap half = map_basins(request);
  EXPECT_FALSE(half.complete);
  EXPECT_GT(std::count(half.label.begin(), half.label.end(), not_computed), 0);
  EXPECT_LT(std::count(half.label.begin(), half.label.end(), not_computed), 400);
  stop = false;
  request.progress = {};
  const BasinMap rest = map_basins(request, &half);
  EXPECT_TRUE(rest.complete);
  EXPECT_EQ(one.label, rest.label);
  EXPECT_EQ(one.flashes, rest.flashes);
  ASSERT_EQ(one.attractors.size(), rest.attractors.size());
  for (std::size_t k = 0; k < one.attractors.size(); ++k) {
    EXPECT_EQ(one.attractors[k].name, rest.attractors[k].name);
    for (std::size_t n = 0; n < one.attractors[k].points.size(); ++n)
      EXPECT_EQ(one.attractors[k].points[n], rest.attractors[k].points[n]);
  }
  BasinRequest other = read_basin_study(dimer_map(24), "a.toml");
  EXPECT_THROW(map_basins(other, &half), BadInput);
}

// At any moment what was followed is kept, and the map comes out the same.
TEST(Basins, LoseNoPixelHoweverOftenTheyAreInterrupted) {
  BasinRequest request = read_basin_study(dimer_map(12, "refine = 1\n"), "a.toml");
  request.jobs = 2;
  const BasinMap one = map_basins(request);
  std::atomic<bool> stop{false};
  std::atomic<long> limit{0};
  request.interrupt = &stop;
  std::string stage;
  long refining = 0;
  request.progress = [&](double done, double, const std::string& what) {
    if (what == stage) stop = stop || done >= static_cast<double>(limit);
    if (what != stage) limit = 25 * ++refining;  // those that were followed before count as well
    stage = what;
  };
  std::optional<BasinMap> map;
  long missing = 145;
  for (int round = 0; round < 60 && !(map && map->complete); ++round) {
    stop = false;
    limit = 145 - missing + 10;
    stage = "pixels";
    map = map_basins(request, map ? &*map : nullptr);
    EXPECT_LE(map->missing(), std::max(0L, missing - 8)) << round;
    missing = map->missing();
  }
  ASSERT_TRUE(map->complete);
  EXPECT_TRUE(map->pending.empty());
  EXPECT_EQ(one.label, map->label);
  EXPECT_EQ(one.flashes, map->flashes);
  EXPECT_EQ(one.reasons, map->reasons);
  ASSERT_EQ(one.refined.size(), map->refined.size());
  for (std::size_t k = 0; k < one.refined[0].size(); ++k) EXPECT_EQ(one.refined[0][k].label, map->refined[0][k].label);
}

// One that joins with a smaller period shows that the known one was followed several times.
TEST(Basins, TakeTheSmallerPeriodOfAnOrbit) {
  const BasinRequest request = read_basin_study(dimer_map(8), "a.toml");
  const BasinMap map = map_basins(request);
  ASSERT_TRUE(map.complete);
  BasinMap begun = map;
  std::fill(begun.label.begin(), begun.label.end(), not_computed);
  Attractor& first = begun.attractors[0];  // on the coarse lattice
  const std::vector<Eigen::VectorXd> once = first.points;
  for (int k = 1; k < 3; ++k) first.points.insert(first.points.end(), once.begin(), once.end());
  first.period *= 3;
  const BasinMap again = map_basins(request, &begun);
  ASSERT_EQ(again.attractors.size(), map.attractors.size());
  EXPECT_EQ(again.label, map.label);
  for (std::size_t a = 0; a < map.attractors.size(); ++a)
    EXPECT_EQ(again.attractors[a].period, map.attractors[a].period);
}

// The share of a half-plane and its error, from a map made by hand.
TEST(Basins, SharesHaveErrorsFromTheirBorders) {
  BasinMap map;
  map.x.pixels = map.y.pixels = 8;
  map.attractors = {{.period = 1, .name = "a"}, {.period = 1, .name = "b"}};
  map.reasons = {"why"};
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 8; ++i) map.label.push_back(i < 3 ? 0 : i == 7 && j == 7 ? reason_label(0) : 1);
  const std::vector<BasinShare> shares = shares_of(map, false);
  ASSERT_EQ(shares.size(), 3u);
  EXPECT_EQ(shares[0].name, "b");
  EXPECT_NEAR(shares[1].fraction, 24.0 / 64, 1e-15);
  // Four blocks with two of four pixels each: variance 4 · (1/64)² · 4 · ¼ · 4/3.
  EXPECT_NEAR(shares[1].error, std::sqrt(4.0 * 4 * 0.25 * 4 / 3) / 64, 1e-15);
  EXPECT_EQ(shares[2].name, "why");
}

TEST(Basins, OfParametersAreToldApartByPeriodAndRegimes) {
  BasinRequest request = read_basin_study(
      "system = \"dimer\"\ncycles = 300\nmirror = \"together\"\n[set]\nmu_i = 0.08\n[map]\nGamma = \"0.2:1.2:4\"\ne = "
      "\"0.5:0.7:3\"\n",
      "a.toml");
  request.jobs = 2;
  request.verify = 4;
  const BasinMap map = map_basins(request);
  ASSERT_TRUE(map.complete);
  EXPECT_GE(map.attractors.size(), 2u);
  for (const Attractor& attractor : map.attractors) EXPECT_NE(attractor.signature.find("period"), std::string::npos);
  EXPECT_EQ(map.check.disagree, 0) << map.check.cases.at(0);
}

TEST(Basins, SayWhyAPixelHasNoAttractor) {
  // Below the plate: no start. And two cycles are no length in which anything settles.
  BasinRequest request = read_basin_study(
      "system = \"dimer\"\ncycles = 2\n[map]\ny1 = \"-10mm:30mm:4\"\ntheta = \"-0.1:0.1:2\"\n", "a.toml");
  const BasinMap map = map_basins(request);
  std::set<std::string> words;
  for (const int label : map.label) words.insert(map.words(label));
  EXPECT_EQ(words, (std::set<std::string>{"no period up to 32 found in 2 cycles", "the start penetrates a surface"}));
}

std::string refusal(const std::string& text) {
  try {
    read_basin_study(text, "a.toml");
  } catch (const BadInput& error) {
    return error.what();
  }
  return "accepted";
}

TEST(BasinStudy, RefusesWithLineAndColumn) {
  EXPECT_EQ(
      refusal("system = \"dimer\"\n[map]\ntheta9 = \"1:2:3\"\nh0 = \"0:1mm\"\n"),
      "a.toml, line 3, column 1: system 'dimer' has no parameter, coordinate or rate 'theta9'; did you mean 'theta0'?");
  EXPECT_EQ(refusal("system = \"dimer\"\n[map]\ntheta0 = \"1:1:3\"\nh0 = \"0:1mm\"\n"),
            "a.toml, line 3, column 10: the axis 'theta0' is empty: it begins and ends at 1");
  EXPECT_EQ(refusal("system = \"dimer\"\n[map]\ntheta0 = \"1deg:2deg:3\"\n"),
            "a.toml, line 2, column 1: a map has two axes, got 1 (--map twice)");
  EXPECT_NE(refusal("system = \"dimer\"\n[map]\ntheta0 = \"1deg:2kg:3\"\nh0 = \"0:1mm\"\n").find("line 3, column 10"),
            std::string::npos);
  EXPECT_NE(
      refusal("system = \"dimer\"\n[set]\nh0 = 1\n[map]\ntheta0 = \"0:1:3\"\nh0 = \"0:1mm\"\n").find("take one away"),
      std::string::npos);
  EXPECT_NE(refusal("system = \"dimer\"\nmirrors = 1\n[map]\ntheta0 = \"0:1:3\"\nh0 = \"0:1mm\"\n")
                .find("did you mean 'mirror'"),
            std::string::npos);
  EXPECT_NE(refusal("system = \"dimer\"\n[map]\ntheta0 = \"0:1:1\"\nh0 = \"0:1mm\"\n").find("whole number of pixels"),
            std::string::npos);
  EXPECT_EQ(refusal(dimer_map(4)), "accepted");
}

TEST(BasinStudy, SystemsWithoutASectionAreRefused) {
  const BasinRequest request = read_basin_study("system = \"chain\"\n[map]\ng = \"0:1:4\"\nv0 = \"0:1:4\"\n", "a.toml");
  EXPECT_THROW(map_basins(request), BadInput);
}

TEST(BasinStudy, TakesASection) {
  const auto with = [](const std::string& section) {
    return "system = \"dimer\"\nsection = \"" + section + "\"\n[map]\ntheta0 = \"1deg:2deg:3\"\nh0 = \"0:1mm:3\"\n";
  };
  const SectionChoice section = read_basin_study(with("y1=5mm,falling"), "a.toml").section;
  EXPECT_EQ(section.kind, SectionChoice::Kind::crossing);
  EXPECT_EQ(section.coordinate, 1);
  EXPECT_FALSE(section.rate);
  EXPECT_EQ(section.level, 0.005);
  EXPECT_EQ(section.direction, -1);
  EXPECT_EQ(
      refusal(with("y2=5mm")),
      "a.toml, line 2, column 11: system 'dimer' has no coordinate or rate 'y2' for a section; did you mean 'y1'?");
  EXPECT_EQ(refusal(with("y1=5mm,down")),
            "a.toml, line 2, column 11: a section is passed rising or falling, got 'down'");
  // What only the parameters tell is refused before the first pixel.
  EXPECT_THROW(map_basins(read_basin_study(with("x1=0"), "a.toml")), BadInput);
  EXPECT_THROW(map_basins(read_basin_study(with("period=0.05s"), "a.toml")), BadInput);
}

TEST(BasinStudy, MutatedTextsAreReadOrRefusedAndNothingElse) {
  const char* const wanted = std::getenv("CAROM_FUZZ_CASES");
  const int cases = wanted ? std::atoi(wanted) : 3000;
  const std::string tokens[] = {"\"",    "[",  "]",   "{",      "}",     "=",  ":",
                                "1e308", "-1", "nan", "inf",    "0",     "\n", "99999999999999999999",
                                ".",     "ä",  "Ж",   "\u2003", "\ufeff"};
  Random random(5);
  int read = 0, refused = 0;
  for (int k = 0; k < cases; ++k) {
    std::string text = dimer_map(12, "refine = 2\nmirror = \"apart\"\nmax_period = 7\nradius = 1e-3\n");
    for (std::uint32_t n = 1 + random.index(3); n > 0; --n) {
      const std::size_t at = random.index(static_cast<std::uint32_t>(text.size()));
      switch (random.index(3)) {
        case 0: text[at] = static_cast<char>(random.index(256)); break;
        case 1: text.erase(at, 1 + random.index(9)); break;
        default: text.insert(at, tokens[random.index(std::size(tokens))]);
      }
    }
    try {
      read_basin_study(text, "a.toml");
      ++read;
    } catch (const BadInput&) {
      ++refused;
    }
  }
  EXPECT_EQ(read + refused, cases);
  EXPECT_GT(read, 0);
  EXPECT_GT(refused, cases / 4);
}

}  // namespace
}  // namespace carom::study
