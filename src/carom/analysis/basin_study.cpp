// SPDX-License-Identifier: Apache-2.0
#include "carom/analysis/basin_study.hpp"

#include <cmath>

#include <fmt/format.h>

#include "carom/catalog/toml_reader.hpp"

namespace carom::study {
namespace {

constexpr const char* section_words = "a section";
constexpr int most_pixels_a_side = 16384, most_levels = 8;

class BasinReader : TomlReader {
 public:
  using TomlReader::TomlReader;

  BasinRequest read(const toml::table& file) {
    known(file, {"system",   "title",         "preset", "law",        "cycles", "rtol",    "atol",
                 "painleve", "closing_speed", "q",      "u",          "t",      "section", "mirror",
                 "refine",   "tolerance",     "radius", "max_period", "set",    "map"},
          "in a study of basins");
    StudyStart start = read_start(*this, file);
    BasinRequest request{.system = start.system, .title = std::move(start.title), .run = std::move(start.base)};
    if (const toml::node* section = file.get("section"))
      request.section = at(*section, [&] {
        return request.system->read_section(text(*section, "section"), request.run.parameters, section_words);
      });
    if (const toml::node* cycles = file.get("cycles")) request.cycles = count(*cycles, "cycles", 1, 100000000);
    request.run.cycles = request.run.until = std::nullopt;
    if (const toml::node* refine = file.get("refine"))
      request.refine = static_cast<int>(count(*refine, "refine", 0, most_levels));
    if (const toml::node* period = file.get("max_period"))
      request.settling.max_period = static_cast<int>(count(*period, "max_period", 1, 10000));
    request.settling.tolerance = distance(file, "tolerance", request.settling.tolerance);
    request.settling.radius = distance(file, "radius", request.settling.radius);
    if (request.settling.radius < request.settling.tolerance)
      refuse(*(file.get("radius") ? file.get("radius") : file.get("tolerance")),
             "the radius must not be below the tolerance");
    if (const toml::node* mirror = file.get("mirror")) {
      const std::string word = text(*mirror, "mirror");
      if (word != "apart" && word != "together")
        refuse(*mirror, fmt::format("mirror must be apart or together, got '{}'", word));
      request.mirror_together = word == "together";
    }
    const toml::node* map = file.get("map");
    if (!map) refuse(file, "a map of basins needs [map] with two axes (--map twice)");
    const auto axes = in_order(table(*map, "map"));
    if (axes.size() != 2) refuse(*map, fmt::format("a map has two axes, got {} (--map twice)", axes.size()));
    request.x = axis(*axes[0].first, *axes[0].second, file, request);
    request.y = axis(*axes[1].first, *axes[1].second, file, request);
    return request;
  }

 private:
  double distance(const toml::table& file, const char* name, double otherwise) const {
    const toml::node* node = file.get(name);
    if (!node) return otherwise;
    const double value = at(*node, [&] { return parse_quantity(text(*node, name), "1", name); });
    if (!(value > 0 && value < 1)) refuse(*node, fmt::format("{} must lie between 0 and 1, got {:g}", name, value));
    return value;
  }

