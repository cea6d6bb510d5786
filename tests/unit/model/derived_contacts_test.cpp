// SPDX-License-Identifier: Apache-2.0
#include "carom/model/derived_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "carom/model/mechanism.hpp"
#include "support/derived.hpp"

namespace carom {
namespace {

using namespace testing_support;

// A number and all its derivatives.
void put(double x, std::vector<double>& list) { list.push_back(x); }
template <class T>
void put(const Dual<T>& x, std::vector<double>& list) {
  put(x.value, list);
  put(x.slope, list);
}

// As many directions as the kind of number has.
void vary(double&, Random&) {}
template <class T>
void vary(Dual<T>& x, Random& random) {
  vary(x.value, random);
  x.slope = T(random.uniform(-1, 1));
  vary(x.slope, random);
}

struct Difference {
  double places = 0, drifts = 0;  // of the largest number among those of a kind
};

double difference(const std::vector<double>& a, const std::vector<double>& b, double size) {
  double worst = 0;
  for (double x : b) size = std::max(size, std::abs(x));
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (!std::isfinite(a[k]) || !std::isfinite(b[k])) return HUGE_VAL;
    worst = std::max(worst, std::abs(a[k] - b[k]) / size);
  }
  return worst;
}

template <class Real, class S>
Difference derived_against_given(const S& system, const State<S::dof>& state, Random& random) {
  constexpr int dof = S::dof;
  Real t(state.t);
  vary(t, random);
  Vector<dof, Real> q, u;
  for (int k = 0; k < dof; ++k) {
    q[k] = Real(state.q[k]);
    u[k] = Real(state.u[k]);
    vary(q[k], random);
    vary(u[k], random);
  }
  const ContactArray<S, Real> given = contact_kinematics(system, t, q, u);
  const ContactArray<S, Real> derived = contact_kinematics(Derived<S>{system}, t, q, u);
  Difference worst;
  const Scales scales = system.scales();
  const auto compare = [](const auto& a, const auto& b, double size) {
    std::vector<double> left, right;
    put(a, left);
    put(b, right);
    return difference(left, right, size);
  };
  for (int i = 0; i < S::contact_count; ++i) {
    const auto &a = derived[i], &b = given[i];
    double places = std::max({compare(a.gap, b.gap, scales.length),
                              compare(a.normal_surface_velocity, b.normal_surface_velocity, scales.speed),
                              compare(a.tangential_surface_velocity, b.tangential_surface_velocity, scales.speed)});
    std::vector<double> left, right;
    for (int k = 0; k < dof; ++k) {
      put(a.normal[k], left);
      put(a.tangent[k], left);
      put(b.normal[k], right);
      put(b.tangent[k], right);
    }
    worst.places = std::max({worst.places, places, difference(left, right, 0)});
    worst.drifts = std::max({worst.drifts, compare(a.normal_drift, b.normal_drift, scales.speed / scales.time),
                             compare(a.tangential_drift, b.tangential_drift, scales.speed / scales.time)});
  }
  return worst;
}

template <class Real>
void expect_derived_as_given() {
  Random random(7);
  for (int round = 0; round < 10; ++round)
    for_every_system(random, [&](const auto& system) {
      const Difference d = derived_against_given<Real>(system, random_state(system, random), random);
      EXPECT_LE(d.places, 1e-12) << typeid(system).name();
      EXPECT_LE(d.drifts, 1e-9) << typeid(system).name();
    });
}

TEST(DerivedContacts, AreThoseGivenByHandOfEverySystem) { expect_derived_as_given<double>(); }
TEST(DerivedContacts, HaveTheDerivativesOfThoseGivenByHand) { expect_derived_as_given<Dual<double>>(); }
TEST(DerivedContacts, HaveTheSecondDerivativesOfThoseGivenByHand) { expect_derived_as_given<Dual<Dual<double>>>(); }

// A bead inside a round bowl: its gap is R − |q|, and it slides by the length of the arc.
struct Bowl {
  static constexpr int dof = 2, contact_count = 1;
  double R = 2;
  template <class Real>
  std::array<Real, 1> gap(Number<Real>, const Vector<2, Real>& q) const {
    using std::hypot;
    return {R - hypot(q[0], q[1])};
  }
  template <class Real>
  std::array<Real, 1> slide(Number<Real>, const Vector<2, Real>& q) const {
    using std::atan2;
    return {R * atan2(q[0], -q[1])};
  }
};

TEST(DerivedContacts, OfABeadInABowlAreThoseOfACircle) {
  const Bowl bowl;
  const double v = 3;
  const ContactKinematics<2> bottom = derived_contacts(bowl, 0.0, Vector<2>(0, -2), Vector<2>(v, 0))[0];
  EXPECT_DOUBLE_EQ(bottom.gap, 0);
  EXPECT_TRUE(bottom.normal.isApprox(Vector<2>(0, 1)));
  EXPECT_TRUE(bottom.tangent.isApprox(Vector<2>(1, 0)));
  // Straight on, the bead would leave the circle through the wall with v²/R, though its gap has no slope here.
  EXPECT_DOUBLE_EQ(bottom.normal_drift, -v * v / bowl.R);
  EXPECT_NEAR(bottom.tangential_drift, 0, 1e-15);
}

// N beads on a line, without friction.
template <int N>
struct Beads {
  static constexpr int dof = N, contact_count = N;
  template <class Real>
  std::array<Real, N> gap(Number<Real> t, const Vector<N, Real>& q) const {
    std::array<Real, N> result;
    for (int i = 0; i < N; ++i) result[i] = i == 0 ? Real(q[0] + t * t) : Real(q[i] - q[i - 1] - 0.1);
    return result;
  }
};

TEST(DerivedContacts, OfManyBeadsAreThoseOfTheirNeighbours) {
  constexpr int N = 20;
  const Vector<N> q = Vector<N>::LinSpaced(0, 1), u = Vector<N>::Ones();
  const auto contacts = derived_contacts(Beads<N>{}, 3.0, q, u);
  EXPECT_EQ(contacts[0].normal, Vector<N>::Unit(0));
  EXPECT_DOUBLE_EQ(contacts[0].normal_surface_velocity, 6);
  EXPECT_DOUBLE_EQ(contacts[0].normal_drift, 2);
  for (int i = 1; i < N; ++i) {
    EXPECT_EQ(contacts[i].normal, Vector<N>(Vector<N>::Unit(i) - Vector<N>::Unit(i - 1)));
    EXPECT_EQ(contacts[i].normal_drift, 0);
  }
}

TEST(DerivedContacts, HaveNoTangentWithoutSlideOrSlip) {
  const auto contacts = derived_contacts(Beads<2>{}, 0.0, Vector<2>(0, 1), Vector<2>(1, 1));
  for (const auto& contact : contacts) {
    EXPECT_EQ(contact.tangent, Vector<2>(0, 0));
    EXPECT_EQ(contact.tangential_velocity(Vector<2>(5, 7)), 0);
    EXPECT_EQ(contact.tangential_drift, 0);
  }
}

// What is written by hand is taken as it is, whatever else the mechanism gives.
struct ByHand : BouncingBall {
  using BouncingBall::BouncingBall;
  template <class Real>
  std::array<Real, 1> gap(Number<Real>, const Vector<3, Real>& q) const {
    return {7 * q[1]};
  }
};

TEST(ContactKinematics, ByHandComeFirst) {
  const ByHand ball{BouncingBallSettings{}};
  const Vector<3> q(0, 1, 0), u(1, 2, 3);
  EXPECT_EQ(contact_kinematics(ball, 0, q, u)[0].normal, Vector<3>(0, 1, 0));
}

// The equations of a point of unit mass, to be given contacts.
struct Point {
  static constexpr int dof = 2, contact_count = 1;
  Matrix<2, 2> mass_matrix(const Vector<2>&) const { return Matrix<2, 2>::Identity(); }
  template <class Real>
  Matrix<2, 2, Real> inverse_mass(const Vector<2, Real>&) const {
    return Matrix<2, 2, Real>::Identity();
  }
  template <class Real>
  Vector<2, Real> force(Number<Real>, const Vector<2, Real>&, const Number<Vector<2, Real>>&) const {
    return {0.0, -9.81};
  }
  double potential_energy(const Vector<2>& q) const { return 9.81 * q[1]; }
  ContactLaw contact_law(int) const {
    return {.e = 0.5, .mu_s = 0.4, .mu_c = 0.3, .mu_s_i = 0.2, .mu_i = 0.1, .eps_T = 0.6};
  }
  Scales scales() const { return {}; }
};
struct PointOverFloor : Point {
  template <class Real>
  std::array<Real, 1> gap(Number<Real>, const Vector<2, Real>& q) const {
    return {q[1]};
  }
};
struct PointOnFloor : PointOverFloor {
  template <class Real>
  std::array<Real, 1> slide(Number<Real>, const Vector<2, Real>& q) const {
    return {q[0]};
  }
};
struct DoublesOnly : Point {
  std::array<double, 1> gap(double, const Vector<2>& q) const { return {q[1]}; }
};

TEST(Mechanism, GivesContactsOrGaps) {
  static_assert(Mechanism<PointOverFloor> && Mechanism<PointOnFloor> && Mechanism<BouncingBall>);
  static_assert(DifferentiableMechanism<PointOnFloor> && DifferentiableMechanism<Derived<Dimer>>);
  static_assert(GivesEquations<Point> && !Mechanism<Point>, "no contacts at all");
  static_assert(!Mechanism<DoublesOnly>, "a gap of doubles has no derivatives");
  static_assert(!Mechanism<Bowl>, "no equations");
  EXPECT_EQ(gaps(PointOverFloor{}, 0, Vector<2>(1, 5))[0], 5);
}

TEST(Mechanism, WithoutADirectionAlongTheSurfaceHasNoFriction) {
  const ContactLaw law = contact_law(PointOverFloor{}, 0);
  EXPECT_EQ(law, ContactLaw{.e = 0.5});
  EXPECT_EQ(contact_law(PointOnFloor{}, 0), Point{}.contact_law(0));
}

}  // namespace
}  // namespace carom
