// SPDX-License-Identifier: Apache-2.0
#include "carom/observe/disc_ball_observer.hpp"

#include <cmath>

namespace carom::observe {

void DiscBallObserver::event(const EventBatch<DiscBall>& batch) {
  phases_.event(batch);
  if (hit_ || !batch.contacts[DiscBall::D] || batch.impact == nullptr) return;
  hit_ = true;
  const State<5>& after = batch.after;
  const DiscBallSettings& settings = system_.settings();
  DiscBallObservables& o = observables_;
  o.v1 = system_.gauge_velocity(after.q, after.u, settings.h1);
  o.v2 = system_.gauge_velocity(after.q, after.u, settings.h2);
  o.y_b_dot = after.u[0];
  o.z_b_dot = after.u[1];
  o.y_d_dot = after.u[2];
  o.z_d_dot = after.u[3];
  o.theta_dot = after.u[4];
  const auto contacts = contact_kinematics(system_, batch.t, after.q, after.u);
  o.delta_A = contacts[0].normal_velocity(after.u);
  o.v_tau_A = contacts[0].tangential_velocity(after.u);
}

void DiscBallObserver::judge(const ContactModes<DiscBall>& modes) {
  judged_ = true;
  const double turning = observables_.theta_dot * system_.settings().r / system_.settings().v_b;
  const bool none = !is_closed(modes[0]) && !is_closed(modes[1]) && !is_closed(modes[2]);
  std::string& pattern = observables_.pattern;
  pattern = "other";
  if (std::abs(turning) < 1e-9) {
    if (is_slip(modes[0]) && slip_sign(modes[0]) > 0) pattern = "II";
  } else if (none) {
    pattern = turning > 0 ? "I" : "III";
  } else if (turning < 0 && is_closed(modes[0]) && !is_closed(modes[1]) && !is_closed(modes[2])) {
    pattern = modes[0] == ContactMode::stick ? "V" : slip_sign(modes[0]) > 0 ? "IV" : "VI";
  }
}

}  // namespace carom::observe
