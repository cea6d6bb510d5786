// SPDX-License-Identifier: Apache-2.0
// Films through the command.
#include <filesystem>

#include "cli/command.hpp"

namespace carom::test {
namespace {

class FilmCommand : public CommandTest {
 protected:
  bool there(const std::string& name) const { return std::filesystem::exists(in_folder(name)); }
};

TEST_F(FilmCommand, ARunIsAFilm) {
  const Answer answer = carom({"run", "dimer", "--cycles", "5", "--film", "motion.html"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const std::string page = text_of(in_folder("motion.html"));
  EXPECT_EQ(page.substr(0, 15), "<!DOCTYPE html>");
  EXPECT_LT(page.size(), 1'000'000u);
  EXPECT_EQ(carom({"run", "dimer", "--cycles", "5", "--film", "motion.svg"}).code, 0);
  EXPECT_EQ(text_of(in_folder("motion.svg")).substr(0, 4), "<svg");
}

// The numbers of the run and of its files are those without a film.
TEST_F(FilmCommand, AFilmChangesNothing) {
  const auto run = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"run",   "dimer",    "--cycles", "5",      "--out",
                                   "t.csv", "--events", "e.csv",    "--json", "-"};
    words.insert(words.end(), more.begin(), more.end());
    nlohmann::json json = carom(words).json();
    json.erase("wall_seconds");
    json.erase("notes");
    return json.dump() + text_of(in_folder("t.csv")) + text_of(in_folder("e.csv"));
  };
  EXPECT_EQ(run({}), run({"--film", "f.html"}));
}

TEST_F(FilmCommand, ATrajectoryIsAFilm) {
  ASSERT_EQ(carom({"run", "rocking-block", "--out", "block.h5"}).code, 0);
  const Answer answer = carom({"film", "block.h5", "--out", "block.html", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_GT(answer.json()["shots"].get<int>(), 100);
  EXPECT_GT(answer.json()["events"].get<int>(), 2);
  EXPECT_TRUE(there("block.html"));
}

TEST_F(FilmCommand, AFileThatLacksSomethingIsTold) {
  std::ofstream(in_folder("other.csv")) << "t,x\n0,1\n1,2\n";
  const Answer answer = carom({"film", "other.csv"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_NE(answer.err.find("does not say which system it is of"), std::string::npos) << answer.err;
  EXPECT_FALSE(there("film.html"));
}

TEST_F(FilmCommand, ManyBodiesAreOneFile) {
  ASSERT_EQ(carom({"run", "rods", "--cycles", "2", "--film", "rods.html"}).code, 0);
  ASSERT_EQ(carom({"run", "lattice", "--set", "N=60", "--film", "lattice.html"}).code, 0);
  EXPECT_TRUE(there("rods.html"));
  EXPECT_LT(std::filesystem::file_size(in_folder("lattice.html")), 5'000'000u);
}

TEST_F(FilmCommand, Refusals) {
  const auto refused = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"run", "dimer", "--cycles", "2"});
    const Answer answer = carom(words);
    EXPECT_EQ(answer.code, 2);
    return answer.err;
  };
  EXPECT_NE(refused({"--film", "motion.txt"}).find("a film is written as .html, .svg, .gif or .mp4"),
            std::string::npos);
  EXPECT_NE(refused({"--film-speed", "0.1"}).find("belongs to a film"), std::string::npos);
  EXPECT_NE(refused({"--film", "f.html", "--film-speed", "-1"}).find("--film-speed is above 0"), std::string::npos);
  EXPECT_NE(refused({"--film", "f.html", "--film-column", "thetta"}).find("did you mean 'theta'"), std::string::npos);
  EXPECT_FALSE(there("f.html"));
}

TEST_F(FilmCommand, EveryVerbHasAPicture) {
  const std::vector<std::vector<std::string>> verbs{
      {"run", "rocking-block"},
      {"impact", "dimer", "--q", "default", "--u", "0,-0.1,-1"},
      {"orbit", "impact-oscillator", "--set", "mu=0.5"},
      {"continue", "impact-oscillator", "--branch", "equilibrium", "--param", "mu", "--from", "0.3", "--to", "0.45"},
      {"bifurcation", "impact-oscillator", "--param", "mu", "--from", "0.43", "--to", "0.45", "--points", "2"},
      {"theory", "dimer-stick", "--vary", "A_r=2:8:0.5"}};
  for (std::vector<std::string> words : verbs) {
    words.insert(words.end(), {"--picture", "p.svg", "--width", "86mm"});
    const Answer answer = carom(words);
    EXPECT_EQ(answer.code, 0) << words[0] << answer.err;
    EXPECT_NE(answer.err.find("wrote p.svg"), std::string::npos) << words[0] << answer.err;
    EXPECT_NE(text_of(in_folder("p.svg")).find("width=\"325\""), std::string::npos) << words[0];
    std::filesystem::remove(in_folder("p.svg"));
  }
  EXPECT_NE(carom({"run", "dimer", "--picture", "p.pdf"}).err.find("--picture ends in .svg, .png or .html"),
            std::string::npos);
  EXPECT_NE(carom({"theory", "dimer-stick", "--picture", "p.svg"}).err.find("give --vary"), std::string::npos);
  EXPECT_NE(carom({"run", "dimer", "--width", "86mm"}).err.find("--width belongs to a picture"), std::string::npos);
}

// What is drawn comes last.
TEST_F(FilmCommand, AFilmThatCannotBeMadeTakesNothingElseWithIt) {
  const Answer answer = carom({"run", "dimer", "--cycles", "5", "--out", "kept.csv", "--json", "kept.json", "--film",
                               "motion.html", "--film-column", "nonsense"});
  EXPECT_NE(answer.code, 0);
  EXPECT_EQ(text_of(in_folder("kept.json")).substr(0, 1), "{");
  EXPECT_NE(text_of(in_folder("kept.csv")).find("# closed"), std::string::npos);
}

// Of many bodies whole pictures take turns for ever.
TEST_F(FilmCommand, AnAnimatedPictureOfManyBodiesGoesOn) {
  ASSERT_EQ(carom({"run", "rods", "--until", "1", "--film", "rods.svg"}).code, 0);
  const std::string svg = text_of(in_folder("rods.svg"));
  EXPECT_EQ(svg.find("<set "), std::string::npos);
  EXPECT_NE(svg.find("repeatCount=\"indefinite\""), std::string::npos);
}

TEST_F(FilmCommand, ShowSaysWhatToOpen) {
  EXPECT_NE(carom({"show", "nothing.html"}).err.find("there is no file 'nothing.html' to show"), std::string::npos);
}

}  // namespace
}  // namespace carom::test
