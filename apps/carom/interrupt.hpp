// SPDX-License-Identifier: Apache-2.0
// Ctrl-C: the computation at hand ends at its next step, files are closed, results so far are written. A second Ctrl-C
// ends the program at once.
#pragma once

#include <atomic>

namespace carom::app {

void watch_for_interrupt();
const std::atomic<bool>& interrupt_flag();

}  // namespace carom::app
