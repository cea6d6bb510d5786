// SPDX-License-Identifier: Apache-2.0
// A model known at run time, with its parameters settled, as the catalog needs it: where its motion begins and where it is
// looked at.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/catalog/section_choice.hpp"
#include "carom/model/model.hpp"
#include "carom/observe/own_section.hpp"

namespace carom {
class TextModel;
struct ModelText;
}  // namespace carom

namespace carom::study {

struct ModelInstance {
  std::shared_ptr<const Model> model = nullptr;
  double t = 0;                        // of the start [s]
  std::vector<double> q = {}, u = {};  // the start, one of each a coordinate of the model
  int shown = 0;                       // so many coordinates are shown; the others stand for states of first order …
  std::vector<std::string> states = {};  // … with these names
  SectionChoice section = lowest(0);     // its own, a crossing
  // … or another one, that is no coordinate or rate at a level: in words, and whether orbits can begin on it
  std::shared_ptr<const observe::OwnSection> own_section = nullptr;
  std::string own_section_text = {};
  bool begins_elsewhere = false;
  bool crosses = false;                    // where it is driven, the section is all the same not the phase of its drive
  std::vector<int> free_coordinates = {};  // that nothing depends on
  std::vector<std::pair<int, double>> turns = {};  // coordinates that come back, and after which turn
  std::optional<double> period = {};               // of its drive [s] …
  bool driven = true;                              // … if nothing depends on time it is only how it is looked at
  // Starts that depend on when they begin: q and u, one after the other.
  std::function<std::vector<double>(double t)> start_at = {};
  std::string no_map = {};     // why its motion is not analysed as a map with the section that it has; empty: it is
  std::string no_period = {};  // why it is not without a period that is given
  std::shared_ptr<const TextModel> text = nullptr;    // of a model file: the same model …
  std::shared_ptr<const ModelText> source = nullptr;  // … and what it was made of
};

}  // namespace carom::study
