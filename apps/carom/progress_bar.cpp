// SPDX-License-Identifier: Apache-2.0
#include "progress_bar.hpp"

#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/core.h>

#include "streams.hpp"

namespace carom::app {
namespace {

std::string duration_text(double seconds) {
  if (!(seconds < 360000)) return "long";
  const long s = std::lround(seconds);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
}

}  // namespace

ProgressBar::ProgressBar(bool quiet, std::string unit, double per_second_of_run)
    : active_(!quiet && ::isatty(STDERR_FILENO) == 1),
      colour_(std::getenv("NO_COLOR") == nullptr),
      unit_(std::move(unit)),
      factor_(per_second_of_run),
      start_(Clock::now()),
      last_(start_) {}

ProgressBar::~ProgressBar() { clear(); }

void ProgressBar::update(double t, double t_end, const std::string& note) {
  if (!active_) return;
  if (!begun_) {
    begun_ = true;
    first_t_ = t;
  }
  const auto now = Clock::now();
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  if (elapsed < 2 || std::chrono::duration<double>(now - last_).count() < 0.1) return;
  last_ = now;
  const double part = std::clamp((t - first_t_) / (t_end - first_t_), 0.0, 1.0);
  const double rate = (t - first_t_) * factor_ / elapsed;
  const double left = part > 0 ? elapsed * (1 - part) / part : HUGE_VAL;
  constexpr int width = 30;
  const int full = static_cast<int>(part * width);
  std::string bar;
  for (int i = 0; i < width; ++i) bar += i < full ? "█" : "·";
  if (colour_) bar = "\033[36m" + bar + "\033[0m";
  draw_on_stderr(fmt::format("\r{} {:5.1f} %  {:.3g} {}/s  {} left{}{}\033[K", bar, 100 * part, rate, unit_,
                             duration_text(left), note.empty() ? "" : ", ", note));
  drawn_ = true;
}

void ProgressBar::clear() {
  if (!drawn_) return;
  draw_on_stderr("\r\033[K");
  drawn_ = false;
}

}  // namespace carom::app
