// SPDX-License-Identifier: Apache-2.0
#include "carom/particles/rod_simulation.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "carom/base/constants.hpp"
#include "carom/particles/closest_points.hpp"
#include "carom/particles/flat_end.hpp"
#include "carom/particles/gear.hpp"
#include "carom/particles/rod_kernels.hpp"

namespace carom::particles {
namespace {

constexpr std::int64_t longest_check = 64;  // steps between looks at the list of neighbours

// In what a contact is, for the next step: 1 touching, 2 slipping.
std::uint8_t contact_flag(bool slips) { return static_cast<std::uint8_t>(1 + slips); }

// Components of batches and arrays.
void put(PlanarPairs& b, std::size_t k, Vec2 d, Vec2 u1, Vec2 u2) {
  b.dx[k] = d.x, b.dz[k] = d.z;
  b.u1x[k] = u1.x, b.u1z[k] = u1.z;
  b.u2x[k] = u2.x, b.u2z[k] = u2.z;
}
void put(SpatialPairs& b, std::size_t k, Vec3 d, Vec3 u1, Vec3 u2) {
  b.dx[k] = d.x, b.dy[k] = d.y, b.dz[k] = d.z;
  b.u1x[k] = u1.x, b.u1y[k] = u1.y, b.u1z[k] = u1.z;
  b.u2x[k] = u2.x, b.u2y[k] = u2.y, b.u2z[k] = u2.z;
}
std::array<Vec2, 3> at(const PlanarPairs& b, std::size_t k) {
  return {Vec2{b.dx[k], b.dz[k]}, Vec2{b.u1x[k], b.u1z[k]}, Vec2{b.u2x[k], b.u2z[k]}};
}
std::array<Vec3, 3> at(const SpatialPairs& b, std::size_t k) {
  return {Vec3{b.dx[k], b.dy[k], b.dz[k]}, Vec3{b.u1x[k], b.u1y[k], b.u1z[k]}, Vec3{b.u2x[k], b.u2y[k], b.u2z[k]}};
}
PlanarRods arrays_of(RodState<Planar>& s, Components<2>& F, Components<1>& T) {
  return {s.r.of[0].data(), s.r.of[1].data(), s.u.of[0].data(), s.u.of[1].data(), s.v.of[0].data(),
          s.v.of[1].data(), s.w.of[0].data(), F.of[0].data(),   F.of[1].data(),   T.of[0].data()};
}
SpatialRods arrays_of(RodState<Spatial>& s, Components<3>& F, Components<3>& T) {
  return {s.r.of[0].data(), s.r.of[1].data(), s.r.of[2].data(), s.u.of[0].data(), s.u.of[1].data(), s.u.of[2].data(),
          s.v.of[0].data(), s.v.of[1].data(), s.v.of[2].data(), s.w.of[0].data(), s.w.of[1].data(), s.w.of[2].data(),
          F.of[0].data(),   F.of[1].data(),   F.of[2].data(),   T.of[0].data(),   T.of[1].data(),   T.of[2].data()};
}

}  // namespace

template <class Space>
RodSimulation<Space>::RodSimulation(const RodOptions& options, RodState<Space> start, double t0)
    : options_(options), t0_(t0), state_(std::move(start)) {
  const double M = options_.rod.mass, dt = options_.dt;
  rod_rod_ = SoftContact(options_.law, options_.mu_rod, 0.5 * M, dt, options_.mu_rod_static);
  rod_plate_ = SoftContact(options_.law, options_.mu_plate, M, dt, options_.mu_plate_static);
  rod_wall_ = SoftContact(options_.law, options_.mu_wall, M, dt, options_.mu_wall_static);
  lever_ = options_.law.lever_arm == LeverArm::surface ? 1 : 0;
  const std::size_t n = size();
  force_.resize(n);
  torque_.resize(n);
  plate_spring_.resize(2 * n);
  plate_touching_.assign(2 * n, 0);
  if (options_.ends != Ends::round) {
    edge_spring_.resize(2 * n * edge_points(Space{}));
    edge_touching_.assign(2 * n * edge_points(Space{}), 0);
  }
  if (options_.container.walls != Walls::none) {
    inner_spring_.resize(n);
    outer_spring_.resize(2 * n);
    inner_touching_.assign(n, 0);
    outer_touching_.assign(2 * n, 0);
  }
  if (options_.spin) state_.sigma.resize(n, 0.0);
  rod_sums_.resize(rod_blocks());
  pair_sums_.resize(rod_blocks());
  finished_.resize(rod_blocks());
  plate_ = options_.drive.at(t0_);
  if (options_.integrator == Integrator::gear) {
    gear_ = std::make_unique<GearDerivatives<Space>>();
    gear_->begin(state_, options_.gravity, dt);
  } else {
    // Half a step back under gravity alone: rods start apart.
    for (double& v_z : state_.v.of[Space::dim - 1]) v_z += 0.5 * dt * options_.gravity;
  }
  rebuild();
}

template <class Space>
RodSimulation<Space>::~RodSimulation() = default;

template <class Space>
RodSimulation<Space>::RodSimulation(const RodSimulation& o)
    : options_(o.options_),
      t0_(o.t0_),
      step_(o.step_),
      next_check_(o.next_check_),
      state_(o.state_),
      pairs_(o.pairs_),
      force_(o.force_),
      torque_(o.torque_),
      rod_rod_(o.rod_rod_),
      rod_plate_(o.rod_plate_),
      rod_wall_(o.rod_wall_),
      lever_(o.lever_),
      plate_spring_(o.plate_spring_),
      inner_spring_(o.inner_spring_),
      outer_spring_(o.outer_spring_),
      plate_touching_(o.plate_touching_),
      inner_touching_(o.inner_touching_),
      outer_touching_(o.outer_touching_),
      edge_spring_(o.edge_spring_),
      edge_touching_(o.edge_touching_),
      pair_sums_(o.pair_sums_),
      rod_sums_(o.rod_sums_),
      plate_(o.plate_),
      pair_start_(o.pair_start_),
      cross_(o.cross_),
      cross_start_(o.cross_start_),
      incoming_(o.incoming_),
      gear_(o.gear_ ? std::make_unique<GearDerivatives<Space>>(*o.gear_) : nullptr),
      recording_(o.recording_),
      open_(o.open_),
      finished_(o.finished_),
      collisions_(o.collisions_),
      outcome_(o.outcome_),
      failure_(o.failure_) {}

template <class Space>
void RodSimulation<Space>::record_collisions(bool on) {
  recording_ = on;
  if (on) open_.resize(2 * size());
}

// Neighbours ----------------------------------------------------------------------------------------------------------

template <class Space>
void RodSimulation<Space>::rebuild() {
  search_.begin(state_.r, state_.u, options_.rod.half_length, options_.skin, options_.container);
  for (std::size_t block = 0; block < search_.blocks(); ++block) search_.search(block);
  adopt_list();
}

// What follows from a new list.
template <class Space>
void RodSimulation<Space>::adopt_list() {
  search_.finish(pairs_);
  next_check_ = step_ + 1;
  connect();
}

// Whether the list must be built again now; sets the step of the next look.
template <class Space>
bool RodSimulation<Space>::list_is_old() {
  const double H = options_.rod.half_length;
  double moved = 0, fastest = 0;
  bool finite = true;
  for (std::size_t i = 0; i < size(); ++i) {
    const Vec r = Space::at(state_.r, i), h = H * Space::at(state_.u, i);
    const Vec plus = r + h - Space::at(pairs_.end_plus, i), minus = r - h - Space::at(pairs_.end_minus, i);
    const Vec v = Space::at(state_.v, i), turn = cross(Space::at(state_.w, i), h);
    moved = std::max(moved, std::max(dot(plus, plus), dot(minus, minus)));
    fastest = std::max(fastest, 2 * (dot(v, v) + dot(turn, turn)));
    finite = finite && dot(plus, plus) + dot(minus, minus) + dot(v, v) + dot(turn, turn) < 1e300;  // false for NaN, too
  }
  if (!finite)
    return fail(Outcome::not_finite, fmt::format("a position or velocity is not a finite number at t = {:.9g}", t()));
  const double left = 0.5 * options_.skin - std::sqrt(moved);
  if (left < 0)
    return fail(Outcome::left_model,
                fmt::format("a rod moved further than half the skin of {:g} between two looks at the list of "
                            "neighbours, at t = {:.9g}: the step or the forces are too large",
                            options_.skin, t()));
  // Speeds may quadruple until the next look.
  const double steps = left / (4 * std::sqrt(fastest) * options_.dt + 1e-300);
  next_check_ = step_ + std::clamp<std::int64_t>(static_cast<std::int64_t>(std::min(steps, 1e9)), 1, longest_check);
  return steps < 2;
}

template <class Space>
bool RodSimulation<Space>::fail(Outcome outcome, std::string reason) {
  outcome_ = outcome;
  failure_ = std::move(reason);
  return false;
}

// Forces --------------------------------------------------------------------------------------------------------------

template <class Space>
typename Space::Spin RodSimulation<Space>::whole_spin(std::size_t i, Vec u, Spin w) const {
  if constexpr (Space::dim == 3) {
    if (options_.spin) return w + state_.sigma[i] * u;
  }
  (void)i, (void)u;
  return w;
}

// Forces of the pairs of one block of rods, in their order. Those from `cross` on were computed before (cross_forces): of
// them, only the part of the first rod is added, in its place.
template <class Space>
void RodSimulation<Space>::pair_forces(std::size_t block, const CrossPair*& cross, const CrossPair* cross_end) {
  const std::size_t last = pair_start_[block + 1];
  ContactPower power;
  PairBatch<Space> batch;
  const CrossPair* ahead = cross;
  for (std::size_t from = pair_start_[block]; from < last; from += pair_batch) {
    const std::size_t count = std::min(last - from, pair_batch);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t p = from + k;
      if (ahead != cross_end && ahead->p == p) {  // the other rod may be on its way already
        put(batch, k, 2.0 * Space::up(), Space::up(), Space::up());
        ++ahead;
        continue;
      }
      const auto i = static_cast<std::size_t>(pairs_.first[p]), j = static_cast<std::size_t>(pairs_.second[p]);
      put(batch, k, separation(p), Space::at(state_.u, i), Space::at(state_.u, j));
    }
    find_closest(batch, count, options_.rod.half_length);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t p = from + k;
      const auto i = static_cast<std::size_t>(pairs_.first[p]), j = static_cast<std::size_t>(pairs_.second[p]);
      if (cross != cross_end && cross->p == p) {
        if (pairs_.touching[p]) {
          Space::put(force_, i, Space::at(force_, i) + cross->F);
          Space::put(torque_, i, Space::at(torque_, i) + cross->T_first);
          power.normal_loss += cross->power.normal_loss;
          power.friction_loss += cross->power.friction_loss;
        }
        ++cross;
      } else if (batch.distance_squared[k] < 1) {
        const PairForce f = pair_contact(p, batch, k, power);
        Space::put(force_, i, Space::at(force_, i) + f.F);
        Space::put(force_, j, Space::at(force_, j) - f.F);
        Space::put(torque_, i, Space::at(torque_, i) + f.T_first);
        Space::put(torque_, j, Space::at(torque_, j) - f.T_second);
      } else if (pairs_.touching[p]) {
        part(p);
      }
    }
  }
  pair_sums_[block].rods.normal_loss += power.normal_loss;
  pair_sums_[block].rods.friction_loss += power.friction_loss;
}

