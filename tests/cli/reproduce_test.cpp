// SPDX-License-Identifier: Apache-2.0
// The papers on the disc hit by a ball and on the impact oscillator by one command each; longer ones are in
// reproduce_long_test.cpp.
#include <fstream>

#include "cli/command.hpp"

namespace carom::test {
namespace {

using Reproduce = CommandTest;

TEST_F(Reproduce, TheDiscAndTheBallQuickly) {
  const Answer answer = carom({"reproduce", "disc-ball", "--quick", "--out", "report", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const std::string page = text_of(in_folder("report/report.html"));
  EXPECT_NE(page.find("variant P"), std::string::npos);
  EXPECT_NE(page.find("Errata"), std::string::npos);
  for (const char* figure : {"fig4", "fig5a", "fig5b", "fig6", "fig7", "fig8", "table4", "scheme"}) {
    EXPECT_TRUE(fs::exists(in_folder(std::string("report/figures/") + figure + ".svg"))) << figure;
    EXPECT_TRUE(fs::exists(in_folder(std::string("report/data/") + figure + ".csv"))) << figure;
  }
  EXPECT_TRUE(fs::exists(in_folder("report/figures/model.svg")));
  const nlohmann::json json = answer.json();
  EXPECT_EQ(json["paper"], "disc-ball");
  EXPECT_GT(json["reproduced"].get<int>(), 0);
  EXPECT_EQ(json["open"], 0);
}

TEST_F(Reproduce, AgainFromTheReportItself) {
  ASSERT_EQ(carom({"reproduce", "disc-ball", "--quick", "--out", "report", "--quiet"}).code, 0);
  const Answer again = carom({"reproduce", "--from", "report/report.html", "--out", "again", "--json", "-"});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.json()["paper"], "disc-ball");
  const std::string table = text_of(in_folder("report/comparison.csv"));
  EXPECT_EQ(table.substr(0, table.find('\n')),
            "id,where,published,ours,difference,verdict,value,cause,explained,statement");
  EXPECT_EQ(text_of(in_folder("again/comparison.csv")), table);
  std::ofstream(in_folder("none.html")) << "<html></html>";
  std::ofstream(in_folder("bad.html")) << "<meta name=\"carom-manifest\" content=\"{&quot;carom&quot;: 3}\">";
  for (const char* file : {"none.html", "bad.html", "missing.html", "."})
    EXPECT_EQ(carom({"reproduce", "--from", file, "--out", "x"}).code, 2) << file;
  EXPECT_EQ(carom({"reproduce", "dimer", "--from", "report/report.html", "--out", "x"}).code, 2);
}

TEST_F(Reproduce, TheImpactOscillatorQuickly) {
  const Answer answer = carom({"reproduce", "impact-oscillator", "--quick", "--out", "report", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const std::string page = text_of(in_folder("report/report.html"));
  EXPECT_NE(page.find("step-end"), std::string::npos);
  EXPECT_NE(page.find("Errata"), std::string::npos);
  for (const char* figure : {"fig2", "fig3", "cascade", "fig4", "fig5", "coincidence", "fig6a", "fig6b", "hopping"}) {
    EXPECT_TRUE(fs::exists(in_folder(std::string("report/figures/") + figure + ".svg"))) << figure;
    EXPECT_TRUE(fs::exists(in_folder(std::string("report/data/") + figure + ".csv"))) << figure;
  }
  EXPECT_TRUE(fs::exists(in_folder("report/figures/model.svg")));
  const nlohmann::json json = answer.json();
  EXPECT_EQ(json["paper"], "impact-oscillator");
  EXPECT_GT(json["reproduced"].get<int>(), 0);
  EXPECT_EQ(json["open"], 0);
}

TEST_F(Reproduce, AllPapersGoOnWhereTheyWereInterrupted) {
  const std::string dimer = "report/unfinished/dimer.json", disc = "report/unfinished/disc-ball.json",
                    kept = "finished before the interruption", oscillator = "rest, Hopf points";
  // Interrupted when the impact oscillator has begun.
  const auto interrupted_run = [&] {
    start({"reproduce", "all", "--quick", "--out", "report"});
    EXPECT_TRUE(wait_for_words(oscillator) || wait_for_words(oscillator));
    send(SIGINT);
    const Answer answer = finish();
    EXPECT_EQ(answer.code, 130);
    EXPECT_NE(answer.err.find("The same command goes on from there"), std::string::npos) << answer.err;
    EXPECT_FALSE(fs::exists(in_folder("report/report.html")));
    return answer.err;
  };
  EXPECT_EQ(interrupted_run().find(kept), std::string::npos);
  const std::string first = text_of(in_folder(dimer)), second = interrupted_run();
  EXPECT_NE(second.find("dimer: " + kept), std::string::npos) << second;
  EXPECT_NE(second.find("disc-ball: " + kept), std::string::npos) << second;
  EXPECT_EQ(text_of(in_folder(dimer)), first);
  // One that is damaged is computed again, and so is one whose data are gone.
  std::string text = text_of(in_folder(disc));
  text[text.size() / 2] ^= 1;
  std::ofstream(in_folder(disc), std::ios::binary) << text;
  const std::string third = interrupted_run();
  EXPECT_NE(third.find("dimer: " + kept), std::string::npos) << third;
  EXPECT_EQ(third.find("disc-ball: " + kept), std::string::npos) << third;
  EXPECT_NE(text_of(in_folder(disc)), text);
  fs::remove(in_folder("report/disc-ball/comparison.csv"));
  EXPECT_EQ(interrupted_run().find("disc-ball: " + kept), std::string::npos);
  // Without --quick it is another request.
  start({"reproduce", "all", "--out", "report"});
  EXPECT_TRUE(wait_for_words("single motions"));
  send(SIGINT);
  const Answer full = finish();
  EXPECT_EQ(full.code, 130);
  EXPECT_EQ(full.err.find(kept), std::string::npos) << full.err;
}

TEST_F(Reproduce, AnUnknownPaperIsRefused) {
  const Answer answer = carom({"reproduce", "disc-bal", "--out", "report"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_NE(answer.err.find("disc-ball"), std::string::npos) << answer.err;
}

}  // namespace
}  // namespace carom::test
