// The whole paper by one command.
#include "cli/command.hpp"

namespace carom::test {
namespace {

using Reproduce = CommandTest;

TEST_F(Reproduce, TheDimerQuickly) {
  const Answer answer = carom({"reproduce", "dimer", "--quick", "--out", "report", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_TRUE(fs::exists(in_folder("report/report.html")));
  const nlohmann::json json = answer.json();
  for (const char* key : {"reproduced", "differs", "not_reproduced", "open"}) EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_GT(json["reproduced"].get<int>(), 0);
}

TEST_F(Reproduce, AllPapersQuickly) {
  const Answer answer = carom({"reproduce", "all", "--quick", "--out", "reports", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const nlohmann::json json = answer.json();
  ASSERT_TRUE(json.is_array());
  for (const nlohmann::json& paper : json) {
    EXPECT_TRUE(fs::exists(in_folder("reports/" + paper["paper"].get<std::string>() + "/report.html"))) << paper;
    EXPECT_EQ(paper["open"], 0) << paper;
  }
}

}  // namespace
}  // namespace carom::test
