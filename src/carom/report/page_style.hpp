// SPDX-License-Identifier: Apache-2.0
// The style sheet of a page; that of its figures is figure_style().
#pragma once

#include <string_view>

namespace carom::report {

std::string_view page_style();

}  // namespace carom::report
