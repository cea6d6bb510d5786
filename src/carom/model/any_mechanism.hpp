// SPDX-License-Identifier: Apache-2.0
// A Model (model.hpp) as the engine's Mechanism: of any size up to a bound, so that the engine is compiled once for all of
// them and takes nothing from the heap.
#pragma once

#include <array>
#include <string>

#include "carom/base/bad_input.hpp"
#include "carom/model/model.hpp"

namespace carom {

template <int MostCoordinates, int MostContacts>
class AnyMechanism {
 public:
  static_assert(MostCoordinates > 1 && MostContacts > 0, "a bound of one coordinate is a fixed size (base/vector.hpp)");
  static constexpr int dof = at_most(MostCoordinates);
  static constexpr int contact_count = MostContacts;  // the most there can be

  static bool fits(const Model& model) {
    return model.freedom() <= MostCoordinates && model.contact_number() <= MostContacts;
  }
  // Of a model that outlives it. One that does not fit is refused.
  explicit AnyMechanism(const Model& model) : model_(model), n_(model.freedom()), m_(model.contact_number()) {
    if (!fits(model))
      throw BadInput("a model of " + std::to_string(n_) + " coordinates and " + std::to_string(m_) +
                     " contacts is too large for an engine of at most " + std::to_string(MostCoordinates) + " and " +
                     std::to_string(MostContacts) + ": compile AnyMechanism with higher bounds");
    for (int i = 0; i < m_; ++i) law_[i] = model.contact_law(i);
  }
  const Model& model() const { return model_; }
  int freedom() const { return n_; }
  int contact_number() const { return m_; }
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
    std::array<ContactKinematics<dof, Real>, contact_count> list;
    for (int i = 0; i < m_; ++i) {
      list[i].gap = rows.gap[i];
      list[i].normal = Eigen::Map<const Vector<Eigen::Dynamic, Real>>(rows.normal + i * n_, n_);
      list[i].tangent = Eigen::Map<const Vector<Eigen::Dynamic, Real>>(rows.tangent + i * n_, n_);
      list[i].normal_surface_velocity = rows.normal_surface_velocity[i];
      list[i].tangential_surface_velocity = rows.tangential_surface_velocity[i];
      list[i].normal_drift = rows.normal_drift[i];
      list[i].tangential_drift = rows.tangential_drift[i];
    }
    return list;
  }

  std::array<double, contact_count> gaps(double t, const Vector<dof>& q) const {
    std::array<double, contact_count> g;
    model_.gaps(t, q.data(), g.data());
    return g;
  }
  const ContactLaw& contact_law(int i) const { return law_[i]; }
  double potential_energy(const Vector<dof>& q) const { return model_.potential_energy(q.data()); }
  double applied_power(double t, const Vector<dof>& q, const Vector<dof>& u) const {
    return model_.applied_power(t, q.data(), u.data());
  }
  Scales scales() const { return model_.scales(); }
  double coordinate_scale(int k) const { return model_.coordinate_scale(k); }
  std::string contact_name(int i) const { return model_.contact_name(i); }
  double closing_speed() const { return model_.closing_speed(); }
  double closing_time() const { return model_.closing_time(); }
  bool closes_by_free_motion() const { return model_.closes_by_free_motion(); }
  double closing_duration() const { return model_.closing_duration(); }
  double motion_lasts(double t, const Vector<dof>& q) const { return model_.motion_lasts(t, q.data()); }

 private:
  const Model& model_;
  int n_, m_;
  std::array<ContactLaw, MostContacts> law_{};
};

}  // namespace carom
