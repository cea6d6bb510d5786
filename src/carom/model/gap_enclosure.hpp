// SPDX-License-Identifier: Apache-2.0
// Where contacts cannot touch: ranges that hold every gap, and every rate of a gap, while time, coordinates and velocities
// stay in a box.
//
// Model     [x] = ([t], [q]) a box, m a point in it; g the gaps, evaluated with ranges (base/interval.hpp):
//   (1)  g([x]) ⊆ [g]([x]) ∩ ( [g](m) + [∇g]([x])·([x] − m) )                     itself, and by the mean-value theorem
//   (2)  ġ(t, q, u) = ∂g/∂q·u + ∂g/∂t = d/dε g(t + ε, q + ε u) at ε = 0
//   (3)  ġ([x], [u]) likewise from (2), m a point of ([x], [u])
//   ∇g comes coordinate by coordinate, from numbers that carry ranges of derivatives.
//
// Members   of the mechanism: contacts(t, q, u), or gap(t, q) without it, as templates over the kind of number, the same as
//           for derivatives. Branches are written with choose (base/interval.hpp), abs, min and max; a comparison with no
//           answer makes whole lines of all gaps. `static constexpr bool encloses_gaps = false;` keeps ranges away from
//           formulas that cannot be compiled with them.
// Symbols   g gap [m], ġ its rate [m/s], as in contact_kinematics.hpp; [·] a range.
// Source    moore_kearfott_cloud_2009 section 6.4.
// Differs   The rate is that of the gap, not wᵀu + ŵ_n of kinematics by hand; where these agree, as they should, it is the
//           same.
// Limits    The ranges are those of the formula in exact arithmetic, its constants being doubles: what doubles compute may be
//           off by its own rounding. (1) overestimates in proportion to the square of the box; where a gap jumps within it
//           only the first part is left, and where it is undefined nothing. No run uses it yet: that no event was missed
//           also needs a box that holds the motion over a step, and the stepper does not give one. dof + 2 evaluations.
#pragma once

#include <array>
#include <concepts>

#include "carom/base/interval.hpp"
#include "carom/model/mechanism.hpp"

