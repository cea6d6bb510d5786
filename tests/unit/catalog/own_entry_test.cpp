// SPDX-License-Identifier: Apache-2.0
// The least that a mechanism and its entry must say to be a system with runs, impacts and records.
#include <gtest/gtest.h>

#include "carom/base/constants.hpp"
#include "carom/catalog/mechanism_system.hpp"
#include "carom/catalog/model_entry.hpp"
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

// The same as a model known at run time, for which nothing of the engine is compiled: an entry with a watch of its own.
struct WatchedPointEntry {
  static constexpr SectionChoice section = highest(1);
  static constexpr std::array<int, 1> free_coordinates{0};

  class Watch final : public ModelWatch {
   public:
    explicit Watch(const Point& point) : m_(point.m) {}
    void segment(PieceView& piece) override { highest_ = std::max(highest_, piece.at(piece.t1()).q[1]); }
    void event(const EventView& batch) override {
      if (batch.kind != EventKind::impact) return;
      ++impacts_;
      momentum_ += m_ * (batch.after.u[1] - batch.before.u[1]);
    }
    std::vector<std::pair<std::string, Value>> observables(bool located) const override {
      return read(list(), *this, located);
    }
    static const std::vector<Observable<Watch>>& list() {
      static const std::vector<Observable<Watch>> list{
          {"impacts", "1", "resolved one by one", &Watch::impacts_},
          {"momentum", "kg m/s", "given to it by the floor in impacts", &Watch::momentum_},
          {"highest", "m", "at the end of a piece of the motion", &Watch::highest_, SeenBy::every_scheme}};
      return list;
    }

   private:
    double m_, momentum_ = 0, highest_ = 0;
    long impacts_ = 0;
  };

  static SystemCard card() {
    SystemCard card = PointEntry::card();
    card.parameters.add({.name = "e", .value = 0.5, .min = 0, .max = 1, .meaning = "restitution"});
    return card;
  }
  static Point make(Parameters& set) {
    Point point;
    point.law.e = set["e"];
    return point;
  }
  static Vector<2> touching(const Point&, double) { return {3, 0}; }
};

TEST(OwnEntryOfAModel, HasAWatchWhoseObservablesTheCardTells) {
  const std::unique_ptr<System> system = system_of<WatchedPointEntry>();
  EXPECT_EQ(system->card().observables.size(), 3u);
  EXPECT_EQ(system->card().observables.at(1).name, "momentum");
  EXPECT_EQ(system->card().section, text_of(highest(1), system->card().coordinates));
  RunRequest request = system->request();
  request.parameters.assign("e=0.8");
  request.until = 1;  // the first impact after 0.4515 s, the second after 1.1739 s
  const RunResult result = system->run(request);
  ASSERT_EQ(result.observables.size(), 3u);
  EXPECT_EQ(std::get<long>(result.observables[0].second), 1);
  EXPECT_NEAR(std::get<double>(result.observables[1].second), 2 * 1.8 * std::sqrt(2 * gravity), 1e-9);
  EXPECT_LT(std::get<double>(result.observables[2].second), 1);
}

TEST(OwnEntryOfAModel, TouchesWhereItSays) {
  const std::unique_ptr<System> system = system_of<WatchedPointEntry>();
  const ImpactOutcome outcome = system->impact({.parameters = system->defaults(), .u = {10, -2}});
  EXPECT_NEAR(outcome.u_plus.at(1), 1, 1e-12);
}

}  // namespace
}  // namespace carom::study
