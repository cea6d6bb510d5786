// SPDX-License-Identifier: Apache-2.0
// carom orbit, continue and bifurcation: keys, exit codes, files.
#include <array>
#include <cmath>
#include <complex>

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

// ---- sections ------------------------------------------------------------------------------------------------------

void expect_same_multipliers(const Json& a, const Json& b, double tolerance) {
  ASSERT_EQ(a["multipliers"].size(), b["multipliers"].size());
  for (std::size_t i = 0; i < a["multipliers"].size(); ++i)
    for (int part : {0, 1})
      EXPECT_NEAR(a["multipliers"][i][part].get<double>(), b["multipliers"][i][part].get<double>(), tolerance) << i;
}

class Section : public CommandTest {
 protected:
  Json orbit(const std::vector<std::string>& arguments, const std::string& section = "") {
    std::vector<std::string> all{"orbit"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    if (!section.empty()) all.insert(all.end(), {"--section", section});
    all.insert(all.end(), {"--json", "-"});
    const Answer answer = carom(all);
    EXPECT_EQ(answer.code, 0) << section << ": " << answer.err;
    return answer.code == 0 ? answer.json() : Json::object();
  }
};

TEST_F(Section, ThatIsTheSystemsOwnGivesTheSameOrbit) {
  const std::vector<std::string> blade{"impact-oscillator", "--set", "mu=0.5", "--set", "eps=0.2"};
  Json own = orbit(blade), said = orbit(blade, "phi_dot=0");
  EXPECT_EQ(said["section"], "phi_dot = 0, rising");
  said.erase("section");
  own.erase("wall_seconds");
  said.erase("wall_seconds");
  EXPECT_EQ(own, said);
}

TEST_F(Section, ElsewhereHasTheSamePeriodAndMultipliers) {
  const std::vector<std::string> blade{"impact-oscillator", "--set", "mu=0.5", "--set", "eps=0.2"};
  const Json own = orbit(blade);
  const double y = own["state"]["q"][1].get<double>();
  for (const std::string& section : std::vector<std::string>{"phi_dot=0,falling", "y_dot=0", "phi_dot=10 deg/s",
                                                             "y=" + std::to_string(y + 1e-3) + ",falling"}) {
    const Json other = orbit(blade, section);
    if (other.empty()) continue;
    EXPECT_NEAR(other["period"].get<double>(), own["period"].get<double>(), 1e-10) << section;
    expect_same_multipliers(other, own, 1e-7);
    EXPECT_EQ(other["sequence"].get<std::string>().size(), own["sequence"].get<std::string>().size()) << section;
  }
  const Json turned = orbit(blade, "phi_dot=0,falling");
  EXPECT_NEAR(turned["state"]["u"][0].get<double>(), 0, 1e-12);
  EXPECT_GT(turned["state"]["q"][0].get<double>(), own["state"]["q"][0].get<double>() + 1e-3);
}

TEST_F(Section, OfADrivenDimerIsThePhaseOfThePlateOrACoordinateOfItsLeftBall) {
  const std::vector<std::string> dimer{"dimer", "--set", "mu_i=0.08"};
  Json own = orbit(dimer), by_drive = orbit(dimer, "period");
  EXPECT_EQ(by_drive["section"], "the phase of the drive");
  EXPECT_EQ(own["state"], by_drive["state"]);
  EXPECT_EQ(own["multipliers"], by_drive["multipliers"]);
  const double period = own["period"].get<double>();
  const Json twice = orbit(dimer, "period=" + std::to_string(1e3 * 2 * period) + " ms");
  EXPECT_NEAR(twice["period"].get<double>(), 2 * period, 1e-9);
  const auto largest = [](const Json& json) {
    const Json& m = json["multipliers"][0];
    return std::abs(std::complex<double>(m[0].get<double>(), m[1].get<double>()));
  };
  EXPECT_NEAR(largest(twice), std::pow(largest(own), 2), 1e-7);
  // y1 is shown, and not a coordinate that the dimer is computed with.
  const Json top = orbit(dimer, "y1_dot=0,falling");
  EXPECT_NEAR(top["period"].get<double>(), period, 1e-12);
  EXPECT_NEAR(top["state"]["u"][1].get<double>(), 0, 1e-10);
  expect_same_multipliers(top, own, 1e-7);
}

TEST_F(Section, ThatCannotBeIsRefusedInASentence) {
  const auto refusal = [&](const std::vector<std::string>& arguments) {
    const Answer answer = carom(arguments);
    EXPECT_EQ(answer.code, 2) << answer.out << answer.err;
    EXPECT_EQ(answer.out, "");
    return answer.err;
  };
  for (const auto& [system, section, words] : std::vector<std::array<std::string, 3>>{
           {"dimer", "theta_dt=0",
            "system 'dimer' has no coordinate or rate 'theta_dt' for --section; did you mean "
            "'theta_dot'?"},
           {"dimer", "theta_dot",
            "--section needs the value that theta_dot passes, as in theta_dot=0, got 'theta_dot'"},
           {"dimer", "theta_dot=0,up", "--section is passed rising or falling, got 'up'"},
           {"dimer", "theta=1mm", "theta"},
           {"dimer", "period=-1s", "the period of --section must be above 0 s"},
           {"dimer", "period,rising", "--section by a period is passed in no direction"},
           {"dimer", "period=0.05s", "at another phase each time: take a multiple of it"},
           {"dimer", "x1=0", "nothing depends on 'x1'"},
           {"impact-oscillator", "period", "system 'impact-oscillator' has no drive here"},
           {"chain", "x1_dot=0", "system 'chain' has no section"},
           {"rods", "x=0", "system 'rods' has no section"}})
    EXPECT_NE(refusal({"orbit", system, "--section", section}).find(words), std::string::npos)
        << section << ": " << refusal({"orbit", system, "--section", section});
}

// What is lost at every bounce comes from nowhere: all motions come to rest. With e = 1 nothing is lost.
TEST_F(Section, OfABallIsTheTopOfItsBounce) {
  const double height = 0.1, g = 9.81;
  const Json ball = orbit({"bouncing-ball", "--set", "e=1", "--set", "h0=0.1", "--set", "g=9.81", "--settle", "1"});
  EXPECT_NEAR(ball["period"].get<double>(), 2 * std::sqrt(2 * height / g), 1e-10);
  EXPECT_EQ(ball["stable"], false);
  // Any height and any velocity along the floor go on for ever; friction has stopped the slip.
  ASSERT_EQ(ball["multipliers"].size(), 3u);
  EXPECT_NEAR(ball["multipliers"][0][0].get<double>(), 1, 1e-9);
  EXPECT_NEAR(ball["multipliers"][1][0].get<double>(), 1, 1e-9);
  EXPECT_EQ(ball["multipliers"][2][0], 0.0);
  // Only impacts bring y_dot from below zero to above, and a ball that rolls on has another x after each.
  const Json rolling = orbit(
      {"bouncing-ball", "--set", "e=1", "--set", "h0=0.1", "--set", "g=9.81", "--q", "0,0.11,0", "--u", "0.3,0,-30"},
      "y_dot=0");
  EXPECT_NEAR(rolling["period"].get<double>(), 2 * std::sqrt(2 * height / g), 1e-10);
  expect_same_multipliers(rolling, ball, 1e-9);
  const Answer rest = carom({"orbit", "bouncing-ball", "--json", "-"});
  EXPECT_EQ(rest.code, 3);
  EXPECT_EQ(rest.json()["outcome"], "section_not_crossed");
  EXPECT_NE(rest.err.find("has come to rest"), std::string::npos) << rest.err;
  const Answer diagram = carom({"bifurcation", "bouncing-ball", "--param", "e", "--from", "0.3", "--to", "0.6",
                                "--points", "3", "--section", "y_dot=0,falling", "--settle", "10", "--json", "-"});
  ASSERT_EQ(diagram.code, 0) << diagram.err;
  for (const Json& row : diagram.json()["rows"]) EXPECT_EQ(row["equilibrium"], true);
}

TEST_F(Section, IsNotNeededForEquilibria) {
  for (const auto& [system, parameter, from, to] : std::vector<std::array<std::string, 4>>{
           {"rocking-block", "mu", "0.3", "0.5"}, {"bouncing-ball", "g", "9", "10"}}) {
    const Answer answer = carom({"continue", system, "--branch", "equilibrium", "--param", parameter, "--from", from,
                                 "--to", to, "--settle", "20", "--json", "-"});
    ASSERT_EQ(answer.code, 0) << answer.err;
    const Json branch = answer.json()["branch"];
    EXPECT_NEAR(branch.back()[parameter].get<double>(), std::stod(to), 1e-12);
    // The weight, which its corners share, and the place, which does not move.
    EXPECT_GT(branch.back()["normal_force"].get<double>(), 0);
    for (std::size_t k = 0; k < branch.back()["q"].size(); ++k)
      EXPECT_NEAR(branch.back()["q"][k].get<double>(), branch.front()["q"][k].get<double>(), 1e-14);
  }
}

TEST_F(Section, IsDescribed) {
  const auto described = [&](const std::string& system) { return carom({"describe", system}).out; };
  EXPECT_NE(described("dimer").find("Section   the phase of the drive (`orbit`"), std::string::npos);
  EXPECT_NE(described("impact-oscillator").find("Section   phi_dot = 0, rising; the phase of the drive where"),
            std::string::npos);
  EXPECT_NE(described("bouncing-ball").find("Section   y_dot = 0, falling"), std::string::npos);
  EXPECT_NE(described("rods").find("Section   none"), std::string::npos);
}

TEST_F(Section, OfADiagramListsWhatItLeavesOpen) {
  const Answer answer = carom({"bifurcation", "dimer", "--param", "Gamma", "--from", "0.8", "--to", "0.9", "--points",
                               "2", "--set", "mu_i=0.08", "--section", "theta=1 deg", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.json()["section"], "theta_dot");
  for (const Json& row : answer.json()["rows"]) {
    EXPECT_FALSE(row["theta_dot"].empty());
    for (const Json& rate : row["theta_dot"]) EXPECT_GT(rate.get<double>(), 0);
  }
}

}  // namespace
}  // namespace carom::test
