// SPDX-License-Identifier: Apache-2.0
// What a program computed could not be written, or no more of it: a full disk, a limit on the size of files, a disk that
// fails. Nobody asked for anything wrong, so the command ends with another code than for bad input.
#pragma once

#include "carom/base/bad_input.hpp"

namespace carom {

class WriteFailure : public BadInput {
 public:
  using BadInput::BadInput;
};

}  // namespace carom