// Pairs of a worker's rods with rods of later workers, before any rod moves.
template <class Space>
void RodSimulation<Space>::cross_forces(CrossPair* from, CrossPair* to) {
  PairBatch<Space> batch;
  while (from != to) {
    const auto count = std::min(static_cast<std::size_t>(to - from), pair_batch);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t p = from[k].p;
      put(batch, k, separation(p), Space::at(state_.u, static_cast<std::size_t>(pairs_.first[p])),
          Space::at(state_.u, static_cast<std::size_t>(pairs_.second[p])));
    }
    find_closest(batch, count, options_.rod.half_length);
    for (std::size_t k = 0; k < count; ++k) {
      CrossPair& pair = from[k];
      if (batch.distance_squared[k] < 1) {
        pair.power = {};
        static_cast<PairForce&>(pair) = pair_contact(pair.p, batch, k, pair.power);
      } else if (pairs_.touching[pair.p]) {
        part(pair.p);
      }
    }
    from += count;
  }
}

template <class Space>
typename Space::Vec RodSimulation<Space>::separation(std::size_t p) const {
  return Space::at(state_.r, static_cast<std::size_t>(pairs_.first[p])) -
         Space::at(state_.r, static_cast<std::size_t>(pairs_.second[p])) + Space::at(pairs_.shift, p);
}

