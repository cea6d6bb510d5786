// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/quantity.hpp"

#include <cmath>
#include <optional>

#include "carom/base/number_text.hpp"

namespace carom::expressions {
namespace {

// The number and what follows it; no unit if the text has not the form of a quantity.
struct Split {
  std::string_view number, unit;
};

Split split(std::string_view text) {
  const std::string_view body = trimmed(text);
  const std::size_t length = number_length(body);
  if (length == 0) return {};
  const std::string_view rest = trimmed(body.substr(length));
  if (rest.empty()) return {body, {}};
  // Letters, per cent, or what people paste: °, µ.
  const char first = rest.front();
  const bool begins_unit = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '%' ||
                           static_cast<unsigned char>(first) >= 0x80;
  return begins_unit ? Split{body.substr(0, length), rest} : Split{};
}

}  // namespace

bool reads_as_quantity(std::string_view text) {
  const Split parts = split(text);
  return !parts.unit.empty() && parse_unit(parts.unit).has_value();
}

Reading read(std::string text, Place place) {
  const Split parts = split(text);
  if (parts.unit.empty()) return Syntax::read(std::move(text), std::move(place));
  const std::size_t offset = static_cast<std::size_t>(parts.unit.data() - text.data());
  const std::optional<Unit> unit = parse_unit(parts.unit);
  if (!unit) {
    const std::string offer = offer_nearest(parts.unit, common_units());
    const bool is_formula = offer.empty() || parts.unit.find_first_of("+-*()") != std::string_view::npos;
    throw Refusal(place, text, offset, parts.unit,
                  quoted(parts.unit) + " after a number is not a known unit" + offer +
                      (is_formula ? " (in an expression a sign such as * is missing before it)" : ""));
  }
  std::optional<double> value = read_number(parts.number, unit->ten);
  if (value && unit->factor != 1) value = *value * unit->factor;
  if (!value || !std::isfinite(*value))
    throw Refusal(place, text, 0, parts.number, quoted(text) + " is too large or too small a number");
  return Quantity{*value, unit->dimension, std::string(parts.unit), text, place};
}

void require_unit(const Quantity& quantity, std::string_view unit, std::string_view what) {
  const std::optional<Unit> target = parse_unit(unit == "1" ? "" : unit);
  if (!target) throw BadInput("'" + std::string(unit) + "' is not a known unit");
  if (same_dimension(target->dimension, quantity.dimension)) return;
  const std::string noun =
      same_dimension(target->dimension, {}) ? "a pure number" : quantity_noun(unit) + " in " + std::string(unit);
  const std::size_t offset = quantity.text.rfind(quantity.unit);
  throw Refusal(
      quantity.place, quantity.text, offset == std::string::npos ? 0 : offset, quantity.unit,
      std::string(what) + " is " + noun + "; " + quoted(quantity.text) + " is " + quantity_noun(quantity.unit));
}

}  // namespace carom::expressions
