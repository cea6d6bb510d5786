// SPDX-License-Identifier: Apache-2.0
// The message of the BadInput that a call throws; a sentence of its own if it throws none, so that comparing shows it.
#pragma once

#include <string>

#include "carom/base/bad_input.hpp"

namespace carom::test {

template <class Call>
std::string message_of(Call&& call) {
  try {
    call();
  } catch (const BadInput& error) {
    return error.what();
  }
  return "(nothing was thrown)";
}

}  // namespace carom::test
