// SPDX-License-Identifier: Apache-2.0
#ifdef CAROM_WITH_HDF5

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>

#include <thread>

#include "carom/io/hdf5_handle.hpp"
#include "unit/io/scratch.hpp"

namespace carom::io {
namespace {

using Hdf5 = Scratch;

// As any program opens a file that it knows nothing of.
bool opens_plainly(const std::string& path) {
  const Hdf5Turn turn;
  return static_cast<bool>(Hdf5Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT)));
}

void write_and_wait(const std::string& path, std::size_t rows, std::size_t flush_rows) {
  static std::unique_ptr<RowSink> sink;  // lives until the kill
  sink = make_row_sink(path, {.flush_rows = flush_rows});
  sink->begin(dimer_header());
  for (std::size_t i = 0; i < rows; ++i) sink->row(dimer_row(i));
}

TEST_F(Hdf5, a_table_reads_back_bit_by_bit) {
  write_dimer(*make_row_sink(path("a.h5")), 5000);
  EXPECT_TRUE(opens_plainly(path("a.h5")));
  const Table table = read_table(path("a.h5"));
  expect_dimer_header(table.header);
  ASSERT_EQ(table.rows(), 5000u);
  expect_dimer_rows(table);
}

TEST_F(Hdf5, not_a_number_keeps_its_sign_and_payload) {
  const double odd = std::bit_cast<double>(std::uint64_t{0xFFF8000000001234});
  const auto sink = make_row_sink(path("a.hdf5"));
  sink->begin({"", {{"a", "1", ""}}, {}});
  sink->row(std::vector{odd});
  sink->finish();
  EXPECT_EQ(std::bit_cast<std::uint64_t>(read_table(path("a.hdf5")).values.at(0)), 0xFFF8000000001234u);
}

TEST_F(Hdf5, a_table_without_rows_is_a_table) {
  write_dimer(*make_row_sink(path("a.h5")), 0);
  EXPECT_EQ(read_table(path("a.h5")).rows(), 0u);
  const FileInfo info = file_info(path("a.h5"));
  EXPECT_TRUE(info.closed_cleanly);
  EXPECT_FALSE(info.first_t);
}

TEST_F(Hdf5, many_columns_and_attributes_keep_their_order) {
  TableHeader header{"wide", {}, {}};
  for (int i = 0; i < 60; ++i) {
    header.columns.push_back({"c" + std::to_string(97 * i % 60), "m", ""});
    header.attributes.emplace_back("k" + std::to_string(31 * i % 60), std::string(i * 3000, 'x'));
  }
  const auto sink = make_row_sink(path("a.h5"));
  sink->begin(header);
  sink->row(std::vector<double>(60, 2.5));
  sink->finish();
  const Table table = read_table(path("a.h5"));
  EXPECT_EQ(table.header.attributes, header.attributes);
  for (std::size_t i = 0; i < 60; ++i) EXPECT_EQ(table.header.columns[i].name, header.columns[i].name);
}

TEST_F(Hdf5, info_tells_rows_times_units_and_provenance) {
  write_dimer(*make_row_sink(path("a.h5")), 31);
  const FileInfo info = file_info(path("a.h5"));
  EXPECT_EQ(info.kind, FileKind::hdf5_trajectory);
  EXPECT_EQ(info.format_version, 1);
  EXPECT_EQ(info.rows, 31u);
  EXPECT_EQ(info.first_t, 0.0);
  EXPECT_EQ(info.last_t, 10.0);
  EXPECT_TRUE(info.closed_cleanly);
  EXPECT_FALSE(info.being_written);
  expect_dimer_header(info.header);
  EXPECT_EQ(info.brief(), path("a.h5") + ": trajectory (HDF5), 31 rows, 3 columns, t = 0 to 10, closed cleanly");
  EXPECT_NE(describe(info).find("column     theta [rad]: angle"), std::string::npos);
}

TEST_F(Hdf5, a_run_in_progress_can_be_read_and_is_left_alone) {
  const auto sink = make_row_sink(path("a.h5"), {.flush_rows = 1});
  sink->begin(dimer_header());
  for (std::size_t i = 0; i < 10; ++i) sink->row(dimer_row(i));
  EXPECT_EQ(read_table(path("a.h5")).rows(), 10u);
  const FileInfo info = file_info(path("a.h5"));
  EXPECT_TRUE(info.being_written);
  EXPECT_FALSE(info.repaired);
  EXPECT_EQ(info.rows, 10u);
  for (std::size_t i = 10; i < 2000; ++i) sink->row(dimer_row(i));
  sink->finish();
  EXPECT_EQ(read_table(path("a.h5")).rows(), 2000u);
  EXPECT_TRUE(file_info(path("a.h5")).closed_cleanly);
}

