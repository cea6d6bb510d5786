// SPDX-License-Identifier: Apache-2.0
#include "papers/impact_oscillator/step_end_detector.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "papers/impact_oscillator/poisson_impact.hpp"

namespace carom::papers::impact_oscillator {

namespace {

// φ, φ̇, g_N, ġ_N; the last two are zero on the belt.
using Y = std::array<double, 4>;

class Program {
 public:
  Program(const ImpactOscillatorSettings& settings, const SteppedOptions& options) : p_(settings), o_(options) {}

  SteppedMotion run() {
    // Sticking where the blade meets its rest angle: a state that every orbit with stick passes near.
    Y y{p_.phi0 + 0.01, 0, 0, 0};
    y[1] = p_.v / (p_.l * std::cos(y[0]));
    y = stick(y);
    bool lifted = slip_until_lift_off(y);
    while (lifted && static_cast<int>(result_.cycles.size()) < o_.cycles) {
      if (!fly(y)) break;
      word_ = "P";
      dip_ = HUGE_VAL;
      if (stuck_) {
        word_ = "TP";
        y = stick(y);
      }
      lifted = slip_until_lift_off(y);
      result_.cycles.push_back(word_ + "F");
      result_.dips.push_back(dip_);
    }
    result_.dies = static_cast<int>(result_.cycles.size()) < o_.cycles;
    return result_;
  }

 private:
  double slip_velocity(const Y& y) const { return p_.l * std::cos(y[0]) * y[1] - p_.v; }

  struct Free {
    double phi_ddot, gap_ddot;
  };
  Free free(double phi, double w, double y_pos, double y_dot) const {
    const double s = std::sin(phi), c = std::cos(phi), l = p_.l;
    const double a = -(p_.c_phi * w + p_.k_phi * (phi - p_.phi0) + p_.m1 * p_.g * l * s);
    const double b = -(p_.c_y * y_dot + p_.k_y * (y_pos - p_.y0) + p_.m1 * l * w * w * c + (p_.m1 + p_.m2) * p_.g);
    const double determinant = p_.m1 * l * l * (p_.m2 + p_.m1 * c * c);
    const double phi_ddot = ((p_.m1 + p_.m2) * a - p_.m1 * l * s * b) / determinant;
    const double y_ddot = (p_.m1 * l * l * b - p_.m1 * l * s * a) / determinant;
    return {phi_ddot, y_ddot + l * s * phi_ddot + l * c * w * w};
  }
  Free free_on_belt(const Y& y) const { return free(y[0], y[1], p_.l * std::cos(y[0]), -p_.l * std::sin(y[0]) * y[1]); }
  // Positive where the belt presses.
  double load(const Y& y) const { return -free_on_belt(y).gap_ddot; }

  Y slip_rate(const Y& y) const {  // (1)
    const double s = std::sin(y[0]), c = std::cos(y[0]), w = y[1], l = p_.l, lever = s - p_.law.mu_c * c;
    const double inertia = (p_.m1 * c * c + p_.m2 * s * lever) * l * l;
    const double moment =
        p_.m1 * l * l * s * c * w * w - p_.c_phi * w - p_.k_phi * (y[0] - p_.phi0) - p_.m1 * p_.g * l * s +
        l * lever * ((p_.m1 + p_.m2) * p_.g + p_.k_y * (l * c - p_.y0) - p_.c_y * l * s * w - p_.m2 * l * c * w * w);
    return {w, moment / inertia, 0, 0};
  }
  Y flight_rate(const Y& y) const {
    const double s = std::sin(y[0]), c = std::cos(y[0]);
    const Free a = free(y[0], y[1], y[2] + p_.l * c, y[3] - p_.l * s * y[1]);
    return {y[1], a.phi_ddot, y[3], a.gap_ddot};
  }

  template <class Rate>
  static Y advance(const Rate& rate, Y y, double h) {
    const int parts = static_cast<int>(std::ceil(h / 2.5e-4));
    const double d = h / std::max(parts, 1);
    const auto moved = [](const Y& from, const Y& k, double by) {
      return Y{from[0] + by * k[0], from[1] + by * k[1], from[2] + by * k[2], from[3] + by * k[3]};
    };
    for (int i = 0; i < parts; ++i) {
      const Y k1 = rate(y), k2 = rate(moved(y, k1, d / 2)), k3 = rate(moved(y, k2, d / 2)), k4 = rate(moved(y, k3, d));
      for (int j = 0; j < 4; ++j) y[j] += d / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
    }
    return y;
  }
  // Where `value` of the state passes from positive to negative within a step.
  template <class Rate>
  static double locate(const Rate& rate, const Y& y, double h, const std::function<double(const Y&)>& value) {
    double low = 0, high = h;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (value(advance(rate, y, middle)) > 0 ? low : high) = middle;
    }
    return high;
  }

