// SPDX-License-Identifier: Apache-2.0
// carom basins: maps, pictures, files, interrupts, refusals.
#include <csignal>
#include <filesystem>
#include <fstream>

#include "cli/command.hpp"

namespace carom::test {
namespace {

using BasinsCommand = CommandTest;
using Json = nlohmann::json;

const std::vector<std::string> dimers{"basins", "dimer",           "--set",    "Gamma=0.9",
                                      "--set",  "mu_i=0.08",       "--map",    "theta0=-12deg:12deg:16",
                                      "--map",  "h0=0.1mm:8mm:10", "--cycles", "600"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

std::string bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST_F(BasinsCommand, WritesAMapAPictureAndWhatItFound) {
  const Answer answer =
      carom(with(dimers, {"--out", "a.h5", "--picture", "a.svg", "--verify", "10", "--refine", "1", "--json", "-"}));
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json json = answer.json();
  EXPECT_TRUE(json["complete"]);
  EXPECT_EQ(json["attractors"].size(), 4u);
  EXPECT_EQ(json["verified"]["disagree"], 0);
  EXPECT_EQ(json["border_pixels"].size(), 2u);
  double sum = 0;
  for (const Json& share : json["shares"]) sum += share["fraction"].get<double>();
  EXPECT_NEAR(sum, 1, 1e-12);
  const std::string svg = bytes(in_folder("a.svg"));
  for (const char* word : {"drift, left stays", "jump", "rest", "theta0", "deg", "h0", "mm"})
    EXPECT_NE(svg.find(word), std::string::npos) << word;
  const Answer again =
      carom(with(dimers, {"--jobs", "1", "--refine", "1", "--picture", "a.png", "--json", "b.json", "--quiet"}));
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(Json::parse(bytes(in_folder("b.json")))["shares"], json["shares"]);
  EXPECT_EQ(bytes(in_folder("a.png")).substr(1, 3), "PNG");
  const Json info = carom({"info", "a.h5", "--json", "-"}).json();
  EXPECT_EQ(info["kind"], "basins");
  EXPECT_EQ(info["pixels"], (Json{16, 10}));
}

TEST_F(BasinsCommand, AStudyFileSaysItAll) {
  std::ofstream(in_folder("map.toml"))
      << "system = \"dimer\"\ncycles = 300\n[map]\ntheta0 = \"1deg:5deg:3\"\nh0 = \"1mm:2mm:2\"\n";
  const Answer file = carom({"basins", "map.toml", "--json", "-"});
  ASSERT_EQ(file.code, 0) << file.err;
  EXPECT_EQ(file.json()["x"]["pixels"], 3);
  EXPECT_EQ(carom({"basins", "map.toml", "--set", "e=1"}).code, 2);
  EXPECT_EQ(carom({"basins", "map.toml", "--mirror", "apart"}).code, 2);
}

TEST_F(BasinsCommand, RefusesWhatItCannotDoBeforeAnythingIsWritten) {
  for (const auto& [arguments, word] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"basins", "dimer", "--map", "h0=0:1mm"}, "two axes"},
           {{"basins", "dimer", "--map", "h0=0:1mm", "--map", "theta=0:x"}, "theta"},
           {{"basins", "rods", "--map", "phi=0:1", "--map", "Gamma=0:1"}, "section"},
           {{"basins", "dimer", "--map", "h0=0:1mm", "--map", "h0=0:2mm"}, "contradict"},
           {{"basins", "dimer", "--map", "h0=-1mm:1mm", "--map", "theta0=0:1"}, "h0"},
           {with(dimers, {"--out", "a.csv"}), ".h5"},
           {with(dimers, {"--picture", "a.pdf"}), ".svg"},
           {with(dimers, {"--resume"}), "--out"},
           {with(dimers, {"--mirror", "both"}), "apart or together"},
           {with(dimers, {"--radius", "1e-9"}), "radius"}}) {
    const Answer answer = carom(arguments);
    EXPECT_EQ(answer.code, 2) << word;
    EXPECT_NE(answer.err.find(word), std::string::npos) << answer.err;
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(BasinsCommand, GoesOnWithAMapThatWasBegun) {
  ASSERT_EQ(carom(with(dimers, {"--out", "a.h5", "--quiet"})).code, 0);
  const Answer again = carom(with(dimers, {"--out", "a.h5", "--resume", "--json", "-"}));
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.json()["attractors"].size(), 4u);
  const Answer other =
      carom({"basins", "dimer", "--map", "theta0=1deg:5deg:3", "--map", "h0=1mm:2mm:2", "--out", "a.h5", "--resume"});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("another study"), std::string::npos);
  std::ofstream(in_folder("b.h5")) << "nonsense";
  EXPECT_EQ(carom(with(dimers, {"--out", "b.h5", "--resume"})).code, 2);
}

}  // namespace
}  // namespace carom::test