  BasinAxis axis(const toml::key& key, const toml::node& node, const toml::table& file,
                 const BasinRequest& request) const {
    const std::string name(key.str());
    BasinAxis axis;
    try {
      axis = basin_axis(*request.system, request.run.parameters, name);
    } catch (const BadInput& refusal) {
      refuse(key.source().begin, refusal.what());
    }
    if (const toml::table* set = file.get_as<toml::table>("set"); set && set->contains(name))
      refuse(key.source().begin,
             fmt::format("'{}' is an axis of the map, and [set] gives it one value: take one away", name));
    const auto quantity = [&](const std::string& word, const toml::node& place) {
      return at(place, [&] { return parse_quantity(word, axis.unit, fmt::format("'{}'", name)); });
    };
    if (const toml::table* range = node.as_table()) {
      known(*range, {"from", "to", "pixels"}, fmt::format("in the axis '{}'", name));
      for (const char* end : {"from", "to"})
        if (!range->get(end)) refuse(*range, fmt::format("the axis '{}' needs `{}`", name, end));
      axis.from = quantity(text(*range->get("from"), "from"), *range->get("from"));
      axis.to = quantity(text(*range->get("to"), "to"), *range->get("to"));
      if (const toml::node* pixels = range->get("pixels"))
        axis.pixels = static_cast<int>(count(*pixels, "pixels", 2, most_pixels_a_side));
    } else {
      const std::string word = text(node, fmt::format("'{}'", name));
      const std::vector<std::string> parts = parts_of(word, ':');
      if (parts.size() != 2 && parts.size() != 3)
        refuse(node, fmt::format("the axis '{}' must be from:to or from:to:pixels, got '{}'", name, word));
      axis.from = quantity(parts[0], node);
      axis.to = quantity(parts[1], node);
      if (parts.size() == 3) {
        const double pixels = at(node, [&] { return parse_quantity(parts[2], "1", "the number of pixels"); });
        if (!(pixels >= 2 && pixels <= most_pixels_a_side && pixels == std::floor(pixels)))
          refuse(node, fmt::format("'{}' needs a whole number of pixels between 2 and {}, got '{}'", name,
                                   most_pixels_a_side, parts[2]));
        axis.pixels = static_cast<int>(pixels);
      }
    }
    if (!(axis.from != axis.to))
      refuse(node, fmt::format("the axis '{}' is empty: it begins and ends at {:g}", name, axis.from));
    if (axis.of == BasinAxis::Of::parameter)
      at(node, [&] {
        Parameters trial = request.run.parameters;
        for (const long i : {0L, static_cast<long>(axis.pixels) - 1}) trial.set(name, axis.at(i, axis.pixels));
      });
    return axis;
  }
};

}  // namespace

BasinRequest read_basin_study(std::string_view text, const std::string& source) {
  const toml::table file = parse_study(text, source);
  BasinRequest request = BasinReader(source).read(file);
  request.text = text;
  return request;
}

std::string basin_study_text(const std::string& system, const std::vector<std::pair<std::string, std::string>>& keys,
                             const std::vector<std::string>& set, const std::vector<std::string>& map) {
  std::string text = fmt::format("system = {}\n", quoted(system));
  for (const auto& [key, value] : keys) text += fmt::format("{} = {}\n", key, quoted(value));
  return text + section_text("[set]", set, "--set", true) + section_text("[map]", map, "--map", false);
}

BasinAxis basin_axis(const System& system, const Parameters& parameters, const std::string& name) {
  BasinAxis axis{.name = name};
  if (const ParameterSpec* spec = parameters.table().find(name)) {
    if (!spec->choices.empty() || spec->list || spec->integer)
      throw BadInput(fmt::format("'{}' is no real number: it cannot be an axis", name));
    axis.unit = spec->unit;
    axis.of_motion = !spec->of_start;
    return axis;
  }
  const std::vector<Quantity>& coordinates = system.card().coordinates;
  const std::vector<Quantity> rates = rates_of(coordinates);
  for (std::size_t k = 0; k < coordinates.size(); ++k) {
    axis.index = static_cast<int>(k);
    axis.of = BasinAxis::Of::coordinate;
    axis.unit = coordinates[k].unit;
    if (coordinates[k].name == name) return axis;
    axis.of = BasinAxis::Of::velocity;
    axis.unit = rates[k].unit;
    if (rates[k].name == name) return axis;
  }
  std::vector<std::string> names;
  for (const ParameterSpec& spec : parameters.table().specs()) names.push_back(spec.name);
  for (std::size_t k = 0; k < coordinates.size(); ++k) names.insert(names.end(), {coordinates[k].name, rates[k].name});
  std::string why = fmt::format("system '{}' has no parameter, coordinate or rate '{}'", system.name(), name);
  if (const auto nearest = nearest_name(name, names)) why += fmt::format("; did you mean '{}'?", *nearest);
  throw BadInput(why);
}

}  // namespace carom::study
