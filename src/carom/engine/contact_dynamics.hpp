// SPDX-License-Identifier: Apache-2.0
// Accelerations and contact forces of a mechanism in a given set of contact modes.
//
// Model     For the closed contacts, with a_f = M⁻¹h the free acceleration (with constraints: P for M⁻¹ and a for a_f,
//           constrained_motion.hpp),
//   (1)  γ̇_n = A F_n + B F_t + b_n,   b_n = wᵀa_f + ζ_n
//   (2)  γ̇_t = Bᵀ F_n + D F_t + b_t,  b_t = nᵀa_f + ζ_t
//   (3)  closed: γ̇_n = 0;  stick: γ̇_t = 0;  slip σ: F_t = −σ μ F_n, μ = μ(|γ_t|)
//   (4)  u̇ = a_f + M⁻¹ Σ (w F_n + n F_t)
//   Within a mode set this is one linear solve, no complementarity problem.
// Power     drive: −F_n ŵ_n − F_t ŵ_t (the surface moves) plus the applied power and that of constraints that are moved;
//           friction loss: −F_t γ_t.
// Source    liu_zhao_brogliato_2008 eqs 13–49.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "carom/complementarity/frictional_problem.hpp"
#include "carom/complementarity/mode_choice.hpp"
#include "carom/engine/constrained_motion.hpp"
#include "carom/engine/slip_coefficient.hpp"
#include "carom/laws/contact_law.hpp"
#include "carom/laws/contact_mode.hpp"
#include "carom/model/mechanism.hpp"
#include "carom/model/switches.hpp"

