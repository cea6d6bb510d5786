// SPDX-License-Identifier: Apache-2.0
// carom report: the page of a sweep, its figures and data, and what it refuses.
#include <algorithm>

#include "carom/store/sqlite.hpp"
#include "cli/command.hpp"

namespace carom::test {
namespace {

using Json = nlohmann::json;

class ReportCommand : public CommandTest {
 protected:
  void sweep(const std::string& store, const std::vector<std::string>& more, int code = 0) {
    std::vector<std::string> arguments{"sweep", "bouncing-ball", "--until", "1", "--quiet", "--out", store};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Answer answer = carom(arguments);
    ASSERT_EQ(answer.code, code) << answer.err;
  }
  // What is there beside SQLite's own companions of a store, which a reader may leave.
  std::size_t count_files() const {
    const std::vector<std::string> names = files();
    return static_cast<std::size_t>(std::count_if(names.begin(), names.end(), [](const std::string& name) {
      return !name.ends_with("-wal") && !name.ends_with("-shm");
    }));
  }
  bool has(const std::string& name) const { return fs::exists(in_folder(name)); }
  std::string page(const std::string& folder) const { return text_of(in_folder(folder) / "report.html"); }
};

bool says(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

TEST_F(ReportCommand, LinesAPageAndTheData) {
  sweep("balls.sqlite", {"--vary", "e=0.3:0.9:0.1", "--vary", "h0=0.1,0.5"});
  const Answer answer = carom({"report", "balls.sqlite", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_TRUE(says(answer.err, "balls-report/report.html: 2 figures of 14 points"));
  const Json json = answer.json();
  EXPECT_EQ(json["report"], "balls-report/report.html");
  EXPECT_EQ(json["figures"].size(), 2u);
  EXPECT_EQ(json["csv"], "balls-report/data.csv");
  EXPECT_EQ(json["done"], 14);
  const std::string rows = text_of(in_folder("balls-report/data.csv")), html = page("balls-report");
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 15);
  EXPECT_TRUE(says(text_of(in_folder("balls-report/impacts.svg")), "h0 = 0.5 m"));
  EXPECT_TRUE(says(html, "<a href=\"./data.csv\">"));
  EXPECT_TRUE(says(html, "reached_end"));
  EXPECT_TRUE(says(html, "[vary]"));
  EXPECT_TRUE(says(html, "carom 0."));
  EXPECT_FALSE(says(html, "incomplete"));
  EXPECT_EQ(count_files(), 2u) << "the store and the report";
}

TEST_F(ReportCommand, TheViewCanBeChosen) {
  sweep("a.sqlite", {"--vary", "e=0.3:0.9:0.1", "--vary", "h0=0.1,0.5"});
  const Answer answer = carom({"report", "a.sqlite", "--x", "h0", "--by", "e", "--y", "impacts", "--out", "deep/er",
                               "--csv", "rows.csv", "--quiet"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.out + answer.err, "");
  EXPECT_TRUE(has("deep/er/impacts.svg"));
  EXPECT_FALSE(has("deep/er/accumulation_time.svg"));
  EXPECT_FALSE(has("deep/er/data.csv"));
  EXPECT_TRUE(has("rows.csv"));
  EXPECT_TRUE(says(page("deep/er"), "<a href=\"./../../rows.csv\">"));
  EXPECT_TRUE(says(page("deep/er"), "impacts over h0"));
  // Again into the same folder, the data there by name.
  EXPECT_EQ(carom({"report", "a.sqlite", "--out", "deep/er", "--csv", "deep/er/all.csv"}).code, 0);
  EXPECT_EQ(carom({"report", "a.sqlite", "--out", "new", "--csv", "new/all.csv"}).code, 0);
  EXPECT_TRUE(has("new/all.csv"));
}

TEST_F(ReportCommand, ManyValuesOfTwoParametersMakeAMap) {
  sweep("map.sqlite", {"--vary", "e=0.3:0.9:0.04", "--vary", "h0=0.01:1:log:14"});
  ASSERT_EQ(carom({"report", "map.sqlite", "--quiet"}).code, 0);
  const std::string svg = text_of(in_folder("map-report/accumulation_time.svg"));
  EXPECT_TRUE(says(svg, "data:image/png;base64,"));
  EXPECT_TRUE(says(svg, "accumulation_time (s)"));
  EXPECT_TRUE(says(svg, "without a value")) << "some balls bounce on";
  EXPECT_TRUE(says(page("map-report"), "img-src data:"));
}

TEST_F(ReportCommand, SamplesArePoints) {
  sweep("s.sqlite", {"--sample", "e=0.3:0.9", "--sample", "h0=0.01:1:log", "--samples", "40"});
  ASSERT_EQ(carom({"report", "s.sqlite", "--quiet"}).code, 0);
  EXPECT_TRUE(says(page("s-report"), "impacts over e, h0"));
  EXPECT_TRUE(says(page("s-report"), "40 samples from"));
}

TEST_F(ReportCommand, FailedAndMissingPointsAreCounted) {
  const Answer swept = carom({"sweep", "lattice", "--set", "N=60", "--set", "dt=4e-3", "--vary", "gap=0.08,-1",
                              "--seeds", "1:2", "--out", "l.sqlite", "--quiet"});
  ASSERT_EQ(swept.code, 4) << swept.err;
  const Answer answer = carom({"report", "l.sqlite"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_TRUE(says(answer.err, "2 failed"));
  EXPECT_TRUE(says(page("l-report"), "inside the wall")) << "a reason as an example";
  EXPECT_TRUE(says(page("l-report"), "standard errors"));
}

// Rows taken away stand for a sweep that was stopped.
TEST_F(ReportCommand, AnIncompleteStoreShowsWhatIsThere) {
  sweep("half.sqlite", {"--vary", "e=0.3:0.9:0.1"});
  store::Database(in_folder("half.sqlite"), store::Database::Mode::write).run("DELETE FROM results WHERE point >= 4");
  const Answer answer = carom({"report", "half.sqlite"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_TRUE(says(answer.err, "2 figures of 4 points (3 are missing)")) << answer.err;
  EXPECT_TRUE(says(page("half-report"), "The store is incomplete:</strong> 4 of 7 points (57.1 %)"));
}

TEST_F(ReportCommand, RefusesInOneSentenceAndWritesNothing) {
  sweep("a.sqlite", {"--vary", "e=0.3:0.9:0.1"});
  sweep("empty.sqlite", {"--vary", "e=0.3:0.9:0.1"});
  store::Database(in_folder("empty.sqlite"), store::Database::Mode::write).run("DELETE FROM results");
  std::ofstream(in_folder("text.sqlite")) << "no store at all, only words in a file";
  std::ofstream(in_folder("file")) << "in the way";
  const std::size_t before = count_files();
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& words) {
    const Answer answer = carom(arguments);
    EXPECT_EQ(answer.code, 2) << words;
    EXPECT_TRUE(says(answer.err, words)) << answer.err;
    EXPECT_EQ(std::count(answer.err.begin(), answer.err.end(), '\n'), 1) << answer.err;
    EXPECT_EQ(count_files(), before) << words;
  };
  refused({"report", "none.sqlite"}, "no file 'none.sqlite'");
  refused({"report", "text.sqlite"}, "no store");
  refused({"report", "empty.sqlite"}, "is empty");
  refused({"report", "a.sqlite", "--x", "ee"}, "did you mean 'e'?");
  refused({"report", "a.sqlite", "--by", "impacts"}, "no parameter 'impacts'");
  refused({"report", "a.sqlite", "--y", "impact"}, "did you mean 'impacts'?");
  refused({"report", "a.sqlite", "--y", "impacts,,e"}, "commas");
  refused({"report", "a.sqlite", "--x", "e", "--by", "e"}, "both name 'e'");
  refused({"report", "a.sqlite", "--out", "file"}, "no folder");
  refused({"report", "a.sqlite", "--csv", "none/a.csv"}, "none");
  refused({"report", "a.sqlite", "--csv", "a-report/impacts.svg"}, "choose another name");
}

}  // namespace
}  // namespace carom::test
