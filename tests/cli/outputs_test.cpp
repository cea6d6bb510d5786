// SPDX-License-Identifier: Apache-2.0
// What the command writes, and where: full disks, devices and pipes, standard streams, signals, links that others planted.
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "carom/io/file_info.hpp"
#include "carom/io/table_file.hpp"
#include "cli/command.hpp"

namespace carom::test {
namespace {

using Outputs = CommandTest;
using Json = nlohmann::json;

double seconds_since(std::chrono::steady_clock::time_point begun) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

// ---- full disks ------------------------------------------------------------------------------------------------------

#ifdef CAROM_WITH_HDF5
TEST_F(Outputs, OfAFullDiskCanBeReadUpToThere) {
  const Answer answer = shell("ulimit -f 1024; exec \"$carom\" run dimer --cycles 200 --out u.h5 --quiet");
  EXPECT_EQ(answer.code, 3) << answer.err;
  EXPECT_NE(answer.err.find("cannot write to 'u.h5': File too large"), std::string::npos) << answer.err;
  const Answer info = carom({"info", "u.h5", "--json", "-"});
  ASSERT_EQ(info.code, 0) << info.err;
  EXPECT_GT(info.json()["rows"].get<long>(), 1000);
  EXPECT_FALSE(info.json()["closed_cleanly"].get<bool>());
  EXPECT_EQ(io::read_table(in_folder("u.h5")).rows(), info.json()["rows"].get<std::size_t>());
}

TEST_F(Outputs, OfAMapOnAFullDiskLeaveTheOldOne) {
  std::ofstream(in_folder("m.h5")) << "old";
  const Answer answer = shell(
      "ulimit -f 4; exec \"$carom\" basins dimer --map theta0=1deg:5deg:12 --map h0=1mm:2mm:12 --cycles 100 --out m.h5 "
      "--quiet");
  EXPECT_EQ(answer.code, 3) << answer.err;
  EXPECT_EQ(text_of(in_folder("m.h5")), "old");
  EXPECT_EQ(files().size(), 1u);
}
#endif

// ---- what is no regular file -----------------------------------------------------------------------------------------

TEST_F(Outputs, NeverReplaceADevice) {
  fs::create_symlink("/dev/null", in_folder("null"));
  EXPECT_EQ(carom({"systems", "--json", "null"}).code, 0);
  EXPECT_EQ(carom({"run", "rods", "--cycles", "0.1", "--checkpoint", "null", "--quiet"}).code, 0);
  EXPECT_EQ(carom({"sweep", "bouncing-ball", "--vary", "e=0.5,0.6", "--until", "0.1", "--csv", "null"}).code, 0);
  EXPECT_TRUE(fs::is_symlink(in_folder("null")));
  struct stat status {};
  ASSERT_EQ(::stat("/dev/null", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode));
}

TEST_F(Outputs, GoThroughStandardOutputUnderItsNameInDev) {
  const Answer answer = carom({"systems", "--json", "/dev/stdout"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_FALSE(answer.json()["systems"].empty());
  const Answer through = shell("\"$carom\" systems --json /dev/fd/3 3> three | cat");
  EXPECT_FALSE(Json::parse(text_of(in_folder("three")))["systems"].empty()) << through.err;
  EXPECT_EQ(shell("echo before > log; \"$carom\" systems --json /dev/stdout >> log; head -c 8 log").out, "before\n{");
}

TEST_F(Outputs, FollowLinksToWhatIsMeant) {
  fs::create_directory(in_folder("there"));
  fs::create_symlink("there/a.json", in_folder("link.json"));
  ASSERT_EQ(carom({"systems", "--json", "link.json"}).code, 0);
  EXPECT_TRUE(fs::is_symlink(in_folder("link.json")));
  EXPECT_TRUE(fs::is_regular_file(in_folder("there/a.json")));
  EXPECT_EQ(carom({"systems", "--json", "there"}).code, 2);
}

// ---- standard streams ------------------------------------------------------------------------------------------------

TEST_F(Outputs, ThatAreLostAreAnError) {
  ASSERT_TRUE(fs::exists("/dev/full"));
  const std::string sweep = "sweep bouncing-ball --vary e=0.5,0.6 --until 0.1 --quiet";
  for (const std::string& words : {std::string("systems"), sweep, std::string("run dimer --cycles 1"),
                                   std::string("describe dimer --json -"), std::string("--help")}) {
    const Answer full = shell("\"$carom\" " + words + " > /dev/full");
    EXPECT_EQ(full.code, 3) << words;
    EXPECT_NE(full.err.find("cannot write to standard output: No space left on device"), std::string::npos) << full.err;
    EXPECT_EQ(shell("\"$carom\" " + words + " >&-").code, 3) << words;
  }
}

TEST_F(Outputs, OfTalkMayBeLostInSilence) {
  for (const char* where : {"2> /dev/full", "2>&-"}) {
    EXPECT_EQ(shell(std::string("\"$carom\" run dimer --cycles 1 ") + where).code, 0) << where;
    EXPECT_EQ(shell(std::string("\"$carom\" run nothing ") + where).code, 2) << where;
  }
  // What is written is not taken for a stream that is closed.
  EXPECT_EQ(shell("\"$carom\" run dimer --cycles 1 --events e.csv >&- 2>&-").code, 3);
  EXPECT_EQ(text_of(in_folder("e.csv")).find("carom:"), std::string::npos);
}

TEST_F(Outputs, LeaveNothingBehindWhenTheirReaderGoes) {
  fs::create_directory(in_folder("tmp"));
  const Answer answer = shell(
      "export TMPDIR=$PWD/tmp; { \"$carom\" sweep bouncing-ball --vary e=0.3:0.9:0.0002 --until 0.05; echo $? > code; "
      "} | "
      "head -1");
  EXPECT_EQ(answer.out.substr(0, 6), "point,");
  EXPECT_EQ(text_of(in_folder("code")), "3\n");
  EXPECT_EQ(answer.err.find("cannot"), std::string::npos) << answer.err;
  EXPECT_TRUE(fs::is_empty(in_folder("tmp")));
}

TEST_F(Outputs, OfAStrangerDoNotActOnATerminal) {
  std::ofstream(in_folder("a.csv")) << "t,\x1b]0;pwned\x07v\n1,2\n";
  const Answer answer = carom({"info", "a.csv"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.out.find('\x1b'), std::string::npos);
  EXPECT_EQ(carom({"run", "\x1b[2Jdimer"}).err.find('\x1b'), std::string::npos);
}

// ---- signals and lengths ---------------------------------------------------------------------------------------------

TEST_F(Outputs, OfRunsSayThatTheyWereInterrupted) {
  for (const std::string name : {"x.csv",
#ifdef CAROM_WITH_HDF5
                                 "x.h5"
#endif
       }) {
    start({"run", "dimer", "--cycles", "1e6", "--force", "--out", name, "--json", "x.json", "--quiet"});
    ASSERT_TRUE(wait_for(name, 200000));
    send(SIGINT);
    EXPECT_EQ(finish().code, 130);
    const Json json = carom({"info", name, "--json", "-"}).json();
    EXPECT_EQ(json["interrupted"]["t"], Json::parse(text_of(in_folder("x.json")))["t_end"]) << name;
    EXPECT_DOUBLE_EQ(json["interrupted"]["of"].get<double>(), 4e4);
    EXPECT_NE(carom({"info", name}).out.find("interrupted at t = "), std::string::npos);
  }
}

TEST_F(Outputs, OfAbsurdLengthAreRefusedBeforeTheyBegin) {
  const Answer tiny = carom({"run", "dimer", "--cycles", "5", "--dt", "1e-300", "--out", "e.csv"});
  EXPECT_EQ(tiny.code, 2);
  EXPECT_NE(tiny.err.find("too small"), std::string::npos) << tiny.err;
  const Answer many = carom({"run", "dimer", "--cycles", "5", "--dt", "1e-12", "--out", "e.csv"});
  EXPECT_EQ(many.code, 2);
  EXPECT_NE(many.err.find("--force"), std::string::npos) << many.err;
  EXPECT_TRUE(files().empty());
  start({"run", "dimer", "--cycles", "5", "--dt", "1e-12", "--out", "e.csv", "--force", "--quiet"});
  ASSERT_TRUE(wait_for("e.csv", 1000));
  const auto asked = std::chrono::steady_clock::now();
  send(SIGINT);
  EXPECT_EQ(finish().code, 130);
  EXPECT_LT(seconds_since(asked), 10);
  EXPECT_NE(carom({"info", "e.csv"}).out.find("interrupted at t = "), std::string::npos);
}

TEST_F(Outputs, OfAStudyThatNeverEndsAreForetold) {
  const Answer answer = carom({"sweep", "rods", "--vary", "phi=10deg,20deg", "--cycles", "1e300", "--dry-run"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_NE((answer.out + answer.err).find("--cycles must be above 0 and below 1e9"), std::string::npos) << answer.out;
  const Answer many = carom({"sweep", "bouncing-ball", "--vary", "e=0:0.9:1e-5", "--vary", "mu=0:1:1e-4", "--dry-run"});
  EXPECT_EQ(many.code, 2);
  EXPECT_NE(many.err.find("too large"), std::string::npos) << many.err;
}

#ifndef CAROM_WITH_MPI
TEST_F(Outputs, OfABuildWithoutMpiAreNotWrittenByManyAtOnce) {
  const Answer answer = shell("OMPI_COMM_WORLD_SIZE=3 \"$carom\" sweep bouncing-ball --vary e=0.5,0.6 --out s.sqlite");
  EXPECT_EQ(answer.code, 2);
  EXPECT_NE(answer.err.find("built without MPI"), std::string::npos) << answer.err;
  EXPECT_TRUE(files().empty());
}
#endif

TEST_F(Outputs, OfAFinishedRunOfRodsDoNotGoOnByThemselves) {
  ASSERT_EQ(carom({"run", "rods", "--cycles", "0.2", "--checkpoint", "a.rst", "--quiet"}).code, 0);
  const Answer on = carom({"run", "rods", "--restart", "a.rst", "--quiet"});
  EXPECT_EQ(on.code, 2);
  EXPECT_NE(on.err.find("has come to its end after 0.2 cycles: say with --cycles how many more"), std::string::npos)
      << on.err;
  EXPECT_EQ(carom({"run", "rods", "--restart", "a.rst", "--cycles", "0.1", "--quiet"}).code, 0);
  // The same run leaves the same bytes.
  ASSERT_EQ(carom({"run", "rods", "--cycles", "0.2", "--checkpoint", "b.rst", "--quiet"}).code, 0);
  EXPECT_EQ(text_of(in_folder("a.rst")), text_of(in_folder("b.rst")));
}

TEST_F(Outputs, OfIdentifyComeBeforeTheEndOfTime) {
  std::ofstream record(in_folder("r.csv"));
  record << "t,v1,v2\n";
  for (int i = 0; i < 40; ++i) record << i << "e299," << 0.1 * i << "," << 0.2 * i << "\n";
  record.close();
  const Answer answer = carom({"identify", "disc-ball", "r.csv", "--preset", "case2"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_NE(answer.err.find("times are in seconds"), std::string::npos) << answer.err;
  std::ofstream(in_folder("q.csv")) << "t,v1,v2\n1,2,3\n2,\"3,4\n3,4,5\n";
  EXPECT_NE(carom({"identify", "disc-ball", "q.csv"}).err.find("never closed"), std::string::npos);
}

TEST_F(Outputs, AreNotKeptWaitingWhileALatticeIsBuilt) {
  start({"run", "lattice", "--set", "N=300000", "--quiet"});
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  const auto asked = std::chrono::steady_clock::now();
  send(SIGINT);
  EXPECT_EQ(finish().code, 130);
  EXPECT_LT(seconds_since(asked), 3);
}

}  // namespace
}  // namespace carom::test
