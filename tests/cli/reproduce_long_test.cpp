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

}  // namespace
}  // namespace carom::test