template <class Space>
void RodSimulation<Space>::part(std::size_t p) {
  pairs_.touching[p] = 0;
  Space::put(pairs_.spring, p, Tangent{});
}

template <class Space>
typename RodSimulation<Space>::PairForce RodSimulation<Space>::pair_contact(std::size_t p,
                                                                            const PairBatch<Space>& batch,
                                                                            std::size_t k, ContactPower& power) {
  const auto i = static_cast<std::size_t>(pairs_.first[p]), j = static_cast<std::size_t>(pairs_.second[p]);
  const auto [d, u_i, u_j] = at(batch, k);
  const double distance = std::sqrt(batch.distance_squared[k]);
  const double overlap = 1 - distance;
  const double a = batch.a[k], b = batch.b[k];
  const Vec n = (1 / distance) * (d + a * u_i - b * u_j);
  const double half = lever_ * (0.5 - 0.5 * overlap);
  const Vec arm_i = a * u_i - half * n, arm_j = b * u_j + half * n;
  const Vec v = Space::at(state_.v, i) + cross(whole_spin(i, u_i, Space::at(state_.w, i)), arm_i) -
                Space::at(state_.v, j) - cross(whole_spin(j, u_j, Space::at(state_.w, j)), arm_j);
  Tangent s = Space::at(pairs_.spring, p);
  bool slips = pairs_.touching[p] == 2;
  const Vec F = rod_rod_.template force<Space>(overlap, n, v, s, power, slips);
  Space::put(pairs_.spring, p, s);
  pairs_.touching[p] = contact_flag(slips);
  return {F, moment(arm_i, F), moment(arm_j, F)};
}

