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
    closed_.push_back(i);
    if (modes[i] == ContactMode::stick) stick_.push_back(i);
    if (is_slip(modes[i]) && p.mu[i] != 0) symmetric = false;
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
  system_.factor(symmetric);
}

bool ModeSystem::solve(const ContactSetProblem<double>& p, std::span<const ContactMode> modes,
                       ContactSetForces<double>& out) {
  out.resize(p.n);
  for (int i = 0; i < p.n; ++i) {
    if (is_slip(modes[i]) && std::isinf(p.mu[i])) return false;
    out.modes[i] = modes[i];
    out.z_n[i] = out.z_t[i] = 0;
  }
  assemble(p, modes);
  out.redundant = system_.rank() < system_.size();
  for (int pass = 0; pass < 2; ++pass) correct(p, out);
  if (out.redundant && stick_.size() > 1) share_by_capacity(p, out);
  return finish(p, out);
}

// Divides the tangential forces of redundant sticking contacts in proportion to what each can carry: with R² = μ_s z_n the
// smallest y of D R y = D z_t gives z_t = R y, which minimises Σ z_t²/(μ_s z_n).
void ModeSystem::share_by_capacity(const ContactSetProblem<double>& p, ContactSetForces<double>& f) {
  const int ns = static_cast<int>(stick_.size());
  if (static_cast<int>(root_.size()) < p.n) {
    root_.resize(p.n);
    effect_.resize(p.n);
  }
  double largest = 0;
  for (int r = 0; r < ns; ++r) {
    const int i = stick_[r];
    if (std::isinf(p.mu_s[i])) return;  // no limit, no share
    root_[r] = std::sqrt(std::max(p.mu_s[i] * f.z_n[i], 0.0));
    largest = std::max(largest, root_[r]);
    effect_[r] = 0;
    for (const int j : stick_) effect_[r] += p.D(i, j) * f.z_t[j];
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

}  // namespace carom
