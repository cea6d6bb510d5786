// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/rod_collision.hpp"

#include <cmath>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"
#include "carom/impact/path_impact.hpp"
#include "carom/impact/single_impact.hpp"

namespace carom::theory {
namespace {

// (1)
struct ContactVelocity {
  double u, v;
};

ContactVelocity before(const RodCollision& c) {
  return {.u = c.c_x - c.omega * c.lever.Z, .v = c.c_z - c.V_z + c.omega * c.lever.X};
}

void check(const RodCollision& c, const ContactVelocity& contact) {
  const double X = c.lever.X, Z = c.lever.Z, k2 = c.lever.k2;
  if (!(k2 > 0)) throw BadInput("a rod needs a radius of gyration above 0");
  if (!(c.mu >= 0)) throw BadInput("friction mu must be at least 0, got " + number_text(c.mu));
  if (!(c.eps >= 0 && c.eps <= 1)) throw BadInput("restitution eps must be between 0 and 1, got " + number_text(c.eps));
  if (!(contact.v < 0))
    throw BadInput("there is no collision: the contact point does not approach the plate, c_z - V_z + omega X = " +
                   number_text(contact.v) + " is not negative");
  const double slip = contact.u > 0 ? 1 : contact.u < 0 ? -1 : 0, jam = k2 + X * X + slip * c.mu * X * Z;
  if (!(jam > 0))
    throw BadInput("the slip jams (Painleve): k^2 + X^2 " + std::string(slip > 0 ? "+" : "-") +
                   " mu X Z = " + number_text(jam) + " must be above 0, so mu = " + number_text(c.mu) +
                   " must be below " + number_text((k2 + X * X) / std::abs(X * Z)));
}

RodCollisionResult after(const RodCollision& c, const ContactVelocity& contact, double P_x, double P_z) {
  const double X = c.lever.X, Z = c.lever.Z, k2 = c.lever.k2;
  RodCollisionResult r{.c_x = c.c_x + P_x,
                       .c_z = c.c_z + P_z,
                       .omega = c.omega + (X * P_z - Z * P_x) / k2,  // (2)
                       .P_x = P_x,
                       .P_z = P_z,
                       .u_minus = contact.u,
                       .v_minus = contact.v};
  const auto energy = [&](double c_x, double c_z, double omega) {
    return 0.5 * (c_x * c_x + (c_z - c.V_z) * (c_z - c.V_z) + k2 * omega * omega);
  };
  r.energy_before = energy(c.c_x, c.c_z, c.omega);
  r.energy_after = energy(r.c_x, r.c_z, r.omega);
  return r;
}

RodRegime regime_of(const ModeSequence& sequence) {
  if (sequence.size < 2) return sequence.modes[0] == ContactMode::stick ? RodRegime::stick : RodRegime::slide;
  return sequence.modes[sequence.size - 1] == ContactMode::stick ? RodRegime::slip_stick : RodRegime::slip_reversal;
}

}  // namespace

RodCollisionResult collide(const RodCollision& c) {
  const ContactVelocity contact = before(c);
  check(c, contact);
  // Mirrored so that the slip, or the slip that would begin, is the one of the formulas.
  const double XZ = c.lever.X * c.lever.Z;
  const double side = contact.u != 0 ? (contact.u > 0 ? 1 : -1) : (XZ >= 0 ? 1 : -1);
  const double xz = side * XZ, x2 = c.lever.X * c.lever.X, z2 = c.lever.Z * c.lever.Z, k2 = c.lever.k2, mu = c.mu;
  const double u = std::abs(contact.u), v = contact.v, rebound = (1 + c.eps) * v;
  const double S = mu * (k2 + z2) + xz, D_plus = k2 + x2 + mu * xz, D_minus = k2 + x2 - mu * xz, D = k2 + x2 + z2;
  const bool can_stick = mu * (k2 + z2) >= std::abs(xz);
  double P_x, P_z;
  RodRegime regime;
  if (u > 0 && u + rebound * S / D_plus > 0) {  // (5)
    regime = RodRegime::slide;
    P_z = -rebound * k2 / D_plus;
    P_x = -mu * P_z;
  } else if (can_stick) {  // (6)
    regime = u > 0 ? RodRegime::slip_stick : RodRegime::stick;
    P_x = -(u * (k2 + x2) + rebound * xz) / D;
    P_z = -(rebound * (k2 + z2) + u * xz) / D;
  } else {  // (7)
    regime = u > 0 ? RodRegime::slip_reversal : RodRegime::slide;
    const double turn = u > 0 ? 2 * mu * k2 * u / (S * D_minus) : 0;
    P_x = -turn * (k2 + x2) - mu * rebound * k2 / D_minus;
    P_z = -turn * xz - rebound * k2 / D_minus;
  }
  RodCollisionResult r = after(c, contact, side * P_x, P_z);
  r.regime = regime;
  r.v_plus = -c.eps * v;  // (4)
  const bool rests = regime == RodRegime::slip_stick || regime == RodRegime::stick;
  r.u_plus = rests ? 0 : contact.u + ((k2 + z2) * r.P_x - XZ * r.P_z) / k2;  // (3)
  return r;
}

RodCollisionResult collide_by_impulses(const RodCollision& c, Restitution law) {
  const ContactVelocity contact = before(c);
  check(c, contact);
  const double X = c.lever.X, Z = c.lever.Z, k2 = c.lever.k2;
  const double A = (k2 + X * X) / k2, B = -X * Z / k2, D = (k2 + Z * Z) / k2;  // (3)
  const SingleImpact path = law == Restitution::energetic
                                ? solve_single_impact(A, B, D, contact.v, contact.u, c.eps, c.mu, c.mu)
                                : solve_path_impact<double>(law, A, B, D, contact.v, contact.u, c.eps, c.mu, c.mu);
  RodCollisionResult r = after(c, contact, path.P_t, path.P_n);
  r.regime = regime_of(path.sequence);
  r.u_plus = path.v_t;
  r.v_plus = path.v_n;
  return r;
}

}  // namespace carom::theory
