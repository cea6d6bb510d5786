// SPDX-License-Identifier: Apache-2.0
#include "carom/model/check_jacobian.hpp"

#include <gtest/gtest.h>

#include "support/derived.hpp"
#include "support/mechanisms.hpp"

namespace carom {
namespace {

using namespace testing_support;

TEST(CheckJacobian, PassesEverySystemAtRandomStatesWithItsTangents) {
  Random random(1);
  for (int round = 0; round < 20; ++round)
    for_every_system(random, [&](const auto& system) {
      const JacobianCheck check = check_jacobian(system, random_state(system, random));
      EXPECT_TRUE(check.passed()) << typeid(system).name() << " " << check.where << " " << check.worst;
      EXPECT_TRUE(check.tangents_checked);
    });
}

// One entry of the tangent of one contact has the wrong sign, and so has what it adds to the drift: by differences alone
// nothing is amiss.
template <class S>
struct WrongTangent : S {
  int contact, entry;
  WrongTangent(const S& right, int i, int k) : S(right), contact(i), entry(k) {}
  ContactArray<S> contacts(double t, const Vector<S::dof>& q, const Vector<S::dof>& u) const {
    ContactArray<S> result = S::contacts(t, q, u);
    const double dt = 1e-6 * S::scales().time;
    const auto entry_at = [&](double s) {
      return S::contacts(t + s, Vector<S::dof>(q + s * u), u)[contact].tangent[entry];
    };
    result[contact].tangent[entry] *= -1;
    result[contact].tangential_drift -= 2 * u[entry] * (entry_at(dt) - entry_at(-dt)) / (2 * dt);
    return result;
  }
};

TEST(CheckJacobian, FindsAWrongSignInAnyTangentOfAnySystem) {
  Random random(5);
  for_every_system(random, [&](const auto& system) {
    using S = std::decay_t<decltype(system)>;
    const State<S::dof> state = random_state(system, random);
    const ContactArray<S> right = system.contacts(state.t, state.q, state.u);
    for (int i = 0; i < S::contact_count; ++i)
      for (int k = 0; k < S::dof; ++k) {
        if (right[i].tangent[k] == 0) continue;
        const JacobianCheck check = check_jacobian(WrongTangent<S>(system, i, k), state);
        EXPECT_FALSE(check.passed(1e-3)) << typeid(system).name() << " contact " << i << " entry " << k;
        EXPECT_NE(check.where.find("contact " + std::to_string(i) + ": tangential"), std::string::npos) << check.where;
      }
  });
}

// Nothing says which point of the particle slides.
struct BackwardsCorner : Corner {
  std::array<ContactKinematics<2>, 2> contacts(double t, const Vector<2>& q, const Vector<2>& u) const {
    std::array<ContactKinematics<2>, 2> result = Corner::contacts(t, q, u);
    result[0].tangent[1] *= -1;
    return result;
  }
};

TEST(CheckJacobian, SaysThatTangentsCannotBeCheckedWithoutSlideOrSlip) {
  Random random(6);
  const BackwardsCorner corner;
  const JacobianCheck check = check_jacobian(corner, random_state(corner, random));
  EXPECT_TRUE(check.passed());
  EXPECT_FALSE(check.tangents_checked);
}

struct DraggedBall : BouncingBall {
  using BouncingBall::BouncingBall;
  template <class Real>
  std::array<Real, 1> slip(Number<Real>, const Vector<3, Real>&, const Number<Vector<3, Real>>& u) const {
    return {u[0] + 0.01 * u[2] + u[1] * u[1]};
  }
};

TEST(CheckJacobian, RefusesASlipThatIsNotAffineInTheVelocities) {
  Random random(8);
  const DraggedBall ball{BouncingBallSettings{}};
  const JacobianCheck check = check_jacobian(ball, random_state<BouncingBall>(ball, random));
  EXPECT_FALSE(check.passed());
  EXPECT_NE(check.where.find("affine"), std::string::npos) << check.where;
}

TEST(CheckJacobian, PassesTheDimerOfAnyShapeOnAnyPlate) {
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    DimerSettings settings;
    settings.shape.A_r = random.uniform(2.1, 8);
    settings.Gamma = random.uniform(0, 2);
    settings.phase = random.uniform(0, 6);
    const Dimer dimer(settings);
    const JacobianCheck check = check_jacobian(dimer, random_state(dimer, random));
    EXPECT_TRUE(check.passed()) << check.where << " " << check.worst;
  }
}

TEST(CheckJacobian, PassesTheBouncingBallAndTheMechanismsOfTheTests) {
  Random random(2);
  for (int i = 0; i < 20; ++i) {
    const BouncingBall ball({});
    EXPECT_TRUE(check_jacobian(ball, random_state(ball, random)).passed());
    Block<3> block;
    block.a = {-0.1, 0, 0.1};
    block.slope = 0.2;
    block.A_x = 0.03;
    block.A_y = 0.02;
    block.omega = 30;
    const JacobianCheck of_block = check_jacobian(block, random_state(block, random));
    EXPECT_TRUE(of_block.passed()) << of_block.where << " " << of_block.worst;
    const BeltMass belt;
    EXPECT_TRUE(check_jacobian(belt, random_state(belt, random)).passed());
    const Corner corner;
    EXPECT_TRUE(check_jacobian(corner, random_state(corner, random)).passed());
    const Column<3> column;
    EXPECT_TRUE(check_jacobian(column, random_state(column, random)).passed());
  }
}

enum class Mistake { none, normal_drift, tangential_drift, normal, surface_velocity, force, power };

struct WrongRod : PainleveRod {
  Mistake mistake = Mistake::none;
  Vector<3> force(double t, const Vector<3>& q, const Vector<3>& u) const {
    Vector<3> h = PainleveRod::force(t, q, u);
    if (mistake == Mistake::force) h[2] += 0.01;
    return h;
  }
  double applied_power(double, const Vector<3>&, const Vector<3>&) const { return mistake == Mistake::power ? 0.1 : 0; }
  std::array<ContactKinematics<3>, 1> contacts(double t, const Vector<3>& q, const Vector<3>& u) const {
    std::array<ContactKinematics<3>, 1> c = PainleveRod::contacts(t, q, u);
    if (mistake == Mistake::normal_drift) c[0].normal_drift = -c[0].normal_drift;
    if (mistake == Mistake::tangential_drift) c[0].tangential_drift *= 1.001;
    if (mistake == Mistake::normal) c[0].normal[2] *= 1.0001;
    if (mistake == Mistake::surface_velocity) c[0].normal_surface_velocity = 0.01;
    return c;
  }
};

TEST(CheckJacobian, CatchesEveryMistake) {
  Random random(3);
  WrongRod rod;
  const State<3> state = random_state(rod, random);
  EXPECT_TRUE(check_jacobian(rod, state).passed());
  const auto where = [&](Mistake mistake) {
    rod.mistake = mistake;
    const JacobianCheck check = check_jacobian(rod, state);
    EXPECT_FALSE(check.passed());
    return check.where;
  };
  EXPECT_EQ(where(Mistake::normal_drift), "contact 0: normal drift");
  EXPECT_EQ(where(Mistake::tangential_drift), "contact 0: tangential drift");
  EXPECT_NE(where(Mistake::normal).find("normal"), std::string::npos);
  EXPECT_EQ(where(Mistake::surface_velocity), "contact 0: normal surface velocity");
  EXPECT_NE(where(Mistake::force).find("energy balance"), std::string::npos);
  EXPECT_NE(where(Mistake::power).find("energy balance"), std::string::npos);
}

TEST(CheckJacobian, CatchesNotANumber) {
  WrongRod rod;
  State<3> state;
  state.q[2] = std::nan("");
  EXPECT_FALSE(check_jacobian(rod, state).passed());
}

}  // namespace
}  // namespace carom
