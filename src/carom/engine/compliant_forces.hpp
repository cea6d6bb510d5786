// SPDX-License-Identifier: Apache-2.0
// The equations of a mechanism with compliant contacts in a given regime: who is compressed, who expands, who sticks.
//
// Model     y = (q, u, x, drive work, normal loss, friction loss), x_i ≥ 0 the deformation of contact i.
//   (1)  M u̇ = h + Σ (w F_n + n F_t),   q̇ = u
//   (2)  x_i′ = −γ_n,i / τ_i,   τ_i = 1 in compression (γ_n < 0), e_i² in expansion (γ_n > 0);   F_i = k_i x_i^η_i
//        F_n,i = F_i − χ F_i F_0,i/(F_i + F_0,i) γ_n,i/√(γ_n,i² + v_0,i²)
//   (3)  F_t by Coulomb's law under the load F_n (loaded_friction.hpp): slip with μ(|γ_t|), stick as the constraint γ̇_t = 0
//   (4)  stored energy E_i = k_i x_i^(η_i+1)/(η_i + 1)
//   (5)  normal loss = ∫ (1/e² − 1) γ_n F over the expansions + ∫ (F − F_n) γ_n,  friction loss = −∫ γ_t F_t,
//        drive work = ∫ (applied power − ŵ_n F_n − ŵ_t F_t)
//   (6)  F_0 = −m (wᵀ M⁻¹ h + drift), if positive, at the start;   v_0 = √(F_0 x_0/(η m)),   k x_0^η = F_0
//
// Damping   With χ = 0 a body that rests on a contact vibrates for ever, whatever e is: between two turns of its motion
//           ∫ (F − F_0) dx = 0, in compression and, e² times, in expansion, so that the amplitude stays; and the load
//           swings by as much as F_0 at any stiffness. The second term of F_n is a resistance: at most the share χ of
//           the load, so that the contact never pulls, and at most χ F_0 in all. F_0 is what the contact bears at rest,
//           v_0 the speed of free vibrations about it; there the damping ratio is about χ/4 at any stiffness, and
//           vibrations die within a few periods, a time like k^(−1/(2η)). In an impact the resistance is what weight
//           is, a force that stays finite while F grows without bound: its impulse vanishes like the duration,
//           k^(−1/(η+1)), and restitution remains that of τ. A contact with F_0 = 0 is not damped.
//
// Symbols   k stiffness [N/m^η], η exponent, x deformation [m], γ relative velocity [m/s], E energy [J], F load of the
//           spring [N], χ share of damping, F_0 load at rest [N], v_0 speed of vibrations about it [m/s], m mass that
//           the contact feels along its normal [kg].
// Source    liu_zhao_brogliato_2008 sections 4.3–4.5.
// Differs   The damping of contacts at rest is ours; without it (χ = 0) the law is the paper's.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "carom/base/vector.hpp"
#include "carom/complementarity/loaded_friction.hpp"
#include "carom/engine/constrained_motion.hpp"
#include "carom/engine/slip_coefficient.hpp"
#include "carom/model/mechanism.hpp"

namespace carom {

enum class ContactPhase { open, compression, expansion };

template <Mechanism S>
class CompliantForces {
 public:
  static constexpr int dof = S::dof, N = S::contact_count;
  static constexpr int contact_size = is_fixed(dof) ? N : at_most(std::max(N, 2));  // of a list of all contacts
  static constexpr int most = capacity(contact_size);
  static constexpr int size = joined(joined(2 * dof, contact_size), 3);
  using Y = Vector<size>;
  using Q = Vector<dof>;
  using PerContact = Vector<contact_size>;

  // Known to the compiler where the mechanism's sizes are: how many there are, and where they stand in y.
  int freedom() const { return dof_of(system_); }
  int contacts() const { return contacts_of(system_); }
  int X() const { return 2 * freedom(); }
  int drive() const { return X() + contacts(); }
  int normal_loss() const { return drive() + 1; }
  int friction_loss() const { return drive() + 2; }
  int length() const { return drive() + 3; }

  // The mechanism at one instant.
  struct Instant {
    explicit Instant(int contact_number) : load(contact_number), v_n(zeros<contact_size>(contact_number)) {}

    ContactArray<S> contacts;
    Matrix<dof, dof> inverse;
    Q free, u;
    LoadedInstant<contact_size> load;
    PerContact v_n, F_t, T;
    bool constraints_move = false;
  };

  PerContact k, eta, e2;  // stiffness, exponent, e² (0: plastic)
  PerContact mass;        // that a contact feels along its normal, at the start [kg]
  PerContact F_0, v_0;    // (6)
  double chi = 0;         // share of damping
  std::array<ContactPhase, N> phase{};
  LoadedFriction<contact_size> friction;

  explicit CompliantForces(const S& system) : friction(contacts_of(system)), system_(system) {
    k = eta = e2 = mass = F_0 = v_0 = zeros<contact_size>(contacts());
  }

  void set_up(const ContactArray<S>& kinematics, const Matrix<dof, dof>& inverse, const Q& free, double stiffness_scale,
              bool impact_friction, double rest_damping) {
    chi = rest_damping;
    impact_friction_ = impact_friction;
    for (int i = 0; i < contacts(); ++i) {
      ContactLaw& law = law_[i];
      law = contact_law(system_, i);
      if (impact_friction) {
        law.mu_s = law.mu_s_i;
        law.mu_c = law.mu_i;
        law.slip = Coulomb{};
      }
      k[i] = stiffness_scale * law.stiffness;
      eta[i] = law.exponent;
      e2[i] = law.e * law.e < 1e-12 ? 0.0 : law.e * law.e;
      friction.mu_s[i] = law.mu_s;
      mass[i] = 1 / kinematics[i].normal.dot(Q(inverse * kinematics[i].normal));
      phase[i] = ContactPhase::open;
      F_0[i] = std::max(-mass[i] * (kinematics[i].normal.dot(free) + kinematics[i].normal_drift), 0.0);
      v_0[i] = std::sqrt(F_0[i] * std::pow(F_0[i] / k[i], 1 / eta[i]) / (eta[i] * mass[i]));  // (6)
    }
  }

