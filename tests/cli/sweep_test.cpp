// SPDX-License-Identifier: Apache-2.0
// carom sweep, merge and info: stores, resumption after kills, several processes, refusals.
#include <algorithm>
#include <cstdlib>
#include <set>

#include "cli/command.hpp"

namespace carom::test {
namespace {

using SweepCommand = CommandTest;
using Json = nlohmann::json;

const std::vector<std::string> balls{"sweep", "bouncing-ball", "--vary", "e=0.5:0.9:0.02", "--until", "1", "--quiet"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

// Rows without what may differ from run to run.
Json rows_of(const Answer& answer) { return answer.json()["rows"]; }

TEST_F(SweepCommand, RowsGoToStdoutWithoutAStore) {
  const Answer answer = carom(balls);
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(std::count(answer.out.begin(), answer.out.end(), '\n'), 22);
  EXPECT_EQ(answer.out.substr(0, 20), "point,e,seed,outcome");
  EXPECT_TRUE(files().empty());
}

TEST_F(SweepCommand, RowsAreTheSameForAnyNumberOfJobs) {
  const Answer one = carom(with(balls, {"--jobs", "1", "--out", "a.sqlite", "--json", "-"}));
  const Answer two = carom(with(balls, {"--jobs", "3", "--out", "b.sqlite", "--json", "-"}));
  ASSERT_EQ(one.code, 0) << one.err;
  EXPECT_EQ(rows_of(one).size(), 21u);
  EXPECT_EQ(rows_of(one), rows_of(two));
  const Json info = carom({"info", "a.sqlite", "--json", "-"}).json();
  EXPECT_EQ(info["points"], 21);
  EXPECT_EQ(info["done"], 21);
  EXPECT_EQ(info["failed"], 0);
}

TEST_F(SweepCommand, AStudyFileSaysItAll) {
  std::ofstream(in_folder("study.toml"))
      << "system = \"bouncing-ball\"\nuntil = \"1s\"\n[vary]\ne = { from = 0.5, to = "
         "0.9, step = 0.02 }\n";
  const Answer file = carom({"sweep", "study.toml", "--quiet"}), flags = carom(balls);
  ASSERT_EQ(file.code, 0) << file.err;
  EXPECT_EQ(file.out, flags.out);
  EXPECT_EQ(carom({"sweep", "study.toml", "--set", "e=1"}).code, 2);
}

TEST_F(SweepCommand, ResumesAndRefuses) {
  ASSERT_EQ(carom(with(balls, {"--out", "a.sqlite"})).code, 0);
  const Answer again = carom(with(balls, {"--out", "a.sqlite"}));
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("--resume"), std::string::npos);
  const Answer resumed = carom(with(balls, {"--out", "a.sqlite", "--resume", "--json", "-"}));
  EXPECT_EQ(resumed.code, 0);
  EXPECT_EQ(resumed.json()["computed"], 0);
  const Answer other = carom({"sweep", "bouncing-ball", "--vary", "e=0.5,0.6", "--out", "a.sqlite", "--resume"});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("another study"), std::string::npos) << other.err;
}

TEST_F(SweepCommand, TellsPointsAndTimeBeforehand) {
  const Answer answer = carom(with(balls, {"--dry-run", "--json", "-"}));
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.json()["points"], 21);
  EXPECT_GT(answer.json()["estimated_seconds"].get<double>(), 0);
  EXPECT_TRUE(files().empty());
}

TEST_F(SweepCommand, FailedPointsAreRowsAndExitFour) {
  const Answer answer = carom(
      {"sweep", "lattice", "--set", "N=100", "--set", "dt=2e-3", "--vary", "gap=0.08,-1", "--json", "-", "--quiet"});
  EXPECT_EQ(answer.code, 4) << answer.err;
  EXPECT_EQ(answer.json()["failed"], 1);
  EXPECT_EQ(rows_of(answer)[1]["outcome"], "refused");
  EXPECT_NE(rows_of(answer)[1]["reason"].get<std::string>().find("inside the wall"), std::string::npos);
}

