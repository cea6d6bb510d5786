// SPDX-License-Identifier: Apache-2.0
// Elements with friction and no normal direction: closed forms, all sets of modes by brute force, derivatives.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/complementarity/friction_load.hpp"
#include "carom/complementarity/mode_choice.hpp"
#include "support/element_problems.hpp"

namespace carom {
namespace {

using testing_support::all_sets;
using testing_support::BruteForceSet;
using testing_support::random_element_problem;

// A mass m pulled with F along a guide, pressed with N.
FrictionalProblem<1> slider(double m, double F, double N, double mu_s, double mu, int slip = 0) {
  FrictionalProblem<1> p;
  p.n = 1;
  p.A.setZero();
  p.B.setZero();
  p.D(0, 0) = 1 / m;
  p.b_n[0] = 0;
  p.b_t[0] = F / m;
  p.mu_s[0] = mu_s;
  p.mu[0] = mu;
  p.slip[0] = slip;
  p.rides[0] = given_load;
  p.load[0] = N;
  p.set_default_tolerances();
  return p;
}

TEST(ElementUnderGivenLoad, SticksUpToTheStaticLimit) {
  const double N = 7, mu_s = 0.4, mu = 0.3;
  for (const double F : {-0.999 * mu_s * N, -1.0, 0.0, 2.0, 0.999 * mu_s * N}) {
    const ModeSelection<1> s = select_modes(slider(3, F, N, mu_s, mu));
    ASSERT_GE(s.consistent, 1) << F;
    EXPECT_EQ(s.chosen.modes[0], ContactMode::stick);
    EXPECT_DOUBLE_EQ(s.chosen.z_t[0], -F);
    EXPECT_EQ(s.chosen.z_n[0], 0);
    EXPECT_NEAR(s.chosen.omega_t[0], 0, 1e-15);
    EXPECT_EQ(s.consistent, std::abs(F) > mu * N ? 2 : 1) << F;  // between the coefficients slip is consistent too
  }
}

TEST(ElementUnderGivenLoad, SlipsBeyondItWithTheFrictionOfSlip) {
  const double m = 3, N = 7, mu_s = 0.4, mu = 0.3;
  for (const double F : {1.001 * mu_s * N, -5.0}) {
    const ModeSelection<1> s = select_modes(slider(m, F, N, mu_s, mu));
    EXPECT_EQ(s.consistent, 1);
    EXPECT_EQ(s.indeterminacy, Indeterminacy::none);
    EXPECT_EQ(s.chosen.modes[0], slip_mode(F));
    EXPECT_DOUBLE_EQ(s.chosen.z_t[0], F > 0 ? -mu * N : mu * N);
    EXPECT_NEAR(s.chosen.omega_t[0], (F - std::copysign(mu * N, F)) / m, 1e-14);
  }
}

TEST(ElementUnderGivenLoad, ThatSlipsKeepsItsSignAndNeverOpens) {
  for (const int sigma : {1, -1}) {
    FrictionalProblem<1> p = slider(3, 1, 7, 0.4, 0.3, sigma);
    p.must_open[0] = true;
    const ModeSelection<1> s = select_modes(p);
    EXPECT_EQ(s.consistent, 1);
    EXPECT_EQ(s.chosen.modes[0], slip_mode(sigma));
    EXPECT_DOUBLE_EQ(s.chosen.z_t[0], -sigma * 0.3 * 7);
  }
  FrictionalSolution<1> out;
  const FrictionalProblem<1> p = slider(3, 1, 7, 0.4, 0.3);
  EXPECT_TRUE(!solve_modes(p, {ContactMode::open}, out) || !is_consistent(p, out));
}

TEST(ElementUnderGivenLoad, WithoutALoadHasNoFriction) {
  const ModeSelection<1> s = select_modes(slider(2, 3, 0, 0.4, 0.3));
  EXPECT_EQ(s.chosen.modes[0], ContactMode::slip_plus);
  EXPECT_EQ(s.chosen.z_t[0], 0);
  EXPECT_DOUBLE_EQ(s.chosen.omega_t[0], 1.5);
}

// One force held by two sliders: each takes the same fraction of what it can carry.
TEST(ElementsUnderGivenLoads, ThatHoldOneMotionShareByWhatTheyCanCarry) {
  FrictionalProblem<2> p;
  p.n = 2;
  p.A.setZero();
  p.B.setZero();
  p.D.setConstant(0.5);
  p.b_n.setZero();
  p.b_t.setConstant(0.5 * 3.0);
  p.mu_s << 0.2, 0.4;
  p.mu = p.mu_s;
  p.rides.fill(given_load);
  p.load << 5, 10;
  p.set_default_tolerances();
  const ModeSelection<2> s = select_modes(p);
  ASSERT_GT(s.consistent, 0);
  EXPECT_EQ(s.chosen.modes[0], ContactMode::stick);
  EXPECT_EQ(s.chosen.modes[1], ContactMode::stick);
  EXPECT_NEAR(s.chosen.z_t[0], -3.0 * 1 / 5, 1e-14);
  EXPECT_NEAR(s.chosen.z_t[1], -3.0 * 4 / 5, 1e-14);
  p.b_t.setConstant(0.5 * 4.99);  // Σ μ_s N = 5
  EXPECT_EQ(select_modes(p).chosen.modes[0], ContactMode::stick);
  p.b_t.setConstant(0.5 * 5.01);
  EXPECT_EQ(select_modes(p).chosen.modes[0], ContactMode::slip_plus);
}

// A disc of radius r on an incline. Coordinates: x down the slope, y, φ turning so that x′ = r φ′ rolls. The contact's
// tangential velocity is x′ − r φ′; the element turns with φ′ and resists with at most ρ N.
struct DiscOnIncline {
  double m = 2, r = 0.3, g = 10, slope = 0, mu = 0, rho = 0;
  double inertia() const { return 0.5 * m * r * r; }

