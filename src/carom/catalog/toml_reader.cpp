// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/toml_reader.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "carom/base/number_text.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/flags_source.hpp"
#include "carom/catalog/model_file.hpp"

namespace carom::study {

void TomlReader::refuse(const toml::source_position& at, const std::string& why) const {
  if (source_ == flags_source) throw BadInput(why);
  throw BadInput(fmt::format("{}, line {}, column {}: {}", source_, at.line, at.column, why));
}

void TomlReader::known(const toml::table& table, std::initializer_list<std::string_view> names,
                       const std::string& where) const {
  std::vector<std::string> list(names.begin(), names.end());
  for (const auto& [key, node] : table) {
    if (std::find(list.begin(), list.end(), key.str()) != list.end()) continue;
    std::string why = fmt::format("unknown key '{}' {}", key.str(), where);
    if (const auto nearest = nearest_name(key.str(), list)) why += fmt::format("; did you mean '{}'?", *nearest);
    refuse(key.source().begin, why);
  }
}

std::string TomlReader::text(const toml::node& node, std::string_view what) const {
  if (const auto word = node.as_string()) return word->get();
  if (const auto whole = node.as_integer()) return std::to_string(whole->get());
  if (const auto number = node.as_floating_point()) return number_text(number->get());
  refuse(node, fmt::format("{} must be a number, or a text such as \"0.25mm\"", what));
}

std::string TomlReader::parameter_text(const toml::node& node, std::string_view name) const {
  if (const auto answer = node.as_boolean()) return answer->get() ? "true" : "false";
  return text(node, fmt::format("'{}'", name));
}

long TomlReader::count(const toml::node& node, std::string_view what, long least, long most) const {
  const std::string word = text(node, what);
  const double number = at(node, [&] { return parse_quantity(word, "1", what); });
  if (!(number >= static_cast<double>(least) && number <= static_cast<double>(most) && number == std::floor(number)))
    refuse(node, fmt::format("{} must be a whole number between {} and {}, got {}", what, least, most, word));
  return static_cast<long>(number);
}

const toml::table& TomlReader::table(const toml::node& node, std::string_view what) const {
  if (!node.as_table()) refuse(node, fmt::format("{} must be a table", what));
  return *node.as_table();
}

namespace {

void read_run_keys(const TomlReader& reader, const toml::table& file, const System& system, RunRequest& base) {
  const std::string& time = system.card().time_unit;
  const auto number = [&](const char* name, const std::string& unit, auto& target) {
    if (const toml::node* node = file.get(name))
      target = reader.at(*node, [&] { return parse_quantity(reader.text(*node, name), unit, name); });
  };
  const auto positive = [&](const char* name, const auto& value) {
    if (const toml::node* node = file.get(name); node && !(value > 0 && std::isfinite(value)))
      reader.refuse(*node, fmt::format("{} must be above 0, got {}", name, reader.text(*node, name)));
  };
  if (file.get("cycles") && file.get("until"))
    reader.refuse(*file.get("until"), "the length of a run is given by cycles or by until, not by both");
  if (file.get("cycles") || file.get("until")) base.cycles = base.until = std::nullopt;
  number("cycles", "1", base.cycles);
  number("until", time, base.until);
  number("rtol", "1", base.rtol);
  number("atol", "1", base.atol);
  number("t", "s", base.t);
  number("closing_speed", "m/s", base.closing_speed);
  number("step", "s", base.step);
  number("impulse_step", "1", base.impulse_step);
  number("stiffness", "1", base.stiffness);
  positive("rtol", base.rtol);
  positive("atol", base.atol);
  if (base.cycles) positive("cycles", *base.cycles);
  if (base.until) positive("until", *base.until);
  const auto word = [&](const char* name, const auto& take) {
    if (const toml::node* node = file.get(name)) reader.at(*node, [&] { take(reader.text(*node, name)); });
  };
  word("law", [&](const std::string& w) { base.law = read_law(w); });
  word("scheme", [&](const std::string& w) { base.scheme = read_scheme(w); });
  word("residue", [&](const std::string& w) { base.residue = read_residue(w); });
  word("contact", [&](const std::string& w) { base.contact = read_contact_model(w); });
  word("painleve", [&](const std::string& w) { base.painleve = read_painleve(w); });
  word("q", [&](const std::string& w) { base.q = system.read_coordinates(w, base.parameters, "q"); });
  word("u", [&](const std::string& w) { base.u = system.read_velocities(w, base.parameters, "u"); });
}

}  // namespace

StudyStart read_start(const TomlReader& reader, const toml::table& file) {
  const toml::node* system = file.get("system");
  if (!system) reader.refuse(file, "a study needs `system`");
  const System& chosen = reader.at(
      *system, [&]() -> const System& { return system_in_study(reader.text(*system, "system"), reader.source()); });
  StudyStart start{.system = &chosen, .base = chosen.request()};
  if (const toml::node* title = file.get("title")) start.title = reader.text(*title, "title");
  if (const toml::node* preset = file.get("preset"))
    reader.at(*preset, [&] { chosen.apply(chosen.preset(reader.text(*preset, "preset")), start.base); });
  if (const toml::node* set = file.get("set"))
    for (const auto& [key, node] : reader.table(*set, "set"))
      reader.at(node, [&, &key = key, &node = node] {
        start.base.parameters.set(key.str(), std::string_view(reader.parameter_text(node, key.str())));
      });
  read_run_keys(reader, file, chosen, start.base);
  return start;
}

toml::table parse_study(std::string_view text, const std::string& source) {
  try {
    return toml::parse(text, std::string_view(source));
  } catch (const toml::parse_error& error) {
    if (source == flags_source) throw BadInput(std::string(error.description()));
    throw BadInput(fmt::format("{}, line {}, column {}: {}", source, error.source().begin.line,
                               error.source().begin.column, error.description()));
  }
}

std::string section_text(const std::string& header, const std::vector<std::string>& assignments,
                         const std::string& flag, bool last_counts) {
  if (assignments.empty()) return "";
  std::vector<std::pair<std::string, std::string>> entries;
  for (const std::string& assignment : assignments) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == assignment.size())
      throw BadInput(fmt::format("{} needs name=value, got '{}'", flag, assignment));
    const std::string name = assignment.substr(0, equals), value = assignment.substr(equals + 1);
    const auto same = std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.first == name; });
    if (same == entries.end())
      entries.emplace_back(name, value);
    else if (last_counts)
      same->second = value;
    else
      throw BadInput(fmt::format("{} gives '{}' two ranges that contradict each other", flag, name));
  }
  std::string text = header + "\n";
  for (const auto& [name, value] : entries) text += fmt::format("{} = {}\n", quoted(name), quoted(value));
  return text;
}

std::vector<std::string> parts_of(const std::string& text, char between) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t to; (to = text.find(between, from)) != std::string::npos; from = to + 1)
    parts.push_back(text.substr(from, to - from));
  parts.push_back(text.substr(from));
  return parts;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) < 32)
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else
      result += c;
  }
  return result + "\"";
}

}  // namespace carom::study
