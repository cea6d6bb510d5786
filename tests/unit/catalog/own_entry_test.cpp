// SPDX-License-Identifier: Apache-2.0
// The least that a mechanism and its entry must say to be a system with runs, impacts and records.
#include <gtest/gtest.h>

#include "carom/base/constants.hpp"
#include "carom/catalog/mechanism_system.hpp"
#include "support/memory_sink.hpp"
#include "unit/base/message.hpp"

namespace carom::study {
namespace {

// A point mass over a floor: no kinematics by hand, no coordinates to show other than its own.
struct Point {
  static constexpr int dof = 2, contact_count = 1;
  double m = 2, g = gravity;
  ContactLaw law{.e = 0.5, .mu_s = 0.3, .mu_c = 0.3, .mu_s_i = 0.3, .mu_i = 0.3};
  Matrix<2, 2> mass_matrix(const Vector<2>&) const { return m * Matrix<2, 2>::Identity(); }
  Vector<2> force(double, const Vector<2>&, const Vector<2>&) const { return {0, -m * g}; }
  double potential_energy(const Vector<2>& q) const { return m * g * q[1]; }
  template <class Real>
  std::array<Real, 1> gap(Number<Real>, const Vector<2, Real>& q) const {
    return {q[1]};
  }
  template <class Real>
  std::array<Real, 1> slide(Number<Real>, const Vector<2, Real>& q) const {
    return {q[0]};
  }
  const ContactLaw& contact_law(int) const { return law; }
  Scales scales() const { return {}; }
  State<2> initial_state() const { return {.t = 0, .q = {0, 1}, .u = {1, 0}}; }
};

struct PointEntry {
  using Mechanism = Point;
  static SystemCard card() {
    SystemCard card{.name = "point", .summary = "a point mass over a floor"};
    card.coordinates = {{"x", "m", "along the floor"}, {"y", "m", "above it"}};
    card.contacts = {{.name = "floor"}};
    return card;
  }
  static Point make(Parameters&) { return {}; }
};

TEST(OwnEntry, WithoutWatchAndShownCoordinatesRunsAndIsRecorded) {
  const MechanismSystem<PointEntry> system;
  test::MemoryEvents events;
  test::MemoryRows rows;
  RunRequest request = system.request();
  request.events = &events;
  request.rows = &rows;
  request.until = 3;
  const RunResult result = system.run(request);
  EXPECT_EQ(result.outcome, Outcome::reached_end);
  EXPECT_TRUE(result.observables.empty());
  EXPECT_NEAR(events.rows.at(0).t, std::sqrt(2 / gravity), 1e-10);
  EXPECT_NEAR(result.q.at(1), 0, 1e-12);
  // Friction could take μ (1 + e) v_n = 1.99 m/s in the first impact and takes the 1 m/s that there are.
  EXPECT_NEAR(result.u.at(0), 0, 1e-12);
  EXPECT_NEAR(result.q.at(0), std::sqrt(2 / gravity), 1e-10);
  EXPECT_GT(rows.rows.size(), 10u);
}

TEST(OwnEntry, WithoutATouchingConfigurationWantsTheOneOfItsImpact) {
  const MechanismSystem<PointEntry> system;
  ImpactRequest request{.parameters = system.defaults(), .u = {10, -2}};
  EXPECT_EQ(test::message_of([&] { system.impact(request); }),
            "q is missing: the system has no touching configuration of its own; give one with --q");
  request.q = {0, 0};
  const ImpactOutcome outcome = system.impact(request);
  EXPECT_NEAR(outcome.u_plus.at(1), 1, 1e-12);
  EXPECT_NEAR(outcome.u_plus.at(0), 10 - 0.3 * 3, 1e-12);
}

}  // namespace
}  // namespace carom::study
