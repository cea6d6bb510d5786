// SPDX-License-Identifier: Apache-2.0
// Models known at run time as the catalog runs them, and the engine for them with the derivative of its motions, compiled once,
// in this module.
#pragma once

#include <memory>
#include <utility>

#include "carom/catalog/model_instance.hpp"
#include "carom/engine/any_observer.hpp"
#include "carom/engine/tangent_flow.hpp"
#include "carom/model/any_mechanism.hpp"

namespace carom::study {

// Up to twelve coordinates and contacts, six constraints, sixteen events and thirty-two switches.
class AnyModel : public AnyMechanism<12, 12, 6, 16, 32> {
 public:
  explicit AnyModel(ModelInstance instance)
      : AnyMechanism(instance.model), instance_(std::make_shared<const ModelInstance>(std::move(instance))) {}

  const ModelInstance& instance() const { return *instance_; }
  State<dof> initial_state() const {
    State<dof> start;
    start.t = instance_->t;
    start.q = list(instance_->q);
    start.u = list(instance_->u);
    return start;
  }

 private:
  static Vector<dof> list(const std::vector<double>& numbers) {
    return Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
  }

  std::shared_ptr<const ModelInstance> instance_;
};

}  // namespace carom::study

namespace carom {

extern template RunReport<study::AnyModel> run_event_driven(const study::AnyModel&, const State<study::AnyModel::dof>&,
                                                            const RunOptions&, AnyObserver<study::AnyModel>&);
extern template class TangentFlow<study::AnyModel>;

}  // namespace carom
