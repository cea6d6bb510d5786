// SPDX-License-Identifier: Apache-2.0
#include "carom/base/interrupt.hpp"

namespace carom {

std::atomic<bool>& interrupt_flag() {
  static std::atomic<bool> raised{false};
  return raised;
}

}  // namespace carom
