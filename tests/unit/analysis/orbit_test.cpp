// SPDX-License-Identifier: Apache-2.0
// Periodic orbits, branches and diagrams of the oscillator, the dimer and a mechanism of one's own.
#include "carom/analysis/orbit.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include "carom/analysis/hopf.hpp"
#include "carom/analysis/shooting.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/mechanism_flow_map.hpp"
#include "carom/io/json.hpp"
#include "carom/systems/impact_oscillator.hpp"
#include "carom/systems/impact_oscillator_engine.hpp"
#include "support/mechanisms.hpp"
#include "support/oscillator_branches.hpp"

namespace carom::study {
namespace {

using test::at, test::branch, test::oscillator, test::with;

// Two contacts, of which the second flies all the time: letters side by side ("TF") are not one after the other.
TEST(Continuation, ChangesOfRegimesAreToldContactByContact) {
  using observe::ring_of;
  constexpr ContactMode F = ContactMode::open, T = ContactMode::stick, P = ContactMode::slip_plus;
  const auto slip_after_stick = ring_of(2, {F, F, T, F, P, F}), stick_to_flight = ring_of(2, {F, F, P, F, T, F});
  EXPECT_EQ(kind_of_change(slip_after_stick, stick_to_flight), SpecialKind::slip_impossible);
  EXPECT_EQ(kind_of_change(slip_after_stick, slip_after_stick), SpecialKind::other_regimes);
  // The first contact sticks on while the second one lands: no new stick.
  EXPECT_EQ(kind_of_change(ring_of(2, {F, F, T, F}), ring_of(2, {F, F, T, F, T, P})), SpecialKind::other_regimes);
  EXPECT_EQ(kind_of_change(ring_of(2, {F, F, P, F}), ring_of(2, {F, F, P, F, T, F})), SpecialKind::first_stick);
  EXPECT_EQ(kind_of_change(ring_of(2, {P, P}), ring_of(2, {P, P, P, F})), SpecialKind::lift_off);
  EXPECT_EQ(kind_of_change(ring_of(1, {F, T, P}), ring_of(1, {F, P, T})), SpecialKind::slip_impossible);
  EXPECT_EQ(name(SpecialKind::slip_impossible), "PV");
}

TEST(Orbit, OfTheBouncingBladeHasItsMultipliers) {
  const OrbitResult orbit = study::find_orbit(oscillator(), with(oscillator(), {"mu=0.5", "eps=0.2"}));
  ASSERT_TRUE(orbit.found()) << orbit.reason;
  EXPECT_NEAR(orbit.period, 0.193940366, 5e-10);
  ASSERT_EQ(orbit.multipliers.size(), 3u);
  EXPECT_NEAR(orbit.multipliers[0].real(), 0.5050038, 5e-8);
  EXPECT_NEAR(orbit.multipliers[1].real(), 0.0138074, 5e-8);
  EXPECT_EQ(orbit.multipliers[2], 0.0);  // the impact ends in stick: that direction is lost, exactly
  EXPECT_EQ(orbit.sequence, "F");
  EXPECT_TRUE(orbit.stable);
  EXPECT_LT(orbit.residual, 1e-11);
}

TEST(Orbit, WithStickHasNoMultiplierLeft) {
  for (const char* mu : {"mu=0.42", "mu=0.5", "mu=0.7"}) {
    const OrbitResult orbit = study::find_orbit(oscillator(), with(oscillator(), {mu}));
    ASSERT_TRUE(orbit.found()) << orbit.reason;
    for (const std::complex<double>& m : orbit.multipliers) EXPECT_EQ(m, 0.0) << mu;
    EXPECT_LT(orbit.residual, 1e-11);
  }
}

TEST(Orbit, OfPureSlipIsFoundThoughItSettlesInTenThousandCycles) {
  const OrbitResult guessed = study::find_orbit(oscillator(), with(oscillator(), {"mu=0.4098"}));
  OrbitRequest request = with(oscillator(), {"mu=0.4098"});
  request.q = {0.3833, std::cos(0.3833)};
  request.u = {0, 0};
  const OrbitResult orbit = study::find_orbit(oscillator(), request);
  ASSERT_TRUE(orbit.found()) << orbit.reason << guessed.brief();
  EXPECT_EQ(orbit.sequence, "P");
  EXPECT_NEAR(orbit.multipliers[0].real(), 0.9998265, 5e-8);
}

TEST(Orbit, ThatIsUnstableIsFoundFromAGuess) {
  OrbitRequest request = with(oscillator(), {"mu=0.4098"});
  request.q = {0.38, std::cos(0.38)};
  request.u = {0, 0};
  const OrbitResult orbit = study::find_orbit(oscillator(), request);
  ASSERT_TRUE(orbit.found()) << orbit.reason;
  EXPECT_EQ(orbit.sequence, "FP");
  EXPECT_GT(std::abs(orbit.multipliers[0]), 1.0);
  EXPECT_FALSE(orbit.stable);
}

// The derivative that the multipliers come from, by differences of whole periods on the section.
TEST(Orbit, HasMultipliersThatDifferencesConfirm) {
  OrbitRequest request = with(oscillator(), {"mu=0.5", "eps=0.2"});
  const OrbitResult orbit = study::find_orbit(oscillator(), request);
  ASSERT_TRUE(orbit.found());
  // The state in flight may vary in φ, y and ẏ on the section φ̇ = 0; the return is read at the next crossing.
  ImpactOscillatorSettings settings;
  settings.law.e = 0.2;
  const ImpactOscillator system(settings);
  const auto returned = [&](const Vector<3>& x) {
    RunOptions options{.t_end = 1.5 * orbit.period, .rtol = 1e-13, .atol = 1e-15};
    options.impact.law = Restitution::poisson;
    observe::RegimeWatch<ImpactOscillator> watch(0, 4);
    run_watched(system, State<2>{.t = 0, .q = {x[0], x[1]}, .u = {-1e-13, x[2]}}, options, watch);
    const auto& points = watch.points();
    for (const auto& point : points)
      if (point.state.t > 0.5 * orbit.period) return Vector<3>(point.state.q[0], point.state.q[1], point.state.u[1]);
    return Vector<3>(Vector<3>::Constant(std::nan("")));
  };
  const Vector<3> x(orbit.q[0], orbit.q[1], orbit.u[1]);
  Eigen::Matrix3d D;
  for (int k = 0; k < 3; ++k) {
    const double h = 1e-6;
    D.col(k) = (returned(x + h * Vector<3>::Unit(k)) - returned(x - h * Vector<3>::Unit(k))) / (2 * h);
  }
  Eigen::VectorXcd values = D.eigenvalues();
  std::sort(values.begin(), values.end(), [](auto a, auto b) { return std::abs(a) > std::abs(b); });
  EXPECT_NEAR(values[0].real(), orbit.multipliers[0].real(), 1e-6);
  EXPECT_NEAR(values[1].real(), orbit.multipliers[1].real(), 1e-6);
  EXPECT_NEAR(std::abs(values[2]), 0, 1e-6);
}

TEST(Orbit, OfTheDimerDriftsAsTheSimulationDoes) {
  const System& dimer = study::system("dimer");
  OrbitRequest request = with(dimer, {"mu_i=0.08"});
  request.settle = 4;
  const OrbitResult orbit = study::find_orbit(dimer, request);
  ASSERT_TRUE(orbit.found()) << orbit.reason;
  RunRequest run{.parameters = request.parameters};
  run.cycles = 400;
  run.rtol = 1e-12;
  run.atol = 1e-14;
  double drift = 0;
  for (const auto& [name, value] : dimer.run(run).observables)
    if (name == "drift") drift = std::get<double>(value);
  EXPECT_NEAR(orbit.advance[0] / orbit.period, drift, 1e-9 * drift);
  EXPECT_TRUE(orbit.stable);
  EXPECT_LT(orbit.residual, 1e-11);
  EXPECT_NEAR(std::abs(orbit.multipliers[0]), 0.6279, 1e-3);
  EXPECT_NEAR(orbit.multipliers[0].imag(), -orbit.multipliers[1].imag(), 1e-9);
}

TEST(Orbit, ThatIsNotThereIsANamedOutcome) {
  const OrbitResult rest = study::find_orbit(oscillator(), with(oscillator(), {"mu=0.2"}));
  EXPECT_EQ(rest.outcome, Outcome::section_not_crossed);
  EXPECT_NE(rest.reason.find("phi_dot"), std::string::npos);
  // μ = 0.385 has an equilibrium only; a far guess must not be called an orbit.
  OrbitRequest request = with(oscillator(), {"mu=0.385"});
  request.q = {0.36, std::cos(0.36)};
  request.u = {0, 0};
  const OrbitResult none = study::find_orbit(oscillator(), request);
  EXPECT_FALSE(none.found()) << none.brief();
  EXPECT_FALSE(none.reason.empty());
  EXPECT_FALSE(none.q.empty());
}

TEST(Branch, OfEquilibriaHasItsHopfPoints) {
  const ContinuationResult one = branch(BranchKind::equilibrium, "mu", 0.3, 0.45);
  EXPECT_EQ(one.outcome, Outcome::reached_end);
  EXPECT_NEAR(at(one, SpecialKind::hopf), 0.409778166, 5e-10);
  ASSERT_EQ(one.special.size(), 1u);
  EXPECT_EQ(one.special[0].values[1].first, "first_lyapunov");
  EXPECT_NEAR(one.special[0].values[1].second, -14.5376, 5e-5);
  EXPECT_TRUE(one.branch.front().stable);
  EXPECT_FALSE(one.branch.back().stable);
  EXPECT_NEAR(at(branch(BranchKind::equilibrium, "mu", 0.3, 0.45, {"m1=0.4", "k_phi=25"}), SpecialKind::hopf),
              0.353092883, 5e-10);
}

TEST(Branch, OfOrbitsKnowsWhereSlipAfterStickIsImpossible) {
  const ContinuationResult result = branch(BranchKind::orbit, "mu", 0.5, 0.75);
  EXPECT_NEAR(at(result, SpecialKind::slip_impossible), 0.646809145, 5e-10);
  EXPECT_EQ(result.branch.back().sequence, "FT");
}

// Amplitude² of the slip cycle against the first Lyapunov coefficient: dα/dμ / −a.
TEST(Branch, OfSlipCyclesGrowsAsTheLyapunovCoefficientSays) {
  const double slope = 1.46477, mu_H = 0.409778166093;
  for (const double distance : {2e-6, 5e-6}) {
    OrbitRequest request = with(oscillator(), {});
    request.parameters.set("mu", mu_H + distance);
    const double r = std::sqrt(slope * distance);
    request.q = {std::atan(mu_H) - r, std::cos(std::atan(mu_H) - r)};
    request.u = {0, 0};
    const OrbitResult orbit = study::find_orbit(oscillator(), request);
    ASSERT_TRUE(orbit.found()) << orbit.reason;
    const double amplitude = std::get<double>(orbit.observables[1].second);
    EXPECT_NEAR(amplitude * amplitude / distance, slope, 2e-3);
  }
}

TEST(Branch, ThatLeavesTheModelKeepsWhatItHas) {
  const ContinuationResult result = branch(BranchKind::equilibrium, "mu", 0.1, -0.2);
  EXPECT_EQ(result.outcome, Outcome::left_model);
  EXPECT_NE(result.reason.find("mu"), std::string::npos) << result.reason;
  ASSERT_GT(result.branch.size(), 3u);
  EXPECT_NEAR(result.branch.back().parameter, 0, 1e-3);
  EXPECT_THROW(branch(BranchKind::equilibrium, "muu", 0.1, 0.2), BadInput);
  EXPECT_THROW(branch(BranchKind::equilibrium, "mu", 0.1, 0.1), BadInput);
  EXPECT_THROW(study::follow_branch(study::system("chain"), {.start = with(study::system("chain"), {})}), BadInput);
}

TEST(Bifurcation, ShowsTheHysteresisOfTheFirstSet) {
  BifurcationRequest request{.run = {.parameters = oscillator().defaults()}};
  request.parameter = "mu";
  request.from = 0.38;
  request.to = 0.42;
  request.points = 9;
  request.direction = SweepDirection::both;
  request.settle = 120;
  request.kick = 1e-3;
  const BifurcationResult result = study::sweep_section(oscillator(), request);
  ASSERT_EQ(result.rows.size(), 18u);
  for (const BifurcationRow& row : result.rows) {
    if (row.parameter < 0.3895 || (row.up && row.parameter < 0.4095)) {
      EXPECT_TRUE(row.equilibrium) << row.parameter << row.up;
    } else {
      EXPECT_EQ(row.period, 1) << row.parameter << row.up;
      EXPECT_GT(row.maximum.back(), 1.0);
      EXPECT_NE(row.sequence.find('T'), std::string::npos);
    }
  }
}

// What the published cascade denies: one point of the section, wherever stick returns.
TEST(Bifurcation, HasPeriodOneAboveTheFold) {
  for (const double mu : {0.3896, 0.38963, 0.38966}) {
    BifurcationRequest request{.run = {.parameters = oscillator().defaults()}};
    request.run.q = {0.5, std::cos(0.5)};
    request.run.u = {0, 0};
    request.parameter = "mu";
    request.from = mu;
    request.to = mu + 1e-9;
    request.points = 1;
    request.settle = 60;
    const BifurcationResult result = study::sweep_section(oscillator(), request);
    EXPECT_EQ(result.rows[0].period, 1) << mu;
    EXPECT_EQ(result.rows[0].sequence, "FPTP") << mu;
  }
}

// A stick–slip oscillator as a user would write it, made differentiable by templates.
struct OwnBelt {
  static constexpr int dof = 2;
  static constexpr int contact_count = 1;
  double m = 1, k = 100, g = gravity, belt = 0.1;
  ContactLaw law{.mu_s = 0.4, .mu_c = 0.25, .mu_s_i = 0.4, .mu_i = 0.25};

