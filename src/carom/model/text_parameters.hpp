// SPDX-License-Identifier: Apache-2.0
// The parameters by which the motion of a model from a text can be differentiated, and what they change beside its equations.
//
// Limits    A parameter that says how often something is repeated, or that stands in the points of a table, is a number: it has
//           no derivative, and is not offered. Coefficients of friction that vary along the motion are equations.
#pragma once

#include <string>
#include <vector>

#include "carom/expressions/graph.hpp"
#include "carom/model/law_slope.hpp"
#include "carom/model/own_events.hpp"

namespace carom {

class TextEquations;

struct TextParameters {
  std::vector<expressions::Node> inputs = {};  // of the equations
  std::vector<std::string> names = {};
  std::vector<double> values = {};
  // By parameter, then by contact, by event, and by coordinate and rate (states included).
  std::vector<std::vector<LawSlope>> laws = {};
  std::vector<std::vector<EventTrigger>> triggers = {};
  std::vector<std::vector<double>> start_q = {}, start_u = {};
};

// Of equations in which parameters have stayed names.
TextParameters parameters_of(TextEquations& equations);

}  // namespace carom
