// SPDX-License-Identifier: Apache-2.0
// What makes the figures of a page answer: values under the pointer, and zoom.
//
// A figure carries no data for it. `render` writes the axes of each panel as attributes; the script reads curves and marks
// where they are drawn, to a hundredth of a px, and turns them back into values. It shows as many digits as that supports.
#pragma once

#include <string_view>

namespace carom::report {

std::string_view figure_script();
std::string_view figure_script_style();

}  // namespace carom::report
