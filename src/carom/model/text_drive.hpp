// SPDX-License-Identifier: Apache-2.0
// The drive of a model from a text: do its equations depend on time, and after which time do they repeat?
//
// Method    Every sin, cos and tan of k t + … repeats after 2π/k, every floor (and mod, made of it) after 1/k, every clock after
//           its period. The candidate is the smallest common multiple of these times. It counts if all that depends on time
//           takes the same values one candidate later, at random times and states; of its parts down to a twelfth the
//           smallest that does.
// Limits    Times whose ratio is not a quotient of whole numbers up to 1000 have no common multiple: no period.
#pragma once

#include <optional>
#include <vector>

#include "carom/expressions/graph.hpp"
#include "carom/model/text_equations.hpp"

namespace carom {

// Whether expressions take the same values a time later.
class TimeDependence {
 public:
  using Node = expressions::Node;

  // `inputs`: all that the expressions may depend on, time first; `near`: values of them around which they have a meaning.
  TimeDependence(expressions::Graph& graph, const std::vector<Node>& expressions, std::vector<Node> inputs,
                 std::vector<double> near, std::vector<double> clocks);

  bool depends() const { return !roots_.empty() || !clocks_.empty(); }
  bool repeats_after(double period) const { return repeats_after(period, 4 * period); }
  std::optional<double> period() const;  // nothing: it does not depend on time, or has no period that is found

 private:
  std::vector<double> candidates() const;
  // Looked at over a time that holds all that happens.
  bool repeats_after(double period, double over) const;

  expressions::Graph& graph_;
  std::vector<Node> roots_;
  std::vector<Node> inputs_;
  std::vector<double> near_, clocks_;
};

// States on which no motion depends, one answer for each: those that are constant, and those without a rate that events keep
// values in, counters and records, and that only such states and observables use.
std::vector<bool> kept_states(TextEquations& equations);

// Of all that decides about the motion of a model; `near`: the time, places and velocities of its start.
TimeDependence time_dependence(TextEquations& equations, std::vector<double> near);

}  // namespace carom
