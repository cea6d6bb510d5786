// SPDX-License-Identifier: Apache-2.0
// A pyramid of 55 equal discs on a rough floor, ten in its lowest row: 145 contacts, more forces than equations.
//
// Model     Every disc touches its neighbours in the row and the two below it. Equilibrium needs forces in the cones of all
//           contacts: a linear programme in 290 unknowns. Its least coefficient of friction for ten rows, by bisection with
//           the simplex method of another program, is 0.54081 (two rows: 2 − √3). Below it the pile comes apart. Between two
//           walls that keep its lowest row from spreading it stands with any friction.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/large_engine.hpp"

namespace carom {
namespace {

// q = (x, y, θ) of every disc, in units of radius, weight and √(r/g).
template <int Rows, bool Walls = false>
struct Pyramid {
  static constexpr int discs = Rows * (Rows + 1) / 2, dof = 3 * discs;
  static constexpr int contact_count = Rows + 3 * Rows * (Rows - 1) / 2 + (Walls ? 2 : 0);
  static constexpr int floor = -1, left_wall = -2, right_wall = -3;
  double mu = 0.55;
  struct Pair {
    int below, above;  // below < 0: the floor, or a wall
  };
  std::array<Pair, contact_count> pairs{};
  State<dof> rest;

  explicit Pyramid(double friction) : mu(friction) {
    std::array<std::array<int, Rows>, Rows> number{};
    int disc = 0, pair = 0;
    for (int r = 0; r < Rows; ++r)
      for (int k = 0; k < Rows - r; ++k) {
        number[r][k] = disc;
        rest.q.template segment<3>(3 * disc++) << 2 * k + r, 1 + r * std::sqrt(3.0), 0;
      }
    for (int r = 0; r < Rows; ++r)
      for (int k = 0; k < Rows - r; ++k) {
        if (r == 0) pairs[pair++] = {floor, number[0][k]};
        if (k + 1 < Rows - r) pairs[pair++] = {number[r][k], number[r][k + 1]};
        for (int j = 0; r > 0 && j < 2; ++j) pairs[pair++] = {number[r - 1][k + j], number[r][k]};
      }
    if (Walls) {
      pairs[pair++] = {left_wall, number[0][0]};
      pairs[pair++] = {right_wall, number[0][Rows - 1]};
    }
  }
  Matrix<dof, dof> mass_matrix(const Vector<dof>&) const {
    Vector<dof> diagonal;
    for (int b = 0; b < discs; ++b) diagonal.template segment<3>(3 * b) << 1, 1, 0.5;
    return diagonal.asDiagonal();
  }
  Matrix<dof, dof> inverse_mass(const Vector<dof>&) const {
    Vector<dof> diagonal;
    for (int b = 0; b < discs; ++b) diagonal.template segment<3>(3 * b) << 1, 1, 2;
    return diagonal.asDiagonal();
  }
  Vector<dof> force(double, const Vector<dof>&, const Vector<dof>&) const {
    Vector<dof> h = zeros<dof>();
    for (int b = 0; b < discs; ++b) h[3 * b + 1] = -1;
    return h;
  }
  double potential_energy(const Vector<dof>& q) const {
    double sum = 0;
    for (int b = 0; b < discs; ++b) sum += q[3 * b + 1];
    return sum;
  }
  // n points from the lower disc to the upper, t = n turned by −90°; the rows by hand, because they are short.
  std::array<ContactKinematics<dof>, contact_count> contacts(double, const Vector<dof>& q, const Vector<dof>& u) const {
    std::array<ContactKinematics<dof>, contact_count> list;
    for (int i = 0; i < contact_count; ++i) {
      auto& c = list[static_cast<std::size_t>(i)];
      const Pair pair = pairs[static_cast<std::size_t>(i)];
      const int a = 3 * pair.above, b = 3 * pair.below;
      c.normal.setZero();
      c.tangent.setZero();
      if (pair.below < 0) {
        const double nx = pair.below == left_wall ? 1 : pair.below == right_wall ? -1 : 0, ny = nx == 0 ? 1 : 0;
        c.gap = pair.below == floor ? q[a + 1] - 1 : nx * q[a] + (nx < 0 ? 2 * (Rows - 1) : 0);
        c.normal[a] = nx, c.normal[a + 1] = ny;
        c.tangent[a] = ny, c.tangent[a + 1] = -nx;
        c.tangent[a + 2] = 1;
        continue;
      }
      const double dx = q[a] - q[b], dy = q[a + 1] - q[b + 1], d = std::hypot(dx, dy);
      const double vx = u[a] - u[b], vy = u[a + 1] - u[b + 1], nx = dx / d, ny = dy / d;
      const double turning = (nx * vy - ny * vx) / d;  // of n
      c.gap = d - 2;
      c.normal[a] = nx, c.normal[a + 1] = ny, c.normal[b] = -nx, c.normal[b + 1] = -ny;
      c.tangent[a] = ny, c.tangent[a + 1] = -nx, c.tangent[b] = -ny, c.tangent[b + 1] = nx;
      c.tangent[a + 2] = c.tangent[b + 2] = 1;
      c.normal_drift = d * turning * turning;
      c.tangential_drift = turning * (nx * vx + ny * vy);
    }
    return list;
  }
  ContactLaw contact_law(int) const { return {.mu_s = mu, .mu_c = mu, .mu_s_i = mu, .mu_i = mu}; }
  Scales scales() const { return {.length = 1, .speed = 1, .time = 1}; }
};

// Are all contacts chosen to stick and none to open?
template <int Rows>
bool stands(double mu) {
  using S = Pyramid<Rows>;
  const S pyramid(mu);
  const LocalInertia<S> local = local_inertia(pyramid, 0.0, pyramid.rest.q, pyramid.rest.u);
  std::array<int, S::contact_count> member{};
  for (int i = 0; i < S::contact_count; ++i) member[static_cast<std::size_t>(i)] = i;
  auto p =
      acceleration_problem(pyramid, local, pyramid.rest.t, pyramid.rest.q, pyramid.rest.u, member, S::contact_count);
  p.set_default_tolerances();
  ModeChoice<S::contact_count> choice;
  const auto selection = choice.select(p);
  double fastest = 0;
  for (int i = 0; i < S::contact_count; ++i)
    fastest = std::max({fastest, std::abs(selection.chosen.omega_n[i]), std::abs(selection.chosen.omega_t[i])});
  return selection.consistent > 0 && fastest < 1e-8;
}

TEST(Pyramid, OfThreeDiscsStandsFromTwoMinusRootThreeOn) {
  const double least = 2 - std::sqrt(3.0);
  EXPECT_TRUE(stands<2>(least + 1e-6));
  EXPECT_FALSE(stands<2>(least - 1e-6));
}

TEST(Pyramid, OfTenRowsStandsWhereForcesExistThatCarryIt) {
  EXPECT_TRUE(stands<10>(0.5409));
  EXPECT_FALSE(stands<10>(0.5407));
}

using Any = testing_support::Large;
using testing_support::run_large;

template <bool Walls>
void rests_for_ten_seconds(double mu) {
  using S = Pyramid<10, Walls>;
  const S pyramid(mu);
  const ModelOf<S> model(pyramid);
  const Any any(model);
  State<Any::dof> start;
  start.q = pyramid.rest.q;
  start.u = pyramid.rest.u;
  struct Loads {
    const S& pyramid;
    double floor = 0, least = 1;
    void segment(const Segment<Any>& piece) {
      const Motion<Any> motion = piece.motion(piece.at(piece.t1()));
      floor = 0;
      for (int i = 0; i < S::contact_count; ++i) {
        least = std::min(least, motion.F_n[i]);
        if (pyramid.pairs[static_cast<std::size_t>(i)].below == S::floor) floor += motion.F_n[i];
      }
    }
    void event(const EventBatch<Any>&) {}
    bool stop() const { return false; }
  } loads{.pyramid = pyramid};
  const RunReport<Any> report = run_large(any, start, {.t_end = 10, .max_step = 1}, loads);
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_LT((report.final.q - start.q).cwiseAbs().maxCoeff(), 1e-9);
  // Walls may bear a part by friction.
  if (!Walls) {
    EXPECT_NEAR(loads.floor, S::discs, 1e-9 * S::discs);
  }
  EXPECT_GT(loads.least, -1e-9);
  for (int i = 0; i < any.contact_number(); ++i) EXPECT_TRUE(is_closed(report.modes[static_cast<std::size_t>(i)])) << i;
}

TEST(Pyramid, OfTenRowsRests) { rests_for_ten_seconds<false>(0.55); }

// Free on the floor it would need 0.54081.
TEST(Pyramid, OfTenRowsRestsBetweenTwoWallsWithLessFriction) { rests_for_ten_seconds<true>(0.5); }

}  // namespace
}  // namespace carom