namespace carom {

template <class S>
using ContactModes = std::array<ContactMode, S::contact_count>;

template <Mechanism S, class Real = double>
struct Motion {
  Vector<S::dof, Real> acceleration;
  Vector<S::contact_count, Real> F_n, F_t;
  double drive_power = 0;  // not of numbers with derivatives
  double friction_loss_power = 0;
  ContactArray<S, Real> contacts;  // kinematics by which the forces were computed; valid if a contact is closed
  Real steepness = 1.0;  // (A − σ μ B)/A of a single slipping contact: a Painlevé situation where it is not positive
  std::array<Real, may_have_switches<S> ? most_slides : 0>
      share{};  // α of a motion along switches (sliding_motion.hpp)
};

// Inertia as some contacts see it, at one instant.
template <Mechanism S, class Real = double>
struct LocalInertia {
  Matrix<S::dof, S::dof, Real> inverse_mass;
  Vector<S::dof, Real> free_acceleration;
  ContactArray<S, Real> contacts;
};

template <Mechanism S, class Real>
LocalInertia<S, Real> local_inertia(const S& system, Number<Real> t, const Vector<S::dof, Real>& q,
                                    const Number<Vector<S::dof, Real>>& u) {
  LocalInertia<S, Real> local;
  local.inverse_mass = free_motion(system, t, q, u, local.free_acceleration);
  fill_contact_kinematics(system, t, q, u, local.contacts);
  return local;
}

template <Mechanism S, class Real>
void fill_delassus(const Matrix<S::dof, S::dof, Real>& inverse_mass, const ContactArray<S, Real>& contacts,
                   const std::array<int, S::contact_count>& member, int n,
                   Matrix<S::contact_count, S::contact_count, Real>& A,
                   Matrix<S::contact_count, S::contact_count, Real>& B,
                   Matrix<S::contact_count, S::contact_count, Real>& D) {
  for (int j = 0; j < n; ++j) {
    const Vector<S::dof, Real> mw = times(inverse_mass, contacts[member[j]].normal);
    const Vector<S::dof, Real> mn = times(inverse_mass, contacts[member[j]].tangent);
    for (int i = 0; i < n; ++i) {
      A(i, j) = contacts[member[i]].normal.dot(mw);
      B(i, j) = contacts[member[i]].normal.dot(mn);
      D(i, j) = contacts[member[i]].tangent.dot(mn);
    }
  }
}

// The loads of what rides, in the numbers of the problem's own list.
template <Mechanism S, class Real>
void fill_loads(const S& system, const Number<Real>& t, const Vector<S::dof, Real>& q, const Vector<S::dof, Real>& u,
                const std::array<int, S::contact_count>& member, int n, FrictionalProblem<S::contact_count, Real>& p) {
  for (int i = 0; i < n; ++i) {
    const int on = system.rides_on(member[i]);
    p.rides[i] = on;
    if (on == given_load) p.load[i] = system.template load<Real>(member[i], t, q, u);
    if (on >= 0) p.rides[i] = static_cast<int>(std::find(member.begin(), member.begin() + n, on) - member.begin());
  }
}

// (1), (2) for the listed contacts, with μ at the velocity u; slip signs and permissions are left to the caller. `modes`,
// of all contacts, where they are known: slopes of μ are those of a slip in its direction.
template <Mechanism S, class Real>
void fill_acceleration_problem(const S& system, const Number<Real>& t, const Vector<S::dof, Real>& q,
                               const Matrix<S::dof, S::dof, Real>& inverse_mass,
                               const Vector<S::dof, Real>& free_acceleration, const ContactArray<S, Real>& contacts,
                               const Vector<S::dof, Real>& u, const std::array<int, S::contact_count>& member, int n,
                               const ContactModes<S>& modes, FrictionalProblem<S::contact_count, Real>& p) {
  p.n = n;
  fill_delassus<S, Real>(inverse_mass, contacts, member, n, p.A, p.B, p.D);
  for (int i = 0; i < n; ++i) {
    const auto& contact = contacts[member[i]];
    p.b_n[i] = contact.normal.dot(free_acceleration) + contact.normal_drift;
    p.b_t[i] = contact.tangent.dot(free_acceleration) + contact.tangential_drift;
    const FrictionCoefficients<Real> friction =
        friction_coefficients(system, member[i], contact, t, q, u, slip_sign(modes[member[i]]));
    p.mu_s[i] = friction.mu_s;
    p.mu[i] = friction.mu;
  }
  if constexpr (may_ride<S>)
    if (system.some_ride()) fill_loads<S, Real>(system, t, q, u, member, n, p);
}

template <Mechanism S, class Real>
FrictionalProblem<S::contact_count, Real> acceleration_problem(const S& system, const LocalInertia<S, Real>& local,
                                                               const Number<Real>& t, const Vector<S::dof, Real>& q,
                                                               const Number<Vector<S::dof, Real>>& u,
                                                               const std::array<int, S::contact_count>& member, int n,
                                                               const ContactModes<S>& modes = {}) {
  FrictionalProblem<S::contact_count, Real> p;
  fill_acceleration_problem<S, Real>(system, t, q, local.inverse_mass, local.free_acceleration, local.contacts, u,
                                     member, n, modes, p);
  return p;
}

// Gᵀλ of a motion in these modes: what its acceleration asks for beyond the forces of mechanism and contacts.
template <Mechanism S>
Vector<S::dof> force_of_constraints(const S& system, double t, const Vector<S::dof>& q, const Vector<S::dof>& u,
                                    const ContactModes<S>& modes, const Motion<S>& motion) {
  Vector<S::dof> exerted = Matrix<S::dof, S::dof>(mass_matrix(system, t, q, u)) * motion.acceleration -
                           Vector<S::dof>(system.force(t, q, u));
  for (int i = 0; i < contacts_of(system); ++i)
    if (is_closed(modes[i]))
      exerted -= motion.contacts[i].normal * motion.F_n[i] + motion.contacts[i].tangent * motion.F_t[i];
  return exerted;
}

// The common case, written out: forces and acceleration with one slipping or sticking contact.
template <Mechanism S, class Real>
void move_with_one_contact(const S& system, const Number<Real>& t, const Vector<S::dof, Real>& q,
                           const Matrix<S::dof, S::dof, Real>& inverse, const Vector<S::dof, Real>& free_acceleration,
                           const Vector<S::dof, Real>& u, const ContactModes<S>& modes, int i,
                           Motion<S, Real>& motion) {
  const auto& contact = motion.contacts[i];
  const Real b_n = contact.normal.dot(free_acceleration) + contact.normal_drift;
  const Vector<S::dof, Real> mw = times(inverse, contact.normal), mn = times(inverse, contact.tangent);
  const Real A = contact.normal.dot(mw), B = contact.normal.dot(mn);
  Real F_n, F_t;
  if (modes[i] == ContactMode::stick) {
    const Real D = contact.tangent.dot(mn);
    const Real b_t = contact.tangent.dot(free_acceleration) + contact.tangential_drift;
    const Real det = A * D - B * B;
    const bool held = D > 0.0;  // a contact without a tangential direction has nothing to hold
    F_n = held ? Real((B * b_t - D * b_n) / det) : Real(-b_n / A);
    F_t = held ? Real((B * b_n - A * b_t) / det) : Real(0.0);
  } else {
    const int sigma = slip_sign(modes[i]);
    const Real c = -sigma * friction_coefficients(system, i, contact, t, q, u, sigma).mu;
    const Real a = A + c * B;
    motion.steepness = a / A;
    F_n = -b_n / a;
    F_t = c * F_n;
  }
  motion.F_n[i] = F_n;
  motion.F_t[i] = F_t;
  motion.acceleration += mw * F_n + mn * F_t;
}

// The same with several; false where the modes have no finite forces.
template <Mechanism S, class Real>
bool move_with_contacts(const S& system, const Number<Real>& t, const Vector<S::dof, Real>& q,
                        const Matrix<S::dof, S::dof, Real>& inverse, const Vector<S::dof, Real>& free_acceleration,
                        const Vector<S::dof, Real>& u, const ContactModes<S>& modes,
                        const std::array<int, S::contact_count>& member, int n, Motion<S, Real>& motion) {
  FrictionalProblem<S::contact_count, Real> p;
  fill_acceleration_problem<S, Real>(system, t, q, inverse, free_acceleration, motion.contacts, u, member, n, modes, p);
  std::array<ContactMode, S::contact_count> member_modes{};
  for (int i = 0; i < n; ++i) member_modes[i] = modes[member[i]];
  FrictionalSolution<S::contact_count, Real> solution;
  if (!forces_in_modes(p, member_modes, solution)) return false;
  for (int i = 0; i < n; ++i) {
    const auto& contact = motion.contacts[member[i]];
    motion.F_n[member[i]] = friction_load(p, solution.z_n, i);
    motion.F_t[member[i]] = solution.z_t[i];
    motion.acceleration += times(inverse, contact.normal * solution.z_n[i] + contact.tangent * solution.z_t[i]);
  }
  return true;
}

// Fills `motion`; false where the modes have no finite forces. With every switch on the side where it is held:
template <Mechanism S, class Real>
bool evaluate_held_motion(const S& system, Number<Real> t, const Vector<S::dof, Real>& q,
                          const Number<Vector<S::dof, Real>>& u, const ContactModes<S>& modes,
                          Motion<S, Real>& motion) {
  using std::isfinite;
  std::array<int, S::contact_count> member;  // the first n are filled in
  int n = 0;
  for (int i = 0; i < contacts_of(system); ++i)
    if (is_closed(modes[i])) member[n++] = i;
  if constexpr (std::is_same_v<Real, double>) motion.drive_power = applied_power(system, t, q, u);
  motion.friction_loss_power = 0;
  motion.steepness = 1.0;
  bool moves = false;  // a constraint
  if (n == 0) {
    free_motion(system, t, q, u, motion.acceleration, &moves);
    motion.F_n.setZero();
    motion.F_t.setZero();
    if constexpr (may_have_constraints<S> && std::is_same_v<Real, double>)
      if (moves) motion.drive_power += u.dot(force_of_constraints(system, t, q, u, modes, motion));
    return true;
  }
  Vector<S::dof, Real> free_acceleration;
  const Matrix<S::dof, S::dof, Real>& inverse = free_motion(system, t, q, u, free_acceleration, &moves);
  fill_contact_kinematics(system, t, q, u, motion.contacts);
  motion.F_n.setZero();
  motion.F_t.setZero();
  motion.acceleration = free_acceleration;
  if (n == 1 && rides_on(system, member[0]) == own_load)
    move_with_one_contact(system, t, q, inverse, free_acceleration, u, modes, member[0], motion);
  else if (!move_with_contacts(system, t, q, inverse, free_acceleration, u, modes, member, n, motion))
    return false;
  if constexpr (std::is_same_v<Real, double>) {
    for (int k = 0; k < n; ++k) {
      const auto& contact = motion.contacts[member[k]];
      const double F_n = motion.F_n[member[k]], F_t = motion.F_t[member[k]];
      motion.drive_power -= F_n * contact.normal_surface_velocity + F_t * contact.tangential_surface_velocity;
      if (is_slip(modes[member[k]])) motion.friction_loss_power -= F_t * contact.tangential_velocity(u);
    }
    if constexpr (may_have_constraints<S>)
      if (moves) motion.drive_power += u.dot(force_of_constraints(system, t, q, u, modes, motion));
  }
  return isfinite(Real(motion.acceleration.sum()));
}

// … or along a switch (sliding_motion.hpp).
template <Mechanism S, class Real>
bool evaluate_sliding_motion(const S& system, Number<Real> t, const Vector<S::dof, Real>& q,
                             const Number<Vector<S::dof, Real>>& u, const ContactModes<S>& modes,
                             Motion<S, Real>& motion);

template <Mechanism S, class Real>
bool evaluate_motion(const S& system, Number<Real> t, const Vector<S::dof, Real>& q,
                     const Number<Vector<S::dof, Real>>& u, const ContactModes<S>& modes, Motion<S, Real>& motion) {
  if constexpr (may_have_switches<S>)
    if (system.slide_count() > 0) return evaluate_sliding_motion(system, t, q, u, modes, motion);
  return evaluate_held_motion(system, t, q, u, modes, motion);
}

// Does it have a normal direction? What rides on another load has none: it is infinitely far from touching anything.
template <Mechanism S, class Real>
bool has_normal([[maybe_unused]] const ContactKinematics<S::dof, Real>& contact) {
  if constexpr (may_ride<S>)
    return value_of(contact.gap) < HUGE_VAL;
  else
    return true;
}

// Is wᵀ P w more than what rounding leaves of its sum? Constraints may leave a direction w no way at all.
template <int Dof, class Real>
bool is_more_than_rounding(const Vector<Dof, Real>& w, const Vector<Dof, Real>& response) {
  double sum = 0, size = 0;
  for (Eigen::Index k = 0; k < w.size(); ++k) {
    const double part = value_of(w[k]) * value_of(response[k]);
    sum += part;
    size += std::abs(part);
  }
  return sum > 1e-12 * size;
}

// Removes the normal velocity of the listed contacts, and the tangential velocity of those that stick, by the impulse of
// least kinetic energy. Returns the impulses' work against the relative motion (the energy lost, ≥ 0 up to rounding) and
// adds the surfaces' share to `drive_work`, and the impulses, in generalized coordinates, to `exerted`.
template <Mechanism S, class Real = double>
Real project_velocity(const LocalInertia<S, Real>& local, const std::array<bool, S::contact_count>& normal,
                      const std::array<bool, S::contact_count>& tangential, Vector<S::dof, Real>& u, Real& drive_work,
                      Vector<S::dof, Real>* exerted = nullptr) {
  constexpr int Max = 2 * S::contact_count;
  std::array<const Vector<S::dof, Real>*, Max> row{};
  std::array<Real, Max> speed{}, surface{}, impulse{};
  int n = 0;
  for (int i = 0; i < S::contact_count; ++i) {
    if (normal[i] && has_normal<S, Real>(local.contacts[i])) {
      row[n] = &local.contacts[i].normal;
      surface[n] = local.contacts[i].normal_surface_velocity;
      speed[n++] = local.contacts[i].normal_velocity(u);
    }
    if (tangential[i]) {
      row[n] = &local.contacts[i].tangent;
      surface[n] = local.contacts[i].tangential_surface_velocity;
      speed[n++] = local.contacts[i].tangential_velocity(u);
    }
  }
  if (n == 0) return 0.0;
  SmallSystem<Max, Real> system;
  system.n = n;
  for (int j = 0; j < n; ++j) {
    const Vector<S::dof, Real> m = times(local.inverse_mass, *row[j]);
    const bool gives_way = !may_have_constraints<S> || is_more_than_rounding<S::dof, Real>(*row[j], m);
    for (int i = 0; i < n; ++i) system.a[i][j] = gives_way ? row[i]->dot(m) : Real(0.0);
    system.rhs[j] = -speed[j];
  }
  system.solve(impulse);
  Real lost = 0.0;
  for (int j = 0; j < n; ++j) {
    u += times(local.inverse_mass, *row[j]) * impulse[j];
    lost -= 0.5 * impulse[j] * speed[j];
    drive_work -= impulse[j] * surface[j];
    if (exerted != nullptr) *exerted += *row[j] * impulse[j];
  }
  return lost;
}

// Puts the gaps of the listed contacts to zero, in the metric of the mass matrix (one Newton step: they are zero already
// up to the error of a step).
template <Mechanism S, class Real = double>
void project_position(const LocalInertia<S, Real>& local, const std::array<bool, S::contact_count>& closed,
                      Vector<S::dof, Real>& q) {
  SmallSystem<S::contact_count, Real> system;
  std::array<int, S::contact_count> member{};
  std::array<Real, S::contact_count> shift{};
  int n = 0;
  for (int i = 0; i < S::contact_count; ++i)
    if (closed[i] && has_normal<S, Real>(local.contacts[i])) member[n++] = i;
  if (n == 0) return;
  system.n = n;
  for (int j = 0; j < n; ++j) {
    const Vector<S::dof, Real> m = times(local.inverse_mass, local.contacts[member[j]].normal);
    for (int i = 0; i < n; ++i) system.a[i][j] = local.contacts[member[i]].normal.dot(m);
    system.rhs[j] = -local.contacts[member[j]].gap;
  }
  system.solve(shift);
  for (int j = 0; j < n; ++j) q += times(local.inverse_mass, local.contacts[member[j]].normal) * shift[j];
}

}  // namespace carom

#include "carom/engine/sliding_motion.hpp"