  template <class Real>
  Matrix<2, 2, Real> mass_matrix(const Vector<2, Real>&) const {
    return Real(m) * Matrix<2, 2, Real>::Identity();
  }
  template <class Real>
  Vector<2, Real> force(Number<Real>, const Vector<2, Real>& q, const Number<Vector<2, Real>>&) const {
    return {-k * q[0], Real(-m * g)};
  }
  double potential_energy(const Vector<2>& q) const { return m * g * q[1] + 0.5 * k * q[0] * q[0]; }
  template <class Real>
  std::array<ContactKinematics<2, Real>, 1> contacts(Number<Real>, const Vector<2, Real>& q,
                                                     const Number<Vector<2, Real>>&) const {
    return {ContactKinematics<2, Real>{
        .gap = q[1], .normal = {0.0, 1.0}, .tangent = {1.0, 0.0}, .tangential_surface_velocity = -belt}};
  }
  const ContactLaw& contact_law(int) const { return law; }
  Scales scales() const { return {.length = 0.01, .speed = belt, .time = std::sqrt(m / k)}; }
  State<2> initial_state() const { return {.t = 0, .q = {0, 0}, .u = {belt, 0}}; }
};

struct OwnBeltEntry {
  using Mechanism = OwnBelt;
  static constexpr int section = 0;
};

// Stick up to x = μ_s g/ω², then slip about μ_c g/ω² until the mass has the belt's velocity again.
TEST(Orbit, OfAMechanismOfOnesOwnIsTheStickSlipCycle) {
  const FlowMapFactory factory = [](const Parameters&) {
    return std::make_unique<MechanismFlowMap<OwnBeltEntry>>(OwnBelt{}, RunOptions{.rtol = 1e-12, .atol = 1e-14}, "x");
  };
  OrbitRequest request{.parameters = Parameters(ParameterTable{})};
  request.settle = 20;
  const OrbitResult orbit = find_orbit(factory, request);
  ASSERT_TRUE(orbit.found()) << orbit.reason;
  const OwnBelt own;
  const double omega = std::sqrt(own.k / own.m), v = own.belt;
  const double middle = own.law.mu_c * own.g / (omega * omega), end = own.law.mu_s * own.g / (omega * omega);
  // Slip begins at x = end with the belt's velocity and ends when it has it again, at the mirror image about the middle.
  const double angle = std::atan2(omega * (end - middle), v);
  const double slip_time = (two_pi - 2 * angle) / omega, stick_time = 2 * (end - middle) / v;
  EXPECT_NEAR(orbit.period, slip_time + stick_time, 1e-9);
  for (const std::complex<double>& m : orbit.multipliers) EXPECT_EQ(m, 0.0);
  EXPECT_EQ(orbit.sequence.size(), 2u) << orbit.sequence;
}

}  // namespace
}  // namespace carom::study
