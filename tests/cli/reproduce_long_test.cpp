// SPDX-License-Identifier: Apache-2.0
// The whole paper by one command.
#include <algorithm>

#include "cli/command.hpp"

namespace carom::test {
namespace {

using Reproduce = CommandTest;

TEST_F(Reproduce, TheDimerQuickly) {
  const Answer answer = carom({"reproduce", "dimer", "--quick", "--out", "report", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_TRUE(fs::exists(in_folder("report/report.html")));
  const nlohmann::json json = answer.json();
  for (const char* key : {"reproduced", "differs", "not_reproduced", "undecided", "open"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_GT(json["reproduced"].get<int>(), 0);
}

TEST_F(Reproduce, AllPapersQuickly) {
  const Answer answer = carom({"reproduce", "all", "--quick", "--out", "reports", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const nlohmann::json json = answer.json();
  ASSERT_TRUE(json.is_array());
  EXPECT_EQ(json.size(), 5u);
  const std::string page = text_of(in_folder("reports/report.html"));
  int reproduced = 0, entries = 0;  // statements that are reproduced, and entries
  for (const nlohmann::json& paper : json) {
    const std::string name = paper["paper"].get<std::string>();
    EXPECT_NE(page.find("<h2 class=\"chapter\" id=\"" + name + "\">"), std::string::npos) << name;
    EXPECT_TRUE(fs::exists(in_folder("reports/" + name + "/comparison.csv"))) << name;
    EXPECT_EQ(paper["open"], 0) << paper;
    reproduced += paper["statements_reproduced"].get<int>();
    for (const char* verdict : {"reproduced", "differs", "not_reproduced", "undecided"})
      entries += paper[verdict].get<int>();
    int statements = paper["statements_reproduced"].get<int>();
    for (const auto& [cause, count] : paper["causes"].items()) statements += count.get<int>();
    EXPECT_EQ(statements, paper["statements"]) << paper;
  }
  // What the page counts is what its tables hold: a line a comparison, and one of names.
  long lines = 0;
  for (const nlohmann::json& paper : json) {
    const std::string csv = text_of(in_folder("reports/" + paper["paper"].get<std::string>() + "/comparison.csv"));
    lines += std::count(csv.begin(), csv.end(), '\n') - 1;
  }
  EXPECT_EQ(lines, entries);
  EXPECT_NE(page.find("<b>" + std::to_string(entries) + "</b><span>published"), std::string::npos);
  EXPECT_NE(page.find("<b>" + std::to_string(reproduced) + "</b><span>reproduced"), std::string::npos);
  EXPECT_LT(page.size(), 15u << 20);
  const std::string errata = text_of(in_folder("reports/errata.md"));
  EXPECT_GT(std::count(errata.begin(), errata.end(), '\n'), 60);
  EXPECT_EQ(errata.find("nan"), std::string::npos);
}

}  // namespace
}  // namespace carom::test
