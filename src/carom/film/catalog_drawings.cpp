// SPDX-License-Identifier: Apache-2.0
// What the systems of the catalog look like. Coordinates are those that `describe` lists; geometry is that of systems/*.hpp.
#include <cmath>
#include <map>
#include <utility>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/film/drawing.hpp"
#include "carom/film/text_drawing.hpp"
#include "carom/systems/dimer_body.hpp"
#include "carom/systems/rod_shape.hpp"

namespace carom::study {
namespace {

using report::Colour;
using report::FilmPart;
using report::PartKind;

void set(double* pose, int k, double x, double y, double angle = 0) {
  pose[3 * k] = x;
  pose[3 * k + 1] = y;
  pose[3 * k + 2] = angle;
}

FilmPart ground(int pose = -1) {
  return {.kind = PartKind::ground, .name = "ground", .pose = pose, .points = {{0, 0}, {1, 0}}, .colour = Colour::ink};
}

// y_1 + l sin θ: the centre of the right ball is at l from that of the left one.
Drawing dimer(const Parameters& p) {
  const DimerBody body = dimer_body(dimer_shape(p));
  const double omega = two_pi * p["f"], A = p["Gamma"] * p["g"] / (omega * omega), phase = p["phase"];
  const double l = body.l, r = body.r;
  Drawing drawing{.poses = 4};
  drawing.parts = {
      ground(1),
      {.kind = PartKind::capsule, .name = "rod", .points = {{0, 0}, {l, 0}}, .radius = body.d_rod / 2},
      {.kind = PartKind::disc, .name = "left ball", .radius = r, .colour = Colour::blue},
      {.kind = PartKind::disc, .name = "right ball", .points = {{l, 0}}, .radius = r, .colour = Colour::blue}};
  drawing.contacts = {{"left", 2}, {"right", 3}};
  drawing.place = [=](const DrawnState& s, double* pose) {
    const double x = s.q[0], y = s.q[1], theta = s.q[2];
    set(pose, 0, x, y, theta);
    set(pose, 1, 0, -A * std::sin(omega * s.t + phase));
    set(pose, 2, x, y - r);
    set(pose, 3, x + l * std::cos(theta), y + l * std::sin(theta) - r);
  };
  return drawing;
}

// Contacts A, B, C on the rim, D on the face: (2)–(4) of systems/disc_ball.hpp. The force at D acts on the ball against the
// disc's axis when it is positive.
Drawing disc_ball(const Parameters& p) {
  const double r = p["r"], h = p["h"], r_b = p["r_b"];
  Drawing drawing{.poses = 6};
  drawing.parts = {
      ground(),
      {.kind = PartKind::polygon, .name = "disc", .pose = 0, .points = {{-r, -h}, {r, -h}, {r, h}, {-r, h}}},
      {.kind = PartKind::disc, .name = "ball", .pose = 1, .radius = r_b, .colour = Colour::blue}};
  drawing.contacts = {{"A", 2}, {"B", 3}, {"C", 4}, {"D", 5, true}};
  drawing.place = [=](const DrawnState& s, double* pose) {
    const double theta = s.q[4], c = std::cos(theta), n = std::sin(theta);
    set(pose, 0, s.q[2], s.q[3], theta);
    set(pose, 1, s.q[0], s.q[1]);
    for (int k = 0; k < 3; ++k) {
      const double side = h * (k - 1);
      set(pose, 2 + k, s.q[2] - r * c - side * n, s.q[3] - r * n + side * c);
    }
    set(pose, 5, s.q[0] + r_b * n, s.q[1] - r_b * c, theta);
  };
  return drawing;
}

Drawing impact_oscillator(const Parameters& p) {
  const double l = p["l"], top = std::max(p["y0"], l) + 0.7 * l;
  Drawing drawing{.poses = 4};
  drawing.parts = {
      ground(),
      {.kind = PartKind::spring, .name = "arm", .pose = -1, .second = 1, .points = {{0, top}, {0, 0}}},
      {.kind = PartKind::chain,
       .name = "frame",
       .pose = -1,
       .points = {{0.3 * l, top}, {-0.3 * l, top}},
       .colour = Colour::ink},
      {.kind = PartKind::capsule, .name = "blade", .pose = 0, .points = {{0, 0}, {0, -l}}, .radius = 0.012 * l},
      {.kind = PartKind::polygon,
       .name = "hinge",
       .pose = 1,
       .points = {{-0.12 * l, -0.05 * l}, {0.12 * l, -0.05 * l}, {0.12 * l, 0.05 * l}, {-0.12 * l, 0.05 * l}},
       .colour = Colour::blue},
      {.kind = PartKind::disc,
       .name = "tip mass",
       .pose = 0,
       .points = {{0, -l}},
       .radius = 0.035 * l,
       .colour = Colour::blue}};
  drawing.contacts = {{"tip", 2}};
  drawing.place = [=](const DrawnState& s, double* pose) {
    const double phi = s.q[0], y = s.q[1];
    set(pose, 0, 0, y, phi);
    set(pose, 1, 0, y);
    set(pose, 2, l * std::sin(phi), y - l * std::cos(phi));
    set(pose, 3, 0, 0);
  };
  return drawing;
}

Drawing bouncing_ball(const Parameters& p) {
  const double r = p["r"];
  Drawing drawing{.poses = 2};
  drawing.parts = {ground(), {.kind = PartKind::disc, .name = "ball", .radius = r, .colour = Colour::blue}};
  drawing.contacts = {{"floor", 1}};
  drawing.place = [=](const DrawnState& s, double* pose) {
    set(pose, 0, s.q[0], s.q[1], s.q[2]);
    set(pose, 1, s.q[0], s.q[1] - r);
  };
  return drawing;
}

Drawing rocking_block(const Parameters& p) {
  const double a = p["a"] / 2, b = p["b"] / 2;
  Drawing drawing{.poses = 3};
  drawing.parts = {ground(),
                   {.kind = PartKind::polygon,
                    .name = "block",
                    .points = {{-a, -b}, {a, -b}, {a, b}, {-a, b}},
                    .colour = Colour::blue}};
  drawing.contacts = {{"left", 1}, {"right", 2}};
  drawing.place = [=](const DrawnState& s, double* pose) {
    const double c = std::cos(s.q[2]), n = std::sin(s.q[2]);
    set(pose, 0, s.q[0], s.q[1], s.q[2]);
    set(pose, 1, s.q[0] - a * c + b * n, s.q[1] - a * n - b * c);
    set(pose, 2, s.q[0] + a * c + b * n, s.q[1] + a * n - b * c);
  };
  return drawing;
}

Drawing painleve_rod(const Parameters& p) {
  const double half = p["l"] / 2;
  Drawing drawing{.poses = 2};
  drawing.parts = {ground(),
                   {.kind = PartKind::capsule,
                    .name = "rod",
                    .points = {{-half, 0}, {half, 0}},
                    .radius = half / 60,
                    .colour = Colour::blue}};
  drawing.contacts = {{"tip", 1}};
  drawing.place = [=](const DrawnState& s, double* pose) {
    set(pose, 0, s.q[0], s.q[1], s.q[2]);
    set(pose, 1, s.q[0] - half * std::cos(s.q[2]), s.q[1] - half * std::sin(s.q[2]));
  };
  return drawing;
}

Drawing rod_on_plate(const Parameters& p) {
  const RodShape shape{.geometry = rod_tip(p.word("geometry")), .l = p["l"], .d = p["d"]};
  const double l = shape.l / 2, d = shape.d / 2, V = p["V_z"];
  Drawing drawing{.poses = 3};
  FilmPart rod{
      .kind = PartKind::capsule, .name = "rod", .points = {{0, -l}, {0, l}}, .radius = l / 60, .colour = Colour::blue};
  if (shape.geometry == RodTip::thick) rod.points = {{0, d - l}, {0, l - d}}, rod.radius = d;
  if (shape.geometry == RodTip::flat) rod.kind = PartKind::polygon, rod.points = {{-d, -l}, {d, -l}, {d, l}, {-d, l}};
  drawing.parts = {ground(1), rod};
  drawing.contacts = {{"tip", 2}};
  drawing.place = [=](const DrawnState& s, double* pose) {
    set(pose, 0, s.q[0], s.q[1], -s.q[2]);
    set(pose, 1, 0, V * s.t);
    set(pose, 2, s.q[0] - rod_lever_x(shape, s.q[2]), s.q[1] - rod_lever_z(shape, s.q[2]));
  };
  return drawing;
}

// A column above a floor stands upright.
Drawing chain(const Parameters& p) {
  const int N = static_cast<int>(p["N"]);
  const bool floor = p.word("floor") == "yes";
  std::vector<double> radii = p.list("radii");
  radii.resize(static_cast<std::size_t>(N), radii.empty() ? 0.01 : radii.back());
  const int contacts = floor ? N : N - 1;
  Drawing drawing{.poses = N + contacts};
  if (floor) drawing.parts.push_back(ground());
  for (int i = 0; i < N; ++i)
    drawing.parts.push_back({.kind = PartKind::disc,
                             .name = "ball " + std::to_string(i + 1),
                             .pose = i,
                             .radius = radii[static_cast<std::size_t>(i)],
                             .colour = Colour::blue});
  for (int c = 0; c < contacts; ++c)
    drawing.contacts.push_back({floor && c == 0 ? "floor" : std::to_string(floor ? c : c + 1), N + c});
  drawing.place = [=](const DrawnState& s, double* pose) {
    const auto along = [&](int k, double x) { floor ? set(pose, k, 0, x) : set(pose, k, x, 0, -pi / 2); };
    for (int i = 0; i < N; ++i) floor ? set(pose, i, 0, s.q[i]) : set(pose, i, s.q[i], 0);
    for (int c = 0; c < contacts; ++c) {
      const int left = floor ? c - 1 : c;
      along(N + c, left < 0 ? 0 : s.q[left] + radii[static_cast<std::size_t>(left)]);
    }
  };
  return drawing;
}

std::map<std::string, Draws>& further() {
  static std::map<std::string, Draws> all;
  return all;
}

}  // namespace

Draws catalog_drawing(const std::string& system) {
  static const std::map<std::string, Draws> all{{"dimer", dimer},
                                                {"disc-ball", disc_ball},
                                                {"impact-oscillator", impact_oscillator},
                                                {"bouncing-ball", bouncing_ball},
                                                {"rocking-block", rocking_block},
                                                {"painleve-rod", painleve_rod},
                                                {"rod-on-plate", rod_on_plate},
                                                {"chain", chain}};
  const auto found = all.find(system);
  return found == all.end() ? Draws{} : found->second;
}

void add_drawing(const std::string& system, Draws draws) { further()[system] = std::move(draws); }

Drawing drawing_of(const System& system, const Parameters& parameters) {
  if (const auto own = further().find(system.name()); own != further().end()) return own->second(parameters);
  if (const Draws draws = catalog_drawing(system.name())) return draws(parameters);
  if (!system.card().source.empty()) return text_drawing(system, parameters);
  return {.missing = "the system '" + system.name() + "' has no drawing (study::add_drawing gives it one)"};
}

}  // namespace carom::study
