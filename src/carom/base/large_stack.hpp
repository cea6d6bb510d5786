// SPDX-License-Identifier: Apache-2.0
// Room on the stack for what is computed with many bodies: their matrices are members and local variables, of a size that
// an ordinary stack of eight megabytes does not hold.
#pragma once

#include <cstddef>
#include <functional>

namespace carom {

// Calls `work` on a thread of its own with a stack of `bytes` and waits for it. What it throws is thrown here. The memory is
// taken from the system as it is used.
void on_large_stack(const std::function<void()>& work, std::size_t bytes = std::size_t{1} << 28);

}  // namespace carom
