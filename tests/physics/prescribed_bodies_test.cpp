// SPDX-License-Identifier: Apache-2.0
// Bodies that are moved as prescribed, and mechanisms that touch nothing, through the engine for any model.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "carom/catalog/any_model.hpp"
#include "carom/model/model_of.hpp"

namespace carom {
namespace {

using study::AnyModel;

// A piston that is driven down on a floor, q = (height, a wheel beside it that turns freely).
struct Piston {
  static constexpr int dof = 2, contact_count = 1, constraint_count = 1;
  double speed = 1;
  Matrix<2, 2> mass_matrix(const Vector<2>&) const { return Matrix<2, 2>::Identity(); }
  Vector<2> force(double, const Vector<2>&, const Vector<2>&) const { return Vector<2>::Zero(); }
  double potential_energy(const Vector<2>&) const { return 0; }
  template <class Real>
  std::array<Real, 1> gap(Number<Real>, const Vector<2, Real>& q) const {
    return {q[0]};
  }
  template <class Real>
  std::array<Real, 1> constraint(Number<Real> t, const Vector<2, Real>& q) const {
    return {q[0] - 1.0 + speed * t};
  }
  ContactLaw contact_law(int) const { return {.e = 0.5}; }
  std::string contact_name(int) const { return "floor"; }
  Scales scales() const { return {}; }
};

TEST(PrescribedBodies, OneThatMeetsASurfaceIsToldAsWhatItIs) {
  const ModelOf<Piston> model(Piston{});
  State<AnyModel::dof> start;
  start.q = Vector<2>(1, 0);
  start.u = Vector<2>(-1, 3);
  const RunReport<AnyModel> report = run_watched(AnyModel(model), start, {.t_end = 2});
  EXPECT_EQ(report.outcome, Outcome::impact_unresolved);
  EXPECT_NEAR(report.final.t, 1, 1e-9);
  EXPECT_EQ(report.reason,
            "contact 'floor' is met by a body whose motion is prescribed: constraints move it on, and no impulse can "
            "stop it");
}

// It says nothing of contacts.
struct Pendulum {
  static constexpr int dof = 1, contact_count = 0;
  template <class Real>
  Matrix<1, 1, Real> mass_matrix(const Vector<1, Real>&) const {
    return Matrix<1, 1, Real>::Constant(Real(1.0));
  }
  template <class Real>
  Vector<1, Real> force(Number<Real>, const Vector<1, Real>& q, const Number<Vector<1, Real>>&) const {
    using std::sin;
    return Vector<1, Real>::Constant(-sin(q[0]));
  }
  double potential_energy(const Vector<1>& q) const { return -std::cos(q[0]); }
  Scales scales() const { return {}; }
};
static_assert(DifferentiableMechanism<Pendulum>);

TEST(PrescribedBodies, AMechanismWithoutContactsSaysNothingOfThem) {
  const ModelOf<Pendulum> model(Pendulum{});
  const AnyModel any(model);
  EXPECT_EQ(any.instance().shown, 1);
  State<AnyModel::dof> start;
  start.q = Vector<1>::Constant(1.0);
  start.u = Vector<1>::Zero();
  TangentFlow<AnyModel> flow(any, {.t_end = 10});
  const RunReport<AnyModel> report = run_watched(any, start, {.t_end = 10}, flow);
  EXPECT_EQ(report.outcome, Outcome::reached_end);
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
  EXPECT_NEAR(flow.at_fixed_time().determinant(), 1, 1e-9);  // Liouville
  EXPECT_EQ(model.contact_number(), 0);
}

// A ball that bounces on a plate, q = (height of the plate, of the ball). The plate is a body that a constraint moves, or a
// surface that moves by itself.
struct BallOnAPlate {
  static constexpr int dof = 2, contact_count = 1, constraint_count = 1;
  static constexpr bool closes_by_free_motion = true;
  double g = 9.81, A = 0.02, omega = 12;
  bool is_body = true;
  Matrix<2, 2> mass_matrix(const Vector<2>&) const { return Vector<2>(3, 1).asDiagonal(); }
  Vector<2> force(double, const Vector<2>&, const Vector<2>&) const { return {0, -g}; }
  double potential_energy(const Vector<2>& q) const { return g * q[1]; }
  template <class Real>
  Real plate(const Real& t) const {
    using std::sin;
    return A * sin(omega * t);
  }
  template <class Real>
  std::array<Real, 1> gap(Number<Real> t, const Vector<2, Real>& q) const {
    return {q[1] - (is_body ? q[0] : plate<Real>(t))};
  }
  template <class Real>
  std::array<Real, 1> constraint(Number<Real> t, const Vector<2, Real>& q) const {
    return {is_body ? Real(q[0] - plate<Real>(t)) : q[0]};
  }
  ContactLaw contact_law(int) const { return {.e = 0.3}; }
  double closing_speed() const { return 0.05; }
  Scales scales() const { return {.length = 0.1, .speed = 1, .time = 0.1}; }
};

TEST(PrescribedBodies, APlateThatIsMovedStaysWhereItIsMovedToWhereContactsClose) {
  const auto run = [](bool is_body) {
    const BallOnAPlate plate{.is_body = is_body};
    const ModelOf<BallOnAPlate> model(plate);
    State<AnyModel::dof> start;
    start.q = Vector<2>(0, 0.05);
    start.u = Vector<2>(is_body ? plate.A * plate.omega : 0, 0);
    return run_watched(AnyModel(model), start, {.t_end = 0.6});
  };
  const RunReport<AnyModel> body = run(true), surface = run(false);
  EXPECT_EQ(body.outcome, Outcome::reached_end) << body.brief();
  EXPECT_GE(body.events.close, 1);
  EXPECT_NEAR(body.final.q[1], surface.final.q[1], 1e-9);
  EXPECT_NEAR(body.final.u[1], surface.final.u[1], 1e-9);
  EXPECT_LT(body.ledger.relative_residual(), 1e-11);
  EXPECT_LT(surface.ledger.relative_residual(), 1e-11);
}

}  // namespace
}  // namespace carom
