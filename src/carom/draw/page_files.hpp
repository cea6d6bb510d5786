// SPDX-License-Identifier: Apache-2.0
// Scripts and styles of pages, which are files beside this one; cmake/PageFiles.cmake makes the functions.
#pragma once

#include <string_view>

namespace carom::report {

std::string_view film_js();   // what plays a film; the page has its data in #film
std::string_view film_css();  // its style

}  // namespace carom::report
