// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/section_choice.hpp"

#include <cmath>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"
#include "carom/catalog/flow_map.hpp"
#include "carom/catalog/request_checks.hpp"
#include "carom/catalog/system.hpp"

namespace carom::study {
namespace {

constexpr std::string_view period_word = "period";

int read_direction(std::string_view word, std::string_view what) {
  if (word == "rising") return +1;
  if (word == "falling") return -1;
  throw BadInput(fmt::format("{} is passed rising or falling, got '{}'", what, word));
}

}  // namespace

SectionChoice System::read_section(std::string_view text, const Parameters& parameters, std::string_view what) const {
  if (!has_section())
    throw BadInput(fmt::format("system '{}' has no section by which its motions could be told apart", name()));
  const std::size_t comma = text.find(',');
  const std::string_view place = trimmed(text.substr(0, comma));
  const std::size_t equals = place.find('=');
  const std::string_view wanted = trimmed(place.substr(0, equals));
  const auto value = [&](const std::string& unit) {
    return parse_quantity(trimmed(place.substr(equals + 1)), unit, fmt::format("{} {}", what, wanted));
  };
  SectionChoice section;
  if (wanted == period_word) {
    section.kind = SectionChoice::Kind::period;
    if (comma != std::string_view::npos)
      throw BadInput(fmt::format("{} by a period is passed in no direction, got '{}'", what, text));
    if (equals == std::string_view::npos) return section;
    section.period = value("s");
    if (!(*section.period > 0)) throw BadInput(fmt::format("the period of {} must be above 0 s, got '{}'", what, text));
    return section;
  }
  const std::vector<Quantity> coordinates = card_for(parameters).coordinates, rates = rates_of(coordinates);
  std::vector<std::string> names{std::string(period_word)};
  section.kind = SectionChoice::Kind::crossing;
  for (const std::vector<Quantity>* list : {&coordinates, &rates})
    for (std::size_t k = 0; k < list->size(); ++k) {
      const Quantity& quantity = (*list)[k];
      names.push_back(quantity.name);
      if (quantity.name != wanted) continue;
      if (equals == std::string_view::npos)
        throw BadInput(
            fmt::format("{} needs the value that {} passes, as in {}=0, got '{}'", what, wanted, wanted, text));
      section.coordinate = static_cast<int>(k);
      section.rate = list == &rates;
      section.level = value(quantity.unit);
      if (comma != std::string_view::npos) section.direction = read_direction(trimmed(text.substr(comma + 1)), what);
      return section;
    }
  std::string why = fmt::format("system '{}' has no coordinate or rate '{}' for {}", name(), wanted, what);
  if (const auto nearest = nearest_name(wanted, names)) why += fmt::format("; did you mean '{}'?", *nearest);
  throw BadInput(why);
}

std::string text_of(const SectionChoice& section, const std::vector<Quantity>& coordinates) {
  switch (section.kind) {
    case SectionChoice::Kind::own: break;
    case SectionChoice::Kind::period:
      return section.period ? fmt::format("every {} s", number_text(*section.period)) : "the phase of the drive";
    case SectionChoice::Kind::crossing:
      return fmt::format(
          "{} = {}, {}",
          (section.rate ? rates_of(coordinates) : coordinates)[static_cast<std::size_t>(section.coordinate)].name,
          number_text(section.level), section.direction > 0 ? "rising" : "falling");
  }
  return {};
}

void check_section(const SectionChoice& section, const FlowMap& map, const std::optional<double>& drive,
                   const std::string& system) {
  if (section.kind == SectionChoice::Kind::period) {
    if (!section.period && !drive)
      throw BadInput(fmt::format(
          "system '{}' has no drive here: give the period of the section, as in --section \"period=0.04 s\"", system));
    if (!section.period || !drive) return;
    const double ratio = *section.period / *drive, whole = std::round(ratio);
    if (whole < 1 || std::abs(ratio - whole) > 1e-9 * whole)
      throw BadInput(
          fmt::format("a section every {} s meets the drive, of period {} s, at another phase each time: take "
                      "a multiple of it",
                      number_text(*section.period), number_text(*drive)));
  }
  if (section.kind != SectionChoice::Kind::crossing || section.rate) return;
  const Eigen::VectorXd slope = map.section_slope(map.start());
  for (const int k : map.free_coordinates())
    if (slope[k] != 0)
      throw BadInput(
          fmt::format("nothing depends on '{0}', so that no motion needs to come back to it: take its rate, "
                      "{0}_dot, for the section",
                      map.coordinate_name()));
}

}  // namespace carom::study
