// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/any_model.hpp"
#include "carom/catalog/sized_entry.hpp"

namespace carom {

using study::LargeModel;

template RunReport<LargeModel> run_event_driven(const LargeModel&, const State<LargeModel::dof>&, const RunOptions&,
                                                AnyObserver<LargeModel>&);
template MoreauReport<LargeModel> run_moreau(const LargeModel&, const State<LargeModel::dof>&, double,
                                             const MoreauOptions&, const StepWatch<LargeModel>&);
template CompliantReport<LargeModel> run_compliant(const LargeModel&, const State<LargeModel::dof>&, double,
                                                   const CompliantOptions&, const StepWatch<LargeModel>&);

namespace study {

std::unique_ptr<System> system_of_many(std::shared_ptr<const ModelEntry> entry) {
  return std::make_unique<MechanismSystem<SizedEntry<LargeModel>>>(SizedEntry<LargeModel>{std::move(entry)});
}

}  // namespace study
}  // namespace carom
