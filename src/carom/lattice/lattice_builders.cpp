#include "carom/lattice/lattice_builders.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/base/number_text.hpp"
#include "carom/lattice/delaunay.hpp"
#include "carom/lattice/scattered_points.hpp"

namespace carom {
namespace {

const double root_3 = std::sqrt(3.0);

double triangular_spacing(double area, int N) { return std::sqrt(2 * area / (root_3 * N)); }  // (1)

// (3)
void join(LatticeBody& body, std::uint32_t i, std::uint32_t j, double k_a, double k_b) {
  const double d_x = body.x[j] - body.x[i], d_y = body.y[j] - body.y[i];
  body.network.add_spring(i, j, std::sqrt(d_x * d_x + d_y * d_y), k_a, k_b);
}

struct Step {
  int i, j;
  double k_a;
};

// The points i a + j b within R, and the springs of every point along the steps.
LatticeBody ordered_disk(const OrderedDisk& disk, double a_x, double a_y, double b_x, double b_y,
                         const std::vector<Step>& steps) {
  if (disk.N < 3) throw BadInput("a disk needs three points at least, got N = " + std::to_string(disk.N));
  if (!(disk.R > 0)) throw BadInput("the radius of a disk must be above 0, got " + number_text(disk.R));
  LatticeBody body;
  std::map<std::pair<int, int>, std::uint32_t> index;
  const double c = std::cos(disk.orientation), s = std::sin(disk.orientation);
  const int range = static_cast<int>(std::ceil(2 * disk.R / std::hypot(a_x, a_y))) + 1;
  for (int j = -range; j <= range; ++j) {
    for (int i = -range; i <= range; ++i) {
      const double x = i * a_x + j * b_x, y = i * a_y + j * b_y;
      if (x * x + y * y > disk.R * disk.R) continue;
      index[{j, i}] = body.network.add_point(disk.mass);
      body.x.push_back(c * x - s * y);
      body.y.push_back(s * x + c * y);
    }
  }
  for (const auto& [at, point] : index)
    for (const Step& step : steps)
      if (const auto other = index.find({at.first + step.j, at.second + step.i}); other != index.end())
        join(body, point, other->second, step.k_a, disk.k_b);
  return body;
}

// Triangles first, roughness after, then springs.
template <class Roughen>
void span_springs(LatticeBody& body, const RandomBody& options, const Roughen& roughen) {
  const std::vector<Edge> edges = edges_of(delaunay(body.x, body.y));
  roughen();
  for (std::size_t i = 0; i < body.x.size(); ++i) body.network.add_point(options.mass);
  for (const auto& [i, j] : edges) join(body, i, j, options.k_a, options.k_b);
}

void check(const RandomBody& body) {
  if (body.N < 16) throw BadInput("a random body needs 16 points at least, got N = " + std::to_string(body.N));
  if (!(body.spacing >= 0)) throw BadInput("spacing must be at least 0, got " + number_text(body.spacing));
  if (!(body.delta >= 0)) throw BadInput("roughness delta must be at least 0, got " + number_text(body.delta));
}

}  // namespace

LatticeBody triangular_disk(const OrderedDisk& disk) {
  const double s = triangular_spacing(pi * disk.R * disk.R, disk.N), k = disk.k_a;
  return ordered_disk(disk, s, 0, s / 2, s * root_3 / 2, {{1, 0, k}, {0, 1, k}, {-1, 1, k}});
}

LatticeBody square_disk(const OrderedDisk& disk) {
  const double s = std::sqrt(pi * disk.R * disk.R / disk.N), k_1 = disk.k_a, k_2 = disk.k_2;
  return ordered_disk(disk, s, 0, 0, s, {{1, 0, k_1}, {0, 1, k_1}, {1, 1, k_2}, {-1, 1, k_2}});
}

LatticeBody random_disk(const RandomBody& options, Random random, double R) {
  check(options);
  const double area = pi * R * R, s = triangular_spacing(area, options.N);
  LatticeBody body;
  const int outline = static_cast<int>(std::ceil(two_pi * R / s));
  for (int i = 0; i < outline; ++i) {
    const double angle = two_pi * i / outline;
    body.surface.push_back(static_cast<std::uint32_t>(i));
    body.x.push_back(R * std::cos(angle));
    body.y.push_back(R * std::sin(angle));
  }
  const ScatterBox box{.left = -R,
                       .bottom = -R,
                       .width = 2 * R,
                       .height = 2 * R,
                       .distance = options.spacing * std::sqrt(area / options.N)};
  const auto inside = [R](double x, double y) { return x * x + y * y < R * R; };
  scatter_points(box, options.spacing * s, static_cast<std::size_t>(options.N), inside, random, body.x, body.y);
  span_springs(body, options, [&] {
    if (options.delta == 0) return;
    for (const std::uint32_t i : body.surface) {
      const double stretch = 1 + random.normal(0, options.delta) / R;
      body.x[i] *= stretch;
      body.y[i] *= stretch;
    }
  });
  return body;
}

LatticeBody random_wall(const RandomBody& options, Random random, double width, double height) {
  check(options);
  const double area = width * height, s = triangular_spacing(area, options.N);
  const int across = std::max(1, static_cast<int>(std::ceil(width / s)));
  const int down = std::max(1, static_cast<int>(std::ceil(height / s)));
  LatticeBody body;
  std::vector<std::uint32_t> held;
  const auto put = [&](double x, double y) {
    body.x.push_back(x);
    body.y.push_back(y);
    return static_cast<std::uint32_t>(body.x.size() - 1);
  };
  for (int i = 0; i <= across; ++i) body.surface.push_back(put(width * i / across - width / 2, 0));
  for (int i = 0; i <= across; ++i) {
    const std::uint32_t point = put(width * i / across - width / 2, -height);
    if (i == 0 || i == across) held.push_back(point);
  }
  held.push_back(body.surface.front());
  held.push_back(body.surface.back());
  for (int j = 1; j < down; ++j)
    for (const double x : {-width / 2, width / 2}) held.push_back(put(x, -height * j / down));
  const ScatterBox box{.left = -width / 2,
                       .bottom = -height,
                       .width = width,
                       .height = height,
                       .distance = options.spacing * std::sqrt(area / options.N)};
  scatter_points(
      box, options.spacing * s, static_cast<std::size_t>(options.N), [](double, double) { return true; }, random,
      body.x, body.y);
  span_springs(body, options, [&] {
    if (options.delta == 0) return;
    for (const std::uint32_t i : body.surface) body.y[i] += random.normal(0, options.delta);
  });
  for (const std::uint32_t i : held) body.network.hold(i);
  return body;
}

}  // namespace carom
