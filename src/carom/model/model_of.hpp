// SPDX-License-Identifier: Apache-2.0
// ModelOf<S>: a class that is a Mechanism (mechanism.hpp), as a Model (model.hpp). What the class does not say gets the
// default that mechanism.hpp names. One of a family (parametric.hpp) has parameters.
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "carom/model/gap_enclosure.hpp"
#include "carom/model/model.hpp"
#include "carom/model/parametric.hpp"

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
  int parameter_number() const override {
    if constexpr (has_parameters<S>)
      return S::parameter_count;
    else
      return 0;
  }
  std::string parameter_name([[maybe_unused]] int k) const override {
    if constexpr (has_parameters<S>)
      return S::parameter_names[static_cast<std::size_t>(k)];
    else
      return "";
  }
  double parameter([[maybe_unused]] int k) const override {
    if constexpr (has_parameters<S>)
      return system_.parameters()[static_cast<std::size_t>(k)];
    else
      return 0;
  }
  LawSlope law_slope(int contact, int k) const override;
  EventTrigger trigger_slope(int event, int k) const override;
  void start_slope(int k, double* q, double* u) const override;
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
  // The mechanism with the parameters that are asked for.
  template <class Real>
  decltype(auto) at_parameters([[maybe_unused]] const At<Real>& at) const {
    if constexpr (has_parameters<S> && !std::is_same_v<Real, double>) {
      std::array<Real, S::parameter_count> own;
      for (std::size_t k = 0; k < own.size(); ++k)
        own[k] = at.parameters ? at.parameters[k] : Real(system_.parameters()[k]);
      return S::template with<Real>(own.data());
    } else {
      return (system_);
    }
  }
  // ∂/∂p_k of a number that the mechanism tells.
  template <class Tell>
  double slope_by([[maybe_unused]] int k, [[maybe_unused]] const Tell& tell) const {
    if constexpr (has_parameters<S>) {
      const auto moved = [&](double p) {
        auto parameters = system_.parameters();
        parameters[static_cast<std::size_t>(k)] = p;
        return tell(S(parameters));
      };
      return slope_of(moved, parameter(k));
    } else {
      return 0;
    }
  }
  [[noreturn]] static void refuse() {
    throw std::logic_error("this mechanism is written for doubles only: it cannot be differentiated");
  }

  template <class Real>
  void fill_inverse_mass(const At<Real>& at, Real* inverse) const {
    if constexpr (offers<Real>) {
      Eigen::Map<Matrix<S::dof, S::dof, Real>> matrix(inverse);
      matrix = carom::inverse_mass(at_parameters(at), at.t, list(at.q), list(at.u)).template cast<Real>();
    } else {
      refuse();
    }
  }
  template <class Real>
  void fill_force(const At<Real>& at, Real* h) const {
    if constexpr (offers<Real>) {
      Eigen::Map<Vector<S::dof, Real>> list_of_forces(h);
      list_of_forces = Vector<S::dof, Real>(at_parameters(at).force(at.t, list(at.q), list(at.u)));
    } else {
      refuse();
    }
  }
  template <class Real>
  void fill_contacts(const At<Real>& at, const ContactRows<Real>& rows) const {
    if constexpr (offers<Real>) {
      const ContactArray<S, Real> contacts = contact_kinematics(at_parameters(at), at.t, list(at.q), list(at.u));
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
      const ConstraintArray<S, Real> constraints =
          constraint_kinematics(at_parameters(at), at.t, list(at.q), list(at.u));
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
        const auto all = event_values(at_parameters(at), at.t, list(at.q), list(at.u));
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
        carom::jump(at_parameters(before), event, before.t, position, velocity);
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

template <Mechanism S>
LawSlope ModelOf<S>::law_slope([[maybe_unused]] int contact, [[maybe_unused]] int k) const {
  if constexpr (!has_parameters<S>) {
    return {};
  } else {
    const auto of = [&](double ContactLaw::*number) {
      return slope_by(k, [&](const S& moved) { return carom::contact_law(moved, contact).*number; });
    };
    auto parameters = system_.parameters();
    parameters[static_cast<std::size_t>(k)] += 1e-3 * std::max(std::abs(parameter(k)), 1e-3);
    if (carom::contact_law(S(parameters), contact).slip != carom::contact_law(system_, contact).slip)
      throw BadInput("the friction of " + contact_text(system_, contact) + " depends on '" + parameter_name(k) +
                     "' by a law of the slip speed: it has no derivative by it");
    return {.e = of(&ContactLaw::e),
            .mu_s = of(&ContactLaw::mu_s),
            .mu_c = of(&ContactLaw::mu_c),
            .mu_s_i = of(&ContactLaw::mu_s_i),
            .mu_i = of(&ContactLaw::mu_i),
            .stiffness = of(&ContactLaw::stiffness),
            .exponent = of(&ContactLaw::exponent),
            .eps_T = of(&ContactLaw::eps_T)};
  }
}

template <Mechanism S>
EventTrigger ModelOf<S>::trigger_slope([[maybe_unused]] int event, [[maybe_unused]] int k) const {
  if constexpr (has_parameters<S>) {
    const auto of = [&](double EventTrigger::*number) {
      return slope_by(k, [&](const S& moved) { return carom::event_trigger(moved, event).*number; });
    };
    return {.period = of(&EventTrigger::period), .first = of(&EventTrigger::first)};
  } else {
    return {};
  }
}

template <Mechanism S>
void ModelOf<S>::start_slope([[maybe_unused]] int k, double* q, double* u) const {
  for (int i = 0; i < S::dof; ++i) {
    q[i] = u[i] = 0;
    if constexpr (has_parameters<S> && requires { system_.initial_state(); }) {
      q[i] = slope_by(k, [i](const S& moved) { return moved.initial_state().q[i]; });
      u[i] = slope_by(k, [i](const S& moved) { return moved.initial_state().u[i]; });
    }
  }
}

template <class S>
ModelOf(S) -> ModelOf<S>;

}  // namespace carom
