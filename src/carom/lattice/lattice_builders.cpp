// SPDX-License-Identifier: Apache-2.0
#include "carom/lattice/lattice_builders.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/base/interrupt.hpp"
#include "carom/base/number_text.hpp"
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

// New numbers by strips of four spacings, upwards in each; returns them by the old ones. Before there are springs.
std::vector<std::uint32_t> arrange_in_space(LatticeBody& body, double spacing) {
  const std::size_t n = body.x.size();
  std::vector<std::uint32_t> order(n), number(n);
  std::iota(order.begin(), order.end(), 0U);
  const auto strip = [&](std::uint32_t i) { return std::floor(body.x[i] / (4 * spacing)); };
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    return std::tuple(strip(i), body.y[i], i) < std::tuple(strip(j), body.y[j], j);
  });
  const std::vector<double> x = body.x, y = body.y;
  for (std::size_t k = 0; k < n; ++k) {
    number[order[k]] = static_cast<std::uint32_t>(k);
    body.x[k] = x[order[k]];
    body.y[k] = y[order[k]];
  }
  for (std::uint32_t& i : body.surface) i = number[i];
  for (Triangle& triangle : body.triangles)
    for (std::uint32_t& i : triangle) i = number[i];
  return number;
}

void make_rough(LatticeBody& body, double delta, double R, Random& random) {
  if (delta == 0) return;
  for (const std::uint32_t i : body.surface) {
    const double stretch = 1 + random.normal(0, delta) / R;
    body.x[i] *= stretch;
    body.y[i] *= stretch;
  }
}

// Points on the circle, s or less apart.
void put_ring(LatticeBody& body, double R, double s) {
  const int outline = static_cast<int>(std::ceil(two_pi * R / s));
  for (int i = 0; i < outline; ++i) {
    const double angle = two_pi * i / outline;
    body.surface.push_back(static_cast<std::uint32_t>(body.x.size()));
    body.x.push_back(R * std::cos(angle));
    body.y.push_back(R * std::sin(angle));
  }
}

// The points i a + j b of a lattice of spacing s.
struct Sites {
  double a_x, a_y, b_x, b_y;
  std::map<std::pair<int, int>, std::uint32_t> index = {};  // by (j, i)

  Sites(Cells cells, double s, double orientation) {
    const double c = s * std::cos(orientation), d = s * std::sin(orientation);
    a_x = c;
    a_y = d;
    b_x = cells == Cells::square ? -d : c / 2 - d * root_3 / 2;
    b_y = cells == Cells::square ? c : d / 2 + c * root_3 / 2;
  }

  // Those within R, visited in rows.
  template <class Visit>
  void visit(double R, const Visit& visit) const {
    const int range = static_cast<int>(std::ceil(2 * R / std::hypot(a_x, a_y))) + 1;
    for (int j = -range; j <= range; ++j) {
      leave_if_interrupted();
      for (int i = -range; i <= range; ++i)
        if (const double x = i * a_x + j * b_x, y = i * a_y + j * b_y; x * x + y * y <= R * R) visit(i, j, x, y);
    }
  }

  int count(double R) const {
    int n = 0;
    visit(R, [&](int, int, double, double) { ++n; });
    return n;
  }

  void put(LatticeBody& body, double R) {
    visit(R, [&](int i, int j, double x, double y) {
      index[{j, i}] = static_cast<std::uint32_t>(body.x.size());
      body.x.push_back(x);
      body.y.push_back(y);
    });
  }

  void renumber(const std::vector<std::uint32_t>& number) {
    for (auto& [at, point] : index) point = number[point];
  }

  const std::uint32_t* find(int i, int j) const {
    const auto at = index.find({j, i});
    return at == index.end() ? nullptr : &at->second;
  }
};

struct Bond {
  int i, j;
  double k_a;
};

// From a site to half of its neighbours.
std::vector<Bond> bonds_of(Cells cells, const OrderedDisk& disk) {
  if (cells == Cells::triangular) return {{1, 0, disk.k_a}, {0, 1, disk.k_a}, {-1, 1, disk.k_a}};
  return {{1, 0, disk.k_a}, {0, 1, disk.k_a}, {1, 1, disk.k_2}, {-1, 1, disk.k_2}};
}

void add_points(LatticeBody& body, double mass) {
  for (std::size_t i = 0; i < body.x.size(); ++i) body.network.add_point(mass);
}

using SpringMap = std::map<Edge, double>;  // every pair once, with its k_a

Edge edge_of(std::uint32_t i, std::uint32_t j) { return {std::min(i, j), std::max(i, j)}; }

void finish(LatticeBody& body, const OrderedDisk& disk, const SpringMap& springs, Random& random) {
  make_rough(body, disk.delta, disk.R, random);
  add_points(body, disk.mass);
  for (const auto& [edge, k_a] : springs) join(body, edge[0], edge[1], k_a, disk.k_b);
}

