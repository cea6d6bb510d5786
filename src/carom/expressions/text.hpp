// SPDX-License-Identifier: Apache-2.0
// Nodes as people write them: in the language of expressions, with as few parentheses as it takes, and in LaTeX.
//
// text      can be read again (Syntax::read) and means the same, but for derivatives of tables, which are written with primes.
// latex     for a paper: Greek names (theta, mu_s), rates with dots (theta_dot), what follows an underscore and final digits
//           as subscripts, quotients as fractions, choices as cases.
// Limits    What is computed once is written as often as it is used: a text is cut after longest_print characters, and inside a
//           nest deeper than deepest_print, with an ellipsis.
#pragma once

#include <string>
#include <string_view>

#include "carom/expressions/graph.hpp"

namespace carom::expressions {

inline constexpr std::size_t longest_print = 50'000;
inline constexpr int deepest_print = 300;

std::string text(const Graph& graph, Node node);
std::string latex(const Graph& graph, Node node);

// "theta_dot" → \dot{\theta}, "mu_s" → \mu_{s}, "x[3]" → x_{3}, "bird.beak.x" → x_{\mathrm{bird.beak}}
std::string latex_name(std::string_view name);

}  // namespace carom::expressions
