// SPDX-License-Identifier: Apache-2.0
// Studies as text, their points and their keys.
#include "carom/sweep/study_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "carom/analysis/basin_study.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/random.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/sweep/sweep_run.hpp"

namespace carom::study {
namespace {

std::string refusal(const std::string& text) {
  try {
    read_study(text, "a.toml");
  } catch (const BadInput& error) {
    return error.what();
  }
  return "accepted";
}

TEST(StudyFile, RangesListsAndWords) {
  const Sweep sweep = read_study(R"(
system = "bouncing-ball"
title = "balls"
until = "2s"
[set]
h0 = "10cm"
[vary]
e = { from = 0.1, to = 0.3, step = 0.1 }
g = [9.81, "3.7 m/s2"]
)",
                                 "a.toml");
  ASSERT_EQ(sweep.axes.size(), 2u);
  EXPECT_EQ(sweep.axes[0].name, "e");
  EXPECT_EQ(sweep.axes[0].values, (std::vector<Setting>{0.1, 0.2, 0.3}));
  EXPECT_EQ(sweep.axes[1].values, (std::vector<Setting>{9.81, 3.7}));
  EXPECT_EQ(sweep.points(), 6);
  EXPECT_EQ(sweep.base.until, 2.0);
  EXPECT_EQ(sweep.base.parameters["h0"], 0.1);
}

TEST(StudyFile, YesAndNoAreOneValueInAllTheirWords) {
  const Sweep sweep = read_study("system = \"lattice\"\nseeds = 1\n[set]\npair = true\n", "a.toml");
  EXPECT_EQ(sweep.base.parameters["pair"], 1);
  EXPECT_EQ(read_study("system = \"rods\"\n[vary]\npull = [true, false]\n", "a.toml").axes[0].values,
            (std::vector<Setting>{"on", "off"}));
  EXPECT_EQ(read_study("system = \"lattice\"\n[vary]\nmirror = \"no,yes\"\n", "a.toml").axes[0].values,
            (std::vector<Setting>{0.0, 1.0}));
  EXPECT_EQ(refusal("system = \"rods\"\n[vary]\npull = [true, \"on\"]\n"),
            "a.toml, line 3, column 8: 'pull' has a value twice");
}

TEST(StudyFile, TakesEveryObservableOfTheCard) {
  for (const System* system : systems()) {
    const auto& specs = system->card().parameters.specs();
    const auto number = std::find_if(specs.begin(), specs.end(), [](const ParameterSpec& spec) {
      return spec.choices.empty() && !spec.list && spec.follows.empty();
    });
    ASSERT_NE(number, specs.end());
    for (const Quantity& observable : system->card().observables)
      EXPECT_EQ(refusal("system = \"" + system->name() + "\"\nobservables = [\"" + observable.name + "\"]\n[vary]\n" +
                        number->name + " = [" + std::to_string(number->value) + "]\n"),
                "accepted")
          << system->name() << " " << observable.name;
  }
  EXPECT_NE(refusal("system = \"rods\"\nobservables = [\"c_z_befor\"]\nseeds = 1\n").find("'c_z_before'?"),
            std::string::npos);
  EXPECT_NE(refusal("system = \"rods\"\nobservables = [\"entirely_else\"]\nseeds = 1\n").find("has no observable"),
            std::string::npos);
}

TEST(StudyFile, DecimalStepsAreDecimalNumbers) {
  const Sweep sweep = read_study("system = \"dimer\"\n[vary]\nA_r = \"2.1:8.5:0.1\"\n", "a.toml");
  ASSERT_EQ(sweep.axes[0].values.size(), 65u);
  EXPECT_EQ(std::get<double>(sweep.axes[0].values[2]), 2.3);
  EXPECT_EQ(std::get<double>(sweep.axes[0].values.back()), 8.5);
}

TEST(StudyFile, LogarithmicAndCountedRanges) {
  const Sweep sweep = read_study("system = \"dimer\"\n[vary]\nGamma = \"0.1:10:log:3\"\ne = \"0:1:lin:5\"\n", "a.toml");
  EXPECT_EQ(sweep.axes[0].values, (std::vector<Setting>{0.1, 1.0, 10.0}));
  EXPECT_EQ(sweep.axes[1].values, (std::vector<Setting>{0.0, 0.25, 0.5, 0.75, 1.0}));
}

TEST(StudyFile, EveryRefusalNamesFileLineAndColumn) {
  EXPECT_EQ(refusal("system = \"dimer\"\ncylces = 3\n"),
            "a.toml, line 2, column 1: unknown key 'cylces' in a study; did you mean 'cycles'?");
  EXPECT_EQ(refusal("system = \"dimer\"\n[vary]\nA_r = { from = 2, to = 2, step = 1 }\n").substr(0, 26),
            "a.toml, line 3, column 7: ");
  const auto has = [](const std::string& text, const std::string& place, const std::string& words) {
    const std::string message = refusal(text);
    EXPECT_NE(message.find(place), std::string::npos) << message;
    EXPECT_NE(message.find(words), std::string::npos) << message;
  };
  const std::string dimer = "system = \"dimer\"\n";
  has(dimer + "[vary]\nA_r = { from = 3, to = 2, step = 1 }\n", "line 3, column 7", "is empty");
  has(dimer + "[vary]\nA_r = { from = 2, to = 3, step = 1, points = 4 }\n", "line 3", "contradict");
  has(dimer + "[set]\nA_r = 3\n[vary]\nA_r = [2, 3]\n", "line 5, column 1", "take one away");
  has(dimer + "[vary]\nA_r = [2, 3]\n[sample]\npoints = 3\nranges = { A_r = \"2:3\" }\n", "line 6", "two ranges");
  has(dimer + "[vary]\nh0 = [\"1 kg\"]\n", "line 3, column 7", "kg");
  has(dimer + "[vary]\ne = [0.5, 1.5]\n", "line 3, column 5", "between 0 and 1");
  has(dimer + "[vary]\ne = [0.5, 0.5]\n", "line 3", "twice");
  has(dimer + "[vary]\ne = []\n", "line 3", "empty");
  has(dimer + "[vary]\nee = [1]\n", "line 3, column 1", "no parameter 'ee'");
  has(dimer + "observables = [\"drfit\"]\n[vary]\ne = [0.5]\n", "line 2", "did you mean 'drift'?");
  has(dimer + "seeds = \"1:3\"\n", "line 2", "nothing random");
  has(dimer + "cycles = 3\nuntil = 4\n[vary]\ne = [0.5]\n", "line 3", "not by both");
  has(dimer + "[vary]\ne = { from = 0.1, to = 0.9, points = 3, scale = \"lgo\" }\n", "line 3", "linear or log");
  has(dimer, "line 1", "varies something");
  has("system = \"dimmer\"\n", "line 1, column 10", "did you mean 'dimer'?");
  has("system = \n", "line 1", "");
  has("[vary]\n", "line 1", "needs `system`");
}

TEST(StudyFile, FlagsAreTheSameStudy) {
  const Sweep flags = read_study(
      study_text({.system = "dimer", .keys = {{"cycles", "20"}}, .set = {"mu_i=0.08"}, .vary = {"A_r=3:5:1"}}),
      std::string(flags_source));
  const Sweep file = read_study(
      "system = \"dimer\"\ncycles = 20\n[set]\nmu_i = 0.08\n[vary]\nA_r = { from = 3, to = 5, step = 1 }\n", "a.toml");
  EXPECT_EQ(identity_of(flags), identity_of(file));
  EXPECT_THROW(study_text({.system = "dimer", .vary = {"A_r=3:5:1", "A_r=2:3:1"}}), BadInput);
  EXPECT_THROW(study_text({.system = "dimer", .vary = {"A_r"}}), BadInput);
}

// CAROM_FUZZ_CASES=100000 makes it a campaign.
TEST(StudyFile, MutatedTextsAreReadOrRefusedAndNothingElse) {
  const std::string whole = R"(system = "rods"
title = "a"
cycles = 3
seeds = "1:4"
observables = ["drift", "tilt"]
[set]
N = 40
l = 9.5
[vary]
phi = { from = "5deg", to = "60deg", step = "5deg" }
Gamma = [1, 2.5, 3e0]
mu_rr = "0.1:0.3:0.1"
f = "10Hz:100Hz:log:5"
[sample]
method = "latin"
points = 7
seed = 2
ranges = { k_n = { from = 1e5, to = 1e7, scale = "log" }, d = "1mm:6mm" }
)";
  const char* const wanted = std::getenv("CAROM_FUZZ_CASES");
  const int cases = wanted ? std::atoi(wanted) : 10000;
  const std::string tokens[] = {"\"",     "[",      "]",      "{",          "}",
                                "=",      ":",      "1e308",  "-1",         "nan",
                                "inf",    "0",      "\n",     "\\",         "99999999999999999999",
                                "#",      ".",      ",",      "ä",          "Ж",
                                "\u2003", "\ufeff", "\u3000", "\U0001F600", "\xc3"};
  Random random(11);
  int read = 0, refused = 0;
  for (int k = 0; k < cases; ++k) {
    std::string text = whole;
    const std::uint32_t changes = 1 + random.index(4);
    for (std::uint32_t n = 0; n < changes; ++n) {
      const std::size_t at = random.index(static_cast<std::uint32_t>(text.size()));
      switch (random.index(5)) {
        case 0: text[at] = static_cast<char>(random.index(256)); break;
        case 1: text.erase(at, 1 + random.index(12)); break;
        case 2: text.insert(at, tokens[random.index(std::size(tokens))]); break;
        case 3:
          text.insert(at, text.substr(random.index(static_cast<std::uint32_t>(text.size())), 1 + random.index(30)));
          break;
        default: text.replace(at, 1, tokens[random.index(std::size(tokens))]);
      }
    }
    try {
      const Sweep sweep = read_study(text, "a.toml");
      if (sweep.points() > 0) key_of(sweep, request_of(sweep, point_of(sweep, sweep.points() - 1)));
      ++read;
    } catch (const BadInput& refusal) {
      EXPECT_FALSE(std::string(refusal.what()).empty());
      ++refused;
    }
  }
  EXPECT_EQ(read + refused, cases);
  EXPECT_GT(read, 0);
  EXPECT_GT(refused, cases / 4);
}

