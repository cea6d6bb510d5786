// SPDX-License-Identifier: Apache-2.0
// The section of a model file: where its motion is looked at, for whoever follows it.
//
// Own       a coordinate or a rate at zero, in one direction, is a section as any system has (section_choice.hpp). Events, other
//           expressions, both directions and filters are sections of the model's own (observe/own_section.hpp).
// Drive     The period of the section, or the one after which equations that depend on time repeat (model/text_drive.hpp).
#pragma once

#include <memory>
#include <string>

#include "carom/catalog/model_instance.hpp"
#include "carom/catalog/system.hpp"
#include "carom/model/model_text.hpp"
#include "carom/model/text_model.hpp"

namespace carom::study {

// Fills in what the instance says of its section and its drive.
void settle_section(const ModelText& text, const std::shared_ptr<const TextModel>& model, ModelInstance& instance);

// In words: "after the event 'heel', where theta < 0".
std::string section_words(const ModelText& text, const TextModel& model, const std::vector<Quantity>& coordinates);

}  // namespace carom::study
