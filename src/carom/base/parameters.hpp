// SPDX-License-Identifier: Apache-2.0
// Named parameters with units, ranges and meanings: what a user may set, checked before anything is computed.
//
// A ParameterTable is what a system (or a formula) declares; Parameters is one resolved set of values: every entry has
// a value in SI units (or the table's reduced units), a range that it was checked against, and a note whether it was
// set or left at its default. A later assignment overrides an earlier one, so that presets come first and single
// settings after. Every refusal is a BadInput of one sentence that names the owner, the parameter, the value and what
// would be valid.
#pragma once

#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace carom {

// (Every member has an initialiser so that gcc does not warn of those a designated initialiser leaves out.)
struct ParameterSpec {
  std::string name = {};                                  // ASCII, after the paper's symbol
  double value = 0;                                       // default, in `unit`; unused when `choices` is not empty
  std::string unit = "1";                                 // SI unit, "1" for a pure number
  double min = -std::numeric_limits<double>::infinity();  // smallest valid value
  double max = std::numeric_limits<double>::infinity();   // largest valid value
  bool min_open = false;                                  // the smallest value itself is not valid
  bool max_open = false;                                  // the largest value itself is not valid
  std::string meaning = {};                               // one line
  std::string follows = {};                               // unless set, takes the value of this parameter
  bool integer = false;                                   // whole numbers only
  std::vector<std::string> choices = {};                  // a word from this list instead of a number
  std::string choice = {};                                // default word
  bool list = false;                                      // "1,2,1": one number for all, or one for each
  bool yes_no = false;                                    // true, yes, on, 1 or false, no, off, 0; see yes_no() below
  bool of_start = false;                                  // tells where a motion begins, not what it obeys
};

class Parameters;

class ParameterTable {
 public:
  ParameterTable() = default;
  ParameterTable(std::initializer_list<ParameterSpec> specs) : specs_(specs) {}
  explicit ParameterTable(std::vector<ParameterSpec> specs) : specs_(std::move(specs)) {}

  const std::vector<ParameterSpec>& specs() const { return specs_; }
  void add(ParameterSpec spec) { specs_.push_back(std::move(spec)); }
  const ParameterSpec* find(std::string_view name) const;
  // The spec of that name; throws BadInput that offers the nearest name. `owner` is what the message calls the table,
  // e.g. "system 'dimer'".
  const ParameterSpec& at(std::string_view name, std::string_view owner = "this") const;

 private:
  std::vector<ParameterSpec> specs_;
};

class Parameters {
 public:
  // All at their defaults. `owner` names the table in error messages, e.g. "system 'dimer'". Throws BadInput for a
  // table that contradicts itself: a name twice, a default out of its range, a default word that is no choice,
  // `follows` in a circle or to nothing. (A default of NaN is left alone: it can stand for "required", see is_set.)
  explicit Parameters(ParameterTable table, std::string owner = "this");

  // "name=value", value with an optional unit ("h0=0.25mm"); throws BadInput.
  void assign(std::string_view assignment);
  void set(std::string_view name, std::string_view value);  // as text with an optional unit
  void set(std::string_view name, double value);            // in the unit of the table

  double operator[](std::string_view name) const;         // value; follows `follows` when not set
  const std::string& word(std::string_view name) const;   // value of a choice
  std::vector<double> list(std::string_view name) const;  // values of a list; one number is a list of one
  bool is_set(std::string_view name) const;               // itself, not through `follows`
  void reset(std::string_view name);                      // back to the default

  const ParameterTable& table() const { return table_; }
  const std::string& owner() const { return owner_; }

 private:
  const ParameterSpec& source(const ParameterSpec& spec) const;

  ParameterTable table_;
  std::string owner_;
  std::map<std::string, double, std::less<>> numbers_;  // only those that were set
  std::map<std::string, std::vector<double>, std::less<>> lists_;
  std::map<std::string, std::string, std::less<>> words_;  // only those that were set
};

// "true", "yes", "on" and "1", or "false", "no", "off" and "0"; nothing for other texts. A parameter that is yes or no
// takes all of them and keeps its own: a choice of two words (off, on), or the numbers 0 and 1.
std::optional<bool> yes_no(std::string_view text);

// What a parameter that is yes or no keeps of such a text: its own word, or "0" or "1"; any other text as it is.
std::string own_word(const ParameterSpec& spec, std::string_view text);

// A number with an optional unit, in the unit `unit` (see units.hpp; "1" is the pure number): "0.25mm" as "m" is
// 0.00025, "5deg" as "rad" is 0.0872…, "25" as "Hz" is 25. Throws BadInput; `what` is the subject of the message, such
// as "parameter 'h0'" or "--until". A value written with a prefix has the bits of the same value written without.
double parse_quantity(std::string_view text, std::string_view unit, std::string_view what);

// The valid values in words, as they follow "must be": "between 0 and 1", "above 0 m", "a whole number of at least 1",
// "gTc or limit"; "any number" without bounds.
std::string valid_values(const ParameterSpec& spec);

// The candidate nearest to `name` by edit distance, if any is near enough to be worth offering.
std::optional<std::string> nearest_name(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace carom
