// SPDX-License-Identifier: Apache-2.0
#include "carom/io/film_file.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "carom/base/bad_input.hpp"

namespace carom::io {
namespace {

class DumpReader {
 public:
  explicit DumpReader(std::istream& text) : text_(text) {}

  FilmSummary read() {
    FilmSummary film{.kind = FilmKind::lammps_dump};
    while (line()) {
      double t = 0;
      if (!frame(t, film.columns)) {
        film.cut = true;
        break;
      }
      ++film.frames;
      if (!film.first_t) film.first_t = t;
      film.last_t = t;
    }
    return film;
  }

 private:
  // Without the last line if it has no end: whoever wrote it was stopped.
  bool line() { return std::getline(text_, line_) && !text_.eof(); }

  // One frame, whose first line has been read. Of its time the step's number is the last resort.
  bool frame(double& t, std::vector<Column>& columns) {
    long bodies = -1;
    for (bool timed = false;; line()) {
      if (!text_ || text_.eof()) return false;
      if (line_ == "ITEM: TIME") {
        if (!number(t)) return false;
        timed = true;
      } else if (line_ == "ITEM: TIMESTEP") {
        double step = 0;
        if (!number(step)) return false;
        if (!timed) t = step;
      } else if (line_ == "ITEM: NUMBER OF ATOMS") {
        double count = 0;
        if (!number(count)) return false;
        bodies = static_cast<long>(count);
      } else if (line_.rfind("ITEM: BOX BOUNDS", 0) == 0) {
        for (int k = 0; k < 3; ++k)
          if (!line()) return false;
      } else if (const std::string atoms = "ITEM: ATOMS"; line_.rfind(atoms, 0) == 0) {
        if (columns.empty()) {
          std::istringstream names(line_.substr(atoms.size()));
          for (std::string name; names >> name;) columns.push_back({name, "", ""});
        }
        for (long k = 0; k < bodies; ++k)
          if (!line()) return false;
        return bodies >= 0;
      } else {
        return false;
      }
    }
  }

  bool number(double& value) {
    if (!line()) return false;
    std::istringstream text(line_);
    return static_cast<bool>(text >> value);
  }

  std::istream& text_;
  std::string line_;
};

FilmSummary read_series(const std::string& path, const nlohmann::json& series) {
  FilmSummary film{.kind = FilmKind::vtk_series};
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  for (const nlohmann::json& file : series.at("files")) {
    const std::string name = file.at("name");
    const double t = file.at("time");
    if (!film.first_t) film.first_t = t;
    film.last_t = t;
    std::error_code error;
    if (std::filesystem::exists(folder / name, error))
      ++film.frames;
    else
      film.missing.push_back(name);
  }
  return film;
}

}  // namespace

std::optional<FilmSummary> summarize_film(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string first;
  if (!file || !std::getline(file, first)) return std::nullopt;
  file.clear();
  file.seekg(0);
  if (first.rfind("ITEM: TIME", 0) == 0) return DumpReader(file).read();
  if (first.empty() || first.front() != '{') return std::nullopt;
  const nlohmann::json series = nlohmann::json::parse(file, nullptr, false);
  if (!series.is_object() || !series.contains("file-series-version")) return std::nullopt;
  try {
    return read_series(path, series);
  } catch (const nlohmann::json::exception&) {
    throw BadInput(fmt::format("'{}' is a list of VTK files, but not all of its entries have a name and a time", path));
  }
}

}  // namespace carom::io