TEST(StudyFile, EveryStudyOfThePapersIsRead) {
  int studies = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(CAROM_SOURCE_DIR "/papers")) {
    if (entry.path().extension() != ".toml" || entry.path().parent_path().filename() != "studies") continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    if (text.str().find("[map]") != std::string::npos)
      EXPECT_GT(read_basin_study(text.str(), entry.path().string()).x.pixels, 1) << entry.path();
    else
      EXPECT_GT(read_study(text.str(), entry.path().string()).points(), 1) << entry.path();
    ++studies;
  }
  EXPECT_GE(studies, 14);
}

TEST(Sweep, PointsAreNumberedWithTheLastAxisFastestAndSeedsWithinThem) {
  const Sweep sweep =
      read_study("system = \"rods\"\nseeds = \"5:6\"\n[vary]\nN = [40, 50]\nGamma = [1, 2, 3]\n", "a.toml");
  EXPECT_EQ(sweep.points(), 12);
  const SweepPoint point = point_of(sweep, 7);
  EXPECT_EQ(point.values, (std::vector<Setting>{50.0, 1.0}));
  EXPECT_EQ(point.seed, 6u);
  std::set<std::string> keys;
  for (long k = 0; k < 12; ++k) keys.insert(key_of(sweep, request_of(sweep, point_of(sweep, k))));
  EXPECT_EQ(keys.size(), 12u);
}

