// SPDX-License-Identifier: Apache-2.0
// What follows from the shape of the dimer and from single impacts: sections 3 to 5, the lengths of section 6.1.
#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "carom/impact/single_impact.hpp"
#include "carom/theory/dimer_slip.hpp"
#include "carom/theory/dimer_stick.hpp"
#include "papers/dimer/findings.hpp"

namespace carom::papers::dimer {

DimerBody body_of(const DimerSettings& base, double A_r) {
  DimerShape shape = base.shape;
  shape.A_r = A_r;
  return dimer_body(shape);
}

namespace {

std::vector<double> grid(double from, double to, int n) {
  std::vector<double> values;
  for (int k = 0; k < n; ++k) values.push_back(from + (to - from) * k / (n - 1));
  return values;
}

// Delassus blocks of both tips, from the mechanism itself.
struct Blocks {
  Matrix<2, 2> A, B, D;
};
Blocks delassus(const DimerSettings& base, double A_r, double theta) {
  const Dimer dimer(settings_of({.A_r = A_r}, base));
  const Vector<3> q(0, 0, theta), u(0, 0, 0);
  const auto tips = contact_kinematics(dimer, 0, q, u);
  const auto& inverse = dimer.inverse_mass(q);
  Blocks blocks;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      blocks.A(i, j) = tips[i].normal.dot(inverse * tips[j].normal);
      blocks.B(i, j) = tips[i].normal.dot(inverse * tips[j].tangent);
      blocks.D(i, j) = tips[i].tangent.dot(inverse * tips[j].tangent);
    }
  return blocks;
}

void find_singularities(const DimerSettings& base, Findings& findings) {
  const auto rank_loss = [&](double theta) {
    const Matrix<2, 2> D = delassus(base, 3.9, theta).D;
    return std::abs(D.determinant()) / (D(0, 0) * D(1, 1));
  };
  findings["superstatic"] =
      claim(rank_loss(0) < 1e-12 && rank_loss(deg) > 1e-12,
            fmt::format("det D/(D₁₁D₂₂) = {:.1e} at θ = 0, {:.1e} at 1°", rank_loss(0), rank_loss(deg)));

  long left = 0, stuck = 0;
  for (const double A_r : grid(2.1, 8.5, 9))
    for (const double theta : grid(-12 * deg, 12 * deg, 9))
      for (const double v_t : grid(-0.2, 0.2, 21)) {
        const Blocks b = delassus(base, A_r, theta);
        const ContactLaw& law = base.law[0];
        const SingleImpact impact =
            solve_single_impact(b.A(0, 0), b.B(0, 0), b.D(0, 0), -0.1, v_t, law.e, law.mu_s_i, law.mu_i);
        bool seen = false;
        for (int k = 0; k < impact.sequence.size; ++k) {
          const bool sticks = impact.sequence.modes[k] == ContactMode::stick;
          left += seen && !sticks;
          seen = seen || sticks;
        }
        stuck += seen;
      }
  findings["stick_persists"] =
      claim(left == 0 && stuck > 0, fmt::format("{} of 1701 impacts stick, {} leave it again", stuck, left));
}

void find_needed_friction(const DimerSettings& base, Findings& findings) {
  using theory::stick_in_single_impact;
  const double mu_s = base.law[0].mu_s;
  const double at_5 = stick_in_single_impact(body_of(base, 5), 0);
  findings["mu_st_5"] = measured(at_5);

  bool less = true;
  double nearest = 0;
  for (const double A_r : grid(2.1, 8.5, 17))
    for (const double E : grid(0.001, 1, 50)) {
      const DimerBody body = body_of(base, A_r);
      const double ratio = theory::stick_in_double_impact(body, {.E_21 = E}) / stick_in_single_impact(body, 0);
      less = less && ratio < 1;
      nearest = std::max(nearest, ratio);
    }
  findings["double_needs_less"] = claim(less, fmt::format("at most {:.3f} of the single impact's", nearest));

  double first = 0;  // smallest A_r from which it is monotone
  for (const double A_r : grid(8.5, 2.1, 65)) {
    bool monotone = true;
    double last = -1;
    for (const double theta : grid(0, 12 * deg, 61)) {
      const double mu = stick_in_single_impact(body_of(base, A_r), theta);
      monotone = monotone && mu > last;
      last = mu;
    }
    if (!monotone) break;
    first = A_r;
  }
  findings["mu_st_grows"] = claim(first <= 3.5 && first > 0 ? Holds::yes
                                  : first > 0               ? Holds::in_part
                                                            : Holds::no,
                                  fmt::format("monotone up to 12° for A_r ≥ {:.1f}", first));

  double lowest = HUGE_VAL;
  for (const double A_r : grid(2.1, 4.9, 57))
    for (const double theta : grid(0, 10 * deg, 21))
      lowest = std::min(lowest, stick_in_single_impact(body_of(base, A_r), theta));
  findings["short_never_sticks"] = claim(lowest > mu_s, fmt::format("smallest μ_st = {:.4f}", lowest));

  const DimerBody long_body = body_of(base, 5.7), short_body = body_of(base, 3.9);
  const double flat = stick_in_single_impact(long_body, 0), tilted = stick_in_single_impact(long_body, 5 * deg);
  findings["long_sticks_flat"] =
      claim(flat < mu_s && mu_s < tilted, fmt::format("μ_st = {:.4f} at 0°, {:.4f} at 5°", flat, tilted));
  const double at_39 = stick_in_single_impact(short_body, 0);
  findings["mu_st_39_smaller"] = claim(at_39 < mu_s, fmt::format("μ_st(3.9, 0) = {:.4f}", at_39))
                                     .but(misprint("larger: for that reason the tips do not stick, as in section 5.4",
                                                   at_39 > mu_s && lowest > mu_s,
                                                   fmt::format("smallest for A_r < 5: {:.4f} > {:g}", lowest, mu_s)));
}

void find_slip_gain(const DimerSettings& base, Findings& findings) {
  const double mu = base.law[0].mu_c;
  bool forward = true, backward = true;
  long where_112 = 0, shrinking = 0;
  for (const double A_r : grid(2.1, 8.5, 33))
    for (const double theta : grid(0, 12 * deg, 13)) {
      const DimerBody body = body_of(base, A_r);
      const double stiff = body.beta_1 + body.beta_4(theta) + body.beta_5(theta), couple = body.beta_6(theta);
      const double gain = theory::slip_gain(body, theta, mu);
      forward = forward && -(stiff * mu + couple) / body.beta < 0;
      if (stiff * mu < couple) {
        ++where_112;
        shrinking += gain > 0;
      }
      if (std::abs(A_r - 3.9) < 0.11 || std::abs(A_r - 5.7) < 0.11) backward = backward && gain < 0;
    }
  findings["forward_slip_shrinks"] = claim(forward, "dv_t/dP_n < 0 at 429 points of A_r and θ");
  findings["backward_slip_112"] =
      claim(where_112 > 0 && shrinking == where_112,
            fmt::format("it shrinks at {} of {} points where (112) holds", shrinking, where_112))
          .but(misprint("under (112) it grows, as (115), (116) and the text below (117) have it",
                        where_112 > 0 && shrinking == 0));
  const auto roots = theory::growing_slip(mu);
  const double B_39 = 2 * (3.9 - 1), B_57 = 2 * (5.7 - 1);
  const bool inside = roots && roots->B_r1 < B_39 && B_57 < roots->B_r2;
  findings["backward_slip_grows"] =
      claim(inside && backward, fmt::format("B_r = {:.1f} and {:.1f} between {:.3f} and {:.2f}", B_39, B_57,
                                            roots ? roots->B_r1 : std::nan(""), roots ? roots->B_r2 : std::nan("")));
  // Bisection on the existence of a zero of f.
  double low = 0.01, high = 1;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    // f has its minimum at B_r = 1/μ.
    (theory::slip_growth(1 / middle, middle) < 0 ? low : high) = middle;
  }
  findings["mu_no_root"] = measured(low);
}

}  // namespace

void find_coefficients(const DimerSettings& base, Findings& findings) {
  find_singularities(base, findings);
  find_needed_friction(base, findings);
  find_slip_gain(base, findings);
  // A_r = 1 + l/(2r): the two printed lengths have to give one radius.
  findings["length_57"] = measured(1e3 * body_of(base, 5.7).l, fmt::format("r = {:.4f} mm", 1e3 * base.shape.r));
}

}  // namespace carom::papers::dimer
