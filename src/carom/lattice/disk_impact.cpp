// SPDX-License-Identifier: Apache-2.0
#include "carom/lattice/disk_impact.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"
#include "carom/lattice/forest_ruth.hpp"
#include "carom/lattice/highest_frequency.hpp"
#include "carom/lattice/rigid_motion.hpp"
#include "carom/lattice/verlet.hpp"

namespace carom {
namespace {

constexpr double look_interval = 0.1;  // between looks at energy, surface and end [R/c]
constexpr double felt_force = 1e-3;    // over the largest: less is no contact

void check(const LatticeBody& disk, const LatticeBody& wall, const DiskImpact& o) {
  if (disk.surface.empty() || wall.surface.size() < 2)
    throw BadInput("an impact needs a disk and a wall with surfaces");
  const auto demand = [](double value, const char* name) {
    if (!(value > 0 && std::isfinite(value)))
      throw BadInput(std::string(name) + " must be above 0 and finite, got " + number_text(value));
  };
  demand(o.v_n, "v_n");
  demand(o.cot_gamma, "cot_gamma");
  demand(o.dt, "dt");
  if (!(o.gap > 0))
    throw BadInput("the disk would start inside the wall: gap must be above 0, got " + number_text(o.gap));
  demand(o.a, "a");
  demand(o.V0, "V0");
  demand(o.t_max, "t_max");
  if (o.until) demand(*o.until, "until");
}

SpringNetwork joined(const SpringNetwork& disk, const SpringNetwork& wall) {
  SpringNetwork both = disk;
  const auto n = static_cast<std::uint32_t>(disk.points());
  const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  append(both.mass, wall.mass);
  append(both.inverse_mass, wall.inverse_mass);
  append(both.rest, wall.rest);
  append(both.k_a, wall.k_a);
  append(both.k_b, wall.k_b);
  both.alike = disk.alike && wall.alike && disk.k_a.front() == wall.k_a.front() && disk.k_b.front() == wall.k_b.front();
  for (const std::uint32_t i : wall.first) both.first.push_back(n + i);
  for (const std::uint32_t i : wall.second) both.second.push_back(n + i);
  return both;
}

double lowest(const std::vector<Point>& r, const std::vector<std::uint32_t>& points) {
  double least = r[points.front()].y;
  for (const std::uint32_t i : points) least = std::min(least, r[i].y);
  return least;
}

double highest(const std::vector<Point>& r, const std::vector<std::uint32_t>& points) {
  double most = r[points.front()].y;
  for (const std::uint32_t i : points) most = std::max(most, r[i].y);
  return most;
}

// The time between the first and the last force above a thousandth of the largest.
double time_in_contact(const std::vector<double>& forces, double dt) {
  const double bound = felt_force * *std::max_element(forces.begin(), forces.end());
  const auto felt = [bound](double force) { return force > bound; };
  const auto first = std::find_if(forces.begin(), forces.end(), felt);
  const auto last = std::find_if(forces.rbegin(), forces.rend(), felt).base();
  return first < last ? dt * static_cast<double>(last - first) : 0;
}

DiskAndWall put_together(const LatticeBody& disk, const LatticeBody& wall, const DiskImpact& o) {
  DiskAndWall both{.network = joined(disk.network, wall.network),
                   .contact = {.disk = disk.surface, .a = o.a, .V0 = o.V0, .cutoff = o.cutoff, .rule = o.rule},
                   .disk_points = disk.x.size(),
                   .disk_springs = disk.network.springs()};
  const auto n = static_cast<std::uint32_t>(disk.x.size());
  for (const std::uint32_t i : wall.surface) both.contact.wall.push_back(n + i);
  if (!(o.cutoff > 0))
    for (const double l : both.network.rest) both.contact.cutoff += l / static_cast<double>(both.network.springs());
  std::vector<char> at_surface(both.network.points(), 0);
  for (const std::uint32_t i : both.contact.disk) at_surface[i] = 1;
  for (const std::uint32_t i : both.contact.wall) at_surface[i] = 1;
  const auto take = [&](const std::vector<Triangle>& triangles, std::uint32_t shift) {
    for (const Triangle& t : triangles)
      if (const Triangle u{t[0] + shift, t[1] + shift, t[2] + shift};
          at_surface[u[0]] || at_surface[u[1]] || at_surface[u[2]])
        both.surface_triangles.push_back(u);
  };
  take(disk.triangles, 0);
  take(wall.triangles, n);
  return both;
}

long turned_over(const DiskAndWall& both, const std::vector<Point>& r) {
  long n = 0;
  for (const Triangle& t : both.surface_triangles) {
    const Point &a = r[t[0]], &b = r[t[1]], &c = r[t[2]];
    if ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y) <= 0) ++n;
  }
  return n;
}

