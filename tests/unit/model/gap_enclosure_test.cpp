// SPDX-License-Identifier: Apache-2.0
// Ranges of gaps over boxes: they hold every gap in the box, and little else.
#include "carom/model/gap_enclosure.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "carom/model/any_mechanism.hpp"
#include "carom/model/model_of.hpp"
#include "support/derived.hpp"

namespace carom {
namespace {

using namespace testing_support;

bool covers(const Interval& range, long double x) { return range.low <= x && x <= range.high; }

template <int Dof>
struct StateBox {
  Interval t;
  Vector<Dof, Interval> q, u;
};

// Around a state, of the given fraction of the system's scales.
template <class S>
StateBox<S::dof> box_around(const S& system, const State<S::dof>& state, double size) {
  const Scales scales = system.scales();
  const auto about = [size](double x, double scale) { return Interval(x - size * scale, x + size * scale); };
  StateBox<S::dof> box;
  box.t = about(state.t, scales.time);
  for (int k = 0; k < S::dof; ++k) {
    box.q[k] = about(state.q[k], scales.length);
    box.u[k] = about(state.u[k], scales.speed);
  }
  return box;
}

// Gaps and their rates at a point of the box, which pick chooses from each range.
template <class S>
struct Sample {
  std::array<long double, S::contact_count> gap, rate;
};
template <class S, class Pick>
Sample<S> sample(const S& system, const StateBox<S::dof>& box, Pick&& pick) {
  using Exact = Dual<long double>;
  const Exact t{pick(box.t), 1.0};
  Vector<S::dof, Exact> q;
  for (int k = 0; k < S::dof; ++k) q[k] = {pick(box.q[k]), pick(box.u[k])};
  const auto gaps = detail::gaps_in<S, Exact>(system, t, q);
  Sample<S> result;
  for (int i = 0; i < S::contact_count; ++i) {
    result.gap[i] = gaps[i].value;
    result.rate[i] = gaps[i].slope;
  }
  return result;
}
template <class S>
Sample<S> random_sample(const S& system, const StateBox<S::dof>& box, Random& random) {
  return sample(system, box, [&](const Interval& range) -> long double {
    switch (random.index(3)) {
      case 0: return range.low;
      case 1: return range.high;
      default: return std::clamp(range.low + random.uniform(0, 1) * (range.high - range.low), range.low, range.high);
    }
  });
}

RC_GTEST_PROP(GapEnclosure, HoldsTheGapsAndRatesOfEverySystem, (std::uint64_t seed)) {
  Random random(seed);
  for_every_system(random, [&](const auto& system) {
    using S = std::decay_t<decltype(system)>;
    static_assert(EnclosesGaps<S> && EnclosesGaps<Derived<S>>);
    const double size = std::pow(10, random.uniform(-12, 0.5));
    const StateBox<S::dof> box = box_around(system, random_state(system, random), size);
    const GapRanges<S> gap = gap_enclosure(system, box.t, box.q);
    const GapRanges<S> rate = gap_rate_enclosure(system, box.t, box.q, box.u);
    for (int round = 0; round < 20; ++round) {
      const Sample<S> there = random_sample(system, box, random);
      for (int i = 0; i < S::contact_count; ++i) {
        RC_ASSERT(covers(gap[i], there.gap[i]));
        RC_ASSERT(covers(rate[i], there.rate[i]));
      }
    }
  });
}

// Widths of what is enclosed and of what was found at random corners and points, summed over the contacts.
struct Widths {
  double gap = 0, rate = 0, true_gap = 0, true_rate = 0;
};
template <class S>
Widths widths(const S& system, const State<S::dof>& state, double size, Random& random) {
  const StateBox<S::dof> box = box_around(system, state, size);
  const GapRanges<S> gap = gap_enclosure(system, box.t, box.q);
  const GapRanges<S> rate = gap_rate_enclosure(system, box.t, box.q, box.u);
  Sample<S> least = random_sample(system, box, random), most = least;
  constexpr int numbers = 2 * S::dof + 1;
  for (int corner = 0; corner < 1 << numbers; ++corner) {
    int k = 0;
    const auto end = [&](const Interval& range) -> long double { return (corner >> k++) & 1 ? range.high : range.low; };
    const Sample<S> there = sample(system, box, end);
    for (int i = 0; i < S::contact_count; ++i) {
      least.gap[i] = std::min(least.gap[i], there.gap[i]);
      most.gap[i] = std::max(most.gap[i], there.gap[i]);
      least.rate[i] = std::min(least.rate[i], there.rate[i]);
      most.rate[i] = std::max(most.rate[i], there.rate[i]);
    }
  }
  Widths total;
  for (int i = 0; i < S::contact_count; ++i) {
    total.gap += gap[i].width();
    total.rate += rate[i].width();
    total.true_gap += static_cast<double>(most.gap[i] - least.gap[i]);
    total.true_rate += static_cast<double>(most.rate[i] - least.rate[i]);
  }
  return total;
}

// A gap bends little within a small box: its corners tell its range, and the mean-value form is as wide but for squares.
TEST(GapEnclosure, IsHardlyWiderThanTheGapsOfASmallBox) {
  Random random(11);
  for (int round = 0; round < 5; ++round)
    for_every_system(random, [&](const auto& system) {
      const auto state = random_state(system, random);
      for (const double size : {1e-2, 1e-4}) {
        const Widths found = widths(system, state, size, random);
        EXPECT_LE(found.gap, (1 + 50 * size) * found.true_gap) << typeid(system).name() << " " << size;
        EXPECT_LE(found.rate, (1 + 50 * size) * found.true_rate) << typeid(system).name() << " " << size;
      }
    });
}

TEST(GapEnclosure, ShrinksWithTheBox) {
  Random random(12);
  for_every_system(random, [&](const auto& system) {
    const auto state = random_state(system, random);
    const Widths large = widths(system, state, 1e-4, random), small = widths(system, state, 1e-7, random);
    EXPECT_NEAR(small.gap / large.gap, 1e-3, 1e-4) << typeid(system).name();
    EXPECT_NEAR(small.rate / large.rate, 1e-3, 1e-4) << typeid(system).name();
  });
}

TEST(GapEnclosure, OfAStateIsItsGap) {
  Random random(13);
  for_every_system(random, [&](const auto& system) {
    using S = std::decay_t<decltype(system)>;
    const StateBox<S::dof> box = box_around(system, random_state(system, random), 0);
    for (const Interval& gap : gap_enclosure(system, box.t, box.q)) EXPECT_LE(gap.width(), 1e-13);
  });
}

// Rates by kinematics that were written by hand, and gaps as the engine computes them, to within their rounding.
TEST(GapEnclosure, AgreesWithTheKinematicsOfAModel) {
  Random random(14);
  for_every_system(random, [&](const auto& system) {
    using S = std::decay_t<decltype(system)>;
    const ModelOf<S> model(system);
    ASSERT_TRUE(model.encloses_gaps());
    const AnyMechanism<8, 6> any(model);
    ASSERT_TRUE(any.encloses_gaps());
    const State<S::dof> state = random_state(system, random);
    const StateBox<S::dof> box = box_around(system, state, 1e-9);
    std::array<double, S::contact_count> gaps;
    model.gaps({.t = state.t, .q = state.q.data(), .u = state.u.data()}, gaps.data());
    GapRanges<S> gap, rate;
    model.gap_enclosure(box.t, box.q.data(), gap.data());
    model.gap_rate_enclosure(box.t, box.q.data(), box.u.data(), rate.data());
    const ContactArray<S> contacts = contact_kinematics(system, state.t, state.q, state.u);
    const auto gap_of_any = any.gap_enclosure(box.t, box.q);
    const auto rate_of_any = any.gap_rate_enclosure(box.t, box.q, box.u);
    for (int i = 0; i < S::contact_count; ++i) {
      EXPECT_TRUE(gap[i].contains(gaps[i]));
      EXPECT_TRUE(rate[i].contains(contacts[i].normal_velocity(state.u)));
      EXPECT_EQ(gap_of_any[i].low, gap[i].low);
      EXPECT_EQ(rate_of_any[i].high, rate[i].high);
    }
  });
}

// Where the ball passes the rim, the gap is that of the face on one side and that of the rim on the other.
TEST(GapEnclosure, OfTheDiscHoldsBothSidesOfItsRim) {
  const DiscBall disc{DiscBallSettings{}};
  Random random(15);
  State<5> state = disc.initial_state();
  state.q[1] = 2 * disc.settings().r;
  state.q[0] -= 0.01;
  const StateBox<5> box = box_around(disc, state, 0.05);
  const Interval gap = gap_enclosure(disc, box.t, box.q)[DiscBall::D];
  EXPECT_LT(gap.width(), 0.1);
  EXPECT_TRUE(gap_rate_enclosure(disc, box.t, box.q, box.u)[DiscBall::D].is_entire());
  for (int round = 0; round < 200; ++round) EXPECT_TRUE(covers(gap, random_sample(disc, box, random).gap[DiscBall::D]));
}

// A particle whose gap the formula tells: f(t, q).
struct Particle {
  static constexpr int dof = 2, contact_count = 1;
  Matrix<2, 2> mass_matrix(const Vector<2>&) const { return Matrix<2, 2>::Identity(); }
  Vector<2> force(double, const Vector<2>&, const Vector<2>&) const { return {0, 0}; }
  double potential_energy(const Vector<2>&) const { return 0; }
  ContactLaw contact_law(int) const { return {}; }
  Scales scales() const { return {}; }
};
// Stairs: a gap that jumps.
struct Stairs : Particle {
  template <class Real>
  std::array<Real, 1> gap(Number<Real>, const Vector<2, Real>& q) const {
    return {choose(
        q[0] > 0.0, [&] { return Real(q[1] - 1); }, [&] { return q[1]; })};
  }
};
// A roof, by its kink and by a comparison.
struct Roof : Particle {
  template <class Real>
  std::array<Real, 1> gap(Number<Real>, const Vector<2, Real>& q) const {
    using std::abs;
    return {q[1] + abs(q[0])};
  }
};
struct ComparedRoof : Particle {
  template <class Real>
  std::array<Real, 1> gap(Number<Real>, const Vector<2, Real>& q) const {
    return {q[0] < 0.0 ? Real(q[1] - q[0]) : Real(q[1] + q[0])};
  }
};
// The angle from a wall on the left.
struct Winding : Particle {
  template <class Real>
  std::array<Real, 1> gap(Number<Real>, const Vector<2, Real>& q) const {
    using std::atan2;
    return {atan2(q[1], q[0])};
  }
};
// Cannot be compiled with ranges, and says so.
struct OfDoubles : Roof {
  static constexpr bool encloses_gaps = false;
};

template <class S>
Interval range_of(const Interval& x, const Interval& y) {
  return gap_enclosure(S{}, 0.0, Vector<2, Interval>{x, y})[0];
}
template <class S>
Interval rate_of(const Interval& x, const Interval& y) {
  return gap_rate_enclosure(S{}, 0.0, Vector<2, Interval>{x, y}, Vector<2, Interval>{Interval(1.0), Interval(0.0)})[0];
}

TEST(GapEnclosure, HoldsBothSidesOfAJump) {
  const Interval stairs = range_of<Stairs>({-0.1, 0.1}, 3.0);
  EXPECT_TRUE(covers(stairs, 2) && covers(stairs, 3));
  EXPECT_TRUE(rate_of<Stairs>({-0.1, 0.1}, 3.0).is_entire());
  EXPECT_LT(range_of<Stairs>({0.1, 0.2}, 3.0).high, 2.1);
  const Interval angle = range_of<Winding>({-2, -1}, {-0.1, 0.1});
  EXPECT_TRUE(covers(angle, 3.1) && covers(angle, -3.1));
  EXPECT_TRUE(rate_of<Winding>({-2, -1}, {-0.1, 0.1}).is_entire());
  EXPECT_LT(range_of<Winding>({1, 2}, {-0.1, 0.1}).width(), 0.3);
}

TEST(GapEnclosure, HoldsBothSidesOfAKink) {
  const Interval roof = range_of<Roof>({-0.1, 0.2}, 1.0);
  EXPECT_EQ(roof.low, 1);
  EXPECT_NEAR(roof.high, 1.2, 1e-15);
  const Interval rate = rate_of<Roof>({-0.1, 0.2}, 1.0);
  EXPECT_EQ(rate.low, -1);
  EXPECT_EQ(rate.high, 1);
  EXPECT_EQ(rate_of<Roof>({0.1, 0.2}, 1.0).low, 1);
}

TEST(GapEnclosure, IsTheWholeLineWhereAComparisonHasNoAnswer) {
  EXPECT_TRUE(range_of<ComparedRoof>({-0.1, 0.2}, 1.0).is_entire());
  EXPECT_TRUE(rate_of<ComparedRoof>({-0.1, 0.2}, 1.0).is_entire());
  EXPECT_NEAR(range_of<ComparedRoof>({0.1, 0.2}, 1.0).low, 1.1, 1e-15);
}

TEST(GapEnclosure, IsNotOfferedByMechanismsOfDoubles) {
  struct ByHand : Particle {
    std::array<ContactKinematics<2>, 1> contacts(double, const Vector<2>& q, const Vector<2>&) const {
      return {ContactKinematics<2>{.gap = q[1], .normal = {0, 1}, .tangent = {1, 0}}};
    }
  };
  static_assert(Mechanism<ByHand> && !EnclosesGaps<ByHand> && !EnclosesGaps<OfDoubles> && EnclosesGaps<Roof>);
  for (const bool by_hand : {true, false}) {
    const ModelOf<ByHand> given{ByHand{}};
    const ModelOf<OfDoubles> derived{OfDoubles{}};
    const Model& model = by_hand ? static_cast<const Model&>(given) : derived;
    EXPECT_FALSE(model.encloses_gaps());
    const std::array<Interval, 2> q{1.0, 2.0};
    std::array<Interval, 1> g, rate;
    model.gap_enclosure(0.0, q.data(), g.data());
    model.gap_rate_enclosure(0.0, q.data(), q.data(), rate.data());
    EXPECT_TRUE(g[0].is_entire());
    EXPECT_TRUE(rate[0].is_entire());
  }
}

}  // namespace
}  // namespace carom
