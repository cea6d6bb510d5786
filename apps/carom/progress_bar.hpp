// SPDX-License-Identifier: Apache-2.0
// How far a run has come: one line on stderr, only at a terminal, from the third second on, ten times a second at most.
#pragma once

#include <chrono>
#include <string>

namespace carom::app {

class ProgressBar {
 public:
  // `unit` is what the rate counts ("cycles", "s"), `per_second_of_run` how many of them a second of the run has.
  ProgressBar(bool quiet, std::string unit, double per_second_of_run);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(double t, double t_end, const std::string& note = {});
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool active_, colour_, drawn_ = false, begun_ = false;
  std::string unit_;
  double factor_, first_t_ = 0;
  Clock::time_point start_, last_;
};

}  // namespace carom::app
