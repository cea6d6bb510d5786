// SPDX-License-Identifier: Apache-2.0
#include "interrupt.hpp"

#include <csignal>

namespace carom::app {
namespace {

std::atomic<bool> interrupted_by_user{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void on_interrupt(int) { interrupted_by_user.store(true, std::memory_order_relaxed); }

}  // namespace

void watch_for_interrupt() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  // A program started in the background of a script has interrupts switched off; that stays so.
  struct sigaction before {};
  sigaction(SIGINT, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // A file that may not grow is a failed write, with its message, not the end of the program.
  std::signal(SIGXFSZ, SIG_IGN);
}

const std::atomic<bool>& interrupt_flag() { return interrupted_by_user; }

}  // namespace carom::app
