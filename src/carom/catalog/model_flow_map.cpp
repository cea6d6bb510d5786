// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/model_flow_map.hpp"

#include "carom/catalog/any_model.hpp"
#include "carom/catalog/mechanism_flow_map.hpp"

namespace carom::study {

std::unique_ptr<FlowMap> model_flow_map(const ModelInstance& instance, const RunOptions& options,
                                        const std::string& coordinate, const SectionChoice& section) {
  AnyModel model(instance);
  // A period by which a motion is looked at is no drive where nothing depends on time.
  const bool undriven =
      section.kind == SectionChoice::Kind::crossing && instance.text && !instance.text->facts().by_time;
  const ModelSection<AnyModel> entry{.section = instance.section,
                                     .free_coordinates = instance.free_coordinates,
                                     .period = undriven ? std::nullopt : instance.period,
                                     .initial = model.initial_state(),
                                     .own_section = instance.own_section,
                                     .own_section_text = instance.own_section_text,
                                     .begins_elsewhere = instance.begins_elsewhere,
                                     .crosses = instance.crosses,
                                     .turns = instance.turns,
                                     .start_at = instance.start_at};
  return std::make_unique<MechanismFlowMap<ModelSection<AnyModel>>>(std::move(model), options, coordinate, entry,
                                                                    section);
}

}  // namespace carom::study
