// SPDX-License-Identifier: Apache-2.0
// One collision of a rod's end with the plate: what it was before and after, in components along the horizontal direction
// of the tilt (x), across nothing, and up (z).
#pragma once

#include <array>
#include <cstdint>

namespace carom::particles {

struct PlateMoment {
  double t = 0;
  double phase = 0;         // of the drive, 0 … 2π
  double c_x = 0, c_z = 0;  // velocity of the middle; x: the direction of motion that counts as forward
  double omega = 0;         // of the tilt towards x
  double tilt = 0;          // from the vertical, towards x
  double V_plate = 0;
  double u = 0, v = 0;  // of the contact point relative to the plate: along x and up
  double kinetic = 0;   // of the rod, in the frame of the plate
};

struct PlateCollision {
  std::int32_t rod = 0;
  bool upper = false;                   // the end at +u touched
  std::array<std::uint8_t, 3> blank{};  // restart files hold these bytes as they are: none of them may be arbitrary
  PlateMoment before, after;
  double largest_overlap = 0;
  double slip_share = 0;  // of the steps in contact

  double restitution() const { return -after.v / before.v; }
  double energy_ratio() const { return after.kinetic / before.kinetic; }
};

// How the contact point slid: by its velocities before and after, as the paper's three regimes are told apart. A contact
// point that ends with less than `rest` of its speed of approach counts as stuck: soft contacts leave a little.
enum class CollisionRegime { slide, slip_stick, slip_reversal };
inline CollisionRegime regime(const PlateCollision& c, double rest = 0.05) {
  if (c.after.u * c.after.u < rest * rest * c.before.v * c.before.v) return CollisionRegime::slip_stick;
  return c.after.u * c.before.u > 0 ? CollisionRegime::slide : CollisionRegime::slip_reversal;
}
inline const char* name(CollisionRegime regime) {
  return regime == CollisionRegime::slide        ? "slide"
         : regime == CollisionRegime::slip_stick ? "slip-stick"
                                                 : "slip-reversal";
}

}  // namespace carom::particles
