// SPDX-License-Identifier: Apache-2.0
#include "carom/base/parameters.hpp"

#include <algorithm>
#include <cmath>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"
#include "carom/base/units.hpp"

namespace carom {
namespace {

std::string quote(std::string_view text) { return "'" + std::string(text) + "'"; }

// "a", "a or b", "a, b or c"
std::string either(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

std::string subject(const ParameterSpec& spec, std::string_view owner) {
  return "parameter " + quote(spec.name) + " of " + std::string(owner);
}

bool takes_word(const ParameterSpec& spec) { return !spec.choices.empty(); }

bool is_choice(const ParameterSpec& spec, std::string_view word) {
  return std::find(spec.choices.begin(), spec.choices.end(), word) != spec.choices.end();
}

bool in_range(const ParameterSpec& spec, double value) {
  const bool above = spec.min_open ? value > spec.min : value >= spec.min;
  const bool below = spec.max_open ? value < spec.max : value <= spec.max;
  return above && below;
}

bool is_whole(double value) { return value == std::trunc(value); }

// `shown` is the value as the user wrote it, or as a number with its unit.
void check_number(const ParameterSpec& spec, double value, std::string_view owner, const std::string& shown) {
  if (!std::isfinite(value)) throw BadInput(subject(spec, owner) + " must be a finite number, got " + shown);
  if (!in_range(spec, value) || (spec.integer && !is_whole(value))) {
    throw BadInput(subject(spec, owner) + " must be " + valid_values(spec) + ", got " + shown);
  }
}

std::string with_unit(double value, const ParameterSpec& spec) {
  return number_text(value) + (spec.unit == "1" || spec.unit.empty() || spec.unit == any_unit ? "" : " " + spec.unit);
}

[[noreturn]] void refuse_word(const ParameterSpec& spec, std::string_view owner, std::string_view word) {
  std::string message = subject(spec, owner) + " must be " + valid_values(spec) + ", got " + quote(word);
  if (const std::optional<std::string> nearest = nearest_name(word, spec.choices)) {
    message += "; did you mean " + quote(*nearest) + "?";
  }
  throw BadInput(message);
}

// One word for yes and one for no, or the numbers 0 and 1.
bool two_answers(const ParameterSpec& spec) {
  if (!takes_word(spec)) return spec.integer && spec.min == 0 && spec.max == 1 && !spec.list;
  return spec.choices.size() == 2 && yes_no(spec.choices[0]) && yes_no(spec.choices[1]) &&
         yes_no(spec.choices[0]) != yes_no(spec.choices[1]);
}

// A contradiction in a table is a mistake of whoever wrote the mechanism: found when it is first used, not when a user
// happens to read the wrong entry.
void check_table(const ParameterTable& table, const std::string& owner) {
  const std::vector<ParameterSpec>& specs = table.specs();
  for (const ParameterSpec& spec : specs) {
    if (table.find(spec.name) != &spec)
      throw BadInput(owner + " declares the parameter " + quote(spec.name) + " twice");
    const ParameterSpec* followed = &spec;
    for (std::size_t steps = 0; !followed->follows.empty(); ++steps) {
      if (steps == specs.size()) throw BadInput(subject(spec, owner) + " follows itself in a circle");
      const ParameterSpec* next = table.find(followed->follows);
      if (next == nullptr || takes_word(*next) != takes_word(*followed)) {
        throw BadInput(subject(*followed, owner) + " cannot follow " + quote(followed->follows) + ", which is not " +
                       (takes_word(*followed) ? "a choice" : "a number") + " of the same table");
      }
      followed = next;
    }
    if (!spec.follows.empty()) continue;  // its default is never used
    if (spec.yes_no && !two_answers(spec))
      throw BadInput(subject(spec, owner) + " is yes or no and needs one word for each, or the numbers 0 and 1");
    if (takes_word(spec)) {
      if (!is_choice(spec, spec.choice)) {
        throw BadInput("the default of " + subject(spec, owner) + " must be " + valid_values(spec) + ", got " +
                       quote(spec.choice));
      }
    } else if (!std::isnan(spec.value) && (!in_range(spec, spec.value) || (spec.integer && !is_whole(spec.value)))) {
      throw BadInput("the default of " + subject(spec, owner) + " must be " + valid_values(spec) + ", got " +
                     with_unit(spec.value, spec));
    }
  }
}

}  // namespace

std::optional<bool> yes_no(std::string_view text) {
  for (const char* yes : {"true", "yes", "on", "1"})
    if (text == yes) return true;
  for (const char* no : {"false", "no", "off", "0"})
    if (text == no) return false;
  return std::nullopt;
}

std::string own_word(const ParameterSpec& spec, std::string_view text) {
  const std::optional<bool> answer = spec.yes_no ? yes_no(trimmed(text)) : std::nullopt;
  if (!answer) return std::string(text);
  for (const std::string& choice : spec.choices)
    if (yes_no(choice) == answer) return choice;
  return *answer ? "1" : "0";
}

std::string valid_values(const ParameterSpec& spec) {
  if (spec.yes_no && !takes_word(spec)) return "0 or 1 (no or yes)";
  if (takes_word(spec)) return either(spec.choices);
  const bool has_min = std::isfinite(spec.min);
  const bool has_max = std::isfinite(spec.max);
  std::string range;
  if (has_min && has_max && !spec.min_open && !spec.max_open) {
    range = "between " + number_text(spec.min) + " and " + number_text(spec.max);
  } else {
    if (has_min) range = (spec.min_open ? "above " : "at least ") + number_text(spec.min);
    if (has_min && has_max) range += " and ";
    if (has_max) range += (spec.max_open ? "below " : "at most ") + number_text(spec.max);
  }
  if (!range.empty() && spec.unit != "1" && spec.unit != any_unit && !spec.unit.empty()) range += " " + spec.unit;
  if (!spec.integer) return range.empty() ? "any number" : range;
  if (range.empty()) return "a whole number";
  return (range.rfind("at ", 0) == 0 ? "a whole number of " : "a whole number ") + range;
}

const ParameterSpec* ParameterTable::find(std::string_view name) const {
  for (const ParameterSpec& spec : specs_) {
    if (spec.name == name) return &spec;
  }
  return nullptr;
}

const ParameterSpec& ParameterTable::at(std::string_view name, std::string_view owner) const {
  if (const ParameterSpec* spec = find(name)) return *spec;
  std::vector<std::string> names;
  for (const ParameterSpec& spec : specs_) names.push_back(spec.name);
  std::string message = std::string(owner) + " has no parameter " + quote(name);
  if (const std::optional<std::string> nearest = nearest_name(name, names)) {
    message += "; did you mean " + quote(*nearest) + "?";
  } else if (!names.empty()) {
    message += "; it takes " + either(names);
  }
  throw BadInput(message);
}

Parameters::Parameters(ParameterTable table, std::string owner) : table_(std::move(table)), owner_(std::move(owner)) {
  check_table(table_, owner_);
}

void Parameters::assign(std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  const std::string_view name = trimmed(assignment.substr(0, equals));
  if (equals == std::string_view::npos || name.empty()) {
    throw BadInput(quote(assignment) + " sets no parameter of " + owner_ + "; write name=value");
  }
  set(name, assignment.substr(equals + 1));
}

void Parameters::set(std::string_view name, std::string_view value) {
  const ParameterSpec& spec = table_.at(name, owner_);
  const std::string own = own_word(spec, value);
  const std::string_view text = trimmed(own);
  if (takes_word(spec)) {
    if (text.empty()) throw BadInput(subject(spec, owner_) + " has an empty value; it must be " + valid_values(spec));
    if (!is_choice(spec, text)) refuse_word(spec, owner_, text);
    words_.insert_or_assign(spec.name, std::string(text));
    return;
  }
  if (spec.list) {
    std::vector<double> values;
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t comma = std::min(text.find(',', from), text.size());
      const std::string_view item = trimmed(text.substr(from, comma - from));
      values.push_back(parse_quantity(item, spec.unit, subject(spec, owner_)));
      check_number(spec, values.back(), owner_, std::string(item));
      from = comma + 1;
    }
    lists_.insert_or_assign(spec.name, std::move(values));
    return;
  }
  const double number = parse_quantity(text, spec.unit, subject(spec, owner_));
  check_number(spec, number, owner_, std::string(text));
  numbers_.insert_or_assign(spec.name, number);
}

void Parameters::set(std::string_view name, double value) {
  const ParameterSpec& spec = table_.at(name, owner_);
  if (spec.yes_no && takes_word(spec)) return set(name, std::string_view(number_text(value)));
  if (takes_word(spec)) refuse_word(spec, owner_, number_text(value));
  check_number(spec, value, owner_, with_unit(value, spec));
  if (spec.list) {
    lists_.insert_or_assign(spec.name, std::vector<double>{value + 0.0});
    return;
  }
  numbers_.insert_or_assign(spec.name, value + 0.0);  // −0 becomes 0: one value, one set of bits
}

std::vector<double> Parameters::list(std::string_view name) const {
  const ParameterSpec& spec = table_.at(name, owner_);
  if (!spec.list) return {(*this)[name]};
  const auto set = lists_.find(spec.name);
  return set != lists_.end() ? set->second : std::vector<double>{spec.value};
}

// The entry that the value comes from: itself when it was set or follows nothing.
const ParameterSpec& Parameters::source(const ParameterSpec& spec) const {
  const ParameterSpec* from = &spec;
  while (!from->follows.empty() && !is_set(from->name)) from = &table_.at(from->follows, owner_);
  return *from;
}

double Parameters::operator[](std::string_view name) const {
  const ParameterSpec& spec = table_.at(name, owner_);
  if (takes_word(spec)) throw BadInput(subject(spec, owner_) + " is a word (" + valid_values(spec) + "), not a number");
  if (spec.list) {
    const std::vector<double> values = list(name);
    if (values.size() == 1) return values.front();
    throw BadInput(subject(spec, owner_) + " is a list, not a number");
  }
  const ParameterSpec& from = source(spec);
  const auto set = numbers_.find(from.name);
  const double value = set != numbers_.end() ? set->second : from.value;
  // What it follows was checked against another range. Not before it is read: the next assignment may still set it.
  if (&from != &spec && std::isfinite(value)) {
    check_number(spec, value, owner_, with_unit(value, spec) + " from " + quote(from.name));
  }
  return value;
}

const std::string& Parameters::word(std::string_view name) const {
  const ParameterSpec& spec = table_.at(name, owner_);
  if (!takes_word(spec)) throw BadInput(subject(spec, owner_) + " is a number, not a word");
  const ParameterSpec& from = source(spec);
  const auto set = words_.find(from.name);
  const std::string& word = set != words_.end() ? set->second : from.choice;
  if (!is_choice(spec, word)) refuse_word(spec, owner_, word);  // possible only for one that follows another
  return word;
}

bool Parameters::is_set(std::string_view name) const {
  const ParameterSpec& spec = table_.at(name, owner_);
  if (spec.list) return lists_.find(spec.name) != lists_.end();
  return takes_word(spec) ? words_.find(spec.name) != words_.end() : numbers_.find(spec.name) != numbers_.end();
}

void Parameters::reset(std::string_view name) {
  const ParameterSpec& spec = table_.at(name, owner_);
  numbers_.erase(spec.name);
  words_.erase(spec.name);
  lists_.erase(spec.name);
}

}  // namespace carom
