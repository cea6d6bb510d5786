// SPDX-License-Identifier: Apache-2.0
// The measures of the house, checked on the sources: no file over 600 lines, no function over 80, the licence in the
// first line of every source.
//
// A function is counted from the first line of its signature to its closing brace, what is defined inside it included.
// Braces are matched outside of comments, texts and preprocessor lines, so the sources must be formatted but need not be
// compiled. What is a table of data or an embedded text, long by its nature, stands in `exceptions` with its reason; an
// exception that is not needed any more is a violation too, so that the list stays short.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace carom {

inline constexpr int longest_file = 600, longest_function = 80;

struct HouseException {
  std::string what;  // "file", or "file: function"
  std::string reason;
};

struct LongFunction {
  std::string name;
  int line = 0, lines = 0;
};

// The functions of a C++ text that have more lines than `longest`, in their order.
std::vector<LongFunction> functions_longer_than(int longest, const std::string& text);

// One sentence per violation, sorted; empty when the rules hold under `root`.
std::vector<std::string> length_violations(const std::filesystem::path& root,
                                           const std::vector<HouseException>& exceptions);

// What opens files for writing, writes to standard streams or handles signals elsewhere than in the one place for it.
std::vector<std::string> place_violations(const std::filesystem::path& root);

// Sources under `root` whose first line (the second of a script with #!) does not name the licence.
std::vector<std::string> licence_violations(const std::filesystem::path& root);

}  // namespace carom
