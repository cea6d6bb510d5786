// SPDX-License-Identifier: Apache-2.0
// Maps of basins as JSON text: what was found and how much of the map it has; the pixels are in the HDF5 file.
#include <cmath>

#include <nlohmann/json.hpp>

#include "carom/io/finite_or_null.hpp"
#include "carom/io/json.hpp"

namespace carom::study {
namespace {

using Json = nlohmann::ordered_json;

Json json(const BasinAxis& axis) {
  return {{"name", axis.name}, {"unit", axis.unit}, {"from", axis.from}, {"to", axis.to}, {"pixels", axis.pixels}};
}

}  // namespace

std::string to_json(const BasinMap& map) {
  Json object{{"system", map.system}, {"version", CAROM_VERSION}, {"title", map.title},      {"x", json(map.x)},
              {"y", json(map.y)},     {"cycles", map.cycles},     {"complete", map.complete}};
  Json parameters = Json::object();
  for (const auto& [name, value] : map.parameters)
    if (name != map.x.name && name != map.y.name)
      if (const double* v = std::get_if<double>(&value)) parameters[name] = finite_or_null(*v);
  object["parameters"] = parameters;
  Json attractors = Json::array();
  for (std::size_t k = 0; k < map.attractors.size(); ++k) {
    const Attractor& attractor = map.attractors[k];
    Json entry{{"label", k}, {"name", attractor.name}, {"period", attractor.period}};
    if (!attractor.signature.empty()) entry["signature"] = attractor.signature;
    entry["mirror"] = attractor.mirror >= 0 ? Json(attractor.mirror) : Json(nullptr);
    entry["largest_multiplier"] = finite_or_null(attractor.multiplier);
    entry["found_at"] = {attractor.x_y.at(0), attractor.x_y.at(1)};
    Json points = Json::array();
    for (const Eigen::VectorXd& z : attractor.points)
      points.push_back(std::vector<double>(z.data(), z.data() + z.size()));
    entry["points"] = points;
    for (const auto& [name, value] : attractor.observables) {
      if (const double* v = std::get_if<double>(&value))
        entry["observables"][name] = finite_or_null(*v);
      else if (const long* n = std::get_if<long>(&value))
        entry["observables"][name] = *n;
      else if (const std::string* word = std::get_if<std::string>(&value))
        entry["observables"][name] = *word;
    }
    attractors.push_back(std::move(entry));
  }
  object["attractors"] = attractors;
  Json shares = Json::array();
  for (const BasinShare& share : map.shares)
    shares.push_back(
        {{"name", share.name}, {"labels", share.labels}, {"fraction", share.fraction}, {"error", share.error}});
  object["shares"] = shares;
  object["reasons"] = map.reasons;
  object["border_pixels"] = map.border;
  Json dimensions = Json::array();
  for (std::size_t level = 1; level < map.border.size(); ++level)
    dimensions.push_back(map.border[level - 1] > 0 && map.border[level] > 0
                             ? finite_or_null(std::log2(static_cast<double>(map.border[level]) /
                                                        static_cast<double>(map.border[level - 1])))
                             : Json(nullptr));
  object["border_dimension"] = dimensions;
  object["flashes_seen"] = map.flashes_seen;
  object["flashes_of_full_lengths"] = map.flashes_full;
  if (map.check.checked > 0)
    object["verified"] = {{"pixels", map.check.checked}, {"disagree", map.check.disagree}, {"cases", map.check.cases}};
  object["wall_seconds"] = map.seconds;
  return object.dump(2);
}

}  // namespace carom::study
