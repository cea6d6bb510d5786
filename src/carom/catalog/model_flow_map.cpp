// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/model_flow_map.hpp"

#include "carom/catalog/any_model.hpp"
#include "carom/catalog/mechanism_flow_map.hpp"

namespace carom::study {

std::unique_ptr<FlowMap> model_flow_map(const ModelInstance& instance, const RunOptions& options,
                                        const std::string& coordinate, const SectionChoice& section) {
  ModelSection<AnyModel> entry{.section = instance.section,
                               .free_coordinates = instance.free_coordinates,
                               .period = instance.period};
  entry.initial.t = instance.t;
  entry.initial.q = Eigen::Map<const Eigen::VectorXd>(instance.q.data(), static_cast<Eigen::Index>(instance.q.size()));
  entry.initial.u = Eigen::Map<const Eigen::VectorXd>(instance.u.data(), static_cast<Eigen::Index>(instance.u.size()));
  return std::make_unique<MechanismFlowMap<ModelSection<AnyModel>>>(AnyModel(instance.model), options, coordinate,
                                                                    entry, section);
}

}  // namespace carom::study
