// SPDX-License-Identifier: Apache-2.0
// Four boxes on each other, each on the two corners of its base, on a floor that is shaken sideways; springs hold their
// centres, and a slider on a rail may strike the highest from the left. Eight contacts stay closed, nine take part in a
// stroke, and everything depends on where and how fast the boxes begin.
//
// Model     q = (x, y, θ) of the centres from the floor up, then the slider's place
//   (1)  floor at X(t) = a sin ωt
//   (2)  springs −k (x_b − X_b) at the centres
#pragma once

#include <array>
#include <cmath>

#include "carom/base/constants.hpp"
#include "carom/laws/contact_law.hpp"
#include "carom/model/mechanism.hpp"

namespace carom::testing_support {

struct StruckStack {
  static constexpr int boxes = 4, dof = 3 * boxes + 1, contact_count = 2 * boxes + 1, slider = 3 * boxes;
  double m = 2, m_slider = 1, width = 0.4, height = 0.2, g = gravity;
  double a = 0.05, omega = 12;                               // (1)
  double k = 60;                                             // N/m, (2)
  std::array<double, boxes> anchor{0.05, -0.1, 0.15, -0.2};  // X_b
  ContactLaw law{.e = 0.3, .mu_s = 0.5, .mu_c = 0.4, .mu_s_i = 0.5, .mu_i = 0.4};

  Vector<dof> masses() const {
    Vector<dof> list;
    for (int b = 0; b < boxes; ++b) list.segment<3>(3 * b) << m, m, m * (width * width + height * height) / 12;
    list[slider] = m_slider;
    return list;
  }
  Matrix<dof, dof> mass_matrix(const Vector<dof>&) const { return masses().asDiagonal(); }
  template <class Real>
  Matrix<dof, dof, Real> inverse_mass(const Vector<dof, Real>&) const {
    const Matrix<dof, dof> inverse = masses().cwiseInverse().asDiagonal();
    return inverse.template cast<Real>();
  }
  template <class Real>
  Vector<dof, Real> force(Number<Real>, const Vector<dof, Real>& q, const Number<Vector<dof, Real>>&) const {
    Vector<dof, Real> h = zeros<dof, Real>();
    for (int b = 0; b < boxes; ++b) {
      h[3 * b] = -k * (q[3 * b] - anchor[b]);
      h[3 * b + 1] = -m * g;
    }
    return h;
  }
  double potential_energy(const Vector<dof>& q) const {
    double sum = 0;
    for (int b = 0; b < boxes; ++b)
      sum += m * g * q[3 * b + 1] + 0.5 * k * (q[3 * b] - anchor[b]) * (q[3 * b] - anchor[b]);
    return sum;
  }

  // Of contact i, above its surface and along it.
  template <class Real>
  std::array<Real, 2> place(const Real& t, const Vector<dof, Real>& q, int i) const {
    using std::cos, std::sin;
    const int b = i / 2;
    if (b == boxes) {
      const int top = 3 * (boxes - 1);
      const Real c = cos(q[top + 2]), s = sin(q[top + 2]);
      const Real dx = q[slider] - q[top], dy = (boxes - 0.5) * height - q[top + 1];
      return {-0.5 * width - c * dx - s * dy, c * dy - s * dx};
    }
    const double side = i % 2 == 0 ? -1 : 1;
    const Real c = cos(q[3 * b + 2]), s = sin(q[3 * b + 2]);
    const Real x = q[3 * b] + 0.5 * side * width * c + 0.5 * height * s;
    const Real y = q[3 * b + 1] + 0.5 * side * width * s - 0.5 * height * c;
    if (b == 0) return {y, x - a * sin(omega * t)};
    const Real cb = cos(q[3 * b - 1]), sb = sin(q[3 * b - 1]), dx = x - q[3 * b - 3], dy = y - q[3 * b - 2];
    return {cb * dy - sb * dx - 0.5 * height, cb * dx + sb * dy};
  }
  template <class Real>
  std::array<Real, contact_count> gap(Number<Real> t, const Vector<dof, Real>& q) const {
    std::array<Real, contact_count> gaps;
    for (int i = 0; i < contact_count; ++i) gaps[i] = place<Real>(t, q, i)[0];
    return gaps;
  }
  template <class Real>
  std::array<Real, contact_count> slide(Number<Real> t, const Vector<dof, Real>& q) const {
    std::array<Real, contact_count> places;
    for (int i = 0; i < contact_count; ++i) places[i] = place<Real>(t, q, i)[1];
    return places;
  }
  ContactLaw contact_law(int) const { return law; }
  Scales scales() const { return {.length = width, .speed = std::sqrt(g * width), .time = std::sqrt(width / g)}; }

  // All boxes on each other, with velocities along the floor; the slider away on the left.
  State<dof> sliding(const std::array<double, boxes>& speed, double slider_at, double slider_speed) const {
    State<dof> state;
    for (int b = 0; b < boxes; ++b) {
      state.q[3 * b + 1] = (b + 0.5) * height;
      state.u[3 * b] = speed[b];
    }
    state.q[slider] = slider_at;
    state.u[slider] = slider_speed;
    return state;
  }
};

}  // namespace carom::testing_support
