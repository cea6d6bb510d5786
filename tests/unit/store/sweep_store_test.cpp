// SPDX-License-Identifier: Apache-2.0
// Stores: what goes in comes out, resumes, merges, and refuses what it is not.
#include "carom/store/sweep_store.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "carom/base/bad_input.hpp"
#include "carom/base/random.hpp"
#include "carom/base/version.hpp"
#include "carom/sweep/study_file.hpp"
#include "support/ordinary_user.hpp"

namespace carom::store {
namespace {

namespace fs = std::filesystem;
using study::SweepRow;

class SweepStoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "carom-store-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  void TearDown() override {
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_);
  }
  std::string path(const std::string& name = "a.sqlite") const { return (folder_ / name).string(); }
  fs::path folder_;
};

study::Sweep balls(const std::string& range = "0.5:0.9:0.1") {
  return study::read_study("system = \"bouncing-ball\"\nuntil = 1\n[vary]\ne = \"" + range + "\"\n", "a.toml");
}

SweepRow row_of(const study::Sweep& sweep, long number) {
  SweepRow row{
      .number = number, .key = "key" + std::to_string(number), .values = study::point_of(sweep, number).values};
  row.outcome = "reached_end";
  row.observables = {
      {"bits", 0.1 * static_cast<double>(number) + 1e-17}, {"count", number}, {"word", std::string("a,\"b\"")}};
  return row;
}

std::string words(const std::function<void()>& act) {
  try {
    act();
  } catch (const BadInput& error) {
    return error.what();
  }
  return "accepted";
}

TEST_F(SweepStoreTest, KeepsBitsWordsAndWhatHasNoValue) {
  const study::Sweep sweep = balls();
  {
    SweepStore store = SweepStore::open(path(), sweep, SweepStore::Mode::fresh);
    SweepRow row = row_of(sweep, 1);
    row.observables.emplace_back("late", study::Cell{});
    row.observables.emplace_back("infinite", HUGE_VAL);
    store.put(row_of(sweep, 3));
    store.put(row);
    store.flush();
  }
  const StoreReader reader(path());
  EXPECT_EQ(reader.info().points, 5);
  EXPECT_EQ(reader.info().done, 2);
  EXPECT_EQ(reader.info().system, "bouncing-ball");
  EXPECT_EQ(reader.info().study, sweep.text);
  std::vector<SweepRow> rows;
  reader.visit([&](const SweepRow& row) { rows.push_back(row); });
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].number, 1);
  EXPECT_EQ(std::get<double>(rows[0].observables[0].second), 0.1 + 1e-17);
  EXPECT_EQ(std::get<long>(rows[1].observables[1].second), 3);
  EXPECT_EQ(std::get<std::string>(rows[0].observables[2].second), "a,\"b\"");
  EXPECT_EQ(rows[0].observables[3].second, study::Cell{});
  EXPECT_EQ(std::get<double>(rows[0].observables[4].second), HUGE_VAL);
  EXPECT_EQ(std::get<double>(rows[0].values[0]), 0.6);
  EXPECT_EQ(reader.numbers("p_e"), (std::vector<double>{0.6, 0.8}));
  EXPECT_NE(to_csv(reader).find("1,0.6,1,reached_end,0.10000000000000002,1,\"a,\"\"b\"\"\","), std::string::npos)
      << to_csv(reader);
}

TEST_F(SweepStoreTest, ReadsSeveralColumnsInOnePass) {
  const study::Sweep sweep = balls();
  {
    SweepStore store = SweepStore::open(path(), sweep, SweepStore::Mode::fresh);
    for (const long k : {4L, 0L, 2L}) {
      SweepRow row = row_of(sweep, k);
      if (k == 2) row.observables.clear();
      store.put(row);
    }
    store.flush();
  }
  const StoreReader reader(path());
  std::vector<double> e, counts;
  std::string said;
  reader.scan({"o_count", "p_e", "outcome", "o_word"}, [&](const StoreRow& row) {
    counts.push_back(row.number(0));
    e.push_back(row.number(1));
    EXPECT_TRUE(std::isnan(row.number(2))) << "a word is no number";
    said += std::string(row.word(2)) + "/" + std::string(row.word(3)) + ";";
  });
  EXPECT_EQ(e, (std::vector<double>{0.5, 0.7, 0.9}));
  EXPECT_EQ(counts[0], 0);
  EXPECT_TRUE(std::isnan(counts[1]));
  EXPECT_EQ(counts[2], 4);
  EXPECT_EQ(said, "reached_end/a,\"b\";reached_end/;reached_end/a,\"b\";");
  EXPECT_NE(words([&] { reader.scan({"o_none"}, [](const StoreRow&) {}); }), "accepted");
  EXPECT_NE(words([&] { reader.scan({"p_e\" --"}, [](const StoreRow&) {}); }).find("no column"), std::string::npos);
}

