// SPDX-License-Identifier: Apache-2.0
// The bouncing ball in the catalog: its parameters and observables.
#include <array>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "carom/catalog/catalog.hpp"
#include "carom/catalog/model_entry.hpp"
#include "carom/catalog/observable.hpp"
#include "carom/systems/bouncing_ball.hpp"

namespace carom::study {
namespace {

class Watch final : public ModelWatch {
 public:
  explicit Watch(const BouncingBall&) {}
  void segment(PieceView&) override {}
  void event(const EventView& batch) override {
    if (batch.kind == EventKind::impact) ++impacts_;
    if (batch.kind == EventKind::chatter_limit) accumulation_ = batch.t;
  }
  static const std::vector<Observable<Watch>>& list() {
    static const std::vector<Observable<Watch>> list{
        {"accumulation_time", "s", "time at which infinitely many bounces have ended; null before it",
         &Watch::accumulation_},
        {"impacts", "1", "impacts resolved one by one", &Watch::impacts_}};
    return list;
  }
  std::vector<std::pair<std::string, Value>> observables(bool located) const override {
    return read(list(), *this, located);
  }

 private:
  long impacts_ = 0;
  double accumulation_ = std::numeric_limits<double>::quiet_NaN();
};

constexpr SectionChoice section = highest(1);  // the top of a bounce

class BouncingBallEntry final : public ModelEntry {
 public:
  SystemCard card() const override {
    const BouncingBallSettings settings;
    SystemCard card{.name = "bouncing-ball", .summary = "a ball that falls on a floor: answers in closed form"};
    const auto add = [&](ParameterSpec spec) { card.parameters.add(std::move(spec)); };
    add({.name = "m", .value = settings.m, .unit = "kg", .min = 0, .max = 1e9, .min_open = true, .meaning = "mass"});
    add({.name = "r", .value = settings.r, .unit = "m", .min = 0, .max = 1e3, .min_open = true, .meaning = "radius"});
    add({.name = "e", .value = settings.law.e, .min = 0, .max = 1, .meaning = "coefficient of restitution"});
    add({.name = "mu", .value = settings.law.mu_c, .min = 0, .max = 100, .meaning = "friction, static and in slip"});
    add({.name = "eps_T", .value = 0, .min = 0, .max = 1, .meaning = "tangential restitution, by Poisson's law only"});
    add({.name = "g",
         .value = settings.g,
         .unit = "m/s2",
         .min = 0,
         .max = 1e4,
         .min_open = true,
         .meaning = "gravity"});
    add({.name = "h0",
         .value = settings.h0,
         .unit = "m",
         .min = 0,
         .max = 1e6,
         .meaning = "start: gap",
         .of_start = true});
    card.coordinates = {{"x", "m", "centre of the ball, along the floor"},
                        {"y", "m", "centre of the ball, height above the floor"},
                        {"theta", "rad", "rotation, counted so that the lowest point moves with +r theta_dot"}};
    card.contacts = {
        {.name = std::string(BouncingBall::contact_name(0)), .meaning = "lowest point of the ball on the floor"}};
    card.observables = quantities_of(Watch::list());
    card.start = "at rest at t = 0, the lowest point h0 above the floor, x = 0";
    card.touching = "on the floor: y = r, x = 0";
    card.contact_noun = "contact";
    card.surface_noun = "floor";
    card.until = 10;
    card.section = text_of(section, card.coordinates);
    return card;
  }

  ModelInstance make(Parameters& parameters, double) const override {
    const double mu = parameters["mu"];
    return instance_of(BouncingBall({.m = parameters["m"],
                                     .r = parameters["r"],
                                     .h0 = parameters["h0"],
                                     .g = parameters["g"],
                                     .law = {.e = parameters["e"],
                                             .mu_s = mu,
                                             .mu_c = mu,
                                             .mu_s_i = mu,
                                             .mu_i = mu,
                                             .eps_T = parameters["eps_T"]}}),
                       section, {0, 2});
  }

  std::unique_ptr<ModelWatch> watch(const std::shared_ptr<const ModelInstance>& instance) const override {
    return std::make_unique<Watch>(mechanism_in<BouncingBall>(*instance));
  }
  std::vector<double> touching(const ModelInstance& instance, double) const override {
    return {0, mechanism_in<BouncingBall>(instance).settings().r, 0};
  }
};

}  // namespace

const System& bouncing_ball_system() {
  static const std::unique_ptr<System> system = system_of(std::make_shared<const BouncingBallEntry>());
  return *system;
}

}  // namespace carom::study
