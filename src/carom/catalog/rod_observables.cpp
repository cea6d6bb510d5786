// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/rod_observables.hpp"

#include <algorithm>
#include <limits>

namespace carom::study {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

using Measures = observe::RodMeasures;

// A measure of the run, or the mean of one.
template <class Member>
auto measure(Member member) {
  return [member](const RodsSeen& seen) -> Value { return seen.result.measures.*member; };
}

template <class Member>
auto mean(Member member) {
  return [member](const RodsSeen& seen) -> Value { return (seen.result.measures.*member).mean; };
}

auto share(std::size_t regime) {
  return [regime](const RodsSeen& seen) -> Value { return seen.result.measures.regimes[regime]; };
}

Value drift_si(const RodsSeen& seen) { return seen.result.measures.drift * velocity_unit(seen.run); }

Value plate_speed(const RodsSeen& seen) {
  const double V0 = options_of(seen.run).drive.speed();
  return V0 > 0 ? seen.result.measures.V_plate.mean / V0 : none;
}

Value landing_phase(const RodsSeen& seen) {
  const auto& density = seen.result.measures.landing_phase;
  return std::vector<double>(density.begin(), density.end());
}

Value c_z_ratio(const RodsSeen& seen) { return -seen.result.measures.c_z.mean / seen.result.measures.c_z_plus.mean; }

Value energy_error(const RodsSeen& seen) { return seen.result.energy_error; }

// Of the one collision there is.
template <class Of>
auto of_collision(Of of) {
  return [of](const RodsSeen& seen) -> Value {
    return seen.result.collisions.empty() ? none : of(seen.result.collisions.front());
  };
}

Value regime_of(const RodsSeen& seen) {
  return word(seen.result.collisions.empty() ? "none" : particles::name(regime(seen.result.collisions.front())));
}

}  // namespace

const std::vector<Observable<RodsSeen>>& shaken_observables() {
  static const std::vector<Observable<RodsSeen>> list{
      {"drift", "1", "mean velocity of all rods, in sqrt(g d); annulus: around, at the mean radius",
       measure(&Measures::drift)},
      {"drift_error", "1", "its standard error over ten stretches of time", measure(&Measures::drift_error)},
      {"drift_si", "m/s", "the same drift in SI units", drift_si},
      {"direction", "1", "forward (with the tilt), none or reverse, beyond three errors",
       [](const RodsSeen& seen) { return word(observe::name(seen.result.measures.direction)); }},
      {"tilt", "rad", "mean tilt from the vertical", measure(&Measures::tilt)},
      {"tilt_spread", "rad", "standard deviation over the rods", measure(&Measures::tilt_spread)},
      {"V_plate_over_V0", "1", "mean velocity of the plate at collisions over its largest", plate_speed},
      {"landing_phase", "1", "density of the drive's phase at collisions, 24 bins over 0 ... 2 pi", landing_phase},
      {"downward", "1", "share of collisions while the plate goes down", measure(&Measures::downward)},
      {"flight_time", "1", "mean time between collisions of a rod, in periods", measure(&Measures::flight_time)},
      {"long_flights", "1", "share of flights of more than a period", measure(&Measures::long_flights)},
      {"eps", "1", "restitution at the plate (median); single: of the collision", measure(&Measures::restitution)},
      {"energy_ratio", "1", "kinetic energy after over before a collision, in the plate's frame",
       measure(&Measures::energy_ratio)},
      {"c_x_before", "1", "velocity along x before collisions, mean", mean(&Measures::c_x)},
      {"c_x_after", "1", "… after them", mean(&Measures::c_x_plus)},
      {"c_z_before", "1", "velocity upwards before collisions, mean", mean(&Measures::c_z)},
      {"c_z_after", "1", "… after them", mean(&Measures::c_z_plus)},
      {"omega_before", "1", "rate of the tilt before collisions, mean", mean(&Measures::omega)},
      {"omega_after", "1", "… after them", mean(&Measures::omega_plus)},
      {"c_z_ratio", "1", "-c_z before over c_z after", c_z_ratio},
      {"slide", "1", "share of collisions that slide on", share(0)},
      {"slip_stick", "1", "share of collisions that stick", share(1)},
      {"slip_reversal", "1", "share of collisions that slide back", share(2)},
      {"collisions", "1", "collisions with the plate, without micro-bounces", measure(&Measures::collisions)},
      {"micro_share", "1", "share of touches that are micro-bounces", measure(&Measures::micro_share)},
      {"energy_error", "1", "what the energy ledger leaves open, over the energy exchanged", energy_error}};
  return list;
}

const std::vector<Observable<RodsSeen>>& collision_observables() {
  using particles::PlateCollision;
  static const std::vector<Observable<RodsSeen>> list{
      {"c_x", "1", "single: velocity along x after the collision",
       of_collision([](const PlateCollision& c) { return c.after.c_x; })},
      {"c_z", "1", "single: velocity upwards after it",
       of_collision([](const PlateCollision& c) { return c.after.c_z; })},
      {"omega", "1", "single: rate of the tilt after it",
       of_collision([](const PlateCollision& c) { return c.after.omega; })},
      {"eps", "1", "restitution of the collision",
       of_collision([](const PlateCollision& c) { return c.restitution(); })},
      {"duration", "1", "single: of the contact",
       of_collision([](const PlateCollision& c) { return c.after.t - c.before.t; })},
      {"max_overlap", "1", "single: deepest overlap",
       of_collision([](const PlateCollision& c) { return c.largest_overlap; })},
      {"regime", "1", "single: slide, slip-stick or slip-reversal; none without a collision", regime_of},
      {"energy_ratio", "1", "kinetic energy after over before, in the plate's frame",
       of_collision([](const PlateCollision& c) { return c.energy_ratio(); })},
      {"slip_share", "1", "single: share of the contact's time in slip",
       of_collision([](const PlateCollision& c) { return c.slip_share; })},
      {"energy_error", "1", "what the energy ledger leaves open, over the energy exchanged", energy_error}};
  return list;
}

const std::vector<Observable<RodsSeen>>& observables_of(RodGeometry geometry) {
  return geometry == RodGeometry::single ? collision_observables() : shaken_observables();
}

std::vector<Quantity> rod_quantities() {
  std::vector<Quantity> all = quantities_of(shaken_observables());
  for (Quantity& quantity : quantities_of(collision_observables()))
    if (std::none_of(all.begin(), all.end(), [&](const Quantity& known) { return known.name == quantity.name; }))
      all.push_back(std::move(quantity));
  return all;
}

}  // namespace carom::study