TEST_F(SweepStoreTest, ResumesWithWhatIsMissingAndTakesNothingTwice) {
  const study::Sweep sweep = balls();
  {
    SweepStore store = SweepStore::open(path(), sweep, SweepStore::Mode::resume);  // not there: begins
    EXPECT_EQ(store.remaining(sweep).numbers.size(), 5u);
    store.put(row_of(sweep, 0));
    SweepRow failed = row_of(sweep, 4);
    failed.failed = true;
    store.put(failed);
    store.flush();
  }
  SweepStore store = SweepStore::open(path(), sweep, SweepStore::Mode::resume);
  const study::Remaining rest = store.remaining(sweep);
  EXPECT_EQ(rest.numbers, (std::vector<long>{1, 2, 3}));
  EXPECT_EQ(rest.before, 2);
  EXPECT_EQ(rest.failed_before, 1);
  store.put(row_of(sweep, 0));
  store.flush();
  EXPECT_EQ(StoreReader(path()).info().done, 2);
}

TEST_F(SweepStoreTest, RefusesWhatIsNotItsOwn) {
  const study::Sweep sweep = balls();
  SweepStore::open(path(), sweep, SweepStore::Mode::fresh);
  const auto open = [&](const study::Sweep& other, SweepStore::Mode mode, const std::string& file) {
    return words([&] { SweepStore::open(file, other, mode); });
  };
  EXPECT_NE(open(sweep, SweepStore::Mode::fresh, path()).find("--resume"), std::string::npos);
  EXPECT_NE(open(balls("0.5:0.8:0.1"), SweepStore::Mode::resume, path()).find("another study"), std::string::npos);
  EXPECT_EQ(open(sweep, SweepStore::Mode::resume, path()), "accepted");
  const study::Sweep dimer = study::read_study("system = \"dimer\"\n[vary]\ne = [0.5]\n", "a.toml");
  EXPECT_NE(open(dimer, SweepStore::Mode::resume, path()).find("not of dimer"), std::string::npos);
  std::ofstream(path("text")) << "no database at all, but long enough";
  EXPECT_NE(open(sweep, SweepStore::Mode::resume, path("text")).find("no store"), std::string::npos);
  {
    Database other(path("other.sqlite"), Database::Mode::create);
    other.run("CREATE TABLE t(x)");
  }
  const auto bytes = [&] {
    std::ifstream file(path("other.sqlite"), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string before = bytes();
  EXPECT_NE(open(sweep, SweepStore::Mode::resume, path("other.sqlite")).find("no store of a sweep"), std::string::npos);
  EXPECT_EQ(bytes(), before) << "what is not ours was changed";
  EXPECT_NE(open(sweep, SweepStore::Mode::fresh, path("none/a.sqlite")).find("cannot open"), std::string::npos);
}

// A store as another version would have left it: its name, and an identity made with other numbers.
void pretend(const std::string& file, const std::string& version, bool other_numbers = false) {
  Database store(file, Database::Mode::write);
  store.run("UPDATE meta SET value = '" + version + "' WHERE name = 'version'");
  if (other_numbers) store.run("UPDATE meta SET value = 'of another time' WHERE name = 'identity'");
}

TEST_F(SweepStoreTest, NewerStoresAreRefused) {
  const study::Sweep sweep = balls();
  SweepStore::open(path(), sweep, SweepStore::Mode::fresh);
  SweepStore::open(path("b.sqlite"), sweep, SweepStore::Mode::fresh);
  pretend(path(), "99.0.0");
  const auto resume = [&] { SweepStore::open(path(), sweep, SweepStore::Mode::resume); };
  EXPECT_NE(words(resume).find("carom 99.0.0, which is newer than this"), std::string::npos);
  EXPECT_NE(words([&] { merge(path(), path("b.sqlite")); }).find("newer"), std::string::npos);
  EXPECT_NE(words([&] { merge(path("b.sqlite"), path()); }).find("newer"), std::string::npos);
  EXPECT_EQ(StoreReader(path()).info().version, "99.0.0");  // of a known format it can be read
  {
    Database store(path(), Database::Mode::write);
    store.run("UPDATE meta SET value = 'carom-sweep-2' WHERE name = 'format'");
  }
  EXPECT_NE(words(resume).find("format 2, newer than this Carom, which reads up to 1"), std::string::npos);
  EXPECT_NE(words([&] { StoreReader reader(path()); }).find("format 2, newer"), std::string::npos);
}

TEST_F(SweepStoreTest, AnOlderStoreGoesOnAndSaysWhichVersionComputedWhat) {
  const study::Sweep sweep = balls();
  for (const bool other_numbers : {false, true}) {
    const std::string file = path(other_numbers ? "other.sqlite" : "same.sqlite");
    {
      SweepStore store = SweepStore::open(file, sweep, SweepStore::Mode::fresh);
      for (const long k : {0L, 2L}) store.put(row_of(sweep, k));
      store.flush();
    }
    pretend(file, "0.0.9", other_numbers);
    {
      SweepStore store = SweepStore::open(file, sweep, SweepStore::Mode::resume);
      EXPECT_EQ(store.note().find("0.0.9, whose numbers may differ") != std::string::npos, other_numbers);
      EXPECT_EQ(StoreReader(file).info().computed_by(), "0.0.9");  // nothing was written yet
      const study::Remaining rest = store.remaining(sweep);
      EXPECT_EQ(rest.before, 2);
      for (const long k : rest.numbers) store.put(row_of(sweep, k));
      store.flush();
    }
    const StoreReader reader(file);
    EXPECT_EQ(reader.info().done, sweep.points());
    EXPECT_EQ(reader.info().computed_by(),
              "0.0.9 (2 rows), " + std::string(program_version) + " (" + std::to_string(sweep.points() - 2) + " rows)");
    EXPECT_EQ(reader.words("version")[2], "");
    EXPECT_EQ(reader.words("version")[3], program_version);
    // Another study of an older version is still another one.
    EXPECT_NE(
        words([&] { SweepStore::open(file, balls("0.5:0.8:0.1"), SweepStore::Mode::resume); }).find("another study"),
        std::string::npos);
  }
}

TEST_F(SweepStoreTest, MergedRowsKeepTheVersionThatComputedThem) {
  const study::Sweep sweep = balls();
  for (const bool other_numbers : {false, true}) {
    const std::string old = path("old.sqlite"), now = path("now.sqlite"), copy = path("copy.sqlite");
    for (const std::string& file : {old, now, copy})
      for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(file + suffix);
    for (const std::string& file : {old, now, copy}) {
      SweepStore store = SweepStore::open(file, sweep, SweepStore::Mode::fresh);
      for (const long k : {0L, file == old ? 1L : 2L}) store.put(row_of(sweep, k));
      store.flush();
    }
    pretend(old, "0.0.9", other_numbers);
    const std::string ours(program_version);
    EXPECT_EQ(merge(now, old), 1);
    EXPECT_EQ(StoreReader(now).info().computed_by(), "0.0.9 (1 row), " + ours + " (2 rows)");
    EXPECT_EQ(merge(old, now), 1);  // what came from the old one is there
    EXPECT_EQ(StoreReader(old).info().computed_by(), "0.0.9 (2 rows), " + ours + " (1 row)");
    EXPECT_EQ(merge(copy, old), 1);
    EXPECT_EQ(StoreReader(copy).info().computed_by(), "0.0.9 (1 row), " + ours + " (2 rows)");
  }
}

TEST_F(SweepStoreTest, MergesTwoHalvesOfOneStudy) {
  const study::Sweep sweep = balls();
  {
    SweepStore a = SweepStore::open(path("a.sqlite"), sweep, SweepStore::Mode::fresh);
    SweepStore b = SweepStore::open(path("b.sqlite"), sweep, SweepStore::Mode::fresh);
    for (const long k : {0L, 1L, 2L}) a.put(row_of(sweep, k));
    for (const long k : {2L, 3L, 4L}) {
      SweepRow row = row_of(sweep, k);
      row.observables.emplace_back("more", 1.0);
      b.put(row);
    }
    a.flush();
    b.flush();
  }
  EXPECT_EQ(merge(path("a.sqlite"), path("b.sqlite")), 2);
  const StoreReader reader(path("a.sqlite"));
  EXPECT_EQ(reader.info().done, 5);
  EXPECT_EQ(reader.numbers("o_more").back(), 1.0);
  EXPECT_TRUE(std::isnan(reader.numbers("o_more").front()));
  SweepStore::open(path("c.sqlite"), balls("0.5:0.8:0.1"), SweepStore::Mode::fresh);
  EXPECT_NE(words([&] { merge(path("a.sqlite"), path("c.sqlite")); }).find("different studies"), std::string::npos);
  EXPECT_NE(words([&] { merge(path("a.sqlite"), path("a.sqlite")); }).find("itself"), std::string::npos);
}

TEST_F(SweepStoreTest, DamagedFilesAreRefusedInWords) {
  const study::Sweep sweep = balls("0.01:0.9:0.01");
  {
    SweepStore store = SweepStore::open(path(), sweep, SweepStore::Mode::fresh);
    for (long k = 0; k < sweep.points(); ++k) store.put(row_of(sweep, k));
    store.flush();
  }
  std::ifstream file(path(), std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  const std::string whole = content.str();
  Random random(5);
  int refused = 0;
  const char* const wanted = std::getenv("CAROM_FUZZ_CASES");  // 100000 makes it a campaign
  const int cases = wanted ? std::atoi(wanted) : 300;
  for (int k = 0; k < cases; ++k) {
    std::string damaged = whole;
    const auto size = static_cast<std::uint32_t>(damaged.size());
    if (k % 3 == 0) damaged.resize(random.index(size));
    for (int n = 0; n < 1 + k % 8 && !damaged.empty(); ++n)
      damaged[random.index(static_cast<std::uint32_t>(damaged.size()))] = static_cast<char>(random.index(256));
    std::ofstream(path("damaged"), std::ios::binary) << damaged;
    try {
      const StoreReader reader(path("damaged"));
      to_csv(reader);
      SweepStore::open(path("damaged"), sweep, SweepStore::Mode::resume).remaining(sweep);
    } catch (const BadInput&) {
      ++refused;
    } catch (const StoreFailure&) {
      ++refused;
    }
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) fs::remove(path("damaged") + suffix);
  }
  EXPECT_GT(refused, cases / 10);
}

TEST_F(SweepStoreTest, IsOneFileOnceItIsClosedAndReadableWhereNothingCanBeWritten) {
  const study::Sweep sweep = balls();
  {
    SweepStore store = SweepStore::open(path(), sweep, SweepStore::Mode::fresh);
    store.put(row_of(sweep, 1));
    store.flush();
    EXPECT_EQ(store.reader().info().done, 1);
  }
  EXPECT_FALSE(fs::exists(path() + "-wal"));
  // An older one, still in WAL mode.
  fs::copy_file(path(), path("old.sqlite"));
  Statement(Database(path("old.sqlite"), Database::Mode::write), "PRAGMA journal_mode = WAL").step();
  fs::permissions(folder_, fs::perms(0555));
  const testing_support::OrdinaryUser user;
  EXPECT_EQ(StoreReader(path()).info().done, 1);
  EXPECT_EQ(StoreReader(path("old.sqlite")).info().done, 1);
}

TEST_F(SweepStoreTest, WithoutANameLeavesNoneBehind) {
  const study::Sweep sweep = balls();
  SweepStore store = SweepStore::unnamed(sweep);
  store.put(row_of(sweep, 2));
  store.flush();
  EXPECT_EQ(store.reader().info().done, 1);
  EXPECT_EQ(store.remaining(sweep).numbers.size(), 4u);
}

// A merge by an older version that was killed left a column without its name, or a name twice.
TEST_F(SweepStoreTest, ThatAnOlderMergeLeftHalfDoneMergesAndGoesOn) {
  const study::Sweep sweep = balls();
  for (const char* name : {"a.sqlite", "b.sqlite"}) {
    SweepStore store = SweepStore::open(path(name), sweep, SweepStore::Mode::fresh);
    if (*name == 'b') store.put(row_of(sweep, 1));
    store.flush();
  }
  Database(path(), Database::Mode::write).run("ALTER TABLE results ADD COLUMN \"o_bits\"");
  fs::copy_file(path(), path("c.sqlite"));
  EXPECT_EQ(merge(path(), path("b.sqlite")), 1);
  EXPECT_EQ(StoreReader(path()).info().observables.size(), 3u);
  SweepStore store = SweepStore::open(path("c.sqlite"), sweep, SweepStore::Mode::resume);
  store.put(row_of(sweep, 3));
  store.flush();
  EXPECT_EQ(store.reader().info().done, 1);
}

// Whatever write fails: the target is as it was.
TEST_F(SweepStoreTest, IsMergedWhollyOrNotAtAll) {
  const study::Sweep sweep = balls("0:0.9:0.001");
  for (const char* name : {"a.sqlite", "b.sqlite"}) {
    SweepStore store = SweepStore::open(path(name), sweep, SweepStore::Mode::fresh);
    if (*name == 'b')
      for (long k = 0; k < 800; ++k) store.put(row_of(sweep, k));
    store.flush();
  }
  const auto size = fs::file_size(path());
  for (rlim_t bytes = 512; bytes < 4 * fs::file_size(path("b.sqlite")); bytes = bytes * 3 / 2) {
    fs::copy_file(path(), path("c.sqlite"), fs::copy_options::overwrite_existing);
    const pid_t child = ::fork();
    if (child == 0) {
      std::signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{bytes, bytes};
      ::setrlimit(RLIMIT_FSIZE, &limit);
      ::_exit(words([&] { merge(path("c.sqlite"), path("b.sqlite")); }) == "accepted" ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status));
    const StoreReader reader(path("c.sqlite"));
    EXPECT_EQ(reader.info().done, WEXITSTATUS(status) == 0 ? 800 : 0) << bytes;
    EXPECT_EQ(reader.info().observables.size(), WEXITSTATUS(status) == 0 ? 3u : 0u) << bytes;
  }
  EXPECT_EQ(fs::file_size(path()), size);
}

TEST_F(SweepStoreTest, WithPointsOutsideItsStudyIsRefused) {
  const study::Sweep sweep = balls();
  for (const char* name : {"a.sqlite", "b.sqlite"}) {
    SweepStore store = SweepStore::open(path(name), sweep, SweepStore::Mode::fresh);
    store.put(row_of(sweep, 1));
    store.flush();
  }
  Database(path("b.sqlite"), Database::Mode::write).run("UPDATE results SET point = 77");
  EXPECT_NE(words([&] { merge(path(), path("b.sqlite")); }).find("outside its study"), std::string::npos);
  EXPECT_NE(words([&] { StoreReader reader(path("b.sqlite")); }).find("outside its study"), std::string::npos);
}

TEST_F(SweepStoreTest, PutsNoFormulasIntoATable) {
  const study::Sweep sweep = balls();
  SweepStore store = SweepStore::open(path(), sweep, SweepStore::Mode::fresh);
  SweepRow row = row_of(sweep, 0);
  row.reason = "=HYPERLINK(\"http://x\")";
  row.observables = {{"word", std::string("@SUM(A1)")}};
  store.put(row);
  store.flush();
  const std::string csv = to_csv(store.reader());
  EXPECT_NE(csv.find(",'@SUM(A1),\"'=HYPERLINK"), std::string::npos) << csv;
}

}  // namespace
}  // namespace carom::store
