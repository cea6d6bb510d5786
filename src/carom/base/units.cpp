// SPDX-License-Identifier: Apache-2.0
#include "carom/base/units.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/base/number_text.hpp"
#include "carom/base/parameters.hpp"

namespace carom {
namespace {

struct Symbol {
  std::string_view name;
  Unit unit;
  bool takes_prefix;
};

// Gram and not kilogram, because the prefix belongs to the gram.
constexpr std::array<Symbol, 15> symbols{{
    {"m", {{0, 1, 0, 0}}, true},
    {"s", {{0, 0, 1, 0}}, true},
    {"min", {{0, 0, 1, 0}, 60}, false},
    {"h", {{0, 0, 1, 0}, 3600}, false},
    {"g", {{1, 0, 0, 0}, 1, -3}, true},
    {"rad", {{0, 0, 0, 1}}, true},
    {"deg", {{0, 0, 0, 1}, deg}, false},
    {"rev", {{0, 0, 0, 1}, two_pi}, false},
    {"rpm", {{0, 0, -1, 1}, two_pi / 60}, false},
    {"Hz", {{0, 0, -1, 0}}, true},
    {"N", {{1, 1, -2, 0}}, true},
    {"Pa", {{1, -1, -2, 0}}, true},
    {"J", {{1, 2, -2, 0}}, true},
    {"W", {{1, 2, -3, 0}}, true},
    {"%", {{0, 0, 0, 0}, 1, -2}, false},
}};

struct Prefix {
  char letter;
  int ten;
};

constexpr std::array<Prefix, 11> prefixes{{{'p', -12},
                                           {'n', -9},
                                           {'u', -6},
                                           {'m', -3},
                                           {'c', -2},
                                           {'d', -1},
                                           {'h', 2},
                                           {'k', 3},
                                           {'M', 6},
                                           {'G', 9},
                                           {'T', 12}}};

// The symbol itself goes first, so that "min" is never a milli-something.
std::optional<Unit> find_symbol(std::string_view name) {
  for (const Symbol& symbol : symbols) {
    if (symbol.name == name) return symbol.unit;
  }
  for (const Prefix& prefix : prefixes) {
    if (name.size() < 2 || name.front() != prefix.letter) continue;
    for (const Symbol& symbol : symbols) {
      if (!symbol.takes_prefix || symbol.name != name.substr(1)) continue;
      Unit unit = symbol.unit;
      unit.ten += prefix.ten;
      return unit;
    }
  }
  return std::nullopt;
}

Unit raise(const Unit& unit, double exponent) {
  const Dimension& d = unit.dimension;
  Unit result{{d.kg * exponent, d.m * exponent, d.s * exponent, d.rad * exponent}};
  result.factor = unit.factor == 1 ? 1 : std::pow(unit.factor, exponent);
  const double ten = unit.ten * exponent;
  const double whole = std::trunc(ten);
  result.ten = static_cast<int>(whole);
  if (ten != whole) result.factor *= std::pow(10.0, ten - whole);
  return result;
}

Unit multiply(const Unit& a, const Unit& b) {
  const Dimension &p = a.dimension, &q = b.dimension;
  return {{p.kg + q.kg, p.m + q.m, p.s + q.s, p.rad + q.rad}, a.factor * b.factor, a.ten + b.ten};
}

Unit divide(const Unit& a, const Unit& b) {
  const Dimension &p = a.dimension, &q = b.dimension;
  return {{p.kg - q.kg, p.m - q.m, p.s - q.s, p.rad - q.rad}, a.factor / b.factor, a.ten - b.ten};
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%'; }

// The typographic spellings that people paste, in ASCII.
std::string to_ascii(std::string_view text) {
  static constexpr std::array<std::array<std::string_view, 2>, 7> spellings{
      {{"µ", "u"}, {"μ", "u"}, {"°", "deg"}, {"·", "*"}, {"⋅", "*"}, {"²", "^2"}, {"³", "^3"}}};
  std::string result;
  while (!text.empty()) {
    bool replaced = false;
    for (const auto& [from, to] : spellings) {
      if (text.substr(0, from.size()) != from) continue;
      result += to;
      text.remove_prefix(from.size());
      replaced = true;
      break;
    }
    if (replaced) continue;
    result += text.front();
    text.remove_prefix(1);
  }
  return result;
}

// Recursive descent over the grammar of units.hpp; every function returns nothing as soon as the text does not fit.
class UnitReader {
 public:
  explicit UnitReader(std::string_view text) : rest_(text) {}

  std::optional<Unit> read_all() {
    std::optional<Unit> unit = read_product(0);
    skip_spaces();
    return rest_.empty() ? unit : std::nullopt;
  }

 private:
  std::optional<Unit> read_product(int depth) {
    std::optional<Unit> unit = Unit{};
    bool divided = false;
    skip_spaces();
    if (next_is('1')) {
      rest_.remove_prefix(1);
    } else if (!next_is('/')) {
      unit = read_term(depth);
    }
    while (unit) {
      const bool spaced = skip_spaces();
      if (rest_.empty() || next_is(')')) break;
      const bool quotient = next_is('/');
      if (quotient || next_is('*')) {
        rest_.remove_prefix(1);
        skip_spaces();
      } else if (divided || !(spaced || next_is('('))) {
        return std::nullopt;
      }
      divided = divided || quotient;
      const std::optional<Unit> term = read_term(depth);
      if (!term) return std::nullopt;
      unit = quotient ? divide(*unit, *term) : multiply(*unit, *term);
    }
    return unit;
  }

  std::optional<Unit> read_term(int depth) {
    std::optional<Unit> base;
    if (next_is('(')) {
      if (depth == max_depth) return std::nullopt;
      rest_.remove_prefix(1);
      base = read_product(depth + 1);
      if (!base || !next_is(')')) return std::nullopt;
      rest_.remove_prefix(1);
    } else {
      std::size_t length = 0;
      while (length < rest_.size() && is_letter(rest_[length])) ++length;
      base = find_symbol(rest_.substr(0, length));
      if (!base) return std::nullopt;
      rest_.remove_prefix(length);
    }
    const bool caret = next_is('^');
    if (caret) rest_.remove_prefix(1);
    // "s-1" is common, "s+1" is not a power but an accident.
    if (!caret && (rest_.empty() || next_is('+') || !is_exponent_start(rest_.front()))) return base;
    const std::optional<double> exponent = read_exponent();
    if (!exponent || std::abs(*exponent) > max_exponent || std::abs(base->ten * *exponent) > max_ten)
      return std::nullopt;
    return raise(*base, *exponent);
  }

  // "2", "-1", "1.5", or a fraction in parentheses, "(3/2)".
  std::optional<double> read_exponent() {
    if (!next_is('(')) return read_plain();
    rest_.remove_prefix(1);
    std::optional<double> exponent = read_plain();
    if (exponent && next_is('/')) {
      rest_.remove_prefix(1);
      const std::optional<double> divisor = read_plain();
      if (!divisor || *divisor == 0) return std::nullopt;
      *exponent /= *divisor;
    }
    if (!next_is(')')) return std::nullopt;
    rest_.remove_prefix(1);
    return exponent;
  }

  std::optional<double> read_plain() {
    std::size_t length = 0;
    while (length < rest_.size() && (is_exponent_start(rest_[length]) || rest_[length] == '.')) ++length;
    const std::optional<double> value = read_number(rest_.substr(0, length));
    if (value) rest_.remove_prefix(length);
    return value;
  }

  static bool is_exponent_start(char c) { return (c >= '0' && c <= '9') || c == '-' || c == '+'; }
  bool next_is(char c) const { return !rest_.empty() && rest_.front() == c; }

  bool skip_spaces() {
    bool any = false;
    for (; next_is(' ') || next_is('\t'); any = true) rest_.remove_prefix(1);
    return any;
  }

  static constexpr int max_depth = 8;
  static constexpr double max_exponent = 12;  // beyond it lies a slip of the key
  static constexpr double max_ten = 300;      // beyond it, by powers of powers, the range of a double
  std::string_view rest_;
};

struct NamedUnit {
  std::string_view unit;
  std::string_view noun;
};

// The first with the same spelling, else the first with the same dimension: N m and J are told apart by their spelling.
constexpr std::array<NamedUnit, 24> named_units{{
    {"m", "a length"},
    {"m2", "an area"},
    {"m3", "a volume"},
    {"s", "a time"},
    {"Hz", "a frequency"},
    {"kg", "a mass"},
    {"kg/m3", "a density"},
    {"kg m2", "a moment of inertia"},
    {"rad", "an angle"},
    {"rad/s", "an angular speed"},
    {"rad/s2", "an angular acceleration"},
    {"m/s", "a speed"},
    {"m/s2", "an acceleration"},
    {"N", "a force"},
    {"N s", "an impulse"},
    {"N/m", "a stiffness"},
    {"N s/m", "a damping"},
    {"N m/rad", "a torsional stiffness"},
    {"N m s/rad", "a torsional damping"},
    {"Pa", "a pressure"},
    {"J", "an energy"},
    {"N m", "a torque"},
    {"N/m^1.5", "a contact stiffness"},
    {"W", "a power"},
}};

std::string offer_unit(std::string_view written, const Dimension& dimension) {
  std::vector<std::string> candidates;
  for (const std::string& unit : common_units()) {
    if (same_dimension(parse_unit(unit)->dimension, dimension)) candidates.push_back(unit);
  }
  const std::optional<std::string> nearest = nearest_name(written, candidates);
  return nearest ? "; did you mean '" + *nearest + "'?" : "";
}

std::string quote(std::string_view text) { return "'" + std::string(text) + "'"; }

bool is_pure_number(std::string_view unit) { return unit == "1" || unit.empty(); }

std::string expected(std::string_view unit) {
  if (is_pure_number(unit)) return "a pure number";
  return quantity_noun(unit) + " in " + std::string(unit);
}

// Text that does not begin with a decimal number; what it looks like decides how the sentence ends.
[[noreturn]] void refuse_number(std::string_view text, std::string_view unit, const std::string& what) {
  if (text.empty()) throw BadInput(what + " has an empty value; it is " + expected(unit));
  if (looks_not_finite(text)) throw BadInput(what + " must be a finite number, got " + quote(text));
  throw BadInput(what + " is " + expected(unit) + "; " + quote(text) + " is not a number");
}

}  // namespace

const std::vector<std::string>& common_units() {
  static const std::vector<std::string> units{
      "m",  "mm", "um", "cm", "km", "s",   "ms",  "us",  "min", "Hz", "kHz", "rad",  "deg",  "mrad",  "kg",    "g",
      "mg", "N",  "mN", "kN", "Pa", "kPa", "MPa", "GPa", "J",   "mJ", "m/s", "mm/s", "cm/s", "rad/s", "deg/s", "kg/m3"};
  return units;
}

bool same_dimension(const Dimension& a, const Dimension& b) {
  // Exponents such as 3 · 0.1 carry a rounding error; no two meant to differ are closer than this.
  const auto same = [](double p, double q) { return std::abs(p - q) < 1e-9; };
  return same(a.kg, b.kg) && same(a.m, b.m) && same(a.s, b.s) && same(a.rad, b.rad);
}

std::optional<Unit> parse_unit(std::string_view text) {
  if (trimmed(text).empty()) return Unit{};
  const std::string ascii = to_ascii(text);
  return UnitReader(ascii).read_all();
}

std::string si_unit(const Dimension& dimension) {
  for (const char* unit :
       {"1",   "m",     "s",       "kg",        "rad", "m/s", "m/s2", "rad/s", "rad/s2", "Hz",  "N",  "N m",
        "N/m", "N s/m", "N m/rad", "N m s/rad", "J",   "W",   "Pa",   "kg m2", "kg/m2",  "1/m", "s/m"})
    if (same_dimension(parse_unit(unit)->dimension, dimension)) return unit;
  std::string above, below;
  const auto add = [&](const char* symbol, double power) {
    if (power == 0) return;
    std::string& side = power > 0 ? above : below;
    if (!side.empty()) side += ' ';
    side += symbol;
    if (std::abs(power) != 1) side += "^" + number_text(std::abs(power));
  };
  add("kg", dimension.kg);
  add("m", dimension.m);
  add("s", dimension.s);
  add("rad", dimension.rad);
  if (above.empty()) above = "1";
  if (below.empty()) return above;
  return above + "/" + (below.find(' ') == std::string::npos ? below : "(" + below + ")");
}

std::string quantity_noun(std::string_view unit) {
  for (const NamedUnit& named : named_units) {
    if (named.unit == unit) return std::string(named.noun);
  }
  if (const std::optional<Unit> parsed = parse_unit(unit)) {
    if (same_dimension(parsed->dimension, Dimension{})) return "a pure number";
    for (const NamedUnit& named : named_units) {
      if (same_dimension(parse_unit(named.unit)->dimension, parsed->dimension)) return std::string(named.noun);
    }
  }
  return "a quantity";
}

double parse_quantity(std::string_view text, std::string_view unit, std::string_view what_view) {
  const std::string what(what_view);
  text = trimmed(text);
  const std::size_t length = number_length(text);
  if (length == 0) refuse_number(text, unit, what);
  const std::string_view number = text.substr(0, length);
  const std::string_view written = trimmed(text.substr(length));

  Unit scale;
  if (!written.empty() && (written != unit || is_pure_number(unit))) {
    const std::optional<Unit> target = unit == any_unit ? parse_unit(written) : parse_unit(unit);
    // A table in reduced units, or with an exponent that is itself a parameter, has units that no text converts to.
    if (!target && unit == any_unit)
      throw BadInput(what + " is a number with or without a unit; " + quote(written) + " in " + quote(text) +
                     " is not a known unit");
    if (!target) {
      throw BadInput(what + " is in " + std::string(unit) + " and takes a bare number; " + quote(written) + " in " +
                     quote(text) + " cannot be converted");
    }
    // "5 1" is two numbers, not five pure ones.
    const bool second_number = number_length(written) > 0;
    const std::optional<Unit> source = second_number ? std::nullopt : parse_unit(written);
    if (!source) {
      throw BadInput(what + " is " + expected(unit) + "; " + quote(written) + " in " + quote(text) +
                     " is not a known unit" + offer_unit(written, target->dimension));
    }
    if (!same_dimension(source->dimension, target->dimension)) {
      if (is_pure_number(unit)) {
        throw BadInput(what + " is a pure number; " + quote(text) + " has the unit " + quote(written));
      }
      throw BadInput(what + " is " + expected(unit) + "; " + quote(written) + " in " + quote(text) + " is not");
    }
    scale = unit == any_unit ? *source : divide(*source, *target);
  }

  std::optional<double> value = read_number(number, scale.ten);
  if (value && scale.factor != 1) value = *value * scale.factor;
  if (!value || !std::isfinite(*value)) {
    throw BadInput(what + " is too large or too small for double precision, got " + quote(text));
  }
  return *value;
}

}  // namespace carom
