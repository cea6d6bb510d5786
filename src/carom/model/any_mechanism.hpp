// SPDX-License-Identifier: Apache-2.0
// A Model (model.hpp) as the engine's Mechanism: of any size up to a bound, so that the engine is compiled once for all of
// them and takes nothing from the heap.
#pragma once

#include <array>
#include <string>

#include "carom/base/bad_input.hpp"
#include "carom/model/model.hpp"

namespace carom {

template <int MostCoordinates, int MostContacts, int MostConstraints = MostCoordinates, int MostEvents = 8>
class AnyMechanism {
 public:
  static_assert(MostCoordinates > 1 && MostContacts > 0, "a bound of one coordinate is a fixed size (base/vector.hpp)");
  static constexpr int dof = at_most(MostCoordinates);
  static constexpr int contact_count = MostContacts;        // the most there can be
  static constexpr int constraint_count = MostConstraints;  // the same
  static constexpr int event_count = MostEvents;            // the same

  static bool fits(const Model& model) {
    return model.freedom() <= MostCoordinates && model.contact_number() <= MostContacts &&
           model.constraint_number() <= MostConstraints && model.event_number() <= MostEvents;
  }
  // Of a model that outlives it. One that does not fit is refused.
  explicit AnyMechanism(const Model& model)
      : model_(model),
        n_(model.freedom()),
        m_(model.contact_number()),
        c_(model.constraint_number()),
        e_(model.event_number()) {
    if (!fits(model))
      throw BadInput("a model of " + sizes(n_, m_, c_, e_) + " is too large for an engine of at most " +
                     sizes(MostCoordinates, MostContacts, MostConstraints, MostEvents) +
                     ": compile AnyMechanism with higher bounds");
    for (int i = 0; i < m_; ++i) law_[i] = model.contact_law(i);
  }
  const Model& model() const { return model_; }
  int freedom() const { return n_; }
  int contact_number() const { return m_; }
  int constraint_number() const { return c_; }
  int event_number() const { return e_; }
  bool is_differentiable() const { return model_.is_differentiable(); }

  Matrix<dof, dof> mass_matrix(const Vector<dof>& q) const {
    Matrix<dof, dof> M(n_, n_);
    model_.mass_matrix(q.data(), M.data());
    return M;
  }
  template <class Real>
  Matrix<dof, dof, Real> inverse_mass(const Vector<dof, Real>& q) const {
    Matrix<dof, dof, Real> inverse(n_, n_);
    model_.equations<Real>().inverse_mass(q.data(), inverse.data());
    return inverse;
  }
  template <class Real>
  Vector<dof, Real> force(Number<Real> t, const Vector<dof, Real>& q, const Number<Vector<dof, Real>>& u) const {
    Vector<dof, Real> h(n_);
    model_.equations<Real>().force(t, q.data(), u.data(), h.data());
    return h;
  }
  template <class Real>
  std::array<ContactKinematics<dof, Real>, contact_count> contacts(Number<Real> t, const Vector<dof, Real>& q,
                                                                   const Number<Vector<dof, Real>>& u) const {
    std::array<ContactKinematics<dof, Real>, contact_count> list;
    fill_contacts<Real>(t, q, u, list);
    return list;
  }
  template <class Real>
  void fill_contacts(Number<Real> t, const Vector<dof, Real>& q, const Number<Vector<dof, Real>>& u,
                     std::array<ContactKinematics<dof, Real>, contact_count>& list) const {
    std::array<Real, 5 * MostContacts> numbers;
    std::array<Real, 2 * MostCoordinates * MostContacts> directions;
    const ContactRows<Real> rows{.gap = numbers.data(),
                                 .normal = directions.data(),
                                 .tangent = directions.data() + n_ * m_,
                                 .normal_surface_velocity = numbers.data() + m_,
                                 .tangential_surface_velocity = numbers.data() + 2 * m_,
                                 .normal_drift = numbers.data() + 3 * m_,
                                 .tangential_drift = numbers.data() + 4 * m_};
    model_.equations<Real>().contacts(t, q.data(), u.data(), rows);
    for (int i = 0; i < m_; ++i) {
      list[i].gap = rows.gap[i];
      list[i].normal = Eigen::Map<const Vector<Eigen::Dynamic, Real>>(rows.normal + i * n_, n_);
      list[i].tangent = Eigen::Map<const Vector<Eigen::Dynamic, Real>>(rows.tangent + i * n_, n_);
      list[i].normal_surface_velocity = rows.normal_surface_velocity[i];
      list[i].tangential_surface_velocity = rows.tangential_surface_velocity[i];
      list[i].normal_drift = rows.normal_drift[i];
      list[i].tangential_drift = rows.tangential_drift[i];
    }
  }

