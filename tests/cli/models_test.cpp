// SPDX-License-Identifier: Apache-2.0
// Model files through the command: every verb takes them, what they store says what it is, and a change is noticed.
#include <cmath>
#include <utility>

#include "cli/command.hpp"

namespace carom::test {
namespace {

using Json = nlohmann::json;

// Two oscillators x[1] and x[2], the second driven to a circle, and a state that follows it.
const std::string round_text = R"toml(carom = "model 1"
[parameters]
c = { value = 1, min = 0 }
k = [1, 2]
[coordinates]
x = { for = "i = 1:2", start = "0.1*i", unit = "m" }
[states]
z = { start = 0.5, rate = "x[2] - z" }
[equations]
kinetic = "sum(i, 1, 2, x_dot[i]^2/2)"
potential = "k[1]*x[1]^2/2 + x[2]^2/2"
force."x[1]" = "-x_dot[1]"
force."x[2]" = "c*(1 - x[2]^2 - x_dot[2]^2)*x_dot[2]"
[section]
crossing = "x_dot[2]"
[observables]
high = { max = "x[2]", unit = "mm" }
)toml";

class ModelCommand : public CommandTest {
 protected:
  void write(const std::string& name, const std::string& text) const { std::ofstream(in_folder(name)) << text; }
  void SetUp() override {
    CommandTest::SetUp();
    write("round.toml", round_text);
  }
};

TEST_F(ModelCommand, CheckTellsWhatWasUnderstood) {
  const Answer answer = carom({"check", "round.toml"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  for (const char* part : {"2 (x[1] [m], x[2] [m])", "degrees of freedom  2", "1 (z)", "x_dot[2] = 0, rising"})
    EXPECT_NE(answer.out.find(part), std::string::npos) << part << '\n' << answer.out;
  const Json card = carom({"check", "round.toml", "--json", "-"}).json();
  EXPECT_EQ(card["states"][0]["name"], "z");
  EXPECT_EQ(card["observables"][0]["unit"], "m");  // values are in SI
  write("deep.toml",
        "carom = \"model 1\"\n[coordinates]\nx = -1\n[equations]\nkinetic = \"x_dot^2\"\n[[contact]]\nname = "
        "\"floor\"\ngap = \"x\"\n");
  const Answer deep = carom({"check", "deep.toml"});
  EXPECT_EQ(deep.code, 2);
  EXPECT_NE(deep.err.find("contact 'floor'"), std::string::npos) << deep.err;
}

TEST_F(ModelCommand, RangesOfWhatHasNoUnitAreNumbers) {
  const std::string card = carom({"describe", "round.toml"}).out;
  EXPECT_NE(card.find("at least 0"), std::string::npos) << card;
  EXPECT_EQ(card.find(" any\n"), std::string::npos) << card;
  const Answer refused = carom({"run", "round.toml", "--set", "c=-1"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err.find("any"), std::string::npos) << refused.err;
}

TEST_F(ModelCommand, RunsTellStatesAndAllOfAList) {
  const Json run = carom({"run", "round.toml", "--until", "60", "--json", "-"}).json();
  EXPECT_EQ(run["parameters"]["k"], Json({1.0, 2.0}));
  EXPECT_TRUE(run["final"]["states"]["z"].is_number());
  const Json orbit = carom({"orbit", "round.toml", "--json", "-"}).json();
  EXPECT_NEAR(orbit["period"].get<double>(), 2 * M_PI, 1e-9);
  // ż = x − z on x = cos t: z = (cos t + sin t)/2, where ẋ rises −1/2.
  EXPECT_NEAR(orbit["state"]["states"]["z"].get<double>(), -0.5, 1e-9);
}

TEST_F(ModelCommand, SweepsVaryWhatIsRepeatedAndRefuseAModelThatChanged) {
  const std::vector<std::string> sweep{"sweep",   "round.toml", "--vary", "x[2]=0.5,1", "--vary", "z=0,1",
                                       "--until", "5",          "--out",  "s.sqlite",   "--quiet"};
  ASSERT_EQ(carom(sweep).code, 0);
  const Json info = carom({"info", "s.sqlite", "--json", "-"}).json();
  EXPECT_EQ(info["done"], 4);
  EXPECT_EQ(info["parameters"][0]["name"], "x[2]");
  EXPECT_EQ(info["model"], round_text);
  EXPECT_EQ(carom({"report", "s.sqlite"}).code, 0);
  write("round.toml", round_text + "# changed\n");
  std::vector<std::string> again = sweep;
  again.push_back("--resume");
  const Answer changed = carom(again);
  EXPECT_EQ(changed.code, 2);
  EXPECT_NE(changed.err.find("a model file that has changed"), std::string::npos) << changed.err;
}

TEST_F(ModelCommand, MapsOfBasinsKeepTheirModel) {
  const std::vector<std::string> map{"basins",   "round.toml", "--map", "x[2]=0.5:1:2", "--map",  "z=0:1:2",
                                     "--cycles", "50",         "--out", "m.h5",         "--quiet"};
  const Answer begun = carom(map);
  ASSERT_EQ(begun.code, 0) << begun.err;
  EXPECT_EQ(carom({"info", "m.h5", "--json", "-"}).json()["model"], round_text);
  std::vector<std::string> again = map;
  again.push_back("--resume");
  EXPECT_EQ(carom(again).code, 0);
  write("round.toml", round_text + "# changed\n");
  const Answer changed = carom(again);
  EXPECT_EQ(changed.code, 2);
  EXPECT_NE(changed.err.find("the model 'round.toml' has changed since the map was begun"), std::string::npos)
      << changed.err;
}

TEST_F(ModelCommand, DiagramsFindThePeriodOfASlowOscillation) {
  const Json diagram =
      carom({"bifurcation", "round.toml", "--param", "c", "--from", "1", "--to", "2", "--points", "2", "--json", "-"})
          .json();
  for (const Json& row : diagram["rows"]) {
    EXPECT_EQ(row["outcome"], "reached_end");
    EXPECT_EQ(row["period"], 1);
  }
}

// Multipliers of ±i/2 turn what is left of the way there by a quarter a period, so that z after two periods may be nearer
// than z after one.
TEST_F(ModelCommand, DiagramsDoNotTakeTheWayToAnOrbitForALongerPeriod) {
  write(
      "table.toml",
      "carom = \"model 1\"\ngravity = 9.81\n[parameters]\nGamma = 1.2\nA = \"Gamma*g/(2*pi*25)^2\"\n[coordinates]\ny = "
      "\"1 mm\"\n[rates]\ny = \"-g/50\"\n[equations]\nkinetic = \"y_dot^2/2\"\npotential = \"g*y\"\n[[contact]]\nname "
      "= "
      "\"table\"\ngap = \"y - A*sin(50*pi*t)\"\ne = 0.5\n[section]\nperiod = 0.04\n");
  const Json diagram = carom({"bifurcation", "table.toml", "--param", "Gamma", "--from", "1.1", "--to", "1.6",
                              "--points", "126", "--json", "-"})
                           .json();
  ASSERT_EQ(diagram["rows"].size(), 126u);
  for (const Json& row : diagram["rows"]) {
    const double Gamma = row["Gamma"];
    if (std::abs(Gamma - 1.5268237) > 0.002) {  // the doubling, slow to settle
      EXPECT_EQ(row["period"], Gamma < 1.5268 ? 1 : 2) << Gamma;
    }
  }
}

// A double integrator under a controller that samples every T: stable while K_d < 2/T and K_p T < 2 K_d, here up to T = 1.
TEST_F(ModelCommand, ABranchFollowsTheTimeOfItsClock) {
  write("sampled.toml", R"toml(carom = "model 1"
[parameters]
T = 0.3
[coordinates]
x = 0.5
[states]
u = -0.5
[equations]
kinetic = "x_dot^2/2"
force.x = "u"
[[event]]
name = "sample"
every = "T"
set = { u = "-x - 2*x_dot" }
[section]
period = "T"
)toml");
  const Answer answer =
      carom({"continue", "sampled.toml", "--param", "T", "--from", "0.3", "--to", "1.2", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json branch = answer.json();
  ASSERT_EQ(branch["special"].size(), 1u) << branch["special"];
  EXPECT_NEAR(branch["special"][0]["T"].get<double>(), 1, 1e-7);
  EXPECT_NEAR(branch["branch"].back()["T"].get<double>(), 1.2, 1e-12);
}

// x = r/(1 + k) with z = x; two pairs of eigenvalues on both sides of the axis are no Hopf point.
TEST_F(ModelCommand, EquilibriaHoldStates) {
  write("held.toml", R"toml(carom = "model 1"
[parameters]
k = 0.5
r = 1
c = 1
[coordinates]
x = 0.4
y = 0
[states]
z = { start = 0.3, rate = "r - z - k*x" }
[equations]
kinetic = "x_dot^2/2 + y_dot^2/2"
potential = "x^2/2 + y^2/2"
force.x = "-x_dot + z"
force.y = "-(c + 0.5)*y_dot"
)toml");
  const Answer answer = carom({"continue", "held.toml", "--branch", "equilibrium", "--param", "k", "--from", "0.5",
                               "--to", "1", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json branch = answer.json();
  EXPECT_NEAR(branch["branch"].back()["q"][0].get<double>(), 0.5, 1e-10);
  EXPECT_TRUE(branch["branch"].back()["stable"].get<bool>());
  EXPECT_EQ(branch["branch"].back()["eigenvalues"].size(), 5u);
  // y is unstable beyond c = −1/2, where x is not: the pair crosses there and nowhere else.
  const Json hopf = carom({"continue", "held.toml", "--branch", "equilibrium", "--param", "c", "--from", "0.3", "--to",
                           "-1.6", "--json", "-"})
                        .json();
  ASSERT_EQ(hopf["special"].size(), 1u) << hopf["special"];
  EXPECT_NEAR(hopf["special"][0]["c"].get<double>(), -0.5, 1e-9);
}

TEST_F(ModelCommand, RestartsWithItsStates) {
  ASSERT_EQ(carom({"run", "round.toml", "--until", "3", "--out", "a.csv", "--quiet"}).code, 0);
  const Json whole = carom({"run", "round.toml", "--until", "5", "--json", "-"}).json();
  const Json rest = carom({"run", "round.toml", "--restart", "a.csv", "--until", "5", "--json", "-"}).json();
  EXPECT_NEAR(rest["final"]["states"]["z"].get<double>(), whole["final"]["states"]["z"].get<double>(), 1e-9);
}

// What beginners write, and what they are told.
TEST_F(ModelCommand, MessagesTellWhatToWrite) {
  const std::string head = "carom = \"model 1\"\n[coordinates]\nx = { start = 1, unit = \"m\" }\n";
  const std::string rest = head + "[equations]\nkinetic = \"x_dot^2/2\"\n";
  const std::string floor = rest + "[[contact]]\nname = \"floor\"\ngap = \"x\"\n";
  const std::pair<std::string, std::string> mistakes[] = {
      {head + "[equations]\nkinetic = \"x'^2/2\"\n", "the rate of x is x_dot"},
      {head + "[equations]\nkinetic = \"x_dot**2/2\"\n", "a power is written with ^"},
      {head + "[parameters]\nm = 1 kg\n", "stands between quotes"},
      {"carom = \"model 1\"\n[coordinates]\nx = 1,5\n", "written with a point"},
      {rest + "potential = \"g*x\"\n", "`gravity = 9.81`"},
      {rest + "potential = \"x > 0 ? x : 0\"\n", "if(condition, a, b)"},
      {rest + "potential = \"2x\"\n", "a sign such as * is missing"},
      {floor + "restitution = 0.5\n", "it is called 'e'"},
      {floor + "e = \"5 mm\"\n", "restitution is a pure number"},
      {rest + "[[event]]\nname = \"a\"\nwhen = \"x = 0\"\n", "where it crosses zero"},
      {rest + "[[event]]\nname = \"a\"\nwhen = \"x < 0\"\n", "conditions stand in 'only'"},
      {rest + "[[event]]\nname = \"a\"\non = \"floor impact\"\n", "the model has no contacts"},
      {floor + "[observables]\nn = { count = \"floor\" }\n", "for instance 'floor impact'"},
      {floor + "[observables]\nn = { count = \"flor impact\" }\n", "did you mean 'floor'?"},
      {head + "x_dot = 2\n[equations]\nkinetic = \"x_dot^2/2\"\n", "[rates]"},
      {rest + "potential = \"3 m\"\n", "the potential energy is an energy"},
  };
  for (const auto& [text, told] : mistakes) {
    write("mine.toml", text);
    const Answer answer = carom({"check", "mine.toml"});
    EXPECT_EQ(answer.code, 2) << text;
    EXPECT_NE(answer.err.find(told), std::string::npos) << answer.err;
    EXPECT_NE(answer.err.find("mine.toml, line "), std::string::npos) << answer.err;
  }
}

}  // namespace
}  // namespace carom::test
