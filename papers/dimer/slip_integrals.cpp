// SPDX-License-Identifier: Apache-2.0
// Section 7 as printed, (127)–(134): slip of a tip that follows the plate, against a quadrature of the mechanism's own
// equations, without rod and tilt.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/theory/dimer_drift.hpp"
#include "papers/dimer/printed_equations.hpp"

namespace carom::papers::dimer {

namespace {

// A tip that follows y_p = A cos(ωt − α), t_s = 0, and slips in direction σ.
struct Follower {
  const TipEquations& e;
  double A, w, alpha, mu, g;

  double plate_velocity(double t) const { return -A * w * std::sin(w * t - alpha); }
  double plate_acceleration(double t) const { return -A * w * w * std::cos(w * t - alpha); }
  double force(double t, int sigma) const { return (plate_acceleration(t) + g) / (e.D(0, 0) - sigma * mu * e.D(0, 2)); }
  double slip_gain(int sigma) const { return e.D(2, 0) - sigma * mu * e.D(2, 2); }
  // ∫F_n from a to b by Simpson's rule.
  double impulse(double a, double b, int sigma) const {
    constexpr int n = 2000;
    const double h = (b - a) / n;
    double sum = force(a, sigma) + force(b, sigma);
    for (int k = 1; k < n; ++k) sum += (k % 2 == 1 ? 4 : 2) * force(a + k * h, sigma);
    return sum * h / 3;
  }
};

}  // namespace

void find_slip_integrals(const DimerSettings& base, Findings& findings) {
  const Dimer dimer = on_still_plate(base, 3.9, true);
  const DimerBody& b = dimer.body();
  const TipEquations e = of_mechanism(dimer, 0, 0);
  const theory::DriftCycle c{};
  const double w = two_pi * c.f, B = b.l / b.r, k = 1.6 + B * B;
  const Follower tip{e, c.Gamma * c.g / (w * w), w, c.alpha, c.mu, c.g};
  const double t_1 = (pi + c.alpha) / w, t_e = 1 / c.f;
  // (132): the lowest point of the plate ends the forward slip.
  const double lowest = tip.plate_velocity(t_1) / (tip.A * w);
  findings["eq_132"] = claim(std::abs(lowest) < 1e-9 && tip.plate_acceleration(t_1) > 0,
                             fmt::format("ẏ_p = {:.0e} Aω there, Δt_p + Δt_n = T", lowest));
  double forward = 0, normal = 0, impulse = 0, backward = 0;
  for (const double s : {0.0, 0.2, 0.5, 0.9}) {
    const double t = s * t_1, own = tip.impulse(t, t_1, 1);
    const double v = -tip.slip_gain(1) * own;  // from v(t₁) = 0
    forward = std::max(forward, miss(v, (c.mu * (B * B + 5.6) + 2 * B) / (2 * b.m_b * k) * own));
    const double v_n = c.g * (t_1 - t) - (B * B + c.mu * B + 0.8) / (b.m_b * k) * own;
    normal = std::max(normal, std::abs(v_n - tip.plate_velocity(t)) / (tip.A * w));
    const double printed =
        b.m_b * k / (0.8 + B * B + c.mu * B) * (c.g * (t_1 - t) + tip.A * w * std::sin(w * t - c.alpha));
    impulse = std::max(impulse, miss(own, printed));
    const double later = t_1 + (1 - s) * (t_e - t_1), back = tip.impulse(t_1, later, -1);
    backward =
        std::max(backward, miss(tip.slip_gain(-1) * back, (c.mu * (B * B + 5.6) - 2 * B) / (2 * b.m_b * k) * back));
  }
  findings["eq_127"] = claim(forward < 1e-9, fmt::format("to {:.0e}", forward));
  findings["eq_128_131"] = claim(normal < 1e-9 && impulse < 1e-9, fmt::format("to {:.0e}", std::max(normal, impulse)));
  findings["eq_134"] = claim(backward < 1e-9, fmt::format("to {:.0e}", backward));
}

}  // namespace carom::papers::dimer
