// SPDX-License-Identifier: Apache-2.0
// carom run rods: keys, seeds, films, restarts, refusals.
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "cli/command.hpp"

namespace carom::test {
namespace {

using Rods = CommandTest;
using Json = nlohmann::json;

const std::vector<std::string> quick{"run", "rods", "--set", "dt=1e-4", "--set", "transient=2"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST_F(Rods, SingleCollisionHasTheObservablesOfTheContract) {
  const Answer answer = carom({"run", "rods", "--set", "geometry=single", "--set", "phi=45deg", "--set", "mu_rb=0",
                               "--set", "c_z=-0.5", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json o = answer.json()["observables"];
  for (const char* key : {"c_x", "c_z", "omega", "eps", "duration", "max_overlap"}) EXPECT_TRUE(o.contains(key)) << key;
  EXPECT_NEAR(o["eps"].get<double>(), 0.7810, 1e-4);
  EXPECT_NEAR(o["c_z"].get<double>(), -0.09577, 2e-5);
  EXPECT_NEAR(o["omega"].get<double>(), 0.16157, 2e-5);
}

TEST_F(Rods, RowHasTheObservablesOfTheContract) {
  const Answer answer = carom(with(quick, {"--cycles", "12", "--json", "-"}));
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json json = answer.json();
  EXPECT_EQ(json["system"], "rods");
  EXPECT_EQ(json["contact"], "soft");
  EXPECT_EQ(json["parameters"]["N"], 40);
  EXPECT_EQ(json["final"]["q"].size(), 120u);
  for (const char* key :
       {"drift", "drift_error", "drift_si", "tilt", "V_plate_over_V0", "landing_phase", "flight_time"})
    EXPECT_TRUE(json["observables"].contains(key)) << key;
  EXPECT_EQ(json["observables"]["landing_phase"].size(), 24u);
  EXPECT_NEAR(json["observables"]["drift_si"].get<double>() / json["observables"]["drift"].get<double>(),
              std::sqrt(9.81 * 0.006), 1e-12);
  EXPECT_LT(json["observables"]["energy_error"].get<double>(), 0.01);
}

TEST_F(Rods, SeedsBecomeMeansThatDoNotDependOnTheJobs) {
  const Answer one = carom(with(quick, {"--cycles", "6", "--seeds", "1:3", "--jobs", "1", "--json", "-"}));
  const Answer two = carom(with(quick, {"--cycles", "6", "--seeds", "1:3", "--jobs", "2", "--json", "-"}));
  ASSERT_EQ(one.code, 0) << one.err;
  EXPECT_EQ(one.json()["observables"], two.json()["observables"]);
  const Json drift = one.json()["observables"]["drift"];
  EXPECT_EQ(drift["n"], 3);
  EXPECT_GT(drift["standard_error"].get<double>(), 0);
  EXPECT_NE(one.json()["observables"]["drift"]["mean"],
            carom(with(quick, {"--cycles", "6", "--seeds", "7", "--json", "-"})).json()["observables"]["drift"]);
}

TEST_F(Rods, ARestartHasTheBitsOfARunWithoutABreak) {
  for (const std::string geometry : {"periodic", "annulus"}) {
    const std::vector<std::string> base = with(quick, {"--set", "geometry=" + geometry});
    ASSERT_EQ(carom(with(base, {"--cycles", "5", "--checkpoint", in_folder("half.rst").string()})).code, 0);
    const Answer later =
        carom({"run", "rods", "--restart", in_folder("half.rst").string(), "--cycles", "4", "--json", "-"});
    ASSERT_EQ(later.code, 0) << later.err;
    const Answer whole = carom(with(base, {"--cycles", "9", "--json", "-"}));
    EXPECT_EQ(later.json()["final"], whole.json()["final"]);
    EXPECT_EQ(later.json()["observables"], whole.json()["observables"]);
    EXPECT_EQ(later.json()["energy"], whole.json()["energy"]);
  }
}

TEST_F(Rods, DamagedRestartsAreRefusedAndNothingIsOverwritten) {
  ASSERT_EQ(carom(with(quick, {"--cycles", "3", "--checkpoint", in_folder("good.rst").string()})).code, 0);
  const std::string good = text_of(in_folder("good.rst").string());
  const Answer info = carom({"info", in_folder("good.rst").string(), "--json", "-"});
  EXPECT_EQ(info.code, 0) << info.err;
  EXPECT_EQ(info.json()["system"], "rods");
  EXPECT_EQ(info.json()["provenance"]["ended"], "yes");
  ASSERT_GT(good.size(), 1000u);
  std::string flipped = good;
  flipped[good.size() / 2] = static_cast<char>(flipped[good.size() / 2] ^ 1);
  const auto refused = [&](const std::string& content, const char* reason) {
    std::ofstream(in_folder("bad.rst").string(), std::ios::binary) << content;
    std::ofstream(in_folder("keep.csv").string()) << "precious\n";
    const Answer answer = carom({"run", "rods", "--restart", in_folder("bad.rst").string(), "--cycles", "1", "--events",
                                 in_folder("keep.csv").string()});
    EXPECT_EQ(answer.code, 2);
    EXPECT_NE(answer.err.find(reason), std::string::npos) << answer.err;
    EXPECT_NE(answer.err.find("bad.rst"), std::string::npos) << answer.err;
    EXPECT_EQ(text_of(in_folder("keep.csv").string()), "precious\n");
  };
  refused(good.substr(0, good.size() / 2), "damaged or cut short");
  refused(good.substr(0, 20), "damaged or cut short");
  refused(good.substr(0, good.size() - 1), "damaged or cut short");
  refused(flipped, "damaged or cut short");
  refused("carom restart 9\n", "format 9, newer than this Carom, which reads up to 1");
  refused("carom restart 1\n6\n99.0.0\n4\nrods\n0123456789abcdef\n", "written by Carom 99.0.0, which is newer");
  refused("hello", "not a restart file");
  const Answer shape = carom({"run", "rods", "--restart", in_folder("good.rst").string(), "--set", "N=41"});
  EXPECT_EQ(shape.code, 2);
  EXPECT_NE(shape.err.find("'N' cannot change"), std::string::npos) << shape.err;
}

TEST_F(Rods, SeedsTellTheTimeThatPassedNotTheSumOverThreads) {
  const auto begun = std::chrono::steady_clock::now();
  const Answer answer = carom(with(quick, {"--cycles", "6", "--seeds", "1:6", "--jobs", "6", "--json", "-"}));
  const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_GT(answer.json()["wall_seconds"].get<double>(), 0);
  EXPECT_LE(answer.json()["wall_seconds"].get<double>(), passed);
}

TEST_F(Rods, FilmsAndCollisionsAreWritten) {
  const Answer answer =
      carom(with(quick, {"--set", "geometry=annulus", "--set", "N=30", "--cycles", "5", "--out",
                         in_folder("film.vtk").string(), "--events", in_folder("hits.csv").string(), "--dt", "0.5"}));
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json series = Json::parse(text_of(in_folder("film.vtk.series").string()));
  const std::size_t frames = series["files"].size();
  EXPECT_EQ(frames, static_cast<std::size_t>(std::floor(5 / (60 * std::sqrt(0.00635 / 9.81)) / 0.5)) + 1);
  EXPECT_NE(text_of(in_folder("film_000000.vtk").string()).find("POINTS 60 double"), std::string::npos);
  const std::string hits = text_of(in_folder("hits.csv").string());
  EXPECT_NE(hits.find("energy_ratio"), std::string::npos);
  EXPECT_GT(std::count(hits.begin(), hits.end(), '\n'), 60);
  ASSERT_EQ(carom(with(quick, {"--cycles", "5", "--events", in_folder("hits.h5").string()})).code, 0);
  const Json stored = carom({"info", in_folder("hits.h5").string(), "--json", "-"}).json();
  EXPECT_GT(stored["rows"].get<int>(), 40);
  EXPECT_EQ(stored["columns"][2]["meaning"], "sum of 1 lower, 2 upper");
  ASSERT_EQ(carom(with(quick, {"--cycles", "3", "--out", in_folder("film.dump").string()})).code, 0);
  const std::string dump = text_of(in_folder("film.dump").string());
  EXPECT_NE(dump.find("ITEM: ATOMS id type x y z quatw quati quatj quatk shapex shapey shapez"), std::string::npos);
  const Json film = carom({"info", in_folder("film.dump").string(), "--json", "-"}).json();
  EXPECT_EQ(film["kind"], "film (LAMMPS dump)");
  EXPECT_EQ(film["rows"], 61);  // twenty a cycle
  EXPECT_TRUE(film["closed_cleanly"].get<bool>());
  EXPECT_EQ(film["columns"].size(), 15u);
  EXPECT_FALSE(film.contains("note")) << film["note"];
  const Json list = carom({"info", in_folder("film.vtk.series").string(), "--json", "-"}).json();
  EXPECT_EQ(list["kind"], "film (list of VTK files)");
  EXPECT_EQ(list["rows"], frames);
  EXPECT_EQ(list["last_t"], series["files"].back()["time"]);
  EXPECT_FALSE(list.contains("note")) << list["note"];
  ASSERT_EQ(carom(with(quick, {"--cycles", "3", "--out", in_folder("table.csv").string()})).code, 0);
  EXPECT_NE(text_of(in_folder("table.csv").string()).find("phi_40"), std::string::npos);
}

TEST_F(Rods, BadInputIsRefused) {
  struct Case {
    std::vector<std::string> arguments;
    const char* reason;
  };
  for (const Case& c : std::vector<Case>{
           {{"--set", "geometry=annulus", "--set", "N=57"}, "at most 56"},
           {{"--set", "geometry=annulus", "--set", "R_i=7.5"}, "R_i"},
           {{"--set", "geometry=annulus", "--set", "R_o=6.5"}, "too narrow"},
           {{"--set", "geometry=annulus", "--set", "phi=10deg"}, "belongs to geometry=periodic"},
           {{"--set", "phi=10deg", "--set", "L=50"}, "set one of them"},
           {{"--set", "L=30"}, "do not stand side by side"},
           {{"--set", "N=10", "--set", "L=12"}, "too short"},
           {{"--set", "mu_rw=0"}, "belongs to geometry=annulus"},
           {{"--set", "c_x=1"}, "belongs to geometry=single"},
           {{"--set", "mu_s_rw=1"}, "belongs to geometry=annulus"},
           {{"--set", "mu_s_rb=0.2"}, "static friction mu_s_rb = 0.2 is below that in slip, mu_rb = 0.3"},
           {{"--set", "ends=flat", "--set", "lever_arm=axis"}, "at their edge"},
           {{"--set", "dt=0"}, "dt"},
           {{"--set", "k_n=-5"}, "k_n"},
           {{"--set", "Gamma=nan"}, "Gamma"},
           {{"--set", "gama_n=3"}, "gamma_n"},
           {{"--set", "transient=20", "--cycles", "10"}, "transient"},
           {{"--set", "geometry=annulus", "--set", "spin=on", "--set", "integrator=gear5"}, "leapfrog only"},
           {{"--law", "newton"}, "soft contacts"},
           {{"--q", "0,0,0"}, "packing"},
           {{"--seeds", "5:2"}, "--seeds"},
           {{"--seeds", "a"}, "--seeds"},
           {{"--seeds", "1:3", "--out", "x.csv"}, "single seed"},
           {{"--cycles", "-3"}, "--cycles"},
           {{"--cycles", "1", "--set", "dt=1e-20"}, "too many"},
           {{"--set", "f=1e-300", "--cycles", "2"}, "too many"},
           {{"--set", "geometry=single", "--checkpoint", "x.rst"}, "single collision"},
           {{"--restart", "missing.rst"}, "missing.rst"}}) {
    const Answer answer = carom(with({"run", "rods"}, c.arguments));
    EXPECT_EQ(answer.code, 2) << c.reason;
    EXPECT_NE(answer.err.find(c.reason), std::string::npos) << c.reason << " | " << answer.err;
  }
  EXPECT_EQ(carom({"run", "dimer", "--checkpoint", in_folder("x.rst").string()}).code, 2);
  EXPECT_EQ(carom({"impact", "rods", "--q", "default", "--u", "0,0,0"}).code, 2);
}

TEST_F(Rods, ARestartKeepsTheTransientThatFollowedTheLengthOfTheRun) {
  ASSERT_EQ(
      carom({"run", "rods", "--set", "dt=1e-4", "--cycles", "4", "--checkpoint", in_folder("a.rst").string()}).code, 0);
  const Answer later = carom({"run", "rods", "--restart", in_folder("a.rst").string(), "--cycles", "4", "--json", "-"});
  const Answer whole =
      carom({"run", "rods", "--set", "dt=1e-4", "--set", "transient=2", "--cycles", "8", "--json", "-"});
  ASSERT_EQ(later.code, 0) << later.err;
  EXPECT_EQ(later.json()["observables"], whole.json()["observables"]);
  EXPECT_EQ(later.json()["parameters"]["transient"], 2);
  for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
           {"--until", "1"}, {"--set", "Gamma=2"}, {"--preset", "row"}, {"--seeds", "3"}}) {
    const Answer answer = carom(with({"run", "rods", "--restart", in_folder("a.rst").string()}, more));
    EXPECT_EQ(answer.code, 2) << more[0];
  }
  const Answer other = carom({"run", "dimer", "--restart", in_folder("a.rst").string()});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("checkpoint"), std::string::npos) << other.err;
}

TEST_F(Rods, TooLargeAStepIsWarnedOf) {
  const Answer answer =
      carom({"run", "rods", "--set", "dt=1e-3", "--set", "transient=1", "--cycles", "3", "--json", "-"});
  EXPECT_NE(answer.err.find("largest safe step is about 0.0002"), std::string::npos) << answer.err;
}

}  // namespace
}  // namespace carom::test
