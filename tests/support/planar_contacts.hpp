// SPDX-License-Identifier: Apache-2.0
// Rigid bodies in the plane, at rest, that touch each other and the ground, as a contact problem of accelerations.
#pragma once

#include <cmath>
#include <vector>

#include <Eigen/Core>

#include "carom/base/random.hpp"
#include "carom/complementarity/contact_set.hpp"

namespace carom::testing_support {

struct PlanarContacts {
  struct Body {
    double m = 1, I = 1;
    Eigen::Vector2d centre{0, 0}, pull{0, 0};  // pull: applied acceleration besides gravity
  };
  struct Touch {
    int above = 0, below = -1;  // bodies; −1 is the ground
    Eigen::Vector2d point{0, 0}, normal{0, 1};
    double mu = 0, mu_s = 0;
    int slip = 0;
    bool must_open = false;
  };
  std::vector<Body> bodies;
  std::vector<Touch> touches;
  double g = 10, tilt = 0;  // gravity points down, turned by `tilt`

  // Accelerations of the bodies' coordinates per unit force: 3 numbers a body.
  void directions(const Touch& c, Eigen::VectorXd& w, Eigen::VectorXd& t) const {
    w.setZero(3 * bodies.size());
    t.setZero(3 * bodies.size());
    const Eigen::Vector2d along(c.normal.y(), -c.normal.x());
    const auto add = [&](int body, double sign) {
      if (body < 0) return;
      const Eigen::Vector2d r = c.point - bodies[body].centre;
      w.segment<3>(3 * body) =
          sign * Eigen::Vector3d(c.normal.x(), c.normal.y(), r.x() * c.normal.y() - r.y() * c.normal.x());
      t.segment<3>(3 * body) = sign * Eigen::Vector3d(along.x(), along.y(), r.x() * along.y() - r.y() * along.x());
    };
    add(c.above, 1);
    add(c.below, -1);
  }

  ContactSetProblem<double> problem() const {
    const int n = static_cast<int>(touches.size()), dof = 3 * static_cast<int>(bodies.size());
    Eigen::VectorXd inverse(dof), free(dof), w, t;
    for (int k = 0; k < dof / 3; ++k) {
      const Body& body = bodies[k];
      inverse.segment<3>(3 * k) = Eigen::Vector3d(1 / body.m, 1 / body.m, 1 / body.I);
      free.segment<3>(3 * k) =
          Eigen::Vector3d(g * std::sin(tilt) + body.pull.x(), -g * std::cos(tilt) + body.pull.y(), 0);
    }
    Eigen::MatrixXd W(dof, n), N(dof, n);
    ContactSetProblem<double> p;
    p.resize(n);
    for (int i = 0; i < n; ++i) {
      directions(touches[i], w, t);
      W.col(i) = w;
      N.col(i) = t;
      p.mu[i] = touches[i].mu;
      p.mu_s[i] = std::max(touches[i].mu_s, touches[i].mu);
      p.slip[i] = touches[i].slip;
      p.must_open[i] = touches[i].must_open;
    }
    p.A = W.transpose() * inverse.asDiagonal() * W;
    p.B = W.transpose() * inverse.asDiagonal() * N;
    p.D = N.transpose() * inverse.asDiagonal() * N;
    p.b_n = W.transpose() * free;
    p.b_t = N.transpose() * free;
    p.set_default_tolerances();
    return p;
  }