  // (2): μ λ_N − |λ_T| in stick.
  double margin(double sine) const {
    const Y y{std::asin(sine), p_.v / (p_.l * std::sqrt(1 - sine * sine)), 0, 0};
    const Free a = free_on_belt(y);
    const double c = std::cos(y[0]), s = std::sin(y[0]);
    const double b_n = a.gap_ddot, b_t = p_.l * c * a.phi_ddot - p_.l * s * y[1] * y[1];
    const ContactInertia G = contact_inertia(p_, y[0]);
    const double determinant = G.NN * G.TT - G.NT * G.NT;
    const double normal = (G.NT * b_t - G.TT * b_n) / determinant, tangential = (G.NT * b_n - G.NN * b_t) / determinant;
    return p_.law.mu_s * normal - std::abs(tangential);
  }
  Y stick(const Y& y) const {
    double before = std::sin(y[0]);
    const double stride = p_.v * 1e-4 / p_.l;
    double after = before + stride;
    for (int k = 0; k < 100000 && margin(after) >= 0; ++k, before = after, after += stride) {
    }
    for (int i = 0; i < 80; ++i) {
      const double middle = 0.5 * (before + after);
      (margin(middle) >= 0 ? before : after) = middle;
    }
    return {std::asin(after), p_.v / (p_.l * std::sqrt(1 - after * after)), 0, 0};
  }

  // False if the tip does not leave the belt within a second.
  bool slip_until_lift_off(Y& y) {
    const auto rate = [this](const Y& z) { return slip_rate(z); };
    for (double t = 0; t < 1; t += o_.step) {
      const Y next = advance(rate, y, o_.step);
      const double v_t = slip_velocity(next);
      // Leaving counts first if both happen within the step: slip ends with it.
      if (load(next) < 0 && t > 0) {
        y = advance(rate, y, locate(rate, y, o_.step, [this](const Y& z) { return load(z); }));
        return true;
      }
      dip_ = std::min(dip_, v_t);
      if (v_t < 0 && slip_velocity(y) > 0) {
        y = stick(advance(rate, y, locate(rate, y, o_.step, [this](const Y& z) { return slip_velocity(z); })));
        word_ += "TP";
        t = 0;
        continue;
      }
      y = next;
    }
    return false;
  }

  // Until the tip lands, and its plastic impact; false if the flight is too short to go on.
  bool fly(Y& y) {
    const auto rate = [this](const Y& z) { return flight_rate(z); };
    y[2] = y[3] = 0;
    double t = 0;
    for (int k = 0; k < 1000000; ++k, t += o_.step) {
      const Y next = advance(rate, y, o_.step);
      if (next[2] < 0) {
        const double at = locate(rate, y, o_.step, [](const Y& z) { return z[2]; });
        t += at;
        y = advance(rate, y, at);
        break;
      }
      y = next;
    }
    if (t < o_.shortest) return false;
    const PhasedImpact impact = poisson_impact(p_, y[0], y[3], slip_velocity(y));
    stuck_ = impact.compression_sticks;
    y[1] = (impact.t + p_.v) / (p_.l * std::cos(y[0]));
    y[2] = y[3] = 0;
    return true;
  }

  const ImpactOscillatorSettings& p_;
  const SteppedOptions& o_;
  SteppedMotion result_;
  std::string word_;
  double dip_ = 0;
  bool stuck_ = false;  // the last landing ended in stick
};

}  // namespace

int SteppedMotion::period() const {
  if (dies) return 0;
  // From the last cycle with stick back to the one before.
  int last = -1;
  for (int k = static_cast<int>(cycles.size()) - 1; k >= 0; --k) {
    if (cycles[k].find('T') == std::string::npos) continue;
    if (last >= 0) return last - k;
    last = k;
  }
  return 0;
}

SteppedMotion stepped_motion(const ImpactOscillatorSettings& settings, const SteppedOptions& options) {
  return Program(settings, options).run();
}

}  // namespace carom::papers::impact_oscillator
