// SPDX-License-Identifier: Apache-2.0
// Thirty discs on a straight rail between two walls, through the engine for models known at run time: ten thousand impacts,
// and impacts of all thirty-one contacts at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/base/random.hpp"
#include "support/large_engine.hpp"

namespace carom {
namespace {

// q = (x₁ … x₃₀, θ₁ … θ₃₀). Discs rub on their neighbours and on the walls, across the rail, which bears what they push
// sideways without friction.
struct DiscChain {
  static constexpr int discs = 30, dof = 2 * discs, contact_count = discs + 1;
  double m = 1, r = 0.5, length = 31;
  ContactLaw law{.e = 0.99, .mu_s = 0.2, .mu_c = 0.2, .mu_s_i = 0.2, .mu_i = 0.2};

  Matrix<dof, dof> inverse = inertia().cwiseInverse().asDiagonal();

  Vector<dof> inertia() const {
    Vector<dof> diagonal;
    diagonal << Vector<discs>::Constant(m), Vector<discs>::Constant(0.5 * m * r * r);
    return diagonal;
  }
  Matrix<dof, dof> mass_matrix(const Vector<dof>&) const { return inertia().asDiagonal(); }
  const Matrix<dof, dof>& inverse_mass(const Vector<dof>&) const { return inverse; }
  Vector<dof> force(double, const Vector<dof>&, const Vector<dof>&) const { return zeros<dof>(); }
  double potential_energy(const Vector<dof>&) const { return 0; }
  // Contact i is left of disc i; the last one is the right wall's.
  template <class Real>
  std::array<Real, contact_count> gap(Number<Real>, const Vector<dof, Real>& q) const {
    std::array<Real, contact_count> gaps;
    gaps[0] = q[0] - r;
    for (int i = 1; i < discs; ++i) gaps[i] = q[i] - q[i - 1] - 2 * r;
    gaps[discs] = length - r - q[discs - 1];
    return gaps;
  }
  template <class Real>
  std::array<Real, contact_count> slide(Number<Real>, const Vector<dof, Real>& q) const {
    std::array<Real, contact_count> places;
    places[0] = -r * q[discs];
    for (int i = 1; i < discs; ++i) places[i] = -r * (q[discs + i] + q[discs + i - 1]);
    places[discs] = r * q[dof - 1];
    return places;
  }
  ContactLaw contact_law(int) const { return law; }
  Scales scales() const { return {.length = r, .speed = 1, .time = r}; }
};

using Any = testing_support::Large;
using testing_support::run_large;

struct Counter {
  long impacts = 0, slips = 0;
  int most_contacts = 0;
  double worst_residual = 0;
  void segment(const Segment<Any>&) {}
  void event(const EventBatch<Any>& batch) {
    if (!batch.impact) return;
    ++impacts;
    most_contacts = std::max(most_contacts, batch.impact->n);
    worst_residual = std::max(worst_residual, batch.impact->residual);
    for (int k = 0; k < batch.impact->n; ++k) slips += batch.impact->P_t[k] != 0;
  }
  bool stop() const { return impacts >= enough; }
  long enough = 10000;
};

State<Any::dof> start_of(const DiscChain& chain, Random& random, bool touching) {
  State<Any::dof> start;
  start.q = zeros<Any::dof>(DiscChain::dof);
  start.u = zeros<Any::dof>(DiscChain::dof);
  const double room = chain.length - 2 * chain.r * DiscChain::discs;
  double x = chain.r;
  for (int i = 0; i < DiscChain::discs; ++i) {
    x += touching ? 0.0 : random.uniform(0.2, 1) * room / (DiscChain::discs + 1);
    start.q[i] = x;
    x += 2 * chain.r;
    start.u[i] = random.uniform(-1, 1);
    start.u[DiscChain::discs + i] = random.uniform(-1, 1);
  }
  return start;
}

TEST(DiscChain, KeepsItsEnergyLedgerForTenThousandImpacts) {
  const DiscChain chain;
  const ModelOf<DiscChain> model(chain);
  const Any any(model);
  Random random(1);
  Counter counter;
  const RunReport<Any> report = run_large(any, start_of(chain, random, false), {.t_end = 1e4}, counter);
  EXPECT_EQ(report.outcome, Outcome::stopped_by_observer) << report.brief() << report.reason;
  EXPECT_EQ(counter.impacts, 10000);
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
  EXPECT_LT(counter.worst_residual, 1e-9);
  EXPECT_GT(counter.slips, 1000);
}

// All thirty touch one another and the left wall: one impact of thirty contacts, then as it comes.
TEST(DiscChain, KeepsItsEnergyLedgerWhereAllDiscsTouchAtTheStart) {
  DiscChain chain;
  chain.law.e = 0.9;
  const ModelOf<DiscChain> model(chain);
  const Any any(model);
  for (const int seed : {1, 2, 3}) {
    Random random(static_cast<std::uint64_t>(seed));
    Counter counter;
    counter.enough = 300;
    const RunReport<Any> report = run_large(any, start_of(chain, random, true), {.t_end = 1e4}, counter);
    EXPECT_EQ(report.outcome, Outcome::stopped_by_observer) << report.brief();
    EXPECT_EQ(counter.most_contacts, DiscChain::discs);
    EXPECT_LT(report.ledger.relative_residual(), 1e-9);
    EXPECT_LT(counter.worst_residual, 1e-9);
    EXPECT_GT(report.ledger.normal_loss, 0);
    EXPECT_GT(report.ledger.friction_loss, 0);
  }
}

}  // namespace
}  // namespace carom
