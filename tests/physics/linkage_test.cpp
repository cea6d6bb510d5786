// SPDX-License-Identifier: Apache-2.0
// Loops of joints: links with pins as bilateral constraints, one of them given twice, through the engine for any size.
#include <gtest/gtest.h>

#include <cmath>

#include "carom/catalog/any_model.hpp"
#include "carom/model/model_of.hpp"

namespace carom {
namespace {

// Crank, coupler and rocker as uniform rods between two pins on the ground, q = (x, y, θ) of each: nine coordinates, four
// pins, the last one said twice. A stop may stand in the way of the crank: where θ of the crank comes down to `stop`.
struct FourBar {
  static constexpr int dof = 9, contact_count = 1, constraint_count = 10;
  std::array<double, 3> length{1, 3, 2.5};
  double ground = 3, g = 9.81, stop = -1e9, e = 0.5;

  double mass(int link) const { return 2 * length[link]; }
  Matrix<dof, dof> mass_matrix(const Vector<dof>&) const {
    Vector<dof> diagonal;
    for (int b = 0; b < 3; ++b) diagonal.segment<3>(3 * b) << mass(b), mass(b), mass(b) * length[b] * length[b] / 12;
    return diagonal.asDiagonal();
  }
  template <class Real>
  Matrix<dof, dof, Real> inverse_mass(const Vector<dof, Real>&) const {
    Vector<dof> diagonal;
    for (int b = 0; b < 3; ++b)
      diagonal.segment<3>(3 * b) << 1 / mass(b), 1 / mass(b), 12 / (mass(b) * length[b] * length[b]);
    return Matrix<dof, dof>(diagonal.asDiagonal()).template cast<Real>();
  }
  template <class Real>
  Vector<dof, Real> force(Number<Real>, const Vector<dof, Real>&, const Number<Vector<dof, Real>>&) const {
    Vector<dof, Real> h = zeros<dof, Real>();
    for (int b = 0; b < 3; ++b) h[3 * b + 1] = -mass(b) * g;
    return h;
  }
  double potential_energy(const Vector<dof>& q) const {
    double sum = 0;
    for (int b = 0; b < 3; ++b) sum += mass(b) * g * q[3 * b + 1];
    return sum;
  }
  // An end of a link: side −1 or +1.
  template <class Real>
  std::array<Real, 2> end(const Vector<dof, Real>& q, int b, double side) const {
    using std::cos, std::sin;
    return {q[3 * b] + 0.5 * side * length[b] * cos(q[3 * b + 2]),
            q[3 * b + 1] + 0.5 * side * length[b] * sin(q[3 * b + 2])};
  }
  template <class Real>
  std::array<Real, constraint_count> constraint(Number<Real>, const Vector<dof, Real>& q) const {
    const auto A = end(q, 0, -1), B = end(q, 0, 1), C = end(q, 1, -1), D = end(q, 1, 1), E = end(q, 2, 1),
               F = end(q, 2, -1);
    return {A[0],        A[1],          B[0] - C[0], B[1] - C[1], D[0] - E[0],
            D[1] - E[1], F[0] - ground, F[1],        B[0] - C[0], B[1] - C[1]};
  }
  template <class Real>
  std::array<Real, 1> gap(Number<Real>, const Vector<dof, Real>& q) const {
    return {length[0] * (q[2] - stop)};
  }
  ContactLaw contact_law(int) const { return {.e = e}; }
  Scales scales() const { return {.length = 1, .speed = 3, .time = 0.3}; }
  std::string constraint_name(int i) const { return i < 2 ? "ground A" : i < 4 ? "B" : i < 6 ? "C" : "D"; }

