// SPDX-License-Identifier: Apache-2.0
// How much is computed for a paper, on how many threads, and who listens.
#pragma once

#include <atomic>
#include <functional>
#include <string>

namespace carom::papers {

struct Effort {
  bool quick = false;  // coarser scans and figures
  int threads = 2;
  std::function<void(const std::string&)> progress = {};
  const std::atomic<bool>* interrupt = nullptr;
};

// Thrown when the interrupt flag was raised.
struct Interrupted {};

// Runs task(0) … task(n − 1) on several threads; results belong where the index says. Throws Interrupted.
void for_each_point(int n, const Effort& effort, const std::function<void(int)>& task);

}  // namespace carom::papers
