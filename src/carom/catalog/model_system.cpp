// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <utility>

#include "carom/base/bad_input.hpp"
#include "carom/base/large_stack.hpp"
#include "carom/catalog/sized_entry.hpp"

namespace carom::study {
namespace {

// How large a model is may depend on its parameters: one that does not fit the smaller engine goes to the larger one.
class ModelSystem final : public System {
 public:
  explicit ModelSystem(std::shared_ptr<const ModelEntry> entry)
      : System(entry->card()), entry_(entry), few_(system_of_few(entry)), many_(system_of_many(entry)) {}

  SystemCard card_for(const Parameters& parameters) const override { return entry_->card_for(parameters); }
  RunResult run(const RunRequest& request) const override {
    return sized<RunResult>([&](const System& system) { return system.run(request); });
  }
  ImpactOutcome impact(const ImpactRequest& request) const override {
    return sized<ImpactOutcome>([&](const System& system) { return system.impact(request); });
  }
  void impacts(const ImpactRequest& request, const ManyImpacts& many) const override {
    sized<bool>([&](const System& system) { return system.impacts(request, many), true; });
  }
  bool has_section() const override { return true; }
  FlowMapFactory flow_maps(const MotionOptions& motion, const SectionChoice& section) const override {
    return [make = few_->flow_maps(motion, section)](const Parameters& parameters) {
      try {
        return make(parameters);
      } catch (const TooLarge& large) {
        throw BadInput(std::string("orbits, branches, diagrams and basins are for smaller models: ") + large.what());
      }
    };
  }
  void check_configuration(const Parameters& parameters, const std::vector<double>& q,
                           const std::optional<double>& t) const override {
    sized<bool>([&](const System& system) { return system.check_configuration(parameters, q, t), true; });
  }

 private:
  template <class Result, class Ask>
  Result sized(Ask&& ask) const {
    try {
      return ask(*few_);
    } catch (const TooLarge&) {
      std::optional<Result> result;
      on_large_stack([&] { result = ask(*many_); });
      return std::move(*result);
    }
  }

  std::shared_ptr<const ModelEntry> entry_;
  std::unique_ptr<System> few_, many_;
};

}  // namespace

std::unique_ptr<System> system_of(std::shared_ptr<const ModelEntry> entry) {
  return std::make_unique<ModelSystem>(std::move(entry));
}

}  // namespace carom::study
