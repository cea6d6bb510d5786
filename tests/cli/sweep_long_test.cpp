// SPDX-License-Identifier: Apache-2.0
// carom sweep killed a hundred times.
#include <cstdlib>

#include "cli/command.hpp"

namespace carom::test {
namespace {

using SweepCampaign = CommandTest;

TEST_F(SweepCampaign, KilledAHundredTimesItStillComesToTheSameRows) {
  const std::vector<std::string> study{"sweep",   "dimer",  "--vary", "A_r=3:5:0.0002", "--cycles", "30",
                                       "--quiet", "--jobs", "2"};
  std::vector<std::string> sweep = study, whole = study;
  sweep.insert(sweep.end(), {"--out", "a.sqlite", "--resume"});
  whole.insert(whole.end(), {"--json", "-"});
  std::srand(11);
  int killed = 0;
  for (int round = 0; round < 100; ++round) {
    start(sweep);
    std::this_thread::sleep_for(std::chrono::milliseconds(5 + std::rand() % 200));
    send(SIGKILL);
    killed += finish().code == 128 + SIGKILL;
  }
  EXPECT_GT(killed, 50);
  sweep.insert(sweep.end(), {"--json", "-"});
  const Answer last = carom(sweep);
  ASSERT_EQ(last.code, 0) << last.err;
  EXPECT_EQ(last.json()["rows"].size(), 10001u);
  EXPECT_EQ(last.json()["rows"], carom(whole).json()["rows"]);
}

}  // namespace
}  // namespace carom::test
