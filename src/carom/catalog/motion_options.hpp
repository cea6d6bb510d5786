// SPDX-License-Identifier: Apache-2.0
// What decides a motion beside the parameters and the start of a system: tolerances, laws and choices. Runs, orbits, branches,
// diagrams and maps of basins share it.
#pragma once

#include <atomic>
#include <optional>

#include "carom/engine/run_choices.hpp"
#include "carom/laws/contact_law.hpp"

namespace carom::study {

struct MotionOptions {
  double rtol = 1e-10, atol = 1e-12;    // atol in units of each coordinate's scale
  std::optional<Restitution> law = {};  // the system's own by default; Newton's for the scheme of Moreau
  PainleveChoice painleve = PainleveChoice::flight;
  std::optional<double> closing_speed = {};  // m/s; instead of the system's own closing rule; 0: chatter is summed
  const std::atomic<bool>* interrupt = nullptr;
};

// Of what is closed by Newton's method: derivatives lose digits, so that the motion needs more.
struct CloseMotionOptions : MotionOptions {
  CloseMotionOptions() : MotionOptions{.rtol = 1e-12, .atol = 1e-14} {}
};

}  // namespace carom::study
