// SPDX-License-Identifier: Apache-2.0
// What `run` and `film` have in common: the options of a film, and how it is made of a run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "carom/catalog/system.hpp"
#include "carom/film/make_film.hpp"
#include "carom/film/many_bodies.hpp"
#include "verb.hpp"

namespace carom::app {

struct FilmArguments {
  Text file, from, until, speed, column;
};

// --film (only for `run`), --film-from, --film-until, --film-speed, --film-column.
std::vector<Option> film_options(FilmArguments& a, bool of_run);
// Throws BadInput; also for choices without a film.
study::FilmChoice film_choice(const FilmArguments& a, const std::string& time_unit, bool wanted);

// Sits between a run and its files and keeps what the film needs. Runs that are much longer than the film are filmed by a run
// of their own, which ends with the film.
class FilmedRun {
 public:
  FilmedRun(const study::System& system, const FilmArguments& a);
  // Puts itself before the sinks of the request; nothing without --film.
  void attach(study::RunRequest& request);
  // Writes the film; what the reader should know of it goes to `notes`.
  void write(const study::RunRequest& request, const study::RunResult& result, std::vector<std::string>& notes);
  explicit operator bool() const { return path_.has_value(); }

 private:
  bool is_long(const study::RunRequest& request) const;

  const study::System& system_;
  Text path_;
  study::FilmChoice choice_;
  std::unique_ptr<study::FilmRows> rows_;
  std::unique_ptr<study::FilmEvents> events_;
  std::unique_ptr<study::FilmFrames> frames_;
};

}  // namespace carom::app
