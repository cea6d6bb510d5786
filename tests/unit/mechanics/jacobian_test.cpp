#include <gtest/gtest.h>

#include "carom/mechanics/check_jacobian.hpp"
#include "carom/systems/bouncing_ball.hpp"
#include "carom/systems/dimer.hpp"

namespace carom {
namespace {

const State<3> moving{.t = 0.0123, .q = Vector<3>(0.01, 0.008, 0.15), .u = Vector<3>(0.05, -0.1, 3.0)};

TEST(CheckJacobian, PassesForTheDimerAndTheBall) {
  const JacobianCheck dimer = check_jacobian(Dimer({}), moving);
  EXPECT_TRUE(dimer.passed()) << dimer.where << " " << dimer.worst;
  const JacobianCheck ball = check_jacobian(BouncingBall({}), moving);
  EXPECT_TRUE(ball.passed()) << ball.where << " " << ball.worst;
}

enum class Mistake { normal, drift, surface, tangential_drift, force };

struct WrongDimer : Dimer {
  Mistake mistake;
  explicit WrongDimer(Mistake m) : Dimer(DimerSettings{}), mistake(m) {}
  std::array<ContactKinematics<3>, 2> contacts(double t, const Coordinates& q, const Coordinates& u) const {
    auto tips = Dimer::contacts(t, q, u);
    if (mistake == Mistake::normal) tips[1].normal[2] *= 1.01;
    if (mistake == Mistake::drift) tips[0].normal_drift += 0.1;
    if (mistake == Mistake::surface) tips[0].normal_surface_velocity *= -1;
    if (mistake == Mistake::tangential_drift) tips[1].tangential_drift *= -1;
    return tips;
  }
  Coordinates force(double t, const Coordinates& q, const Coordinates& u) const {
    return Dimer::force(t, q, u) * (mistake == Mistake::force ? 1.02 : 1.0);
  }
};

TEST(CheckJacobian, CatchesEachKindOfMistake) {
  for (const Mistake m : {Mistake::normal, Mistake::drift, Mistake::surface, Mistake::tangential_drift, Mistake::force})
    EXPECT_FALSE(check_jacobian(WrongDimer(m), moving).passed()) << static_cast<int>(m);
}

}  // namespace
}  // namespace carom
