// SPDX-License-Identifier: Apache-2.0
// Films from trajectories in files, and into files.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include <fmt/core.h>

#include "carom/base/atomic_file.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/interrupt.hpp"
#include "carom/base/output_file.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/model_file.hpp"
#include "carom/draw/other_program.hpp"
#include "carom/film/make_film.hpp"
#include "carom/io/table_file.hpp"

namespace carom::study {
namespace {

const std::string* attribute(const TableHeader& header, const std::string& name) {
  for (const auto& [key, value] : header.attributes)
    if (key == name) return &value;
  return nullptr;
}

std::string extension_of(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return extension;
}

// The text that kept_text put on one line.
std::string lines_of(const std::string& kept) {
  std::string text;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    if (kept[k] != '\\' || k + 1 == kept.size()) {
      text += kept[k];
      continue;
    }
    ++k;
    text += kept[k] == 'n' ? '\n' : kept[k];
  }
  return text;
}

// Pictures one after the other, then all of them as a video.
void write_video(const std::string& path, const report::Film& film) {
  const PrivateFolder folder;
  constexpr int rate = 30;
  const double t0 = film.shots.front().t, length = film.shots.back().t - t0;
  const int count = std::max(1, static_cast<int>(length / film.speed * rate));
  bool done = true;
  std::size_t shot = 0;
  for (int k = 0; k < count && done; ++k) {
    leave_if_interrupted();
    while (shot + 1 < film.shots.size() && film.shots[shot + 1].t <= t0 + k * film.speed / rate) ++shot;
    done = report::draw_png(folder.path() / fmt::format("{:06}.png", k), report::still(film, shot, 720), 720);
  }
  const std::filesystem::path made = folder.path() / ("film" + extension_of(path));
  std::vector<std::string> words{"ffmpeg",     "-y",
                                 "-loglevel",  "error",
                                 "-framerate", std::to_string(rate),
                                 "-i",         (folder.path() / "%06d.png").string(),
                                 "-vf",        "pad=ceil(iw/2)*2:ceil(ih/2)*2"};
  if (extension_of(path) == ".mp4") words.insert(words.end(), {"-pix_fmt", "yuv420p"});
  words.push_back(made.string());
  if (!done || !report::run_other(words))
    throw BadInput(fmt::format("cannot write '{}': ffmpeg could not make it", path));
  report::take_over(made, path);
}

}  // namespace

void check_film_path(const std::string& path) {
  const std::string extension = extension_of(path);
  if (extension == ".html" || extension == ".svg") return;
  if (extension != ".gif" && extension != ".mp4")
    throw BadInput(
        fmt::format("a film is written as .html, .svg, .gif or .mp4, which the name '{}' must end in", path));
  for (const char* program : {"ffmpeg", "rsvg-convert"})
    if (!report::is_installed(program))
      throw BadInput(
          fmt::format("cannot write '{}': {} films need {}, which is not installed; .html and .svg need nothing", path,
                      extension, program));
}

void write_film(const std::string& path, const report::Film& film) {
  const std::string extension = extension_of(path);
  if (extension == ".svg")
    report::write_atomically(path, report::film_svg(film));
  else if (extension == ".gif" || extension == ".mp4")
    write_video(path, film);
  else
    report::write_atomically(path, report::film_page(film));
}

FilmSource film_source(const std::string& path) {
  const io::Table table = io::read_table(path);
  FilmSource source{.header = table.header};
  if (!attribute(table.header, "system"))
    throw BadInput(
        fmt::format("'{}' does not say which system it is of: it is no trajectory of Carom, or one of a version "
                    "that did not write that; make a new one with `carom run`",
                    path));
  if (table.rows() == 0) throw BadInput(fmt::format("'{}' has no rows to make a film of", path));
  if (!table.find("t")) throw BadInput(fmt::format("'{}' lacks the column t", path));
  for (std::size_t k = 0; k < table.rows(); ++k) {
    const auto row = table.row(k);
    source.rows.emplace_back(row.begin(), row.end());
  }
  return source;
}

const System& system_of_film(const TableHeader& header, const std::string& path) {
  const std::string& name = *attribute(header, "system");
  const std::string* model = attribute(header, "model");
  if (!model) {
    if (names_a_file(name))
      throw BadInput(
          fmt::format("'{}' is of the model file '{}' but lacks its text: it was written by a version that did "
                      "not keep it; make a new one with `carom run`",
                      path, name));
    return system(name);
  }
  if (model->rfind("sha256 ", 0) == 0) {
    // Of a long text only the fingerprint was kept: the file itself must be there, unchanged.
    const System& known = system_of_file(name);
    if (kept_text(known.card().source) != *model)
      throw BadInput(fmt::format("the model '{}' has changed since '{}' was written", name, path));
    return known;
  }
  static std::vector<std::unique_ptr<System>> alive;
  alive.push_back(model_system(lines_of(*model), name));
  return *alive.back();
}

Parameters parameters_of_film(const System& system, const TableHeader& header) {
  Parameters parameters = system.defaults();
  const Parameters defaults = system.defaults();
  std::vector<std::string> missing;
  for (const ParameterSpec& spec : parameters.table().specs()) {
    const std::string* value = attribute(header, spec.name);
    if (!value) continue;
    if (!spec.list &&
        *value == text_of(spec.choices.empty() ? Value(defaults[spec.name]) : Value(defaults.word(spec.name))))
      continue;
    parameters.set(spec.name, std::string_view(*value));
  }
  return parameters;
}

}  // namespace carom::study
