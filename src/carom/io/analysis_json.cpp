// SPDX-License-Identifier: Apache-2.0
// Orbits, branches and diagrams as JSON and CSV text.
#include <algorithm>
#include <cmath>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "carom/base/number_text.hpp"
#include "carom/io/finite_or_null.hpp"
#include "carom/io/json.hpp"

namespace carom::study {
namespace {

using Json = nlohmann::ordered_json;

Json json(const std::vector<std::complex<double>>& values) {
  Json list = Json::array();
  for (const auto& value : values) list.push_back({value.real(), value.imag()});
  return list;
}

Json json(const std::vector<double>& values) {
  Json list = Json::array();
  for (double value : values) list.push_back(finite_or_null(value));
  return list;
}

Json json(const Value& value) {
  if (const auto* v = std::get_if<double>(&value)) return finite_or_null(*v);
  if (const auto* v = std::get_if<long>(&value)) return Json(*v);
  if (const auto* v = std::get_if<std::string>(&value)) return Json(*v);
  if (const auto* v = std::get_if<std::vector<double>>(&value)) return json(*v);
  return nullptr;
}

void add_header(Json& object, const std::string& system, const std::vector<std::pair<std::string, Value>>& parameters,
                Outcome outcome, const std::string& reason) {
  object["system"] = system;
  object["version"] = CAROM_VERSION;
  Json values = Json::object();
  for (const auto& [name, value] : parameters) values[name] = json(value);
  object["parameters"] = values;
  object["outcome"] = std::string(carom::name(outcome));
  if (!reason.empty()) object["reason"] = reason;
}

Json json(const BranchPoint& point, const std::string& parameter, BranchKind kind) {
  Json object;
  object[parameter] = point.parameter;
  object["q"] = json(point.q);
  object["u"] = json(point.u);
  if (kind == BranchKind::orbit) object["period"] = point.period;
  object[kind == BranchKind::orbit ? "multipliers" : "eigenvalues"] = json(point.multipliers);
  object["stable"] = point.stable;
  object["sequence"] = point.sequence;
  object["residual"] = point.residual;
  for (const auto& [name, value] : point.observables) object[name] = json(value);
  return object;
}

std::string cell(double value) { return std::isfinite(value) ? number_text(value) : std::string(); }

}  // namespace

std::string to_json(const OrbitResult& result) {
  Json object;
  add_header(object, result.system, result.parameters, result.outcome, result.reason);
  if (!result.section.empty()) object["section"] = result.section;
  object["period"] = result.found() ? Json(result.period) : Json(nullptr);
  object["crossings"] = result.crossings;
  object["multipliers"] = json(result.multipliers);
  object["sequence"] = result.sequence;
  object["state"] = {{"t", result.t}, {"q", json(result.q)}, {"u", json(result.u)}};
  for (const auto& [state, value] : result.states) object["state"]["states"][state] = value;
  object["advance"] = json(result.advance);
  object["stable"] = result.found() ? Json(result.stable) : Json(nullptr);
  object["residual"] = result.found() ? finite_or_null(result.residual) : Json(nullptr);
  object["iterations"] = result.iterations;
  Json observables = Json::object();
  for (const auto& [name, value] : result.observables) observables[name] = json(value);
  object["observables"] = observables;
  object["wall_seconds"] = result.wall_seconds;
  return object.dump(2);
}

std::string to_json(const ContinuationResult& result) {
  Json object;
  add_header(object, result.system, result.parameters, result.outcome, result.reason);
  object["parameter"] = result.parameter;
  object["kind"] = result.kind == BranchKind::orbit ? "orbit" : "equilibrium";
  if (!result.section.empty()) object["section"] = result.section;
  Json branch = Json::array(), special = Json::array();
  for (const BranchPoint& point : result.branch) branch.push_back(json(point, result.parameter, result.kind));
  for (const SpecialPoint& point : result.special) {
    Json entry{{"type", std::string(name(point.kind))},
               {result.parameter, point.parameter},
               {"uncertainty", point.uncertainty}};
    if (!point.from.empty()) entry["from"] = point.from;
    if (!point.to.empty()) entry["to"] = point.to;
    for (const auto& [name, value] : point.values) entry[name] = finite_or_null(value);
    const Json where = json(point.point, result.parameter, result.kind);
    for (const auto& [name, value] : where.items())
      if (!entry.contains(name)) entry[name] = value;
    special.push_back(entry);
  }
  object["branch"] = branch;
  object["special"] = special;
  object["wall_seconds"] = result.wall_seconds;
  return object.dump(2);
}

std::string to_json(const BifurcationResult& result) {
  Json object;
  add_header(object, result.system, result.parameters, result.outcome, result.reason);
  object["parameter"] = result.parameter;
  object["section"] = result.coordinate;
  Json rows = Json::array();
  for (const BifurcationRow& row : result.rows) {
    Json entry{{"direction", row.up ? "up" : "down"},
               {result.parameter, row.parameter},
               {"outcome", std::string(carom::name(row.outcome))},
               {"equilibrium", row.equilibrium},
               {"period", row.period},
               {"period_time", row.period_time},
               {"sequence", row.sequence},
               {result.coordinate, json(row.section)},
               {result.rate + "_max", json(row.maximum)}};
    if (!std::isnan(row.lyapunov)) entry["lyapunov"] = finite_or_null(row.lyapunov);
    rows.push_back(entry);
  }
  object["rows"] = rows;
  object["wall_seconds"] = result.wall_seconds;
  return object.dump(2);
}

std::string to_csv(const ContinuationResult& result, const std::vector<std::string>& coordinates) {
  const bool orbits = result.kind == BranchKind::orbit;
  std::size_t most = 0;
  std::vector<std::string> observables;
  for (const BranchPoint& point : result.branch) most = std::max(most, point.multipliers.size());
  if (!result.branch.empty())
    for (const auto& [name, value] : result.branch.front().observables) observables.push_back(name);
  std::string text = result.parameter + ",special,stable,sequence" + (orbits ? ",period" : "");
  for (const std::string& name : coordinates) text += "," + name;
  for (const std::string& name : coordinates) text += "," + name + "_dot";
  for (const std::string& name : observables) text += "," + name;
  for (std::size_t i = 1; i <= most; ++i)
    text += fmt::format(",{0}_{1}_re,{0}_{1}_im", orbits ? "multiplier" : "eigenvalue", i);
  text += ",residual\n";
  const auto line = [&](const BranchPoint& point, double parameter, const std::string& special) {
    text += cell(parameter) + "," + special + "," + (point.stable ? "1" : "0") + "," + point.sequence;
    if (orbits) text += "," + cell(point.period);
    for (double value : point.q) text += "," + cell(value);
    for (double value : point.u) text += "," + cell(value);
    for (std::size_t i = 0; i < observables.size(); ++i)
      text += "," + (i < point.observables.size() ? text_of(point.observables[i].second) : std::string());
    for (std::size_t i = 0; i < most; ++i)
      text += i < point.multipliers.size()
                  ? "," + cell(point.multipliers[i].real()) + "," + cell(point.multipliers[i].imag())
                  : std::string(",,");
    text += "," + cell(point.residual) + "\n";
  };
  for (const BranchPoint& point : result.branch) line(point, point.parameter, "");
  for (const SpecialPoint& point : result.special) line(point.point, point.parameter, std::string(name(point.kind)));
  return text;
}

std::string to_csv(const BifurcationResult& result) {
  std::string text = fmt::format("direction,{},point,{},{}_max,period,period_time,sequence,lyapunov,outcome\n",
                                 result.parameter, result.coordinate, result.rate);
  for (const BifurcationRow& row : result.rows) {
    const std::size_t lines = std::max<std::size_t>(row.section.size(), 1);
    for (std::size_t i = 0; i < lines; ++i) {
      const bool has = i < row.section.size();
      text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", row.up ? "up" : "down", cell(row.parameter), i,
                          has ? cell(row.section[i]) : "", has ? cell(row.maximum[i]) : "", row.period,
                          cell(row.period_time), row.sequence, cell(row.lyapunov), carom::name(row.outcome));
    }
  }
  return text;
}

}  // namespace carom::study
