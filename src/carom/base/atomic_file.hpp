// SPDX-License-Identifier: Apache-2.0
// A text as a file that is there whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

namespace carom::report {

// A reader sees the old content or the new one, and a failure leaves the old one and nothing else; a device or a pipe is
// written to (output_file.hpp). Throws BadInput, or WriteFailure for a disk that takes no more.
void write_atomically(const std::filesystem::path& path, std::string_view text);

}  // namespace carom::report
