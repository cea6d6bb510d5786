// SPDX-License-Identifier: Apache-2.0
// What a simulation of rods can begin with: rod_simulation.hpp, overlap_of() and largest_safe_step().
#include <algorithm>
#include <cmath>

#include "carom/base/constants.hpp"
#include "carom/particles/closest_points.hpp"
#include "carom/particles/flat_end.hpp"
#include "carom/particles/rod_simulation.hpp"

namespace carom::particles {
namespace {

double horizontal_square(Vec2 v) { return v.x * v.x; }
double horizontal_square(Vec3 v) { return v.x * v.x + v.y * v.y; }

}  // namespace

template <class Space>
double overlap_of(const RodState<Space>& state, const RodOptions& options, double t0) {
  using Vec = typename Space::Vec;
  const double H = options.rod.half_length;
  double deepest = 0;
  PairSearch<Space> search;
  PairList<Space> list;
  search.begin(state.r, state.u, H, 0.0, options.container);
  for (std::size_t block = 0; block < search.blocks(); ++block) search.search(block);
  search.finish(list);
  for (std::size_t p = 0; p < list.size(); ++p) {
    const auto i = static_cast<std::size_t>(list.first[p]), j = static_cast<std::size_t>(list.second[p]);
    const Vec d = Space::at(state.r, i) - Space::at(state.r, j) + Space::at(list.shift, p);
    const ClosestPoints at = closest_points(d, Space::at(state.u, i), Space::at(state.u, j), H);
    deepest = std::max(deepest, 1 - std::sqrt(at.distance_squared));
  }
  const double floor = options.drive.at(t0).z;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const Vec r = Space::at(state.r, i), u = Space::at(state.u, i);
    if (options.plate)
      for (const bool upper : {false, true})
        deepest =
            std::max(deepest, floor - r.z + reach_down(is_flat(options.ends, upper), options.rod, upper ? -u.z : u.z));
    if (options.container.walls == Walls::none) continue;
    for (double a : {-H, H}) {
      const Vec end = r + a * u;
      deepest = std::max(deepest, std::sqrt(horizontal_square(end)) - (options.container.outer_radius - 0.5));
    }
    const double across = horizontal_square(u);
    const double along = dot(r, u) - r.z * u.z;
    const Vec near = r + clamped(-along / (across + 1e-12), H) * u;
    deepest = std::max(deepest, options.container.inner_radius + 0.5 - std::sqrt(horizontal_square(near)));
  }
  return deepest;
}

template double overlap_of<Planar>(const RodState<Planar>&, const RodOptions&, double);
template double overlap_of<Spatial>(const RodState<Spatial>&, const RodOptions&, double);

double largest_safe_step(const RodOptions& options) {
  // A thin rod that is hit across its end answers with a quarter of its mass. Hertz's impact at speed 1 lasts 2.94 x/v,
  // x = (5 m v²/4k)^(2/5); the tangential spring is taken at that overlap.
  // Flat ends may land on all points of their edge at once.
  const double m = 0.25 * options.rod.mass / (options.ends == Ends::round ? 1 : 3);
  const double deepest = std::pow(1.25 * m / options.law.k_n, 0.4);
  const double power = options.law.spring_power == SpringPower::one ? deepest : std::sqrt(deepest);
  const double normal = 2.94 * deepest, tangential = 2 * pi * std::sqrt(m / (options.law.k_t * power));
  // A dashpot at that overlap must not turn the velocity round within a step.
  const double rate = options.law.damping_power == DampingPower::zero   ? 1
                      : options.law.damping_power == DampingPower::half ? std::sqrt(deepest)
                                                                        : deepest;
  const double damping = std::max(options.law.gamma_n, options.law.gamma_t) * options.rod.mass * rate / m;
  const double dashpot = damping > 0 ? 0.1 / damping : 1e300;
  const bool friction = options.mu_rod > 0 || options.mu_plate > 0 || options.mu_wall > 0;
  return std::min((friction ? std::min(normal, tangential) : normal) / 40, dashpot);
}

}  // namespace carom::particles
