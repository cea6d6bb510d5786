// SPDX-License-Identifier: Apache-2.0
#include "interrupt.hpp"

#include <csignal>

namespace carom::app {
namespace {

static_assert(std::atomic<bool>::is_always_lock_free);
std::atomic<bool>* flag = nullptr;  // a handler must not be the first to ask for it

void on_interrupt(int) { flag->store(true, std::memory_order_relaxed); }

}  // namespace

void watch_for_signals() {
  flag = &interrupt_flag();
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  // A program started in the background of a script has interrupts switched off; that stays so.
  struct sigaction before {};
  sigaction(SIGINT, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // A file that may not grow and a pipe without a reader are failed writes, told where they happen, not the end of the
  // program with its temporary files left behind.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
}

}  // namespace carom::app
