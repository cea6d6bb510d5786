// SPDX-License-Identifier: Apache-2.0
// The standard streams: the one place of the command that writes to them. Data goes to stdout, talk to stderr.
//
// Data that cannot be written (a full disk, a reader that has gone) is lost output: the command ends with code 3, which
// close_streams() sees to. Talk that cannot be written is dropped in silence. Words pass through printable(), so that
// nothing that stands in a file acts on a terminal; data for programs (JSON, CSV) does too where stdout is a terminal.
#pragma once

#include <string_view>

#include <fmt/core.h>

namespace carom::app {

// First of all: streams that are closed are replaced, so that no file of ours is taken for one of them.
void open_streams();
// Last of all: `code`, or run_failed if data was lost.
int close_streams(int code);

void print_text(std::string_view text);      // data for people
void print_data(std::string_view text);      // data for programs
void talk_text(std::string_view text);       // after the data that came before
void draw_on_stderr(std::string_view text);  // as it is, with the control characters of a progress bar

template <class... Values>
void print(fmt::format_string<Values...> format, Values&&... values) {
  print_text(fmt::format(format, std::forward<Values>(values)...));
}

template <class... Values>
void talk(fmt::format_string<Values...> format, Values&&... values) {
  talk_text(fmt::format(format, std::forward<Values>(values)...));
}

}  // namespace carom::app