  // The crank at an angle, turning: positions by the triangle of the other two links, velocities by differences.
  std::array<double, 3> angles(double crank) const {
    const double x = ground - length[0] * std::cos(crank), y = -length[0] * std::sin(crank);
    const double d = std::hypot(x, y), along = std::atan2(y, x);
    const double inner = std::acos((length[1] * length[1] + d * d - length[2] * length[2]) / (2 * length[1] * d));
    const double coupler = along + inner;
    const double tip_x = length[0] * std::cos(crank) + length[1] * std::cos(coupler) - ground;
    const double tip_y = length[0] * std::sin(crank) + length[1] * std::sin(coupler);
    return {crank, coupler, std::atan2(tip_y, tip_x)};
  }
  Vector<dof> configuration(double crank) const {
    const auto angle = angles(crank);
    Vector<dof> q;
    q << 0.5 * length[0] * std::cos(angle[0]), 0.5 * length[0] * std::sin(angle[0]), angle[0],
        length[0] * std::cos(angle[0]) + 0.5 * length[1] * std::cos(angle[1]),
        length[0] * std::sin(angle[0]) + 0.5 * length[1] * std::sin(angle[1]), angle[1],
        ground + 0.5 * length[2] * std::cos(angle[2]), 0.5 * length[2] * std::sin(angle[2]), angle[2];
    return q;
  }
  Vector<dof> slope(double crank) const {  // dq/dθ of the crank
    const double h = 1e-3;
    const auto at = [&](double s) { return configuration(crank + s); };
    return (672 * (at(h) - at(-h)) - 168 * (at(2 * h) - at(-2 * h)) + 32 * (at(3 * h) - at(-3 * h)) -
            3 * (at(4 * h) - at(-4 * h))) /
           (840 * h);
  }
};

using Any = study::AnyModel;

State<Any::dof> start_of(const FourBar& bar, double crank, double speed) {
  State<Any::dof> start;
  start.q = bar.configuration(crank);
  start.u = speed * bar.slope(crank);
  return start;
}

// How well the loop is closed, in units of a link and of its speed, at the ends of all segments.
struct LoopWatch {
  const FourBar& bar;
  double open = 0, rate = 0, turns = 0;
  void segment(const Segment<Any>& piece) {
    const State<Any::dof> at = piece.begin();
    const Vector<9> q = at.q, u = at.u;
    const auto c = constraint_kinematics(bar, at.t, q, u);
    for (const auto& row : c) {
      open = std::max(open, std::abs(row.value));
      rate = std::max(rate, std::abs(row.row.dot(u)) / std::abs(u[2]));
    }
    turns = q[2] / (2 * M_PI);
  }
  void event(const EventBatch<Any>&) {}
  bool stop() const { return std::abs(turns) > 1000; }
};

TEST(FourBar, ACrankRockerTurnsAThousandTimesWithOnePinGivenTwice) {
  const FourBar bar;
  const ModelOf<FourBar> model(bar);
  const Any any(model);
  const State<Any::dof> start = start_of(bar, 0.3, 12);
  LoopWatch watch{.bar = bar};
  const RunReport<Any> report = run_watched(any, start, {.t_end = 2000, .rtol = 1e-12, .atol = 1e-14}, watch);
  EXPECT_EQ(report.outcome, Outcome::stopped_by_observer) << report.brief();
  EXPECT_GT(watch.turns, 1000);
  EXPECT_LT(watch.open, 1e-11);
  EXPECT_LT(watch.rate, 1e-11);
  const double kinetic = kinetic_energy(any, start.q, start.u);
  EXPECT_LT(std::abs(report.ledger.residual()), 1e-9 * kinetic);
}

// Around a loop with one freedom a stop without friction throws every link back with the same e, whatever the pins carry.
TEST(FourBar, AStopThrowsTheWholeLoopBack) {
  FourBar bar;
  bar.stop = 0.5;
  const ModelOf<FourBar> model(bar);
  const Any any(model);
  struct {
    Vector<9> before, after;
    int impacts = 0;
    void segment(const Segment<Any>&) {}
    void event(const EventBatch<Any>& batch) {
      if (batch.kind != EventKind::impact) return;
      before = batch.before.u;
      after = batch.after.u;
      ++impacts;
    }
    bool stop() const { return impacts > 0; }
  } hit;
  const RunReport<Any> report = run_watched(any, start_of(bar, 1.2, -2), {.t_end = 5}, hit);
  ASSERT_EQ(hit.impacts, 1) << report.brief();
  EXPECT_LT((hit.after + bar.e * hit.before).cwiseAbs().maxCoeff(), 1e-12 * hit.before.cwiseAbs().maxCoeff());
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
  EXPECT_LT(report.worst_impact_residual, 1e-12);
}

// What the ground carries is weight and acceleration of all links; a pin said twice carries half each time.
TEST(FourBar, ForcesOfThePinsAreReported) {
  const FourBar bar;
  const ModelOf<FourBar> model(bar);
  const Any any(model);
  const State<Any::dof> state = start_of(bar, 0.7, 4);
  Motion<Any> motion;
  const ContactModes<Any> open{};
  ASSERT_TRUE(evaluate_motion(any, 0, state.q, state.u, open, motion));
  const Vector<Any::dof> exerted = force_of_constraints(any, 0, state.q, state.u, open, motion);
  const auto lambda = constraint_forces(any, 0, state.q, exerted);
  double up = 0, along = 0;
  for (int b = 0; b < 3; ++b) {
    up += bar.mass(b) * (motion.acceleration[3 * b + 1] + bar.g);
    along += bar.mass(b) * motion.acceleration[3 * b];
  }
  EXPECT_NEAR(lambda[1] + lambda[7], up, 1e-10 * std::abs(up));
  EXPECT_NEAR(lambda[0] + lambda[6], along, 1e-10 * std::abs(up));
  EXPECT_NEAR(lambda[2], lambda[8], 1e-10 * std::abs(up));
  EXPECT_NEAR(lambda[3], lambda[9], 1e-10 * std::abs(up));
  EXPECT_EQ(constraint_rank(any, 0, state.q, state.u), 8);
}

TEST(FourBar, AStartThatDoesNotCloseIsRefusedOrClosedAndTold) {
  const FourBar bar;
  const ModelOf<FourBar> model(bar);
  const Any any(model);
  State<Any::dof> start = start_of(bar, 0.3, 2);
  start.q[3] += 1e-3;
  const RunReport<Any> refused = run_watched(any, start, {.t_end = 0.1});
  EXPECT_EQ(refused.outcome, Outcome::no_consistent_mode);
  EXPECT_EQ(refused.reason, "the start does not meet its constraints: constraint 'B' is open by -0.001");
  const RunReport<Any> closed = run_watched(any, start, {.t_end = 0.1, .close_constraints = true});
  EXPECT_EQ(closed.outcome, Outcome::reached_end) << closed.brief();
  EXPECT_EQ(closed.note, "the start was closed: constraint 'B' is open by -0.001");
  start = start_of(bar, 0.3, 2);
  start.u[5] += 0.01;
  char expected[128];
  std::snprintf(expected, sizeof expected,
                "the start does not meet its constraints: constraint 'B' opens at a rate of %.3g",
                -0.01 * 0.5 * bar.length[1] * std::sin(bar.angles(0.3)[1]));
  EXPECT_EQ(run_watched(any, start, {.t_end = 0.1}).reason, expected);
}

// A rod on a pin that is moved along x = A sin ωt, its lower end before a wall: q = (x, y, θ) of its centre.
struct ShakenPendulum {
  static constexpr int dof = 3, contact_count = 1, constraint_count = 2;
  double m = 0.8, length = 1.2, g = 9.81, A = 0.1, omega = 5, wall = -0.15, e = 0.7;

