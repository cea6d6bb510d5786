// SPDX-License-Identifier: Apache-2.0
// What the verbs of analysis (orbit, continue, bifurcation) read alike.
#pragma once

#include <string>
#include <vector>

#include "carom/analysis/orbit.hpp"
#include "verb.hpp"

namespace carom::app {

struct AnalysisArguments {
  Common common;
  Text system, preset, law, painleve, q, u, t, rtol, atol, closing_speed, settle, period, crossings, section;
  std::vector<std::string> set;
};

// System, parameters, guess, tolerances and law.
study::OrbitRequest read_orbit_request(const AnalysisArguments& a, const study::System& system);

inline constexpr const char* section_meaning =
    "where motions are looked at: NAME=VALUE or NAME=VALUE,falling of a coordinate or rate, period or period=T; the "
    "system's own by default";

// The options behind them.
std::vector<Option> analysis_options(AnalysisArguments& a);

// --from, --to and the like, in the unit of the parameter; throws BadInput that says which is missing.
double read_bound(const Text& text, const std::string& option, const std::string& parameter,
                  const study::System& system);
int read_count(const Text& text, const std::string& option, int fallback, int least, int most);

}  // namespace carom::app
