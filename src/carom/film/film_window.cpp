// SPDX-License-Identifier: Apache-2.0
#include "carom/film/film_window.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::study {
namespace {

using report::Film;
using report::FilmPart;
using report::FilmPoint;
using report::PartKind;
using report::Shot;

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void take(double x, double radius = 0) {
    low = std::min(low, x - radius);
    high = std::max(high, x + radius);
  }
  void take(const Extent& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
  }
  double size() const { return high >= low ? high - low : 0; }
  double middle() const { return 0.5 * (low + high); }
};
struct Extents {
  Extent x, y;
};

FilmPoint in_world(const Shot& shot, int pose, const FilmPoint& p) {
  if (pose < 0) return p;
  const double* at = shot.poses.data() + 3 * pose;
  const double c = std::cos(at[2]), s = std::sin(at[2]);
  return {at[0] + c * p[0] - s * p[1], at[1] + s * p[0] + c * p[1]};
}

bool moves(const Film& film, int pose) {
  if (pose < 0) return false;
  const auto k = 3 * static_cast<std::size_t>(pose);
  const Shot& first = film.shots.front();
  return std::any_of(film.shots.begin(), film.shots.end(), [&](const Shot& shot) {
    return shot.poses[k] != first.poses[k] || shot.poses[k + 1] != first.poses[k + 1] ||
           shot.poses[k + 2] != first.poses[k + 2];
  });
}

// Of what moves, and of what stands still only if nothing moves; grounds and what is repeated for ever do not count.
Extents extents(const Film& film, const std::vector<const FilmPart*>& parts, const Shot& shot) {
  Extents all;
  for (const FilmPart* part : parts) {
    const bool two = part->kind == PartKind::link || part->kind == PartKind::spring || part->kind == PartKind::rope;
    for (std::size_t k = 0; k < std::max<std::size_t>(part->points.size(), 1); ++k) {
      const FilmPoint p = in_world(shot, two && k == 1 ? part->second : part->pose,
                                   part->points.empty() ? FilmPoint{0, 0} : part->points[k]);
      all.x.take(p[0], part->radius);
      all.y.take(p[1], part->radius);
    }
  }
  if (parts.empty() && film.poses == 0) all.x.take(0), all.y.take(0);
  return all;
}

// Grounds are seen where they pass the middle.
void take_grounds(const Film& film, const Shot& shot, const Extents& seen, Extents& all) {
  for (const FilmPart& part : film.parts) {
    if (part.kind != PartKind::ground) continue;
    const FilmPoint a = in_world(shot, part.pose, part.points[0]), b = in_world(shot, part.pose, part.points[1]);
    const double dx = b[0] - a[0], dy = b[1] - a[1], size2 = dx * dx + dy * dy;
    if (!(size2 > 0)) continue;
    const double s = ((seen.x.middle() - a[0]) * dx + (seen.y.middle() - a[1]) * dy) / size2;
    const FilmPoint foot{a[0] + s * dx, a[1] + s * dy};
    const double reach = 20 * std::max({seen.x.size(), seen.y.size(), 1e-12});
    if (std::abs(foot[0] - seen.x.middle()) > reach || std::abs(foot[1] - seen.y.middle()) > reach) continue;
    all.x.take(foot[0]);
    all.y.take(foot[1]);
  }
}

// Along x (a floor) or along y (a wall), more or less.
bool has_ground(const Film& film, std::size_t axis) {
  return std::any_of(film.parts.begin(), film.parts.end(), [&](const FilmPart& part) {
    if (part.kind != PartKind::ground && part.kind != PartKind::chain) return false;
    const FilmPoint a = in_world(film.shots.front(), part.pose, part.points.front()),
                    b = in_world(film.shots.front(), part.pose, part.points.back());
    return std::abs(b[axis] - a[axis]) > 0.8 * std::hypot(b[0] - a[0], b[1] - a[1]);
  });
}

int farthest(const Film& film, const std::vector<const FilmPart*>& parts) {
  int best = 0;
  double most = -1;
  for (const FilmPart* part : parts) {
    if (part->pose < 0) continue;
    const auto k = 3 * static_cast<std::size_t>(part->pose);
    const double way = std::hypot(film.shots.back().poses[k] - film.shots.front().poses[k],
                                  film.shots.back().poses[k + 1] - film.shots.front().poses[k + 1]);
    if (way > most) most = way, best = part->pose;
  }
  return best;
}

}  // namespace

void aim(Film& film) {
  std::vector<const FilmPart*> parts;
  for (const FilmPart& part : film.parts)
    if (part.kind != PartKind::ground && (moves(film, part.pose) || (part.second >= 0 && moves(film, part.second))))
      parts.push_back(&part);
  if (parts.empty())
    for (const FilmPart& part : film.parts)
      if (part.kind != PartKind::ground) parts.push_back(&part);
  if (parts.empty()) return;
  Extents all, largest;
  film.followed = farthest(film, parts);
  const auto at = 3 * static_cast<std::size_t>(film.followed);
  Extents relative;  // to what is followed
  const std::size_t stride = std::max<std::size_t>(film.shots.size() / 400, 1);
  for (std::size_t k = 0; k < film.shots.size(); k += stride) {
    const Shot& shot = film.shots[k];
    const Extents now = extents(film, parts, shot);
    if (now.x.size() > largest.x.size()) largest.x = now.x;
    if (now.y.size() > largest.y.size()) largest.y = now.y;
    all.x.take(now.x);
    all.y.take(now.y);
    if (film.poses > 0) {
      relative.x.take({now.x.low - shot.poses[at], now.x.high - shot.poses[at]});
      relative.y.take({now.y.low - shot.poses[at + 1], now.y.high - shot.poses[at + 1]});
    }
  }
  const double one = std::max({largest.x.size(), largest.y.size(), 1e-12});
  const double across = std::max(one, std::min(all.x.size(), all.y.size()));
  // A ground is what falls towards it or flies over it is seen against.
  const bool over_ground = has_ground(film, 0), beside_wall = has_ground(film, 1);
  film.follows = {film.poses > 0 && all.x.size() > (beside_wall ? 60 : 5) * across,
                  film.poses > 0 && all.y.size() > (over_ground ? 60 : 5) * one};
  Extents seen{film.follows[0] ? relative.x : all.x, film.follows[1] ? relative.y : all.y};
  if (!film.follows[0] && !film.follows[1]) {
    const Extents before = seen;
    take_grounds(film, film.shots.front(), before, seen);
    take_grounds(film, film.shots[film.shots.size() / 2], before, seen);
  } else if (film.follows[0] && !film.follows[1]) {
    Extents ground;
    take_grounds(film, film.shots.front(), {all.x, seen.y}, ground);
    if (ground.y.size() < 20 * one && ground.y.low <= ground.y.high) seen.y.take(ground.y);
  }
  const double width = seen.x.size(), height = seen.y.size(), size = std::max({width, height, 1e-9});
  const double margin = 0.14 * size;
  // Neither a slit nor a tower.
  const double wide = std::max(width + 2 * margin, (height + 2 * margin) / 1.1),
               high = std::max(height + 2 * margin, 0.42 * wide);
  film.low = {seen.x.middle() - wide / 2, seen.y.middle() - high / 2};
  film.high = {seen.x.middle() + wide / 2, seen.y.middle() + high / 2};
}

}  // namespace carom::study
