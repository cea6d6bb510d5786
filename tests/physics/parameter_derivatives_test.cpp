// SPDX-License-Identifier: Apache-2.0
// Derivatives of motions by parameters, through impacts, stick, slip, jumps and clocks: those that differences of whole runs
// give, for a model from a text and for a family of classes.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "carom/catalog/any_model.hpp"
#include "carom/model/model_of.hpp"
#include "carom/model/parametric.hpp"
#include "carom/model/text_model.hpp"

namespace carom {
namespace parametric_test {

// A family of classes: a block that bounces on a rough floor between jumps.
template <class P>
struct Block {
  static constexpr int dof = 2, contact_count = 1, event_count = 2;
  static constexpr std::array parameter_names{"m", "g", "h0", "e", "mu", "pull", "line", "T"};
  P m, g, h0, e, mu, pull, line, T;
  explicit Block(const std::array<P, 8>& p)
      : m(p[0]), g(p[1]), h0(p[2]), e(p[3]), mu(p[4]), pull(p[5]), line(p[6]), T(p[7]) {}

  template <class Real>
  Matrix<dof, dof, Real> mass_matrix(const Vector<dof, Real>&) const {
    Matrix<dof, dof, Real> M = Matrix<dof, dof, Real>::Constant(Real(0.0));
    M(0, 0) = M(1, 1) = m;
    return M;
  }
  template <class Real>
  Vector<dof, Real> force(Number<Real> t, const Vector<dof, Real>&, const Number<Vector<dof, Real>>&) const {
    return Vector<dof, Real>(pull * t, -m * g);
  }
  template <class Real>
  std::array<Real, 1> gap(Number<Real>, const Vector<dof, Real>& q) const {
    return {q[1]};
  }
  template <class Real>
  std::array<Real, 1> slide(Number<Real>, const Vector<dof, Real>& q) const {
    return {q[0]};
  }
  template <class Real>
  std::array<Real, 2> event(Number<Real>, const Vector<dof, Real>& q, const Number<Vector<dof, Real>>&) const {
    return {q[0] - line, Real(1.0)};
  }
  template <class Real>
  void jump(int i, Number<Real>, Vector<dof, Real>&, Number<Vector<dof, Real>>& u) const {
    if (i == 0)
      u[1] = u[1] + g / 20;
    else
      u[0] = u[0] * e;
  }
  EventTrigger event_trigger(int i) const {
    if (i == 0) return {};
    return {.kind = EventTrigger::Kind::clock, .period = T, .first = 0.1};
  }
  double potential_energy(const Vector<dof>& q) const { return m * g * q[1]; }
  double applied_power(double t, const Vector<dof>&, const Vector<dof>& u) const { return pull * t * u[0]; }
  ContactLaw contact_law(int) const { return {.e = e, .mu_s = mu, .mu_c = mu, .mu_s_i = mu, .mu_i = mu}; }
  Scales scales() const { return {.length = 0.1, .speed = 1, .time = 0.1}; }
  State<dof> initial_state() const { return {.t = 0, .q = {0, h0}, .u = {0.6, 0}}; }
};

}  // namespace parametric_test
namespace {

using parametric_test::Block;
using study::AnyModel;

struct Ran {
  RunReport<AnyModel> report;
  Eigen::VectorXd end;            // q, u
  Eigen::MatrixXd by_parameters;  // of the end, one column each
  double mismatch = 0;
};

Ran run(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& u, RunOptions options, bool derive) {
  options.rtol = 1e-12;
  options.atol = 1e-14;
  const AnyModel any(model);
  State<AnyModel::dof> start;
  start.q = q;
  start.u = u;
  std::vector<TangentFlow<AnyModel>::Direction> directions;
  for (int k = 0; derive && k < model.parameter_number(); ++k)
    directions.push_back(TangentFlow<AnyModel>::of_parameter(any, k));
  TangentFlow<AnyModel> flow(any, options, directions);
  Ran ran;
  ran.report = derive ? run_watched(any, start, options, flow) : run_watched(any, start, options);
  EXPECT_EQ(ran.report.outcome, Outcome::reached_end) << ran.report.brief();
  const int n = model.freedom();
  ran.end.resize(2 * n);
  ran.end << ran.report.final.q, ran.report.final.u;
  if (derive) ran.by_parameters = flow.at_fixed_time();
  ran.mismatch = flow.mismatch();
  return ran;
}

// end(p): the end of a run with parameter k at p.
void expect_differences(const Ran& ran, const Model& model, const std::function<Eigen::VectorXd(int, double)>& end) {
  EXPECT_LT(ran.mismatch, 1e-10);
  for (int k = 0; k < model.parameter_number(); ++k) {
    const double p = model.parameter(k), h = 1e-5 * std::max(std::abs(p), 0.1);
    const Eigen::VectorXd by_differences =
        (8 * (end(k, p + h) - end(k, p - h)) - (end(k, p + 2 * h) - end(k, p - 2 * h))) / (12 * h);
    const double size = std::max(1.0, by_differences.lpNorm<Eigen::Infinity>());
    EXPECT_LT((ran.by_parameters.col(k) - by_differences).lpNorm<Eigen::Infinity>(), 1e-6 * size)
        << model.parameter_name(k) << ": " << ran.by_parameters.col(k).transpose() << " by differences "
        << by_differences.transpose();
  }
}

Eigen::VectorXd list(const std::vector<double>& numbers) {
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

Ran expect_derivatives_of_text(const std::string& text, double t_end, Restitution law = Restitution::energetic) {
  const ModelText source = read_model_text("carom = \"model 1\"\ngravity = 9.81\n" + text, "text.toml");
  RunOptions options{.t_end = t_end};
  options.impact.law = law;
  const auto model = make_text_model_differentiable_by_parameters(source);
  const Ran ran = run(*model, list(model->facts().q), list(model->facts().u), options, true);
  const auto numbers = make_text_model(source);
  const Ran plain = run(*numbers, list(numbers->facts().q), list(numbers->facts().u), options, false);
  EXPECT_LT((plain.end - ran.end).lpNorm<Eigen::Infinity>(), 1e-9);
  EXPECT_EQ(plain.report.events.total(), ran.report.events.total());
  expect_differences(ran, *model, [&](int k, double p) {
    const auto moved = make_text_model(source, {.numbers = {{model->parameter_name(k), p}}});
    return run(*moved, list(moved->facts().q), list(moved->facts().u), options, false).end;
  });
  return ran;
}

// A block that falls on a floor, slides to rest, is pushed on, and is stopped by what the clock and a mark on the floor do.
TEST(ParameterDerivatives, OfATextGoThroughImpactStickSlipJumpAndClock) {
  const Ran ran = expect_derivatives_of_text(R"toml(
[parameters]
m = 1.3
h0 = 0.02
v0 = 0.6
mu = 0.2
mu_s = 0.3
mu_i = 0.15
push = 3
T = "1.45 s"
back = 0.4
mark = 0.2
weight = "m*g"
[coordinates]
x = 0
y = "h0"
[rates]
x = "v0"
[equations]
kinetic = "m/2*(x_dot^2 + y_dot^2)"
potential = "weight*y"
force.x = "push*t"
[[contact]]
name = "floor"
gap = "y"
slide = "x"
mu = "mu*(1 + 0.1*exp(-(slip/0.1)^2))"
mu_s = "mu_s"
mu_i = "mu_i"
mu_s_i = "mu_i"
[[event]]
name = "tick"
every = "T"
set = { x_dot = "-back*x_dot" }
[[event]]
name = "mark"
when = "x - mark"
direction = 1
set = { x_dot = "x_dot/2 + push/100" }
)toml",
                                             2.2);
  EXPECT_EQ(ran.report.events.impacts, 1);
  EXPECT_GE(ran.report.events.stick, 1);
  EXPECT_GE(ran.report.events.slip, 1);
  EXPECT_EQ(ran.report.events.own, 2);
}

TEST(ParameterDerivatives, OfABallOnAShakenTableGoThroughItsImpacts) {
  for (const Restitution law : {Restitution::energetic, Restitution::newton, Restitution::poisson}) {
    const Ran ran = expect_derivatives_of_text(R"toml(
[parameters]
A = 0.01
f = 9
e = 0.7
mu = 0.2
spin = 3
r = 0.05
omega = "2*pi*f"
[coordinates]
x = 0
y = "r + 0.1"
theta = 0
[rates]
theta = "spin"
[equations]
kinetic = "(x_dot^2 + y_dot^2 + 0.4*r^2*theta_dot^2)/2"
potential = "g*y"
[[contact]]
name = "table"
gap = "y - r - A*sin(omega*t)"
slip = "x_dot + r*theta_dot"
e = "e"
mu = "mu"
)toml",
                                               0.55, law);
    EXPECT_GE(ran.report.events.impacts, 2);
  }
}

// One end of a rod rests on the floor while the other comes down, on a step or flat on the floor: an impact of two contacts,
// in which stiffnesses count.
TEST(ParameterDerivatives, OfARodThatFallsOnItsSecondEndGoThroughADoubleImpact) {
  for (const char* step : {"0.05", "0"}) {
    const Ran ran = expect_derivatives_of_text("[parameters]\nstep = " + std::string(step) + R"toml(
l = 1
theta0 = 0.3
e = 0.6
mu = 0.5
k = 1.7
[coordinates]
x = 0
y = "l/2*sin(theta0)"
theta = "theta0"
[equations]
kinetic = "(x_dot^2 + y_dot^2 + l^2/12*theta_dot^2)/2"
potential = "g*y"
[[contact]]
name = "left"
gap = "y - l/2*sin(theta)"
slide = "x - l/2*cos(theta)"
mu = "mu"
e = "e"
[[contact]]
name = "right"
gap = "y + l/2*sin(theta) - step"
slide = "x + l/2*cos(theta)"
mu = "mu"
e = "e"
k = "k"
)toml",
                                               0.21);
    EXPECT_GE(ran.report.events.multiple_impacts, 1);
  }
}