  FrictionalProblem<2> problem() const {
    FrictionalProblem<2> p;
    p.n = 2;
    p.A << 1 / m, 0, 0, 0;
    p.B.setZero();
    p.D << 1 / m + r * r / inertia(), -r / inertia(), -r / inertia(), 1 / inertia();
    p.b_n << -g * std::cos(slope), 0;
    p.b_t << g * std::sin(slope), 0;
    p.mu_s << mu, rho;
    p.mu = p.mu_s;
    p.rides = {own_load, 0};
    p.set_default_tolerances();
    return p;
  }
};

TEST(RollingResistance, HoldsADiscOnAnInclineUpToItsLengthOverTheRadius) {
  DiscOnIncline disc{.mu = 0.8, .rho = 0.06};  // ρ/r = 0.2
  for (const double tangent : {0.1, 0.1999, -0.15}) {
    disc.slope = std::atan(tangent);
    const ModeSelection<2> s = select_modes(disc.problem());
    EXPECT_EQ(s.consistent, 1);
    EXPECT_EQ(s.chosen.modes[0], ContactMode::stick);
    EXPECT_EQ(s.chosen.modes[1], ContactMode::stick);
    const double weight = disc.m * disc.g * std::sin(disc.slope);
    EXPECT_NEAR(s.chosen.z_t[0], -weight, 1e-13);
    EXPECT_NEAR(s.chosen.z_t[1], -weight * disc.r, 1e-13);  // the torque that keeps it from rolling
    EXPECT_NEAR(s.chosen.omega_t[1], 0, 1e-12);
    EXPECT_EQ(s.chosen.z_n[1], 0);
  }
}

TEST(RollingResistance, LetsADiscRollMoreSlowly) {
  DiscOnIncline disc{.slope = std::atan(0.3), .mu = 0.8, .rho = 0.06};
  const ModeSelection<2> s = select_modes(disc.problem());
  EXPECT_EQ(s.consistent, 1);
  EXPECT_EQ(s.chosen.modes[0], ContactMode::stick);
  EXPECT_EQ(s.chosen.modes[1], ContactMode::slip_plus);
  const double N = disc.m * disc.g * std::cos(disc.slope);
  const double a = (disc.g * std::sin(disc.slope) - disc.rho / disc.r * N / disc.m) / 1.5;
  EXPECT_NEAR(s.chosen.z_n[0], N, 1e-13);
  EXPECT_NEAR(s.chosen.z_t[1], -disc.rho * N, 1e-14);
  EXPECT_NEAR(s.chosen.omega_t[1] * disc.r, a, 1e-12);
  EXPECT_NEAR(s.chosen.z_t[0], -disc.m * (disc.g * std::sin(disc.slope) - a), 1e-12);
}

// It slides without rolling where μ r < ρ, and does both where the slope is steeper than stick can follow.
TEST(RollingResistance, AndSlipHaveTheirThresholdsInClosedForm) {
  DiscOnIncline disc{.mu = 0.1, .rho = 0.06};
  disc.slope = std::atan(0.15);
  const ModeSelection<2> slides = select_modes(disc.problem());
  EXPECT_EQ(slides.chosen.modes[0], ContactMode::slip_plus);
  EXPECT_EQ(slides.chosen.modes[1], ContactMode::stick);
  const double N = disc.m * disc.g * std::cos(disc.slope);
  EXPECT_NEAR(slides.chosen.z_t[1], -disc.mu * N * disc.r, 1e-13);
  // Rolling sticks up to μ = (tan α + 2 ρ/r)/3 for a disc.
  disc.mu = 0.4;
  const double steepest = 3 * disc.mu - 2 * disc.rho / disc.r;
  for (const double side : {-1e-6, 1e-6}) {
    disc.slope = std::atan(steepest + side);
    const ModeSelection<2> s = select_modes(disc.problem());
    EXPECT_EQ(s.consistent, 1);
    EXPECT_EQ(s.chosen.modes[0], side < 0 ? ContactMode::stick : ContactMode::slip_plus);
    EXPECT_EQ(s.chosen.modes[1], ContactMode::slip_plus);
  }
}

TEST(RollingResistance, EndsWhereTheContactOpens) {
  DiscOnIncline disc{.slope = 0.2, .mu = 0.5, .rho = 0.06};
  FrictionalProblem<2> p = disc.problem();
  p.b_n[0] = 1;
  const ModeSelection<2> s = select_modes(p);
  EXPECT_EQ(s.consistent, 1);
  EXPECT_EQ(s.chosen.modes[0], ContactMode::open);
  EXPECT_EQ(s.chosen.modes[1], ContactMode::open);
  EXPECT_EQ(s.chosen.z_t[1], 0);
}

// A block that cannot turn has nothing to resist: its rider bears no torque, and it slips as if there were none.
TEST(RollingResistance, IsNotFeltByABlockThatDoesNotTurn) {
  for (const double tangent : {0.3, 0.5}) {
    DiscOnIncline block{.slope = std::atan(tangent), .mu = 0.4, .rho = 0.06};
    FrictionalProblem<2> p = block.problem();
    p.D << 1 / block.m, 0, 0, 0;
    p.set_default_tolerances();
    const ModeSelection<2> s = select_modes(p);
    ASSERT_GT(s.consistent, 0);
    EXPECT_EQ(s.chosen.modes[0], tangent < 0.4 ? ContactMode::stick : ContactMode::slip_plus);
    EXPECT_EQ(s.chosen.z_t[1], 0);
    EXPECT_EQ(s.chosen.modes[1], ContactMode::stick);
  }
}

template <int n>
FrictionalProblem<n> few_of(const ContactSetProblem<double>& p) {
  FrictionalProblem<n> few;
  few.n = n;
  for (int i = 0; i < n; ++i) {
    few.slip[i] = p.slip[i];
    few.must_open[i] = p.must_open[i] != 0;
    few.rides[i] = p.rides[i];
  }
  few.A = p.A.topLeftCorner<n, n>();
  few.B = p.B.topLeftCorner<n, n>();
  few.D = p.D.topLeftCorner<n, n>();
  few.b_n = p.b_n.head<n>();
  few.b_t = p.b_t.head<n>();
  few.mu = p.mu.head<n>();
  few.mu_s = p.mu_s.head<n>();
  few.load = p.load.head<n>();
  few.set_default_tolerances();
  return few;
}

// Are the forces of all members, stuck together, not unique?
bool is_redundant(const ContactSetProblem<double>& p) {
  const int n = p.n;
  Eigen::MatrixXd G(2 * n, 2 * n);
  G << p.A.topLeftCorner(n, n), p.B.topLeftCorner(n, n), p.B.topLeftCorner(n, n).transpose(), p.D.topLeftCorner(n, n);
  int unknowns = n;
  for (int i = 0; i < n; ++i) unknowns += p.rides[i] == own_load;
  Eigen::FullPivLU<Eigen::MatrixXd> lu(G);
  lu.setThreshold(1e-8);
  return lu.rank() < unknowns;
}

int sticking(const std::vector<ContactMode>& modes) {
  return static_cast<int>(std::count(modes.begin(), modes.end(), ContactMode::stick));
}

template <int n>
void enumeration_is_brute_force(std::uint64_t seed, int problems) {
  Random random(seed);
  int with_solution = 0;
  for (int k = 0; k < problems;) {
    const int elements = 1 + static_cast<int>(random.index(n - 1));
    const ContactSetProblem<double> p = random_element_problem(random, n - elements, elements, 0.8, k % 2 == 0);
    if (is_redundant(p)) continue;  // many sets, of which brute force knows none
    ++k;
    const ModeSelection<n> s = select_modes(few_of<n>(p));
    const std::vector<BruteForceSet> sets = all_sets(p);
    ASSERT_EQ(s.consistent > 0, !sets.empty()) << n << ", " << k;
    if (sets.empty()) continue;
    ++with_solution;
    EXPECT_EQ(s.consistent, static_cast<int>(sets.size())) << n << ", " << k;
    const std::vector<ContactMode> chosen(s.chosen.modes.begin(), s.chosen.modes.begin() + n);
    bool found = false;
    for (const BruteForceSet& set : sets) {
      bool same_open = true;
      for (int i = 0; i < n; ++i) same_open = same_open && is_closed(set.modes[i]) == is_closed(chosen[i]);
      if (same_open) {
        EXPECT_LE(sticking(set.modes), sticking(chosen));  // stick where stick is possible
      }
      if (set.modes != chosen) continue;
      found = true;
      for (int i = 0; i < n; ++i) {
        EXPECT_NEAR(s.chosen.z_n[i], set.z_n[i], 1e-7 * (1 + std::abs(set.z_n[i])));
        EXPECT_NEAR(s.chosen.z_t[i], set.z_t[i], 1e-7 * (1 + std::abs(set.z_t[i])));
        EXPECT_NEAR(s.chosen.omega_t[i], set.omega_t[i], 1e-7 * (1 + std::abs(set.omega_t[i])));
      }
    }
    EXPECT_TRUE(found) << n << ", " << k;
  }
  EXPECT_GT(with_solution, problems / 2);
}

TEST(FrictionElements, OfProblemsWithTwoToSixMembersAreWhatBruteForceFinds) {
  enumeration_is_brute_force<2>(31, 400);
  enumeration_is_brute_force<3>(32, 300);
  enumeration_is_brute_force<4>(33, 150);
  enumeration_is_brute_force<5>(34, 60);
  enumeration_is_brute_force<6>(35, 20);
}

TEST(FrictionElements, OfContactSetsWithEightAndMoreMembersAreWhatBruteForceFinds) {
  Random random(41);
  ContactSetSolver solver;
  int with_solution = 0, lost = 0;
  for (int k = 0; k < 60; ++k) {
    const int contacts = 2 + static_cast<int>(random.index(2));
    const ContactSetProblem<double> p = random_element_problem(random, contacts, 8 - contacts, 0.4, k % 2 == 0);
    const ContactSetSelection& s = solver.select(p, {}, {.most_enumerated = 0});
    const std::vector<BruteForceSet> sets = all_sets(p);
    if (!s.solved()) {
      lost += !sets.empty();
      continue;
    }
    ++with_solution;
    EXPECT_LT(s.chosen.residual, 1e-9);
    double nearest = HUGE_VAL;
    for (const BruteForceSet& set : sets) nearest = std::min(nearest, distance(p, s.chosen, set));
    EXPECT_LT(nearest, 1e-8) << k << ": " << s.brief();
  }
  EXPECT_EQ(lost, 0);
  EXPECT_GT(with_solution, 40);
}

// Modes of one kind or another must be there wherever contacts and elements are at rest.
TEST(FrictionElements, OfManyContactsAtRestAlwaysHaveASolution) {
  Random random(43);
  ContactSetSolver solver;
  for (int k = 0; k < 60; ++k) {
    ContactSetProblem<double> p = random_element_problem(random, 4 + k / 4, 3 + k / 3, 0.6, true);
    std::fill(p.must_open.begin(), p.must_open.end(), 0);
    const ContactSetSelection& s = solver.select(p);
    ASSERT_TRUE(s.solved()) << k << ": " << s.brief();
    EXPECT_LT(s.chosen.residual, 1e-8) << k;
    EXPECT_TRUE(is_consistent(p, s.chosen));
    for (int i = 0; i < p.n; ++i)
      if (p.rides[i] == given_load) {
        EXPECT_TRUE(is_closed(s.chosen.modes[i]));
      }
  }
}

TEST(FrictionElements, OfContactSetsStartFromTheModesBefore) {
  Random random(44);
  ContactSetSolver solver;
  int warm = 0;
  for (int k = 0; k < 40; ++k) {
    ContactSetProblem<double> p = random_element_problem(random, 6, 6, 0.3, true);
    std::fill(p.must_open.begin(), p.must_open.end(), 0);
    const ContactSetSelection& first = solver.select(p);
    ASSERT_TRUE(first.solved());
    const std::vector<ContactMode> modes(first.chosen.modes.begin(), first.chosen.modes.begin() + p.n);
    const ContactSetSelection& again = solver.select(p, modes);
    ASSERT_TRUE(again.solved());
    EXPECT_TRUE(std::equal(modes.begin(), modes.end(), again.chosen.modes.begin())) << k;
    warm += again.method == ContactSetMethod::warm_start;
  }
  EXPECT_EQ(warm, 40);
}

// A row of discs, each with a rider, on a plane: every one as if it were alone.
TEST(FrictionElements, LetTwentyDiscsRollAsOneDoes) {
  const int discs = 20;
  for (const double tangent : {0.15, 0.3}) {
    const DiscOnIncline disc{.slope = std::atan(tangent), .mu = 0.8, .rho = 0.06};
    const FrictionalProblem<2> one = disc.problem();
    FrictionalProblem<2 * discs> p;
    p.n = 2 * discs;
    for (auto* m : {&p.A, &p.B, &p.D}) m->setZero();
    for (int k = 0; k < discs; ++k) {
      const int c = 2 * k;
      p.A.block<2, 2>(c, c) = one.A;
      p.B.block<2, 2>(c, c) = one.B;
      p.D.block<2, 2>(c, c) = one.D;
      p.b_n.segment<2>(c) = one.b_n;
      p.b_t.segment<2>(c) = one.b_t;
      p.mu.segment<2>(c) = p.mu_s.segment<2>(c) = one.mu;
      p.rides[c + 1] = c;
    }
    p.set_default_tolerances();
    ModeChoice<2 * discs> choice;
    const ModeSelection<2 * discs> s = choice.select(p);
    const ModeSelection<2> alone = select_modes(one);
    ASSERT_GT(s.consistent, 0);
    FrictionalSolution<2 * discs> again;
    ASSERT_TRUE(forces_in_modes(p, s.chosen.modes, again));
    for (int i = 0; i < p.n; ++i) {
      EXPECT_EQ(s.chosen.modes[i], alone.chosen.modes[i % 2]);
      EXPECT_NEAR(s.chosen.z_t[i], alone.chosen.z_t[i % 2], 1e-11);
      EXPECT_NEAR(again.z_t[i], alone.chosen.z_t[i % 2], 1e-11);
    }
  }
}

// Redundant: a beam on eight equal supports, of which four are held by elements with the same direction as all the others.
TEST(FrictionElements, ShareATangentialForceWithContacts) {
  const int n = 8;
  ContactSetProblem<double> p;
  p.resize(n);
  const double m = 2, g = 10, pull = 3;
  for (int i = 0; i < n; ++i) {
    p.mu[i] = p.mu_s[i] = 0.2 + 0.05 * i;
    if (i >= 4) {
      p.rides[i] = i % 2 == 0 ? given_load : i - 4;
      p.load[i] = 5;
    }
    for (int j = 0; j < n; ++j) {
      p.D(i, j) = 1 / m;
      if (i < 4 && j < 4) p.A(i, j) = 1 / m;
    }
    p.b_t[i] = pull;
    p.b_n[i] = i < 4 ? -g : 0;
  }
  p.set_default_tolerances();
  ContactSetSolver solver;
  const ContactSetSelection& s = solver.select(p, {}, {.most_enumerated = 0});
  ASSERT_TRUE(s.solved());
  double capacity = 0;
  for (int i = 0; i < n; ++i) capacity += p.mu_s[i] * (i >= 4 && i % 2 == 0 ? 5.0 : 5.0);  // m g / 4 at every contact
  ASSERT_GT(capacity, m * pull);
  for (int i = 0; i < n; ++i) {
    EXPECT_EQ(s.chosen.modes[i], ContactMode::stick);
    EXPECT_NEAR(s.chosen.z_t[i], -m * pull * p.mu_s[i] * 5 / capacity, 1e-9);
  }
}

using First = Dual<double>;

// All data of a problem move with one parameter; forces of given modes against differences.
template <class Solve>
void derivatives_are_differences(Solve&& solve) {
  constexpr int n = 5;
  Random random(51);
  int compared = 0;
  for (int k = 0; k < 200; ++k) {
    const ContactSetProblem<double> p = random_element_problem(random, 2, 3, 0.5, true);
    const ContactSetProblem<double> rate = random_element_problem(random, 2, 3, 0.5, true);
    std::array<ContactMode, n> modes{};
    for (int i = 0; i < n; ++i) {
      const bool loaded = p.rides[i] < 0 || is_closed(modes[p.rides[i]]);
      modes[i] = !loaded ? ContactMode::open : static_cast<ContactMode>(1 + random.index(3));
    }
    const auto at = [&](const auto& s) {
      using Real = std::decay_t<decltype(s)>;
      FrictionalProblem<n, Real> q;
      q.n = n;
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
          const bool elements = p.rides[i] != own_load || p.rides[j] != own_load;
          q.A(i, j) = elements ? Real(0.0) : Real(p.A(i, j) + s * (0.1 * rate.A(i, j)));
          q.B(i, j) = p.rides[i] != own_load ? Real(0.0) : Real(p.B(i, j) + s * (0.1 * rate.B(i, j)));
          q.D(i, j) = p.D(i, j) + s * (0.1 * rate.D(i, j));
        }
        q.b_n[i] = p.rides[i] != own_load ? Real(0.0) : Real(p.b_n[i] + s * rate.b_n[i]);
        q.b_t[i] = p.b_t[i] + s * rate.b_t[i];
        q.mu[i] = p.mu[i] + s * rate.mu[i];
        q.mu_s[i] = p.mu_s[i] + s * rate.mu_s[i];
        q.rides[i] = p.rides[i];
        q.load[i] = p.load[i] + s * rate.load[i];
      }
      return q;
    };
    FrictionalSolution<n, First> f;
    FrictionalSolution<n> plus, minus;
    const double h = 1e-5;
    if (!solve(at(First(0.0, 1.0)), modes, f) || f.redundant) continue;
    if (!solve_modes(at(h), modes, plus) || !solve_modes(at(-h), modes, minus)) continue;
    double steepest = 1;
    for (int i = 0; i < n; ++i) steepest = std::max({steepest, std::abs(f.z_n[i].slope), std::abs(f.z_t[i].slope)});
    if (steepest > 20) continue;  // nearly singular
    for (int i = 0; i < n; ++i) {
      const double scale = steepest * steepest;
      EXPECT_NEAR(f.z_n[i].slope, (plus.z_n[i] - minus.z_n[i]) / (2 * h), 1e-6 * scale) << k;
      EXPECT_NEAR(f.z_t[i].slope, (plus.z_t[i] - minus.z_t[i]) / (2 * h), 1e-6 * scale) << k;
      EXPECT_NEAR(f.omega_t[i].slope, (plus.omega_t[i] - minus.omega_t[i]) / (2 * h), 1e-5 * scale) << k;
    }
    ++compared;
  }
  EXPECT_GT(compared, 80);
}

