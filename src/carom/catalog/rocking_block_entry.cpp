// SPDX-License-Identifier: Apache-2.0
// The rocking block in the catalog: its parameters and observables.
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/common_parameters.hpp"
#include "carom/catalog/model_entry.hpp"
#include "carom/catalog/observable.hpp"
#include "carom/systems/rocking_block.hpp"

namespace carom::study {
namespace {

class Watch final : public ModelWatch {
 public:
  explicit Watch(const RockingBlock& block) : speed_(block.scales().speed), size_(block.scales().length) {}
  void segment(PieceView& piece) override {
    toppled_ = toppled_ || std::abs(piece.at(piece.t1()).q[2]) > pi / 2 - 1e-9;
  }
  void event(const EventView& batch) override {
    if (batch.kind == EventKind::impact || batch.kind == EventKind::multiple_impact) {
      ++impacts_;
      if (std::isnan(ratio_) && batch.before.u[2] != 0) ratio_ = batch.after.u[2] / batch.before.u[2];
    }
    const bool still = std::hypot(batch.after.u[0], batch.after.u[1], size_ * batch.after.u[2]) <= 1e-9 * speed_;
    const bool down = is_closed(batch.modes[0]) && is_closed(batch.modes[1]);
    if (!still || !down)
      rest_time_ = no_value;
    else if (std::isnan(rest_time_))
      rest_time_ = batch.t;
  }
  static const std::vector<Observable<Watch>>& list() {
    static const std::vector<Observable<Watch>> list{
        {"rate_ratio", "1", "theta_dot after over before the first change of pivot; the energy ratio is its square",
         &Watch::ratio_},
        {"impacts", "1", "impacts of one corner or of both", &Watch::impacts_},
        {"rest_time", "s", "time since which the block is at rest; null if it still moves", &Watch::rest_time_},
        {"motion", "1", "rest, moving or toppled", &Watch::motion}};
    return list;
  }
  std::vector<std::pair<std::string, Value>> observables(bool located) const override {
    return read(list(), *this, located);
  }

 private:
  std::string motion() const { return toppled_ ? "toppled" : std::isnan(rest_time_) ? "moving" : "rest"; }

  static constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
  double speed_, size_;
  long impacts_ = 0;
  double ratio_ = no_value, rest_time_ = no_value;
  bool toppled_ = false;
};

constexpr SectionChoice section = highest(2);  // where it turns back from the left

class RockingBlockEntry final : public ModelEntry {
 public:
  SystemCard card() const override {
    const RockingBlockSettings settings;
    SystemCard card{.name = "rocking-block", .summary = "a block that rocks from corner to corner on a floor"};
    const auto add = [&](ParameterSpec spec) { card.parameters.add(std::move(spec)); };
    add(mass_parameter(settings.m));
    add(size_parameter("a", settings.a, "m", "width"));
    add(size_parameter("b", settings.b, "m", "height"));
    add(start_parameter("theta0", settings.theta0, "rad", 1.5, "tilt, > 0: left corner low"));
    add(start_parameter("omega0", settings.omega0, "rad/s", 1e4, "rate of the tilt, about the corner that touches"));
    add(restitution_parameter("e", settings.law.e));
    add(friction_parameter(settings.law.mu_c));
    add(static_friction_parameter());
    add({.name = "eta",
         .value = settings.law.exponent,
         .min = 1,
         .max = 10,
         .meaning = "exponent of the contact force, 3/2: Hertz"});
    add(tangential_restitution_parameter());
    add(gravity_parameter(settings.g));
    card.coordinates = {{"x", "m", "centre of the block, along the floor"},
                        {"y", "m", "centre of the block, height above the floor"},
                        {"theta", "rad", "tilt, > 0: left corner low"}};
    card.contacts = {
        {.name = std::string(RockingBlock::contact_name(0)), .meaning = "lower left corner on the floor"},
        {.name = std::string(RockingBlock::contact_name(1)), .meaning = "lower right corner on the floor"}};
    card.observables = quantities_of(Watch::list());
    card.start = "tilted by theta0 on one corner, turning about it with omega0; upright it would stand at x = 0";
    card.touching = "both corners on the floor: theta = 0, x = 0";
    card.contact_noun = "corner";
    card.surface_noun = "floor";
    card.until = 5;
    card.section = text_of(section, card.coordinates);
    return card;
  }

  ModelInstance make(Parameters& parameters, double) const override {
    const double mu = parameters["mu"], mu_s = parameters["mu_s"];
    if (mu_s < mu)
      throw BadInput(
          fmt::format("static friction must be at least slip friction, but mu_s = {} is below mu = {}", mu_s, mu));
    return instance_of(RockingBlock({.m = parameters["m"],
                                     .a = parameters["a"],
                                     .b = parameters["b"],
                                     .theta0 = parameters["theta0"],
                                     .omega0 = parameters["omega0"],
                                     .g = parameters["g"],
                                     .law = {.e = parameters["e"],
                                             .mu_s = mu_s,
                                             .mu_c = mu,
                                             .mu_s_i = mu_s,
                                             .mu_i = mu,
                                             .exponent = parameters["eta"],
                                             .eps_T = parameters["eps_T"]}}),
                       section, {0});
  }

  std::unique_ptr<ModelWatch> watch(const std::shared_ptr<const ModelInstance>& instance) const override {
    return std::make_unique<Watch>(mechanism_in<RockingBlock>(*instance));
  }
  std::vector<double> touching(const ModelInstance& instance, double) const override {
    return {0, 0.5 * mechanism_in<RockingBlock>(instance).settings().b, 0};
  }
  bool tells_contact_points() const override { return true; }
  std::array<double, 2> contact_point(const ModelInstance& instance, const StateView& state, int i) const override {
    const Vector<3> q = state_in<RockingBlock>(state).q;
    const ContactKinematics<3> corner =
        contact_kinematics(mechanism_in<RockingBlock>(instance), 0, q, Vector<3>::Zero())[static_cast<std::size_t>(i)];
    return {q[0] + corner.normal[2], corner.gap};
  }
};

}  // namespace

const System& rocking_block_system() {
  static const std::unique_ptr<System> system = system_of(std::make_shared<const RockingBlockEntry>());
  return *system;
}

}  // namespace carom::study