TEST_F(Hdf5, a_second_writer_is_refused_and_does_no_harm) {
  Victim victim([&] { write_and_wait(path("a.h5"), 50, 1); });
  ASSERT_TRUE(victim.wrote());
  const auto sink = make_row_sink(path("a.h5"));
  EXPECT_NE(message_of([&] { sink->begin(dimer_header()); }).find("another program"), std::string::npos);
  EXPECT_NE(message_of([&] { check_writable(path("a.h5")); }).find("another program"), std::string::npos);
  EXPECT_EQ(read_table(path("a.h5")).rows(), 50u);
}

TEST_F(Hdf5, a_killed_run_leaves_its_flushed_rows_and_info_repairs_the_file) {
  for (const std::size_t rows : {1u, 50u, 1500u, 5000u}) {
    std::filesystem::remove(path("a.h5"));
    Victim victim([&] { write_and_wait(path("a.h5"), rows, 7); });
    ASSERT_TRUE(victim.wrote());
    EXPECT_TRUE(file_info(path("a.h5")).being_written);
    victim.kill_now();
    EXPECT_FALSE(opens_plainly(path("a.h5")));
    const Table killed = read_table(path("a.h5"));
    EXPECT_GE(killed.rows() + 7, rows);
    EXPECT_GE(killed.rows(), 1u);
    expect_dimer_rows(killed);

    const FileInfo seen = file_info(path("a.h5"), {.repair = false});
    EXPECT_FALSE(seen.repaired);
    EXPECT_FALSE(opens_plainly(path("a.h5")));
    const FileInfo info = file_info(path("a.h5"));
    EXPECT_TRUE(info.repaired);
    EXPECT_FALSE(info.closed_cleanly);
    EXPECT_EQ(info.rows, killed.rows());
    EXPECT_TRUE(opens_plainly(path("a.h5")));
    EXPECT_EQ(files(), 1u);

    const Table repaired = read_table(path("a.h5"));
    expect_dimer_header(repaired.header);
    EXPECT_EQ(repaired.values.size(), killed.values.size());
    expect_dimer_rows(repaired);
    const FileInfo again = file_info(path("a.h5"));
    EXPECT_FALSE(again.repaired);
    EXPECT_FALSE(again.closed_cleanly);
  }
}

TEST_F(Hdf5, a_kill_in_the_middle_of_writing_leaves_a_prefix) {
  for (int round = 0; round < 12; ++round) {
    std::filesystem::remove(path("a.h5"));
    const pid_t child = fork();
    if (child == 0) {
      const auto sink = make_row_sink(path("a.h5"), {.flush_rows = 3});
      sink->begin(dimer_header());
      for (std::size_t i = 0;; ++i) sink->row(dimer_row(i));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(60 + 7 * round));
    ::kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    if (std::filesystem::exists(path("a.h5")) && message_of([&] { read_table(path("a.h5")); }).empty()) {
      const Table killed = read_table(path("a.h5"));
      expect_dimer_rows(killed);
      EXPECT_TRUE(file_info(path("a.h5")).repaired);
      EXPECT_TRUE(opens_plainly(path("a.h5")));
      EXPECT_EQ(read_table(path("a.h5")).rows(), killed.rows());
    }
  }
}

TEST_F(Hdf5, a_repair_follows_a_symbolic_link_and_keeps_the_permissions) {
  Victim victim([&] { write_and_wait(path("a.h5"), 20, 1); });
  victim.kill_now();
  std::filesystem::create_symlink("a.h5", path("link.h5"));
  std::filesystem::permissions(path("a.h5"), std::filesystem::perms(0640));
  EXPECT_TRUE(file_info(path("link.h5")).repaired);
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.h5")));
  EXPECT_EQ(std::filesystem::status(path("a.h5")).permissions(), std::filesystem::perms(0640));
  EXPECT_EQ(read_table(path("a.h5")).rows(), 20u);
}

TEST_F(Hdf5, a_sink_that_is_dropped_keeps_its_rows_but_is_not_complete) {
  {
    const auto sink = make_row_sink(path("a.h5"));
    sink->begin(dimer_header());
    for (std::size_t i = 0; i < 10; ++i) sink->row(dimer_row(i));
  }
  EXPECT_TRUE(opens_plainly(path("a.h5")));
  const FileInfo info = file_info(path("a.h5"));
  EXPECT_EQ(info.rows, 10u);
  EXPECT_FALSE(info.closed_cleanly);
}