  double inertia() const { return m * length * length / 12; }
  Matrix<dof, dof> mass_matrix(const Vector<dof>&) const { return Vector<dof>(m, m, inertia()).asDiagonal(); }
  template <class Real>
  Matrix<dof, dof, Real> inverse_mass(const Vector<dof, Real>&) const {
    return Matrix<dof, dof>(Vector<dof>(1 / m, 1 / m, 1 / inertia()).asDiagonal()).template cast<Real>();
  }
  template <class Real>
  Vector<dof, Real> force(Number<Real>, const Vector<dof, Real>&, const Number<Vector<dof, Real>>&) const {
    return Vector<dof>(0, -m * g, 0).template cast<Real>();
  }
  double potential_energy(const Vector<dof>& q) const { return m * g * q[1]; }
  template <class Real>
  std::array<Real, 2> constraint(Number<Real> t, const Vector<dof, Real>& q) const {
    using std::cos, std::sin;
    return {q[0] - 0.5 * length * sin(q[2]) - A * sin(omega * t), q[1] + 0.5 * length * cos(q[2])};
  }
  template <class Real>
  std::array<Real, 1> gap(Number<Real>, const Vector<dof, Real>& q) const {
    using std::sin;
    return {q[0] + 0.5 * length * sin(q[2]) - wall};
  }
  ContactLaw contact_law(int) const { return {.e = e}; }
  Scales scales() const { return {.length = length, .speed = 2, .time = 0.3}; }
};

// The same with θ alone: (4/3) l² θ̈ = −l (g sin θ + ẍ cos θ), l half the length; at the wall ẋ + 2 l cos θ θ̇ turns round
// with e.
struct ReducedPendulum {
  const ShakenPendulum& full;
  double t = 0, theta = 0, rate = 0;
  int impacts = 0;

