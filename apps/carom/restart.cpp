// SPDX-License-Identifier: Apache-2.0
#include "restart.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <system_error>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/model_file.hpp"
#include "carom/io/csv_text.hpp"
#include "carom/io/restart_file.hpp"
#include "carom/io/table_file.hpp"
#include "carom/sweep/seeds.hpp"

namespace carom::app {
namespace {

const std::string* attribute(const TableHeader& header, const std::string& name) {
  for (const auto& [key, value] : header.attributes)
    if (key == name) return &value;
  return nullptr;
}

// What a checkpoint says: a number, or a file that someone has changed.
double number_in(const std::string& path, const std::string& name, const std::string& text) {
  const std::optional<double> value = io::parse_number(text);
  if (!value || !(*value >= 0 && *value < 1e15))
    throw BadInput(fmt::format("the restart file '{}' is damaged: its '{}' is '{}'", path, name, text));
  return *value;
}

std::uint64_t read_seed(const std::string& path, const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc() || end != text.data() + text.size())
    throw BadInput(fmt::format("the restart file '{}' is damaged: its seed is '{}'", path, text));
  return seed;
}

std::vector<double> last_of(const io::Table& table, const std::vector<study::Quantity>& quantities) {
  std::vector<double> values;
  for (const study::Quantity& quantity : quantities) values.push_back(table.column(quantity.name).back());
  return values;
}

}  // namespace

void continue_from(const std::string& path, const study::System& system, study::RunRequest& request) {
  if (io::is_restart_file(path))
    throw BadInput(fmt::format("'{}' is a checkpoint of a run of many bodies, not a trajectory of system '{}'", path,
                               system.name()));
  const io::Table table = io::read_table(path);
  const std::string* of = attribute(table.header, "system");
  if (!of || *of != system.name())
    throw BadInput(fmt::format("'{}' is not a trajectory of system '{}'", path, system.name()));
  if (const std::string* model = attribute(table.header, "model");
      model && *model != study::kept_text(system.card().source))
    throw BadInput(fmt::format("the model '{}' has changed since '{}' was written", system.name(), path));
  if (table.rows() == 0) throw BadInput(fmt::format("'{}' has no rows to go on from", path));
  const Parameters defaults = system.defaults();
  for (const ParameterSpec& spec : request.parameters.table().specs()) {
    const std::string* value = attribute(table.header, spec.name);
    if (!value) continue;
    // What the run left at its default stays so: a rule may say what cannot be set together.
    if (spec.follows.empty() && !spec.list &&
        *value == study::text_of(spec.choices.empty() ? study::Value(defaults[spec.name])
                                                      : study::Value(defaults.word(spec.name))))
      continue;
    // One that only follows another stays free to follow.
    if (!spec.follows.empty()) {
      const std::string* followed = attribute(table.header, spec.follows);
      if (followed && *followed == *value) continue;
    }
    request.parameters.set(spec.name, std::string_view(*value));
  }
  if (const std::string* law = attribute(table.header, "law")) request.law = study::read_law(*law);
  request.q = last_of(table, system.card_for(request.parameters).coordinates);
  request.u = last_of(table, study::rates_of(system.card_for(request.parameters).coordinates));
  // States of first order have columns of their own, and their start is a parameter.
  for (const ParameterSpec& spec : request.parameters.table().specs()) {
    const auto is_column = [&](const Column& column) { return column.name == spec.name; };
    if (spec.of_start && std::any_of(table.header.columns.begin(), table.header.columns.end(), is_column))
      request.parameters.set(spec.name, table.column(spec.name).back());
  }
  request.t = table.column("t").back();
}

void resume_from(const std::string& path, const study::System& system, study::RunRequest& request,
                 const std::vector<std::string>& set, bool length_given) {
  const io::RestartFile file = io::read_restart(path);
  if (file.system != system.name())
    throw BadInput(fmt::format("the restart file '{}' is of system '{}', not '{}'", path, file.system, system.name()));
  for (const std::string& assignment : set) {
    const std::string name = assignment.substr(0, assignment.find('='));
    if (name != "threads")
      throw BadInput(fmt::format("parameter '{}' cannot change in a run that goes on; only threads can", name));
  }
  double done = 0, cycles = 0;
  bool ended = false;
  for (const auto& [name, value] : file.settings) {
    if (name == "done")
      done = number_in(path, name, value);
    else if (name == "cycles")
      cycles = number_in(path, name, value);
    else if (name == "ended")
      ended = value == "yes";
    else if (name == "seed")
      request.seed = read_seed(path, value);
    else
      request.parameters.set(name, std::string_view(value));
  }
  if (ended && !length_given)
    throw BadInput(
        fmt::format("the run in '{}' has come to its end after {:g} cycles: say with --cycles how many more, or with "
                    "--until until when",
                    path, cycles));
  request.state = file.state;
  request.cycles = cycles;
  request.cycles_before = ended ? cycles : done;
}

void write_checkpoint(const std::string& path, const study::RunRequest& request, const study::RunResult& result) {
  io::RestartFile file{.system = result.system, .settings = {}, .state = result.state};
  for (const ParameterSpec& spec : request.parameters.table().specs()) {
    if (!request.parameters.is_set(spec.name)) continue;
    file.settings.emplace_back(spec.name, spec.choices.empty() ? fmt::format("{}", request.parameters[spec.name])
                                                               : request.parameters.word(spec.name));
  }
  // The length of the transient may have followed that of the run.
  for (const auto& [name, value] : result.parameters)
    if (name == "transient" && !request.parameters.is_set("transient"))
      file.settings.emplace_back(name, study::text_of(value));
  file.settings.emplace_back("seed", std::to_string(request.seed));
  file.settings.emplace_back("done", fmt::format("{}", result.cycles));
  file.settings.emplace_back("cycles", fmt::format("{}", result.planned_cycles));
  file.settings.emplace_back("ended", result.outcome == Outcome::reached_end ? "yes" : "no");
  io::write_restart(path, file);
}

}  // namespace carom::app
