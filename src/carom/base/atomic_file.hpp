// SPDX-License-Identifier: Apache-2.0
// A file that is there whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

namespace carom::report {

// Writes to a temporary file in the same folder, flushes it to the disc and renames it: a reader sees the old content or
// the new one, and a failure leaves the old one and nothing else. Throws BadInput.
void write_atomically(const std::filesystem::path& path, std::string_view text);

}  // namespace carom::report
