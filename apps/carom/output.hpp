// SPDX-License-Identifier: Apache-2.0
// What the verbs print and write.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "verb.hpp"

namespace carom::app {

// Refuses outputs that cannot be written, or that are named twice, before anything is computed; throws BadInput.
void check_outputs(const std::vector<Text>& paths);

// JSON to stdout ("-") or, whole or not at all, to a file; nothing if it was not asked for.
void deliver_json(const Common& common, const std::string& json);

// Talk: a line on stderr, unless quiet.
void say(const Common& common, std::string_view line);

// "wrote a.h5, b.html", of the outputs that were asked for; not those on stdout.
void tell_written(const Common& common, const std::vector<Text>& paths);

// Rows with columns as wide as they need be, two blanks apart; the last column is not padded. Text is UTF-8.
std::string aligned(const std::vector<std::vector<std::string>>& rows, std::string_view indent = "  ");

// The number that --jobs gives, or that of the processors; throws BadInput.
int jobs_of(const Text& text);

// A number for people, with at most six digits; "-" if it has no value.
std::string shown(double value);

}  // namespace carom::app