// A block slides down one side of a valley, and its other side stops it short: a corner of the gap is an impact.
TEST(ParameterDerivatives, OfABlockThatSlidesOverACornerGoThroughTheImpactThere) {
  const Ran ran = expect_derivatives_of_text(R"toml(
[parameters]
a = 0.3
b = 0.5
x0 = -0.2
v0 = 0.7
mu = 0.1
e = 0.4
[coordinates]
x = "x0"
y = "-a*x0"
[rates]
x = "v0"
y = "-a*v0"
[equations]
kinetic = "(x_dot^2 + y_dot^2)/2"
potential = "g*y"
[[contact]]
name = "valley"
gap = "y - if(x < 0, -a*x, b*x)"
slip = "x_dot"
mu = "mu"
e = "e"
)toml",
                                             0.24);
  EXPECT_EQ(ran.report.events.impacts, 1);
}

TEST(ParameterDerivatives, OfAFamilyOfClassesGoThroughItsImpactsAndJumps) {
  using Family = Parametric<Block>;
  const Family block({1.1, 9.81, 0.04, 0.55, 0.2, 2, 0.06, 0.27});
  const ModelOf<Family> model(block);
  const auto go = [](const ModelOf<Family>& of, bool derive) {
    const State<2> start = of.mechanism().initial_state();
    return run(of, start.q, start.u, {.t_end = 0.45}, derive);
  };
  const Ran ran = go(model, true);
  EXPECT_GE(ran.report.events.impacts, 2);
  EXPECT_EQ(ran.report.events.own, 3);
  expect_differences(ran, model, [&](int k, double p) {
    Family::Parameters moved = block.parameters();
    moved[static_cast<std::size_t>(k)] = p;
    return go(ModelOf<Family>(Family(moved)), false).end;
  });
}

TEST(ParameterDerivatives, AModelThatDoesNotOfferThemSaysSo) {
  const ModelText source = read_model_text(
      "carom = \"model 1\"\n[parameters]\nk = 2\n[coordinates]\nx = 1\n[equations]\nkinetic = \"x_dot^2/2\"\n"
      "potential = \"k*x^2/2\"\n",
      "text.toml");
  const auto model = make_text_model(source);
  const AnyModel any(*model);
  try {
    TangentFlow<AnyModel>(any, {}, {{.z = zeros<2 * AnyModel::dof>(2), .parameter = 0}});
    FAIL();
  } catch (const BadInput& error) {
    EXPECT_STREQ(error.what(), "this model does not offer derivatives by its parameters");
  }
}

}  // namespace
}  // namespace carom
