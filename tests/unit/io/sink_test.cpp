// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/ordinary_user.hpp"
#include "unit/io/scratch.hpp"

namespace carom::io {
namespace {

using Sinks = Scratch;

#ifdef CAROM_WITH_HDF5
const std::vector<std::string> extensions = {"csv", "vtk", "h5"};
#else
const std::vector<std::string> extensions = {"csv", "vtk"};
#endif

TEST_F(Sinks, an_unknown_extension_is_answered_with_the_valid_ones) {
  EXPECT_EQ(message_of([] { make_row_sink("run.txt"); }),
            "cannot tell the format of 'run.txt' from its extension; valid ones are .h5, .hdf5, .csv and .vtk");
  EXPECT_NE(message_of([] { make_row_sink("run"); }), "");
  EXPECT_NE(message_of([] { make_event_sink("run.vtk"); }).find(".csv or .h5"), std::string::npos);
}

TEST_F(Sinks, the_case_of_the_extension_does_not_matter) { EXPECT_TRUE(make_row_sink("run.CSV")); }

TEST_F(Sinks, no_file_is_there_before_begin) {
  for (const auto& extension : extensions) make_row_sink(path("a." + extension));
  make_event_sink(path("e.csv"));
  EXPECT_EQ(files(), 0u);
}

TEST_F(Sinks, a_folder_that_is_missing_or_a_file_is_bad_input) {
  put_content(path("file"), "x");
  for (const auto& extension : extensions) {
    for (const std::string folder : {"nowhere/", "file/"}) {
      const std::string target = path(folder + "a." + extension);
      const auto sink = make_row_sink(target);
      EXPECT_NE(message_of([&] { sink->begin(dimer_header()); }).find(target), std::string::npos);
      EXPECT_NE(message_of([&] { check_writable(target); }).find(target), std::string::npos);
    }
  }
  EXPECT_EQ(files(), 1u);
}

TEST_F(Sinks, a_folder_without_permission_is_bad_input) {
  std::filesystem::create_directory(path("closed"));
  std::filesystem::permissions(path("closed"), std::filesystem::perms(0500));
  const testing_support::OrdinaryUser user;
  for (const auto& extension : extensions) {
    const std::string target = path("closed/a." + extension);
    const auto sink = make_row_sink(target);
    EXPECT_NE(message_of([&] { sink->begin(dimer_header()); }), "");
    EXPECT_NE(message_of([&] { check_writable(target); }), "");
  }
}

TEST_F(Sinks, check_writable_leaves_nothing_behind_and_existing_files_alone) {
  check_writable(path("new.csv"));
  EXPECT_EQ(files(), 0u);
  put_content(path("old.csv"), "precious");
  check_writable(path("old.csv"));
  EXPECT_EQ(content(path("old.csv")), "precious");
  EXPECT_NE(message_of([&] { check_writable(folder_.string()); }), "");
  EXPECT_NE(message_of([] { check_writable(""); }), "");
  std::filesystem::create_symlink("later.csv", path("link.csv"));
  check_writable(path("link.csv"));
  EXPECT_EQ(files(), 2u);
}

TEST_F(Sinks, a_header_that_cannot_be_written_is_bad_input) {
  const auto message = [&](const TableHeader& header) {
    return message_of([&] { make_row_sink(path("a.csv"))->begin(header); });
  };
  EXPECT_EQ(message({"", {}, {}}), "a table needs at least one column");
  EXPECT_EQ(message({"", {{"a", "1", ""}, {"a", "1", ""}}, {}}), "two columns have the name 'a'");
  EXPECT_NE(message({"", {{"a\nb", "1", ""}}, {}}).find("is not a valid name"), std::string::npos);
  EXPECT_NE(message({"", {{"", "1", ""}}, {}}), "");
  EXPECT_NE(message({"", {{"a\n", "1", ""}}, {}}), "");
  EXPECT_NE(message({"", {{"a", "1", ""}}, {{"k", "1"}, {"k", "2"}}}), "");
  EXPECT_NE(message({std::string("a\0b", 3), {{"a", "1", ""}}, {}}), "");
}

TEST_F(Sinks, a_row_of_the_wrong_size_or_out_of_order_is_bad_input) {
  for (const auto& extension : extensions) {
    const auto sink = make_row_sink(path("a." + extension));
    EXPECT_NE(message_of([&] { sink->row(dimer_row(0)); }), "");
    sink->begin(dimer_header());
    EXPECT_EQ(message_of([&] { sink->row(std::vector{1.0}); }), "a row of 1 values does not fit a table of 3 columns");
    sink->finish();
    sink->finish();
    EXPECT_NE(message_of([&] { sink->row(dimer_row(0)); }), "");
  }
}

TEST_F(Sinks, a_file_is_written_anew_over_an_older_one) {
  for (const auto& extension : extensions) {
    if (extension == "vtk") continue;
    put_content(path("a." + extension), std::string(100000, 'x'));
    write_dimer(*make_row_sink(path("a." + extension)), 20);
    write_dimer(*make_row_sink(path("a." + extension)), 3);
    EXPECT_EQ(read_table(path("a." + extension)).rows(), 3u);
  }
}

using Vtk = Scratch;

TEST_F(Vtk, a_polyline_has_points_one_line_and_the_other_columns_as_point_data) {
  const auto sink = make_row_sink(path("a.vtk"));
  sink->begin({"ball", {{"t", "s", ""}, {"x", "m", ""}, {"y", "m", ""}, {"v x", "m/s", ""}}, {}});
  sink->row(std::vector{0.0, 1.0, 2.0, 0.5});
  sink->row(std::vector{0.1, 1.5, 2.5, 0.25});
  EXPECT_EQ(files(), 0u);
  sink->finish();
  EXPECT_EQ(files(), 1u);
  EXPECT_EQ(content(path("a.vtk")),
            "# vtk DataFile Version 3.0\nball\nASCII\nDATASET POLYDATA\nPOINTS 2 double\n1 2 0\n1.5 2.5 0\n"
            "LINES 1 3\n2 0 1\nPOINT_DATA 2\nSCALARS t double 1\nLOOKUP_TABLE default\n0\n0.1\n"
            "SCALARS v_x double 1\nLOOKUP_TABLE default\n0.5\n0.25\n");
}

TEST_F(Vtk, the_coordinates_can_be_chosen) {
  const auto sink = make_row_sink(path("a.vtk"), {.axes = {"theta", "theta", "t"}});
  sink->begin({"", {{"t", "s", ""}, {"theta", "rad", ""}}, {}});
  sink->row(std::vector{7.0, 8.0});
  sink->finish();
  EXPECT_NE(content(path("a.vtk")).find("POINTS 1 double\n8 8 7\n"), std::string::npos);
  const auto wrong = make_row_sink(path("b.vtk"), {.axes = {"x", "y", ""}});
  EXPECT_NE(message_of([&] { wrong->begin({"", {{"t", "s", ""}}, {}}); }).find("no column 'x'"), std::string::npos);
}

TEST_F(Vtk, a_point_that_is_not_finite_interrupts_the_line) {
  const auto sink = make_row_sink(path("a.vtk"));
  sink->begin({"", {{"x", "m", ""}, {"y", "m", ""}}, {}});
  for (const double x : {0.0, 1.0, std::nan(""), 2.0, 3.0, 4.0}) sink->row(std::vector{x, 0.0});
  sink->finish();
  EXPECT_NE(content(path("a.vtk")).find("LINES 2 7\n2 0 1\n3 2 3 4\n"), std::string::npos);
}

}  // namespace
}  // namespace carom::io
