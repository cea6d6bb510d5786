// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/any_model.hpp"
#include "carom/catalog/any_flow_map.hpp"
#include "carom/catalog/model_flow_map.hpp"
#include "carom/catalog/sized_entry.hpp"

namespace carom {

using study::AnyModel;

template RunReport<AnyModel> run_event_driven(const AnyModel&, const State<AnyModel::dof>&, const RunOptions&,
                                              AnyObserver<AnyModel>&);
template MoreauReport<AnyModel> run_moreau(const AnyModel&, const State<AnyModel::dof>&, double, const MoreauOptions&,
                                           const StepWatch<AnyModel>&);
template CompliantReport<AnyModel> run_compliant(const AnyModel&, const State<AnyModel::dof>&, double,
                                                 const CompliantOptions&, const StepWatch<AnyModel>&);
template class TangentFlow<AnyModel>;

namespace study {

template class MechanismFlowMap<ModelSection<AnyModel>>;

std::unique_ptr<System> system_of_few(std::shared_ptr<const ModelEntry> entry) {
  return std::make_unique<MechanismSystem<SizedEntry<AnyModel>>>(SizedEntry<AnyModel>{std::move(entry)});
}

std::unique_ptr<FlowMap> model_flow_map(const ModelInstance& instance, const RunOptions& options,
                                        const std::string& coordinate, const SectionChoice& section) {
  AnyModel model(instance);
  // A period by which a motion is looked at is no drive where nothing depends on time.
  const bool undriven = section.kind == SectionChoice::Kind::crossing && !instance.driven;
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

}  // namespace study
}  // namespace carom
