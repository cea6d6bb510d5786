// SPDX-License-Identifier: Apache-2.0
// Pictures of pixels as PNG files, eight bits for each of red, green and blue.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "carom/draw/colour.hpp"

namespace carom::report {

// The bytes of the file; rows from the top. The same pixels give the same bytes. Throws BadInput if there are not
// width × height pixels, or more of them than a picture can have.
std::string png(int width, int height, std::span<const Rgb> pixels);

// Whole or not at all; throws BadInput.
void write_png(const std::filesystem::path& path, int width, int height, std::span<const Rgb> pixels);

// An address that holds the picture itself.
std::string png_uri(int width, int height, std::span<const Rgb> pixels);

}  // namespace carom::report
