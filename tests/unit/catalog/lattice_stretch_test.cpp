// SPDX-License-Identifier: Apache-2.0
// The stretched lattice as a system of the catalog.
#include <gtest/gtest.h>

#include <cmath>

#include "carom/catalog/catalog.hpp"
#include "carom/sweep/seeds.hpp"
#include "carom/theory/square_lattice.hpp"
#include "unit/base/message.hpp"

namespace carom::study {
namespace {

using test::message_of;

RunRequest request_with(const std::vector<std::string>& set) {
  RunRequest request = lattice_stretch_system().request();
  for (const std::string& assignment : set) request.parameters.assign(assignment);
  return request;
}

RunResult run(const std::vector<std::string>& set) { return lattice_stretch_system().run(request_with(set)); }

double observable(const RunResult& result, const std::string& name) {
  for (const auto& [key, value] : result.observables)
    if (key == name) return std::get<double>(value);
  ADD_FAILURE() << "no " << name;
  return 0;
}

TEST(LatticeStretch, TriangularLatticeIsTheTextbooks) {
  for (const char* cells : {"cells=1", "cells=20"}) {
    const RunResult result = run({"lattice=triangular", "k_1=3", "theta=0.4", cells});
    EXPECT_EQ(result.outcome, Outcome::reached_end);
    EXPECT_NEAR(observable(result, "E"), 6 / std::sqrt(3.0), 1e-10);
    EXPECT_NEAR(observable(result, "nu"), 1.0 / 3, 1e-10);
    EXPECT_NEAR(observable(result, "E_over_k"), 2 / std::sqrt(3.0), 1e-10);
    EXPECT_TRUE(std::isnan(observable(result, "E_error"))) << "one lattice has no error";
  }
}

TEST(LatticeStretch, SquareLatticeWithBothDiagonalsIsThePapers) {
  for (const double theta : {0.0, 0.3, 0.785}) {
    for (const double k_2 : {0.2, 0.5, 1.5}) {
      const theory::ElasticConstants known = theory::square_lattice(2, k_2, theta);
      const RunResult result = run({"lattice=square", "k_1=2", "k_2=" + std::to_string(k_2),
                                    "theta=" + std::to_string(theta), "diagonals=both", "cells=6"});
      EXPECT_NEAR(observable(result, "E"), known.E, 1e-10);
      EXPECT_NEAR(observable(result, "nu"), known.nu, 1e-10);
    }
  }
  EXPECT_NEAR(observable(run({"lattice=square", "k_1=7"}), "nu"), 1.0 / 3, 1e-10) << "k_2 is k_1/2 unless set";
}

TEST(LatticeStretch, OneDiagonalACellLeavesNoContraction) {
  EXPECT_NEAR(observable(run({"lattice=square", "diagonals=one"}), "nu"), 0, 1e-10);
  EXPECT_NEAR(
      observable(run({"lattice=square", "diagonals=one", "method=damped", "N=100", "force=0.1", "forces=1"}), "nu"), 0,
      1e-4);
}

TEST(LatticeStretch, RandomLatticesContractByOverAQuarter) {
  const RunResult result = run({"lattice=random", "k_1=1"});
  EXPECT_NEAR(observable(result, "nu"), 0.285, 0.02);
  EXPECT_NEAR(observable(result, "E"), 1.11, 0.05);
  EXPECT_GT(observable(result, "nu_error"), 0);
  EXPECT_LT(observable(result, "nu_error"), 0.01);
}

TEST(LatticeStretch, DampedBandsOfTwoSamplesAndTwoSeeds) {
  const RunRequest request = request_with({"method=damped", "N=120", "samples=2", "forces=2"});
  const RunResult one = lattice_stretch_system().run(request);
  EXPECT_EQ(one.outcome, Outcome::reached_end) << one.reason;
  EXPECT_GT(observable(one, "nu"), 0.2);
  EXPECT_LT(observable(one, "nu"), 0.36);
  EXPECT_GT(observable(one, "E"), 1e4);
  EXPECT_LT(observable(one, "residual"), 1e-5);
  EXPECT_LT(observable(one, "energy_error"), 1e-4);
  EXPECT_LT(one.ledger.relative_residual(), 1e-4);
  EXPECT_EQ(one.q.size(), 240u);
  const RunResult two = run_seeds(lattice_stretch_system(), request, {1, 2}, 1);
  for (const auto& [key, value] : two.observables)
    if (key == "E") {
      EXPECT_EQ(std::get<SeedMean>(value).n, 2);
    }
  EXPECT_EQ(lattice_stretch_system().run(request).q, one.q) << "the same bits again";
}

TEST(LatticeStretch, BandsOfOtherStiffnessAreTheSameOnAnotherScale) {
  const std::vector<std::string> base{"lattice=triangular", "method=damped", "N=80", "forces=1"};
  std::vector<std::string> soft = base;
  soft.push_back("k_1=1");
  EXPECT_NEAR(observable(run(soft), "E_over_k"), observable(run(base), "E_over_k"), 1e-6);
}

TEST(LatticeStretch, SaysWhenABandStillMoves) {
  RunRequest request = request_with({"method=damped", "N=100"});
  request.until = 0.05;
  const RunResult result = lattice_stretch_system().run(request);
  EXPECT_EQ(result.outcome, Outcome::no_convergence);
  EXPECT_EQ(result.reason.substr(0, 45), "sample 1: the band still moved after 0.05 at ");
  EXPECT_TRUE(std::isnan(observable(result, "E")));
}

// Seven rows of springs carry the pull alone, at any strain: F = 7 k s times it, with s = 0.208.
TEST(LatticeStretch, WarnsOfLargeStrains) {
  const RunResult result = run({"lattice=triangular", "method=damped", "N=80", "force=3000", "forces=1"});
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0].substr(0, 36), "warning: the band is stretched by 21");
}