TEST(Sweep, TheKeyIsOfTheResolvedRunHoweverItWasAskedFor) {
  const Sweep one = read_study("system = \"dimer\"\n[set]\nh0 = \"0.25mm\"\n[vary]\nA_r = [3, 4]\n", "a.toml");
  const Sweep other = read_study("system = \"dimer\"\n[set]\nA_r = 4\n[vary]\nh0 = [0.00025, 0.0003]\n", "a.toml");
  EXPECT_EQ(key_of(one, request_of(one, point_of(one, 1))), key_of(other, request_of(other, point_of(other, 0))));
  const Sweep tighter =
      read_study("system = \"dimer\"\nrtol = 1e-11\n[vary]\nA_r = [3, 4]\n[set]\nh0 = \"0.25mm\"\n", "a.toml");
  EXPECT_NE(key_of(one, request_of(one, point_of(one, 1))), key_of(tighter, request_of(tighter, point_of(tighter, 1))));
}

TEST(Sweep, LatinSamplesFillEveryPartOnce) {
  const std::vector<std::vector<double>> samples = draw_samples(
      {{.name = "a", .from = 2, .to = 4}, {.name = "b", .from = 1, .to = 100, .log = true}}, Sampling::latin, 50, 3);
  for (std::size_t k = 0; k < 2; ++k) {
    std::set<int> parts;
    for (const double x : samples[k])
      parts.insert(static_cast<int>(50 * (k == 0 ? (x - 2) / 2 : std::log(x) / std::log(100.0))));
    EXPECT_EQ(parts.size(), 50u);
  }
  EXPECT_EQ(samples, draw_samples({{.name = "a", .from = 2, .to = 4}, {.name = "b", .from = 1, .to = 100, .log = true}},
                                  Sampling::latin, 50, 3));
}

