// SPDX-License-Identifier: Apache-2.0
// Small mechanisms whose answers are known: a block on a plane, a mass on a belt, a particle in a corner,
// a column of balls. Each is what a user would write.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "carom/base/constants.hpp"
#include "carom/engine/event_driven.hpp"
#include "carom/laws/contact_law.hpp"
#include "carom/model/mechanism.hpp"

namespace carom::testing_support {

inline ContactLaw coulomb(double e, double mu_s, double mu_c) {
  return {.e = e, .mu_s = mu_s, .mu_c = mu_c, .mu_s_i = mu_s, .mu_i = mu_c};
}

// A rectangular block with N contact points along its lower edge, on a plane that is inclined and shaken.
// q = (x, y, θ) of the centre of mass, along and across the plane.
template <int N>
struct Block {
  static constexpr int dof = 3;
  static constexpr int contact_count = N;
  double m = 2, I = 0.01, b = 0.05, g = gravity;
  double slope = 0;                    // inclination [rad]
  double A_x = 0, A_y = 0, omega = 1;  // plane: X = A_x sin ωt, Y = −A_y sin ωt
  std::array<double, N> a{};           // points at (a_i, −b) of the block
  std::array<ContactLaw, N> law{};

  Matrix<3, 3> mass_matrix(const Vector<3>&) const { return Vector<3>(m, m, I).asDiagonal(); }
  Vector<3> force(double, const Vector<3>&, const Vector<3>&) const {
    return {m * g * std::sin(slope), -m * g * std::cos(slope), 0};
  }
  double potential_energy(const Vector<3>& q) const {
    return m * g * (q[1] * std::cos(slope) - q[0] * std::sin(slope));
  }
  std::array<ContactKinematics<3>, N> contacts(double t, const Vector<3>& q, const Vector<3>& u) const {
    const double c = std::cos(q[2]), s = std::sin(q[2]), w2 = u[2] * u[2];
    const double sine = std::sin(omega * t), cosine = omega * std::cos(omega * t);
    std::array<ContactKinematics<3>, N> result;
    for (int i = 0; i < N; ++i) {
      const double along = -a[i] * s + b * c, across = a[i] * c + b * s;
      result[i] = {.gap = q[1] + a[i] * s - b * c + A_y * sine,
                   .normal = {0, 1, across},
                   .tangent = {1, 0, along},
                   .normal_surface_velocity = A_y * cosine,
                   .tangential_surface_velocity = -A_x * cosine,
                   .normal_drift = along * w2 - A_y * omega * omega * sine,
                   .tangential_drift = -across * w2 + A_x * omega * omega * sine};
    }
    return result;
  }
  const ContactLaw& contact_law(int i) const { return law[i]; }
  Scales scales() const { return {.length = b, .speed = std::sqrt(g * b), .time = std::sqrt(b / g)}; }
  State<3> lying(double t = 0) const {
    return {.t = t,
            .q = {0, b - A_y * std::sin(omega * t), 0},
            .u = {A_x * omega * std::cos(omega * t), -A_y * omega * std::cos(omega * t), 0}};
  }
};

// A mass on a belt, held by a spring: the stick–slip oscillator. q = (x, y).
struct BeltMass {
  static constexpr int dof = 2;
  static constexpr int contact_count = 1;
  double m = 1, k = 100, g = gravity, belt = 0.1;
  ContactLaw law{};

  Matrix<2, 2> mass_matrix(const Vector<2>&) const { return m * Matrix<2, 2>::Identity(); }
  Vector<2> force(double, const Vector<2>& q, const Vector<2>&) const { return {-k * q[0], -m * g}; }
  double potential_energy(const Vector<2>& q) const { return m * g * q[1] + 0.5 * k * q[0] * q[0]; }
  std::array<ContactKinematics<2>, 1> contacts(double, const Vector<2>& q, const Vector<2>&) const {
    return {
        ContactKinematics<2>{.gap = q[1], .normal = {0, 1}, .tangent = {1, 0}, .tangential_surface_velocity = -belt}};
  }
  const ContactLaw& contact_law(int) const { return law; }
  Scales scales() const { return {.length = 0.01, .speed = belt, .time = std::sqrt(m / k)}; }
};

// A particle in a corner of two walls that rise at angles β to the left and right of the origin. q = (x, y).
struct Corner {
  static constexpr int dof = 2;
  static constexpr int contact_count = 2;
  double m = 1, g = gravity, left = 1.0, right = 0.7;  // angles of the walls above the horizontal [rad]
  std::array<ContactLaw, 2> law{};

  Matrix<2, 2> mass_matrix(const Vector<2>&) const { return m * Matrix<2, 2>::Identity(); }
  Vector<2> force(double, const Vector<2>&, const Vector<2>&) const { return {0, -m * g}; }
  double potential_energy(const Vector<2>& q) const { return m * g * q[1]; }
  std::array<ContactKinematics<2>, 2> contacts(double, const Vector<2>& q, const Vector<2>&) const {
    const Vector<2> nl(std::sin(left), std::cos(left)), nr(-std::sin(right), std::cos(right));
    return {ContactKinematics<2>{.gap = nl.dot(q), .normal = nl, .tangent = {nl[1], -nl[0]}},
            ContactKinematics<2>{.gap = nr.dot(q), .normal = nr, .tangent = {nr[1], -nr[0]}}};
  }
  const ContactLaw& contact_law(int i) const { return law[i]; }
  Scales scales() const { return {.length = 0.1, .speed = 1, .time = 0.1}; }
};

// N balls of radius r in a vertical column above a floor: contact 0 with the floor, contact i between balls i − 1 and i.
template <int N>
struct Column {
  static constexpr int dof = N;
  static constexpr int contact_count = N;
  double m = 1, r = 0.01, g = gravity;
  std::array<ContactLaw, N> law{};

  Matrix<N, N> mass_matrix(const Vector<N>&) const { return m * Matrix<N, N>::Identity(); }
  Vector<N> force(double, const Vector<N>&, const Vector<N>&) const { return Vector<N>::Constant(-m * g); }
  double potential_energy(const Vector<N>& q) const { return m * g * q.sum(); }
  std::array<ContactKinematics<N>, N> contacts(double, const Vector<N>& q, const Vector<N>&) const {
    std::array<ContactKinematics<N>, N> result;
    for (int i = 0; i < N; ++i) {
      result[i].normal = Vector<N>::Unit(i);
      result[i].tangent = Vector<N>::Zero();
      result[i].gap = q[i] - r;
      if (i == 0) continue;
      result[i].normal[i - 1] = -1;
      result[i].gap = q[i] - q[i - 1] - 2 * r;
    }
    return result;
  }
  const ContactLaw& contact_law(int i) const { return law[i]; }
  Scales scales() const { return {.length = r, .speed = std::sqrt(g * r), .time = std::sqrt(r / g)}; }
};

// Keeps the event log of a run.
template <class S>
struct EventLog {
  struct Entry {
    double t;
    EventKind kind;
    std::array<bool, S::contact_count> contacts;
    ContactModes<S> modes;
  };
  std::vector<Entry> entries;
  void segment(const Segment<S>&) {}
  void event(const EventBatch<S>& batch) { entries.push_back({batch.t, batch.kind, batch.contacts, batch.modes}); }
  bool stop() const { return false; }
};

}  // namespace carom::testing_support
