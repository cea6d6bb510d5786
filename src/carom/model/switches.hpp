// SPDX-License-Identifier: Apache-2.0
// Switches: where the equations of a mechanism have a corner or a jump.
//
// Model     A switch has a function s(t, q, u). Its zero divides states into two sides (of floor: into cells), and on each side
//           the equations are smooth formulas that can be continued beyond it.
//   (1)  While a regime lasts every switch is held on one side: the equations are that side's, even where a step looks beyond.
//   (2)  Where s reaches zero the regime ends and the next one is held on the other side.
//   (3)  Where the equations of both sides drive into s = 0, the motion slides along it:  u̇ = α u̇⁺ + (1 − α) u̇⁻ with α such
//        that ṡ = 0; it leaves where α leaves [0, 1]                                                     (Filippov)
//        Along several at once the forces are divided by each in turn, with shares such that every ṡ = 0 (engine/sliding_motion.hpp).
//
// Members   of a mechanism known at run time (any_mechanism.hpp); mechanisms of fixed sizes have none:
//             switch_number(), switch_values(t, q, u)   s of each, above zero on the side that is held
//             hold_live_sides(t, q, u)                   holds every switch on the side of this state
//             side(i), hold(i, side), side_beyond(i, …)  one of them; slide_count(), sliding(k), slide(i, …): (3)
// Source    filippov_1988 chapter 2; acary_brogliato_2008 section 2.4.
// Limits    A motion slides along most_slides switches at once.
#pragma once

#include <cstdint>

namespace carom {

inline constexpr int most_slides = 4;

// A switch along which the motion slides, between the side that is held and the other one, and the share of that one.
struct SlidingSwitch {
  int number = -1, other_side = 0;
  double share = 0;
};

// Of a contact that exists on one side of a switch only. One that appears below its surface waits until it has come out.
enum class Presence : std::uint8_t { there, absent, waiting };

// May it have any? How many, a mechanism of sizes known at run time says then.
template <class S>
inline constexpr bool may_have_switches = requires(const S& system) {
  system.switch_number();
};

template <class S>
constexpr int most_switches() {
  if constexpr (may_have_switches<S>)
    return S::switch_count;
  else
    return 0;
}

template <class S>
constexpr int switches_of([[maybe_unused]] const S& system) {
  if constexpr (may_have_switches<S>)
    return system.switch_number();
  else
    return 0;
}

}  // namespace carom
