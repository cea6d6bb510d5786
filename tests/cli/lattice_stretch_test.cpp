// SPDX-License-Identifier: Apache-2.0
// carom run lattice-stretch: keys, seeds, refusals.
#include <algorithm>

#include "cli/command.hpp"

namespace carom::test {
namespace {

using LatticeStretch = CommandTest;
using Json = nlohmann::json;

TEST_F(LatticeStretch, HasTheParametersAndObservablesOfTheContract) {
  const Json card = carom({"describe", "lattice-stretch", "--json", "-"}).json();
  std::vector<std::string> names;
  for (const Json& parameter : card["parameters"]) names.push_back(parameter["name"]);
  for (const char* name : {"lattice", "k_1", "k_2", "theta", "cells", "diagonals"})
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  const Answer answer =
      carom({"run", "lattice-stretch", "--set", "lattice=square", "--set", "k_1=1", "--set", "k_2=0.5", "--set",
             "theta=20deg", "--set", "cells=8", "--set", "diagonals=both", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.err, "");
  const Json json = answer.json();
  EXPECT_NEAR(json["observables"]["E"].get<double>(), 4.0 / 3, 1e-10);
  EXPECT_NEAR(json["observables"]["nu"].get<double>(), 1.0 / 3, 1e-10);
  EXPECT_EQ(json["outcome"], "reached_end");
}

TEST_F(LatticeStretch, SeedsBecomeMeans) {
  const std::vector<std::string> one{
      "run",       "lattice-stretch", "--set",    "method=damped", "--set", "N=60",   "--set",
      "samples=1", "--set",           "forces=1", "--seeds",       "1:3",   "--json", "-"};
  const Answer answer = carom(one);
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json nu = answer.json()["observables"]["nu"];
  EXPECT_EQ(nu["n"], 3);
  EXPECT_GT(nu["standard_error"].get<double>(), 0);
}

TEST_F(LatticeStretch, RefusalsAndFailuresHaveTheirCodes) {
  EXPECT_EQ(carom({"run", "lattice-stretch", "--set", "lattice=rand"}).code, 2);
  const Answer film = carom({"run", "lattice-stretch", "--set", "method=damped", "--out", "film.vtk"});
  EXPECT_EQ(film.code, 2);
  EXPECT_TRUE(files().empty());
  const Answer early =
      carom({"run", "lattice-stretch", "--set", "method=damped", "--set", "N=60", "--until", "0.1", "--json", "-"});
  EXPECT_EQ(early.code, 3);
  EXPECT_EQ(early.json()["outcome"], "no_convergence");
  EXPECT_TRUE(early.json()["observables"]["E"].is_null());
}

}  // namespace
}  // namespace carom::test
