// SPDX-License-Identifier: Apache-2.0
// A rod as a body: mass and moments of inertia of a spherocylinder, in reduced units.
//
// Model.  Diameter 1, density such that a sphere of diameter 1 has mass 1; l total length, h = l − 1 between the centres of
// the caps:
//   (1)  M = 1 + 3h/2                                        a sphere and a cylinder
//   (2)  I = M l²/12                                         thin rod
//   (3)  I = 1/10 + 9h/32 + h²/4 + h³/8                      about the middle, exact
//   (4)  I = 1/10 + 15h/32 + h² + h³/8                       as printed; the caps were moved by h instead of h/2
//   (5)  J = 1/10 + 3h/16                                    about the own axis
// Source.  volfson_kudrolli_tsimring_2004, footnote 12.
// Differs.  (3) instead of (4) where an exact value is asked for; (4) can be chosen to compare with the paper.
#pragma once

namespace carom::particles {

enum class Inertia { thin, exact, printed };
enum class RodMass { capsule, cylinder, unit };  // (1); 3l/2; 1

// Round, or flat where they meet the plate (flat_end.hpp); the lower end is that at −u.
enum class Ends { round, flat, flat_below, flat_above };
inline bool is_flat(Ends ends, bool upper) {
  return ends == Ends::flat || ends == (upper ? Ends::flat_above : Ends::flat_below);
}

struct Rod {
  double half_length = 0;  // H = h/2: from the middle to the centre of a cap
  double mass = 1;
  double inertia = 1;       // about the middle, across the axis
  double spin_inertia = 1;  // about the axis
};

inline Rod make_rod(double l, Inertia inertia = Inertia::thin, RodMass mass = RodMass::capsule) {
  const double h = l - 1;
  const double capsule = 1 + 1.5 * h;
  Rod rod;
  rod.half_length = 0.5 * h;
  rod.mass = mass == RodMass::capsule ? capsule : mass == RodMass::cylinder ? 1.5 * l : 1;
  const double scale = rod.mass / capsule;  // (3)–(5) belong to the mass (1)
  rod.inertia = inertia == Inertia::thin    ? rod.mass * l * l / 12
                : inertia == Inertia::exact ? scale * (0.1 + 9 * h / 32 + h * h / 4 + h * h * h / 8)
                                            : scale * (0.1 + 15 * h / 32 + h * h + h * h * h / 8);
  rod.spin_inertia = scale * (0.1 + 3 * h / 16);
  return rod;
}

}  // namespace carom::particles
