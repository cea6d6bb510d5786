// SPDX-License-Identifier: Apache-2.0
// Which program this is, and since when it computes the numbers it does.
#pragma once

#include <string_view>

namespace carom {

inline constexpr std::string_view program_version = CAROM_VERSION;

// The release whose numbers these are: it becomes the version of a release in which the same request may give other
// numbers than before, beyond rounding (docs/decisions/0013-older-files.md). Keys of points are made with it, so that
// they last as long as the numbers do.
inline constexpr std::string_view numbers_version = "0.2.0";

// Of versions such as 0.10.2, number by number; what follows a number ("-rc1") does not count.
bool is_newer(std::string_view version, std::string_view than);

}  // namespace carom