TEST(Sweep, SobolsPointsAreEven) {
  const std::vector<std::vector<double>> samples =
      draw_samples({{.name = "a"}, {.name = "b"}, {.name = "c"}}, Sampling::sobol, 255, 1);
  for (const std::vector<double>& drawn : samples) {
    std::set<int> parts;
    for (const double x : drawn) {
      EXPECT_GE(x, 0);
      EXPECT_LT(x, 1);
      parts.insert(static_cast<int>(64 * x));
    }
    EXPECT_EQ(parts.size(), 64u);
  }
}

class Kept final : public SweepSink {
 public:
  void put(const SweepRow& row) override { rows.push_back(row); }
  void flush() override { ++flushes; }
  std::vector<SweepRow> rows;
  int flushes = 0;
};

Remaining all(const Sweep& sweep) {
  Remaining rest;
  for (long k = 0; k < sweep.points(); ++k) rest.numbers.push_back(k);
  return rest;
}

TEST(Sweep, RowsDoNotDependOnTheNumberOfThreads) {
  const Sweep sweep = read_study("system = \"bouncing-ball\"\nuntil = 1\n[vary]\ne = \"0.5:0.9:0.02\"\n", "a.toml");
  std::vector<std::vector<SweepRow>> results;
  for (const int jobs : {1, 2, 5}) {
    Kept kept;
    const SweepReport report = run_by_threads(sweep, all(sweep), kept, {.jobs = jobs});
    EXPECT_EQ(report.done, 21);
    EXPECT_EQ(report.failed, 0);
    EXPECT_GE(kept.flushes, 1);
    std::sort(kept.rows.begin(), kept.rows.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
    results.push_back(kept.rows);
  }
  for (std::size_t r = 1; r < results.size(); ++r)
    for (std::size_t k = 0; k < 21; ++k) {
      EXPECT_EQ(results[0][k].key, results[r][k].key);
      EXPECT_EQ(results[0][k].observables, results[r][k].observables);
    }
}

TEST(Sweep, FailuresAreRows) {
  // Radii that contradict each other are refused by the run itself.
  const Sweep sweep = read_study(
      "system = \"rods\"\ncycles = 1\n[set]\ngeometry = \"annulus\"\nN = 2\ndt = 1e-4\n[vary]\nR_i = [9]\n", "a.toml");
  const SweepRow row = compute(sweep, 0);
  EXPECT_EQ(row.outcome, "refused");
  EXPECT_TRUE(row.failed);
  EXPECT_NE(row.reason.find("R_i"), std::string::npos);
  EXPECT_FALSE(row.key.empty());
}

TEST(Sweep, RowsSurviveTheirJourneyAsBytes) {
  SweepRow row{.number = 7, .key = "abc", .values = {2.5, std::string("word")}, .seed = 3};
  row.outcome = "reached_end";
  row.reason = "none";
  row.seconds = 0.5;
  row.observables = {{"a", 1.0 / 3}, {"b", 4L}, {"c", std::string("x,y")}, {"d", Cell{}}};
  const SweepRow back = unpacked(packed(row));
  EXPECT_EQ(back.number, 7);
  EXPECT_EQ(back.key, "abc");
  EXPECT_EQ(back.values, row.values);
  EXPECT_EQ(back.seed, 3u);
  EXPECT_EQ(back.observables, row.observables);
  EXPECT_THROW(unpacked("short"), BadInput);
}

}  // namespace
}  // namespace carom::study
