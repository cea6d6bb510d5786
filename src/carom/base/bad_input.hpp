// SPDX-License-Identifier: Apache-2.0
// Misuse is an exception with a message meant for a person: one sentence that names what is wrong and what is valid.
#pragma once

#include <stdexcept>

namespace carom {

struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace carom
