// SPDX-License-Identifier: Apache-2.0
// Equal discs in a square box, any number of them, as a model: every two of them may meet, and each of them every wall.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "carom/base/random.hpp"
#include "carom/model/model.hpp"

namespace carom::testing_support {

struct DiscsSettings {
  int discs = 10;
  double side = 1, radius = 0.05, mass = 1, g = 0;
  ContactLaw law = {.e = 0.9, .mu_s = 0.2, .mu_c = 0.2, .mu_s_i = 0.2, .mu_i = 0.2};
  bool tells_near = true;
};

// Coordinates x, y, θ of one disc after the other. Contacts: pairs (0, 1), (0, 2), … (1, 2) …, then the walls left, right,
// bottom and top of one disc after the other.
class DiscsInABox final : public ModelWith<DiscsInABox> {
 public:
  explicit DiscsInABox(const DiscsSettings& settings) : s_(settings), n_(settings.discs) {
    for (int i = 0; i < n_; ++i)
      for (int j = i + 1; j < n_; ++j) pair_.push_back({i, j});
    pairs_ = static_cast<int>(pair_.size());
  }

  int freedom() const override { return 3 * n_; }
  int contact_number() const override { return pairs_ + 4 * n_; }
  int constraint_number() const override { return 0; }
  int event_number() const override { return 0; }
  bool is_differentiable() const override { return false; }
  void mass_matrix(const At<double>&, double* M) const override {
    fill_diagonal(M, s_.mass, 0.5 * s_.mass * s_.radius * s_.radius);
  }
  void gaps(const At<double>& at, double* g) const override {
    each(at, [&](int k, int contact) { g[k] = gap(at, contact); });
  }
  ContactLaw contact_law(int) const override { return s_.law; }
  bool tells_near_contacts() const override { return s_.tells_near; }
  int near_contacts(const Neighbourhood& within, int room, int* numbers) const override {
    int count = 0;
    const auto add = [&](int contact) {
      if (count < room) numbers[count] = contact;
      ++count;
    };
    int contact = 0;
    for (int i = 0; i < n_; ++i)
      for (int j = i + 1; j < n_; ++j, ++contact) {
        const double x = away(within, 3 * i, 3 * j), y = away(within, 3 * i + 1, 3 * j + 1);
        if (x * x + y * y <= 4 * s_.radius * s_.radius * (1 + 1e-9)) add(contact);
      }
    for (int i = 0; i < n_; ++i)
      for (int wall = 0; wall < 4; ++wall, ++contact) {
        const int k = 3 * i + wall / 2;
        const double place = wall % 2 == 0 ? within.q[k] : s_.side - within.q[k];
        if (place - within.reach[k] <= s_.radius * (1 + 1e-9)) add(contact);
      }
    return count;
  }
  double potential_energy(const At<double>& at) const override {
    double sum = 0;
    for (int i = 0; i < n_; ++i) sum += s_.mass * s_.g * at.q[3 * i + 1];
    return sum;
  }
  double applied_power(const At<double>&) const override { return 0; }
  int event_direction(int) const override { return 0; }
  bool event_applies(int, const At<double>&) const override { return true; }
  bool event_stops(int) const override { return false; }
  std::string event_name(int) const override { return ""; }
  Scales scales() const override { return {.length = s_.radius, .speed = 1, .time = s_.radius}; }
  double coordinate_scale(int) const override { return s_.radius; }
  std::string contact_name(int) const override { return ""; }
  std::string constraint_name(int) const override { return ""; }
  double closing_speed() const override { return 0; }
  double closing_time() const override { return 0; }
  bool closes_by_free_motion() const override { return false; }
  double closing_duration() const override { return HUGE_VAL; }
  double motion_lasts(double, const double*) const override { return 1; }

  // The smallest gap of all, seen from the coordinates alone.
  double smallest_gap(const double* q) const {
    std::vector<double> g(static_cast<std::size_t>(contact_number()));
    gaps({.t = 0, .q = q, .u = q}, g.data());
    return *std::min_element(g.begin(), g.end());
  }

  template <class Real>
  void fill_inverse_mass(const At<Real>&, Real* inverse) const {
    fill_diagonal(inverse, 1 / s_.mass, 2 / (s_.mass * s_.radius * s_.radius));
  }
  template <class Real>
  void fill_force(const At<Real>&, Real* h) const {
    for (int k = 0; k < 3 * n_; ++k) h[k] = k % 3 == 1 ? -s_.mass * s_.g : 0.0;
  }
  template <class Real>
  void fill_contacts(const At<Real>& at, const ContactRows<Real>& rows) const {
    each(at, [&](int k, int contact) {
      std::fill_n(rows.normal + k * 3 * n_, 3 * n_, Real(0.0));
      std::fill_n(rows.tangent + k * 3 * n_, 3 * n_, Real(0.0));
      rows.normal_surface_velocity[k] = rows.tangential_surface_velocity[k] = 0.0;
      rows.normal_drift[k] = rows.tangential_drift[k] = 0.0;
      rows.gap[k] = gap(at, contact);
      contact < pairs_ ? fill_pair(at, contact, k, rows) : fill_wall(contact - pairs_, k, rows);
    });
  }
  template <class Real>
  void find_friction(int, const At<Real>&, int, Real&, Real&) const {}
  template <class Real>
  Real find_load(int, const At<Real>&) const {
    return 0.0;
  }
  template <class Real>
  void fill_constraints(const At<Real>&, const ConstraintRows<Real>&) const {}
  template <class Real>
  void fill_events(const At<Real>&, Real*) const {}
  template <class Real>
  void fill_switches(const At<Real>&, Real*) const {}
  template <class Real>
  void apply_jump(int, const At<Real>&, Real*, Real*) const {}

