// SPDX-License-Identifier: Apache-2.0
#include "papers/rods/printed_collision.hpp"

#include <algorithm>
#include <cmath>

#include "papers/rods/cases.hpp"

namespace carom::papers::rods {

using theory::RodCollision;

PrintedSlide printed_slide(const RodCollision& c) {
  const double X = c.lever.X, Z = c.lever.Z, k2 = c.lever.k2, mu = c.mu;
  const double u_0 = c.c_x - c.omega * Z, v_0 = c.c_z - c.V_z + c.omega * X;
  const double D = k2 + X * X + mu * X * Z;
  const double P_z = -v_0 * (1 + c.eps) * k2 / D, P_x = v_0 * (1 + c.eps) * mu * k2 / D;  // (8), (9)
  return {.u_star = u_0 + (X * Z + mu * (k2 + Z * Z)) / D * v_0 * (1 + c.eps),            // (14)
          .c_x = c.c_x + P_x,
          .c_z = c.c_z + P_z};  // (10), (11)
}

PrintedStop printed_stop(const RodCollision& c, double mass) {
  const double X = c.lever.X, Z = c.lever.Z, k2 = c.lever.k2, mu = c.mu;
  const double u_0 = c.c_x - c.omega * Z, v_0 = c.c_z - c.V_z + c.omega * X;
  const double S = mu * (k2 + Z * Z) + X * Z, D = k2 + X * X - mu * X * Z;
  const double bracket = v_0 * (1 + c.eps) + (k2 + X * X + mu * X * Z) / S * u_0;
  PrintedStop p;
  p.P_z = u_0 * k2 / S;        // (B1)
  p.P_x = -u_0 * mu * k2 / S;  // (B2)
  const double all = k2 + X * X + Z * Z;
  p.stick_c_x = c.c_x + p.P_x - bracket * X * Z / all;         // (B5)
  p.stick_c_z = c.c_z + p.P_z - bracket * (k2 + Z * Z) / all;  // (B4)
  p.c_x_18 = (u_0 * Z * Z - v_0 * (1 + c.eps) * X * Z) / all + c.omega * Z;
  p.c_z_19 = (v_0 * (X * X - (k2 + Z * Z) * c.eps) - u_0 * X * Z) / all + c.V_z - c.omega * X;
  p.c_z_22 = c.c_z - u_0 * 2 * mu * k2 * X * Z / (S * D) - v_0 * k2 * (1 + c.eps) / D;
  const double v_1 = v_0 + (k2 + X * X + mu * X * Z) / S * u_0;                  // (15)
  const double later = -bracket * (k2 + Z * Z) / all, back = -k2 / D * bracket;  // after the stop, over m
  p.v_f_B3 = v_1 + all / (k2 + Z * Z) * later;
  p.v_f_B3_first = v_1 + all / (k2 + Z * Z) * mass * later;
  p.u_f_B6 = (mu * (k2 + Z * Z) - X * Z) / k2 * back;
  p.v_f_B7 = v_1 + D / k2 * back;
  p.reversal_c_x = c.c_x + p.P_x - mu * k2 / D * bracket;  // (B9)
  p.reversal_c_z = c.c_z + p.P_z - k2 / D * bracket;       // (B8)
  p.u_f = -(mu * (k2 + Z * Z) - X * Z) / D * bracket;      // (B10)
  p.B11 = u_0 * (1 - mu * k2 / S) + c.omega * Z - mu * k2 / D * bracket;
  p.B12 = v_0 + u_0 * k2 / S - k2 / D * bracket + c.V_z - c.omega * X;
  return p;
}

ContactPointLaw contact_point_law() {
  ContactPointLaw worst;
  for (int k = 0; k < 40; ++k) {
    const auto fraction = [k](double irrational) { return std::fmod((k + 1) * irrational, 1.0); };
    const double l = 1 + 9 * fraction(0.6180339887), phi = 0.5 * pi * fraction(0.7548776662);
    const double F_x = fraction(0.4142135624) - 0.5, F_z = fraction(0.7320508076);
    const double s = std::sin(phi), c = std::cos(phi), X = 0.5 * l * s, Z = 0.5 * l * c, k2 = l * l / 12;
    // (1), (2), and (3) differentiated at a frozen configuration, ω about y: ω × u = ω (c, −s).
    const double turn = (X * F_z - Z * F_x) / k2;
    const double a_x = F_x - 0.5 * l * turn * c, a_z = F_z + 0.5 * l * turn * s;
    const double size = std::hypot(a_x, a_z);
    const double five = -X * Z / k2 * F_z + (k2 + Z * Z) / k2 * F_x, six = (k2 + X * X) / k2 * F_z - X * Z / k2 * F_x;
    worst.projections = std::max(worst.projections, std::hypot(five - a_x, six - a_z) / size);
    const double alpha = l * l / (4 * k2), along = F_x * s + F_z * c;
    const double four_x = F_x + alpha * (F_x - s * along), four_z = F_z + alpha * (F_z - c * along);
    worst.vector = std::max(worst.vector, std::hypot(four_x - a_x, four_z - a_z) / size);
  }
  return worst;
}

}  // namespace carom::papers::rods
