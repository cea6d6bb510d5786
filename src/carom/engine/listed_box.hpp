// SPDX-License-Identifier: Apache-2.0
// The box of times and coordinates within which a list of near contacts holds (Model::near_contacts).
//
// Model     A step moves the coordinates over ranges of width w in a time h. The list that serves it must hold for a range that
//           reaches w and h further, so that no contact is met in the step in which it is first listed; made anew it reaches
//           3 w and 3 h further, and lasts some steps.
#pragma once

#include "carom/base/vector.hpp"

namespace carom {

// Does it show only the contacts that are near?
template <class S>
inline constexpr bool may_list_contacts = false;
template <class S>
requires requires { S::lists_contacts; }
inline constexpr bool may_list_contacts<S> = S::lists_contacts;

template <int Dof>
struct ListedBox {
  bool known = false;
  double t0 = 0, t1 = 0;
  Vector<Dof> low, high;

  bool holds(double from, double to, const Vector<Dof>& lowest, const Vector<Dof>& highest) const {
    if (!known || from < t0 || to + (to - from) > t1) return false;
    for (Eigen::Index k = 0; k < lowest.size(); ++k) {
      const double width = highest[k] - lowest[k];
      if (lowest[k] - width < low[k] || highest[k] + width > high[k]) return false;
    }
    return true;
  }
  // `skin`: what is held in any case, of each coordinate.
  void take(double from, double to, const Vector<Dof>& lowest, const Vector<Dof>& highest, const Vector<Dof>& skin) {
    known = true;
    t0 = from;
    t1 = to + 3 * (to - from);
    low = lowest - 3 * (highest - lowest) - skin;
    high = highest + 3 * (highest - lowest) + skin;
  }
};

}  // namespace carom
