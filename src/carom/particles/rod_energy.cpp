// SPDX-License-Identifier: Apache-2.0
// What a simulation of rods holds and has exchanged: rod_simulation.hpp, energy(), contacts() and bytes().
#include <algorithm>
#include <cmath>

#include "carom/particles/closest_points.hpp"
#include "carom/particles/flat_end.hpp"
#include "carom/particles/gear.hpp"
#include "carom/particles/rod_simulation.hpp"

namespace carom::particles {

template <class Space>
RodContacts RodSimulation<Space>::contacts() const {
  const auto count = [](const std::vector<std::uint8_t>& flags) {
    return static_cast<long>(flags.size()) - static_cast<long>(std::count(flags.begin(), flags.end(), std::uint8_t{0}));
  };
  return {count(pairs_.touching), count(plate_touching_), count(inner_touching_) + count(outer_touching_)};
}

template <class Space>
RodEnergy RodSimulation<Space>::energy() const {
  RodEnergy e;
  const double M = options_.rod.mass, I = options_.rod.inertia, H = options_.rod.half_length;
  RodSimulation next(*this);
  if (!gear_) {
    next.options_.threads = 1;
    next.advance(1);
  }
  const auto n = size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec r = Space::at(state_.r, i), u = Space::at(state_.u, i);
    const Vec v = 0.5 * (Space::at(state_.v, i) + Space::at(next.state_.v, i));
    const Spin w = 0.5 * (Space::at(state_.w, i) + Space::at(next.state_.w, i));
    const Vec turn = cross(w, u);
    e.kinetic += 0.5 * M * dot(v, v) + 0.5 * I * dot(turn, turn);
    if (options_.spin) {
      const double sigma = 0.5 * (state_.sigma[i] + next.state_.sigma[i]);
      e.kinetic += 0.5 * options_.rod.spin_inertia * sigma * sigma;
    }
    e.potential += M * options_.gravity * r.z;
    if (options_.plate)
      for (const bool upper : {false, true}) {
        if (is_flat(options_.ends, upper)) {
          for (const Vec& point : edge_of_face(u, upper ? H + 0.5 : -H - 0.5))
            if (plate_.z > r.z + point.z) e.elastic += rod_plate_.stored(plate_.z - (r.z + point.z));
          continue;
        }
        const double end = upper ? r.z + H * u.z : r.z - H * u.z;
        if (plate_.z + 0.5 > end) e.elastic += rod_plate_.stored(plate_.z + 0.5 - end);
      }
    if constexpr (Space::dim == 3) {
      if (options_.container.walls == Walls::none) continue;
      const double a = nearest_to_cylinder_axis(r, u, H);
      const double inner = options_.container.inner_radius + 0.5 - std::hypot(r.x + a * u.x, r.y + a * u.y);
      if (inner > 0) e.elastic += rod_wall_.stored(inner);
      for (double b : {-H, H}) {
        const double outer = std::hypot(r.x + b * u.x, r.y + b * u.y) - (options_.container.outer_radius - 0.5);
        if (outer > 0) e.elastic += rod_wall_.stored(outer);
      }
    }
  }
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const auto i = static_cast<std::size_t>(pairs_.first[p]), j = static_cast<std::size_t>(pairs_.second[p]);
    const Vec d = Space::at(state_.r, i) - Space::at(state_.r, j) + Space::at(pairs_.shift, p);
    const double overlap =
        1 - std::sqrt(closest_points(d, Space::at(state_.u, i), Space::at(state_.u, j), H).distance_squared);
    if (overlap > 0) e.elastic += rod_rod_.stored(overlap);
  }
  for (const BlockSums& s : pair_sums_) {
    e.normal_loss += options_.dt * s.rods.normal_loss;
    e.friction_loss += options_.dt * s.rods.friction_loss;
  }
  for (const BlockSums& s : rod_sums_) {
    e.normal_loss += options_.dt * s.surfaces.normal_loss;
    e.friction_loss += options_.dt * s.surfaces.friction_loss;
    e.drive_work += options_.dt * s.drive;
  }
  return e;
}

template <class Space>
std::size_t RodSimulation<Space>::bytes() const {
  std::size_t sum = state_.r.bytes() + state_.u.bytes() + state_.v.bytes() + state_.w.bytes() + force_.bytes() +
                    torque_.bytes() + state_.sigma.capacity() * sizeof(double);
  sum += plate_spring_.bytes() + inner_spring_.bytes() + outer_spring_.bytes();
  sum += plate_touching_.capacity() + inner_touching_.capacity() + outer_touching_.capacity() +
         edge_touching_.capacity() + edge_spring_.bytes();
  sum += pairs_.bytes() + search_.bytes() + cross_.capacity() * sizeof(CrossPair);
  sum += open_.capacity() * sizeof(OpenCollision);
  return sum;
}

template RodContacts RodSimulation<Planar>::contacts() const;
template RodContacts RodSimulation<Spatial>::contacts() const;
template RodEnergy RodSimulation<Planar>::energy() const;
template RodEnergy RodSimulation<Spatial>::energy() const;
template std::size_t RodSimulation<Planar>::bytes() const;
template std::size_t RodSimulation<Spatial>::bytes() const;

}  // namespace carom::particles
