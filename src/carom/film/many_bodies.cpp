// SPDX-License-Identifier: Apache-2.0
#include "carom/film/many_bodies.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"

namespace carom::study {
namespace {

using report::Film;
using report::FilmPart;
using report::PartKind;

constexpr double page_bytes = 3.4e6, bytes_a_place = 8.0 / 3;
constexpr std::size_t most_frames = 1200;

std::size_t room_for(const Frame& frame) {
  const double numbers = frame.joined() ? 2.0 * static_cast<double>(frame.centre.size())
                                        : 3.0 * 2 * static_cast<double>(frame.centre.size());
  return std::clamp<std::size_t>(static_cast<std::size_t>(page_bytes / (bytes_a_place * std::max(numbers, 1.0))), 2,
                                 most_frames);
}

// Rods of an annulus lie in space: from a little above, what is behind is higher.
bool is_annulus(const Frame& frame) { return frame.high[1] > 1; }

double seen_height(const Frame& frame, const Frame::Point& p) { return p[2] + (is_annulus(frame) ? 0.35 * p[1] : 0); }

void add_rods(const std::vector<Frame>& frames, Film& film) {
  const Frame& first = frames.front();
  const double reach = 0.5 * (first.length - first.diameter), wide = first.high[0] - first.low[0];
  const std::size_t N = first.centre.size();
  film.poses = static_cast<int>(2 * N);
  for (std::size_t i = 0; i < N; ++i)
    film.parts.push_back({.kind = PartKind::link,
                          .name = fmt::format("rod {}", i + 1),
                          .pose = static_cast<int>(2 * i),
                          .second = static_cast<int>(2 * i + 1),
                          .points = {{0, 0}, {0, 0}},
                          .radius = 0.5 * first.diameter,
                          .colour = report::Colour::blue});
  if (!is_annulus(first))
    film.parts.push_back({.kind = PartKind::ground,
                          .name = "plate",
                          .pose = -1,
                          .points = {{0, 0}, {1, 0}},
                          .colour = report::Colour::ink});
  for (const Frame& frame : frames) {
    report::Shot shot{.t = frame.t};
    for (std::size_t i = 0; i < N; ++i) {
      const Frame::Point &r = frame.centre[i], &u = frame.axis[i];
      for (const double side : {-reach, reach}) {
        const Frame::Point end{r[0] + side * u[0], r[1] + side * u[1], r[2] + side * u[2]};
        shot.poses.insert(shot.poses.end(), {end[0], seen_height(frame, end), 0});
      }
    }
    film.shots.push_back(std::move(shot));
  }
  const double margin = 0.5 * first.length;
  film.low = {first.low[0] - margin, is_annulus(first) ? 0.35 * first.low[1] - 2 : -1.5};
  film.high = {first.high[0] + margin,
               is_annulus(first) ? 0.35 * first.high[1] + 2 * first.length : std::max(2.2 * first.length, 0.25 * wide)};
}

void add_mesh(const std::vector<Frame>& frames, Film& film) {
  film.mesh.links = frames.front().links;
  film.mesh.body = frames.front().body;
  film.low = {1e300, 1e300};
  film.high = {-1e300, -1e300};
  for (const Frame& frame : frames) {
    std::vector<double> places;
    for (const Frame::Point& p : frame.centre)
      for (std::size_t k = 0; k < 2; ++k) {
        places.push_back(p[k]);
        film.low[k] = std::min(film.low[k], p[k]);
        film.high[k] = std::max(film.high[k], p[k]);
      }
    film.shots.push_back({.t = frame.t});
    film.mesh.shots.push_back(std::move(places));
  }
  const double margin = 0.04 * std::max(film.high[0] - film.low[0], film.high[1] - film.low[1]);
  for (std::size_t k = 0; k < 2; ++k) film.low[k] -= margin, film.high[k] += margin;
}

}  // namespace

void FilmFrames::begin(const std::string& title, const std::vector<std::pair<std::string, std::string>>&) {
  title_ = title;
  frames_.clear();
  stride_ = 1;
  seen_ = 0;
}

void FilmFrames::frame(const Frame& frame) {
  if (seen_++ % stride_ != 0) return;
  frames_.push_back(frame);
  if (frames_.size() >= 2 * room_for(frame)) thin();
}

void FilmFrames::thin() {
  std::vector<Frame> kept;
  for (std::size_t k = 0; k < frames_.size(); k += 2) kept.push_back(std::move(frames_[k]));
  frames_ = std::move(kept);
  stride_ *= 2;
}

Film FilmFrames::film(double seconds) const {
  if (frames_.empty() || frames_.front().centre.empty()) throw BadInput("the run told no frames to make a film of");
  const std::size_t room = std::min(room_for(frames_.front()), frames_.size());
  std::vector<Frame> frames;
  for (std::size_t k = 0; k < room; ++k)
    frames.push_back(frames_[room > 1 ? k * (frames_.size() - 1) / (room - 1) : 0]);
  Film film{.title = title_, .time_unit = "1"};
  const double length = frames.back().t - frames.front().t;
  // At least ten shots a second.
  const double lasts = std::min(seconds, static_cast<double>(frames.size()) / 10);
  film.speed = length > 0 ? length / std::max(lasts, 0.1) : 1;
  frames.front().joined() ? add_mesh(frames, film) : add_rods(frames, film);
  film.subtitle = fmt::format("t = {:.5g} to {:.5g} in reduced units; one second of film is {:.3g}", frames.front().t,
                              frames.back().t, film.speed);
  return film;
}

}  // namespace carom::study
