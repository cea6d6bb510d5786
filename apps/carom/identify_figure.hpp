// SPDX-License-Identifier: Apache-2.0
// What `carom identify` draws and tabulates: the record beside the model, and the forces that the motion tells of.
#pragma once

#include <string>

#include "carom/draw/figure.hpp"
#include "carom/fit/identify_disc_ball.hpp"

namespace carom::app {

report::Figure identify_figure(const study::Identification& found);
std::string identify_table(const study::Identification& found);  // CSV, one row a sample

}  // namespace carom::app
