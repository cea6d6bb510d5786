// SPDX-License-Identifier: Apache-2.0
// What the tests of io/ share: a folder of their own, a table with awkward numbers, and a writer that gets killed.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "carom/base/bad_input.hpp"
#include "carom/io/file_info.hpp"
#include "carom/io/sink.hpp"
#include "carom/io/table_file.hpp"

namespace carom::io {

class Scratch : public ::testing::Test {
 protected:
  Scratch() {
    std::string pattern = (std::filesystem::temp_directory_path() / "carom-io-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~Scratch() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_), std::filesystem::directory_iterator()));
  }

  std::filesystem::path folder_;
};

inline TableHeader dimer_header() {
  return {"dimer",
          {{"t", "s", "time"}, {"theta", "rad", "angle of the rod, \"positive\" to the left"}, {"p_n", "N s", ""}},
          {{"version", "0.1.0"}, {"command", "carom run dimer --set a=1"}, {"a: note", "two\nlines, \\ and : and ]"}}};
}

// Exponents from the smallest to the largest, halves, thirds, the smallest subnormal, both zeros.
inline std::vector<double> dimer_row(std::size_t i) {
  const double x = static_cast<double>(i);
  const double scale = std::ldexp(1.0, static_cast<int>((i * 37) % 2040) - 1020);
  const std::vector<double> rare = {0.0,
                                    -0.0,
                                    std::numeric_limits<double>::denorm_min(),
                                    std::numeric_limits<double>::max(),
                                    std::numeric_limits<double>::infinity(),
                                    -std::numeric_limits<double>::infinity(),
                                    0.1};
  return {x / 3.0, std::sin(x) * scale, rare[i % rare.size()]};
}

inline void write_dimer(RowSink& sink, std::size_t rows) {
  sink.begin(dimer_header());
  for (std::size_t i = 0; i < rows; ++i) sink.row(dimer_row(i));
  sink.finish();
}

inline void expect_dimer_header(const TableHeader& header) {
  const TableHeader expected = dimer_header();
  EXPECT_EQ(header.title, expected.title);
  EXPECT_EQ(header.attributes, expected.attributes);
  ASSERT_EQ(header.columns.size(), expected.columns.size());
  for (std::size_t i = 0; i < expected.columns.size(); ++i) {
    EXPECT_EQ(header.columns[i].name, expected.columns[i].name);
    EXPECT_EQ(header.columns[i].unit, expected.columns[i].unit);
    EXPECT_EQ(header.columns[i].meaning, expected.columns[i].meaning);
  }
}

// Every row bit by bit as it was written.
inline void expect_dimer_rows(const Table& table) {
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::vector<double> expected = dimer_row(i);
    for (std::size_t j = 0; j < expected.size(); ++j) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(table.row(i)[j]), std::bit_cast<std::uint64_t>(expected[j]))
          << "row " << i << ", column " << j;
    }
  }
}

inline std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void put_content(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

inline std::string message_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

// A child that runs `act` and then waits to be killed; returns once `act` is done.
class Victim {
 public:
  explicit Victim(const std::function<void()>& act) {
    int ready[2];
    if (pipe(ready) != 0) throw std::runtime_error("no pipe");
    child_ = fork();
    if (child_ == 0) {
      try {
        act();
      } catch (...) {
        _exit(1);
      }
      if (write(ready[1], "x", 1) != 1) _exit(1);
      for (;;) pause();
    }
    close(ready[1]);
    char byte = 0;
    wrote_ = read(ready[0], &byte, 1) == 1;
    close(ready[0]);
  }
  ~Victim() { kill_now(); }
  bool wrote() const { return wrote_; }
  void kill_now() {
    if (child_ <= 0) return;
    ::kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    child_ = -1;
  }

 private:
  pid_t child_ = -1;
  bool wrote_ = false;
};

}  // namespace carom::io
