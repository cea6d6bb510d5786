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

}  // namespace

std::string DiskImpactReport::brief() const {
  return std::string(name(outcome)) + ": e = " + number_text(e) + ", beta = " + number_text(beta) + ", energy error " +
         number_text(energy_error);
}

DiskImpactReport throw_disk(const LatticeBody& disk, const LatticeBody& wall, const DiskImpact& o,
                            const DiskImpactHooks& hooks) {
  check(disk, wall, o);
  const DiskAndWall both = put_together(disk, wall, o);
  const SpringNetwork& network = both.network;
  const double v_t = (o.mirror ? -1 : 1) * o.v_n / o.cot_gamma;
  LatticeState state = start_of(both, disk, wall, o, v_t);
  check_step(both, state, o);
  const double wall_end = std::abs(wall.x[wall.surface.front()]);
  if (const double touch_down = std::abs(v_t) * o.contact_time / 2; touch_down > wall_end)
    throw BadInput("the disk would touch down beside the wall, " + number_text(touch_down) +
                   " from its middle: cot_gamma = " + number_text(o.cot_gamma) + " is too grazing for its half width " +
                   number_text(wall_end));

  DiskImpactReport report;
  std::vector<Point> forces;
  double push = 0, most_push = 0;
  const auto add_force = [&](const std::vector<Point>& r, std::vector<Point>& f) {
    add_spring_forces(network, r, f);
    push = add_contact_forces(both.contact, r, f);
  };
  const auto energy = [&] {
    return kinetic_energy(network, state) + spring_energy(network, state.r) + contact_energy(both.contact, state.r);
  };
  const RigidMotion before = rigid_motion(network, state, both.disk_points);
  report.energy_start = energy();
  if (const double contact = contact_energy(both.contact, state.r); contact > 1e-6 * report.energy_start)
    throw BadInput("the disk would start within the repulsion of the wall, with " +
                   number_text(contact / report.energy_start) + " of its energy: take a gap above " +
                   number_text(o.gap));
  report.turned_at_start = report.turned_over = turned_over(both, state.r);
  report.surface_triangles = static_cast<long>(both.surface_triangles.size());
  const double look =
      hooks.frame && hooks.frame_interval > 0 ? std::min(hooks.frame_interval, look_interval) : look_interval;
  const int pause = std::max(1, static_cast<int>(std::lround(look / o.dt)));
  std::vector<double> pushes;  // of every step
  const int evaluations = o.scheme == LatticeScheme::verlet ? 1 : 3;
  double next_frame = 0;
  const auto show = [&] {
    if (!hooks.frame || !(hooks.frame_interval > 0) || state.t < next_frame - 1e-9) return;
    hooks.frame({both, state});
    next_frame += hooks.frame_interval;
  };
  show();
  report.outcome = Outcome::event_limit;
  report.reason = "the disk was still near the wall at t = " + number_text(o.t_max);
  const auto end = [&](Outcome outcome, std::string reason) {
    report.outcome = outcome;
    report.reason = std::move(reason);
  };
  while (state.t < o.t_max) {
    // In pieces of a few steps, of which each leaves its contact force; pieces join to what steps in one go would give.
    for (int left = pause; left > 0;) {
      const int piece = std::min(left, 4);
      if (o.scheme == LatticeScheme::verlet)
        verlet_steps(network, add_force, state, forces, o.dt, piece);
      else
        forest_ruth_steps(network, add_force, state, forces, o.dt, piece);
      pushes.push_back(push);
      most_push = std::max(most_push, push);
      left -= piece;
      report.steps += piece;
    }
    report.spring_forces = report.steps * evaluations * static_cast<long>(network.springs());
    const double now = energy();
    if (!std::isfinite(now)) {
      end(Outcome::not_finite, "the motion is not finite any more");
      break;
    }
    report.energy_error = std::max(report.energy_error, std::abs(now / report.energy_start - 1));
    if (report.energy_error > 1) {
      end(Outcome::ledger_open, "the energy has become " + number_text(now / report.energy_start) +
                                    " times what it was: the contact or the step creates energy");
      break;
    }
    if (push > 0) report.turned_over = std::max(report.turned_over, turned_over(both, state.r));
    show();
    if (hooks.progress) hooks.progress(state.t, o.t_max);
    if (hooks.interrupt && hooks.interrupt->load(std::memory_order_relaxed)) {
      end(Outcome::interrupted, "");
      break;
    }
    const RigidMotion b = rigid_motion(network, state, both.disk_points);
    if (highest(state.r, both.contact.wall) + both.contact.cutoff < lowest(state.r, both.contact.disk)) {
      if (b.V_y > 0) {
        end(Outcome::reached_end, "");
        break;
      }
    } else if (std::copysign(b.x, b.x * v_t) > wall_end && (push > felt_force * most_push || b.V_y <= 0)) {
      end(Outcome::left_model, "the disk slid over the end of the wall");
      break;
    }
  }
  const RigidMotion after = rigid_motion(network, state, both.disk_points);
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const bool off = report.outcome == Outcome::reached_end;
  report.e = off ? after.V_y / o.v_n : none;  // (2)
  report.beta = off ? -(after.V_x + after.omega * o.R) / v_t : none;
  report.omega = off ? after.omega * o.R / v_t : none;
  report.impulse_x = (after.V_x - before.V_x) / o.v_n;
  report.impulse_y = (after.V_y - before.V_y) / o.v_n;
  if (report.outcome != Outcome::not_finite) report.energy = split(both, state, after, report.energy_start);
  report.contact_time = time_in_contact(pushes, 4 * o.dt);
  report.t_end = state.t;
  report.final = std::move(state);
  return report;
}

}  // namespace carom
