// SPDX-License-Identifier: Apache-2.0
// What decides an impact beside its problem.
#pragma once

#include <atomic>

#include "carom/laws/contact_law.hpp"

namespace carom {

struct CompliantImpactOptions {
  double tolerance = 1e-10;  // local error of a step, relative to the impact's own scales
  int max_steps = 50000;
  int max_events = 20000;
  bool poisson_where_endless = false;  // of more than four contacts, where the flow finds no end: Poisson's law instead
  const std::atomic<bool>* interrupt = nullptr;  // ends the impact of a long chain without a result
};

struct ImpactOptions {
  Restitution law = Restitution::energetic;
  CompliantImpactOptions flow{};
};

}  // namespace carom
