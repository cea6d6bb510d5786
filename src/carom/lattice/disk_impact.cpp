#include "carom/lattice/disk_impact.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"
#include "carom/lattice/forest_ruth.hpp"
#include "carom/lattice/verlet.hpp"

namespace carom {
namespace {

void check(const LatticeBody& disk, const LatticeBody& wall, const DiskImpact& o) {
  if (disk.surface.empty() || wall.surface.size() < 2)
    throw BadInput("an impact needs a disk and a wall with surfaces");
  const auto demand = [](bool valid, const char* name, double value) {
    if (!valid) throw BadInput(std::string(name) + " must be above 0, got " + number_text(value));
  };
  demand(o.v_n > 0, "v_n", o.v_n);
  demand(o.cot_gamma > 0, "cot_gamma", o.cot_gamma);
  demand(o.dt > 0, "dt", o.dt);
  demand(o.gap > 0, "gap", o.gap);
  demand(o.a > 0, "a", o.a);
  demand(o.V0 > 0, "V0", o.V0);
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
  for (const std::uint32_t i : wall.first) both.first.push_back(n + i);
  for (const std::uint32_t i : wall.second) both.second.push_back(n + i);
  return both;
}

struct RigidMotion {
  double V_x = 0, V_y = 0, omega = 0;
};

// Of the first n points (3).
RigidMotion rigid_motion(const SpringNetwork& network, const LatticeState& s, std::size_t n) {
  double M = 0, x = 0, y = 0, L = 0, I = 0;
  RigidMotion motion;
  for (std::size_t i = 0; i < n; ++i) {
    const double m = network.mass[i];
    M += m;
    x += m * s.x[i];
    y += m * s.y[i];
    motion.V_x += m * s.v_x[i];
    motion.V_y += m * s.v_y[i];
  }
  x /= M;
  y /= M;
  motion.V_x /= M;
  motion.V_y /= M;
  for (std::size_t i = 0; i < n; ++i) {
    const double m = network.mass[i], d_x = s.x[i] - x, d_y = s.y[i] - y;
    L += m * (d_x * (s.v_y[i] - motion.V_y) - d_y * (s.v_x[i] - motion.V_x));
    I += m * (d_x * d_x + d_y * d_y);
  }
  motion.omega = L / I;
  return motion;
}

double lowest(const std::vector<double>& y, const std::vector<std::uint32_t>& points) {
  double least = y[points.front()];
  for (const std::uint32_t i : points) least = std::min(least, y[i]);
  return least;
}

double highest(const std::vector<double>& y, const std::vector<std::uint32_t>& points) {
  double most = y[points.front()];
  for (const std::uint32_t i : points) most = std::max(most, y[i]);
  return most;
}

// The time between the first and the last force above a thousandth of the largest.
double time_in_contact(const std::vector<double>& forces, double dt) {
  const double bound = 1e-3 * *std::max_element(forces.begin(), forces.end());
  const auto felt = [bound](double force) { return force > bound; };
  const auto first = std::find_if(forces.begin(), forces.end(), felt);
  const auto last = std::find_if(forces.rbegin(), forces.rend(), felt).base();
  return first < last ? dt * static_cast<double>(last - first) : 0;
}

}  // namespace

std::string DiskImpactReport::brief() const {
  return std::string(name(outcome)) + ": e = " + number_text(e) + ", beta = " + number_text(beta) + ", energy error " +
         number_text(energy_error);
}

DiskImpactReport throw_disk(const LatticeBody& disk, const LatticeBody& wall, const DiskImpact& o) {
  check(disk, wall, o);
  const SpringNetwork network = joined(disk.network, wall.network);
  const std::size_t n = disk.x.size();
  WallContact contact{.disk = disk.surface, .a = o.a, .V0 = o.V0, .cutoff = o.cutoff};
  for (const std::uint32_t i : wall.surface) contact.wall.push_back(static_cast<std::uint32_t>(n) + i);
  if (!(o.cutoff > 0)) {
    for (const double l : network.rest) contact.cutoff += l / static_cast<double>(network.springs());
  }

  const double v_t = (o.mirror ? -1 : 1) * o.v_n / o.cot_gamma;
  const double x_0 = -v_t * (o.gap / o.v_n + o.contact_time / 2);  // (1)
  const double y_0 = o.gap + highest(wall.y, wall.surface) - lowest(disk.y, disk.surface);
  LatticeState state = state_at_rest(disk.x, disk.y);
  for (std::size_t i = 0; i < n; ++i) {
    state.x[i] += x_0;
    state.y[i] += y_0;
    state.v_x[i] = v_t;
    state.v_y[i] = -o.v_n;
  }
  state.x.insert(state.x.end(), wall.x.begin(), wall.x.end());
  state.y.insert(state.y.end(), wall.y.begin(), wall.y.end());
  state.v_x.resize(network.points());
  state.v_y.resize(network.points());

  DiskImpactReport report;
  PointForces work;
  double push = 0;
  const auto force = [&](const std::vector<double>& x, const std::vector<double>& y, PointForces& forces) {
    set_spring_forces(network, x, y, forces);
    push = add_contact_forces(contact, x, y, forces);
  };
  const auto energy = [&] {
    return kinetic_energy(network, state) + spring_energy(network, state.x, state.y) +
           contact_energy(contact, state.x, state.y);
  };
  const double start = energy();
  std::vector<double> pushes;
  const int pause = 16;  // steps between looks at energy and end
  report.outcome = Outcome::event_limit;
  report.reason = "the disk was still near the wall at t_max";
  while (state.t < o.t_max) {
    for (int i = 0; i < pause; ++i) {
      if (o.scheme == LatticeScheme::verlet)
        verlet_step(network, force, state, work, o.dt);
      else
        forest_ruth_step(network, force, state, work, o.dt);
      pushes.push_back(push);
    }
    const double now = energy();
    if (!std::isfinite(now)) {
      report.outcome = Outcome::not_finite;
      report.reason = "the motion is not finite any more";
      break;
    }
    report.energy_error = std::max(report.energy_error, std::abs(now / start - 1));
    if (highest(state.y, contact.wall) + contact.cutoff < lowest(state.y, contact.disk) &&
        rigid_motion(network, state, n).V_y > 0) {
      report.outcome = Outcome::reached_end;
      report.reason.clear();
      break;
    }
  }
  const RigidMotion after = rigid_motion(network, state, n);
  report.e = after.V_y / o.v_n;  // (2)
  report.beta = -(after.V_x + after.omega * o.R) / v_t;
  report.contact_time = time_in_contact(pushes, o.dt);
  report.t_end = state.t;
  report.final = std::move(state);
  return report;
}

}  // namespace carom
