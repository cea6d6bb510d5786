// SPDX-License-Identifier: Apache-2.0
// carom orbit, continue and bifurcation: keys, exit codes, files.
#include <cmath>

#include "cli/command.hpp"

namespace carom::test {
namespace {

using Analysis = CommandTest;
using Json = nlohmann::json;

TEST_F(Analysis, OrbitHasTheKeysOfTheContract) {
  const Answer answer = carom({"orbit", "impact-oscillator", "--set", "mu=0.5", "--set", "eps=0.2", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.err, "");
  const Json json = answer.json();
  for (const char* key : {"system", "version", "parameters", "outcome", "period", "multipliers", "sequence", "state",
                          "stable", "residual"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_NEAR(json["period"].get<double>(), 0.193940366, 1e-9);
  EXPECT_EQ(json["multipliers"].size(), 3u);
  EXPECT_NEAR(json["multipliers"][0][0].get<double>(), 0.5050038, 1e-7);
  EXPECT_EQ(json["multipliers"][2][0], 0.0);
  EXPECT_EQ(json["state"]["q"].size(), 2u);
  EXPECT_EQ(json["stable"], true);
  const Answer text = carom({"orbit", "impact-oscillator", "--set", "mu=0.5"});
  EXPECT_NE(text.out.find("period 0.194993"), std::string::npos) << text.out;
}

TEST_F(Analysis, OrbitThatIsNotThereEndsWithThreeAndKeepsTheState) {
  const Answer rest = carom({"orbit", "impact-oscillator", "--set", "mu=0.2", "--json", "-"});
  EXPECT_EQ(rest.code, 3);
  EXPECT_NE(rest.err.find("section_not_crossed"), std::string::npos) << rest.err;
  EXPECT_EQ(rest.json()["outcome"], "section_not_crossed");
  const Answer far =
      carom({"orbit", "impact-oscillator", "--set", "mu=0.385", "--q", "0.36,0.94", "--u", "0,0", "--json", "-"});
  EXPECT_EQ(far.code, 3) << far.out;
  EXPECT_FALSE(far.json()["state"]["q"].empty());
}

TEST_F(Analysis, BadInputIsRefusedBeforeAnythingIsComputed) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"orbit", "impact-oscillator", "--set", "muu=0.5"},
           {"orbit", "chain"},
           {"orbit", "impact-oscillator", "--u", "0,0"},
           {"orbit", "impact-oscillator", "--period", "-1"},
           {"orbit", "impact-oscillator", "--rtol", "nan"},
           {"continue", "impact-oscillator", "--from", "0.3", "--to", "0.4"},
           {"continue", "impact-oscillator", "--param", "mu", "--from", "0.3"},
           {"continue", "impact-oscillator", "--param", "mu", "--from", "0.3", "--to", "0.3"},
           {"continue", "impact-oscillator", "--param", "belt", "--from", "0", "--to", "1"},
           {"continue", "impact-oscillator", "--param", "mu", "--from", "-1", "--to", "1"},
           {"continue", "impact-oscillator", "--branch", "tree", "--param", "mu", "--from", "0.3", "--to", "0.4"},
           {"bifurcation", "impact-oscillator", "--param", "mu", "--from", "0.3", "--to", "0.4", "--points", "1.5"},
           {"bifurcation", "impact-oscillator", "--param", "mu", "--from", "0.3", "--to", "0.4", "--direction",
            "sideways"}}) {
    const Answer answer = carom(arguments);
    EXPECT_EQ(answer.code, 2) << answer.out << answer.err;
    EXPECT_EQ(answer.out, "");
    EXPECT_FALSE(answer.err.empty());
  }
}

TEST_F(Analysis, ContinueLabelsTheHopfPointAndWritesItsTable) {
  const std::string file = in_folder("branch.csv").string();
  const Answer answer = carom({"continue", "impact-oscillator", "--branch", "equilibrium", "--param", "mu", "--from",
                               "0.3", "--to", "0.45", "--out", file, "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json json = answer.json();
  ASSERT_EQ(json["special"].size(), 1u);
  EXPECT_EQ(json["special"][0]["type"], "HB");
  EXPECT_NEAR(json["special"][0]["mu"].get<double>(), 0.409778166, 1e-9);
  EXPECT_NEAR(json["special"][0]["first_lyapunov"].get<double>(), -14.5376, 1e-4);
  EXPECT_NEAR(json["special"][0]["omega"].get<double>(), 33.677, 1e-3);
  EXPECT_NEAR(json["branch"][0]["mu"].get<double>(), 0.3, 1e-12);
  const std::string table = text_of(file);
  EXPECT_EQ(table.rfind("mu,special,stable,sequence", 0), 0u);
  EXPECT_NE(table.find(",HB,"), std::string::npos);
}

TEST_F(Analysis, ContinueThatLeavesTheModelEndsWithThreeAndKeepsItsPoints) {
  const std::string file = in_folder("branch.csv").string();
  const Answer answer = carom({"continue", "impact-oscillator", "--branch", "equilibrium", "--param", "mu", "--from",
                               "0.1", "--to", "-0.1", "--out", file, "--json", "-"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_EQ(answer.json()["outcome"], "left_model");
  EXPECT_GT(answer.json()["branch"].size(), 3u);
  EXPECT_NE(answer.err.find("mu"), std::string::npos);
  EXPECT_GT(text_of(file).size(), 500u);
}

TEST_F(Analysis, BifurcationSamplesTheSection) {
  const std::string file = in_folder("diagram.csv").string();
  const Answer answer = carom({"bifurcation", "impact-oscillator", "--param", "mu", "--from", "0.45", "--to", "0.5",
                               "--points", "3", "--direction", "both", "--lyapunov", "--out", file, "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json rows = answer.json()["rows"];
  ASSERT_EQ(rows.size(), 6u);
  for (const Json& row : rows) {
    EXPECT_EQ(row["period"], 1);
    EXPECT_EQ(row["sequence"], "FTP");
    EXPECT_EQ(row["phi"].size(), 1u);
    EXPECT_NEAR(row["phi_dot_max"][0].get<double>(), 1.1, 0.03);
  }
  EXPECT_EQ(rows[0]["direction"], "up");
  EXPECT_EQ(rows[3]["direction"], "down");
  EXPECT_EQ(text_of(file).rfind("direction,mu,point,phi,phi_dot_max", 0), 0u);
  const Answer leaves = carom({"bifurcation", "impact-oscillator", "--param", "mu", "--from", "0.02", "--to", "-0.02",
                               "--points", "3", "--settle", "5", "--json", "-"});
  EXPECT_EQ(leaves.code, 3);
  EXPECT_EQ(leaves.json()["outcome"], "left_model");
}

}  // namespace
}  // namespace carom::test
