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
  EXPECT_EQ(text_of(in_folder("again/comparison.csv")), text_of(in_folder("report/comparison.csv")));
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
  const std::vector<std::string> command{"reproduce", "all", "--quick", "--out", "report"};
  const auto interrupted_after = [&](const std::string& paper) {
    start(command);
    EXPECT_TRUE(wait_for("report/unfinished/" + paper + ".json", 1000) ||
                wait_for("report/unfinished/" + paper + ".json", 1000));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    send(SIGINT);
    return finish();
  };
  const std::string dimer = "report/unfinished/dimer.json", kept = "finished before the interruption";
  const Answer first = interrupted_after("disc-ball");
  EXPECT_EQ(first.code, 130);
  EXPECT_NE(first.err.find("The same command goes on from there"), std::string::npos) << first.err;
  EXPECT_EQ(first.err.find(kept), std::string::npos);
  EXPECT_FALSE(fs::exists(in_folder("report/report.html")));
  const auto written = fs::last_write_time(in_folder(dimer));
  const Answer second = interrupted_after("disc-ball");
  EXPECT_EQ(second.code, 130);
  EXPECT_NE(second.err.find("dimer: " + kept), std::string::npos) << second.err;
  EXPECT_NE(second.err.find("disc-ball: " + kept), std::string::npos) << second.err;
  EXPECT_EQ(fs::last_write_time(in_folder(dimer)), written);
  // One that is damaged, or of another request, is computed again.
  std::string text = text_of(in_folder("report/unfinished/disc-ball.json"));
  text[text.size() / 2] ^= 1;
  std::ofstream(in_folder("report/unfinished/disc-ball.json"), std::ios::binary) << text;
  start(command);
  std::this_thread::sleep_for(std::chrono::seconds(3));
  send(SIGINT);
  const Answer third = finish();
  EXPECT_NE(third.err.find("dimer: " + kept), std::string::npos) << third.err;
  EXPECT_EQ(third.err.find("disc-ball: " + kept), std::string::npos) << third.err;
  EXPECT_NE(text_of(in_folder("report/unfinished/disc-ball.json")), text);
  start({"reproduce", "all", "--out", "report"});
  std::this_thread::sleep_for(std::chrono::seconds(1));
  send(SIGINT);
  EXPECT_EQ(finish().err.find(kept), std::string::npos);  // --quick was another request
}

TEST_F(Reproduce, AnUnknownPaperIsRefused) {
  const Answer answer = carom({"reproduce", "disc-bal", "--out", "report"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_NE(answer.err.find("disc-ball"), std::string::npos) << answer.err;
}

}  // namespace
}  // namespace carom::test
