// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/dimer_stick.hpp"

#include <cmath>

#include "carom/base/bad_input.hpp"

namespace carom::theory {

namespace {

// The tilt seen by a tip, as if it were the left one.
double own_tilt(double theta, DimerTip tip) { return tip == DimerTip::left ? theta : -theta; }

double resistance(const DimerBody& body, double tilt) { return body.beta_1 + body.beta_4(tilt) + body.beta_5(tilt); }

// H of (3).
double inertial_acceleration(const DimerBody& body, const DimerContact& contact) {
  return body.l / 2 * std::cos(contact.theta) * contact.theta_dot * contact.theta_dot;
}

}  // namespace

double stick_in_single_impact(const DimerBody& body, double theta, DimerTip tip) {
  const double tilt = own_tilt(theta, tip);
  return std::abs(body.beta_6(tilt)) / resistance(body, tilt);
}

double stick_in_double_impact(const DimerBody& body, const DoubleImpact& impact) {
  if (!(impact.E_21 >= 0)) throw BadInput("the ratio of the stored energies E_21 cannot be negative");
  if (!(impact.gamma_21 > 0)) throw BadInput("the ratio of the contact stiffnesses gamma_21 must be positive");
  if (!(impact.eta > 0)) throw BadInput("the exponent eta of the contact force must be positive");
  const double kappa = body.r * body.l / (body.beta_1 + 2 * body.r * body.r);
  const double share =
      std::pow(impact.gamma_21, 1 / (impact.eta + 1)) * std::pow(impact.E_21, impact.eta / (impact.eta + 1));
  return kappa * std::abs(1 - share) / (1 + share);
}

StickForces stick_forces(const DimerBody& body, const DimerContact& contact, DimerTip tip) {
  const double tilt = own_tilt(contact.theta, tip);
  const double A = (body.beta_1 + body.l * body.l * std::cos(tilt) * std::cos(tilt) / 2) / body.beta;
  const double B = -body.beta_6(tilt) / body.beta;
  const double D = resistance(body, tilt) / body.beta;
  const double R_n =
      contact.g + contact.plate_acceleration - body.l / 2 * std::sin(tilt) * contact.theta_dot * contact.theta_dot;
  const double R_t = -inertial_acceleration(body, contact);
  const double F_n = (R_n - B * R_t / D) / (A - B * B / D);
  const double F_t = (R_t - B * F_n) / D;
  return {.F_n = F_n, .F_t = tip == DimerTip::left ? F_t : -F_t};
}

double stick_in_contact(const DimerBody& body, const DimerContact& contact, double F_n, DimerTip tip) {
  if (!(F_n > 0)) throw BadInput("a tip in contact needs a normal force F_n > 0");
  const double tilt = own_tilt(contact.theta, tip);
  const double H = inertial_acceleration(body, contact);
  return std::abs(body.beta_6(tilt) - body.beta * H / F_n) / resistance(body, tilt);
}

}  // namespace carom::theory
