// SPDX-License-Identifier: Apache-2.0
// Signals: the one place of the command that handles them.
//
// Ctrl-C and SIGTERM: the computation at hand ends at its next step, files are closed, results so far are written. A second
// one ends the program at once. Writes that fail are no signals.
#pragma once

#include "carom/base/interrupt.hpp"

namespace carom::app {

void watch_for_signals();

}  // namespace carom::app
