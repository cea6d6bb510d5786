// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace carom::study {

// What a study is called whose text was made of flags: messages then speak of no line.
inline constexpr std::string_view flags_source = "flags";

}  // namespace carom::study
