// SPDX-License-Identifier: Apache-2.0
#include "carom/lattice/delaunay.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <utility>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include "carom/base/bad_input.hpp"
#include "carom/base/interrupt.hpp"

namespace carom {
namespace {

// A run of qhull with what it owns.
class Hull {
 public:
  explicit Hull(std::vector<coordT>& points) {
    qh_zero(&qh_, nullptr);
    std::string command = "qhull d Qt Qbb Qc Qz";
    status_ = qh_new_qhull(&qh_, 2, static_cast<int>(points.size() / 2), points.data(), False, command.data(), nullptr,
                           nullptr);
  }
  Hull(const Hull&) = delete;
  Hull& operator=(const Hull&) = delete;
  ~Hull() {
    qh_freeqhull(&qh_, qh_ALL);
    int long_left = 0, short_left = 0;
    qh_memfreeshort(&qh_, &long_left, &short_left);
  }
  bool succeeded() const { return status_ == 0; }

  std::vector<Triangle> triangles() {
    std::vector<Triangle> list;
    for (facetT* facet = qh_.facet_list; facet && facet->next; facet = facet->next) {
      if (facet->upperdelaunay || !facet->vertices || qh_setsize(&qh_, facet->vertices) != 3) continue;
      Triangle triangle{};
      for (int i = 0; i < 3; ++i) {
        const auto* vertex = static_cast<vertexT*>(facet->vertices->e[i].p);
        triangle[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(qh_pointid(&qh_, vertex->point));
      }
      list.push_back(triangle);
    }
    return list;
  }

 private:
  qhT qh_;
  int status_ = 0;
};

std::optional<std::vector<Triangle>> by_hull(std::vector<coordT>& points) {
  Hull hull(points);
  if (!hull.succeeded()) return std::nullopt;
  return hull.triangles();
}

// qhull cannot be stopped, and of a million points it takes many seconds: then it works in a thread of its own, which is
// left behind with all that it needs when the user wants to stop.
std::optional<std::vector<Triangle>> triangulated(std::vector<coordT> points) {
#ifndef __EMSCRIPTEN__
  constexpr std::size_t many = 40000;
  if (points.size() > many) {
    std::packaged_task<std::optional<std::vector<Triangle>>()> work(
        [own = std::move(points)]() mutable { return by_hull(own); });
    std::future<std::optional<std::vector<Triangle>>> done = work.get_future();
    std::thread(std::move(work)).detach();
    while (done.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) leave_if_interrupted();
    return done.get();
  }
#endif
  return by_hull(points);
}

}  // namespace

std::vector<Triangle> delaunay(const std::vector<double>& x, const std::vector<double>& y) {
  const std::size_t n = x.size();
  if (n < 3 || y.size() != n) throw BadInput("a triangulation needs three points at least");
  const auto [x_low, x_high] = std::minmax_element(x.begin(), x.end());
  const auto [y_low, y_high] = std::minmax_element(y.begin(), y.end());
  const double flat = 1e-12 * (std::pow(*x_high - *x_low, 2) + std::pow(*y_high - *y_low, 2));
  // qhull speaks on its own of points on a line: that is found out before.
  double widest = 0;
  std::size_t far = 0;
  for (std::size_t i = 1; i < n; ++i)
    if (std::hypot(x[i] - x[0], y[i] - y[0]) > std::hypot(x[far] - x[0], y[far] - y[0])) far = i;
  const auto twice_area = [&](std::size_t a, std::size_t b, std::size_t c) {
    return (x[b] - x[a]) * (y[c] - y[a]) - (x[c] - x[a]) * (y[b] - y[a]);
  };
  for (std::size_t i = 1; i < n; ++i) widest = std::max(widest, std::abs(twice_area(0, far, i)));
  if (!(widest > flat)) throw BadInput("a triangulation needs points that do not all lie on one line");
  std::vector<coordT> points(2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    points[2 * i] = x[i];
    points[2 * i + 1] = y[i];
  }
  const std::optional<std::vector<Triangle>> found = triangulated(std::move(points));
  if (!found) throw BadInput("the points could not be triangulated");
  std::vector<Triangle> triangles;
  for (Triangle triangle : *found) {
    const double area = twice_area(triangle[0], triangle[1], triangle[2]);
    if (std::abs(area) <= flat) continue;
    if (area < 0) std::swap(triangle[1], triangle[2]);
    std::rotate(triangle.begin(), std::min_element(triangle.begin(), triangle.end()), triangle.end());
    triangles.push_back(triangle);
  }
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

std::vector<Edge> edges_of(const std::vector<Triangle>& triangles) {
  std::vector<Edge> edges;
  for (const Triangle& t : triangles)
    for (std::size_t k = 0; k < 3; ++k)
      edges.push_back({std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])});
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

}  // namespace carom
