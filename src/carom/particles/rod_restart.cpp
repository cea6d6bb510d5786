// SPDX-License-Identifier: Apache-2.0
// Saving a simulation of rods and going on from it: rod_simulation.hpp, saved() and restore().
#include <algorithm>
#include <cmath>

#include "carom/base/archive.hpp"
#include "carom/particles/flat_end.hpp"
#include "carom/particles/gear.hpp"
#include "carom/particles/rod_simulation.hpp"

namespace carom::particles {
namespace {

template <class Archive, std::size_t Dim>
void arrays(Archive& a, Components<Dim>& components) {
  for (auto& component : components.of) a(component);
}

}  // namespace

template <class Space>
template <class Archive>
void RodSimulation<Space>::archive(Archive& a) {
  std::int32_t dim = Space::dim;
  auto n = static_cast<std::uint64_t>(size());
  a(dim, n);
  if (dim != Space::dim || n != size())
    throw BadInput("the saved state is of another geometry or another number of rods");
  double dt = options_.dt;
  a(dt, t0_, step_, next_check_);
  if (dt != options_.dt) throw BadInput("the saved state is of another step dt");
  for (auto* array : {&state_.r, &state_.u, &state_.v, &force_, &pairs_.shift, &pairs_.end_plus, &pairs_.end_minus})
    arrays(a, *array);
  arrays(a, state_.w);
  arrays(a, torque_);
  a(state_.sigma, pairs_.first, pairs_.second, pairs_.touching, pairs_.builds);
  for (auto* array : {&pairs_.spring, &plate_spring_, &inner_spring_, &outer_spring_}) arrays(a, *array);
  a(plate_touching_, inner_touching_, outer_touching_, pair_sums_, rod_sums_);
  auto recording = static_cast<std::uint8_t>(recording_);
  a(recording, open_, collisions_);
  if constexpr (Archive::reads) recording_ = recording != 0;
  if (options_.ends != Ends::round) {
    arrays(a, edge_spring_);
    a(edge_touching_);
  }
  auto gear = static_cast<std::uint8_t>(gear_ != nullptr);
  a(gear);
  if ((gear != 0) != (gear_ != nullptr)) throw BadInput("the saved state is of another integrator");
  if (gear_) {
    for (auto& array : gear_->r) arrays(a, array);
    for (auto& array : gear_->u) arrays(a, array);
  }
}

template <class Space>
std::string RodSimulation<Space>::saved() const {
  ArchiveWriter writer;
  const_cast<RodSimulation*>(this)->archive(writer);  // writing changes nothing
  return std::move(writer).bytes();
}

template <class Space>
void RodSimulation<Space>::restore(const std::string& bytes) {
  // First into a copy: bytes that are not right leave this simulation as it is.
  RodSimulation trial(*this);
  ArchiveReader first(bytes);
  trial.archive(first);
  first.finish();
  trial.check_restored();
  ArchiveReader second(bytes);
  archive(second);
  plate_ = options_.drive.at(t());
  connect();
}

// A damaged file that has the right length must not lead outside the arrays.
template <class Space>
void RodSimulation<Space>::check_restored() const {
  const std::size_t n = size(), pairs = pairs_.size();
  bool right = pairs_.second.size() == pairs && pairs_.touching.size() == pairs && pairs_.shift.size() == pairs &&
               pairs_.spring.size() == pairs && plate_touching_.size() == 2 * n && plate_spring_.size() == 2 * n &&
               pairs_.end_plus.size() == n && pairs_.end_minus.size() == n && rod_sums_.size() == rod_blocks() &&
               pair_sums_.size() == rod_blocks() && force_.size() == n && torque_.size() == n && state_.u.size() == n &&
               state_.v.size() == n && state_.w.size() == n && state_.sigma.size() == (options_.spin ? n : 0) &&
               (!recording_ || open_.size() == 2 * n);
  if (options_.container.walls != Walls::none)
    right = right && inner_touching_.size() == n && outer_touching_.size() == 2 * n && inner_spring_.size() == n &&
            outer_spring_.size() == 2 * n;
  if (options_.ends != Ends::round) {
    const std::size_t points = 2 * n * edge_points(Space{});
    right = right && edge_spring_.size() == points && edge_touching_.size() == points;
  }
  right = right && step_ >= 0 && step_ < (std::int64_t{1} << 53) && next_check_ > step_ && next_check_ <= step_ + 64 &&
          std::all_of(collisions_.begin(), collisions_.end(),
                      [&](const PlateCollision& c) { return c.rod >= 0 && static_cast<std::size_t>(c.rod) < n; });
  for (std::size_t p = 0; right && p < pairs; ++p)
    right =
        pairs_.first[p] >= 0 && pairs_.first[p] < pairs_.second[p] && pairs_.second[p] < static_cast<std::int32_t>(n);
  for (const auto& component : state_.r.of)
    right = right && std::all_of(component.begin(), component.end(), [](double x) { return std::isfinite(x); });
  if (!right) throw BadInput("the saved state contradicts itself");
}

template void RodSimulation<Planar>::check_restored() const;
template void RodSimulation<Spatial>::check_restored() const;
template std::string RodSimulation<Planar>::saved() const;
template std::string RodSimulation<Spatial>::saved() const;
template void RodSimulation<Planar>::restore(const std::string&);
template void RodSimulation<Spatial>::restore(const std::string&);

}  // namespace carom::particles
