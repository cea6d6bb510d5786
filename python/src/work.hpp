// SPDX-License-Identifier: Apache-2.0
// C++ at work for Python: the interpreter's lock is released meanwhile, and Ctrl-C ends the work at its next step.
//
// Signals   While work goes on, a handler of ours stands before Python's: it raises the flags of all work there is and passes
//           the signal on, so that whatever handler Python has runs as soon as its lock is held again. Where SIGINT is ignored
//           or ends the program, that stays so.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <utility>

namespace carom::python {

class Work {
 public:
  Work();
  ~Work();
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  const std::atomic<bool>* interrupt() const { return flag_; }
  std::atomic<bool>* flag() { return flag_; }

  // Takes the lock back and lets Python's handler see a signal that came. True: Ctrl-C ended the work; the result at hand is
  // what there is, and whoever called shall raise `Interrupted` with it. What another handler raises is thrown.
  bool finish();

 private:
  int slot_ = 0;
  std::atomic<bool>* flag_ = nullptr;
  std::optional<pybind11::gil_scoped_release> released_;
};

// Tells a callable of Python how far work has come, at most ten times a second; of None nothing. What it raises ends the work
// and is thrown by `check`.
class Progress {
 public:
  explicit Progress(pybind11::object callable) : callable_(std::move(callable)), is_active_(!callable_.is_none()) {}
  void stops(Work& work) { stop_ = work.flag(); }  // made before the work, so that it goes after it
  void operator()(double done, double all);
  void check();

 private:
  pybind11::object callable_;
  bool is_active_;
  std::optional<pybind11::error_already_set> raised_;
  std::atomic<bool>* stop_ = nullptr;
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
};

}  // namespace carom::python
