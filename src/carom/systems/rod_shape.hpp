// SPDX-License-Identifier: Apache-2.0
// A rod that touches a horizontal plate with its lower end: where its centre of mass is from there, and its inertia.
//
// Model     Axis u = (sin φ, cos φ) in the x–z plane; the contact point is G − (X, Z), so the centre of mass G is at
//           (X, Z) seen from it.
//   (1)  thin    X = (l/2) sin φ,                  Z = (l/2) cos φ
//   (2)  thick   X = (h/2) sin φ,                  Z = (h/2) cos φ + d/2        spherocylinder on its cap, h = l − d
//   (3)  flat    X = (l/2) sin φ − (d/2) cos φ,    Z = (l/2) cos φ + (d/2) sin φ              cylinder on its edge
//   (4)  in all of them dZ/dφ = −X;  dX/dφ = Z for (1) and (3), Z − d/2 for (2)
//   (5)  k² = l²/12, or exactly:  thick k² = d² (1/10 + 9η/32 + η²/4 + η³/8)/(1 + 3η/2), η = h/d,
//                                 flat  k² = l²/12 + d²/16
// Symbols   φ tilt from the vertical [rad], l whole length, d diameter, h distance of the cap centres, k radius of
//           gyration about G across the axis [m, or any unit of length].
// Source    volfson_kudrolli_tsimring_2004, section IV: (1), k² = l²/12; the others are ours.
// Differs   The moment of inertia of the paper's footnote 12, 1/10 + 15h/32 + h² + h³/8 for d = 1, shifts the caps by
//           h instead of h/2; (5) has 1/10 + 9h/32 + h²/4 + h³/8.
// Limits    |φ| ≤ π/2, and 0 ≤ φ for (3), whose edge on the other side touches otherwise. Uniform density.
#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"

namespace carom {

enum class RodTip { thin, thick, flat };
enum class RodInertia { thin, exact };

struct RodShape {
  RodTip geometry = RodTip::thin;
  double l = 9.5;
  double d = 1;
  RodInertia inertia = RodInertia::thin;
};

constexpr std::string_view name(RodTip geometry) {
  switch (geometry) {
    case RodTip::thin: return "thin";
    case RodTip::thick: return "thick";
    case RodTip::flat: return "flat";
  }
  return "unknown";
}

inline std::vector<std::string> rod_tips() { return {"thin", "thick", "flat"}; }
inline RodTip rod_tip(std::string_view word) {
  return word == "thick" ? RodTip::thick : word == "flat" ? RodTip::flat : RodTip::thin;
}
inline RodInertia rod_inertia(std::string_view word) { return word == "exact" ? RodInertia::exact : RodInertia::thin; }

// The contact at one tilt.
struct RodLever {
  double X = 0, Z = 0;  // centre of mass from the contact point
  double k2 = 1;        // square of the radius of gyration
};

// (1)–(3), for any kind of number.
template <class Real>
Real rod_lever_x(const RodShape& shape, const Real& phi) {
  using std::cos, std::sin;
  switch (shape.geometry) {
    case RodTip::thick: return (shape.l - shape.d) / 2 * sin(phi);
    case RodTip::flat: return shape.l / 2 * sin(phi) - shape.d / 2 * cos(phi);
    default: return shape.l / 2 * sin(phi);
  }
}
template <class Real>
Real rod_lever_z(const RodShape& shape, const Real& phi) {
  using std::cos, std::sin;
  switch (shape.geometry) {
    case RodTip::thick: return (shape.l - shape.d) / 2 * cos(phi) + shape.d / 2;
    case RodTip::flat: return shape.l / 2 * cos(phi) + shape.d / 2 * sin(phi);
    default: return shape.l / 2 * cos(phi);
  }
}

// (5)
inline double rod_gyration(const RodShape& shape) {
  const double thin = shape.l * shape.l / 12, d2 = shape.d * shape.d;
  if (shape.inertia == RodInertia::thin || shape.geometry == RodTip::thin) return thin;
  if (shape.geometry == RodTip::flat) return thin + d2 / 16;
  const double eta = (shape.l - shape.d) / shape.d;
  return d2 * (0.1 + eta * (9.0 / 32 + eta * (0.25 + eta / 8))) / (1 + 1.5 * eta);
}

// Throws BadInput for a spherocylinder shorter than its caps.
inline void check_rod_shape(const RodShape& shape) {
  if (!(shape.l > 0)) throw BadInput("a rod needs a length l above 0");
  if (shape.geometry == RodTip::thin) return;
  if (!(shape.d > 0)) throw BadInput("a thick or flat rod needs a diameter d above 0; geometry=thin has none");
  if (shape.geometry == RodTip::thick && !(shape.l >= shape.d))
    throw BadInput("a thick rod is as long as its two caps at least: l = " + number_text(shape.l) +
                   " is below d = " + number_text(shape.d));
}

inline RodLever rod_lever(const RodShape& shape, double phi) {
  check_rod_shape(shape);
  return {.X = rod_lever_x(shape, phi), .Z = rod_lever_z(shape, phi), .k2 = rod_gyration(shape)};
}

}  // namespace carom
