// SPDX-License-Identifier: Apache-2.0
// The full reproduction of the dimer's paper: its files, its verdicts, and that the number of threads changes nothing.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "papers/dimer/reproduce.hpp"

namespace carom::papers::dimer {
namespace {

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() /
      ("carom-paper-dimer-" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
       ::testing::UnitTest::GetInstance()->current_test_info()->name());
  Folder() { std::filesystem::remove_all(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

TEST(PaperDimerReport, FullReproductionHasAllItsParts) {
  const Folder folder;
  const ReproduceResult result = reproduce({.out = folder.path});
  EXPECT_EQ(result.entries(), static_cast<int>(published_entries().size()));
  EXPECT_EQ(result.open, 0);
  EXPECT_GT(result.reproduced, 50);
  const std::string page = content(result.report);
  // The paper's first figure is the sketch of its model.
  EXPECT_TRUE(std::filesystem::exists(folder.path / "figures" / "model.svg"));
  for (int k = 2; k <= 30; ++k) {
    const std::string id = (k < 10 ? "fig0" : "fig") + std::to_string(k);
    EXPECT_TRUE(std::filesystem::exists(folder.path / "figures" / (id + ".svg"))) << id;
    EXPECT_TRUE(std::filesystem::exists(folder.path / "data" / (id + ".csv"))) << id;
  }
  EXPECT_NE(page.find("Errata"), std::string::npos);
  EXPECT_EQ(page.find("http://"), page.find("http://www.w3.org"));  // nothing is loaded from elsewhere
}

TEST(PaperDimerReport, ThreadsDoNotChangeTheNumbers) {
  const Folder folder;
  reproduce({.out = folder.path / "one", .effort = {.quick = true, .threads = 1}});
  reproduce({.out = folder.path / "two", .effort = {.quick = true, .threads = 2}});
  EXPECT_EQ(content(folder.path / "one" / "comparison.csv"), content(folder.path / "two" / "comparison.csv"));
  EXPECT_EQ(content(folder.path / "one" / "data" / "fig15.csv"), content(folder.path / "two" / "data" / "fig15.csv"));
}

TEST(PaperDimerReport, AnInterruptLeavesNoReport) {
  const Folder folder;
  const std::atomic<bool> interrupt{true};
  const ReproduceResult result = reproduce({.out = folder.path, .effort = {.quick = true, .interrupt = &interrupt}});
  EXPECT_TRUE(result.interrupted);
  EXPECT_FALSE(std::filesystem::exists(folder.path / "report.html"));
}

}  // namespace
}  // namespace carom::papers::dimer