namespace carom {

template <class S>
using GapRanges = std::array<Interval, S::contact_count>;

// Its gaps for a kind of number, from where the engine has its contacts.
template <class S, class Real>
concept GivesGapsIn = GivesContacts<S, Real> ||
    (!GivesContacts<S> && requires(const S& system, Real t, const Vector<S::dof, Real>& q) {
      { system.gap(t, q) } -> std::convertible_to<std::array<Real, S::contact_count>>;
    });

template <class S>
concept EnclosesGaps = is_fixed(S::dof) && !requires {
  requires !S::encloses_gaps;
}
&&GivesGapsIn<S, Interval>&& GivesGapsIn<S, Dual<Interval>>&& GivesGapsIn<S, Dual<Dual<Interval>>>;

namespace detail {

template <class S, class Real>
std::array<Real, S::contact_count> gaps_in(const S& system, const Real& t, const Vector<S::dof, Real>& q) {
  if constexpr (GivesContacts<S>) {
    const ContactArray<S, Real> contacts = system.contacts(t, q, zeros<S::dof, Real>());
    std::array<Real, S::contact_count> gaps;
    for (int i = 0; i < S::contact_count; ++i) gaps[i] = contacts[i].gap;
    return gaps;
  } else {
    return system.gap(t, q);
  }
}

template <class S>
GapRanges<S> nothing_known() {
  GapRanges<S> ranges;
  ranges.fill(Interval::entire());
  return ranges;
}

// A mean-value form: values over the box, and at its middle with all slopes times x − m.
template <class S>
GapRanges<S> mean_value(const GapRanges<S>& over, const GapRanges<S>& from_middle) {
  GapRanges<S> ranges;
  for (int i = 0; i < S::contact_count; ++i)
    ranges[i] = over[i].is_entire() ? Interval::entire() : intersection(over[i], from_middle[i]);
  return ranges;
}

// (1)
template <class S>
GapRanges<S> gap_ranges(const S& system, const Interval& t, const Vector<S::dof, Interval>& q) {
  using First = Dual<Interval>;
  Vector<S::dof, Interval> middle;
  Vector<S::dof, First> box;
  for (int k = 0; k < S::dof; ++k) {
    middle[k] = q[k].middle();
    box[k] = {q[k], 0.0};
  }
  GapRanges<S> over, from_middle = gaps_in<S, Interval>(system, t.middle(), middle);
  const auto add = [&](const First& time, const Interval& away) {
    const auto along = gaps_in<S, First>(system, time, box);
    for (int i = 0; i < S::contact_count; ++i) {
      over[i] = along[i].value;
      from_middle[i] += along[i].slope * away;
    }
  };
  add({t, 1.0}, t - t.middle());
  for (int k = 0; k < S::dof; ++k) {
    if (q[k].is_point()) continue;
    box[k].slope = 1.0;
    add({t, 0.0}, q[k] - middle[k]);
    box[k].slope = 0.0;
  }
  return mean_value<S>(over, from_middle);
}

// (2), (3): outer slopes are along the motion, inner ones along one coordinate. ∂ġ/∂u is ∂g/∂q.
template <class S>
GapRanges<S> rate_ranges(const S& system, const Interval& t, const Vector<S::dof, Interval>& q,
                         const Vector<S::dof, Interval>& u) {
  using First = Dual<Interval>;
  using Second = Dual<First>;
  Vector<S::dof, First> middle;
  Vector<S::dof, Second> box;
  for (int k = 0; k < S::dof; ++k) {
    middle[k] = {q[k].middle(), u[k].middle()};
    box[k] = {{q[k], 0.0}, {u[k], 0.0}};
  }
  GapRanges<S> over, from_middle;
  const auto there = gaps_in<S, First>(system, First{t.middle(), 1.0}, middle);
  for (int i = 0; i < S::contact_count; ++i) from_middle[i] = there[i].slope;
  const auto add = [&](const First& time, const Interval& away, const Interval& faster) {
    const auto along = gaps_in<S, Second>(system, Second{time, First(1.0)}, box);
    for (int i = 0; i < S::contact_count; ++i) {
      over[i] = along[i].value.value.is_entire() ? Interval::entire() : along[i].slope.value;
      from_middle[i] += along[i].slope.slope * away + along[i].value.slope * faster;
    }
  };
  add({t, 1.0}, t - t.middle(), 0.0);
  for (int k = 0; k < S::dof; ++k) {
    if (q[k].is_point() && u[k].is_point()) continue;
    box[k].value.slope = 1.0;
    add({t, 0.0}, q[k] - q[k].middle(), u[k] - u[k].middle());
    box[k].value.slope = 0.0;
  }
  return mean_value<S>(over, from_middle);
}

}  // namespace detail

// (1); whole lines if the mechanism cannot tell.
template <Mechanism S>
GapRanges<S> gap_enclosure([[maybe_unused]] const S& system, [[maybe_unused]] const Interval& t,
                           [[maybe_unused]] const Vector<S::dof, Interval>& q) {
  if constexpr (requires { system.gap_enclosure(t, q); }) {
    return system.gap_enclosure(t, q);
  } else if constexpr (EnclosesGaps<S>) {
    try {
      return detail::gap_ranges(system, t, q);
    } catch (const Undecided&) {
      return detail::nothing_known<S>();
    }
  } else {
    return detail::nothing_known<S>();
  }
}

// (3)
template <Mechanism S>
GapRanges<S> gap_rate_enclosure([[maybe_unused]] const S& system, [[maybe_unused]] const Interval& t,
                                [[maybe_unused]] const Vector<S::dof, Interval>& q,
                                [[maybe_unused]] const Vector<S::dof, Interval>& u) {
  if constexpr (requires { system.gap_rate_enclosure(t, q, u); }) {
    return system.gap_rate_enclosure(t, q, u);
  } else if constexpr (EnclosesGaps<S>) {
    try {
      return detail::rate_ranges(system, t, q, u);
    } catch (const Undecided&) {
      return detail::nothing_known<S>();
    }
  } else {
    return detail::nothing_known<S>();
  }
}

}  // namespace carom
