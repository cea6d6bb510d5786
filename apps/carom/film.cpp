// SPDX-License-Identifier: Apache-2.0
// carom film TRAJECTORY: a run that is in a file, as a film. And --film of `carom run`.
#include "film.hpp"

#include <memory>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "output.hpp"

namespace carom::app {

std::vector<Option> film_options(FilmArguments& a, bool of_run) {
  std::vector<Option> options;
  if (of_run)
    options.push_back(
        {"--film", "FILE", "the motion as a film: .html, .svg, or .gif and .mp4 where ffmpeg is installed", &a.file});
  options.push_back({"--film-from", "T", "the film begins at this time", &a.from});
  options.push_back({"--film-until", "T",
                     "and ends at this; by default with the run, or after 10 s of film where that were over 45 s",
                     &a.until});
  options.push_back({"--film-speed", "X", "so much of the motion in one second of film: 0.05, 50ms", &a.speed});
  options.push_back(
      {"--film-column", "NAME", "what the chart below shows at first: a column of the trajectory", &a.column});
  return options;
}

study::FilmChoice film_choice(const FilmArguments& a, const std::string& time_unit, bool wanted) {
  study::FilmChoice choice;
  const auto read = [&](const Text& text, const char* what, std::optional<double>& target) {
    if (!text) return;
    if (!wanted) throw BadInput(fmt::format("{} belongs to a film: give --film FILE.html", what));
    target = parse_quantity(*text, time_unit, what);
  };
  read(a.from, "--film-from", choice.from);
  read(a.until, "--film-until", choice.until);
  read(a.speed, "--film-speed", choice.speed);
  if (choice.speed && !(*choice.speed > 0))
    throw BadInput("--film-speed is above 0: so much of the motion in one second of film");
  if (a.column) {
    if (!wanted) throw BadInput("--film-column belongs to a film: give --film FILE.html");
    choice.column = *a.column;
  }
  return choice;
}

FilmedRun::FilmedRun(const study::System& system, const FilmArguments& a)
    : system_(system), path_(a.file), choice_(film_choice(a, system.card().time_unit, a.file.has_value())) {
  if (!path_) return;
  study::check_film_path(*path_);
  if (system.name() == "lattice-stretch")
    throw BadInput("system 'lattice-stretch' is a measurement at rest: nothing moves that a film could show");
}

// Of many cycles the film shows some tens.
bool FilmedRun::is_long(const study::RunRequest& request) const {
  const double rate = system_.cycle_rate(request.parameters);
  const double cycles = request.cycles  ? *request.cycles
                        : request.until ? rate * *request.until
                                        : system_.card().cycles.value_or(0);
  return cycles > 100 && !choice_.until && !choice_.from;
}

void FilmedRun::attach(study::RunRequest& request) {
  if (!path_) return;
  if (system_.card().many) {
    if (request.frames) throw BadInput("--film and a film in --out are two films of one run: leave one of them out");
    frames_ = std::make_unique<study::FilmFrames>();
    request.frames = frames_.get();
    return;
  }
  if (is_long(request)) return;
  rows_ = std::make_unique<study::FilmRows>(study::Window{}, request.rows);
  events_ = std::make_unique<study::FilmEvents>(study::Window{}, request.events);
  request.rows = rows_.get();
  request.events = events_.get();
}

void FilmedRun::write(const study::RunRequest& request, const study::RunResult& result,
                      std::vector<std::string>& notes) {
  if (!path_) return;
  if (frames_) return study::write_film(*path_, frames_->film());
  const double period = result.cycles > 0 ? (result.t_end - result.t_start) / result.cycles : 0;
  study::FilmSource source{.period = period};
  if (!rows_ && result.outcome == Outcome::interrupted) {
    notes.push_back("no film was made of a run that was interrupted before its end");
    path_.reset();
    return;
  }
  if (!rows_) {
    const study::Window window = study::film_window(choice_, result.t_start, result.t_end, period);
    rows_ = std::make_unique<study::FilmRows>(window);
    events_ = std::make_unique<study::FilmEvents>(window);
    study::RunRequest filmed = request;
    filmed.rows = rows_.get();
    filmed.events = events_.get();
    filmed.cycles = std::nullopt;
    filmed.until = std::min(window.until, result.t_end);
    filmed.row_spacing =
        choice_.speed.value_or(study::film_speed(result.t_end - result.t_start, period)) / study::shots_a_second;
    filmed.progress = {};
    filmed.checkpoint = {};
    system_.run(filmed);
    notes.push_back(
        fmt::format("the film shows t = {:.6g} to {:.6g} of a run to {:.6g}; --film-from and --film-until choose",
                    window.from, window.until, result.t_end));
  }
  source.header = rows_->header();
  source.rows = rows_->rows();
  source.event_header = events_->header();
  source.events = events_->events();
  study::write_film(*path_, study::make_film(system_, request.parameters, source, choice_, notes));
}

Verb film_verb() {
  struct Arguments {
    Common common;
    FilmArguments film;
    Text trajectory, out;
  };
  const auto a = std::make_shared<Arguments>();
  const auto act = [a]() -> int {
    const std::string out = a->out.value_or("film.html");
    study::check_film_path(out);
    check_outputs({out, a->common.json});
    study::FilmSource source = study::film_source(*a->trajectory);
    const study::System& system = study::system_of_film(source.header, *a->trajectory);
    if (system.card().many)
      throw BadInput(
          fmt::format("'{}' is a table of a system of many bodies: make its film as it runs, `carom run {} --film {}`",
                      *a->trajectory, system.name(), out));
    const Parameters parameters = study::parameters_of_film(system, source.header);
    const double rate = system.cycle_rate(parameters);
    source.period = rate > 0 ? 1 / rate : 0;
    std::vector<std::string> notes;
    const report::Film film =
        study::make_film(system, parameters, source, film_choice(a->film, system.card().time_unit, true), notes);
    study::write_film(out, film);
    for (const std::string& note : notes) say(a->common, "carom: " + note);
    deliver_json(a->common,
                 fmt::format("{{\"shots\":{},\"events\":{},\"from\":{},\"until\":{},\"speed\":{}}}", film.shots.size(),
                             film.events.size(), film.shots.front().t, film.shots.back().t, film.speed));
    tell_written(a->common, {out});
    return ok;
  };
  std::vector<Option> options{{"--out", "FILE", "the film: .html, .svg, .gif or .mp4 (film.html)", &a->out}};
  for (Option& option : film_options(a->film, false)) options.push_back(std::move(option));
  for (Option& option : common_options(a->common)) options.push_back(std::move(option));
  return {.name = "film",
          .summary = "a trajectory in a file as a film",
          .examples = {"carom film drift.h5 --out drift.html",
                       "carom film drift.h5 --film-from 1 --film-until 1.4 --film-speed 40ms"},
          .positionals = {{.name = "TRAJECTORY",
                           .meaning = "what `carom run --out` wrote, .h5 or .csv",
                           .target = &a->trajectory}},
          .options = std::move(options),
          .act = act,
          .closing = {"The page plays without a network. A file keeps system, parameters and a model's text; impacts",
                      "are found where velocities jump, and their impulses are computed again."}};
}

}  // namespace carom::app
