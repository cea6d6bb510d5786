// SPDX-License-Identifier: Apache-2.0
// Words from files that others may have written, on their way to where words can act.
#pragma once

#include <string>
#include <string_view>

namespace carom {

// For a terminal: control characters other than line ends and tabs, which could move the cursor, colour, or type for the
// user, are shown as ?. So are those above 0x7f (C1, as UTF-8).
std::string printable(std::string_view text);

// For a table that a spreadsheet may open: what it would take for a formula gets an apostrophe in front, which makes it a
// word there.
std::string spreadsheet_text(std::string_view text);

}  // namespace carom
