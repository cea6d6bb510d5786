// SPDX-License-Identifier: Apache-2.0
#include "carom/base/version.hpp"

#include <charconv>

namespace carom {
namespace {

// Takes the next number off the text; 0 where there is none.
long take_number(std::string_view& text) {
  long number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  const std::size_t dot = text.find('.');
  text.remove_prefix(dot == std::string_view::npos ? text.size() : dot + 1);
  return number;
}

}  // namespace

bool is_newer(std::string_view version, std::string_view than) {
  while (!version.empty() || !than.empty()) {
    const long a = take_number(version), b = take_number(than);
    if (a != b) return a > b;
  }
  return false;
}

}  // namespace carom
