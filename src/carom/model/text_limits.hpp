// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace carom {

// Refuses a TOML text that is larger, deeper or fuller than a model file may be (text_items.hpp).
void require_modest_text(std::string_view text, const std::string& file);

}  // namespace carom
