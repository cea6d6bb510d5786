// SPDX-License-Identifier: Apache-2.0
// Models known at run time as the catalog runs them, in two sizes, and what moves them, compiled once, in this module: motion
// from event to event and its derivative, Moreau's scheme, compliant contacts.
#pragma once

#include <memory>
#include <utility>

#include "carom/catalog/model_instance.hpp"
#include "carom/engine/any_observer.hpp"
#include "carom/engine/compliant_motion.hpp"
#include "carom/engine/moreau.hpp"
#include "carom/engine/tangent_flow.hpp"
#include "carom/model/any_mechanism.hpp"

namespace carom::study {

template <int MostCoordinates, int MostContacts, int MostConstraints, int MostEvents, int MostSwitches>
class ModelUpTo : public AnyMechanism<MostCoordinates, MostContacts, MostConstraints, MostEvents, MostSwitches> {
  using Base = AnyMechanism<MostCoordinates, MostContacts, MostConstraints, MostEvents, MostSwitches>;

 public:
  explicit ModelUpTo(ModelInstance instance)
      : Base(instance.model), instance_(std::make_shared<const ModelInstance>(std::move(instance))) {}

  // A model without the catalog, which outlives this.
  explicit ModelUpTo(const Model& model)
      : ModelUpTo(ModelInstance{.model = std::shared_ptr<const Model>(&model, [](const Model*) {}),
                                .shown = model.freedom()}) {}

  const ModelInstance& instance() const { return *instance_; }
  const std::shared_ptr<const ModelInstance>& shared_instance() const { return instance_; }
  State<Base::dof> initial_state() const {
    State<Base::dof> start;
    start.t = instance_->t;
    start.q = list(instance_->q);
    start.u = list(instance_->u);
    return start;
  }

 private:
  static Vector<Base::dof> list(const std::vector<double>& numbers) {
    return Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
  }

  std::shared_ptr<const ModelInstance> instance_;
};

// Most mechanisms; and many bodies, which want room on the stack (base/large_stack.hpp).
using AnyModel = ModelUpTo<48, 32, 24, 16, 64>;
using LargeModel = ModelUpTo<320, 360, 24, 16, 512>;

}  // namespace carom::study

namespace carom {

#define CAROM_MODEL_ENGINE(MODEL)                                                                                      \
  extern template RunReport<MODEL> run_event_driven(const MODEL&, const State<MODEL::dof>&, const RunOptions&,         \
                                                    AnyObserver<MODEL>&);                                              \
  extern template MoreauReport<MODEL> run_moreau(const MODEL&, const State<MODEL::dof>&, double, const MoreauOptions&, \
                                                 const StepWatch<MODEL>&);                                             \
  extern template CompliantReport<MODEL> run_compliant(const MODEL&, const State<MODEL::dof>&, double,                 \
                                                       const CompliantOptions&, const StepWatch<MODEL>&)
CAROM_MODEL_ENGINE(study::AnyModel);
CAROM_MODEL_ENGINE(study::LargeModel);
#undef CAROM_MODEL_ENGINE
extern template class TangentFlow<study::AnyModel>;

}  // namespace carom
