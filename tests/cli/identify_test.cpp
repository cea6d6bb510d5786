// SPDX-License-Identifier: Apache-2.0
// Friction and restitution from a file of velocities: from a run to its numbers, and what is refused.
#include <cmath>
#include <fstream>

#include "carom/base/random.hpp"
#include "carom/io/table_file.hpp"
#include "cli/command.hpp"

namespace carom::test {
namespace {

using Json = nlohmann::json;

class Identify : public CommandTest {
 protected:
  void write(const std::string& name, const std::string& text) { std::ofstream(in_folder(name)) << text; }

  // The gauges of a run, with noise; `extra` columns of the run come along.
  void noisy_gauges(const std::string& from, const std::string& to, double noise) {
    const io::Table table = io::read_table(in_folder(from));
    Random random(4);
    std::ofstream file(in_folder(to));
    file.precision(12);
    file << "remark, v2 ,t,v1\n";
    const auto t = table.column("t"), v1 = table.column("v1"), v2 = table.column("v2");
    for (std::size_t i = 0; i < t.size(); ++i) {
      const double n1 = random.normal(), n2 = random.normal();
      file << "not a number," << v2[i] + noise * n2 << ',' << t[i] << ',' << v1[i] + noise * n1 << '\n';
    }
  }

  void expect_refusal(const std::vector<std::string>& arguments, const std::string& message) {
    const std::vector<std::string> before = files();
    const Answer answer = carom(arguments);
    EXPECT_EQ(answer.code, 2) << answer.out;
    EXPECT_EQ(answer.out, "");
    EXPECT_EQ(answer.err, "carom: " + message + "\n");
    EXPECT_EQ(files().size(), before.size());
  }
};

TEST_F(Identify, ARunIsIdentifiedFromItsOwnTrajectory) {
  ASSERT_EQ(
      carom({"run", "disc-ball", "--preset", "case2", "--until", "0.2", "--dt", "0.1ms", "--out", "run.csv", "--quiet"})
          .code,
      0);
  const Answer answer = carom({"identify", "disc-ball", "run.csv", "--preset", "case2", "--set", "mu_s_G=0.3", "--set",
                               "mu_G=0.2", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json json = answer.json();
  EXPECT_EQ(json["estimates"][0]["name"], "mu_G");
  EXPECT_NEAR(json["estimates"][0]["value"].get<double>(), 0.14, 1e-5);
  EXPECT_EQ(json["estimates"][1]["name"], "mu_s_G");
  EXPECT_NEAR(json["estimates"][1]["value"].get<double>(), 0.15, 1e-4);
  EXPECT_TRUE(json["converged"].get<bool>());
  EXPECT_EQ(json["model_phases"][1]["phase"], "stick");
  EXPECT_NEAR(json["model_phases"][1]["t"].get<double>(), 0.0211812, 1e-5);
}

TEST_F(Identify, NoisyVelocitiesAmongOtherColumnsInAnyOrder) {
  carom({"run", "disc-ball", "--preset", "case2", "--until", "0.2", "--dt", "20us", "--out", "run.csv", "--quiet"});
  noisy_gauges("run.csv", "gauges.csv", 0.0023);
  const Answer answer =
      carom({"identify", "disc-ball", "gauges.csv", "--preset", "case2", "--out", "found", "--json", "x.json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json json = Json::parse(text_of(in_folder("x.json")));
  const double truth[] = {0.14, 0.15};
  for (int k : {0, 1}) {
    const Json& e = json["estimates"][k];
    EXPECT_TRUE(e["identifiable"].get<bool>());
    EXPECT_NEAR(e["value"].get<double>(), truth[k], 3 * e["standard_error"].get<double>());
  }
  EXPECT_NEAR(json["noise"]["v1"].get<double>(), 0.0023, 1e-4);
  EXPECT_NEAR(json["chi2_per_dof"].get<double>(), 1, 0.08);
  EXPECT_EQ(json["inverse_dynamics"]["phases"][1]["phase"], "stick");
  EXPECT_LT(json["correlation"][0][1].get<double>(), -0.5);
  EXPECT_EQ(text_of(in_folder("found/identify.svg")).find("<svg"), 0u);
  const io::Table table = io::read_table(in_folder("found/identify.csv"));
  EXPECT_EQ(table.rows(), json["samples"].get<std::size_t>());
  EXPECT_NEAR(table.column("model_v1").front(), 0.09258, 1e-3);
  const Answer text = carom({"identify", "disc-ball", "gauges.csv", "--preset", "case2"});
  EXPECT_NE(text.out.find("phases seen             slip+ A, stick A, slip- A"), std::string::npos) << text.out;
}

TEST_F(Identify, RestitutionWithTheBallInSight) {
  // A central hit: the ball's own velocity beside the lower gauge.
  carom({"run", "disc-ball", "--preset", "case1", "--until", "5ms", "--dt", "20us", "--out", "run.csv", "--quiet"});
  const io::Table table = io::read_table(in_folder("run.csv"));
  const auto t = table.column("t"), ball = table.column("y_b_dot"), disc = table.column("v1");
  Random random(2);
  std::ofstream file(in_folder("central.csv"));
  file << "t,v1,v_ball\n";
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double n1 = random.normal(), n2 = random.normal();
    file << t[i] << ',' << disc[i] + 0.002 * n1 << ',' << ball[i] + 0.002 * n2 << '\n';
  }
  file.close();
  const Answer answer = carom({"identify", "disc-ball", "central.csv", "--preset", "case1", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json e = answer.json()["estimates"][0];
  EXPECT_EQ(e["name"], "e_D");
  EXPECT_NEAR(e["value"].get<double>(), 0.7043, 3 * e["standard_error"].get<double>());
  EXPECT_LT(e["standard_error"].get<double>(), 0.003);

  write("trials.csv", "v2,v1,v_b\n-0.08,0.125,0.292\n-0.082,0.124,0.293\n-0.081,0.126,0.291\n");
  const Answer trials = carom({"identify", "disc-ball", "trials.csv", "--preset", "case1", "--restitution"});
  ASSERT_EQ(trials.code, 0) << trials.err;
  EXPECT_EQ(trials.out.find("e_D      0.70"), 0u) << trials.out;
  expect_refusal({"identify", "disc-ball", "trials.csv", "--restitution"},
                 "restitution by separation needs a central hit, but b = 0.002 m; take --preset case1 or --set b=0, or "
                 "fit e_D (--fit e_D,mu_G,mu_s_G)");
}

TEST_F(Identify, BadFilesAreRefusedInOneSentence) {
  std::string good = "t,v1,v2\n";
  for (int i = 0; i < 30; ++i) good += std::to_string(0.001 * i) + ",0.1,0.11\n";
  write("near.csv", "t,v1,v_2\n0,0.1,0.11\n");
  write("far.csv", "# by hand\ntime,left,right\n0,0.1,0.11\n");
  write("nan.csv", good + "0.03,nan,0.1\n");
  write("hole.csv", good + "0.03,0.1,\n");
  write("back.csv", good + "0.01,0.1,0.1\n");
  write("word.csv", good + "0.03,0.1,fast\n");
  write("short.csv", good + "0.03,0.1\n");
  write("few.csv", "t,v1,v2\n0,0.1,0.11\n0.001,0.1,0.11\n");
  write("numbers.csv", "0,0.1,0.11\n0.001,0.1,0.11\n");
  write("binary.csv", std::string("t,v1\0v2\n", 8));
  write("empty.csv", "");
  write("still.csv", [] {
    std::string text = "t,v1,v2\n";
    for (int i = 0; i < 30; ++i) text += std::to_string(0.001 * i) + ",0,0\n";
    return text;
  }());
  const auto on = [](const std::string& file) {
    return std::vector<std::string>{"identify", "disc-ball", file, "--out", "found", "--json", "x.json"};
  };
  expect_refusal(on("near.csv"), "'near.csv', line 1, has no column 'v2'; is it the one called 'v_2'?");
  expect_refusal(on("far.csv"), "'far.csv', line 2, has no column 't'; its columns are time, left, right");
  expect_refusal(on("nan.csv"), "'nan.csv', line 32: column 'v1' holds 'nan', not a finite number");
  expect_refusal(on("hole.csv"), "'hole.csv', line 32: column 'v2' holds nothing, not a finite number");
  expect_refusal(on("back.csv"), "'back.csv', line 32: time goes back in column 't', from 0.029 to 0.01");
  expect_refusal(on("word.csv"), "cannot read 'word.csv', line 32: 'fast' in column 'v2' is not a number");
  expect_refusal(on("short.csv"), "cannot read 'short.csv', line 32: 2 fields in a table of 3 columns");
  expect_refusal(on("few.csv"), "'few.csv': 2 samples are too few to identify friction: 20 are needed");
  expect_refusal(
      on("numbers.csv"),
      "cannot read 'numbers.csv', line 1: the first row holds numbers where the names of the columns should be");
  expect_refusal(on("binary.csv"), "'binary.csv' is neither an HDF5 nor a CSV file");
  expect_refusal(on("empty.csv"), "'empty.csv' is empty");
  expect_refusal(on("still.csv"), "'still.csv': the gauges show no motion: all of v1 and v2 is 0");
  expect_refusal(on("nothing.csv"), "there is no file 'nothing.csv'");
  expect_refusal({"identify", "disc-ball"},
                 "`carom identify` needs FILE.csv: velocities of the gauges: columns t, v1, v2 (others are ignored)");
  expect_refusal({"identify", "dimer", "few.csv"}, "`carom identify` knows the system disc-ball only, not 'dimer'");
  write("good.csv", good);
  expect_refusal({"identify", "disc-ball", "good.csv", "--fit", "mu_g"},
                 "'good.csv': 'mu_g' cannot be fitted; did you mean 'mu_G'?");
  expect_refusal({"identify", "disc-ball", "good.csv", "--start", "end"},
                 "the motion starts from its state or with the impact: state or impact, got 'end'");
  expect_refusal({"identify", "disc-ball", "good.csv", "--out", "good.csv"}, "'good.csv' is not a folder");
}

}  // namespace
}  // namespace carom::test
