// SPDX-License-Identifier: Apache-2.0
// Mechanisms whose motion can be differentiated by their parameters too: a family of classes, one for each kind of number that
// the parameters may be.
//
// A family  is a class template over the kind of its parameters, whose members are those of a Mechanism (mechanism.hpp), asked
//           for with numbers of that kind alone:
//             template <class P> struct Ball {
//               static constexpr int dof = 2, contact_count = 1;
//               static constexpr std::array parameter_names{"g", "e"};
//               P g, e;
//               explicit Ball(const std::array<P, 2>& p) : g(p[0]), e(p[1]) {}
//               template <class Real> Vector<2, Real> force(Number<Real> t, const Vector<2, Real>& q, …) const;
//               …                     contact_law, scales and whatever is no equation are asked of Ball<double> alone
//             };
//           Parametric<Ball>({9.81, 0.5}) is then a mechanism like others, and ModelOf of it a model with parameters.
// Slopes    of what is no equation (numbers of laws, clocks, the start) are taken by differences of fourth order: they are short
//           formulas of the parameters, mostly linear ones.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "carom/model/mechanism.hpp"
#include "carom/model/own_events.hpp"

namespace carom {

// A number as one of another kind: what is lost are derivatives, and what is gained are zeros.
template <class To, class From>
To as_kind(const From& x) {
  if constexpr (std::is_same_v<To, From>)
    return x;
  else if constexpr (std::is_same_v<To, double>)
    return value_of(x);
  else if constexpr (std::is_same_v<From, double>)
    return To(x);
  else
    return To(as_kind<decltype(To::value)>(x), decltype(To::value)(0.0));
}

// f′ at p, by differences of fourth order. `f` is called with p moved a little.
template <class F>
double slope_of(const F& f, double p) {
  const double h = 1e-3 * std::max(std::abs(p), 1e-3);
  return (8 * (f(p + h) - f(p - h)) - (f(p + 2 * h) - f(p - 2 * h))) / (12 * h);
}

namespace detail {
template <class Plain>
struct NoFurtherSizes {};
template <class Plain>
struct ItsEvents {
  static constexpr int event_count = Plain::event_count;
};
template <class Plain>
struct ItsConstraints {
  static constexpr int constraint_count = Plain::constraint_count;
};
template <class Plain>
using EventsOf = std::conditional_t<may_have_events<Plain>, ItsEvents<Plain>, NoFurtherSizes<Plain>>;
template <class Plain>
concept HasConstraints = requires {
  Plain::constraint_count;
};
template <class Plain>
using ConstraintsOf =
    std::conditional_t<HasConstraints<Plain>, ItsConstraints<Plain>, NoFurtherSizes<ItsEvents<Plain>>>;
}  // namespace detail

template <template <class> class Family, class P = double>
class Parametric : public detail::EventsOf<Family<double>>, public detail::ConstraintsOf<Family<double>> {
  template <class Real>
  using List = Vector<Family<double>::dof, Real>;

 public:
  using Plain = Family<double>;
  static constexpr int dof = Plain::dof, contact_count = Plain::contact_count;
  static constexpr int parameter_count = static_cast<int>(Plain::parameter_names.size());
  using Parameters = std::array<P, parameter_count>;
  static constexpr const auto& parameter_names = Plain::parameter_names;

  explicit Parametric(const Parameters& parameters) : parameters_(parameters), plain_(in_kind<double>()) {}
  const Parameters& parameters() const { return parameters_; }
  const Plain& plain() const { return plain_; }
  // The same with other parameters, of any kind of number.
  template <class Real>
  static Parametric<Family, Real> with(const Real* parameters) {
    std::array<Real, parameter_count> list;
    std::copy_n(parameters, parameter_count, list.begin());
    return Parametric<Family, Real>(list);
  }

  // ---- equations, for the kind of number that is asked for -------------------------------------------------------------

