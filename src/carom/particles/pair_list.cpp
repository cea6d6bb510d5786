// SPDX-License-Identifier: Apache-2.0
#include "carom/particles/pair_list.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/particles/closest_points.hpp"

namespace carom::particles {
namespace {

// Horizontal coordinates: x, and y in space.
template <class Space>
constexpr int horizontal = Space::dim - 1;

double component(Vec2 v, int) { return v.x; }
double component(Vec3 v, int axis) { return axis == 0 ? v.x : v.y; }
void move(Vec2& v, int, double by) { v.x += by; }
void move(Vec3& v, int axis, double by) { (axis == 0 ? v.x : v.y) += by; }

}  // namespace

template <class Space>
std::size_t PairList<Space>::bytes() const {
  return (first.capacity() + second.capacity()) * sizeof(std::int32_t) + touching.capacity() + shift.bytes() +
         spring.bytes() + end_plus.bytes() + end_minus.bytes();
}

template <class Space>
std::size_t PairSearch<Space>::bytes() const {
  std::size_t sum =
      (start_.capacity() + members_.capacity() + cell_.capacity() + old_start_.capacity()) * sizeof(std::int32_t);
  for (const auto& block : found_) sum += block.capacity() * sizeof(Found);
  return sum + next_.bytes();
}

template <class Space>
void PairSearch<Space>::begin(const typename Space::VecArray& r, const typename Space::VecArray& u, double H,
                              double skin, const Container& container) {
  r_ = &r;
  u_ = &u;
  H_ = H;
  skin_ = skin;
  container_ = container;
  const std::size_t n = r.size();
  const double reach = 2 * H + 1 + skin;
  const double periods[2] = {container.period_x, container.period_y};
  const int most = static_cast<int>(std::sqrt(static_cast<double>(n))) + 1;
  for (int axis = 0; axis < 2; ++axis) {
    cells_[axis] = 1;
    origin_[axis] = 0;
    width_[axis] = 1;
    if (axis >= horizontal<Space>) continue;
    const auto [low, high] =
        std::minmax_element(r.of[static_cast<std::size_t>(axis)].begin(), r.of[static_cast<std::size_t>(axis)].end());
    const double extent = periods[axis] > 0 ? periods[axis] : *high - *low;
    origin_[axis] = periods[axis] > 0 ? 0 : *low;
    const int limit = Space::dim == 2 ? static_cast<int>(n) + 1 : most;
    cells_[axis] = std::clamp(static_cast<int>(std::min(extent / reach, 1e6)), 1, limit);
    width_[axis] = extent > 0 ? extent / cells_[axis] : 1;
  }
  const auto count = static_cast<std::size_t>(cells_[0]) * static_cast<std::size_t>(cells_[1]);
  cell_.resize(n);
  start_.assign(count + 1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    cell_[i] = static_cast<std::int32_t>(cell_of(i));
    ++start_[static_cast<std::size_t>(cell_[i]) + 1];
  }
  for (std::size_t c = 0; c < count; ++c) start_[c + 1] += start_[c];
  members_.resize(n);
  old_start_ = start_;
  for (std::size_t i = 0; i < n; ++i)
    members_[static_cast<std::size_t>(old_start_[static_cast<std::size_t>(cell_[i])]++)] = static_cast<std::int32_t>(i);
  found_.resize((n + block_size - 1) / block_size);
}

template <class Space>
std::size_t PairSearch<Space>::cell_of(std::size_t i) const {
  const Vec r = Space::at(*r_, i);
  const double periods[2] = {container_.period_x, container_.period_y};
  std::size_t index[2] = {0, 0};
  for (int axis = 0; axis < horizontal<Space>; ++axis) {
    double x = component(r, axis) - origin_[axis];
    if (periods[axis] > 0) x -= periods[axis] * std::floor(x / periods[axis]);
    index[axis] = static_cast<std::size_t>(std::clamp(static_cast<int>(x / width_[axis]), 0, cells_[axis] - 1));
  }
  return index[1] * static_cast<std::size_t>(cells_[0]) + index[0];
}

template <class Space>
void PairSearch<Space>::search(std::size_t block) {
  std::vector<Found>& found = found_[block];
  found.clear();
  const std::size_t n = r_->size();
  const double reach = 2 * H_ + 1 + skin_, reach2 = reach * reach, near2 = (1 + skin_) * (1 + skin_);
  const double periods[2] = {container_.period_x, container_.period_y};
  for (std::size_t i = block * block_size; i < std::min(n, (block + 1) * block_size); ++i) {
    const Vec r = Space::at(*r_, i), u = Space::at(*u_, i);
    const std::size_t begun = found.size();
    const int cx = cell_[i] % cells_[0], cy = cell_[i] / cells_[0];
    // Each neighbouring cell once: with fewer than three cells around a period, left and right are the same.
    int xs[3], ys[3], nx = 0, ny = 0;
    const auto neighbours = [&](int at, int cells, bool periodic, int* list, int& count) {
      for (int step = -1; step <= 1; ++step) {
        int c = at + step;
        if (periodic) c = (c + cells) % cells;
        if (c < 0 || c >= cells) continue;
        if (std::find(list, list + count, c) == list + count) list[count++] = c;
      }
    };
    neighbours(cx, cells_[0], periods[0] > 0, xs, nx);
    neighbours(cy, cells_[1], periods[1] > 0, ys, ny);
    for (int a = 0; a < ny; ++a)
      for (int b = 0; b < nx; ++b) {
        const auto c = static_cast<std::size_t>(ys[a] * cells_[0] + xs[b]);
        for (std::int32_t m = start_[c]; m < start_[c + 1]; ++m) {
          const std::int32_t j = members_[static_cast<std::size_t>(m)];
          if (j <= static_cast<std::int32_t>(i)) continue;
          const auto other = static_cast<std::size_t>(j);
          Vec shift{};
          Vec d = r - Space::at(*r_, other);
          for (int axis = 0; axis < horizontal<Space>; ++axis)
            if (periods[axis] > 0) move(shift, axis, -periods[axis] * std::round(component(d, axis) / periods[axis]));
          d = d + shift;
          if (dot(d, d) > reach2) continue;
          if (closest_points(d, u, Space::at(*u_, other), H_).distance_squared > near2) continue;
          found.push_back({static_cast<std::int32_t>(i), j, shift});
        }
      }
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(begun), found.end(),
              [](const Found& p, const Found& q) { return p.j < q.j; });
  }
}

