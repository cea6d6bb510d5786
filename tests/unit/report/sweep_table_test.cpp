// SPDX-License-Identifier: Apache-2.0
// Rows of a store as points: seeds put together, words counted, failures without values.
#include "carom/report/sweep_table.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <functional>

#include "carom/sweep/study_file.hpp"

namespace carom::report {
namespace {

namespace fs = std::filesystem;
using study::SweepRow;

class SweepTableTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "carom-table-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  void TearDown() override { fs::remove_all(folder_); }

  // The points of a study, each row as `fill` makes it; none if it says so.
  SweepTable table_of(const std::string& text, const std::vector<std::string>& observables,
                      const std::function<bool(SweepRow&)>& fill) {
    const study::Sweep sweep = study::read_study(text, "a.toml");
    const std::string path = (folder_ / "a.sqlite").string();
    store::SweepStore store = store::SweepStore::open(path, sweep, store::SweepStore::Mode::fresh);
    for (long number = sweep.points() - 1; number >= 0; --number) {
      const study::SweepPoint point = study::point_of(sweep, number);
      SweepRow row{.number = number, .key = "key" + std::to_string(number), .values = point.values, .seed = point.seed};
      row.outcome = "reached_end";
      if (fill(row)) store.put(row);
    }
    store.flush();
    return read_sweep(store::StoreReader(path), observables, {{"y", "mm"}});
  }

  fs::path folder_;
};

TEST_F(SweepTableTest, SeedsOfAPointBecomeMeanAndStandardError) {
  const SweepTable table =
      table_of("system = \"lattice\"\nseeds = \"1:4\"\n[vary]\ngap = [0.3, 0.1]\n", {"y", "word"}, [](SweepRow& row) {
        const double first = std::get<double>(row.values[0]);
        row.observables = {{"y", 10 * first + static_cast<double>(row.seed)},
                           {"word", std::string(row.seed == 2 ? "rare" : "common")}};
        if (first == 0.1 && row.seed < 4) {
          row.failed = true;
          row.outcome = "step_too_small";
          row.reason = "too small";
        }
        return true;
      });
  EXPECT_EQ(table.points, 2u);
  EXPECT_EQ(table.runs, 8);
  EXPECT_TRUE(table.several_seeds);
  EXPECT_EQ(table.parameters[0].numbers, (std::vector<double>{0.1, 0.3})) << "ascending";
  EXPECT_EQ(table.parameters[0].value, (std::vector<std::uint32_t>{1, 0})) << "in the order of points";
  const SweepQuantity& y = table.quantities[0];
  EXPECT_EQ(y.unit, "mm");
  EXPECT_EQ(y.runs, 5) << "failed runs have no value";
  EXPECT_NEAR(y.mean[0], 5.5, 1e-12);
  EXPECT_NEAR(y.error[0], std::sqrt(5.0 / 3 / 4), 1e-12) << "of 1, 2, 3, 4";
  EXPECT_NEAR(y.mean[1], 5, 1e-12);
  EXPECT_TRUE(std::isnan(y.error[1])) << "one run alone";
  const SweepQuantity& word = table.quantities[1];
  EXPECT_TRUE(word.is_word);
  EXPECT_EQ(word.words, (std::vector<std::string>{"common", "rare"}));
  EXPECT_EQ(word.word_runs, (std::vector<long>{4, 1}));
  EXPECT_EQ(word.word, (std::vector<std::uint32_t>{0, 0}));
  EXPECT_EQ(table.quantities[2].name, "outcome");
  EXPECT_EQ(table.outcomes.at("step_too_small").failed, 3);
  EXPECT_EQ(table.outcomes.at("step_too_small").reason, "too small");
}

TEST_F(SweepTableTest, WhatHasNoValueIsNaNAndMissingPointsAreNotThere) {
  const SweepTable table =
      table_of("system = \"bouncing-ball\"\n[vary]\ne = \"0.1:0.5:0.1\"\n", {"y", "word"}, [](SweepRow& row) {
        row.observables = {{"y", study::Cell{}}, {"word", study::Cell{}}};
        if (row.number == 2) row.observables = {{"y", 3L}, {"word", std::string("a")}};
        if (row.number == 1) row.observables = {{"y", HUGE_VAL}};
        return row.number != 4;
      });
  EXPECT_EQ(table.points, 4u);
  EXPECT_FALSE(table.several_seeds);
  ASSERT_EQ(table.quantities[0].mean.size(), 4u);
  EXPECT_EQ(table.quantities[0].mean[2], 3);
  EXPECT_TRUE(std::isnan(table.quantities[0].mean[1])) << "infinite";
  EXPECT_TRUE(std::isnan(table.quantities[0].mean[3]));
  EXPECT_TRUE(table.quantities[0].error.empty());
  EXPECT_EQ(table.quantities[1].word, (std::vector<std::uint32_t>{no_word, no_word, 0, no_word}));
}

TEST_F(SweepTableTest, KnowsWordsAndSamplesAmongTheParameters) {
  const SweepTable table = table_of(
      "system = \"lattice\"\n[vary]\ndisk = [\"random\", \"triangular\"]\n[sample]\npoints = 4\n"
      "ranges = { gap = { from = 0.01, to = 1, scale = \"log\" }, cot_gamma = \"0.5:3\" }\n",
      {}, [](SweepRow&) { return true; });
  EXPECT_EQ(table.points, 8u);
  EXPECT_FALSE(table.parameters[0].is_number);
  EXPECT_EQ(table.parameters[0].text(1), "disk = triangular");
  EXPECT_FALSE(table.parameters[0].sampled);
  for (std::size_t k = 1; k < 3; ++k) {
    EXPECT_TRUE(table.parameters[k].sampled);
    EXPECT_EQ(table.parameters[k].count(), 4u);
    EXPECT_EQ(table.parameters[k].log_range, table.parameters[k].name == "gap");
  }
}

}  // namespace
}  // namespace carom::report
