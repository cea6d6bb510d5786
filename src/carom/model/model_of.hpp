// SPDX-License-Identifier: Apache-2.0
// ModelOf<S>: a class that is a Mechanism (mechanism.hpp), as a Model (model.hpp). What the class does not say gets the
// default that mechanism.hpp names.
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "carom/model/gap_enclosure.hpp"
#include "carom/model/model.hpp"

namespace carom {

template <Mechanism S>
class ModelOf final : public ModelWith<ModelOf<S>> {
 public:
  static_assert(is_fixed(S::dof), "a mechanism of sizes known at run time is a Model already");
  explicit ModelOf(S system) : system_(std::move(system)) {}
  const S& mechanism() const { return system_; }

  void mass_matrix(const At<double>& at, double* M) const override {
    Eigen::Map<Matrix<S::dof, S::dof>> matrix(M);
    matrix = carom::mass_matrix(system_, at.t, list(at.q), list(at.u));
  }

  int freedom() const override { return S::dof; }
  int contact_number() const override { return S::contact_count; }
  int constraint_number() const override { return constraints_of(system_); }
  int event_number() const override { return events_of(system_); }
  bool is_differentiable() const override { return DifferentiableMechanism<S>; }

  void gaps(const At<double>& at, double* g) const override {
    const std::array<double, S::contact_count> values = carom::gaps(system_, at.t, list(at.q));
    for (int i = 0; i < S::contact_count; ++i) g[i] = values[i];
  }
  bool encloses_gaps() const override { return EnclosesGaps<S>; }
  void gap_enclosure(const Interval& t, const Interval* q, Interval* g) const override {
    const GapRanges<S> ranges = carom::gap_enclosure(system_, t, list(q));
    for (int i = 0; i < S::contact_count; ++i) g[i] = ranges[i];
  }
  void gap_rate_enclosure(const Interval& t, const Interval* q, const Interval* u, Interval* rate) const override {
    const GapRanges<S> ranges = carom::gap_rate_enclosure(system_, t, list(q), list(u));
    for (int i = 0; i < S::contact_count; ++i) rate[i] = ranges[i];
  }
  ContactLaw contact_law(int i) const override { return carom::contact_law(system_, i); }
  double potential_energy(const At<double>& at) const override {
    return carom::potential_energy(system_, at.t, list(at.q), list(at.u));
  }
  double applied_power(const At<double>& at) const override {
    return carom::applied_power(system_, at.t, list(at.q), list(at.u));
  }
  EventTrigger event_trigger(int i) const override { return carom::event_trigger(system_, i); }
  int event_direction(int i) const override { return carom::event_direction(system_, i); }
  bool event_applies(int i, const At<double>& at) const override {
    return carom::event_applies(system_, i, at.t, list(at.q), list(at.u));
  }
  bool event_stops(int i) const override { return carom::event_stops(system_, i); }
  std::string event_name(int i) const override {
    if constexpr (requires { system_.event_name(i); })
      return std::string(system_.event_name(i));
    else
      return "";
  }
  Scales scales() const override { return system_.scales(); }
  double coordinate_scale(int k) const override {
    if constexpr (requires { system_.coordinate_scale(k); })
      return system_.coordinate_scale(k);
    else
      return system_.scales().length;
  }
  std::string contact_name(int i) const override {
    if constexpr (requires { system_.contact_name(i); })
      return std::string(system_.contact_name(i));
    else
      return "";
  }
  std::string constraint_name(int i) const override {
    if constexpr (requires { system_.constraint_name(i); })
      return std::string(system_.constraint_name(i));
    else
      return "";
  }
  double closing_speed() const override {
    if constexpr (requires { system_.closing_speed(); })
      return system_.closing_speed();
    else
      return 0;
  }
  double closing_time() const override {
    if constexpr (requires { system_.closing_time(); })
      return system_.closing_time();
    else
      return 0;
  }
  bool closes_by_free_motion() const override {
    if constexpr (requires { S::closes_by_free_motion; })
      return S::closes_by_free_motion;
    else
      return false;
  }
  double closing_duration() const override {
    if constexpr (requires { system_.closing_duration(); })
      return system_.closing_duration();
    else
      return HUGE_VAL;
  }
  double motion_lasts(double t, const double* q) const override {
    if constexpr (requires { system_.motion_lasts(t, list(q)); })
      return system_.motion_lasts(t, list(q));
    else
      return 1;
  }

 private:
  template <class Self, class Base, class Real>
  friend class Evaluates;

