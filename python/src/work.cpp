// SPDX-License-Identifier: Apache-2.0
#include "work.hpp"

#include <array>
#include <csignal>
#include <mutex>

namespace carom::python {
namespace {

constexpr int slots = 64;  // pieces of work at one time; more share the last one
std::array<std::atomic<bool>, slots> flags{};
std::array<int, slots> users{};
int working = 0;
std::mutex mutex;
bool installed = false;
struct sigaction before {};

void on_interrupt(int number, siginfo_t* info, void* context) {
  for (std::atomic<bool>& flag : flags) flag.store(true, std::memory_order_relaxed);
  if (before.sa_flags & SA_SIGINFO)
    before.sa_sigaction(number, info, context);
  else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN)
    before.sa_handler(number);
}

bool is_ours(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) && action.sa_sigaction == on_interrupt;
}

void install() {
  struct sigaction now {};
  sigaction(SIGINT, nullptr, &now);
  if (is_ours(now)) return;
  if (!(now.sa_flags & SA_SIGINFO) && (now.sa_handler == SIG_DFL || now.sa_handler == SIG_IGN)) return;
  before = now;
  struct sigaction action {};
  action.sa_sigaction = on_interrupt;
  action.sa_mask = now.sa_mask;
  action.sa_flags = now.sa_flags | SA_SIGINFO;
  installed = sigaction(SIGINT, &action, nullptr) == 0;
}

void uninstall() {
  if (!installed) return;
  installed = false;
  struct sigaction now {};
  sigaction(SIGINT, nullptr, &now);
  if (is_ours(now)) sigaction(SIGINT, &before, nullptr);
}

}  // namespace

Work::Work() {
  {
    const std::lock_guard lock(mutex);
    while (slot_ < slots - 1 && users[static_cast<std::size_t>(slot_)] > 0) ++slot_;
    if (users[static_cast<std::size_t>(slot_)]++ == 0) flags[static_cast<std::size_t>(slot_)].store(false);
    flag_ = &flags[static_cast<std::size_t>(slot_)];
    if (working++ == 0) install();
  }
  released_.emplace();
}

Work::~Work() {
  released_.reset();
  const std::lock_guard lock(mutex);
  --users[static_cast<std::size_t>(slot_)];
  if (--working == 0) uninstall();
}

bool Work::finish() {
  released_.reset();
  if (!flag_->load()) return false;
  if (PyErr_CheckSignals() == 0) return false;
  if (!PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) throw pybind11::error_already_set();
  PyErr_Clear();
  return true;
}

void Progress::operator()(double done, double all) {
  if (!is_active_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  const pybind11::gil_scoped_acquire lock;
  if (raised_) return;
  try {
    callable_(done, all);
  } catch (pybind11::error_already_set& raised) {
    raised_.emplace(std::move(raised));
    if (stop_) stop_->store(true);
  }
}

void Progress::check() {
  if (!raised_) return;
  pybind11::error_already_set raised = std::move(*raised_);
  raised_.reset();
  throw raised;
}

}  // namespace carom::python