// The lattice as it was cut: its surface are the points that lack a neighbour.
LatticeBody bare_disk(Cells cells, const OrderedDisk& disk, double s, Random& random) {
  LatticeBody body;
  Sites sites(cells, s, disk.orientation);
  sites.put(body, disk.R);
  sites.renumber(arrange_in_space(body, s));
  const std::vector<Bond> bonds = bonds_of(cells, disk);
  for (const auto& [at, point] : sites.index) {
    bool whole = true;
    for (const Bond& bond : bonds)
      whole = whole && sites.find(at.second + bond.i, at.first + bond.j) &&
              sites.find(at.second - bond.i, at.first - bond.j);
    if (!whole) body.surface.push_back(point);
  }
  std::sort(body.surface.begin(), body.surface.end(), [&](std::uint32_t i, std::uint32_t j) {
    return std::atan2(body.y[i], body.x[i]) < std::atan2(body.y[j], body.x[j]);
  });
  SpringMap springs;
  for (const auto& [at, point] : sites.index)
    for (const Bond& bond : bonds)
      if (const std::uint32_t* other = sites.find(at.second + bond.i, at.first + bond.j))
        springs[edge_of(point, *other)] = bond.k_a;
  finish(body, disk, springs, random);
  return body;
}

// A lattice within a ring. Its spacing is the one that brings the number of points nearest to N.
LatticeBody layered_disk(Cells cells, const OrderedDisk& disk, double s, Random& random) {
  LatticeBody body;
  put_ring(body, disk.R, triangular_spacing(pi * disk.R * disk.R, disk.N));
  const int inner = disk.N - static_cast<int>(body.x.size());
  const auto radius = [&](double spacing) { return disk.R - 0.7 * spacing; };
  double best = s;
  int miss = disk.N;
  for (int k = -200; k <= 200; ++k) {
    const double spacing = s * (1 + 1e-3 * k);
    if (const int off = std::abs(Sites(cells, spacing, 0).count(radius(spacing)) - inner); off < miss) {
      miss = off;
      best = spacing;
    }
  }
  Sites sites(cells, best, disk.orientation);
  sites.put(body, radius(best));
  body.triangles = delaunay(body.x, body.y);
  sites.renumber(arrange_in_space(body, s));
  SpringMap springs;
  for (const Edge& edge : edges_of(body.triangles)) springs[edge] = disk.k_a;
  for (const auto& [at, point] : sites.index)
    for (const Bond& bond : bonds_of(cells, disk))
      if (const std::uint32_t* other = sites.find(at.second + bond.i, at.first + bond.j)) {
        // A diagonal of which both other corners are missing is no cell's: Delaunay's triangles decide.
        const Edge edge = edge_of(point, *other);
        const bool diagonal = bond.i != 0 && bond.j != 0 && cells == Cells::square;
        const bool cell = sites.find(at.second + bond.i, at.first) && sites.find(at.second, at.first + bond.j);
        if (!diagonal || cell || springs.count(edge)) springs[edge] = bond.k_a;
      }
  finish(body, disk, springs, random);
  return body;
}

// Triangles first, roughness after, then springs.
template <class Roughen>
void span_springs(LatticeBody& body, const RandomBody& options, double s, const std::vector<std::uint32_t>& held,
                  const Roughen& roughen) {
  body.triangles = delaunay(body.x, body.y);
  const std::vector<std::uint32_t> number = arrange_in_space(body, s);
  roughen();
  add_points(body, options.mass);
  for (const auto& [i, j] : edges_of(body.triangles)) join(body, i, j, options.k_a, options.k_b);
  for (const std::uint32_t i : held) body.network.hold(number[i]);
}

void check(const RandomBody& body) {
  if (body.N < 16) throw BadInput("a random body needs 16 points at least, got N = " + std::to_string(body.N));
  if (!(body.spacing >= 0)) throw BadInput("spacing must be at least 0, got " + number_text(body.spacing));
  if (!(body.delta >= 0)) throw BadInput("roughness delta must be at least 0, got " + number_text(body.delta));
}

}  // namespace

LatticeBody ordered_disk(Cells cells, const OrderedDisk& disk, Random random) {
  if (disk.N < 3) throw BadInput("a disk needs three points at least, got N = " + std::to_string(disk.N));
  if (disk.layer && disk.N < 64)
    throw BadInput("a disk with a layer around it needs 64 points at least, got N = " + std::to_string(disk.N));
  if (!(disk.R > 0)) throw BadInput("the radius of a disk must be above 0, got " + number_text(disk.R));
  if (!(disk.delta >= 0)) throw BadInput("roughness delta must be at least 0, got " + number_text(disk.delta));
  const double area = pi * disk.R * disk.R;
  const double s = cells == Cells::square ? std::sqrt(area / disk.N) : triangular_spacing(area, disk.N);
  return disk.layer ? layered_disk(cells, disk, s, random) : bare_disk(cells, disk, s, random);
}

LatticeBody random_disk(const RandomBody& options, Random random, double R) {
  check(options);
  const double area = pi * R * R, s = triangular_spacing(area, options.N);
  LatticeBody body;
  put_ring(body, R, s);
  const ScatterBox box{.left = -R,
                       .bottom = -R,
                       .width = 2 * R,
                       .height = 2 * R,
                       .distance = options.spacing * std::sqrt(area / options.N)};
  const auto inside = [R](double x, double y) { return x * x + y * y < R * R; };
  scatter_points(box, options.spacing * s, static_cast<std::size_t>(options.N), inside, random, body.x, body.y);
  std::vector<std::uint32_t> held;
  span_springs(body, options, s, held, [&] { make_rough(body, options.delta, R, random); });
  return body;
}

LatticeBody random_wall(const RandomBody& options, Random random, WallBottom bottom, double width, double height) {
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
    if (bottom == WallBottom::fixed || i == 0 || i == across) held.push_back(point);
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
  span_springs(body, options, s, held, [&] {
    if (options.delta == 0) return;
    for (const std::uint32_t i : body.surface) body.y[i] += random.normal(0, options.delta);
  });
  return body;
}

}  // namespace carom
