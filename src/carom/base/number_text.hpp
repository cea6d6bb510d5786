// SPDX-License-Identifier: Apache-2.0
// Decimal numbers in text, read the same way in every locale; no hexadecimal, infinity or not-a-number.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace carom {

// Without the blanks at both ends.
std::string_view trimmed(std::string_view text);

// How many characters at the beginning form a decimal number: [+-] digits [. digits] [e [+-] digits]; 0 if none do.
std::size_t number_length(std::string_view text);

// The number that is the whole text, times 10^ten with a single rounding; nothing if the text is not exactly a number,
// or if it overflows or underflows double precision.
std::optional<double> read_number(std::string_view text, int ten = 0);

// Whether the text begins, after a sign, with a spelling of infinity or not-a-number.
bool looks_not_finite(std::string_view text);

// The shortest decimal text that reads back as the same number.
std::string number_text(double value);

}  // namespace carom
