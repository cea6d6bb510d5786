// SPDX-License-Identifier: Apache-2.0
#include "papers/disc_ball/variant_p.hpp"

#include <cmath>

namespace carom::papers::disc_ball {

namespace {

class Variant {
 public:
  Variant(const DiscBallSettings& s, FaceForce face) : s_(s) {
    I_ = s.m_d * (s.r * s.r / 4 + s.h * s.h / 3);
    const double sign = face == FaceForce::frictionless ? 0 : face == FaceForce::upwards ? 1 : (s.b > 0) - (s.b < 0);
    face_ratio_ = sign * s.face.mu_i;
    y_[8] = s.v_b;
  }

  VariantHit run(int steps) {
    VariantHit hit;
    const double h = 1.2 * s_.k_Tc * std::pow(s_.v_b, -0.2) / steps;
    const double energy_before = energy();
    choose_mode();
    for (int k = 0; k < 20 * steps && (k < 2 || busy()); ++k) advance(h);
    hit.y_d_dot = y_[4];
    hit.z_d_dot = y_[5];
    hit.theta_dot = y_[6];
    hit.z_b_dot = y_[7];
    hit.y_b_dot = y_[8];
    hit.v1 = y_[4] + (s_.r - s_.h1) * y_[6];
    hit.v2 = y_[4] + (s_.r - s_.h2) * y_[6];
    hit.delta_A = normal_speeds(y_)[0];
    hit.v_tau = ground_slip(y_);
    hit.sticks = mode_ == 0;
    hit.P_D = y_[9];
    hit.face_work = y_[10];
    hit.ground_work = y_[11];
    hit.energy_before = energy_before;
    hit.energy_after = energy();
    return hit;
  }

 private:
  // x_A, x_B, x_C, x_D, ẏ_d, ż_d, θ̇, ż_b, ẏ_b, ∫F_D, works at D and at the ground
  using Y = std::array<double, 12>;

  std::array<double, 4> normal_speeds(const Y& y) const {
    return {y[5] + s_.h * y[6], y[5], y[5] - s_.h * y[6], y[4] - y[8] - s_.b * y[6]};
  }
  double ground_slip(const Y& y) const { return y[4] + s_.r * y[6]; }
  double face_slip(const Y& y) const { return y[5] - y[7] - s_.h * y[6]; }
  double energy() const {
    return 0.5 *
           (s_.m_d * (y_[4] * y_[4] + y_[5] * y_[5]) + I_ * y_[6] * y_[6] + s_.m_b * (y_[7] * y_[7] + y_[8] * y_[8]));
  }

  std::array<double, 4> loads(const Y& y) const {
    std::array<double, 4> F{};
    for (int i = 0; i < 4; ++i) {
      const double x = y[i] > 0 ? y[i] : 0;
      F[i] = (i == 3 ? s_.face.stiffness : s_.ground.stiffness) * x * std::sqrt(x);
    }
    return F;
  }
  // The force of the ground that keeps ẏ_d + r θ̇ as it is.
  double holding_force(const std::array<double, 4>& F) const {
    const double torque = s_.h * (F[0] - F[2]) - s_.b * F[3] - s_.h * face_ratio_ * F[3];
    return -(F[3] / s_.m_d + s_.r * torque / I_) / (1 / s_.m_d + s_.r * s_.r / I_);
  }

  Y rates(const Y& y) const {
    const std::array<double, 4> F = loads(y), v = normal_speeds(y);
    const double ground = F[0] + F[1] + F[2], T_D = face_ratio_ * F[3];
    const double T_G = mode_ == 0 ? holding_force(F) : -mode_ * s_.ground.mu_i * ground;
    Y d{};
    for (int i = 0; i < 4; ++i) {
      const double e = i == 3 ? s_.face.e : s_.ground.e;
      const bool idle = y[i] <= 0 && v[i] >= 0;
      d[i] = idle ? 0 : v[i] <= 0 ? -v[i] : -v[i] / (e * e);
    }
    d[4] = (F[3] + T_G) / s_.m_d;
    d[5] = (ground + T_D) / s_.m_d;
    d[6] = (s_.h * (F[0] - F[2]) - s_.b * F[3] + s_.r * T_G - s_.h * T_D) / I_;
    d[7] = -T_D / s_.m_b;
    d[8] = -F[3] / s_.m_b;
    d[9] = F[3];
    d[10] = T_D * face_slip(y);
    d[11] = T_G * ground_slip(y);
    return d;
  }

