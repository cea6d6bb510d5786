// SPDX-License-Identifier: Apache-2.0
// Which rods may touch before the list is built again, and what each contact remembers.
//
// Model.  Verlet list on the distance of axes: a pair is listed if its axes are closer than 1 + skin when the list is
// built. No point of an axis moves further than the further of its two ends (a segment is convex), so that no unlisted
// pair can touch while
//   (1)  (largest displacement of an end since the list was built) · 2 < skin.
// Candidates come from cells of centres in x (and y in space) no smaller than the reach l + skin; on a plate rods do not
// stack far, so z has no cells. Pairs are in the order of their lower, then their higher index, which makes every sum
// over contacts, and so every bit of a run, independent of the cells and of the number of threads.
// The spring of a contact that is listed before and after a rebuild is carried over.
#pragma once

#include <cstdint>
#include <vector>

#include "carom/particles/container.hpp"
#include "carom/particles/space.hpp"

namespace carom::particles {

template <class Space>
struct PairList {
  using Vec = typename Space::Vec;

  std::vector<std::int32_t> first, second;  // first < second
  typename Space::VecArray shift;           // added to r_first − r_second: the nearest image
  typename Space::TangentArray spring;      // s of soft_contact.hpp; 0 while apart
  std::vector<std::uint8_t> touching;
  typename Space::VecArray end_plus, end_minus;  // ends of the axes when the list was built
  long builds = 0;

  std::size_t size() const { return first.size(); }
  std::size_t bytes() const;
};

// Builds lists; keeps its buffers. Rods are taken in blocks, so that several threads can search at once: begin(), then
// search(block) for every block in any order, then finish().
template <class Space>
class PairSearch {
 public:
  using Vec = typename Space::Vec;
  static constexpr std::size_t block_size = 256;

  void begin(const typename Space::VecArray& r, const typename Space::VecArray& u, double H, double skin,
             const Container& container);
  std::size_t blocks() const { return found_.size(); }
  void search(std::size_t block);
  void finish(PairList<Space>& list);
  std::size_t bytes() const;

 private:
  struct Found {
    std::int32_t i, j;
    Vec shift;
  };
  std::size_t cell_of(std::size_t i) const;

  const typename Space::VecArray* r_ = nullptr;
  const typename Space::VecArray* u_ = nullptr;
  double H_ = 0, skin_ = 0;
  Container container_;
  double origin_[2] = {}, width_[2] = {};
  int cells_[2] = {1, 1};
  std::vector<std::int32_t> start_, members_, cell_;
  std::vector<std::vector<Found>> found_;
  std::vector<std::int32_t> old_start_;
  PairList<Space> next_;
};

extern template struct PairList<Planar>;
extern template struct PairList<Spatial>;
extern template class PairSearch<Planar>;
extern template class PairSearch<Spatial>;

}  // namespace carom::particles
