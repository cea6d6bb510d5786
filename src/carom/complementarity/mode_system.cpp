// SPDX-License-Identifier: Apache-2.0
#include "carom/complementarity/mode_system.hpp"

namespace carom {

// K of (1): the column of z_n,j is its own effect plus that of the slip force −σ μ z_n,j that comes with it.
void ModeSystem::assemble(const ContactSetProblem<double>& p, std::span<const ContactMode> modes) {
  closed_.reserve(p.n);
  stick_.reserve(p.n);
  closed_.clear();
  stick_.clear();
  bool symmetric = true;
  for (int i = 0; i < p.n; ++i) {
    if (!is_closed(modes[i])) continue;
    if (has_normal(p, i)) closed_.push_back(i);
    if (modes[i] == ContactMode::stick) stick_.push_back(i);
    if (is_slip(modes[i]) && p.mu[i] != 0 && p.rides[i] != given_load) symmetric = false;
  }
  const int nc = static_cast<int>(closed_.size()), ns = static_cast<int>(stick_.size());
  if (static_cast<int>(step_.size()) < 2 * p.n) step_.resize(2 * p.n);
  system_.start(nc + ns);
  for (int r = 0; r < nc + ns; ++r) {
    double* row = system_.row(r);
    const bool tangential = r >= nc;
    const int i = tangential ? stick_[r - nc] : closed_[r];
    for (int c = 0; c < nc; ++c) {
      const int j = closed_[c];
      row[c] = tangential ? p.B(j, i) : p.A(i, j);
      if (is_slip(modes[j]) && p.mu[j] != 0)
        row[c] -= slip_sign(modes[j]) * p.mu[j] * (tangential ? p.D(i, j) : p.B(i, j));
    }
    for (int c = 0; c < ns; ++c) row[nc + c] = tangential ? p.D(i, stick_[c]) : p.B(i, stick_[c]);
  }
  add_riders(p, modes);
  system_.factor(symmetric);
}

// The slip force −σ μ z_n,j of an element comes with the load of the contact j that it rides on.
void ModeSystem::add_riders(const ContactSetProblem<double>& p, std::span<const ContactMode> modes) {
  const int nc = static_cast<int>(closed_.size());
  for (int e = 0; e < p.n; ++e) {
    if (!is_rider(p, e) || !is_slip(modes[e]) || p.mu[e] == 0) continue;
    const int column = column_of(p.rides[e]);
    for (int r = 0; r < system_.size(); ++r)
      system_.row(r)[column] -= slip_sign(modes[e]) * p.mu[e] * (r < nc ? p.B(closed_[r], e) : p.D(stick_[r - nc], e));
  }
}

// Of a closed contact.
int ModeSystem::column_of(int contact) const {
  return static_cast<int>(std::lower_bound(closed_.begin(), closed_.end(), contact) - closed_.begin());
}

bool ModeSystem::solve(const ContactSetProblem<double>& p, std::span<const ContactMode> modes,
                       ContactSetForces<double>& out, Sharing sharing) {
  out.resize(p.n);
  for (int i = 0; i < p.n; ++i) {
    if (is_slip(modes[i]) && never_slips(p.mu[i])) return false;
    out.modes[i] = modes[i];
    out.z_n[i] = out.z_t[i] = 0;
  }
  if (!element_modes_agree(p, modes)) return false;
  assemble(p, modes);
  out.redundant = system_.rank() < system_.size();
  if (has_elements(p)) follow_slip(p, out);  // under given loads
  for (int pass = 0; pass < 2; ++pass) correct(p, out);
  if (out.redundant && stick_.size() > 1) share_by_capacity(p, out);
  if (!finish(p, out)) return false;
  if (out.redundant && sharing == Sharing::admissible) make_admissible(p, out);
  return true;
}

bool ModeSystem::improve(const ContactSetProblem<double>& p, ContactSetForces<double>& f) {
  if (!element_modes_agree(p, f.modes)) return false;
  assemble(p, std::span(f.modes).first(p.n));
  f.redundant = system_.rank() < system_.size();
  follow_slip(p, f);
  for (int i = 0; i < p.n; ++i)
    if (!is_closed(f.modes[i])) f.z_n[i] = f.z_t[i] = 0;
  for (int pass = 0; pass < 2; ++pass) correct(p, f);
  return finish(p, f);
}

// Divides the tangential forces of redundant sticking contacts in proportion to what each can carry: with R² = μ_s N the
// smallest y of D R y = D z_t gives z_t = R y, which minimises Σ z_t²/(μ_s N). Where μ_s = ∞ it is a large number.
void ModeSystem::share_by_capacity(const ContactSetProblem<double>& p, ContactSetForces<double>& f) {
  constexpr double unlimited = 1e3;  // the root of what μ_s = ∞ carries, in units of the largest other one
  const int ns = static_cast<int>(stick_.size());
  if (static_cast<int>(root_.size()) < p.n) {
    root_.resize(p.n);
    effect_.resize(p.n);
  }
  double largest = 0, heaviest = 0;
  for (int r = 0; r < ns; ++r) {
    const int i = stick_[r];
    const double load = friction_load(p, f.z_n, i);
    const bool limited = !never_slips(p.mu_s[i]);
    root_[r] = std::sqrt(std::max(limited ? p.mu_s[i] * load : load, 0.0));
    (limited ? largest : heaviest) = std::max(limited ? largest : heaviest, root_[r]);
    effect_[r] = 0;
    for (const int j : stick_) effect_[r] += p.D(i, j) * f.z_t[j];
  }
  if (heaviest > 0) {
    const double unit = largest > 0 ? unlimited * largest / heaviest : 1;
    for (int r = 0; r < ns; ++r)
      if (never_slips(p.mu_s[stick_[r]])) root_[r] *= unit;
    largest = heaviest;
  }
  if (!(largest > 0)) return;
  // Scaled from both sides, R D R y = R D z_t, it stays symmetric; a contact without load drops out of it.
  shares_.start(ns);
  for (int r = 0; r < ns; ++r) {
    double* row = shares_.row(r);
    for (int c = 0; c < ns; ++c) row[c] = root_[r] * p.D(stick_[r], stick_[c]) * root_[c];
    step_[r] = root_[r] * effect_[r];
  }
  shares_.factor(true);
  if (shares_.rank() == ns) return;
  shares_.solve(step_.data());
  double size = 0, off = 0;
  for (int r = 0; r < ns; ++r) {
    double sum = 0;
    for (int c = 0; c < ns; ++c) sum += p.D(stick_[r], stick_[c]) * root_[c] * step_[c];
    off = std::max(off, std::abs(sum - effect_[r]));
    size = std::max(size, std::abs(effect_[r]));
  }
  if (off > 1e-9 * size) return;  // a contact without load cannot take its share
  for (int r = 0; r < ns; ++r) f.z_t[stick_[r]] = root_[r] * step_[r];
  // What the loss of digits in the shares has moved goes back to where it belongs.
  correct(p, f);
}

void ModeSystem::list_bounds(const ContactSetProblem<double>& p, const ContactSetForces<double>& f) {
  const int nc = static_cast<int>(closed_.size());
  bounds_.reserve(3 * static_cast<std::size_t>(p.n));
  bounds_.clear();
  int s = 0;
  for (int c = 0; c < nc; ++c) {
    const int i = closed_[c];
    const bool sticks = f.modes[i] == ContactMode::stick;
    while (sticks && stick_[s] != i) ++s;  // past elements
    const int t = sticks ? nc + s++ : c;
    const bool cone = sticks && !never_slips(p.mu_s[i]);
    if (!cone || p.mu_s[i] == 0) bounds_.push_back({c, c, 1, 0});
    if (!cone) continue;
    const double unit = 1 / std::hypot(1, p.mu_s[i]);
    for (const double sign : {1.0, -1.0}) bounds_.push_back({c, t, p.mu_s[i] * unit, sign * unit});
  }
  list_bounds_of_elements(p);
}

void ModeSystem::list_bounds_of_elements(const ContactSetProblem<double>& p) {
  const int nc = static_cast<int>(closed_.size()), ns = static_cast<int>(stick_.size());
  for (int s = 0; s < ns; ++s) {
    const int i = stick_[s], t = nc + s;
    if (has_normal(p, i) || never_slips(p.mu_s[i])) continue;
    const double unit = 1 / std::hypot(1, p.mu_s[i]);
    for (const double sign : {1.0, -1.0})
      bounds_.push_back(is_rider(p, i) ? Bound{column_of(p.rides[i]), t, p.mu_s[i] * unit, sign * unit}
                                       : Bound{t, t, 0, sign * unit, p.mu_s[i] * unit * p.load[i]});
  }
}

// Row of C x.
double ModeSystem::excess(const ContactSetForces<double>& f, const Bound& bound) const {
  const int nc = static_cast<int>(closed_.size());
  const double z_t = bound.a_t != 0 ? f.z_t[stick_[bound.t - nc]] : 0;
  if (bound.a_n == 0) return bound.a_t * z_t + bound.a_0;
  return bound.a_n * f.z_n[closed_[bound.n]] + bound.a_t * z_t;
}

bool ModeSystem::make_admissible(const ContactSetProblem<double>& p, ContactSetForces<double>& f) {
  list_bounds(p, f);
  bool admissible = true;
  for (const Bound& bound : bounds_) admissible = admissible && excess(f, bound) >= -p.force_tolerance;
  if (admissible) return true;
  if (system_.nullity() == 0 || !move_in_null_space(f, 0.1 * p.force_tolerance)) return false;
  const int nc = static_cast<int>(closed_.size());
  for (int r = 0; r < system_.size(); ++r) (r < nc ? f.z_n[closed_[r]] : f.z_t[stick_[r - nc]]) += step_[r];
  follow_slip(p, f);
  return finish(p, f);
}

// E y of (3) in `step_`; false on a ray. The inequalities come in as they are violated: a ray of some is one of all.
bool ModeSystem::move_in_null_space(const ContactSetForces<double>& f, double zero) {
  const int k = system_.nullity(), m = static_cast<int>(bounds_.size());
  const std::size_t most = static_cast<std::size_t>(system_.size()) * k, rows = static_cast<std::size_t>(m) * k;
  if (null_.size() < most) null_.resize(most);
  if (reach_.size() < rows) reach_.resize(rows);
  if (static_cast<int>(lambda_.size()) < m) lambda_.resize(m);
  active_.reserve(m);
  included_.reserve(m);
  included_.clear();
  system_.null_space(null_.data());
  std::fill_n(step_.begin(), system_.size(), 0.0);
  while (true) {
    const std::size_t before = included_.size();
    for (int r = 0; r < m; ++r) {
      const Bound& bound = bounds_[r];
      const double now = excess(f, bound) + bound.a_n * step_[bound.n] + bound.a_t * step_[bound.t];
      if (now >= -zero || std::find(included_.begin(), included_.end(), r) != included_.end()) continue;
      double* reach = &reach_[included_.size() * k];
      for (int j = 0; j < k; ++j) {
        const double* e = &null_[static_cast<std::size_t>(j) * system_.size()];
        reach[j] = bound.a_n * e[bound.n] + bound.a_t * e[bound.t];
      }
      included_.push_back(r);
    }
    if (included_.size() == before) return true;
    if (!meet_included_bounds(f)) return false;
  }
}

// (3) with the included inequalities alone.
bool ModeSystem::meet_included_bounds(const ContactSetForces<double>& f) {
  using Row = Eigen::Map<const Eigen::VectorXd>;
  const int k = system_.nullity(), m = static_cast<int>(included_.size());
  const auto reach = [&](int r) { return Row(&reach_[static_cast<std::size_t>(r) * k], k); };
  tableau_.start(m);
  for (int r = 0; r < m; ++r) {
    for (int c = 0; c <= r; ++c) tableau_.row(r)[c] = tableau_.row(c)[r] = -reach(r).dot(reach(c));
    tableau_.right(r) = excess(f, bounds_[included_[r]]);
  }
  if (!tableau_.walk()) return false;
  // λ once more from the original data: the bounds that are met hold to rounding.
  active_.clear();
  for (int r = 0; r < m; ++r)
    if (tableau_.basic(r)) active_.push_back(r);
  const int na = static_cast<int>(active_.size());
  shares_.start(na);
  for (int r = 0; r < na; ++r) {
    for (int c = 0; c < na; ++c) shares_.row(r)[c] = reach(active_[r]).dot(reach(active_[c]));
    lambda_[r] = -excess(f, bounds_[included_[active_[r]]]);
  }
  shares_.factor(true);
  shares_.solve(lambda_.data());
  const int n = system_.size();
  Eigen::Map<Eigen::VectorXd> step(step_.data(), n);
  step.setZero();
  for (int j = 0; j < k; ++j) {
    double y = 0;
    for (int r = 0; r < na; ++r) y += lambda_[r] * reach(active_[r])[j];
    step += y * Row(&null_[static_cast<std::size_t>(j) * n], n);
  }
  return true;
}

}  // namespace carom
