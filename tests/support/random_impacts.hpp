// SPDX-License-Identifier: Apache-2.0
// Random impacts of planar rigid bodies, and what must hold of the result of any impact.
#pragma once

#include <cmath>
#include <sstream>
#include <string>

#include "carom/base/random.hpp"
#include "carom/impact/solve_impact.hpp"

namespace carom::testing_support {

inline double log_uniform(Random& random, double low, double high) {
  return low * std::exp(random.uniform() * std::log(high / low));
}

inline ContactLaw random_law(Random& random) {
  ContactLaw law;
  const std::uint32_t kind = random.index(8);
  law.e = kind == 0 ? 0.0 : kind == 1 ? 1.0 : random.uniform();
  law.mu_i = random.index(6) == 0 ? 0.0 : random.uniform(0, 1.2);
  law.mu_s_i = law.mu_i * (random.index(3) == 0 ? 1.0 : random.uniform(1, 2));
  law.mu_c = law.mu_i;
  law.mu_s = law.mu_s_i;
  law.stiffness = log_uniform(random, 1e-2, 1e2);
  const std::uint32_t exponent = random.index(4);
  law.exponent = exponent == 0 ? 1.0 : exponent == 1 ? random.uniform(1, 3) : 1.5;
  return law;
}

// A free rigid body (m, m, I) with n contacts; with `flat` they lie on one plane below it, else each has its own normal.
template <int Max>
ImpactProblem<Max> random_body_impact(Random& random, int n, bool flat) {
  ImpactProblem<Max> p;
  p.n = n;
  p.A.setZero();
  p.B.setZero();
  p.D.setZero();
  p.v_n.setZero();
  p.v_t.setZero();
  const Vector<3> inverse(1, 1, log_uniform(random, 0.3, 30));
  const double height = random.uniform(-1, 1);
  Matrix<3, Max> w = Matrix<3, Max>::Zero(), t = Matrix<3, Max>::Zero();
  for (int i = 0; i < n; ++i) {
    const double x = random.uniform(-1, 1), y = flat ? -height : random.uniform(-1, 1);
    const double angle = flat ? 0.0 : random.uniform(-1.2, 1.2);
    const double c = std::cos(angle), s = std::sin(angle);
    w.col(i) = Vector<3>(-s, c, x * c + y * s);
    t.col(i) = Vector<3>(c, s, x * s - y * c);
    p.law[i] = random_law(random);
  }
  Vector<3> u(random.uniform(-1, 1), random.uniform(-1, 0.2), random.uniform(-1, 1));
  if (random.index(8) == 0) u[0] = 0;
  if (random.index(8) == 0) u[2] = 0;
  for (int i = 0; i < n; ++i) {
    p.v_n[i] = w.col(i).dot(u);
    p.v_t[i] = t.col(i).dot(u);
    for (int j = 0; j < n; ++j) {
      p.A(i, j) = w.col(i).dot(inverse.cwiseProduct(w.col(j)));
      p.B(i, j) = w.col(i).dot(inverse.cwiseProduct(t.col(j)));
      p.D(i, j) = t.col(i).dot(inverse.cwiseProduct(t.col(j)));
    }
  }
  return p;
}

// Discs that touch one another and the ground at random places, one contact after the other: the first `discs` of them hold
// the discs together, the others may close rings.
template <int Max>
ImpactProblem<Max> random_heap_impact(Random& random, int discs, int n) {
  using Any = Eigen::MatrixXd;
  Any W = Any::Zero(3 * discs, n), T = W;
  Eigen::VectorXd inverse(3 * discs), u(3 * discs);
  for (int b = 0; b < discs; ++b) {
    const double mass = log_uniform(random, 0.5, 2);
    inverse.segment<3>(3 * b) << 1 / mass, 1 / mass, 2 / mass;
    for (int k = 0; k < 3; ++k) u[3 * b + k] = random.uniform(-1, 1);
  }
  ImpactProblem<Max> p;
  p.n = n;
  for (int i = 0; i < n; ++i) {
    const int a = i < discs ? i : static_cast<int>(random.index(static_cast<std::uint32_t>(discs)));
    const int drawn = i < discs ? i - 1 : static_cast<int>(random.index(static_cast<std::uint32_t>(discs) + 1)) - 1;
    const int b = drawn == a ? -1 : drawn;  // −1: the ground
    const double angle = random.uniform(-3, 3), c = std::cos(angle), s = std::sin(angle);
    W.col(i).segment<3>(3 * a) << -s, c, 0;
    T.col(i).segment<3>(3 * a) << c, s, 1;
    if (b >= 0) {
      W.col(i).segment<3>(3 * b) << s, -c, 0;
      T.col(i).segment<3>(3 * b) << -c, -s, 1;
    }
    p.law[i] = random_law(random);
  }
  p.A.topLeftCorner(n, n) = W.transpose() * inverse.asDiagonal() * W;
  p.B.topLeftCorner(n, n) = W.transpose() * inverse.asDiagonal() * T;
  p.D.topLeftCorner(n, n) = T.transpose() * inverse.asDiagonal() * T;
  p.v_n.head(n) = W.transpose() * u;
  p.v_t.head(n) = T.transpose() * u;
  return p;
}

template <int Max>
bool approaches(const ImpactProblem<Max>& p) {
  for (int i = 0; i < p.n; ++i)
    if (p.v_n[i] < 0) return true;
  return false;
}

// The change of kinetic energy relative to the surfaces.
template <int Max>
double energy_change(const ImpactProblem<Max>& p, const ImpactResult<Max>& r) {
  double change = 0;
  for (int i = 0; i < p.n; ++i) change += 0.5 * (r.P_n[i] * (p.v_n[i] + r.v_n[i]) + r.P_t[i] * (p.v_t[i] + r.v_t[i]));
  return change;
}

// Empty, or what is wrong with the result of an impact under the energetic law.
template <int Max>
std::string violation(const ImpactProblem<Max>& p, const ImpactResult<Max>& r, double tolerance = 1e-9) {
  std::ostringstream wrong;
  wrong.precision(17);
  if (r.failure != ImpactFailure::none) wrong << "failure: " << name(r.failure) << "; ";
  double speed = 0, work = 0, stored = 0, friction_capacity = 0, P_t_sum = 0, impulse = 0;
  for (int i = 0; i < p.n; ++i) {
    speed = std::max({speed, std::abs(p.v_n[i]), std::abs(p.v_t[i])});
    work += r.W_compression[i] + r.W_restitution[i] + std::abs(r.friction_work[i]);
    stored += p.E0[i];
    impulse += r.P_n[i];
    friction_capacity += std::max(p.law[i].mu_s_i, p.law[i].mu_i) * r.P_n[i];
    P_t_sum += std::abs(r.P_t[i]);
  }
  if (!(r.residual < tolerance)) wrong << "certificate " << r.residual << "; ";
  if (!(energy_change(p, r) <= stored + tolerance * (work + stored)))
    wrong << "energy rises by " << energy_change(p, r) << " of " << work << "; ";
  if (!(P_t_sum <= friction_capacity + tolerance * impulse))
    wrong << "cone: " << P_t_sum << " > " << friction_capacity << "; ";
  for (int i = 0; i < p.n; ++i) {
    const ContactLaw& law = p.law[i];
    if (!std::isfinite(r.v_n[i]) || !std::isfinite(r.v_t[i]) || !std::isfinite(r.P_n[i]) || !std::isfinite(r.P_t[i]))
      wrong << "contact " << i << " is not finite; ";
    if (!(r.P_n[i] >= 0)) wrong << "contact " << i << " is pulled: " << r.P_n[i] << "; ";
    if (!(r.v_n[i] >= -tolerance * speed))
      wrong << "contact " << i << " approaches after the impact: " << r.v_n[i] << "; ";
    if (!(r.friction_work[i] <= tolerance * work))
      wrong << "contact " << i << " friction gives " << r.friction_work[i] << "; ";
    if (!(std::abs(r.W_restitution[i] - law.e * law.e * (p.E0[i] + r.W_compression[i] - r.E_left[i])) <=
          tolerance * (work + stored)))
      wrong << "contact " << i << " work law: " << r.W_restitution[i] << " of " << r.W_compression[i] << "; ";
  }
  return wrong.str();
}

template <int Max>
std::string describe(const ImpactProblem<Max>& p) {
  std::ostringstream text;
  text.precision(17);
  text << "n = " << p.n << "\nA\n"
       << p.A << "\nB\n"
       << p.B << "\nD\n"
       << p.D << "\nv_n " << p.v_n.transpose() << "\nv_t " << p.v_t.transpose() << "\nE0 " << p.E0.transpose();
  for (int i = 0; i < p.n; ++i)
    text << "\ncontact " << i << ": e " << p.law[i].e << " mu_s_i " << p.law[i].mu_s_i << " mu_i " << p.law[i].mu_i
         << " k " << p.law[i].stiffness << " eta " << p.law[i].exponent;
  return text.str();
}

}  // namespace carom::testing_support