TEST(LatticeStretch, RefusesWhatCannotBe) {
  const auto refusal = [](const std::vector<std::string>& set) { return message_of([&] { run(set); }); };
  EXPECT_EQ(refusal({"lattice=sqare"}).find("did you mean 'square'?") == std::string::npos, false)
      << refusal({"lattice=sqare"});
  EXPECT_EQ(refusal({"k_1=-1"}),
            "parameter 'k_1' of system 'lattice-stretch' must be above 0 and at most 1000000000000, got -1");
  EXPECT_EQ(refusal({"lattice=triangular", "diagonals=one"}),
            "parameter 'diagonals' of system 'lattice-stretch' belongs to lattice=square, not to lattice=triangular");
  EXPECT_EQ(refusal({"lattice=square", "samples=3"}),
            "parameter 'samples' of system 'lattice-stretch' belongs to lattice=random, not to lattice=square");
  EXPECT_EQ(refusal({"N=100"}),
            "parameter 'N' of system 'lattice-stretch' belongs to method=damped, not to method=response");
  EXPECT_EQ(refusal({"method=damped", "cells=3"}),
            "parameter 'cells' of system 'lattice-stretch' belongs to method=response, not to method=damped");
  EXPECT_EQ(refusal({"method=damped", "theta=10deg"}),
            "a band is cut along an axis of its lattice: theta other than 0 needs method=response");
  EXPECT_EQ(refusal({"cells=3"}), "a random lattice needs 16 points at least: cells must be 4 or more, got 3");
  EXPECT_EQ(refusal({"method=damped", "force=2", "force_to=1"}),
            "the pulls rise: force_to = 1 must be above force = 2 (or set forces=1)");
  EXPECT_NE(refusal({"method=damped", "N=3"}).find("must be a whole number between 16 and 20000"), std::string::npos)
      << refusal({"method=damped", "N=3"});
  EXPECT_EQ(message_of([] { lattice_stretch_system().impact({.parameters = lattice_stretch_system().defaults()}); }),
            "system 'lattice-stretch' has nothing that hits: `carom run lattice-stretch` pulls a lattice");
  RunRequest request = request_with({});
  request.until = 1;
  EXPECT_EQ(message_of([&] { lattice_stretch_system().run(request); }),
            "--until is the longest time that a band may move: it needs method=damped");
}

}  // namespace
}  // namespace carom::study