  double half() const { return 0.5 * full.length; }
  double acceleration(double time, double angle) const {
    const double pivot = -full.A * full.omega * full.omega * std::sin(full.omega * time);
    return -0.75 * (full.g * std::sin(angle) + pivot * std::cos(angle)) / half();
  }
  double gap(double time, double angle) const {
    return full.A * std::sin(full.omega * time) + 2 * half() * std::sin(angle) - full.wall;
  }
  ReducedPendulum after(double h) const {  // one classical step of order four
    const auto f = [&](double time, double a) { return acceleration(time, a); };
    const double k1 = f(t, theta), v1 = rate, v2 = rate + 0.5 * h * k1, k2 = f(t + 0.5 * h, theta + 0.5 * h * v1),
                 v3 = rate + 0.5 * h * k2, k3 = f(t + 0.5 * h, theta + 0.5 * h * v2), v4 = rate + h * k3,
                 k4 = f(t + h, theta + h * v3);
    return {full, t + h, theta + h / 6 * (v1 + 2 * v2 + 2 * v3 + v4), rate + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4),
            impacts};
  }
  void hit() {
    const double pivot = full.A * full.omega * std::cos(full.omega * t), arm = 2 * half() * std::cos(theta);
    rate = (-full.e * (pivot + arm * rate) - pivot) / arm;
    ++impacts;
  }
  void run(double t_end, double h) {
    while (t < t_end - 1e-12) {
      const ReducedPendulum next = after(std::min(h, t_end - t));
      if (gap(next.t, next.theta) >= 0) {
        t = next.t, theta = next.theta, rate = next.rate;
        continue;
      }
      double low = 0, high = next.t - t;
      for (int i = 0; i < 60; ++i) {
        const ReducedPendulum middle = after(0.5 * (low + high));
        (gap(middle.t, middle.theta) >= 0 ? low : high) = 0.5 * (low + high);
      }
      const ReducedPendulum there = after(low);
      t = there.t, theta = there.theta, rate = there.rate, impacts = there.impacts;
      hit();
    }
  }
};

TEST(ShakenPendulum, MovesAsItDoesWithOneCoordinateAndItsDriveIsBooked) {
  const ShakenPendulum pendulum;
  const ModelOf<ShakenPendulum> model(pendulum);
  const Any any(model);
  ReducedPendulum reduced{.full = pendulum, .theta = 0.6, .rate = 0.4};
  State<Any::dof> start;
  start.q.resize(3);
  start.u.resize(3);
  const double l = 0.5 * pendulum.length, pivot = pendulum.A * pendulum.omega;
  start.q << l * std::sin(0.6), -l * std::cos(0.6), 0.6;
  start.u << pivot + 0.4 * l * std::cos(0.6), 0.4 * l * std::sin(0.6), 0.4;
  const RunReport<Any> report = run_watched(any, start, {.t_end = 8});
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  reduced.run(8, 2e-4);
  EXPECT_GT(report.events.impacts, 3);
  EXPECT_EQ(report.events.impacts, reduced.impacts);
  EXPECT_NEAR(report.final.q[2], reduced.theta, 1e-8);
  EXPECT_NEAR(report.final.u[2], reduced.rate, 1e-7);
  EXPECT_GT(std::abs(report.ledger.drive_work), 0.1);
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
}

}  // namespace
}  // namespace carom
