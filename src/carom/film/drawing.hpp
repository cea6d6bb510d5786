// SPDX-License-Identifier: Apache-2.0
// How a system looks: parts that are fixed to poses, and where the poses are in a state. Systems of the catalog have theirs
// (catalog_drawings.cpp), model files that of their bodies and of [drawing] (text_drawing.hpp); others bring their own.
//
//   add_drawing("woodpecker", [](const Parameters& parameters) {
//     Drawing drawing{.poses = 1, .parts = {{.kind = PartKind::disc, .radius = parameters["r"]}}};
//     drawing.place = [](const DrawnState& s, double* pose) { pose[0] = s.q[0], pose[1] = s.q[1], pose[2] = s.q[2]; };
//     return drawing;
//   });
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "carom/catalog/system.hpp"
#include "carom/draw/film.hpp"

namespace carom::study {

// Shown coordinates and their rates, and states of first order, in the order of the card.
struct DrawnState {
  double t = 0;
  const double* q = nullptr;
  const double* u = nullptr;
  const double* z = nullptr;
};

struct Drawing {
  int poses = 0;
  std::vector<report::FilmPart> parts = {};
  std::vector<report::FilmContact> contacts = {};  // by name; those that are left out have no place
  // x, y, angle of each pose, one after the other.
  std::function<void(const DrawnState& state, double* pose)> place = {};
  std::string missing = {};  // in a sentence, why there is nothing to be seen
};

using Draws = std::function<Drawing(const Parameters&)>;

// For systems that are not of the catalog, before anything is drawn, from one thread.
void add_drawing(const std::string& system, Draws draws);

Drawing drawing_of(const System& system, const Parameters& parameters);

// Of a system of the catalog; nothing if it has none.
Draws catalog_drawing(const std::string& system);

}  // namespace carom::study
