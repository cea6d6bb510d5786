// SPDX-License-Identifier: Apache-2.0
#include "carom/lattice/wall_contact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {
namespace {

double highest(const WallContact& contact, const std::vector<Point>& r) {
  double top = -std::numeric_limits<double>::infinity();
  for (const std::uint32_t i : contact.wall) top = std::max(top, r[i].y);
  return top;
}

// What is near enough to feel the wall, with its distance.
template <class Visit>
void visit_contacts(const WallContact& contact, const std::vector<Point>& r, const Visit& visit) {
  const double top = highest(contact, r) + contact.cutoff;
  WallDistance distance;
  for (const std::uint32_t p : contact.disk)
    if (r[p].y < top && wall_distance(contact, r, r[p], distance) && distance.l < contact.cutoff) visit(p, distance);
}

}  // namespace

bool wall_distance(const WallContact& contact, const std::vector<Point>& r, Point p, WallDistance& found) {
  const double reach = 4 * contact.cutoff;
  double least = reach * reach;
  bool any = false;
  const std::vector<std::uint32_t>& wall = contact.wall;
  for (std::size_t k = 0; k < wall.size(); ++k) {
    const std::uint32_t i = wall[k];
    const double to_x = p.x - r[i].x, to_y = p.y - r[i].y;
    const bool last = k + 1 == wall.size();
    const double e_x = last ? 0 : r[wall[k + 1]].x - r[i].x, e_y = last ? 0 : r[wall[k + 1]].y - r[i].y;
    if (std::min(to_x, to_x - e_x) > reach || std::max(to_x, to_x - e_x) < -reach) continue;
    const double squared = to_x * to_x + to_y * to_y;
    if (contact.rule == ContactRule::nearest && squared < least) {
      // Outside of a peak, inside of a valley; the ends of the wall are peaks.
      const double turn = k == 0 || last ? -1 : (r[i].x - r[wall[k - 1]].x) * e_y - (r[i].y - r[wall[k - 1]].y) * e_x;
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
      const double shown = contact.rule == ContactRule::literal_unsigned ? std::abs(l) : l;
      found = {.l = shown, .n_x = n_x, .n_y = n_y, .first = i, .second = wall[k + 1], .t = t};
    }
  }
  return any;
}

double contact_energy(const WallContact& contact, const std::vector<Point>& r) {
  double energy = 0;
  visit_contacts(contact, r, [&](std::uint32_t, const WallDistance& d) { energy += std::exp(-contact.a * d.l); });
  return contact.V0 * energy;  // (1)
}

double add_contact_forces(const WallContact& contact, const std::vector<Point>& r, std::vector<Point>& forces) {
  double sum = 0;
  visit_contacts(contact, r, [&](std::uint32_t p, const WallDistance& d) {
    const double size = contact.a * contact.V0 * std::exp(-contact.a * d.l), f_x = size * d.n_x,
                 f_y = size * d.n_y;  // (2)
    sum += size;
    forces[p].x += f_x;
    forces[p].y += f_y;
    forces[d.first].x -= (1 - d.t) * f_x;
    forces[d.first].y -= (1 - d.t) * f_y;
    forces[d.second].x -= d.t * f_x;
    forces[d.second].y -= d.t * f_y;
  });
  return sum;
}

}  // namespace carom
