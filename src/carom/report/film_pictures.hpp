// SPDX-License-Identifier: Apache-2.0
// A film as pictures: one SVG file a frame, NAME_000000.svg, NAME_000001.svg, …
//
// Rods are drawn in the plane of x and z, points joined by lines in the plane of x and y: each body in its colour, lines
// that are squeezed or pulled by more than a thousandth in red or blue.
#pragma once

#include <memory>
#include <string>

#include "carom/base/frame.hpp"

namespace carom::report {

bool is_picture_file(const std::string& path);  // .svg
std::unique_ptr<FrameSink> make_picture_sink(const std::string& path);

// One frame as an SVG document.
std::string picture(const Frame& frame, double width = 900);

}  // namespace carom::report
