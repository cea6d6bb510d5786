// SPDX-License-Identifier: Apache-2.0
// Several threads on one step of the rods: who has which rods, what they take in from each other, and where they meet. What
// each does with its own is in rod_simulation.cpp; the bits do not depend on how many they are.
#include <algorithm>
#include <chrono>
#include <thread>

#include "carom/particles/gear.hpp"
#include "carom/particles/rod_simulation.hpp"
#include "carom/particles/spin_barrier.hpp"

namespace carom::particles {

// Where the pairs of each block of rods begin, and those whose rods belong to two workers.
template <class Space>
void RodSimulation<Space>::connect() {
  constexpr std::size_t rods = PairSearch<Space>::block_size;
  pair_start_.assign(rod_blocks() + 1, 0);
  for (std::int32_t i : pairs_.first) ++pair_start_[static_cast<std::size_t>(i) / rods + 1];
  for (std::size_t block = 0; block < rod_blocks(); ++block) pair_start_[block + 1] += pair_start_[block];
  const int workers = this->workers();
  if (workers == 1) return;
  cross_.clear();
  cross_start_.assign(static_cast<std::size_t>(workers) + 1, 0);
  incoming_.resize(static_cast<std::size_t>(workers));
  for (auto& list : incoming_) list.clear();
  for (int worker = 0; worker < workers; ++worker) {
    const auto last = static_cast<std::int32_t>(first_block(worker + 1) * rods);
    for (std::size_t p = pair_start_[first_block(worker)]; p < pair_start_[first_block(worker + 1)]; ++p) {
      if (pairs_.second[p] < last) continue;
      int owner = worker + 1;
      while (static_cast<std::size_t>(pairs_.second[p]) >= first_block(owner + 1) * rods) ++owner;
      incoming_[static_cast<std::size_t>(owner)].push_back(static_cast<std::uint32_t>(cross_.size()));
      CrossPair pair;
      pair.p = p;
      cross_.push_back(pair);
    }
    cross_start_[static_cast<std::size_t>(worker) + 1] = cross_.size();
  }
}

// Their part of the second rod. In the order of pairs it comes before all that the rod's own worker adds.
template <class Space>
void RodSimulation<Space>::take_in(int worker) {
  for (std::uint32_t index : incoming_[static_cast<std::size_t>(worker)]) {
    const CrossPair& pair = cross_[index];
    if (!pairs_.touching[pair.p]) continue;
    const auto j = static_cast<std::size_t>(pairs_.second[pair.p]);
    Space::put(force_, j, Space::at(force_, j) - pair.F);
    Space::put(torque_, j, Space::at(torque_, j) - pair.T_second);
  }
}

template <class Space>
int RodSimulation<Space>::workers() const {
  return std::max(1, std::min(options_.threads, static_cast<int>(rod_blocks())));
}

template <class Space>
std::size_t RodSimulation<Space>::first_block(int worker) const {
  return rod_blocks() * static_cast<std::size_t>(worker) / static_cast<std::size_t>(workers());
}

// Each worker has rods of its own. They meet when the pairs across are known, and when all rods have moved.
template <class Space>
void RodSimulation<Space>::run_team(long steps) {
  const int workers = this->workers();
  SpinBarrier barrier(workers);
  bool old = false, stop = false;
  const auto work = [&](int worker) {
    const std::size_t from = first_block(worker), to = first_block(worker + 1);
    for (long k = 0; k < steps; ++k) {
      if (gear_) {
        for (std::size_t block = from; block < to; ++block) predict(block);
        barrier.wait([] {});
      }
      CrossPair* cross = cross_.data() + cross_start_[static_cast<std::size_t>(worker)];
      CrossPair* cross_end = cross_.data() + cross_start_[static_cast<std::size_t>(worker) + 1];
      cross_forces(cross, cross_end);
      barrier.wait([] {});
      take_in(worker);
      const CrossPair* next = cross;
      for (std::size_t block = from; block < to; ++block) pair_forces(block, next, cross_end);
      for (std::size_t block = from; block < to; ++block) rod_steps(block);
      barrier.wait([&] {
        old = end_step();
        stop = failed();
        if (old) search_.begin(state_.r, state_.u, options_.rod.half_length, options_.skin, options_.container);
      });
      if (stop) return;
      if (old) {
        for (std::size_t block = from; block < to; ++block) search_.search(block);
        barrier.wait([&] { adopt_list(); });
      }
    }
  };
  std::vector<std::thread> others;
  for (int worker = 1; worker < workers; ++worker) others.emplace_back(work, worker);
  work(0);
  for (std::thread& other : others) other.join();
}

// The way in use goes on until the next trial of the other one, which takes a few steps.
template <class Space>
void RodSimulation<Space>::run_by_the_clock(long steps) {
  constexpr long trial_steps = 32, fewest = 16;  // fewer say nothing: threads have to be started
  constexpr std::int64_t longest_pause = 1 << 16;
  while (steps > 0 && !failed()) {
    const bool trial = step_ >= pace_.next_trial;
    const bool together = pace_.together != trial;
    const long n = std::min(steps, trial ? trial_steps : static_cast<long>(pace_.next_trial - step_));
    const auto begun = std::chrono::steady_clock::now();
    together ? run_team(n) : run_alone(n);
    const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    steps -= n;
    if (n >= fewest) (together ? pace_.cost_together : pace_.cost_alone) = passed / static_cast<double>(n);
    if (!trial) continue;
    const bool better = pace_.cost_together < pace_.cost_alone;
    pace_.pause = better == pace_.together ? std::min(2 * pace_.pause, longest_pause) : 2 * trial_steps;
    pace_.together = better;
    pace_.next_trial = step_ + pace_.pause;
  }
}

template void RodSimulation<Planar>::connect();
template void RodSimulation<Spatial>::connect();
template void RodSimulation<Planar>::take_in(int);
template void RodSimulation<Spatial>::take_in(int);
template int RodSimulation<Planar>::workers() const;
template int RodSimulation<Spatial>::workers() const;
template std::size_t RodSimulation<Planar>::first_block(int) const;
template std::size_t RodSimulation<Spatial>::first_block(int) const;
template void RodSimulation<Planar>::run_by_the_clock(long);
template void RodSimulation<Spatial>::run_by_the_clock(long);
template void RodSimulation<Planar>::run_team(long);
template void RodSimulation<Spatial>::run_team(long);

}  // namespace carom::particles