template <class Space>
void PairSearch<Space>::finish(PairList<Space>& list) {
  const std::size_t n = r_->size();
  std::size_t count = 0;
  for (const auto& block : found_) count += block.size();
  old_start_.assign(n + 1, 0);
  for (std::int32_t i : list.first) ++old_start_[static_cast<std::size_t>(i) + 1];
  for (std::size_t i = 0; i < n; ++i) old_start_[i + 1] += old_start_[i];
  next_.first.resize(count);
  next_.second.resize(count);
  next_.touching.assign(count, 0);
  next_.shift.resize(count);
  next_.spring.resize(count);
  std::size_t p = 0;
  for (const auto& block : found_)
    for (const Found& pair : block) {
      next_.first[p] = pair.i;
      next_.second[p] = pair.j;
      Space::put(next_.shift, p, pair.shift);
      typename Space::Tangent s{};
      const auto i = static_cast<std::size_t>(pair.i);
      for (auto old = static_cast<std::size_t>(old_start_[i]); old < static_cast<std::size_t>(old_start_[i + 1]);
           ++old) {
        if (list.second[old] != pair.j) continue;
        s = Space::at(list.spring, old);
        next_.touching[p] = list.touching[old];
        break;
      }
      Space::put(next_.spring, p, s);
      ++p;
    }
  std::swap(next_.end_plus, list.end_plus);
  std::swap(next_.end_minus, list.end_minus);
  next_.builds = list.builds + 1;
  std::swap(next_, list);
  list.end_plus.resize(n);
  list.end_minus.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Vec r = Space::at(*r_, i), h = H_ * Space::at(*u_, i);
    Space::put(list.end_plus, i, r + h);
    Space::put(list.end_minus, i, r - h);
  }
}

template struct PairList<Planar>;
template struct PairList<Spatial>;
template class PairSearch<Planar>;
template class PairSearch<Spatial>;

}  // namespace carom::particles