  template <class Real>
  std::array<ConstraintKinematics<dof, Real>, constraint_count> constraints(Number<Real> t, const Vector<dof, Real>& q,
                                                                            const Number<Vector<dof, Real>>& u) const {
    std::array<Real, 3 * MostConstraints> numbers;
    std::array<Real, MostCoordinates * MostConstraints> directions;
    const ConstraintRows<Real> rows{.value = numbers.data(),
                                    .row = directions.data(),
                                    .surface_velocity = numbers.data() + c_,
                                    .drift = numbers.data() + 2 * c_};
    model_.equations<Real>().constraints(t, q.data(), u.data(), rows);
    std::array<ConstraintKinematics<dof, Real>, constraint_count> list;
    for (int i = 0; i < c_; ++i) {
      list[i].value = rows.value[i];
      list[i].row = Eigen::Map<const Vector<Eigen::Dynamic, Real>>(rows.row + i * n_, n_);
      list[i].surface_velocity = rows.surface_velocity[i];
      list[i].drift = rows.drift[i];
    }
    return list;
  }

  template <class Real>
  std::array<Real, event_count> event(Number<Real> t, const Vector<dof, Real>& q,
                                      const Number<Vector<dof, Real>>& u) const {
    std::array<Real, event_count> values;
    model_.equations<Real>().events(t, q.data(), u.data(), values.data());
    return values;
  }
  template <class Real>
  void jump(int i, Number<Real> t, Vector<dof, Real>& q, Number<Vector<dof, Real>>& u) const {
    model_.equations<Real>().jump(i, t, q.data(), u.data());
  }
  int event_direction(int i) const { return model_.event_direction(i); }
  bool event_applies(int i, double t, const Vector<dof>& q, const Vector<dof>& u) const {
    return model_.event_applies(i, t, q.data(), u.data());
  }
  bool event_stops(int i) const { return model_.event_stops(i); }
  std::string event_name(int i) const { return model_.event_name(i); }

  std::array<double, contact_count> gaps(double t, const Vector<dof>& q) const {
    std::array<double, contact_count> g;
    model_.gaps(t, q.data(), g.data());
    return g;
  }
  bool encloses_gaps() const { return model_.encloses_gaps(); }
  std::array<Interval, contact_count> gap_enclosure(const Interval& t, const Vector<dof, Interval>& q) const {
    std::array<Interval, contact_count> g;
    model_.gap_enclosure(t, q.data(), g.data());
    return g;
  }
  std::array<Interval, contact_count> gap_rate_enclosure(const Interval& t, const Vector<dof, Interval>& q,
                                                         const Vector<dof, Interval>& u) const {
    std::array<Interval, contact_count> rate;
    model_.gap_rate_enclosure(t, q.data(), u.data(), rate.data());
    return rate;
  }
  const ContactLaw& contact_law(int i) const { return law_[i]; }
  double potential_energy(const Vector<dof>& q) const { return model_.potential_energy(q.data()); }
  double applied_power(double t, const Vector<dof>& q, const Vector<dof>& u) const {
    return model_.applied_power(t, q.data(), u.data());
  }
  Scales scales() const { return model_.scales(); }
  double coordinate_scale(int k) const { return model_.coordinate_scale(k); }
  std::string contact_name(int i) const { return model_.contact_name(i); }
  std::string constraint_name(int i) const { return model_.constraint_name(i); }
  double closing_speed() const { return model_.closing_speed(); }
  double closing_time() const { return model_.closing_time(); }
  bool closes_by_free_motion() const { return model_.closes_by_free_motion(); }
  double closing_duration() const { return model_.closing_duration(); }
  double motion_lasts(double t, const Vector<dof>& q) const { return model_.motion_lasts(t, q.data()); }

 private:
  static std::string sizes(int coordinates, int contacts, int constraints, int events) {
    return std::to_string(coordinates) + " coordinates, " + std::to_string(contacts) + " contacts, " +
           std::to_string(constraints) + " constraints and " + std::to_string(events) + " events";
  }

  const Model& model_;
  int n_, m_, c_, e_;
  std::array<ContactLaw, MostContacts> law_{};
};

}  // namespace carom
