// SPDX-License-Identifier: Apache-2.0
// A section that a mechanism says by itself, where it is no coordinate or rate at a level: a function of the state that passes
// zero, or the states after some of its events; and which of these points count.
#pragma once

#include "carom/laws/event_kind.hpp"

namespace carom::observe {

class OwnSection {
 public:
  virtual ~OwnSection() = default;
  virtual bool is_by_events() const = 0;  // not by the function
  virtual double value(double t, const double* q, const double* u) const = 0;
  // Of an event: is it one of the section's?
  virtual bool happens(EventKind kind, int own_event, const bool* contacts) const = 0;
  virtual bool counts(double t, const double* q, const double* u) const = 0;
};

}  // namespace carom::observe
