// SPDX-License-Identifier: Apache-2.0
#include "carom/base/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <system_error>

namespace carom {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - at;
}

bool is_sign(char c) { return c == '+' || c == '-'; }

struct Scan {
  std::size_t mantissa = 0;  // length up to the exponent letter
  std::size_t total = 0;
};

Scan scan(std::string_view text) {
  std::size_t at = !text.empty() && is_sign(text.front()) ? 1 : 0;
  const std::size_t whole = digits_at(text, at);
  at += whole;
  std::size_t fraction = 0;
  if (at < text.size() && text[at] == '.') {
    fraction = digits_at(text, at + 1);
    if (whole + fraction > 0) at += 1 + fraction;
  }
  if (whole + fraction == 0) return {};
  Scan result{at, at};
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    std::size_t digits = at + 1;
    if (digits < text.size() && is_sign(text[digits])) ++digits;
    const std::size_t count = digits_at(text, digits);
    if (count > 0) result.total = digits + count;
  }
  return result;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::size_t number_length(std::string_view text) {
  const std::size_t length = scan(text).total;
  // "0x1p3" is a hexadecimal number in some readers: refuse it as a whole rather than as a zero with a strange unit.
  const std::size_t sign = !text.empty() && is_sign(text.front()) ? 1 : 0;
  const bool hexadecimal =
      length == sign + 1 && text[sign] == '0' && length < text.size() && (text[length] == 'x' || text[length] == 'X');
  return hexadecimal ? 0 : length;
}

std::optional<double> read_number(std::string_view text, int ten) {
  const Scan parts = scan(text);
  if (parts.total == 0 || parts.total != text.size()) return std::nullopt;
  std::string_view mantissa = text.substr(0, parts.mantissa);
  if (mantissa.front() == '+') mantissa.remove_prefix(1);  // std::from_chars takes no plus

  // Zero is zero whatever its exponent, and "-0" too: two spellings of one value must not differ in a bit.
  if (std::none_of(mantissa.begin(), mantissa.end(), [](char c) { return c >= '1' && c <= '9'; })) return 0.0;

  long exponent = 0;
  if (parts.total > parts.mantissa) {
    std::string_view digits = text.substr(parts.mantissa + 1);
    if (digits.front() == '+') digits.remove_prefix(1);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (read.ec != std::errc{} || std::abs(exponent) > 1000000) return std::nullopt;
  }
  const std::string scaled = std::string(mantissa) + "e" + std::to_string(exponent + ten);
  double value = 0;
#if defined(__cpp_lib_to_chars)
  const auto read = std::from_chars(scaled.data(), scaled.data() + scaled.size(), value);
  if (read.ec != std::errc{} || read.ptr != scaled.data() + scaled.size()) return std::nullopt;
#else
  // libc++ before 20 (emscripten) reads no floating point in <charconv>; its C library knows only the decimal point.
  char* end = nullptr;
  value = std::strtod(scaled.c_str(), &end);
  if (end != scaled.c_str() + scaled.size() || value == 0 || value - value != 0) return std::nullopt;
#endif
  return value;
}

bool looks_not_finite(std::string_view text) {
  if (!text.empty() && is_sign(text.front())) text.remove_prefix(1);
  std::string head(text.substr(0, 3));
  std::transform(head.begin(), head.end(), head.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  return head == "inf" || head == "nan";
}

std::string number_text(double value) { return fmt::format("{}", value); }

}  // namespace carom