  // Accelerations of the bodies under given forces.
  Eigen::VectorXd accelerations(const ContactSetForces<double>& f) const {
    Eigen::VectorXd a(3 * bodies.size()), w, t;
    for (std::size_t k = 0; k < bodies.size(); ++k)
      a.segment<3>(3 * k) = Eigen::Vector3d(bodies[k].m * (g * std::sin(tilt) + bodies[k].pull.x()),
                                            bodies[k].m * (-g * std::cos(tilt) + bodies[k].pull.y()), 0);
    for (std::size_t i = 0; i < touches.size(); ++i) {
      directions(touches[i], w, t);
      a += w * f.z_n[i] + t * f.z_t[i];
    }
    for (std::size_t k = 0; k < bodies.size(); ++k)
      a.segment<3>(3 * k).array() /= Eigen::Array3d(bodies[k].m, bodies[k].m, bodies[k].I);
    return a;
  }
};

// Boxes of width 2 and height 1 on each other, touching at their corners.
inline PlanarContacts stack_of_boxes(int boxes, double mu) {
  PlanarContacts s;
  for (int k = 0; k < boxes; ++k) {
    s.bodies.push_back({.m = 1.0 + 0.1 * k, .I = 0.4, .centre = {0, k + 0.5}});
    for (const double x : {-1.0, 1.0})
      s.touches.push_back({.above = k, .below = k - 1, .point = {x, k * 1.0}, .mu = mu});
  }
  return s;
}

// Equal discs of radius 1: rows of n, n − 1, …, 1, neighbours touching within a row too.
inline PlanarContacts pyramid_of_discs(int rows, double mu) {
  PlanarContacts s;
  std::vector<std::vector<int>> row(rows);
  for (int r = 0; r < rows; ++r)
    for (int k = 0; k < rows - r; ++k) {
      row[r].push_back(static_cast<int>(s.bodies.size()));
      s.bodies.push_back({.m = 1, .I = 0.5, .centre = {2.0 * k + r, 1 + std::sqrt(3.0) * r}});
    }
  const auto touch = [&](int above, int below) {
    const Eigen::Vector2d d = s.bodies[above].centre - s.bodies[below].centre;
    s.touches.push_back({.above = above,
                         .below = below,
                         .point = s.bodies[below].centre + 0.5 * d,
                         .normal = d.normalized(),
                         .mu = mu});
  };
  for (int r = 0; r < rows; ++r)
    for (int k = 0; k < rows - r; ++k) {
      if (r == 0) s.touches.push_back({.above = row[0][k], .point = {2.0 * k, 0}, .mu = mu});
      if (k > 0) touch(row[r][k], row[r][k - 1]);
      if (r > 0) touch(row[r][k], row[r - 1][k]);
      if (r > 0) touch(row[r][k], row[r - 1][k + 1]);
    }
  return s;
}

// Accelerations of n contacts of a random mechanism; `repeated`: some contacts share their directions with others.
inline ContactSetProblem<double> random_contact_problem(Random& random, int n, double mu_most, bool repeated,
                                                        bool at_rest) {
  const int dof = 3 + static_cast<int>(random.index(2 * n));
  const auto draw = [&](int rows, int cols) {
    return Eigen::MatrixXd(Eigen::MatrixXd::NullaryExpr(rows, cols, [&] { return random.uniform(-1, 1); }));
  };
  const Eigen::MatrixXd root = draw(dof, dof);
  const Eigen::MatrixXd inverse = root * root.transpose() + 0.2 * Eigen::MatrixXd::Identity(dof, dof);
  Eigen::MatrixXd W = draw(dof, n), N = draw(dof, n);
  if (repeated) {
    for (int i = 1; i < n; ++i) {
      const int j = static_cast<int>(random.index(i));
      const std::uint32_t kind = random.index(4);
      if (kind == 0 || kind == 1) N.col(i) = N.col(j);
      if (kind == 1 || kind == 2) W.col(i) = W.col(j) * random.uniform(0.5, 2);
    }
  }
  const Eigen::VectorXd free = draw(dof, 1);
  ContactSetProblem<double> p;
  p.resize(n);
  p.A = W.transpose() * inverse * W;
  p.B = W.transpose() * inverse * N;
  p.D = N.transpose() * inverse * N;
  p.b_n = W.transpose() * free;
  p.b_t = N.transpose() * free;
  for (int i = 0; i < n; ++i) {
    p.mu[i] = random.index(6) == 0 ? 0 : random.uniform(0, mu_most);
    p.mu_s[i] = p.mu[i] * (random.index(2) == 0 ? 1 : random.uniform(1, 1.5));
    if (!at_rest && random.index(3) == 0) p.slip[i] = random.index(2) == 0 ? 1 : -1;
    p.must_open[i] = random.index(12) == 0;
  }
  p.set_default_tolerances();
  return p;
}

}  // namespace carom::testing_support