TEST(FrictionElementDerivatives, OfFewAreDifferences) {
  derivatives_are_differences([](const FrictionalProblem<5, First>& p, const std::array<ContactMode, 5>& modes,
                                 FrictionalSolution<5, First>& f) { return forces_in_modes(p, modes, f); });
}

TEST(FrictionElementDerivatives, OfContactSetsAreDifferences) {
  ModeSystem system;
  ContactSetProblem<First> many;
  ContactSetForces<First> forces;
  derivatives_are_differences([&](const FrictionalProblem<5, First>& p, const std::array<ContactMode, 5>& modes,
                                  FrictionalSolution<5, First>& f) {
    copy_problem(p, many);
    if (!system.solve(many, modes, forces)) return false;
    copy_solution(p.n, forces, f);
    return true;
  });
}

// Static friction that varies decides about the shares of a redundant force: they carry its derivative.
TEST(FrictionElementDerivatives, OfSharesFollowTheStaticCoefficients) {
  FrictionalProblem<2, First> p;
  p.n = 2;
  p.A.setZero();
  p.B.setZero();
  p.D.setConstant(First(0.5));
  p.b_n.setZero();
  p.b_t.setConstant(First(1.5));
  p.mu_s << First(0.2, 1.0), First(0.4);
  p.mu = p.mu_s;
  p.rides.fill(given_load);
  p.load << First(5.0), First(10.0);
  FrictionalSolution<2, First> f;
  ASSERT_TRUE(solve_modes(p, {ContactMode::stick, ContactMode::stick}, f));
  EXPECT_NEAR(f.z_t[0].value, -3 * 1.0 / 5, 1e-14);
  EXPECT_NEAR(f.z_t[0].slope, -3 * (5 * 4.0) / 25, 1e-12);  // d/dμ₁ of μ₁N₁/(μ₁N₁ + μ₂N₂)
  EXPECT_NEAR(f.z_t[1].slope, 3 * (5 * 4.0) / 25, 1e-12);
}

}  // namespace
}  // namespace carom
