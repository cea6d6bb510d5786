// SPDX-License-Identifier: Apache-2.0
// The rod on a plate: its collisions are those of the map, and its falls close their ledger.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "carom/base/bad_input.hpp"
#include "carom/base/random.hpp"
#include "carom/engine/contact_impact.hpp"
#include "carom/model/check_jacobian.hpp"
#include "carom/systems/rod_on_plate.hpp"
#include "carom/systems/rod_on_plate_engine.hpp"
#include "carom/theory/rod_collision.hpp"

namespace carom {
namespace {

using theory::RodCollision;
using theory::RodCollisionResult;
using theory::RodRegime;

RodShape shape_of(RodTip geometry) { return {.geometry = geometry, .l = 0.057, .d = 0.006}; }

ContactLaw law_of(double eps, double mu) {
  return {.e = eps, .mu_s = mu, .mu_c = mu, .mu_s_i = mu, .mu_i = mu, .along_path = true};
}

// The velocities after an impact at tilt φ.
Vector<3> impact(const RodOnPlate& rod, const Vector<3>& u, Restitution law) {
  const Vector<3> q = rod.touching(0);
  const LocalInertia<RodOnPlate> local = local_inertia(rod, 0.0, q, u);
  const ImpactResult<1> r = solve_impact(impact_problem(rod, local, {0}, 1, u), {.law = law});
  EXPECT_EQ(r.failure, ImpactFailure::none);
  return u + local.inverse_mass * (local.contacts[0].normal * r.P_n[0] + local.contacts[0].tangent * r.P_t[0]);
}

TEST(RodOnPlate, HasTheJacobiansOfItsGap) {
  for (const RodTip geometry : {RodTip::thin, RodTip::thick, RodTip::flat}) {
    const RodOnPlate rod({.shape = shape_of(geometry), .V_z = 0.3});
    const JacobianCheck check = check_jacobian(rod, {.t = 0.02, .q = {0.1, 0.05, 0.4}, .u = {0.3, -0.2, 2}});
    EXPECT_TRUE(check.passed()) << name(geometry) << ' ' << check.where << ' ' << check.worst;
  }
}

TEST(RodOnPlate, CollidesAsTheMapDoes) {
  Random random(41);
  std::map<RodRegime, int> seen;
  double worst = 0;
  for (int i = 0; i < 20000;) {
    RodShape shape = shape_of(static_cast<RodTip>(random.index(3)));
    shape.inertia = static_cast<RodInertia>(random.index(2));
    const double phi = random.uniform(shape.geometry == RodTip::flat ? 0.01 : -1.5, 1.5);
    const double mu = random.uniform(0, 1.2), eps = random.uniform(0, 1), V_z = random.uniform(-0.2, 0.2);
    const Vector<3> u{random.uniform(-1, 1), random.uniform(-1, 0.2), random.uniform(-10, 10)};
    const RodOnPlate rod({.shape = shape, .phi = phi, .V_z = V_z, .law = law_of(eps, mu)});
    const RodCollision c{
        .lever = rod_lever(shape, phi), .mu = mu, .eps = eps, .c_x = u[0], .c_z = u[1], .omega = u[2], .V_z = V_z};
    if (c.c_z - V_z + c.omega * c.lever.X >= 0) continue;
    ++i;
    for (const Restitution law : {Restitution::newton, Restitution::poisson, Restitution::energetic}) {
      const RodCollisionResult map = law == Restitution::newton ? collide(c) : collide_by_impulses(c, law);
      const Vector<3> v = impact(rod, u, law);
      if (law == Restitution::newton) ++seen[map.regime];
      const double speed = std::abs(u[0]) + std::abs(u[1]) + 0.03 * std::abs(u[2]) + map.P_z;
      worst = std::max({worst, std::abs(v[0] - map.c_x) / speed, std::abs(v[1] - map.c_z) / speed,
                        0.03 * std::abs(v[2] - map.omega) / speed});
    }
    ASSERT_LT(worst, 1e-12) << i;
  }
  EXPECT_GT(seen[RodRegime::slide], 1000);
  EXPECT_GT(seen[RodRegime::slip_stick], 1000);
  EXPECT_GT(seen[RodRegime::slip_reversal], 1000);
}

struct Bounces {
  std::vector<std::pair<State<3>, State<3>>> impacts;
  template <class Piece>
  void segment(const Piece&) {}
  void event(const EventBatch<RodOnPlate>& batch) {
    if (batch.kind == EventKind::impact) impacts.emplace_back(batch.before, batch.after);
  }
  bool stop() const { return false; }
};

TEST(RodOnPlate, FallsBouncesAndLiesDownWithAClosedLedger) {
  for (const RodTip geometry : {RodTip::thin, RodTip::thick, RodTip::flat})
    for (const Restitution law : {Restitution::newton, Restitution::poisson, Restitution::energetic}) {
      const RodOnPlate rod({.shape = shape_of(geometry), .law = law_of(0.65, 0.3)});
      Bounces bounces;
      RunOptions options{.t_end = 2};
      options.impact.law = law;
      const auto report = run_watched(rod, rod.initial_state(), options, bounces);
      EXPECT_TRUE(succeeded(report.outcome)) << name(report.outcome) << report.reason;
      EXPECT_LT(report.ledger.relative_residual(), 1e-9);
      EXPECT_LT(report.final.t, 1) << "it lies down";
      ASSERT_GT(bounces.impacts.size(), 1u);
      for (const auto& [before, after] : bounces.impacts) {
        const RodCollisionResult map = theory::collide_by_impulses({.lever = rod_lever(shape_of(geometry), before.q[2]),
                                                                    .mu = 0.3,
                                                                    .eps = 0.65,
                                                                    .c_x = before.u[0],
                                                                    .c_z = before.u[1],
                                                                    .omega = before.u[2]},
                                                                   law);
        EXPECT_NEAR(after.u[0], map.c_x, 1e-9);
        EXPECT_NEAR(after.u[1], map.c_z, 1e-9);
      }
    }
}

TEST(RodOnPlate, FallsOnAMovingPlateAsOnOneAtRest) {
  const double V = 0.25;
  Bounces at_rest, moving;
  const RodOnPlate still({.c_z = -V}), rising({.V_z = V});
  RunOptions options{.t_end = 0.1};
  options.impact.law = Restitution::newton;
  const auto a = run_watched(still, still.initial_state(), options, at_rest);
  const auto b = run_watched(rising, rising.initial_state(), options, moving);
  ASSERT_EQ(at_rest.impacts.size(), moving.impacts.size());
  EXPECT_NEAR(a.final.q[0], b.final.q[0], 1e-9);
  EXPECT_NEAR(a.final.q[2], b.final.q[2], 1e-8);
  EXPECT_NEAR(a.final.u[1] + V, b.final.u[1], 1e-8);
  EXPECT_LT(b.ledger.relative_residual(), 1e-9);
}

TEST(RodOnPlate, RefusesAShapeThatIsNone) {
  EXPECT_THROW(RodOnPlate({.shape = {.geometry = RodTip::thick, .l = 0.001, .d = 0.006}}), BadInput);
}

}  // namespace
}  // namespace carom
