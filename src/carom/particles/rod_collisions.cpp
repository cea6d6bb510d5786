// SPDX-License-Identifier: Apache-2.0
// Collisions with the plate as they are recorded, and the flat ends of rods on it: rod_simulation.hpp, flat_end.hpp.
#include <algorithm>
#include <cmath>

#include "carom/base/constants.hpp"
#include "carom/particles/flat_end.hpp"
#include "carom/particles/gear.hpp"
#include "carom/particles/rod_simulation.hpp"

namespace carom::particles {
namespace {

// The horizontal direction that counts as forward: x in the plane, around in an annulus, the way it leans in a box.
Vec2 forward(Vec2, Vec2, const Container&) { return {1, 0}; }
Vec3 forward(Vec3 r, Vec3 lean, const Container& container) {
  const Vec3 along = container.walls != Walls::none ? Vec3{-r.y, r.x, 0} : Vec3{lean.x, lean.y, 0};
  const double size = std::sqrt(dot(along, along));
  return size > 0 ? (1 / size) * along : Vec3{1, 0, 0};
}

// ω of a tilt towards e, from du/dt = ω × u.
double tilt_rate(double w, Vec2, Vec2) { return w; }
double tilt_rate(Vec3 w, Vec3 e, Vec3) { return dot(w, cross(Vec3{0, 0, 1}, e)); }

}  // namespace

// To the place where a round end touches, or is about to.
template <class Space>
typename Space::Vec RodSimulation<Space>::plate_arm(bool upper, const Body& rod) const {
  const Vec lean = upper ? -1.0 * rod.u : rod.u;
  return -options_.rod.half_length * lean - lever_ * 0.5 * Space::up();
}

template <class Space>
PlateMoment RodSimulation<Space>::moment_of(std::size_t i, bool upper, const Body& rod, Vec arm) const {
  const Vec up = Space::up();
  const Vec lean = upper ? -1.0 * rod.u : rod.u;  // from the touching end to the other
  const Vec e = forward(Space::at(state_.r, i), lean, options_.container);
  const Vec relative = rod.v - plate_.V * up;
  const Vec contact = relative + cross(rod.w, arm);
  PlateMoment m;
  m.t = t();
  const double theta = options_.drive.Omega * m.t + options_.drive.phase;
  m.phase = theta - 2 * pi * std::floor(theta / (2 * pi));
  m.c_x = dot(rod.v, e);
  m.c_z = rod.v.z;
  m.omega = tilt_rate(rod.w, e, up);
  m.tilt = std::atan2(dot(lean, e), lean.z);
  m.V_plate = plate_.V;
  m.u = dot(contact, e);
  m.v = contact.z;
  const Spin w = Space::without_axial(rod.w, rod.u);
  const Vec turn = cross(w, rod.u);
  m.kinetic = 0.5 * options_.rod.mass * dot(relative, relative) + 0.5 * options_.rod.inertia * dot(turn, turn);
  return m;
}

template <class Space>
void RodSimulation<Space>::begin_collision(std::size_t i, bool upper, const Body& rod, Vec arm) {
  open_[2 * i + upper] = {.before = moment_of(i, upper, rod, arm)};
}

template <class Space>
void RodSimulation<Space>::go_on_colliding(std::size_t slot, double overlap, bool slips) {
  OpenCollision& open = open_[slot];
  open.largest_overlap = std::max(open.largest_overlap, overlap);
  ++open.steps;
  open.slipping += slips;
}

template <class Space>
void RodSimulation<Space>::end_collision(std::size_t i, bool upper, std::size_t block, const Body& rod, Vec arm) {
  const OpenCollision& open = open_[2 * i + upper];
  finished_[block].push_back({.rod = static_cast<std::int32_t>(i),
                              .upper = upper,
                              .before = open.before,
                              .after = moment_of(i, upper, rod, arm),
                              .largest_overlap = open.largest_overlap,
                              .slip_share = static_cast<double>(open.slipping) / static_cast<double>(open.steps)});
}

// Flat ends -----------------------------------------------------------------------------------------------------------

// (3) of flat_end.hpp. A collision lasts while any point of the edge touches; its point is the lowest.
template <class Space>
void RodSimulation<Space>::flat_end_forces(std::size_t i, bool upper, std::size_t block, Body& rod, BlockSums& sums) {
  const std::size_t end = 2 * i + upper, first = end * edge_points(Space{});
  const double half = options_.rod.half_length + 0.5;
  const auto edge = edge_of_face(rod.u, upper ? half : -half);
  const Vec up = Space::up(), surface_velocity = plate_.V * up;
  const Vec lowest = *std::min_element(edge.begin(), edge.end(), [](Vec a, Vec b) { return a.z < b.z; });
  double deepest = 0;
  bool all_slip = true;
  if (plate_.z > rod.r.z + lowest.z && recording_ && !plate_touching_[end]) begin_collision(i, upper, rod, lowest);
  for (std::size_t k = 0; k < edge.size(); ++k) {
    const double overlap = plate_.z - (rod.r.z + edge[k].z);
    std::uint8_t& touching = edge_touching_[first + k];
    if (overlap > 0) {
      Tangent s = Space::at(edge_spring_, first + k);
      bool slips = touching == 2;
      const Vec F =
          rod.press(edge[k] + overlap * up, overlap, up, surface_velocity, rod_plate_, s, sums.surfaces, slips);
      Space::put(edge_spring_, first + k, s);
      sums.drive += dot(F, surface_velocity);
      touching = static_cast<std::uint8_t>(slips ? 2 : 1);
      deepest = std::max(deepest, overlap);
      all_slip = all_slip && slips;
    } else if (touching) {
      touching = 0;
      Space::put(edge_spring_, first + k, Tangent{});
    }
  }
  if (deepest > 0) {
    plate_touching_[end] = 1;
    if (recording_) go_on_colliding(end, deepest, all_slip);
  } else if (plate_touching_[end]) {
    plate_touching_[end] = 0;
    if (recording_) end_collision(i, upper, block, rod, lowest);
  }
}

template PlateMoment RodSimulation<Planar>::moment_of(std::size_t, bool, const Body&, Vec) const;
template PlateMoment RodSimulation<Spatial>::moment_of(std::size_t, bool, const Body&, Vec) const;
template Vec2 RodSimulation<Planar>::plate_arm(bool, const Body&) const;
template Vec3 RodSimulation<Spatial>::plate_arm(bool, const Body&) const;
template void RodSimulation<Planar>::begin_collision(std::size_t, bool, const Body&, Vec);
template void RodSimulation<Spatial>::begin_collision(std::size_t, bool, const Body&, Vec);
template void RodSimulation<Planar>::go_on_colliding(std::size_t, double, bool);
template void RodSimulation<Spatial>::go_on_colliding(std::size_t, double, bool);
template void RodSimulation<Planar>::end_collision(std::size_t, bool, std::size_t, const Body&, Vec);
template void RodSimulation<Spatial>::end_collision(std::size_t, bool, std::size_t, const Body&, Vec);
template void RodSimulation<Planar>::flat_end_forces(std::size_t, bool, std::size_t, Body&, BlockSums&);
template void RodSimulation<Spatial>::flat_end_forces(std::size_t, bool, std::size_t, Body&, BlockSums&);

}  // namespace carom::particles