  template <class Real>
  static constexpr bool offers = std::is_same_v<Real, double> || DifferentiableMechanism<S>;

  template <class Real>
  static Vector<S::dof, Real> list(const Real* values) {
    return Eigen::Map<const Vector<S::dof, Real>>(values);
  }
  [[noreturn]] static void refuse() {
    throw std::logic_error("this mechanism is written for doubles only: it cannot be differentiated");
  }

  template <class Real>
  void fill_inverse_mass(const At<Real>& at, Real* inverse) const {
    if constexpr (offers<Real>) {
      Eigen::Map<Matrix<S::dof, S::dof, Real>> matrix(inverse);
      matrix = carom::inverse_mass(system_, at.t, list(at.q), list(at.u)).template cast<Real>();
    } else {
      refuse();
    }
  }
  template <class Real>
  void fill_force(const At<Real>& at, Real* h) const {
    if constexpr (offers<Real>) {
      Eigen::Map<Vector<S::dof, Real>> list_of_forces(h);
      list_of_forces = Vector<S::dof, Real>(system_.force(at.t, list(at.q), list(at.u)));
    } else {
      refuse();
    }
  }
  template <class Real>
  void fill_contacts(const At<Real>& at, const ContactRows<Real>& rows) const {
    if constexpr (offers<Real>) {
      const ContactArray<S, Real> contacts = contact_kinematics(system_, at.t, list(at.q), list(at.u));
      for (int i = 0; i < S::contact_count; ++i) {
        const ContactKinematics<S::dof, Real>& c = contacts[i];
        rows.gap[i] = c.gap;
        rows.normal_surface_velocity[i] = c.normal_surface_velocity;
        rows.tangential_surface_velocity[i] = c.tangential_surface_velocity;
        rows.normal_drift[i] = c.normal_drift;
        rows.tangential_drift[i] = c.tangential_drift;
        for (int k = 0; k < S::dof; ++k) {
          rows.normal[i * S::dof + k] = c.normal[k];
          rows.tangent[i * S::dof + k] = c.tangent[k];
        }
      }
    } else {
      refuse();
    }
  }

  template <class Real>
  void find_friction(int, const At<Real>&, int, Real&, Real&) const {
    throw std::logic_error("a mechanism's friction is that of its contacts' laws");
  }
  template <class Real>
  Real find_load(int, const At<Real>&) const {
    throw std::logic_error("the contacts of this mechanism have loads of their own");
  }
  template <class Real>
  void fill_switches(const At<Real>&, Real*) const {}
  template <class Real>
  void fill_constraints([[maybe_unused]] const At<Real>& at, [[maybe_unused]] const ConstraintRows<Real>& rows) const {
    if constexpr (!may_have_constraints<S>) {
      return;
    } else if constexpr (offers<Real>) {
      const ConstraintArray<S, Real> constraints = constraint_kinematics(system_, at.t, list(at.q), list(at.u));
      for (int i = 0; i < S::constraint_count; ++i) {
        rows.value[i] = constraints[i].value;
        rows.surface_velocity[i] = constraints[i].surface_velocity;
        rows.drift[i] = constraints[i].drift;
        for (int k = 0; k < S::dof; ++k) rows.row[i * S::dof + k] = constraints[i].row[k];
      }
    } else {
      refuse();
    }
  }
  template <class Real>
  void fill_events([[maybe_unused]] const At<Real>& at, [[maybe_unused]] Real* values) const {
    if constexpr (may_have_events<S>) {
      if constexpr (offers<Real>) {
        const auto all = event_values(system_, at.t, list(at.q), list(at.u));
        for (int i = 0; i < S::event_count; ++i) values[i] = all[i];
      } else {
        refuse();
      }
    }
  }
  template <class Real>
  void apply_jump([[maybe_unused]] int event, [[maybe_unused]] const At<Real>& before, [[maybe_unused]] Real* q,
                  [[maybe_unused]] Real* u) const {
    if constexpr (may_have_events<S>) {
      if constexpr (offers<Real>) {
        Vector<S::dof, Real> position = list(before.q), velocity = list(before.u);
        carom::jump(system_, event, before.t, position, velocity);
        for (int k = 0; k < S::dof; ++k) {
          q[k] = position[k];
          u[k] = velocity[k];
        }
      } else {
        refuse();
      }
    }
  }

  S system_;
};

template <class S>
ModelOf(S) -> ModelOf<S>;

}  // namespace carom
