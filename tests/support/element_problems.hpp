// SPDX-License-Identifier: Apache-2.0
// Contact problems in which some members have friction alone, under the load of another or under a given one; and all their
// solutions, found by going through every set of modes with a dense solver that shares nothing with the library.
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "carom/base/random.hpp"
#include "carom/complementarity/contact_set.hpp"
#include "support/planar_contacts.hpp"

namespace carom::testing_support {

// Member i has no normal direction any more: it rides on contact k, or bears a given load.
inline void make_element(ContactSetProblem<double>& p, int i, int rides, double load = 0) {
  p.rides[i] = rides;
  p.load[i] = load;
  p.must_open[i] = 0;
  p.A.row(i).setZero();
  p.A.col(i).setZero();
  p.B.row(i).setZero();
  p.b_n[i] = 0;
}

// `contacts` contacts and `elements` elements after them, half of which ride, in a random order.
inline ContactSetProblem<double> random_element_problem(Random& random, int contacts, int elements, double mu_most,
                                                        bool at_rest) {
  ContactSetProblem<double> p = random_contact_problem(random, contacts + elements, mu_most, false, at_rest);
  for (int i = contacts; i < p.n; ++i) {
    const bool rides = contacts > 0 && random.index(2) == 0;
    make_element(p, i, rides ? static_cast<int>(random.index(contacts)) : given_load, random.uniform(0, 2));
  }
  p.set_default_tolerances();
  return p;
}

struct BruteForceSet {
  std::vector<ContactMode> modes;
  Eigen::VectorXd z_n, z_t, omega_n, omega_t;
};

// One set of modes by a full pivoting LU; false if it is singular or violates an inequality by more than `zero`.
inline bool try_set(const ContactSetProblem<double>& p, const std::vector<ContactMode>& modes, double zero,
                    BruteForceSet& set) {
  const int n = p.n;
  // Unknowns: z_n and z_t of all; equations: one for each.
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(2 * n, 2 * n);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(2 * n);
  const Eigen::MatrixXd A = p.A.topLeftCorner(n, n), B = p.B.topLeftCorner(n, n), D = p.D.topLeftCorner(n, n);
  for (int i = 0; i < n; ++i) {
    const bool contact = p.rides[i] == own_load;
    if (contact && is_closed(modes[i])) {
      K.row(i) << A.row(i), B.row(i);
      right[i] = -p.b_n[i];
    } else {
      K(i, i) = 1;
    }
    if (modes[i] == ContactMode::stick) {
      K.row(n + i) << B.col(i).transpose(), D.row(i);
      right[n + i] = -p.b_t[i];
      continue;
    }
    K(n + i, n + i) = 1;
    if (!is_slip(modes[i])) continue;
    const double c = slip_sign(modes[i]) * p.mu[i];
    if (p.rides[i] == given_load)
      right[n + i] = -c * p.load[i];
    else
      K(n + i, contact ? i : p.rides[i]) += c;
  }
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(K);
  if (!lu.isInvertible()) return false;
  const Eigen::VectorXd z = lu.solve(right);
  set.modes = modes;
  set.z_n = z.head(n);
  set.z_t = z.tail(n);
  set.omega_n = A * set.z_n + B * set.z_t + p.b_n.head(n);
  set.omega_t = B.transpose() * set.z_n + D * set.z_t + p.b_t.head(n);
  for (int i = 0; i < n; ++i) {
    const int k = p.rides[i];
    if (k == own_load && (is_closed(modes[i]) ? set.z_n[i] : set.omega_n[i]) < -zero) return false;
    const double load = k == own_load ? set.z_n[i] : k == given_load ? p.load[i] : set.z_n[k];
    if (modes[i] == ContactMode::stick && std::abs(set.z_t[i]) > p.mu_s[i] * load + zero) return false;
    if (is_slip(modes[i]) && p.slip[i] == 0 && slip_sign(modes[i]) * set.omega_t[i] < -zero) return false;
  }
  return true;
}

inline std::vector<BruteForceSet> all_sets(const ContactSetProblem<double>& p, double zero = 1e-10) {
  std::vector<BruteForceSet> found;
  std::vector<ContactMode> modes(p.n, ContactMode::open);
  const auto possible = [&](int i) {
    const bool open = !is_closed(modes[i]);
    if (p.rides[i] == own_load) {
      if (p.must_open[i]) return open;
      return open || p.slip[i] == 0 || slip_sign(modes[i]) == p.slip[i];
    }
    if (open != (p.rides[i] >= 0 && !is_closed(modes[p.rides[i]]))) return false;
    return open || p.slip[i] == 0 || slip_sign(modes[i]) == p.slip[i];
  };
  BruteForceSet set;
  while (true) {
    bool all = true;
    for (int i = 0; i < p.n && all; ++i) all = possible(i);
    if (all && try_set(p, modes, zero, set)) found.push_back(set);
    int i = 0;
    for (; i < p.n; ++i) {
      const int next = static_cast<int>(modes[i]) + 1;
      modes[i] = static_cast<ContactMode>(next % 4);
      if (next < 4) break;
    }
    if (i == p.n) return found;
  }
}

// The largest difference of the motion from that of a set.
inline double distance(const ContactSetProblem<double>& p, const ContactSetForces<double>& f,
                       const BruteForceSet& set) {
  double largest = 0;
  for (int i = 0; i < p.n; ++i) {
    largest = std::max(largest, std::abs(f.omega_t[i] - set.omega_t[i]));
    if (p.rides[i] == own_load) largest = std::max(largest, std::abs(f.omega_n[i] - set.omega_n[i]));
  }
  return largest;
}

}  // namespace carom::testing_support
