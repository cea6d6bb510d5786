// SPDX-License-Identifier: Apache-2.0
#include "output.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <thread>

#include <fmt/core.h>

#include "carom/base/atomic_file.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/output_place.hpp"
#include "carom/base/parameters.hpp"
#include "streams.hpp"

namespace carom::app {
namespace {

// Characters, not bytes.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

void check_outputs(const std::vector<Text>& paths) {
  std::vector<std::filesystem::path> seen;
  for (const Text& path : paths) {
    if (!path || *path == "-") continue;
    if (path->empty()) throw BadInput("an output has an empty name");
    check_writable(*path);
    std::error_code error;  // of a pipe, whose name leads to no place
    std::filesystem::path name = std::filesystem::weakly_canonical(*path, error);
    if (error) name = std::filesystem::path(*path).lexically_normal();
    if (std::find(seen.begin(), seen.end(), name) != seen.end() && name.parent_path() != "/dev")
      throw BadInput(fmt::format("two outputs have the name '{}'", *path));
    seen.push_back(name);
  }
}

void deliver_json(const Common& common, const std::string& json) {
  if (!common.json) return;
  if (*common.json == "-")
    print_data(json + "\n");
  else
    report::write_atomically(*common.json, json + "\n");
}

void say(const Common& common, std::string_view line) {
  if (!common.quiet) talk("{}\n", line);
}

void tell_written(const Common& common, const std::vector<Text>& paths) {
  std::string list;
  std::error_code error;
  for (const Text& path : paths)
    if (path && *path != "-" && std::filesystem::is_regular_file(*path, error))
      list += (list.empty() ? "" : ", ") + *path;
  if (!list.empty()) say(common, "carom: wrote " + list);
}

std::string aligned(const std::vector<std::vector<std::string>>& rows, std::string_view indent) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line(indent);
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 < row.size()) line.append(widths[i] - width(row[i]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string shown(double value) { return std::isnan(value) ? "-" : fmt::format("{:.6g}", value); }

int jobs_of(const Text& text) {
  if (!text) return static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
  const double jobs = parse_quantity(*text, "1", "--jobs");
  if (!(jobs >= 1 && jobs <= 1024) || jobs != std::floor(jobs))
    throw BadInput(fmt::format("--jobs must be a whole number between 1 and 1024, got {}", *text));
  return static_cast<int>(jobs);
}

}  // namespace carom::app
