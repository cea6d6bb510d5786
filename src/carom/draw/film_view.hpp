// SPDX-License-Identifier: Apache-2.0
// From a film's world into a picture, y down.
#pragma once

#include <cstddef>
#include <string>

#include "carom/draw/film.hpp"

namespace carom::report {

struct FilmView {
  FilmView(const Film& film, double picture_width, std::size_t shot);
  double x(double world) const { return (world - left) * scale; }
  double y(double world) const { return (top - world) * scale; }
  double width = 720, height = 400, scale = 1, left = 0, top = 0;
};

// The parts in one shot, without the picture around them.
std::string still_elements(const Film& film, std::size_t shot, const FilmView& view);

}  // namespace carom::report
