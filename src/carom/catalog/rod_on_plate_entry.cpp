// SPDX-License-Identifier: Apache-2.0
// The rod on a plate in the catalog: its parameters and observables.
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "carom/catalog/catalog.hpp"
#include "carom/catalog/common_parameters.hpp"
#include "carom/catalog/model_entry.hpp"
#include "carom/catalog/observable.hpp"
#include "carom/systems/rod_on_plate.hpp"

namespace carom::study {
namespace {

class Watch final : public ModelWatch {
 public:
  explicit Watch(const RodOnPlate& rod) : rod_(rod) {}
  void segment(PieceView& piece) override {
    fallen_ = fallen_ || rod_.motion_lasts(piece.t1(), state_in<RodOnPlate>(piece.at(piece.t1())).q) < 1e-9;
  }
  void event(const EventView& batch) override {
    if (batch.kind != EventKind::impact) return;
    if (impacts_++ == 0) first_ = state_in<RodOnPlate>(batch.after).u;
  }
  static const std::vector<Observable<Watch>>& list() {
    static const std::vector<Observable<Watch>> list{
        {"impacts", "1", "impacts resolved one by one", &Watch::impacts_},
        {"c_x", "m/s", "velocity along the plate after the first impact; null before it",
         [](const Watch& w) { return w.first_[0]; }},
        {"c_z", "m/s", "velocity upwards after the first impact; null before it",
         [](const Watch& w) { return w.first_[1]; }},
        {"omega", "rad/s", "rate of the tilt after the first impact; null before it",
         [](const Watch& w) { return w.first_[2]; }},
        {"fallen", "1", "yes once the rod lies down (or stands on its flat end), where the run ends",
         [](const Watch& w) { return word(w.fallen_ ? "yes" : "no"); }, SeenBy::every_scheme}};
    return list;
  }
  std::vector<std::pair<std::string, Value>> observables(bool located) const override {
    return read(list(), *this, located);
  }

 private:
  RodOnPlate rod_;
  long impacts_ = 0;
  Vector<3> first_ = Vector<3>::Constant(std::numeric_limits<double>::quiet_NaN());
  bool fallen_ = false;
};

constexpr SectionChoice section = highest(1);  // the top of a bounce

class RodOnPlateEntry final : public ModelEntry {
 public:
  SystemCard card() const override {
    const RodOnPlateSettings settings;
    SystemCard card{.name = "rod-on-plate", .summary = "a tilted rod that falls on a plate, which may rise or sink"};
    const auto add = [&](ParameterSpec spec) { card.parameters.add(std::move(spec)); };
    add({.name = "phi",
         .value = settings.phi,
         .unit = "rad",
         .min = -pi / 2,
         .max = pi / 2,
         .min_open = true,
         .max_open = true,
         .meaning = "start: tilt from the vertical, > 0: the upper end leans to +x",
         .of_start = true});
    add(friction_parameter(settings.law.mu_c, "friction, static and in slip"));
    add(restitution_parameter("eps", settings.law.e));
    add(tangential_restitution_parameter());
    add(size_parameter("l", settings.shape.l, "m", "length, from end to end"));
    add(size_parameter("d", settings.shape.d, "m", "diameter; a thin rod has none"));
    add({.name = "geometry",
         .meaning = "thin: touches with the end of its axis; thick: with a round cap; flat: with an edge",
         .choices = rod_tips(),
         .choice = "thin"});
    add({.name = "inertia",
         .meaning = "thin: I = m l^2/12; exact: of the spherocylinder or cylinder",
         .choices = {"thin", "exact"},
         .choice = "thin"});
    add({.name = "V_z", .value = 0, .unit = "m/s", .min = -1e4, .max = 1e4, .meaning = "velocity of the plate"});
    add(mass_parameter(settings.m));
    add({.name = "h0",
         .value = settings.h0,
         .unit = "m",
         .min = 0,
         .max = 1e6,
         .meaning = "start: gap",
         .of_start = true});
    add(start_parameter("c_x", 0, "m/s", 1e4, "velocity along the plate"));
    add(start_parameter("c_z", 0, "m/s", 1e4, "velocity upwards"));
    add(start_parameter("omega", 0, "rad/s", 1e6, "rate of the tilt"));
    add(gravity_parameter(settings.g));
    card.coordinates = {{"x", "m", "centre of mass, along the plate"},
                        {"z", "m", "centre of mass, height above the plate's place at t = 0"},
                        {"phi", "rad", "tilt from the vertical, > 0: the upper end leans to +x"}};
    card.contacts = {
        {.name = std::string(RodOnPlate::contact_name(0)), .meaning = "lower end of the rod on the plate"}};
    card.observables = quantities_of(Watch::list());
    card.start = "at t = 0, the lower end h0 above the plate, tilt phi, velocities c_x, c_z, omega, x = 0";
    card.touching = "the lower end on the plate at tilt phi, x = 0";
    card.contact_noun = "contact";
    card.surface_noun = "plate";
    card.until = 1;
    card.law = Restitution::newton;
    card.section = text_of(section, card.coordinates);
    return card;
  }

  ModelInstance make(Parameters& parameters, double) const override {
    const double mu = parameters["mu"];
    const RodShape shape{.geometry = rod_tip(parameters.word("geometry")),
                         .l = parameters["l"],
                         .d = parameters["d"],
                         .inertia = rod_inertia(parameters.word("inertia"))};
    if (shape.geometry == RodTip::flat && !(parameters["phi"] > 0))
      throw BadInput("a flat rod stands on the edge of the side it leans to: phi must be above 0, got " +
                     number_text(parameters["phi"]));
    return instance_of(RodOnPlate({.shape = shape,
                                   .m = parameters["m"],
                                   .phi = parameters["phi"],
                                   .h0 = parameters["h0"],
                                   .c_x = parameters["c_x"],
                                   .c_z = parameters["c_z"],
                                   .omega = parameters["omega"],
                                   .V_z = parameters["V_z"],
                                   .g = parameters["g"],
                                   .law = {.e = parameters["eps"],
                                           .mu_s = mu,
                                           .mu_c = mu,
                                           .mu_s_i = mu,
                                           .mu_i = mu,
                                           .eps_T = parameters["eps_T"],
                                           .along_path = true}}),
                       section, {0});
  }

  std::unique_ptr<ModelWatch> watch(const std::shared_ptr<const ModelInstance>& instance) const override {
    return std::make_unique<Watch>(mechanism_in<RodOnPlate>(*instance));
  }
  std::vector<double> touching(const ModelInstance& instance, double t) const override {
    const Vector<3> q = mechanism_in<RodOnPlate>(instance).touching(t);
    return {q.data(), q.data() + 3};
  }
  bool tells_contact_points() const override { return true; }
  std::array<double, 2> contact_point(const ModelInstance& instance, const StateView& state, int) const override {
    const RodShape& shape = mechanism_in<RodOnPlate>(instance).settings().shape;
    const double* q = state.q;
    return {q[0] - rod_lever_x(shape, q[2]), q[1] - rod_lever_z(shape, q[2])};
  }
  bool tells_surface() const override { return true; }
  std::array<double, 2> surface(const ModelInstance& instance, double t) const override {
    const RodOnPlate& rod = mechanism_in<RodOnPlate>(instance);
    return {rod.plate(t), rod.settings().V_z};
  }
};

}  // namespace

const System& rod_on_plate_system() {
  static const std::unique_ptr<System> system = system_of(std::make_shared<const RodOnPlateEntry>());
  return *system;
}

}  // namespace carom::study
