// SPDX-License-Identifier: Apache-2.0
// Sizes by which tolerances of a text's model are measured, where it does not say: of the start, of what moves it and its
// surfaces, and of the section.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "carom/model/text_model.hpp"

namespace carom {

struct TextScales {
  Scales scales = {};
  std::vector<double> coordinates = {};
  double acceleration = 0;  // the largest at the start
};

// What the text says, and what its surfaces do: how far gaps are, and how fast surfaces move, at a time.
struct SaidScales {
  std::optional<double> length = {}, time = {}, period = {};
  std::function<void(double t, double& reach, double& speed)> look = {};  // empty: there are no contacts
};

TextScales scales_of(const TextModel& model, const SaidScales& said);

}  // namespace carom
