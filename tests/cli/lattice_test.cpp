// SPDX-License-Identifier: Apache-2.0
// carom run lattice: keys, pairs and seeds, films, refusals.
#include <cmath>
#include <filesystem>

#include "cli/command.hpp"

namespace carom::test {
namespace {

using Lattice = CommandTest;
using Json = nlohmann::json;

const std::vector<std::string> small{"run",   "lattice", "--set", "N=400",
                                     "--set", "dt=2e-3", "--set", "integrator=verlet"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST_F(Lattice, HasTheObservablesOfTheContract) {
  const Answer answer = carom(with(small, {"--json", "-"}));
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json json = answer.json();
  EXPECT_EQ(json["system"], "lattice");
  EXPECT_EQ(json["outcome"], "reached_end");
  const Json o = json["observables"];
  for (const char* key : {"e", "beta", "energy_error", "contact_time", "translation", "rotation", "vibration", "wall"})
    EXPECT_TRUE(o[key].is_number()) << key;
  EXPECT_GT(o["e"].get<double>(), 0.5);
  EXPECT_LT(o["e"].get<double>(), 1.1);
  EXPECT_LT(o["energy_error"].get<double>(), 0.05);
  EXPECT_NEAR(o["translation"].get<double>() + o["rotation"].get<double>() + o["vibration"].get<double>() +
                  o["wall"].get<double>(),
              1, 0.05);
  EXPECT_NEAR(json["energy"]["residual"].get<double>(), 0, 0.05 * json["energy"]["initial"].get<double>());
  EXPECT_EQ(json["parameters"]["k_b"], 10.0);
  EXPECT_EQ(json["parameters"]["delta_wall"], 0.03);
}

TEST_F(Lattice, SmoothBodiesSlide) {
  const Answer answer = carom({"run", "lattice", "--preset", "smooth", "--set", "integrator=verlet", "--set", "dt=2e-3",
                               "--set", "cot_gamma=0.5", "--set", "pair=1", "--seeds", "1:4", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_NEAR(answer.json()["observables"]["beta"]["mean"].get<double>(), -1, 0.005);
}

TEST_F(Lattice, PairIsTheMeanOfBothSides) {
  const auto beta = [&](const std::vector<std::string>& more) {
    const Answer answer = carom(with(small, with({"--json", "-"}, more)));
    EXPECT_EQ(answer.code, 0) << answer.err;
    return answer.json()["observables"]["beta"].get<double>();
  };
  const double right = beta({}), left = beta({"--set", "mirror=1"}), both = beta({"--set", "pair=1"});
  EXPECT_NEAR(both, 0.5 * (right + left), 1e-12);
  EXPECT_NE(right, left);
}

TEST_F(Lattice, SeedsBecomeMeansThatDoNotDependOnTheJobs) {
  const Answer one = carom(with(small, {"--seeds", "1:4", "--jobs", "1", "--json", "-"}));
  const Answer two = carom(with(small, {"--seeds", "1:4", "--jobs", "2", "--json", "-"}));
  ASSERT_EQ(one.code, 0) << one.err;
  EXPECT_EQ(one.json()["observables"], two.json()["observables"]);
  EXPECT_EQ(one.json()["observables"]["e"]["n"], 4);
}

TEST_F(Lattice, RowsFilmsAndPicturesAreWritten) {
  ASSERT_EQ(carom(with(small, {"--out", "disk.csv", "--quiet"})).code, 0);
  EXPECT_NE(text_of(in_folder("disk.csv")).find("omega"), std::string::npos);
  ASSERT_EQ(carom(with(small, {"--out", "film.vtk", "--dt", "2", "--quiet"})).code, 0);
  EXPECT_NE(text_of(in_folder("film_000000.vtk")).find("SCALARS stretch double"), std::string::npos);
  ASSERT_EQ(carom(with(small, {"--out", "film.svg", "--dt", "2", "--quiet"})).code, 0);
  EXPECT_EQ(text_of(in_folder("film_000001.svg")).substr(0, 4), "<svg");
}

TEST_F(Lattice, OrderedDisksAndLiteralContactRun) {
  for (const char* disk : {"triangular", "square"})
    for (const char* layer : {"0", "1"}) {
      const Answer answer =
          carom(with(small, {"--set", std::string("disk=") + disk, "--set", std::string("layer=") + layer, "--set",
                             "orientation=10deg", "--json", "-"}));
      EXPECT_EQ(answer.code, 0) << disk << layer << answer.err;
    }
  const Answer literal = carom(with(small, {"--set", "contact=literal-unsigned", "--json", "-"}));
  EXPECT_TRUE(literal.code == 0 || literal.code == 3) << literal.err;
  EXPECT_TRUE(literal.json()["observables"]["energy_error"].is_number());
}

TEST_F(Lattice, BadInputIsRefusedInOneSentence) {
  const auto refused = [&](const std::vector<std::string>& more, const std::string& words) {
    const Answer answer = carom(with({"run", "lattice"}, more));
    EXPECT_EQ(answer.code, 2) << words;
    EXPECT_NE(answer.err.find(words), std::string::npos) << answer.err;
    EXPECT_TRUE(files().empty());
  };
  refused({"--set", "gap=-0.1", "--out", "x.csv"}, "would start inside the wall");
  refused({"--set", "gap=0.001", "--out", "x.vtk"}, "within the repulsion of the wall");
  refused({"--set", "dt=0.05"}, "is not stable");
  refused({"--set", "spacing=1.2"}, "random points fit");
  refused({"--set", "k_a=-1"}, "k_a");
  refused({"--set", "cot_gamma=nan"}, "cot_gamma");
  refused({"--set", "cot_gamma=0.01"}, "beside the wall");
  refused({"--set", "layer=0"}, "belongs to ordered disks");
  refused({"--set", "k_2=3"}, "disk=square");
  refused({"--set", "pair=1", "--set", "mirror=1"}, "contradicts");
  refused({"--events", "x.csv"}, "--events");
  refused({"--set", "botom=fixed"}, "bottom");
}

TEST_F(Lattice, ARunEndsAtTheTimeThatWasAskedForWhereverTheDiskIs) {
  const Answer answer = carom(with(small, {"--until", "1.01", "--json", "-"}));
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.json()["outcome"], "reached_end");
  EXPECT_NEAR(answer.json()["t_end"].get<double>(), 1.01, 2e-3);
  EXPECT_TRUE(answer.json()["observables"]["beta"].is_null());
  EXPECT_TRUE(answer.json()["observables"]["contact_time"].is_null());
  EXPECT_NE(answer.err.find("still near the wall"), std::string::npos) << answer.err;
  // A later end than the disk needs changes nothing.
  const Json long_run = carom(with(small, {"--until", "90", "--json", "-"})).json();
  EXPECT_EQ(long_run["observables"], carom(with(small, {"--json", "-"})).json()["observables"]);
}

}  // namespace
}  // namespace carom::test
