// SPDX-License-Identifier: Apache-2.0
// What can happen at an instant of a motion.
#pragma once

#include <string_view>

namespace carom {

enum class EventKind { impact, multiple_impact, close, stick, slip, detach, chatter_limit, own, slide, leave };

constexpr std::string_view name(EventKind kind) {
  switch (kind) {
    case EventKind::impact: return "impact";
    case EventKind::multiple_impact: return "multiple_impact";
    case EventKind::close: return "close";
    case EventKind::stick: return "stick";
    case EventKind::slip: return "slip";
    case EventKind::detach: return "detach";
    case EventKind::chatter_limit: return "chatter_limit";
    case EventKind::own: return "event";
    case EventKind::slide: return "slide";  // along a jump of the forces (model/switches.hpp)
    case EventKind::leave: return "leave";  // … and from it
  }
  return "unknown";
}

}  // namespace carom