LatticeState start_of(const DiskAndWall& both, const LatticeBody& disk, const LatticeBody& wall, const DiskImpact& o,
                      double v_t) {
  std::vector<double> x = disk.x, y = disk.y;
  x.insert(x.end(), wall.x.begin(), wall.x.end());
  y.insert(y.end(), wall.y.begin(), wall.y.end());
  LatticeState state = state_at_rest(x, y);
  const double right = -v_t * (o.gap / o.v_n + o.contact_time / 2);  // (1)
  const double up = o.gap + highest(state.r, both.contact.wall) - lowest(state.r, both.contact.disk);
  for (std::size_t i = 0; i < both.disk_points; ++i) {
    state.r[i].x += right;
    state.r[i].y += up;
    state.v[i] = {v_t, -o.v_n};
  }
  return state;
}

// (4)
ImpactEnergy split(const DiskAndWall& both, const LatticeState& state, const RigidMotion& b, double start) {
  double kinetic = 0;
  for (std::size_t i = 0; i < both.disk_points; ++i)
    kinetic += 0.5 * both.network.mass[i] * (state.v[i].x * state.v[i].x + state.v[i].y * state.v[i].y);
  SpringNetwork disk;
  const auto n = static_cast<std::ptrdiff_t>(both.disk_springs);
  const auto cut = [n](const auto& from, auto& to) { to.assign(from.begin(), from.begin() + n); };
  cut(both.network.first, disk.first);
  cut(both.network.second, disk.second);
  cut(both.network.rest, disk.rest);
  cut(both.network.k_a, disk.k_a);
  cut(both.network.k_b, disk.k_b);
  const double springs = spring_energy(disk, state.r), contact = contact_energy(both.contact, state.r);
  const double all = kinetic_energy(both.network, state) + spring_energy(both.network, state.r);
  ImpactEnergy energy;
  energy.translation = 0.5 * b.M * (b.V_x * b.V_x + b.V_y * b.V_y) / start;
  energy.rotation = 0.5 * b.I * b.omega * b.omega / start;
  energy.vibration = (kinetic + springs) / start - energy.translation - energy.rotation;
  energy.wall = (all - kinetic - springs) / start;
  energy.contact = contact / start;
  return energy;
}

void check_step(const DiskAndWall& both, const LatticeState& state, const DiskImpact& o) {
  const double omega = highest_frequency(both.network, state.r);
  const double limit = (o.scheme == LatticeScheme::verlet ? 2 : 1.57) / omega;
  if (o.dt > 0.98 * limit)
    throw BadInput("a step dt = " + number_text(o.dt) +
                   " is not stable: the fastest vibration of these springs needs " +
                   (o.scheme == LatticeScheme::verlet ? "Verlet" : "Forest-Ruth") + " steps below " +
                   number_text(std::floor(0.98e5 * limit) / 1e5));
}

// One throw: disk and wall from the start to the end of the contact.
class DiskThrow {
 public:
  DiskThrow(const LatticeBody& disk, const LatticeBody& wall, const DiskImpact& options, const DiskImpactHooks& hooks)
      : o_(options),
        hooks_(hooks),
        both_(put_together(disk, wall, options)),
        v_t_((options.mirror ? -1 : 1) * options.v_n / options.cot_gamma),
        wall_end_(std::abs(wall.x[wall.surface.front()])),
        state_(start_of(both_, disk, wall, options, v_t_)) {
    check_step(both_, state_, o_);
    if (const double touch_down = std::abs(v_t_) * o_.contact_time / 2; touch_down > wall_end_)
      throw BadInput("the disk would touch down beside the wall, " + number_text(touch_down) +
                     " from its middle: cot_gamma = " + number_text(o_.cot_gamma) +
                     " is too grazing for its half width " + number_text(wall_end_));
    report_.energy_start = energy();
    if (const double contact = contact_energy(both_.contact, state_.r); contact > 1e-6 * report_.energy_start)
      throw BadInput("the disk would start within the repulsion of the wall, with " +
                     number_text(contact / report_.energy_start) + " of its energy: take a gap above " +
                     number_text(o_.gap));
    report_.turned_at_start = report_.turned_over = turned_over(both_, state_.r);
    report_.surface_triangles = static_cast<long>(both_.surface_triangles.size());
  }

  DiskImpactReport finish() {
    const RigidMotion before = rigid_motion(both_.network, state_, both_.disk_points);
    show();
    follow();
    const RigidMotion after = rigid_motion(both_.network, state_, both_.disk_points);
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const bool off = report_.came_off;
    report_.e = off ? after.V_y / o_.v_n : none;  // (2)
    report_.beta = off ? -(after.V_x + after.omega * o_.R) / v_t_ : none;
    report_.omega = off ? after.omega * o_.R / v_t_ : none;
    report_.impulse_x = (after.V_x - before.V_x) / o_.v_n;
    report_.impulse_y = (after.V_y - before.V_y) / o_.v_n;
    if (report_.outcome != Outcome::not_finite) report_.energy = split(both_, state_, after, report_.energy_start);
    report_.contact_time = time_in_contact(pushes_, 4 * o_.dt);
    report_.t_end = state_.t;
    report_.final = std::move(state_);
    return std::move(report_);
  }

