// SPDX-License-Identifier: Apache-2.0
// Thirty discs on a straight rail between two walls, through the engine for models known at run time: ten thousand impacts,
// and impacts of all thirty-one contacts at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/base/random.hpp"
#include "support/large_engine.hpp"

namespace carom {
namespace {

// q = (x₁ … x₃₀, θ₁ … θ₃₀). Discs rub on their neighbours and on the walls, across the rail, which bears what they push
// sideways without friction.
template <int Discs>
struct DiscChainOf {
  static constexpr int discs = Discs, dof = 2 * discs, contact_count = discs + 1;
  double m = 1, r = 0.5, length = discs + 1;
  ContactLaw law{.e = 0.99, .mu_s = 0.2, .mu_c = 0.2, .mu_s_i = 0.2, .mu_i = 0.2};

  Matrix<dof, dof> inverse = inertia().cwiseInverse().asDiagonal();

  Vector<dof> inertia() const {
    Vector<dof> diagonal;
    diagonal << Vector<discs>::Constant(m), Vector<discs>::Constant(0.5 * m * r * r);
    return diagonal;
  }
  Matrix<dof, dof> mass_matrix(const Vector<dof>&) const { return inertia().asDiagonal(); }
  template <class Real>
  Matrix<dof, dof, Real> inverse_mass(const Vector<dof, Real>&) const {
    return inverse.template cast<Real>();
  }
  // Derivatives are asked for of few discs only.
  template <class Real>
  requires(Discs <= 12 || std::is_same_v<Real, double>) Vector<dof, Real> force(Number<Real>, const Vector<dof, Real>&,
                                                                                const Number<Vector<dof, Real>>&)
  const { return zeros<dof, Real>(); }
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

using DiscChain = DiscChainOf<30>;
using Any = testing_support::Large;
using testing_support::run_large;

template <class Known>
State<Known::dof> any_state(const auto& state) {
  State<Known::dof> any;
  any.t = state.t;
  any.q = state.q;
  any.u = state.u;
  return any;
}

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

template <class Chain>
State<Chain::dof> start_of(const Chain& chain, Random& random, bool touching) {
  State<Chain::dof> start;
  const double room = chain.length - 2 * chain.r * Chain::discs;
  double x = chain.r;
  for (int i = 0; i < Chain::discs; ++i) {
    x += touching ? 0.0 : random.uniform(0.2, 1) * room / (Chain::discs + 1);
    start.q[i] = x;
    x += 2 * chain.r;
    start.u[i] = random.uniform(-1, 1);
    start.u[Chain::discs + i] = random.uniform(-1, 1);
  }
  return start;
}

TEST(DiscChain, KeepsItsEnergyLedgerForTenThousandImpacts) {
  const DiscChain chain;
  const ModelOf<DiscChain> model(chain);
  const Any any(model);
  Random random(1);
  Counter counter;
  const RunReport<Any> report = run_large(any, any_state<Any>(start_of(chain, random, false)), {.t_end = 1e4}, counter);
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
    const RunReport<Any> report =
        run_large(any, any_state<Any>(start_of(chain, random, true)), {.t_end = 1e4}, counter);
    EXPECT_EQ(report.outcome, Outcome::stopped_by_observer) << report.brief();
    EXPECT_EQ(counter.most_contacts, DiscChain::discs);
    EXPECT_LT(report.ledger.relative_residual(), 1e-9);
    EXPECT_LT(counter.worst_residual, 1e-9);
    EXPECT_GT(report.ledger.normal_loss, 0);
    EXPECT_GT(report.ledger.friction_loss, 0);
  }
}

// Twelve discs have twenty-four coordinates and thirteen contacts. The derivative along some directions, against differences.
TEST(DiscChain, OfTwelveDiscsIsDifferentiatedThroughItsImpacts) {
  using Few = study::AnyModel;
  using Chain = DiscChainOf<12>;
  Chain chain;
  chain.law.e = 0.9;
  const ModelOf<Chain> model(chain);
  const Few few(model);
  Random random(5);
  const State<Few::dof> start = any_state<Few>(start_of(chain, random, false));
  const RunOptions options{.t_end = 0.5, .rtol = 1e-12, .atol = 1e-14};
  std::vector<TangentFlow<Few>::Direction> directions(3, {.z = zeros<2 * Few::dof>(2 * Chain::dof)});
  for (auto& direction : directions)
    for (int k = 0; k < 2 * Chain::dof; ++k) direction.z[k] = random.uniform(-1, 1);
  TangentFlow<Few> flow(few, options, directions);
  const RunReport<Few> report = run_watched(few, start, options, flow);
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_GE(report.events.impacts, 12);
  const Eigen::MatrixXd derivative = flow.at_fixed_time();
  const auto end_from = [&](int j, double h) {
    State<Few::dof> z = start;
    const auto& d = directions[static_cast<std::size_t>(j)].z;
    z.q += h * d.head(Chain::dof);
    z.u += h * d.tail(Chain::dof);
    const State<Few::dof> end = run_watched(few, z, options).final;
    Eigen::VectorXd list(2 * Chain::dof);
    list << end.q, end.u;
    return list;
  };
  for (int j = 0; j < 3; ++j) {
    const auto difference = [&](double h) -> Eigen::VectorXd { return (end_from(j, h) - end_from(j, -h)) / (2 * h); };
    const Eigen::VectorXd found = (4 * difference(1e-5) - difference(2e-5)) / 3;
    EXPECT_LT((found - derivative.col(j)).norm(), 1e-6 * derivative.col(j).norm()) << j;
  }
}

}  // namespace
}  // namespace carom
