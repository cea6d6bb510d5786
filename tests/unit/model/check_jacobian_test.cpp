// SPDX-License-Identifier: Apache-2.0
#include "carom/model/check_jacobian.hpp"

#include <gtest/gtest.h>

#include "carom/base/random.hpp"
#include "carom/systems/bouncing_ball.hpp"
#include "carom/systems/dimer.hpp"
#include "carom/systems/painleve_rod.hpp"
#include "carom/systems/rocking_block.hpp"
#include "support/mechanisms.hpp"

namespace carom {
namespace {

using namespace testing_support;

template <class S>
State<S::dof> random_state(const S& system, Random& random) {
  State<S::dof> state;
  state.t = random.uniform(0, 10 * system.scales().time);
  for (int k = 0; k < S::dof; ++k) {
    state.q[k] = random.uniform(-0.3, 0.3);
    state.u[k] = random.uniform(-2, 2) * system.scales().speed;
  }
  return state;
}

TEST(CheckJacobian, PassesTheDimerAtRandomStates) {
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

TEST(CheckJacobian, PassesTheRockingBlockAndPainlevesRodAtRandomStates) {
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const RockingBlock block({.a = random.uniform(0.05, 1), .b = random.uniform(0.05, 1)});
    const JacobianCheck of_block = check_jacobian(block, random_state(block, random));
    EXPECT_TRUE(of_block.passed()) << of_block.where << " " << of_block.worst;
    const PainleveRod rod;
    const JacobianCheck of_rod = check_jacobian(rod, random_state(rod, random));
    EXPECT_TRUE(of_rod.passed()) << of_rod.where << " " << of_rod.worst;
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
