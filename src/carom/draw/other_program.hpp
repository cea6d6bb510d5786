// SPDX-License-Identifier: Apache-2.0
// Programs of others, where they are installed: pictures as PNG (rsvg-convert), films as video (ffmpeg).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace carom::report {

bool is_installed(const std::string& program);

// Runs it and waits, without a shell, its words thrown away; whether it ended well.
bool run_other(const std::vector<std::string>& words);

// An SVG as PNG, drawn beside it; false if that cannot be done.
bool draw_png(const std::filesystem::path& made, const std::string& svg, int width);

// What another program has made, as a file of ours: whole or not at all.
void take_over(const std::filesystem::path& made, const std::filesystem::path& path);

// An SVG as PNG, `width` px wide (0: as it is). Throws BadInput with a sentence where rsvg-convert is missing or fails.
void write_png(const std::string& path, const std::string& svg, int width = 0);

}  // namespace carom::report
