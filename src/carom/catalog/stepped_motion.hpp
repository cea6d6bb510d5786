// SPDX-License-Identifier: Apache-2.0
// Motion in steps (engine/stepped.hpp) of whatever a run moves: every system goes as a model through one engine, compiled
// once, in this module.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "carom/base/outcome.hpp"
#include "carom/engine/ledger.hpp"
#include "carom/engine/run_choices.hpp"
#include "carom/engine/stepped_options.hpp"
#include "carom/laws/contact_mode.hpp"
#include "carom/model/model.hpp"

namespace carom::study {

// A state whose lists are as long as the model has coordinates.
struct SteppedState {
  double t = 0;
  std::vector<double> q = {}, u = {};
};

struct SteppedMotion {
  Outcome outcome = Outcome::reached_end;
  std::string reason = {};  // one sentence if the outcome is a failure
  SteppedState final = {};
  std::vector<ContactMode> modes = {};
  EventCounts events = {};
  Ledger ledger = {};
  long steps = 0, impulse_steps = 0;
  double h = 0;                    // the step in fact used [s]
  double deepest_penetration = 0;  // m
  SteppedImpactOptions impact = {};

  // What a reader of its numbers should know.
  std::string brief() const;
};

// Called after every step; false stops the motion.
using SteppedWatch = std::function<bool(double t, const double* q, const double* u)>;

// As a request has them, with the mechanism's own scales for what it leaves open.
struct RunRequest;
SteppedOptions stepped_options(const RunRequest& request, const Scales& scales);

SteppedMotion stepped_motion(const Model& model, const SteppedState& start, double t_end,
                             const SteppedOptions& options = {}, const SteppedWatch& watch = {});

}  // namespace carom::study
