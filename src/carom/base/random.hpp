// SPDX-License-Identifier: Apache-2.0
// Random numbers that are a function of (seed, stream, position): the same bits on any compiler, thread or rank.
//
// Model.  Philox4x32-10: ten rounds of multiply and exchange turn a 128-bit counter under a 64-bit key into 128 bits.
//   (1) c ← (hi(M₁c₂) ⊕ c₁ ⊕ k₀, lo(M₁c₂), hi(M₀c₀) ⊕ c₃ ⊕ k₁, lo(M₀c₀)),  k ← k + W, ten times
//   (2) key = seed; counter = (block number, stream), so that streams never meet: each has 2⁶⁴ blocks of its own
//   (3) a normal number is Φ⁻¹(p), p uniform on the open unit interval: one draw each, nothing carried to the next
// Symbols.  c counter, k key, M multipliers, W Weyl increments (all 32-bit words); Φ the normal distribution function.
// Source.  salmon_2011 for (1); M. J. Wichura, Algorithm AS 241, Appl. Statist. 37 (1988) 477, for Φ⁻¹ to about 1e-16.
// Differs.  The distributions are ours, since those of <random> differ between libraries; Φ⁻¹ uses only + − × ÷ √,
//   which IEEE 754 rounds alike everywhere, with a logarithm of its own.
// Limits.  Not for cryptography. normal() lies within ±8.3: p has 52 bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace carom {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

// (1)
constexpr PhiloxCounter philox4x32(PhiloxCounter c, PhiloxKey k) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t p1 = std::uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k[0], static_cast<std::uint32_t>(p1),
         static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k[1], static_cast<std::uint32_t>(p0)};
    k[0] += 0x9E3779B9;
    k[1] += 0xBB67AE85;
  }
  return c;
}

// Φ⁻¹(p) for 0 < p < 1; infinite at the ends, not-a-number outside.
double normal_quantile(double p);

class Random {
 public:
  // `stream` keeps apart what must be independent under one seed: the point of a sweep, the particle, the replica.
  explicit constexpr Random(std::uint64_t seed, std::uint64_t stream = 0, std::uint64_t position = 0)
      : seed_(seed), stream_(stream), position_(position) {}

  // 64 fresh bits. Every other function below but `index` takes exactly one such draw.
  constexpr std::uint64_t bits() {
    const std::uint64_t block = position_ / 2;
    // Two draws come from one block: computed at the even position, or when the sequence is entered at an odd one.
    if (position_ % 2 == 0 || !has_block_) {
      words_ = philox4x32({low(block), high(block), low(stream_), high(stream_)}, {low(seed_), high(seed_)});
      has_block_ = true;
    }
    const std::size_t at = 2 * (position_ % 2);
    ++position_;
    return std::uint64_t{words_[at + 1]} << 32 | words_[at];
  }

  // On [0, 1), in steps of 2⁻⁵³.
  constexpr double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

  // On [a, b); b itself only if rounding reaches it.
  constexpr double uniform(double a, double b) { return a + (b - a) * uniform(); }

  // Mean 0, standard deviation 1 (3).
  double normal() { return normal_quantile((static_cast<double>(bits() >> 12) + 0.5) * 0x1p-52); }
  double normal(double mean, double deviation) { return mean + deviation * normal(); }

  // One of 0 … n−1, each exactly as likely; n > 0. Draws again in the rare case that would favour the small ones.
  constexpr std::uint32_t index(std::uint32_t n) {
    const std::uint32_t unfair = (0u - n) % n;
    std::uint64_t product = 0;
    do {
      product = (bits() >> 32) * n;
    } while (static_cast<std::uint32_t>(product) < unfair);
    return static_cast<std::uint32_t>(product >> 32);
  }

  // With seed and stream all there is to store: Random(seed, stream, position) goes on where this one stands.
  constexpr std::uint64_t seed() const { return seed_; }
  constexpr std::uint64_t stream() const { return stream_; }
  constexpr std::uint64_t position() const { return position_; }

 private:
  static constexpr std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
  static constexpr std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }

  std::uint64_t seed_, stream_, position_;
  PhiloxCounter words_{};
  bool has_block_ = false;
};

}  // namespace carom
