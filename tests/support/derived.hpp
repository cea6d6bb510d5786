// SPDX-License-Identifier: Apache-2.0
// A mechanism without its kinematics: its gaps and where it slides are all that is left, so that Carom derives the rest.
#pragma once

#include <array>
#include <cmath>

#include "carom/base/random.hpp"
#include "carom/model/mechanism.hpp"
#include "carom/systems/bouncing_ball.hpp"
#include "carom/systems/dimer.hpp"
#include "carom/systems/disc_ball.hpp"
#include "carom/systems/impact_oscillator.hpp"
#include "carom/systems/painleve_rod.hpp"
#include "carom/systems/rocking_block.hpp"
#include "carom/systems/rod_on_plate.hpp"

namespace carom::testing_support {

template <class S>
struct Derived {
  static constexpr int dof = S::dof, contact_count = S::contact_count;
  S by_hand;

  template <class Real>
  std::array<Real, contact_count> gap(Number<Real> t, const Vector<dof, Real>& q) const {
    const Vector<dof, Real> rest = Vector<dof, Real>::Constant(Real(0.0));
    const ContactArray<S, Real> contacts = by_hand.contacts(t, q, rest);
    std::array<Real, contact_count> result;
    for (int i = 0; i < contact_count; ++i) result[i] = contacts[i].gap;
    return result;
  }
  template <class Real>
  requires GivesSlide<S> std::array<Real, contact_count> slide(Number<Real> t, const Vector<dof, Real>& q)
  const { return by_hand.slide(t, q); }
  template <class Real>
  requires GivesSlip<S> std::array<Real, contact_count> slip(Number<Real> t, const Vector<dof, Real>& q,
                                                             const Number<Vector<dof, Real>>& u)
  const { return by_hand.slip(t, q, u); }
  Matrix<dof, dof> mass_matrix(const Vector<dof>& q) const { return by_hand.mass_matrix(q); }
  template <class Real>
  Matrix<dof, dof, Real> inverse_mass(const Vector<dof, Real>& q) const {
    return by_hand.inverse_mass(q);
  }
  template <class Real>
  Vector<dof, Real> force(Number<Real> t, const Vector<dof, Real>& q, const Number<Vector<dof, Real>>& u) const {
    return by_hand.force(t, q, u);
  }
  double potential_energy(const Vector<dof>& q) const { return by_hand.potential_energy(q); }
  ContactLaw contact_law(int i) const { return by_hand.contact_law(i); }
  Scales scales() const { return by_hand.scales(); }
  double coordinate_scale(int k) const requires requires(const S& s) { s.coordinate_scale(0); }
  { return by_hand.coordinate_scale(k); }
  double closing_speed() const requires requires(const S& s) { s.closing_speed(); }
  { return by_hand.closing_speed(); }
};

// Anywhere within the model.
template <class S>
State<S::dof> random_state(const S& system, Random& random) {
  State<S::dof> state;
  state.t = random.uniform(0, 10 * system.scales().time);
  for (int k = 0; k < S::dof; ++k) {
    state.q[k] = random.uniform(-0.3, 0.3);
    state.u[k] = random.uniform(-2, 2) * system.scales().speed;
  }
  return state;
}
// The ball before the face.
inline State<5> random_state(const DiscBall& system, Random& random) {
  State<5> state = random_state<DiscBall>(system, random);
  const double r = system.settings().r;
  for (int k = 0; k < 4; ++k) state.q[k] = system.touching()[k] + random.uniform(-0.2, 0.2) * r;
  state.q[4] = random.uniform(1.2, 1.9);
  return state;
}
// The edge of a flat rod that touches is the one for φ > 0.
inline State<3> random_state(const RodOnPlate& system, Random& random) {
  State<3> state = random_state<RodOnPlate>(system, random);
  state.q[2] = random.uniform(0.05, 1.5);
  return state;
}

// Calls look(system) for every system with contacts in the plane, with settings of all kinds.
template <class Look>
void for_every_system(Random& random, Look&& look) {
  look(BouncingBall({.r = random.uniform(0.01, 0.5)}));
  look(Dimer({.shape = {.A_r = random.uniform(2.1, 8)}, .Gamma = random.uniform(0.1, 2), .phase = 1}));
  look(DiscBall({}));
  look(PainleveRod({.l = random.uniform(0.2, 3)}));
  look(RockingBlock({.a = random.uniform(0.05, 1), .b = random.uniform(0.05, 1)}));
  for (const Belt belt : {Belt::constant, Belt::sine})
    look(ImpactOscillator({.l = random.uniform(0.2, 2), .belt = belt, .v_omega = 3}));
  for (const RodTip tip : {RodTip::thin, RodTip::thick, RodTip::flat})
    look(RodOnPlate({.shape = {.geometry = tip, .l = 0.05, .d = 0.006}, .V_z = 0.1}));
}

}  // namespace carom::testing_support