 private:
  double energy() const {
    return kinetic_energy(both_.network, state_) + spring_energy(both_.network, state_.r) +
           contact_energy(both_.contact, state_.r);
  }

  void show() {
    if (!hooks_.frame || !(hooks_.frame_interval > 0) || state_.t < next_frame_ - 1e-9) return;
    hooks_.frame({both_, state_});
    next_frame_ += hooks_.frame_interval;
  }

  bool end(Outcome outcome, std::string reason) {
    report_.outcome = outcome;
    report_.reason = std::move(reason);
    return true;
  }

  void follow() {
    const double look =
        hooks_.frame && hooks_.frame_interval > 0 ? std::min(hooks_.frame_interval, look_interval) : look_interval;
    const int pause = std::max(1, static_cast<int>(std::lround(look / o_.dt)));
    const double t_last = o_.until.value_or(o_.t_max);
    // Whole steps; the last one ends at the end, or less than a step after it.
    const auto steps_left = [&] { return static_cast<long>(std::ceil((t_last - state_.t) / o_.dt - 1e-6)); };
    while (steps_left() > 0) {
      advance(static_cast<int>(std::min<long>(pause, steps_left())));
      if (ends(t_last)) return;
    }
    if (!o_.until) end(Outcome::event_limit, "the disk was still near the wall at t = " + number_text(o_.t_max));
  }

  // In pieces of a few steps, of which each leaves its contact force; pieces join to what steps in one go would give.
  void advance(int steps) {
    const auto add_force = [this](const std::vector<Point>& r, std::vector<Point>& f) {
      add_spring_forces(both_.network, r, f);
      push_ = add_contact_forces(both_.contact, r, f);
    };
    for (int left = steps; left > 0;) {
      const int piece = std::min(left, 4);
      if (o_.scheme == LatticeScheme::verlet)
        verlet_steps(both_.network, add_force, state_, forces_, o_.dt, piece);
      else
        forest_ruth_steps(both_.network, add_force, state_, forces_, o_.dt, piece);
      pushes_.push_back(push_);
      most_push_ = std::max(most_push_, push_);
      left -= piece;
      report_.steps += piece;
    }
    const int evaluations = o_.scheme == LatticeScheme::verlet ? 1 : 3;
    report_.spring_forces = report_.steps * evaluations * static_cast<long>(both_.network.springs());
  }

  // A look at energy, surface and end.
  bool ends(double t_last) {
    const double now = energy();
    if (!std::isfinite(now)) return end(Outcome::not_finite, "the motion is not finite any more");
    report_.energy_error = std::max(report_.energy_error, std::abs(now / report_.energy_start - 1));
    if (report_.energy_error > 1)
      return end(Outcome::ledger_open, "the energy has become " + number_text(now / report_.energy_start) +
                                           " times what it was: the contact or the step creates energy");
    if (push_ > 0) report_.turned_over = std::max(report_.turned_over, turned_over(both_, state_.r));
    show();
    if (hooks_.progress) hooks_.progress(state_.t, t_last);
    if (hooks_.interrupt && hooks_.interrupt->load(std::memory_order_relaxed)) return end(Outcome::interrupted, "");
    const RigidMotion b = rigid_motion(both_.network, state_, both_.disk_points);
    if (highest(state_.r, both_.contact.wall) + both_.contact.cutoff < lowest(state_.r, both_.contact.disk)) {
      report_.came_off = b.V_y > 0;
      return report_.came_off && end(Outcome::reached_end, "");
    }
    const bool beyond = std::copysign(b.x, b.x * v_t_) > wall_end_;
    return beyond && (push_ > felt_force * most_push_ || b.V_y <= 0) &&
           end(Outcome::left_model, "the disk slid over the end of the wall");
  }

  const DiskImpact& o_;
  const DiskImpactHooks& hooks_;
  const DiskAndWall both_;
  const double v_t_, wall_end_;
  LatticeState state_;
  std::vector<Point> forces_;
  double push_ = 0, most_push_ = 0;
  std::vector<double> pushes_;  // of every piece
  double next_frame_ = 0;
  DiskImpactReport report_;
};

}  // namespace

std::string DiskImpactReport::brief() const {
  return std::string(name(outcome)) + ": e = " + number_text(e) + ", beta = " + number_text(beta) + ", energy error " +
         number_text(energy_error);
}

DiskImpactReport throw_disk(const LatticeBody& disk, const LatticeBody& wall, const DiskImpact& o,
                            const DiskImpactHooks& hooks) {
  check(disk, wall, o);
  return DiskThrow(disk, wall, o, hooks).finish();
}

}  // namespace carom
