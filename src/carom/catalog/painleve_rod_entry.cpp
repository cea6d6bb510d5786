// SPDX-License-Identifier: Apache-2.0
// Painlevé's rod in the catalog: its parameters and observables.
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/common_parameters.hpp"
#include "carom/catalog/model_entry.hpp"
#include "carom/catalog/observable.hpp"
#include "carom/systems/painleve_rod.hpp"

namespace carom::study {
namespace {

class Watch final : public ModelWatch {
 public:
  explicit Watch(const PainleveRod& rod) : rod_(rod) {}
  void segment(PieceView& piece) override {
    if (!paradox_) paradox_ = rod_.paradox(state_in<PainleveRod>(piece.at(piece.t0())));
    fallen_ = fallen_ || std::sin(piece.at(piece.t1()).q[2]) < 1e-9;
  }
  void event(const EventView& batch) override {
    const State<3> before = state_in<PainleveRod>(batch.before);
    if (!paradox_) paradox_ = rod_.paradox(before);
    if (batch.kind == EventKind::detach) ++lift_offs_;
    if (batch.kind != EventKind::impact) return;
    ++impacts_;
    const double v_n = contact_kinematics(rod_, batch.t, before.q, before.u)[0].normal_velocity(before.u);
    if (v_n >= -1e-10 * rod_.scales().speed) ++tangential_;
  }
  static const std::vector<Observable<Watch>>& list() {
    static const std::vector<Observable<Watch>> list{
        {"paradox", "1", "contact forces at the start: none, inconsistent or indeterminate",
         [](const Watch& w) { return word(name(w.paradox_.value_or(Paradox::none))); }, SeenBy::every_scheme},
        {"impacts", "1", "impacts, with and without collision", &Watch::impacts_},
        {"tangential_impacts", "1", "of these, impacts without collision", &Watch::tangential_},
        {"lift_offs", "1", "times the tip left the floor without an impact", &Watch::lift_offs_},
        {"fallen", "1", "yes once the rod lies flat, where the run ends; else no",
         [](const Watch& w) { return word(w.fallen_ ? "yes" : "no"); }}};
    return list;
  }
  std::vector<std::pair<std::string, Value>> observables(bool located) const override {
    return read(list(), *this, located);
  }

 private:
  PainleveRod rod_;
  std::optional<Paradox> paradox_;
  long impacts_ = 0, tangential_ = 0, lift_offs_ = 0;
  bool fallen_ = false;
};

constexpr SectionChoice section = highest(1);  // the top of a hop

class PainleveRodEntry final : public ModelEntry {
 public:
  SystemCard card() const override {
    const PainleveRodSettings settings;
    SystemCard card{.name = "painleve-rod",
                    .summary = "a rod that slides on its tip: forces that do not exist or are not unique"};
    const auto add = [&](ParameterSpec spec) { card.parameters.add(std::move(spec)); };
    add(mass_parameter(settings.m));
    add(size_parameter("l", settings.l, "m", "length"));
    add({.name = "theta0",
         .value = settings.theta0,
         .unit = "rad",
         .min = 0,
         .max = pi,
         .min_open = true,
         .max_open = true,
         .meaning = "start: inclination above the floor; < pi/2: the tip is left of the centre",
         .of_start = true});
    add(start_parameter("v0", settings.v0, "m/s", 1e4, "velocity of the tip along the floor"));
    add(start_parameter("omega0", settings.omega0, "rad/s", 1e4, "rate of the inclination"));
    add(friction_parameter(settings.law.mu_c));
    add(static_friction_parameter());
    add(restitution_parameter("e", settings.law.e));
    add(tangential_restitution_parameter());
    add(gravity_parameter(settings.g));
    card.coordinates = {{"x", "m", "centre of the rod, along the floor"},
                        {"y", "m", "centre of the rod, height above the floor"},
                        {"theta", "rad", "inclination above the floor; < pi/2: the tip is left of the centre"}};
    card.contacts = {
        {.name = std::string(PainleveRod::contact_name(0)), .meaning = "lower end of the rod on the floor"}};
    card.observables = quantities_of(Watch::list());
    card.presets = {{.name = "inconsistent",
                     .summary = "no contact force exists: an impact without collision",
                     .assignments = {"mu=1.6", "theta0=1.1071487177940904", "v0=-1", "omega0=0"},
                     .until = 0.2},
                    {.name = "indeterminate",
                     .summary = "flight, slip and impact are possible: --painleve chooses",
                     .assignments = {"mu=1.6", "theta0=1.1071487177940904", "v0=-1", "omega0=8"},
                     .until = 0.01}};
    card.start = "the tip on the floor with velocity v0 along it, inclination theta0 with rate omega0, x = 0";
    card.touching = "the tip on the floor at inclination theta0, x = 0";
    card.contact_noun = "contact";
    card.surface_noun = "floor";
    card.until = 1;
    card.section = text_of(section, card.coordinates);
    return card;
  }

  ModelInstance make(Parameters& parameters, double) const override {
    const double mu = parameters["mu"], mu_s = parameters["mu_s"];
    if (mu_s < mu)
      throw BadInput(
          fmt::format("static friction must be at least slip friction, but mu_s = {} is below mu = {}", mu_s, mu));
    return instance_of(PainleveRod({.m = parameters["m"],
                                    .l = parameters["l"],
                                    .theta0 = parameters["theta0"],
                                    .v0 = parameters["v0"],
                                    .omega0 = parameters["omega0"],
                                    .g = parameters["g"],
                                    .law = {.e = parameters["e"],
                                            .mu_s = mu_s,
                                            .mu_c = mu,
                                            .mu_s_i = mu_s,
                                            .mu_i = mu,
                                            .eps_T = parameters["eps_T"]}}),
                       section, {0});
  }

  std::unique_ptr<ModelWatch> watch(const std::shared_ptr<const ModelInstance>& instance) const override {
    return std::make_unique<Watch>(mechanism_in<PainleveRod>(*instance));
  }
  std::vector<double> touching(const ModelInstance& instance, double) const override { return instance.q; }
  bool tells_contact_points() const override { return true; }
  std::array<double, 2> contact_point(const ModelInstance& instance, const StateView& state, int) const override {
    const Vector<3> q = state_in<PainleveRod>(state).q;
    const ContactKinematics<3> tip =
        contact_kinematics(mechanism_in<PainleveRod>(instance), 0, q, Vector<3>::Zero())[0];
    return {q[0] + tip.normal[2], tip.gap};
  }
};

}  // namespace

const System& painleve_rod_system() {
  static const std::unique_ptr<System> system = system_of(std::make_shared<const PainleveRodEntry>());
  return *system;
}

}  // namespace carom::study
