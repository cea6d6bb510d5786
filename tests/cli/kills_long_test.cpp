// SPDX-License-Identifier: Apache-2.0
// Kills at every system call that writes, and disks that fail at every one of them: nothing is lost that was there, nothing
// half done stays in the way. strace injects both.
#include <cstdio>
#include <functional>
#include <set>

#include "cli/command.hpp"

namespace carom::test {
namespace {

struct Work {
  std::string name;
  std::string before;  // for the shell: what is there already
  std::string act;     // words for the command
  // What is wrong with what is left; empty: nothing.
  std::function<std::string(const std::function<Answer(const std::string&)>& shell)> fault;
};

class Kills : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    ASSERT_EQ(shell("strace -qq -e trace=none true").code, 0)
        << "there is no strace (scripts/install long), or it may not trace";
  }

  // One run of it in which the n-th call of that name meets `what`.
  Answer meet(const Work& work, const std::string& call, const std::string& what, int n, bool for_good) {
    shell("rm -rf -- * .carom-*; " + work.before);
    return shell("exec strace -f -qq -o /dev/null -e trace=" + call + " -e inject=" + call + ":" + what +
                 ":when=" + std::to_string(n) + (for_good ? "+" : "") + " \"$carom\" " + work.act);
  }

  void check(const Work& work, const std::string& where) {
    const std::string fault = work.fault([this](const std::string& line) { return shell(line); });
    EXPECT_EQ(fault, "") << where;
    // Whatever was begun beside a file goes with the next program that writes there.
    EXPECT_EQ(shell("\"$carom\" systems --json tidy.json && ls -a | grep -c '^[.]carom-'").out, "0\n") << where;
  }

  // Every place of the calls that write, until the work is done before it comes to one.
  int kill_everywhere(const Work& work) {
    int kills = 0;
    for (const char* call : calls)
      for (int n = 1; n < 400; n += n < 60 ? 1 : 7) {
        const Answer answer = meet(work, call, "signal=KILL", n, false);
        if (answer.code != 128 + SIGKILL && answer.code != 137) break;
        ++kills;
        check(work, work.name + ": killed at " + call + " " + std::to_string(n));
      }
    return kills;
  }

  int fail_everywhere(const Work& work) {
    int faults = 0;
    for (const char* call : calls)
      for (const auto& [error, for_good] : {std::pair{"ENOSPC", true}, {"EIO", false}, {"EINTR", false}})
        for (int n = 1; n < 400; n += n < 20 ? 1 : 13) {
          if (std::string(error) == "EINTR" && std::string(call) == "rename") break;  // which never ends so
          const Answer answer = meet(work, call, std::string("error=") + error, n, for_good);
          const std::string where = work.name + ": " + error + " at " + call + " " + std::to_string(n);
          EXPECT_TRUE(std::set<int>({0, 2, 3, 4}).count(answer.code)) << where << " ended with " << answer.code;
          ++faults;
          check(work, where);
          // Done all the same, and there was no such call any more.
          if (answer.code == 0 && !for_good && n > 40) break;
          if (answer.code == 0 && for_good) break;
        }
    return faults;
  }

  static constexpr const char* calls[] = {"write", "pwrite64", "rename", "ftruncate", "fsync", "fdatasync", "unlink"};
};

std::string expect_code(const Answer& answer, std::initializer_list<int> codes) {
  for (const int code : codes)
    if (answer.code == code) return "";
  return "code " + std::to_string(answer.code) + ": " + answer.err;
}

std::vector<Work> works() {
  const std::string sweep = "sweep bouncing-ball --vary e=0.5:0.9:0.1 --until 0.2 --quiet";
  const std::string map = "basins dimer --map theta0=1deg:5deg:4 --map h0=1mm:2mm:4 --cycles 60 --quiet --out m.h5";
  std::vector<Work> list;
  for (const std::string file : {"x.csv", "x.h5"})
    list.push_back(
        {"trajectory " + file, "", "run bouncing-ball --until 1 --quiet --out " + file, [file](const auto& shell) {
           // Before the first row there is nothing that could be told.
           return expect_code(shell("test ! -s " + file + " || \"$carom\" info " + file), {0, 2});
         }});
  list.push_back({"sweep", "", sweep + " --out s.sqlite", [sweep](const auto& shell) {
                    const Answer on = shell("\"$carom\" " + sweep + " --out s.sqlite --resume --json -");
                    if (on.code != 0) return expect_code(on, {0});
                    return on.json()["done"] == 5 ? std::string() : "rows are missing";
                  }});
  const std::string many = "sweep bouncing-ball --vary e=0.5:0.9:0.001 --until 40 --quiet";
  list.push_back(
      {"merge",
       "test -d .kept || { mkdir .kept; cd .kept; \"$carom\" " + many + " --out b.sqlite; " +
           "strace -f -qq -o /dev/null -e trace=pwrite64 -e inject=pwrite64:signal=KILL:when=60 \"$carom\" " + many +
           " --out a.sqlite; " + "\"$carom\" info a.sqlite || \"$carom\" " + many +
           " --out a.sqlite --resume; cd ..; }; cp .kept/* .",
       "merge a.sqlite b.sqlite", [](const auto& shell) {
         const Answer again = shell("\"$carom\" merge a.sqlite b.sqlite --json -");
         if (again.code != 0) return expect_code(again, {0});
         return again.json()["done"] == 401 ? std::string() : "rows are missing";
       }});
  list.push_back({"basins", "", map,
                  [map](const auto& shell) { return expect_code(shell("\"$carom\" " + map + " --resume"), {0}); }});
  list.push_back({"checkpoint", "\"$carom\" run rods --cycles 0.1 --quiet --checkpoint c.rst",
                  "run rods --cycles 0.2 --quiet --checkpoint c.rst",
                  [](const auto& shell) { return expect_code(shell("\"$carom\" info c.rst"), {0}); }});
  list.push_back({"report", "\"$carom\" " + sweep + " --out s.sqlite; \"$carom\" report s.sqlite --out r --quiet",
                  "report s.sqlite --out r --quiet", [](const auto& shell) {
                    return expect_code(shell("tail -c 20 r/report.html | grep -q '</html>'"), {0});
                  }});
  return list;
}

TEST_F(Kills, AtEveryCallThatWritesLoseNothing) {
  int kills = 0;
  for (const Work& work : works()) {
    const int here = kill_everywhere(work);
    EXPECT_GT(here, 2) << work.name;
    std::printf("%s: %d kills\n", work.name.c_str(), here);
    std::fflush(stdout);
    kills += here;
  }
  std::printf("%d kills\n", kills);
}

TEST_F(Kills, AreMatchedByDisksThatFailAtEveryCall) {
  int faults = 0;
  for (const Work& work : works()) {
    const int here = fail_everywhere(work);
    std::printf("%s: %d faults\n", work.name.c_str(), here);
    std::fflush(stdout);
    faults += here;
  }
  std::printf("%d faults\n", faults);
}

}  // namespace
}  // namespace carom::test