// A rod's own surroundings, plate and walls, meet it at the centre of one of the virtual spheres on its axis.
template <class Space>
bool RodSimulation<Space>::touch(Body& rod, std::size_t slot, double a, double overlap, Vec n, Vec surface_velocity,
                                 const SoftContact& law, typename Space::TangentArray& spring, std::uint8_t& touching,
                                 BlockSums& sums) const {
  const Vec arm = a * rod.u - lever_ * (0.5 - overlap) * n;
  Tangent s = Space::at(spring, slot);
  bool slips = touching == 2;
  const Vec F = rod.press(arm, overlap, n, surface_velocity, law, s, sums.surfaces, slips);
  Space::put(spring, slot, s);
  touching = contact_flag(slips);
  sums.drive += dot(F, surface_velocity);
  return slips;
}

template <class Space>
void RodSimulation<Space>::plate_forces(std::size_t i, std::size_t block, Body& rod, BlockSums& sums) {
  const double rise = options_.rod.half_length * rod.u.z;
  for (int end = 0; end < 2; ++end) {
    if (is_flat(options_.ends, end == 1)) {
      flat_end_forces(i, end == 1, block, rod, sums);
      continue;
    }
    const std::size_t slot = 2 * i + static_cast<std::size_t>(end);
    const double overlap = plate_.z + 0.5 - (end ? rod.r.z + rise : rod.r.z - rise);
    if (overlap > 0) {
      if (recording_ && !plate_touching_[slot]) begin_collision(i, end == 1, rod, plate_arm(end == 1, rod));
      const double a = end ? options_.rod.half_length : -options_.rod.half_length;
      const bool slips = touch(rod, slot, a, overlap, Space::up(), plate_.V * Space::up(), rod_plate_, plate_spring_,
                               plate_touching_[slot], sums);
      if (recording_) go_on_colliding(slot, overlap, slips);
    } else if (plate_touching_[slot]) {
      plate_touching_[slot] = 0;
      Space::put(plate_spring_, slot, Tangent{});
      if (recording_) end_collision(i, end == 1, block, rod, plate_arm(end == 1, rod));
    }
  }
}

