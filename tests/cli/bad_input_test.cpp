// SPDX-License-Identifier: Apache-2.0
// Bad input gets one clear sentence, exit code 2, and leaves no file behind.
#include "cli/command.hpp"

namespace carom::test {
namespace {

struct Case {
  const char* name;
  std::vector<std::string> arguments;
  const char* message;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class BadInput : public CommandTest, public ::testing::WithParamInterface<Case> {};

TEST_P(BadInput, IsOneSentenceAndNoFile) {
  const Answer answer = carom(GetParam().arguments);
  EXPECT_EQ(answer.code, 2);
  EXPECT_EQ(answer.out, "");
  EXPECT_EQ(answer.err, std::string("carom: ") + GetParam().message + "\n");
  EXPECT_EQ(files(), std::vector<std::string>{});
}

// A run of the dimer that would write everything it can.
std::vector<std::string> run(std::vector<std::string> more) {
  std::vector<std::string> words{"run", "dimer", "--out", "x.h5", "--events", "x.csv", "--json", "x.json"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

INSTANTIATE_TEST_SUITE_P(
    Every, BadInput,
    ::testing::Values(
        Case{"unknown_system", {"run", "dimr", "--out", "x.h5"}, "there is no system 'dimr'; did you mean 'dimer'?"},
        Case{"unknown_verb", {"rnu", "dimer"}, "there is no verb 'rnu'; did you mean 'run'?"},
        Case{"unknown_option", run({"--unitl", "5"}), "`carom run` has no option '--unitl'; did you mean '--until'?"},
        Case{"unknown_parameter", run({"--set", "mu_ii=3"}),
             "system 'dimer' has no parameter 'mu_ii'; did you mean 'mu_i'?"},
        Case{"unknown_preset", run({"--preset", "dorbollo"}),
             "system 'dimer' has no preset 'dorbollo'; did you mean 'dorbolo'?"},
        Case{"unknown_law", run({"--law", "neton"}), "there is no law of impact 'neton'; did you mean 'newton'?"},
        Case{"not_a_number", run({"--set", "e=nan"}),
             "parameter 'e' of system 'dimer' must be a finite number, got 'nan'"},
        Case{"not_a_number_in_q", run({"--q", "0,nan,0"}), "--q y1 must be a finite number, got 'nan'"},
        Case{"negative_density", run({"--set", "rho_ball=-3"}),
             "parameter 'rho_ball' of system 'dimer' must be between 1 and 100000 kg/m3, got -3"},
        Case{"negative_mass",
             {"run", "bouncing-ball", "--set", "m=-1", "--out", "x.csv"},
             "parameter 'm' of system 'bouncing-ball' must be above 0 and at most 1000000000 kg, got -1"},
        Case{"negative_mass_of_the_block",
             {"run", "rocking-block", "--set", "m=-1", "--out", "x.csv"},
             "parameter 'm' of system 'rocking-block' must be above 0 and at most 1000000000 kg, got -1"},
        Case{"zero_height",
             {"run", "rocking-block", "--set", "b=0", "--out", "x.csv"},
             "parameter 'b' of system 'rocking-block' must be above 0 and at most 1000 m, got 0"},
        Case{"restitution_of_the_block_below_zero",
             {"run", "rocking-block", "--set", "e=-0.1", "--out", "x.csv"},
             "parameter 'e' of system 'rocking-block' must be between 0 and 1, got -0.1"},
        Case{"exponent_of_the_block",
             {"run", "rocking-block", "--set", "eta=0", "--out", "x.csv"},
             "parameter 'eta' of system 'rocking-block' must be between 1 and 10, got 0"},
        Case{"block_not_a_number",
             {"run", "rocking-block", "--set", "theta0=nan", "--out", "x.csv"},
             "parameter 'theta0' of system 'rocking-block' must be a finite number, got 'nan'"},
        Case{"static_below_slip_of_the_block",
             {"run", "rocking-block", "--set", "mu=0.5", "--set", "mu_s=0.4", "--out", "x.csv"},
             "static friction must be at least slip friction, but mu_s = 0.4 is below mu = 0.5"},
        Case{"block_below_the_floor",
             {"run", "rocking-block", "--q", "0,0.1,0", "--out", "x.csv"},
             "the start penetrates the floor: corner 'left' is 100 mm below it"},
        Case{"negative_mass_of_the_rod",
             {"run", "painleve-rod", "--set", "m=-1", "--out", "x.csv"},
             "parameter 'm' of system 'painleve-rod' must be above 0 and at most 1000000000 kg, got -1"},
        Case{"restitution_of_the_rod_above_one",
             {"run", "painleve-rod", "--set", "e=1.5", "--out", "x.csv"},
             "parameter 'e' of system 'painleve-rod' must be between 0 and 1, got 1.5"},
        Case{"static_below_slip_of_the_rod",
             {"run", "painleve-rod", "--set", "mu_s=1.5", "--out", "x.csv"},
             "static friction must be at least slip friction, but mu_s = 1.5 is below mu = 1.6"},
        Case{"flat_rod",
             {"run", "painleve-rod", "--set", "theta0=0", "--out", "x.csv"},
             "parameter 'theta0' of system 'painleve-rod' must be above 0 and below 3.141592653589793 rad, got 0"},
        Case{"unknown_painleve_choice",
             {"run", "painleve-rod", "--painleve", "fligth", "--out", "x.csv"},
             "there is no choice for Painlevé's case 'fligth'; did you mean 'flight'?"},
        Case{"tangential_restitution_above_one",
             {"run", "bouncing-ball", "--law", "poisson", "--set", "eps_T=1.1", "--out", "x.csv"},
             "parameter 'eps_T' of system 'bouncing-ball' must be between 0 and 1, got 1.1"},
        Case{"tangential_restitution_of_another_law", run({"--set", "eps_T=0.5"}),
             "only Poisson's law has a tangential restitution: give --law poisson or leave eps_T = 0.5 out"},
        Case{"restitution_above_one", run({"--set", "e=1.2"}),
             "parameter 'e' of system 'dimer' must be between 0 and 1, got 1.2"},
        Case{"wrong_unit", run({"--set", "h0=3s"}),
             "parameter 'h0' of system 'dimer' is a length in m; 's' in '3s' is not"},
        Case{"static_below_slip", run({"--set", "mu_s=0.1"}),
             "static friction must be at least slip friction, but mu_s = 0.1 is below mu_c = 0.12 at the left tip"},
        Case{"unreachable_rtol", run({"--rtol", "1e-20"}), "--rtol must be between 1e-14 and 0.01, got 1e-20"},
        Case{"unreachable_atol", run({"--atol", "0"}), "--atol must be between 1e-16 and 0.01, got 0"},
        Case{"penetrating_start", run({"--set", "Gamma=0", "--q", "0,4.65mm,0"}),
             "the start penetrates the plate: tip 'left' is 0.1 mm below it"},
        Case{"penetrating_impact",
             {"impact", "dimer", "--q", "0,4.65mm,0", "--u", "0,0,0", "--trace", "x.csv", "--json", "x.json"},
             "the q penetrates the plate: tip 'left' is 0.1 mm below it"},
        Case{"impact_in_the_air",
             {"impact", "dimer", "--q", "0,5mm,0", "--u", "0,0,0", "--trace", "x.csv", "--json", "x.json"},
             "nothing touches at this q: the nearest tip, 'left', is 0.25 mm above the plate"},
        Case{"impact_without_velocities",
             {"impact", "dimer", "--q", "default"},
             "an impact needs the velocities before it (--u)"},
        Case{"unwritable_trajectory",
             {"run", "dimer", "--out", "no/x.h5", "--json", "x.json"},
             "cannot write 'no/x.h5': the folder 'no' does not exist"},
        Case{"unwritable_json",
             {"run", "dimer", "--out", "x.h5", "--json", "no/x.json"},
             "cannot write 'no/x.json': the folder 'no' does not exist"},
        Case{"unknown_format",
             {"run", "dimer", "--out", "x.foo"},
             "cannot tell the format of 'x.foo' from its extension; valid ones are .h5, .hdf5, .csv and .vtk"},
        Case{"one_name_twice",
             {"run", "dimer", "--out", "x.csv", "--events", "x.csv"},
             "two outputs have the name 'x.csv'"},
        Case{"until_and_cycles", run({"--until", "1", "--cycles", "3"}),
             "a run ends at a time (--until) or after a number of cycles (--cycles), not both"},
        Case{"end_before_start", run({"--until", "0"}),
             "the run ends at t = 0 s, which is not after its start at t = 0 s"},
        Case{"cycles_without_drive",
             {"run", "bouncing-ball", "--cycles", "3", "--out", "x.csv"},
             "system 'bouncing-ball' has no drive and so no cycles; give the length of the run with --until"},
        Case{"seeds", run({"--seeds", "1:5"}), "system 'dimer' has nothing random in it, so --seeds is not available"},
        Case{"missing_value", {"run", "dimer", "--until"}, "--until needs a value"},
        Case{"missing_system", {"run"}, "`carom run` needs SYSTEM: a name that `carom systems` lists"},
        Case{"extra_word", run({"extra"}), "`carom run` does not know what to do with 'extra'"},
        Case{"missing_file", {"info", "nothing.h5"}, "there is no file 'nothing.h5'"},
        Case{"missing_restart", {"run", "dimer", "--restart", "nothing.h5"}, "there is no file 'nothing.h5'"},
        Case{"unknown_formula", {"theory", "dimer-stik"}, "unknown formula 'dimer-stik'; did you mean 'dimer-stick'?"},
        Case{"no_collision",
             {"theory", "rod-collision", "--set", "c_z=0.5"},
             "there is no collision: the contact point does not approach the plate, c_z - V_z + omega X = 0.5 is not "
             "negative"},
        Case{"unknown_rod_input",
             {"theory", "rod-drift", "--set", "geometri=thick"},
             "formula 'rod-drift' has no parameter 'geometri'; did you mean 'geometry'?"},
        Case{"unknown_paper", {"reproduce", "dmer", "--out", "r"}, "there is no paper 'dmer'; did you mean 'dimer'?"},
        Case{"reproduce_without_folder",
             {"reproduce", "dimer"},
             "`carom reproduce` needs --out DIR, the folder for report.html"}),
    [](const auto& info) { return std::string(info.param.name); });

class NoVerb : public CommandTest {};

TEST_F(NoVerb, ShowsTheHelpAndFails) {
  const Answer answer = carom({});
  EXPECT_EQ(answer.code, 2);
  EXPECT_NE(answer.err.find("Examples:"), std::string::npos);
}

}  // namespace
}  // namespace carom::test
