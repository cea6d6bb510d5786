#include "carom/lattice/wall_contact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

double highest(const WallContact& contact, const std::vector<double>& y) {
  double top = -std::numeric_limits<double>::infinity();
  for (const std::uint32_t i : contact.wall) top = std::max(top, y[i]);
  return top;
}

// What is near enough to feel the wall, with its distance.
template <class Visit>
void visit_contacts(const WallContact& contact, const std::vector<double>& x, const std::vector<double>& y,
                    const Visit& visit) {
  const double top = highest(contact, y) + contact.cutoff;
  WallDistance distance;
  for (const std::uint32_t p : contact.disk)
    if (y[p] < top && wall_distance(contact, x, y, x[p], y[p], distance) && distance.l < contact.cutoff)
      visit(p, distance);
}

}  // namespace

bool wall_distance(const WallContact& contact, const std::vector<double>& x, const std::vector<double>& y, double p_x,
                   double p_y, WallDistance& found) {
  const double reach = 4 * contact.cutoff;
  double least = reach * reach;
  bool any = false;
  const std::vector<std::uint32_t>& wall = contact.wall;
  for (std::size_t k = 0; k < wall.size(); ++k) {
    const std::uint32_t i = wall[k];
    const double to_x = p_x - x[i], to_y = p_y - y[i];
    const bool last = k + 1 == wall.size();
    const double e_x = last ? 0 : x[wall[k + 1]] - x[i], e_y = last ? 0 : y[wall[k + 1]] - y[i];
    if (std::min(to_x, to_x - e_x) > reach || std::max(to_x, to_x - e_x) < -reach) continue;
    const double squared = to_x * to_x + to_y * to_y;
    if (squared < least) {
      // Outside of a peak, inside of a valley; the ends of the wall are peaks.
      const double turn = k == 0 || last ? -1 : (x[i] - x[wall[k - 1]]) * e_y - (y[i] - y[wall[k - 1]]) * e_x;
      const double sign = turn > 0 ? -1 : 1, length = std::sqrt(squared);
      least = squared;
      any = true;
      found = {.l = sign * length, .n_x = 0, .n_y = 1, .first = i, .second = i, .t = 0};
      if (length > 0) {
        found.n_x = sign * to_x / length;
        found.n_y = sign * to_y / length;
      }
    }
    if (last) break;
    const double length_squared = e_x * e_x + e_y * e_y, t = (to_x * e_x + to_y * e_y) / length_squared;
    if (!(t > 0 && t < 1)) continue;
    const double length = std::sqrt(length_squared), n_x = -e_y / length, n_y = e_x / length;
    const double l = n_x * to_x + n_y * to_y;
    if (l * l < least) {
      least = l * l;
      any = true;
      found = {.l = l, .n_x = n_x, .n_y = n_y, .first = i, .second = wall[k + 1], .t = t};
    }
  }
  return any;
}

double contact_energy(const WallContact& contact, const std::vector<double>& x, const std::vector<double>& y) {
  double energy = 0;
  visit_contacts(contact, x, y, [&](std::uint32_t, const WallDistance& d) { energy += std::exp(-contact.a * d.l); });
  return contact.V0 * energy;  // (1)
}

double add_contact_forces(const WallContact& contact, const std::vector<double>& x, const std::vector<double>& y,
                          PointForces& forces) {
  double sum = 0;
  visit_contacts(contact, x, y, [&](std::uint32_t p, const WallDistance& d) {
    const double size = contact.a * contact.V0 * std::exp(-contact.a * d.l), f_x = size * d.n_x,
                 f_y = size * d.n_y;  // (2)
    sum += size;
    forces.x[p] += f_x;
    forces.y[p] += f_y;
    forces.x[d.first] -= (1 - d.t) * f_x;
    forces.y[d.first] -= (1 - d.t) * f_y;
    forces.x[d.second] -= d.t * f_x;
    forces.y[d.second] -= d.t * f_y;
  });
  return sum;
}

}  // namespace carom
