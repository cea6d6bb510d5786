// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace carom {

// A model to begin with: complete, so that it runs as it is, with every section of the format shown or told of in comments.
std::string_view equations_template();
std::string_view bodies_template();

}  // namespace carom