  template <class Real>
  auto mass_matrix(const List<Real>& q) const requires requires(const Family<Real>& f) {
    f.mass_matrix(q);
  }
  { return in<Real>().mass_matrix(q); }
  template <class Real>
  auto inverse_mass(const List<Real>& q) const requires requires(const Family<Real>& f) {
    f.inverse_mass(q);
  }
  { return in<Real>().inverse_mass(q); }
  template <class Real>
  List<Real> force(Number<Real> t, const List<Real>& q, const Number<List<Real>>& u) const {
    return in<Real>().force(t, q, u);
  }
  template <class Real>
  auto contacts(Number<Real> t, const List<Real>& q, const Number<List<Real>>& u) const requires
      requires(const Family<Real>& f) {
    f.contacts(t, q, u);
  }
  { return in<Real>().contacts(t, q, u); }
  template <class Real>
  auto gap(Number<Real> t, const List<Real>& q) const requires requires(const Family<Real>& f) {
    f.gap(t, q);
  }
  { return in<Real>().gap(t, q); }
  template <class Real>
  auto slide(Number<Real> t, const List<Real>& q) const requires requires(const Family<Real>& f) {
    f.slide(t, q);
  }
  { return in<Real>().slide(t, q); }
  template <class Real>
  auto slip(Number<Real> t, const List<Real>& q, const Number<List<Real>>& u) const requires
      requires(const Family<Real>& f) {
    f.slip(t, q, u);
  }
  { return in<Real>().slip(t, q, u); }
  template <class Real>
  auto constraint(Number<Real> t, const List<Real>& q) const requires requires(const Family<Real>& f) {
    f.constraint(t, q);
  }
  { return in<Real>().constraint(t, q); }
  template <class Real>
  auto event(Number<Real> t, const List<Real>& q, const Number<List<Real>>& u) const requires
      requires(const Family<Real>& f) {
    f.event(t, q, u);
  }
  { return in<Real>().event(t, q, u); }
  template <class Real>
  void jump(int i, Number<Real> t, List<Real>& q, Number<List<Real>>& u) const requires
      requires(const Family<Real>& f) {
    f.jump(i, t, q, u);
  }
  { in<Real>().jump(i, t, q, u); }

  // ---- what is no equation, as far as the family has it ----------------------------------------------------------------

  double potential_energy(const List<double>& q) const { return plain_.potential_energy(q); }
  ContactLaw contact_law(int i) const requires(contact_count > 0) { return plain_.contact_law(i); }
  Scales scales() const { return plain_.scales(); }
  double applied_power(double t, const List<double>& q, const List<double>& u) const requires requires(const Plain& f) {
    f.applied_power(t, q, u);
  }
  { return plain_.applied_power(t, q, u); }
  double coordinate_scale(int k) const requires requires(const Plain& f) { f.coordinate_scale(k); }
  { return plain_.coordinate_scale(k); }
  double closing_speed() const requires requires(const Plain& f) { f.closing_speed(); }
  { return plain_.closing_speed(); }
  std::string contact_name(int i) const requires requires(const Plain& f) { f.contact_name(i); }
  { return std::string(plain_.contact_name(i)); }
  std::string event_name(int i) const requires requires(const Plain& f) { f.event_name(i); }
  { return std::string(plain_.event_name(i)); }
  EventTrigger event_trigger(int i) const requires requires(const Plain& f) { f.event_trigger(i); }
  { return plain_.event_trigger(i); }
  int event_direction(int i) const requires requires(const Plain& f) { f.event_direction(i); }
  { return plain_.event_direction(i); }
  bool event_applies(int i, double t, const List<double>& q, const List<double>& u) const requires
      requires(const Plain& f) {
    f.event_applies(i, t, q, u);
  }
  { return plain_.event_applies(i, t, q, u); }
  bool event_stops(int i) const requires requires(const Plain& f) { f.event_stops(i); }
  { return plain_.event_stops(i); }
  State<dof> initial_state() const requires requires(const Plain& f) { f.initial_state(); }
  { return plain_.initial_state(); }

 private:
  template <class Real>
  Family<Real> in_kind() const {
    std::array<Real, parameter_count> list;
    for (int k = 0; k < parameter_count; ++k) list[k] = as_kind<Real>(parameters_[k]);
    return Family<Real>(list);
  }
  template <class Real>
  decltype(auto) in() const {
    if constexpr (std::is_same_v<Real, double>)
      return (plain_);
    else
      return in_kind<Real>();
  }

  Parameters parameters_;
  Plain plain_;
};

// Is it one of a family?
template <class S>
inline constexpr bool has_parameters = requires {
  S::parameter_count;
};

}  // namespace carom