TEST_F(SweepCommand, BadRangesAreRefusedInOneSentence) {
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& words) {
    const Answer answer = carom(arguments);
    EXPECT_EQ(answer.code, 2) << words;
    EXPECT_NE(answer.err.find(words), std::string::npos) << answer.err;
    EXPECT_TRUE(files().empty());
  };
  const std::vector<std::string> sweep{"sweep", "dimer", "--out", "a.sqlite"};
  refused(with(sweep, {"--vary", "A_r=3:2:1"}), "is empty");
  refused(with(sweep, {"--vary", "A_r=3:4:1", "--vary", "A_r=3:5:1"}), "contradict");
  refused(with(sweep, {"--vary", "A_r=3:4:1kg"}), "kg");
  refused(with(sweep, {"--vary", "Ar=3:4:1"}), "A_r");
  refused(with(sweep, {"--vary", "A_r=3:4:1", "--set", "A_r=3"}), "take one away");
  refused(sweep, "varies something");
  refused({"sweep", "none.toml"}, "cannot read");
  refused({"sweep", "dimer", "--vary", "A_r=3:4:1", "--resume"}, "--out");
}

// A store survives being killed at any moment: nothing missing, nothing twice.
TEST_F(SweepCommand, KilledTwentyTimesItStillComesToTheSameRows) {
  const std::vector<std::string> sweep{
      "sweep", "bouncing-ball", "--vary",   "e=0.5:0.899:0.001", "--until", "5", "--quiet", "--jobs",
      "2",     "--out",         "a.sqlite", "--resume"};
  std::srand(7);
  int killed = 0;
  for (int round = 0; round < 20; ++round) {
    start(sweep);
    std::this_thread::sleep_for(std::chrono::milliseconds(5 + std::rand() % 120));
    send(SIGKILL);
    killed += finish().code == 128 + SIGKILL;
    if (fs::exists(in_folder("a.sqlite")) && fs::file_size(in_folder("a.sqlite")) > 0) {
      const Answer info = carom({"info", "a.sqlite"});
      EXPECT_TRUE(info.code == 0 || info.err.find("no store") != std::string::npos) << info.err;
    }
  }
  EXPECT_GT(killed, 0);
  const Answer last = carom(with(sweep, {"--json", "-"}));
  ASSERT_EQ(last.code, 0) << last.err;
  const Answer whole =
      carom({"sweep", "bouncing-ball", "--vary", "e=0.5:0.899:0.001", "--until", "5", "--quiet", "--json", "-"});
  EXPECT_EQ(rows_of(last).size(), 400u);
  EXPECT_EQ(rows_of(last), rows_of(whole));
}

// As on a full disk: the message says so, what was written stays, and --resume goes on.
TEST_F(SweepCommand, AFileThatMayNotGrowLosesNothing) {
  const std::string sweep =
      "'" CAROM_COMMAND "' sweep bouncing-ball --vary e=0.5:0.9:0.00005 --until 1 --out a.sqlite --resume";
  const std::string there = "cd '" + in_folder("").string() + "' && ";
  const int code = std::system((there + "(ulimit -f 100; exec " + sweep + ") 2> words.txt").c_str());
  EXPECT_EQ(WEXITSTATUS(code), 3);
  EXPECT_NE(text_of(in_folder("words.txt")).find("--resume"), std::string::npos) << text_of(in_folder("words.txt"));
  EXPECT_EQ(carom({"info", "a.sqlite"}).code, 0);
  EXPECT_EQ(WEXITSTATUS(std::system((there + sweep + " --quiet").c_str())), 0);
  const Json info = carom({"info", "a.sqlite", "--json", "-"}).json();
  EXPECT_EQ(info["done"], 8001);
}