  // How deep a contact is compressed by an impact with speed v.
  double depth(int i, double v) const {
    return std::pow(0.5 * (eta[i] + 1) * mass[i] * v * v / k[i], 1 / (eta[i] + 1));
  }
  double load(int i, double x) const {
    if (!(x > 0) || phase[i] == ContactPhase::open) return 0;
    return eta[i] == 1.5 ? k[i] * x * std::sqrt(x) : k[i] * std::pow(x, eta[i]);
  }
  double stored(int i, double x) const { return load(i, x) * x / (eta[i] + 1); }  // (4)

  bool damped(int i) const { return chi > 0 && F_0[i] > 0; }
  // F_n − F of (2).
  double damping(int i, double F, double v) const {
    if (!damped(i) || !(F > 0)) return 0;
    return -chi * F * F_0[i] / (F + F_0[i]) * v / std::sqrt(v * v + v_0[i] * v_0[i]);
  }

  void evaluate(double t, const Y& y, Instant& now) const {
    const Q q = positions<dof>(y, freedom());
    now.u = velocities<dof>(y, freedom());
    now.contacts = contact_kinematics(system_, t, q, now.u);
    now.inverse = free_motion(system_, t, q, now.u, now.free, &now.constraints_move);
    for (int i = 0; i < contacts(); ++i) {
      const auto& c = now.contacts[i];
      now.v_n[i] = c.normal_velocity(now.u);
      now.load.v_t[i] = c.tangential_velocity(now.u);
      now.load.mu[i] = slip_friction(i, c, t, q, now.u);
      const double F = load(i, y[X() + i]);
      now.load.F_n[i] = F + damping(i, F, now.v_n[i]);  // (2)
      now.load.b_t[i] = c.tangent.dot(now.free) + c.tangential_drift;
      const Q mn = now.inverse * c.tangent;
      for (int j = 0; j < contacts(); ++j) {
        now.load.B(j, i) = now.contacts[j].normal.dot(mn);
        now.load.D(j, i) = now.contacts[j].tangent.dot(mn);
      }
    }
    friction.forces(now.load, now.F_t, now.T);  // (3)
  }

  // Of the law that was asked for, or as a model gives it.
  double slip_friction(int i, const ContactKinematics<dof>& contact, double t, const Q& q, const Q& u) const {
    if constexpr (requires { system_.gives_friction(i); })
      if (system_.gives_friction(i) && !impact_friction_) return friction_coefficients(system_, i, contact, t, q, u).mu;
    return law_[i].slip_coefficient(std::abs(contact.tangential_velocity(u)));
  }

  Q acceleration(const Instant& now) const {
    Q force = zeros<dof>(freedom());
    for (int i = 0; i < contacts(); ++i)
      force += now.contacts[i].normal * now.load.F_n[i] + now.contacts[i].tangent * now.F_t[i];
    return now.free + now.inverse * force;  // (1)
  }

  double constraint_power(double t, const Q& q, const Instant& now) const {
    Q exerted = Matrix<dof, dof>(mass_matrix(system_, t, q, now.u)) * acceleration(now) - Q(system_.force(t, q, now.u));
    for (int i = 0; i < contacts(); ++i)
      exerted -= now.contacts[i].normal * now.load.F_n[i] + now.contacts[i].tangent * now.F_t[i];
    return now.u.dot(exerted);
  }

  // Bilateral constraints after a step.
  void keep_constraints(double t, Y& y) const {
    if (constraints_of(system_) == 0) return;
    Q q = positions<dof>(y, freedom()), u = velocities<dof>(y, freedom());
    close_constraints(system_, t, u, q, HUGE_VAL);
    keep_constraint_velocities(system_, t, q, u);
    positions<dof>(y, freedom()) = q;
    velocities<dof>(y, freedom()) = u;
  }

  void rates(double t, const Y& y, Y& dy) const {
    Instant now(contacts());
    evaluate(t, y, now);
    dy.resize(length());
    positions<dof>(dy, freedom()) = now.u;
    velocities<dof>(dy, freedom()) = acceleration(now);
    dy[drive()] = applied_power(system_, t, Q(positions<dof>(y, freedom())), now.u);
    if (now.constraints_move) dy[drive()] += constraint_power(t, positions<dof>(y, freedom()), now);
    dy[normal_loss()] = dy[friction_loss()] = 0;
    for (int i = 0; i < contacts(); ++i) {
      const double F_n = now.load.F_n[i], F_t = now.F_t[i], v_n = now.v_n[i];
      const bool expands = phase[i] == ContactPhase::expansion;
      dy[X() + i] = phase[i] == ContactPhase::open ? 0.0 : expands ? -v_n / e2[i] : -v_n;  // (2)
      const double F = load(i, y[X() + i]);
      if (expands) dy[normal_loss()] += (1 / e2[i] - 1) * v_n * F;  // (5)
      dy[normal_loss()] += (F - F_n) * v_n;
      dy[friction_loss()] -= now.load.v_t[i] * F_t;
      dy[drive()] -= now.contacts[i].normal_surface_velocity * F_n + now.contacts[i].tangential_surface_velocity * F_t;
    }
  }

 private:
  const S& system_;
  std::array<ContactLaw, N> law_{};  // with the friction that was asked for
  bool impact_friction_ = false;
};

}  // namespace carom