TEST_F(Hdf5, a_full_disk_is_bad_input_and_not_a_crash) {
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{200000, 200000};
    setrlimit(RLIMIT_FSIZE, &limit);
    const bool refused = !message_of([&] { write_dimer(*make_row_sink(path("a.h5")), 100000); }).empty();
    _exit(refused ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  // What was flushed before is there, at whatever byte the disk was full.
  const Table table = read_table(path("a.h5"));
  EXPECT_GT(table.rows(), 1000u);
  expect_dimer_rows(table);
}

// At many places: within the structure, within columns, between them.
TEST_F(Hdf5, a_disk_that_is_full_at_any_byte_leaves_a_prefix) {
  std::size_t most = 0;
  for (rlim_t bytes = 900; bytes < 200000; bytes = bytes * 5 / 4 + 13) {
    const pid_t child = fork();
    if (child == 0) {
      signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{bytes, bytes};
      setrlimit(RLIMIT_FSIZE, &limit);
      message_of([&] { write_dimer(*make_row_sink(path("b.h5"), {.flush_rows = 100}), 100000); });
      exit(0);  // with the library's own end
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << bytes;
    std::size_t rows = 0;
    const std::string refusal = message_of([&] {
      const Table table = read_table(path("b.h5"));
      expect_dimer_rows(table);
      rows = table.rows();
    });
    if (!refusal.empty()) {
      EXPECT_NE(refusal.find(path("b.h5")), std::string::npos) << refusal;
      EXPECT_LT(bytes, 12000u) << refusal;  // before the first rows
    }
    EXPECT_GE(rows + 200, most) << bytes;
    most = std::max(most, rows);
  }
  EXPECT_GT(most, 1000u);
}

TEST_F(Hdf5, an_interrupted_run_says_so) {
  for (const char* name : {"a.h5", "a.csv"}) {
    const auto sink = make_row_sink(path(name));
    sink->begin(dimer_header());
    for (std::size_t i = 0; i < 10; ++i) sink->row(dimer_row(i));
    sink->close({.kind = Ending::Kind::interrupted, .t = 3.25, .planned = 40});
    const FileInfo info = file_info(path(name));
    EXPECT_TRUE(info.closed_cleanly);
    ASSERT_TRUE(info.interruption);
    EXPECT_EQ(info.interruption->t, 3.25);
    EXPECT_EQ(info.interruption->planned, 40);
    EXPECT_NE(describe(info).find("interrupted at t = 3.25 of 40"), std::string::npos);
  }
  write_dimer(*make_row_sink(path("b.h5")), 5);
  EXPECT_FALSE(file_info(path("b.h5")).interruption);
}

TEST_F(Hdf5, threads_write_their_own_files_at_once) {
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k) {
    threads.emplace_back(
        [&, k] { write_dimer(*make_row_sink(path(std::to_string(k) + ".h5"), {.flush_rows = 10}), 500); });
  }
  for (auto& thread : threads) thread.join();
  for (int k = 0; k < 4; ++k) expect_dimer_rows(read_table(path(std::to_string(k) + ".h5")));
}

TEST_F(Hdf5, an_hdf5_file_of_another_kind_is_bad_input) {
  {
    const Hdf5Turn turn;
    const Hdf5Handle file(H5Fcreate(path("a.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  }
  EXPECT_EQ(message_of([&] { file_info(path("a.h5")); }),
            "cannot read '" + path("a.h5") + "': there is no group 'trajectory' in this HDF5 file");
}

TEST_F(Hdf5, an_event_log_has_codes_for_its_words) {
  const auto sink = make_event_sink(path("e.h5"));
  sink->begin({"dimer", {{"v_n_minus_left", "m/s", ""}, {"v_n_minus_right", "m/s", ""}}, {{"version", "0.1.0"}}});
  sink->event({0.1, "impact", "left", {1, 2}});
  sink->event({0.2, "multiple_impact", "left+right", {3, 4}});
  sink->event({0.3, "chatter_limit", "right", {5, 6}});
  sink->event({0.4, "heel strike", "floor", {7, 8}});  // an event of the mechanism's own, by its name
  sink->finish();
  const Table table = read_table(path("e.h5"));
  EXPECT_EQ(table.header.columns[1].meaning,
            "0 impact, 1 multiple_impact, 2 close, 3 stick, 4 slip, 5 detach, 6 chatter_limit, 7 event");
  EXPECT_EQ(table.header.columns[2].meaning, "sum of 1 left, 2 right");
  ASSERT_EQ(table.rows(), 4u);
  EXPECT_EQ(table.column("kind")[0], 0);
  EXPECT_EQ(table.column("kind")[1], 1);
  EXPECT_EQ(table.column("kind")[2], 6);
  EXPECT_EQ(table.column("kind")[3], 7);
  EXPECT_EQ(table.column("contacts")[0], 1);
  EXPECT_EQ(table.column("contacts")[1], 3);
  EXPECT_EQ(table.column("contacts")[2], 2);
  EXPECT_TRUE(std::isnan(table.column("contacts")[3]));
  EXPECT_EQ(table.column("v_n_minus_right")[3], 8);
  EXPECT_EQ(table.column("t")[2], 0.3);
}

}  // namespace
}  // namespace carom::io

#endif