  Y step(double h) const {
    const auto along = [this](const Y& d, double by) {
      Y y = y_;
      for (std::size_t i = 0; i < y.size(); ++i) y[i] += by * d[i];
      return y;
    };
    const Y a = rates(y_), b = rates(along(a, h / 2)), c = rates(along(b, h / 2)), d = rates(along(c, h));
    Y y = y_;
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
    for (int i = 0; i < 4; ++i) y[i] = std::max(y[i], 0.0);
    return y;
  }

  // At rest: stick if the static coefficient allows it, else slip against the force that would be needed.
  void choose_mode() {
    std::array<double, 4> F = loads(y_);
    const double ground = F[0] + F[1] + F[2];
    if (ground + F[3] == 0) F[3] = 1;  // the first touch: only the direction counts
    const double needed = holding_force(F);
    mode_ = ground > 0 && std::abs(needed) <= s_.ground.mu_s_i * ground ? 0 : needed < 0 ? 1 : -1;
  }

  void advance(double h) {
    const double before = ground_slip(y_);
    Y next = step(h);
    if (mode_ != 0 && before * ground_slip(next) < 0) {
      // Onto the zero of the slip, then on with the mode that follows there.
      double part = before / (before - ground_slip(next));
      Y at = step(part * h);
      const double left = ground_slip(at);
      part = std::min(std::max(part * before / (before - left), 0.0), 1.0);
      y_ = step(part * h);
      choose_mode();
      next = step((1 - part) * h);
    }
    y_ = next;
    if (mode_ != 0) return;
    const std::array<double, 4> F = loads(y_);
    const double ground = F[0] + F[1] + F[2];
    if (std::abs(holding_force(F)) > s_.ground.mu_s_i * ground) choose_mode();
  }

  bool busy() const {
    const std::array<double, 4> v = normal_speeds(y_);
    for (int i = 0; i < 4; ++i)
      if (y_[i] > 0 || v[i] < -1e-9 * s_.v_b) return true;
    return false;
  }

  DiscBallSettings s_;
  double I_ = 0, face_ratio_ = 0;
  int mode_ = 1;  // of the ground: slip ±1, stick 0
  Y y_{};
};

}  // namespace

DiscBallSettings variant_settings(int number, bool printed_inputs) {
  DiscBallSettings settings = settings_of(number);
  settings.r = settings.h2 = variant_radius;
  settings.ground.stiffness *= variant_ground_factor;
  if (printed_inputs) return settings;
  const auto input = [&](double b_mm, double v_b) {
    settings.b = b_mm * 1e-3;
    settings.v_b = v_b;
  };
  if (number == 6) input(16.5, 0.353);
  if (number == 7) input(17.0, 0.295);
  if (number == 8) input(-3.0, 0.353);
  return settings;
}

VariantHit variant_hit(const DiscBallSettings& settings, const VariantOptions& options) {
  return Variant(settings, options.face).run(options.steps);
}

InferredInput infer_input(int number) {
  const double theta_dot = simulated_in(number, Quantity::theta_dot), v2 = simulated_in(number, Quantity::v2);
  DiscBallSettings s = variant_settings(number, true);
  const auto miss = [&](double b, double v_b) {
    s.b = b;
    s.v_b = v_b;
    const VariantHit hit = variant_hit(s);
    return std::array{hit.theta_dot - theta_dot, hit.v2 - v2};
  };
  InferredInput input{.b = s.b, .v_b = s.v_b};
  for (int k = 0; k < 20; ++k) {
    const double db = 2e-5, dv = 1e-4;
    const auto at = miss(input.b, input.v_b), by_b = miss(input.b + db, input.v_b),
               by_v = miss(input.b, input.v_b + dv);
    const double a = (by_b[0] - at[0]) / db, b = (by_v[0] - at[0]) / dv;
    const double c = (by_b[1] - at[1]) / db, d = (by_v[1] - at[1]) / dv, det = a * d - b * c;
    const double step_b = (b * at[1] - d * at[0]) / det, step_v = (c * at[0] - a * at[1]) / det;
    input.b += step_b;
    input.v_b += step_v;
    input.found = std::abs(step_b) < 1e-7 && std::abs(step_v) < 1e-6;
    if (input.found) break;
  }
  return input;
}

}  // namespace carom::papers::disc_ball
