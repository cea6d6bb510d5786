// SPDX-License-Identifier: Apache-2.0
// --picture of the verbs: a figure as .svg, .html or, where rsvg-convert is installed, .png.
#pragma once

#include <vector>

#include "carom/draw/figure.hpp"
#include "verb.hpp"

namespace carom::app {

struct PictureArguments {
  Text file, width;
};

// --picture and --width.
std::vector<Option> picture_options(PictureArguments& a, const char* what);
// Before anything is computed; throws BadInput.
void check_picture(const PictureArguments& a);
// Of the figure [px].
double picture_width(const PictureArguments& a);
void write_picture(const PictureArguments& a, report::Figure figure);

}  // namespace carom::app