#ifdef CAROM_WITH_MPI
void let_root_run_mpi() {
  ::setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
  ::setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
}

TEST_F(SweepCommand, FourProcessesGiveTheRowsOfOne) {
  let_root_run_mpi();
  ASSERT_EQ(carom(with(balls, {"--out", "one.sqlite"})).code, 0);
  std::string command = "cd '" + in_folder("").string() + "' && mpirun --oversubscribe -n 4 '" CAROM_COMMAND "'";
  for (const std::string& word : with(balls, {"--out", "four.sqlite"})) command += " '" + word + "'";
  ASSERT_EQ(std::system((command + " > mpi.txt 2>&1").c_str()), 0) << text_of(in_folder("mpi.txt"));
  const auto csv = [&](const std::string& store) {
    const Answer answer = carom(with(balls, {"--out", store, "--resume", "--csv", store + ".csv"}));
    EXPECT_EQ(answer.code, 0) << answer.err;
    return text_of(in_folder(store + ".csv"));
  };
  const std::string rows = csv("four.sqlite");
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 22);
  EXPECT_EQ(rows, csv("one.sqlite"));
  // Bad input ends all of them, with its message.
  const int code = std::system((command + " > mpi.txt 2>&1").c_str());
  EXPECT_NE(code, 0);
  EXPECT_NE(text_of(in_folder("mpi.txt")).find("is there already"), std::string::npos);
}

// The processes of the command that have the word among their arguments.
std::vector<pid_t> processes_with(const std::string& word) {
  std::vector<pid_t> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string line = text_of(entry.path() / "cmdline");
    if (line.substr(0, line.find('\0')) == CAROM_COMMAND && line.find(word) != std::string::npos)
      found.push_back(static_cast<pid_t>(std::stol(name)));
  }
  return found;
}

// One of the processes dies: the job ends, the store keeps what had come.
TEST_F(SweepCommand, AKilledProcessOfSeveralLosesNothing) {
  let_root_run_mpi();
  const std::string store = in_folder("a.sqlite").string();
  const std::string sweep = "'" CAROM_COMMAND
                            "' sweep dimer --vary A_r=3:5:0.002 --cycles 60 --observables drift --out " +
                            store + " --resume --quiet";
  std::srand(3);
  for (int round = 0; round < 4; ++round) {
    int code = 0;
    // On a busy machine the kill may come while the ranks still start, and mpirun then waits for ever: not our business.
    std::thread job([&] {
      code = std::system(("timeout -k 1 30 mpirun --oversubscribe -n 3 " + sweep + " > /dev/null 2>&1").c_str());
    });
    std::vector<pid_t> ranks;
    for (int tries = 0; tries < 1000 && ranks.size() < 3; ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      ranks = processes_with(store);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50 + std::rand() % 200));
    EXPECT_EQ(ranks.size(), 3u);
    if (!ranks.empty()) ::kill(ranks[static_cast<std::size_t>(std::rand()) % ranks.size()], SIGKILL);
    job.join();
    EXPECT_NE(code, 0) << "the job outlived one of its processes, or ended before";
  }
  ASSERT_EQ(std::system(sweep.c_str()), 0);
  const Json info = carom({"info", "a.sqlite", "--json", "-"}).json();
  EXPECT_EQ(info["done"], 1001);
  EXPECT_EQ(info["failed"], 0);
}
#endif

TEST_F(SweepCommand, MergeAddsWhatIsMissing) {
  ASSERT_EQ(carom(with(balls, {"--out", "a.sqlite"})).code, 0);
  ASSERT_EQ(carom(with(balls, {"--out", "b.sqlite"})).code, 0);
  const Answer answer = carom({"merge", "a.sqlite", "b.sqlite", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.json()["added"], 0);
  EXPECT_EQ(carom({"merge", "a.sqlite", "none.sqlite"}).code, 2);
}

}  // namespace
}  // namespace carom::test
