// SPDX-License-Identifier: Apache-2.0
// A model known at run time, with its parameters settled, as the catalog needs it: where its motion begins and where it is
// looked at.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/catalog/section_choice.hpp"
#include "carom/model/model.hpp"
#include "carom/model/text_model.hpp"

namespace carom::study {

struct ModelInstance {
  std::shared_ptr<const Model> model = nullptr;
  double t = 0;                            // of the start [s]
  std::vector<double> q = {}, u = {};      // the start, one of each a coordinate of the model
  int shown = 0;                           // so many coordinates are shown; the others stand for states of first order
  SectionChoice section = lowest(0);       // its own, a crossing
  std::vector<int> free_coordinates = {};  // that nothing depends on
  std::optional<double> period = {};       // of its drive [s]
  std::string no_map = {};  // why its motion is not analysed as a map with the section that it has; empty: it is
  std::shared_ptr<const TextModel> text = nullptr;    // of a model file: the same model …
  std::shared_ptr<const ModelText> source = nullptr;  // … and what it was made of
};

}  // namespace carom::study
