// SPDX-License-Identifier: Apache-2.0
#include "papers/common/effort.hpp"

#include "carom/base/parallel_for.hpp"

namespace carom::papers {

void for_each_point(int n, const Effort& effort, const std::function<void(int)>& task) {
  parallel_for(static_cast<std::size_t>(n), {.threads = effort.threads, .interrupt = effort.interrupt},
               [&](std::size_t k) { task(static_cast<int>(k)); });
  if (effort.interrupt && effort.interrupt->load(std::memory_order_relaxed)) throw Interrupted{};
}

}  // namespace carom::papers
