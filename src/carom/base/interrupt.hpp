// SPDX-License-Identifier: Apache-2.0
// The user's wish to stop, one for the whole process: the command sets it at Ctrl-C. Loops that may last look at it; those
// that have nothing to hand back when they are stopped leave by an exception.
#pragma once

#include <atomic>
#include <exception>

namespace carom {

// Not an error, and no BadInput: whoever computes does not take it for a refusal.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

std::atomic<bool>& interrupt_flag();

// Throws Interrupted. It costs a load: a loop may ask each time.
inline void leave_if_interrupted() {
  static const std::atomic<bool>& flag = interrupt_flag();
  if (flag.load(std::memory_order_relaxed)) throw Interrupted();
}

}  // namespace carom
