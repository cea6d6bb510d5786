// SPDX-License-Identifier: Apache-2.0
// Files that were cut, or that someone made to harm: a clear BadInput or a readable prefix, never a crash.
#include <gtest/gtest.h>

#include <random>

#include "unit/io/scratch.hpp"

// The HDF5 library leaks when it gives up on a damaged file; under the leak sanitizer that is not ours to fail on.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5\n"; }

namespace carom::io {
namespace {

using Damage = Scratch;

// A prefix of the rows, or a BadInput that names the file.
void expect_prefix_or_refusal(const std::string& path) {
  std::size_t rows = 0;
  const std::string reading = message_of([&] {
    const Table table = read_table(path);
    expect_dimer_rows(table);
    rows = table.rows();
  });
  if (!reading.empty()) {
    EXPECT_NE(reading.find(path), std::string::npos) << reading;
  }
  const std::string looking = message_of([&] { EXPECT_EQ(file_info(path, {.repair = false}).rows, rows); });
  if (reading.empty()) {
    EXPECT_EQ(looking, "");
  }
}

void cut_at_tenths_and_elsewhere(const std::string& whole, const std::string& path) {
  std::vector<std::size_t> lengths = {0, 1, 7, 8, 9, 11, 12, 40, 48, 100, whole.size() - 1};
  for (std::size_t tenth = 1; tenth < 10; ++tenth) lengths.push_back(whole.size() * tenth / 10);
  for (const std::size_t length : lengths) {
    SCOPED_TRACE(length);
    put_content(path, whole.substr(0, length));
    expect_prefix_or_refusal(path);
  }
}

TEST_F(Damage, a_cut_csv_file_gives_a_prefix_and_is_known_to_be_cut) {
  write_dimer(*make_row_sink(path("a.csv")), 500);
  const std::string whole = content(path("a.csv"));
  cut_at_tenths_and_elsewhere(whole, path("b.csv"));
  put_content(path("b.csv"), whole.substr(0, whole.size() - 1));
  EXPECT_EQ(file_info(path("b.csv")).rows, 499u);
  EXPECT_FALSE(file_info(path("b.csv")).closed_cleanly);
  put_content(path("b.csv"), whole.substr(0, whole.rfind('\n', whole.size() - 2) + 1));
  EXPECT_FALSE(file_info(path("b.csv")).closed_cleanly);
}

TEST_F(Damage, a_csv_file_with_wrong_bytes_does_no_harm) {
  write_dimer(*make_row_sink(path("a.csv")), 20);
  const std::string whole = content(path("a.csv"));
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    std::string damaged = whole;
    for (int k = 0; k < 3; ++k) damaged[random() % damaged.size()] = static_cast<char>(random());
    put_content(path("b.csv"), damaged);
    message_of([&] { read_table(path("b.csv")); });
    message_of([&] { describe(file_info(path("b.csv"))); });
  }
}

TEST_F(Damage, what_is_no_file_of_ours_is_bad_input) {
  EXPECT_EQ(message_of([&] { file_info(path("none.h5")); }), "there is no file '" + path("none.h5") + "'");
  EXPECT_EQ(message_of([&] { file_info(folder_.string()); }), "'" + folder_.string() + "' is a folder, not a file");
  put_content(path("a.h5"), "t,v\n1,2\n");
  EXPECT_EQ(message_of([&] { read_table(path("a.h5")); }), "'" + path("a.h5") + "' is not an HDF5 file");
  put_content(path("a.bin"), std::string(100, '\0'));
  EXPECT_NE(message_of([&] { file_info(path("a.bin")); }), "");
  write_dimer(*make_row_sink(path("a.vtk")), 3);
  EXPECT_NE(message_of([&] { file_info(path("a.vtk")); }).find("VTK"), std::string::npos);
}

#ifdef CAROM_WITH_HDF5

TEST_F(Damage, a_cut_hdf5_file_gives_a_prefix_or_bad_input) {
  write_dimer(*make_row_sink(path("a.h5")), 5000);
  cut_at_tenths_and_elsewhere(content(path("a.h5")), path("b.h5"));
}

TEST_F(Damage, a_cut_hdf5_file_of_a_killed_run_gives_a_prefix_or_bad_input) {
  Victim victim([&] {
    static const auto sink = make_row_sink(path("a.h5"), {.flush_rows = 100});
    sink->begin(dimer_header());
    for (std::size_t i = 0; i < 20000; ++i) sink->row(dimer_row(i));
  });
  ASSERT_TRUE(victim.wrote());
  victim.kill_now();
  const std::string whole = content(path("a.h5"));
  cut_at_tenths_and_elsewhere(whole, path("b.h5"));
  put_content(path("b.h5"), whole.substr(0, whole.size() * 7 / 10));
  const FileInfo info = file_info(path("b.h5"));
  EXPECT_TRUE(info.repaired);
  EXPECT_GT(info.rows, 10000u);
  EXPECT_LT(info.rows, 20000u);
  const Table table = read_table(path("b.h5"));
  EXPECT_EQ(table.rows(), info.rows);
  expect_dimer_rows(table);
}

TEST_F(Damage, an_hdf5_file_with_wrong_bytes_does_no_harm) {
  write_dimer(*make_row_sink(path("a.h5")), 50);
  const std::string whole = content(path("a.h5"));
  std::mt19937 random(2);
  for (int round = 0; round < 120; ++round) {
    std::string damaged = whole;
    const std::size_t reach = round % 2 ? damaged.size() : 4096;
    for (int k = 0; k < 4; ++k) damaged[random() % reach] = static_cast<char>(random());
    put_content(path("b.h5"), damaged);
    message_of([&] { read_table(path("b.h5")); });
    message_of([&] { describe(file_info(path("b.h5"))); });
  }
}

#endif

}  // namespace
}  // namespace carom::io
