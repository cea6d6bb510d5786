// SPDX-License-Identifier: Apache-2.0
// Files that earlier releases wrote go on opening: tests/fixtures/README.md says how they were made.
#include <cmath>
#include <fstream>

#include "cli/command.hpp"

namespace carom::test {
namespace {

using Json = nlohmann::json;

// What `info` calls the versions behind a file of 0.1.0 that this program has gone on with.
const std::string both = std::string(CAROM_VERSION) == "0.1.0" ? "0.1.0" : "0.1.0, " CAROM_VERSION;

class OlderFiles : public CommandTest {
 protected:
  // A copy to work on, in the test's own folder.
  std::string fixture(const std::string& name) const {
    const fs::path from = fs::path(CAROM_FIXTURES) / "0.1" / name;
    EXPECT_TRUE(fs::exists(from)) << from;
    fs::copy_file(from, in_folder(name), fs::copy_options::overwrite_existing);
    fs::permissions(in_folder(name), fs::perms::owner_read | fs::perms::owner_write);
    return name;
  }
  Json json_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--json", "-"});
    const Answer answer = carom(arguments);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return answer.code == 0 ? answer.json() : Json();
  }
};

TEST_F(OlderFiles, TablesTellWhatIsInThem) {
  const struct {
    const char *name, *kind;
    int rows;
  } tables[] = {{"ball.csv", "trajectory (CSV)", 63},      {"ball.h5", "trajectory (HDF5)", 63},
                {"ball-events.csv", "event log (CSV)", 1}, {"ball-events.h5", "trajectory (HDF5)", 1},
                {"dimer.csv", "trajectory (CSV)", 27},     {"dimer-events.csv", "event log (CSV)", 3},
                {"collisions.csv", "event log (CSV)", 15}};
  for (const auto& [name, kind, rows] : tables) {
    const Json info = json_of({"info", fixture(name)});
    EXPECT_EQ(info["rows"], rows) << name;
    // Logs of events in HDF5 are tables like others to those who cannot tell.
    if (std::string(name) != "ball-events.h5") {
      EXPECT_EQ(info["kind"], kind) << name;
    }
    EXPECT_EQ(info["provenance"]["program"], "carom 0.1.0") << name;
    EXPECT_EQ(info["closed_cleanly"], true) << name;
  }
  EXPECT_EQ(carom({"info", fixture("rods.dump")}).code, 0);
}

TEST_F(OlderFiles, RunsGoOnFromTrajectories) {
  for (const char* name : {"ball.csv", "ball.h5"}) {
    const Json on = json_of({"run", "bouncing-ball", "--restart", fixture(name), "--until", "0.7"});
    const Json whole = json_of({"run", "bouncing-ball", "--until", "0.7"});
    EXPECT_EQ(on["outcome"], "reached_end");
    EXPECT_EQ(on["parameters"], whole["parameters"]);
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(on["final"]["q"][k].get<double>(), whole["final"]["q"][k].get<double>(), 1e-9) << name << k;
  }
  const Json dimer = json_of({"run", "dimer", "--restart", fixture("dimer.csv"), "--until", "0.1"});
  EXPECT_EQ(dimer["outcome"], "reached_end");
  EXPECT_EQ(dimer["parameters"]["A_r"], 3.9);
}

TEST_F(OlderFiles, RodsGoOnFromACheckpoint) {
  const std::string checkpoint = fixture("rods.restart");
  const Json info = json_of({"info", checkpoint});
  EXPECT_EQ(info["system"], "rods");
  EXPECT_EQ(info["version"], "0.1.0");
  const Json on = json_of({"run", "rods", "--restart", checkpoint, "--cycles", "1"});
  const Json whole = json_of({"run", "rods", "--set", "N=10", "--set", "l=4", "--cycles", "2"});
  EXPECT_EQ(on["outcome"], "reached_end");
  EXPECT_EQ(on["t_end"], whole["t_end"]);
  ASSERT_EQ(on["final"]["q"].size(), 30u);
  for (std::size_t k = 0; k < 30; ++k)
    EXPECT_NEAR(on["final"]["q"][k].get<double>(), whole["final"]["q"][k].get<double>(), 1e-6) << k;
}

TEST_F(OlderFiles, StoresAreReadReportedAndComplete) {
  const std::string store = fixture("balls.sqlite");
  const Json info = json_of({"info", store});
  EXPECT_EQ(info["points"], 12);
  EXPECT_EQ(info["done"], 12);
  EXPECT_EQ(info["version"], "0.1.0");
  EXPECT_EQ(info["computed_by"], (Json{{"0.1.0", 12}}));
  ASSERT_EQ(carom({"report", store, "--out", "page"}).code, 0);
  EXPECT_NE(text_of(in_folder("page/report.html")).find("carom 0.1.0"), std::string::npos);
  const Json again = json_of({"sweep", "bouncing-ball", "--vary", "e=0.3:0.8:0.1", "--vary", "h0=0.1,0.2", "--until",
                              "1", "--resume", "--out", store});
  EXPECT_EQ(again["done"], 12);
  EXPECT_EQ(again["computed"], 0);
  EXPECT_EQ(
      carom({"sweep", "bouncing-ball", "--vary", "e=0.3:0.7:0.1", "--until", "1", "--resume", "--out", store}).code, 2);
}

TEST_F(OlderFiles, ASweepThatWasInterruptedGoesOn) {
  const std::string study = fixture("study.toml"), store = fixture("longer.sqlite");
  ASSERT_EQ(carom({"report", store, "--out", "page"}).code, 0);
  const Json done = json_of({"sweep", study, "--resume", "--out", store});
  EXPECT_EQ(done["done"], 22);
  EXPECT_EQ(done["computed"], 16);
  const Json info = json_of({"info", store});
  EXPECT_EQ(info["done"], 22);
  EXPECT_EQ(info["failed"], 0);
  const std::string ours = CAROM_VERSION;
  EXPECT_EQ(info["computed_by"], ours == "0.1.0" ? Json({{ours, 22}}) : Json({{"0.1.0", 6}, {ours, 16}}));
  // What 0.1.0 computed is what this program computes.
  const Json fresh = json_of({"sweep", study});
  ASSERT_EQ(fresh["rows"].size(), 22u);
  for (std::size_t k = 0; k < 22; ++k) {
    EXPECT_EQ(done["rows"][k]["parameters"], fresh["rows"][k]["parameters"]) << k;
    EXPECT_NEAR(done["rows"][k]["observables"]["drift"].get<double>(),
                fresh["rows"][k]["observables"]["drift"].get<double>(), 1e-9)
        << k;
  }
  EXPECT_EQ(json_of({"merge", fixture("part.sqlite"), store})["added"], 21);
}

TEST_F(OlderFiles, StoresOfOneReleaseMerge) {
  const std::string part = fixture("part.sqlite"), longer = fixture("longer.sqlite");
  EXPECT_EQ(json_of({"merge", part, longer})["added"], 5);
  EXPECT_EQ(json_of({"info", part})["computed_by"], (Json{{"0.1.0", 6}}));
}

TEST_F(OlderFiles, AMapThatWasInterruptedGoesOn) {
  const Json whole = json_of({"info", fixture("map.h5")});
  EXPECT_EQ(whole["complete"], true);
  EXPECT_EQ(whole["version"], "0.1.0");
  EXPECT_EQ(json_of({"basins", fixture("small-map.toml"), "--resume", "--out", "map.h5"})["complete"], true);
  EXPECT_EQ(json_of({"info", "map.h5"})["version"], "0.1.0");  // nothing was left to compute
  const Json part = json_of({"info", fixture("part.h5")});
  EXPECT_EQ(part["missing"], 135);
  EXPECT_EQ(json_of({"basins", fixture("map.toml"), "--resume", "--out", "part.h5"})["complete"], true);
  const Json done = json_of({"info", "part.h5"});
  EXPECT_EQ(done["missing"], 0);
  EXPECT_EQ(done["version"], both);
  ASSERT_EQ(carom({"basins", "map.toml", "--out", "fresh.h5", "--quiet"}).code, 0);
  EXPECT_EQ(json_of({"info", "fresh.h5"})["attractors"].size(), done["attractors"].size());
}

}  // namespace
}  // namespace carom::test
