// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "carom/io/csv_text.hpp"
#include "unit/io/scratch.hpp"

namespace carom::io {
namespace {

using Csv = Scratch;

TEST_F(Csv, a_table_reads_back_bit_by_bit) {
  write_dimer(*make_row_sink(path("a.csv")), 5000);
  const Table table = read_table(path("a.csv"));
  expect_dimer_header(table.header);
  ASSERT_EQ(table.rows(), 5000u);
  expect_dimer_rows(table);
}

TEST_F(Csv, the_text_says_names_units_and_meanings_before_the_row_of_names) {
  const auto sink = make_row_sink(path("a.csv"));
  sink->begin({"ball", {{"t", "s", "time"}, {"y", "m", "height"}}, {{"version", "0.1.0"}}});
  sink->row(std::vector{0.0, 0.1});
  sink->row(std::vector{0.5, 1e-300});
  sink->finish();
  EXPECT_EQ(content(path("a.csv")),
            "# carom trajectory 1\n"
            "# closed: yes, 2 rows" +
                std::string(91, ' ') +
                "\n"
                "# title: ball\n"
                "# attribute version: 0.1.0\n"
                "# column t [s]: time\n"
                "# column y [m]: height\n"
                "t,y\n0,0.1\n0.5,1e-300\n");
}

TEST_F(Csv, not_a_number_is_nan_and_loses_its_payload) {
  const auto sink = make_row_sink(path("a.csv"));
  sink->begin({"", {{"a", "1", ""}, {"b", "1", ""}}, {}});
  sink->row(std::vector{-std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()});
  sink->finish();
  EXPECT_NE(content(path("a.csv")).find("\nnan,inf\n"), std::string::npos);
  const Table table = read_table(path("a.csv"));
  EXPECT_TRUE(std::isnan(table.values[0]));
  EXPECT_TRUE(std::isinf(table.values[1]));
}

TEST_F(Csv, names_and_texts_are_quoted_where_they_must_be) {
  const TableHeader header{"odd", {{"#x,y [a]", "]\\:", "m: \"n\""}, {"say \"hi\"", "1", ""}}, {}};
  const auto sink = make_row_sink(path("a.csv"));
  sink->begin(header);
  sink->row(std::vector{1.0, 2.0});
  sink->finish();
  EXPECT_NE(content(path("a.csv")).find("\n\"#x,y [a]\",\"say \"\"hi\"\"\"\n"), std::string::npos);
  const Table table = read_table(path("a.csv"));
  ASSERT_EQ(table.header.columns.size(), 2u);
  EXPECT_EQ(table.header.columns[0].name, header.columns[0].name);
  EXPECT_EQ(table.header.columns[0].unit, header.columns[0].unit);
  EXPECT_EQ(table.header.columns[0].meaning, header.columns[0].meaning);
  EXPECT_EQ(table.header.columns[1].name, header.columns[1].name);
}

TEST_F(Csv, events_read_back_with_their_texts) {
  const std::vector<EventRow> events = {{0.1, "impact", "left", {1.0, -0.0}},
                                        {1.0 / 3, "multiple_impact", "left+right", {0.1, 2}},
                                        {2, "odd, \"kind\"", "a\nb", {3, std::numeric_limits<double>::infinity()}},
                                        {3, "#", " ", {0, 0}},
                                        {4, "", "", {0, 0}}};
  const auto sink = make_event_sink(path("e.csv"));
  sink->begin({"dimer", {{"P_n", "N s", "normal impulse"}, {"loss", "J", "energy lost"}}, {{"version", "0.1.0"}}});
  for (const EventRow& event : events) sink->event(event);
  sink->finish();
  EXPECT_NE(content(path("e.csv")).find("\nt,kind,contacts,P_n,loss\n0.1,impact,left,1,-0\n"), std::string::npos);
  const EventTable table = read_events(path("e.csv"));
  ASSERT_EQ(table.header.columns.size(), 2u);
  EXPECT_EQ(table.header.columns[1].meaning, "energy lost");
  ASSERT_EQ(table.rows.size(), events.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    EXPECT_EQ(table.rows[i].t, events[i].t);
    EXPECT_EQ(table.rows[i].kind, events[i].kind);
    EXPECT_EQ(table.rows[i].contacts, events[i].contacts);
    EXPECT_EQ(table.rows[i].values, events[i].values);
  }
  const FileInfo info = file_info(path("e.csv"));
  EXPECT_EQ(info.kind, FileKind::csv_events);
  EXPECT_EQ(info.rows, events.size());
  EXPECT_EQ(info.header.columns.size(), 5u);
  EXPECT_EQ(info.last_t, 4.0);
  EXPECT_TRUE(info.closed_cleanly);
  EXPECT_NE(message_of([&] { read_table(path("e.csv")); }).find("event log"), std::string::npos);
}

TEST_F(Csv, an_event_log_may_have_no_further_columns) {
  const auto sink = make_event_sink(path("e.csv"));
  sink->begin({"ball", {}, {}});
  sink->event({1, "impact", "floor", {}});
  sink->finish();
  EXPECT_EQ(read_events(path("e.csv")).rows.at(0).contacts, "floor");
}

TEST_F(Csv, a_killed_run_leaves_whole_rows_and_info_says_so) {
  Victim victim([&] {
    static const auto sink = make_row_sink(path("a.csv"), {.flush_rows = 100});
    sink->begin(dimer_header());
    for (std::size_t i = 0; i < 250; ++i) sink->row(dimer_row(i));
  });
  ASSERT_TRUE(victim.wrote());
  EXPECT_TRUE(file_info(path("a.csv")).being_written);
  victim.kill_now();
  const Table table = read_table(path("a.csv"));
  EXPECT_GE(table.rows(), 201u);
  expect_dimer_rows(table);
  const FileInfo info = file_info(path("a.csv"));
  EXPECT_FALSE(info.being_written);
  EXPECT_FALSE(info.closed_cleanly);
  EXPECT_EQ(info.rows, table.rows());
}

TEST_F(Csv, rows_are_flushed_at_once_at_first_and_then_after_a_second_of_waiting) {
  const auto sink = make_row_sink(path("a.csv"), {.flush_rows = 1000000, .flush_seconds = 0.05});
  sink->begin(dimer_header());
  sink->row(dimer_row(0));
  EXPECT_EQ(read_table(path("a.csv")).rows(), 1u);
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  sink->row(dimer_row(1));
  EXPECT_EQ(read_table(path("a.csv")).rows(), 2u);
  sink->finish();
}

TEST_F(Csv, a_table_of_another_program_is_read_with_blanks_and_empty_fields) {
  put_content(path("m.csv"),
              "\xEF\xBB\xBF"
              "t, v \r\n# measured\r\n0, +1.5\r\n1,\r\n\r\n2,\"3\"");
  const Table table = read_table(path("m.csv"));
  ASSERT_EQ(table.rows(), 3u);
  EXPECT_EQ(table.header.columns[1].name, "v");
  EXPECT_EQ(table.row(0)[1], 1.5);
  EXPECT_TRUE(std::isnan(table.row(1)[1]));
  EXPECT_EQ(table.column("v")[2], 3.0);
  EXPECT_EQ(file_info(path("m.csv")).format_version, 0);
}

TEST_F(Csv, what_is_wrong_is_named_with_its_line) {
  const auto message = [&](const std::string& text) {
    put_content(path("m.csv"), text);
    return message_of([&] { read_table(path("m.csv")); });
  };
  EXPECT_NE(message("t,v\n0,1\n1\n").find("line 3: 1 fields in a table of 2 columns"), std::string::npos);
  EXPECT_NE(message("t,v\n0,1\n1,1x\n").find("line 3: '1x' in column 'v' is not a number"), std::string::npos);
  EXPECT_NE(message("t,v\n0,\"1\"2\n").find("line 2: text after a closing quote"), std::string::npos);
  EXPECT_NE(message("1,2\n3,4\n").find("names of the columns"), std::string::npos);
  EXPECT_NE(message("# only a comment\n").find("no row of column names"), std::string::npos);
  EXPECT_NE(message("# carom trajectory 9\nt\n").find("newer"), std::string::npos);
  EXPECT_NE(message("# carom trajectory 1\nt\n1\n").find("described"), std::string::npos);
  EXPECT_NE(message("t,v\n" + std::string(100, '1') + std::string(1, '\0')).find("NUL"), std::string::npos);
}

TEST_F(Csv, an_unknown_column_is_answered_with_those_there_are) {
  write_dimer(*make_row_sink(path("a.csv")), 1);
  EXPECT_EQ(message_of([&] { read_table(path("a.csv")).column("phi"); }),
            "there is no column 'phi'; there are t, theta, p_n");
}

}  // namespace
}  // namespace carom::io