template <class Space>
void RodSimulation<Space>::inner_wall_force(std::size_t i, Body& rod, BlockSums& sums) {
  if constexpr (Space::dim == 3) {
    const double a = nearest_to_cylinder_axis(rod.r, rod.u, options_.rod.half_length);
    const Vec at{rod.r.x + a * rod.u.x, rod.r.y + a * rod.u.y, 0};
    const double rho = std::sqrt(at.x * at.x + at.y * at.y), overlap = options_.container.inner_radius + 0.5 - rho;
    if (overlap > 0) {
      touch(rod, i, a, overlap, (1 / rho) * at, wall_velocity(), rod_wall_, inner_spring_, inner_touching_[i], sums);
    } else if (inner_touching_[i]) {
      inner_touching_[i] = 0;
      Space::put(inner_spring_, i, Tangent{});
    }
  } else {
    (void)i, (void)rod, (void)sums;
  }
}

template <class Space>
void RodSimulation<Space>::outer_wall_forces(std::size_t i, Body& rod, BlockSums& sums) {
  if constexpr (Space::dim == 3) {
    const double radius = options_.container.outer_radius - 0.5;
    for (int end = 0; end < 2; ++end) {
      const std::size_t slot = 2 * i + static_cast<std::size_t>(end);
      const double a = end ? options_.rod.half_length : -options_.rod.half_length;
      const Vec at{rod.r.x + a * rod.u.x, rod.r.y + a * rod.u.y, 0};
      const double rho2 = at.x * at.x + at.y * at.y;
      if (rho2 > radius * radius) {
        const double rho = std::sqrt(rho2);
        touch(rod, slot, a, rho - radius, (-1 / rho) * at, wall_velocity(), rod_wall_, outer_spring_,
              outer_touching_[slot], sums);
      } else if (outer_touching_[slot]) {
        outer_touching_[slot] = 0;
        Space::put(outer_spring_, slot, Tangent{});
      }
    }
  } else {
    (void)i, (void)rod, (void)sums;
  }
}

template <class Space>
typename Space::Vec RodSimulation<Space>::wall_velocity() const {
  return options_.container.walls == Walls::moving ? plate_.V * Space::up() : Vec{};
}

template <class Space>
void RodSimulation<Space>::surface_forces(std::size_t first, std::size_t last, std::size_t block) {
  constexpr std::size_t most = PairSearch<Space>::block_size;
  const Container& c = options_.container;
  const double H = options_.rod.half_length;
  const bool walls = Space::dim == 3 && c.walls != Walls::none;
  double on_plate[most], on_inner[most], on_outer[most];
  if (options_.plate)
    (options_.ends == Ends::round ? plate_overlaps : flat_plate_overlaps)(
        state_.r.of[Space::dim - 1].data(), state_.u.of[Space::dim - 1].data(), H, plate_.z, first, last, on_plate);
  if (walls)
    wall_touches(state_.r.of[0].data(), state_.r.of[1].data(), state_.u.of[0].data(), state_.u.of[1].data(), H,
                 c.inner_radius, c.outer_radius, first, last, on_inner, on_outer);
  BlockSums& sums = rod_sums_[block];
  for (std::size_t i = first; i < last; ++i) {
    const bool plate =
        options_.plate && (on_plate[i - first] > 0 || plate_touching_[2 * i] || plate_touching_[2 * i + 1]);
    const bool inner = walls && (on_inner[i - first] > 0 || inner_touching_[i]);
    const bool outer = walls && (on_outer[i - first] > 0 || outer_touching_[2 * i] || outer_touching_[2 * i + 1]);
    if (!plate && !inner && !outer) continue;
    Body rod{.r = Space::at(state_.r, i),
             .u = Space::at(state_.u, i),
             .v = Space::at(state_.v, i),
             .w = {},
             .F = Space::at(force_, i),
             .T = Space::at(torque_, i)};
    rod.w = whole_spin(i, rod.u, Space::at(state_.w, i));
    if (plate) plate_forces(i, block, rod, sums);
    if (inner) inner_wall_force(i, rod, sums);
    if (outer) outer_wall_forces(i, rod, sums);
    Space::put(force_, i, rod.F);
    Space::put(torque_, i, rod.T);
  }
}