 private:
  struct Pair {
    int i, j;
  };
  template <class Real, class Act>
  void each(const At<Real>& at, Act&& act) const {
    const int count = at.listed ? at.listed_number : contact_number();
    for (int k = 0; k < count; ++k) act(k, at.listed ? at.listed[k] : k);
  }
  template <class Real>
  void fill_diagonal(Real* matrix, double place, double angle) const {
    std::fill_n(matrix, 9 * n_ * n_, Real(0.0));
    for (int k = 0; k < 3 * n_; ++k) matrix[k * (3 * n_ + 1)] = k % 3 == 2 ? angle : place;
  }
  // How far two coordinates are apart at the least.
  static double away(const Neighbourhood& within, int k, int l) {
    return std::max(std::abs(within.q[k] - within.q[l]) - within.reach[k] - within.reach[l], 0.0);
  }
  template <class Real>
  Real gap(const At<Real>& at, int contact) const {
    using std::sqrt;
    if (contact >= pairs_) {
      const int wall = (contact - pairs_) % 4, k = 3 * ((contact - pairs_) / 4) + wall / 2;
      return wall % 2 == 0 ? Real(at.q[k] - s_.radius) : Real(s_.side - at.q[k] - s_.radius);
    }
    const auto [i, j] = pair_[static_cast<std::size_t>(contact)];
    const Real x = at.q[3 * j] - at.q[3 * i], y = at.q[3 * j + 1] - at.q[3 * i + 1];
    return sqrt(x * x + y * y) - 2 * s_.radius;
  }
  // Normal from the first to the second, tangent to its right.
  template <class Real>
  void fill_pair(const At<Real>& at, int contact, int k, const ContactRows<Real>& rows) const {
    const auto [i, j] = pair_[static_cast<std::size_t>(contact)];
    const Real distance = rows.gap[k] + 2 * s_.radius;
    const Real nx = (at.q[3 * j] - at.q[3 * i]) / distance, ny = (at.q[3 * j + 1] - at.q[3 * i + 1]) / distance;
    const Real vx = at.u[3 * j] - at.u[3 * i], vy = at.u[3 * j + 1] - at.u[3 * i + 1];
    const Real along = vx * nx + vy * ny, across = vx * ny - vy * nx;
    Real* w = rows.normal + k * 3 * n_;
    Real* t = rows.tangent + k * 3 * n_;
    w[3 * j] = nx;
    w[3 * j + 1] = ny;
    w[3 * i] = -nx;
    w[3 * i + 1] = -ny;
    t[3 * j] = ny;
    t[3 * j + 1] = -nx;
    t[3 * i] = -ny;
    t[3 * i + 1] = nx;
    t[3 * i + 2] = t[3 * j + 2] = s_.radius;
    rows.normal_drift[k] = across * across / distance;
    rows.tangential_drift[k] = -along * across / distance;
  }
  template <class Real>
  void fill_wall(int number, int k, const ContactRows<Real>& rows) const {
    const int i = number / 4, wall = number % 4;
    Real* w = rows.normal + k * 3 * n_;
    Real* t = rows.tangent + k * 3 * n_;
    const double inwards = wall % 2 == 0 ? 1 : -1;
    w[3 * i + wall / 2] = inwards;
    t[3 * i + 1 - wall / 2] = wall / 2 == 0 ? -inwards : inwards;
    t[3 * i + 2] = s_.radius;
  }

  DiscsSettings s_;
  int n_, pairs_ = 0;
  std::vector<Pair> pair_;
};

// On a grid, with random velocities.
template <class State>
State spread_discs(const DiscsSettings& settings, std::uint64_t seed) {
  Random random(seed);
  State start;
  start.q = start.u = Eigen::VectorXd::Zero(3 * settings.discs);
  const int across = static_cast<int>(std::ceil(std::sqrt(settings.discs)));
  for (int i = 0; i < settings.discs; ++i) {
    start.q[3 * i] = settings.side * (i % across + 0.5) / across;
    start.q[3 * i + 1] = settings.side * (i / across + 0.5) / across;
    for (int k = 0; k < 2; ++k) start.u[3 * i + k] = random.uniform(-1, 1);
  }
  return start;
}

}  // namespace carom::testing_support
