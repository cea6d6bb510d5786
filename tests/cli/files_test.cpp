// SPDX-License-Identifier: Apache-2.0
// What runs write: formats that agree, kills and interrupts that lose nothing written, restarts that go on.
#include <cmath>

#include "carom/io/file_info.hpp"
#include "carom/io/table_file.hpp"
#include "cli/command.hpp"

namespace carom::test {
namespace {

using Files = CommandTest;
using Json = nlohmann::json;

TEST_F(Files, CsvAndHdf5HoldTheSameNumbers) {
  ASSERT_EQ(carom({"run", "dimer", "--cycles", "5", "--out", "a.csv", "--quiet"}).code, 0);
  const io::Table csv = io::read_table(in_folder("a.csv"));
  EXPECT_GT(csv.rows(), 1000u);
  for (const char* name : {"t", "x1", "y1", "theta", "theta_dot", "x_left", "gap_right", "v_n_left", "v_t_left",
                           "F_n_left", "F_t_left", "ratio_left", "mode_left", "plate", "kinetic", "drive_work"})
    EXPECT_TRUE(csv.find(name)) << name;
  for (const Column& column : csv.header.columns) EXPECT_FALSE(column.unit.empty()) << column.name;
#ifdef CAROM_WITH_HDF5
  ASSERT_EQ(carom({"run", "dimer", "--cycles", "5", "--out", "a.h5", "--quiet"}).code, 0);
  const io::Table hdf5 = io::read_table(in_folder("a.h5"));
  ASSERT_EQ(csv.values.size(), hdf5.values.size());
  for (std::size_t i = 0; i < csv.values.size(); ++i) {
    const bool both_nan = std::isnan(csv.values[i]) && std::isnan(hdf5.values[i]);
    ASSERT_TRUE(both_nan || csv.values[i] == hdf5.values[i]) << "value " << i;
  }
#endif
}

TEST_F(Files, VtkIsAPolyline) {
  ASSERT_EQ(carom({"run", "dimer", "--cycles", "2", "--out", "a.vtk", "--quiet"}).code, 0);
  const std::string text = text_of(in_folder("a.vtk"));
  EXPECT_EQ(text.find("# vtk DataFile"), 0u);
  EXPECT_NE(text.find("LINES"), std::string::npos);
}

TEST_F(Files, InfoTellsOfRowsColumnsAndProvenance) {
  carom({"run", "dimer", "--cycles", "2", "--set", "e=0.7", "--out", "a.csv", "--events", "e.csv", "--quiet"});
  const Answer answer = carom({"info", "a.csv", "--json", "-"});
  ASSERT_EQ(answer.code, 0);
  const Json json = answer.json();
  EXPECT_GT(json["rows"].get<int>(), 400);
  EXPECT_TRUE(json["closed_cleanly"].get<bool>());
  EXPECT_EQ(json["provenance"]["e"], "0.7");
  EXPECT_EQ(json["columns"][0]["name"], "t");
  EXPECT_NE(carom({"info", "e.csv"}).out.find("event log (CSV)"), std::string::npos);
}

TEST_F(Files, RowsAreSpacedAsAsked) {
  carom({"run", "bouncing-ball", "--until", "0.4", "--dt", "10ms", "--out", "a.csv", "--quiet"});
  const io::Table table = io::read_table(in_folder("a.csv"));
  EXPECT_EQ(table.rows(), 41u);
  EXPECT_NEAR(table.column("t")[7], 0.07, 1e-15);
  EXPECT_NEAR(table.column("y")[20], 1.01 - 9.81 * 0.02, 1e-12);
}

#ifdef CAROM_WITH_HDF5
TEST_F(Files, AKilledRunsRowsCanBeRead) {
  start({"run", "dimer", "--cycles", "1e9", "--force", "--out", "x.h5", "--quiet"});
  ASSERT_TRUE(wait_for("x.h5", 2000000));
  send(SIGKILL);
  EXPECT_EQ(finish().code, 128 + SIGKILL);
  const Answer answer = carom({"info", "x.h5", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_GT(answer.json()["rows"].get<long>(), 1000);
  EXPECT_FALSE(answer.json()["closed_cleanly"].get<bool>());
  const io::Table table = io::read_table(in_folder("x.h5"));
  EXPECT_EQ(table.rows(), answer.json()["rows"].get<std::size_t>());
  EXPECT_EQ(table.column("t").back(), answer.json()["last_t"].get<double>());
}

TEST_F(Files, CtrlCClosesEverythingAndIsResumable) {
  start({"run", "dimer", "--cycles", "1e9", "--force", "--out", "x.h5", "--events", "e.csv", "--json", "x.json"});
  ASSERT_TRUE(wait_for("x.h5", 2000000));
  send(SIGINT);
  const Answer answer = finish();
  EXPECT_EQ(answer.code, 130);
  EXPECT_NE(answer.err.find("carom: interrupted at t = "), std::string::npos);
  const Json json = Json::parse(text_of(in_folder("x.json")));
  EXPECT_EQ(json["outcome"], "interrupted");
  EXPECT_TRUE(carom({"info", "x.h5", "--json", "-"}).json()["closed_cleanly"].get<bool>());
  EXPECT_TRUE(carom({"info", "e.csv", "--json", "-"}).json()["closed_cleanly"].get<bool>());
  EXPECT_EQ(io::read_table(in_folder("x.h5")).column("t").back(), json["t_end"].get<double>());
}
#endif

TEST_F(Files, ARunGoesOnWhereATrajectoryEnds) {
  carom({"run", "dimer", "--set", "mu_i=0.08", "--cycles", "4", "--out", "a.csv", "--quiet"});
  const Json on = carom({"run", "dimer", "--restart", "a.csv", "--until", "0.24", "--json", "-"}).json();
  const Json whole = carom({"run", "dimer", "--set", "mu_i=0.08", "--cycles", "6", "--json", "-"}).json();
  EXPECT_EQ(on["parameters"], whole["parameters"]);
  for (int i : {0, 1, 2}) {
    EXPECT_NEAR(on["final"]["q"][i].get<double>(), whole["final"]["q"][i].get<double>(), 1e-8);
    EXPECT_NEAR(on["final"]["u"][i].get<double>(), whole["final"]["u"][i].get<double>(), 1e-6);
  }
  EXPECT_EQ(carom({"run", "bouncing-ball", "--restart", "a.csv"}).err,
            "carom: 'a.csv' is not a trajectory of system 'bouncing-ball'\n");
}

// A run with a rule that excludes other settings goes on with that rule.
TEST_F(Files, RestartsKeepRulesThatExcludeOthers) {
  ASSERT_EQ(carom({"run", "disc-ball", "--preset", "case7", "--set", "closing=limit", "--until", "0.1", "--out",
                   "d.csv", "--quiet"})
                .code,
            0);
  const Json on = carom({"run", "disc-ball", "--restart", "d.csv", "--until", "0.15", "--json", "-"}).json();
  EXPECT_EQ(on["parameters"]["closing"], "limit");
  ASSERT_EQ(carom({"run", "impact-oscillator", "--preset", "wiper", "--until", "1", "--out", "w.csv", "--quiet"}).code,
            0);
  EXPECT_EQ(carom({"run", "impact-oscillator", "--restart", "w.csv", "--until", "2", "--json", "-"})
                .json()["parameters"]["belt"],
            "sine");
  ASSERT_EQ(
      carom({"run", "chain", "--set", "N=3", "--set", "masses=1,2,3", "--until", "0.5", "--out", "c.csv", "--quiet"})
          .code,
      0);
  EXPECT_EQ(carom({"run", "chain", "--restart", "c.csv", "--until", "1", "--json", "-"}).json()["final"]["q"].size(),
            3u);
}

TEST_F(Files, MemoryDoesNotGrowWithTheRun) {
  const auto peak = [&](const char* cycles) {
    start({"run", "dimer", "--cycles", cycles, "--quiet"});
    finish();
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    return usage.ru_maxrss;
  };
  const long brief = peak("20");
  EXPECT_LT(peak("4000"), brief + 2000);  // KiB
}

}  // namespace
}  // namespace carom::test