template <class Space>
void RodSimulation<Space>::rod_steps(std::size_t block) {
  const std::size_t first = block * PairSearch<Space>::block_size;
  const std::size_t last = std::min(size(), first + PairSearch<Space>::block_size);
  surface_forces(first, last, block);
  const double dt = options_.dt, M = options_.rod.mass, I = options_.rod.inertia;
  const Kick kick{.dt = dt, .push = dt / M, .twist = dt / I, .weight = M * options_.gravity};
  if (gear_) {
    for (std::size_t i = first; i < last; ++i) {
      Vec F = Space::at(force_, i);
      F.z -= kick.weight;
      const Spin T = Space::without_axial(Space::at(torque_, i), Space::at(state_.u, i));
      gear_->correct(i, state_, (1 / M) * F, (1 / I) * T, dt);
      Space::put(force_, i, Vec{});
      Space::put(torque_, i, Spin{});
    }
    return;
  }
  if constexpr (Space::dim == 3) {
    // The rotation about the own axis first: its torque, and what it adds to the one across, with the velocities before.
    if (options_.spin)
      for (std::size_t i = first; i < last; ++i) {
        const Vec u = Space::at(state_.u, i), w = Space::at(state_.w, i), T = Space::at(torque_, i);
        Space::put(torque_, i, T - options_.rod.spin_inertia * state_.sigma[i] * cross(w, u));
        state_.sigma[i] += dt / options_.rod.spin_inertia * dot(T, u);
      }
  }
  kick_and_drift(arrays_of(state_, force_, torque_), first, last, kick);  // (4)
}

// Steps ---------------------------------------------------------------------------------------------------------------

// After all rods have moved: the time, the plate, and a look at the list. True: the list must be built again.
template <class Space>
bool RodSimulation<Space>::end_step() {
  ++step_;
  plate_ = options_.drive.at(t());
  if (recording_ && step_ % 16 == 0) collect();
  return step_ >= next_check_ && list_is_old();
}

template <class Space>
void RodSimulation<Space>::collect() {
  for (auto& block : finished_) {
    collisions_.insert(collisions_.end(), block.begin(), block.end());
    block.clear();
  }
}

template <class Space>
bool RodSimulation<Space>::advance(long steps) {
  if (failed()) return false;
  if (workers() == 1)
    run_alone(steps);
  else if (options_.sharing == Sharing::always)
    run_team(steps);
  else
    run_by_the_clock(steps);
  if (recording_) collect();
  return !failed();
}

template <class Space>
void RodSimulation<Space>::run_alone(long steps) {
  const CrossPair* none = nullptr;
  for (long k = 0; k < steps && !failed(); ++k) {
    if (gear_)
      for (std::size_t block = 0; block < rod_blocks(); ++block) predict(block);
    for (std::size_t block = 0; block < rod_blocks(); ++block) pair_forces(block, none, nullptr);
    for (std::size_t block = 0; block < rod_blocks(); ++block) rod_steps(block);
    if (end_step()) rebuild();
  }
}

template <class Space>
void RodSimulation<Space>::predict(std::size_t block) {
  const std::size_t last = std::min(size(), (block + 1) * PairSearch<Space>::block_size);
  for (std::size_t i = block * PairSearch<Space>::block_size; i < last; ++i) gear_->predict(i, state_, options_.dt);
}

template class RodSimulation<Planar>;
template class RodSimulation<Spatial>;

}  // namespace carom::particles
