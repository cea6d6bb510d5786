// SPDX-License-Identifier: Apache-2.0
// Energy and forces of springs (spring_network.hpp), four springs at a time where the processor can: compiled twice, for
// any x86-64 and for AVX2, and chosen when the program starts; without fused operations both have the same bits.
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "carom/lattice/spring_network.hpp"

// (Not with sanitizers, which start after the choice is made.)
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define CAROM_BOTH __attribute__((target_clones("avx2", "default")))
#else
#define CAROM_BOTH
#endif
#define CAROM_INLINE [[gnu::always_inline]] inline

namespace carom {
namespace {

// Pairs and fours of numbers, which compilers turn into registers of the processor.
using Two = double __attribute__((vector_size(16)));
using Four = double __attribute__((vector_size(32)));
using FourInMemory = double __attribute__((vector_size(32), aligned(8), may_alias));
using TwoInMemory = double __attribute__((vector_size(16), aligned(8), may_alias));

CAROM_INLINE Two pair(const Point& p) { return *reinterpret_cast<const TwoInMemory*>(&p); }
CAROM_INLINE void add_to(Point& p, const Two& d) { *reinterpret_cast<TwoInMemory*>(&p) += d; }
CAROM_INLINE void take_from(Point& p, const Two& d) { *reinterpret_cast<TwoInMemory*>(&p) -= d; }

struct Springs {
  const std::uint32_t *first, *second;
  const double *rest, *k_a, *k_b;
  std::size_t n;
};

CAROM_INLINE Springs springs_of(const SpringNetwork& network) {
  return {network.first.data(), network.second.data(), network.rest.data(),
          network.k_a.data(),   network.k_b.data(),    network.springs()};
}

CAROM_INLINE double length_of(const Two& d) { return std::sqrt(d[0] * d[0] + d[1] * d[1]); }

CAROM_INLINE void lengths_of(const Two (&d)[4], Four& length) {
  const Four d_x{d[0][0], d[1][0], d[2][0], d[3][0]}, d_y{d[0][1], d[1][1], d[2][1], d[3][1]};
  const Four squares = d_x * d_x + d_y * d_y;
  length = Four{std::sqrt(squares[0]), std::sqrt(squares[1]), std::sqrt(squares[2]), std::sqrt(squares[3])};
}

CAROM_INLINE void fours(const double* from, Four& values) { values = *reinterpret_cast<const FourInMemory*>(from); }

template <bool alike>
CAROM_INLINE void add_forces(const Springs& spring, const Point* __restrict const r, Point* __restrict const force) {
  std::size_t s = 0;
  Four k_a{}, k_b{};
  if (alike && spring.n > 0) {
    k_a += spring.k_a[0];
    k_b += spring.k_b[0];
  }
  for (; s + 4 <= spring.n; s += 4) {
    const std::uint32_t i[4] = {spring.first[s], spring.first[s + 1], spring.first[s + 2], spring.first[s + 3]};
    const std::uint32_t j[4] = {spring.second[s], spring.second[s + 1], spring.second[s + 2], spring.second[s + 3]};
    const Two d[4] = {pair(r[j[0]]) - pair(r[i[0]]), pair(r[j[1]]) - pair(r[i[1]]), pair(r[j[2]]) - pair(r[i[2]]),
                      pair(r[j[3]]) - pair(r[i[3]])};
    Four length, rest;
    lengths_of(d, length);
    fours(spring.rest + s, rest);
    if (!alike) {
      fours(spring.k_a + s, k_a);
      fours(spring.k_b + s, k_b);
    }
    const Four x = length - rest, one = Four{} + 1;
    const Four pull = x * (k_a + k_b * (x * x)) / (length == 0 ? one : length);  // (2)
    for (int k = 0; k < 4; ++k) {
      const Two f = d[k] * Two{pull[k], pull[k]};
      add_to(force[i[k]], f);
      take_from(force[j[k]], f);
    }
  }
  for (; s < spring.n; ++s) {
    const Two d = pair(r[spring.second[s]]) - pair(r[spring.first[s]]);
    const double length = length_of(d), x = length - spring.rest[s];
    const double pull = x * (spring.k_a[s] + spring.k_b[s] * (x * x)) / (length == 0 ? 1 : length);  // (2)
    const Two f = d * Two{pull, pull};
    add_to(force[spring.first[s]], f);
    take_from(force[spring.second[s]], f);
  }
}

}  // namespace

CAROM_BOTH void add_spring_forces(const SpringNetwork& network, const std::vector<Point>& r,
                                  std::vector<Point>& forces) {
  const Springs spring = springs_of(network);
  if (network.alike)
    add_forces<true>(spring, r.data(), forces.data());
  else
    add_forces<false>(spring, r.data(), forces.data());
}

CAROM_BOTH double spring_energy(const SpringNetwork& network, const std::vector<Point>& positions) {
  const Springs spring = springs_of(network);
  const Point* const r = positions.data();
  double energy = 0;
  for (std::size_t s = 0; s < spring.n; ++s) {
    const double x = length_of(pair(r[spring.second[s]]) - pair(r[spring.first[s]])) - spring.rest[s], square = x * x;
    energy += square * (0.5 * spring.k_a[s] + 0.25 * spring.k_b[s] * square);  // (1)
  }
  return energy;
}

}  // namespace carom
