// SPDX-License-Identifier: Apache-2.0
// A film of a run from the rows that a trajectory has and, where there are some, from its events.
//
// Shots     at equal times of the film, between two rows by the cubic that has their places and rates; and both sides of every
//           event.
// Impacts   go along their impulse: by the energetic law as its flow has it (System::impact from the state before), by laws
//           that give the end at once all impulses growing together. Without an event log they are found where rates jump.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/catalog/system.hpp"
#include "carom/draw/film.hpp"
#include "carom/film/recording.hpp"

namespace carom::study {

struct FilmChoice {
  std::optional<double> from = {}, until = {};  // of the motion [its unit of time]
  std::optional<double> speed = {};             // so much of it in a second of film
  std::string column = {};                      // in the strip chart; empty: the first coordinate
};

struct FilmSource {
  TableHeader header = {};  // columns of the rows; attributes tell law and parameters
  std::vector<std::vector<double>> rows = {};
  TableHeader event_header = {};
  std::vector<EventRow> events = {};
  double period = 0;  // of the drive; 0: none
};

inline constexpr double shots_a_second = 60;
inline constexpr double longest_film = 45;  // s of film, unless more is asked for:
inline constexpr double cut_film = 10;      // of a motion that would take longer, its first s
inline constexpr std::size_t most_shots = 36'000;

// What one second of film shows: half a second for a period of the drive, some ten seconds for a motion without one, in
// numbers that are easily said.
double film_speed(double length, double period);

// The window that a film of a run from t_start to t_end has.
Window film_window(const FilmChoice& choice, double t_start, double t_end, double period);

// Throws BadInput for a window without rows and a column that is not there. `notes`: what the reader should know.
report::Film make_film(const System& system, const Parameters& parameters, const FilmSource& source,
                       const FilmChoice& choice, std::vector<std::string>& notes);

// A trajectory read from a file; throws BadInput that says what the file lacks. `restored` is where its model file's text is
// made a system again, to live as long as the film is made.
FilmSource film_source(const std::string& path);
const System& system_of_film(const TableHeader& header, const std::string& path);
Parameters parameters_of_film(const System& system, const TableHeader& header);

// Writes .html, .svg, .gif, .mp4; the latter two where rsvg-convert and ffmpeg are installed, else BadInput.
void check_film_path(const std::string& path);
void write_film(const std::string& path, const report::Film& film);

}  // namespace carom::study
