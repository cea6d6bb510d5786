// SPDX-License-Identifier: Apache-2.0
// The bouncing ball in the catalog: its parameters and observables.
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "carom/catalog/catalog.hpp"
#include "carom/catalog/mechanism_system.hpp"
#include "carom/catalog/observable.hpp"
#include "carom/systems/bouncing_ball.hpp"
#include "carom/systems/bouncing_ball_engine.hpp"

namespace carom::study {
namespace {

struct BouncingBallEntry {
  using Mechanism = BouncingBall;
  static constexpr SectionChoice section = highest(1);  // the top of a bounce
  static constexpr bool maps_as_model = true;
  static constexpr std::array<int, 2> free_coordinates{0, 2};  // the place on the floor, and how far it has turned

  static SystemCard card() {
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
    return card;
  }

  static BouncingBall make(Parameters& parameters) {
    const double mu = parameters["mu"];
    return BouncingBall(
        {.m = parameters["m"],
         .r = parameters["r"],
         .h0 = parameters["h0"],
         .g = parameters["g"],
         .law = {
             .e = parameters["e"], .mu_s = mu, .mu_c = mu, .mu_s_i = mu, .mu_i = mu, .eps_T = parameters["eps_T"]}});
  }

  static Vector<3> touching(const BouncingBall& ball, double) { return {0, ball.settings().r, 0}; }

  class Watch {
   public:
    explicit Watch(const BouncingBall&) {}
    template <class Piece>
    void segment(const Piece&) {}
    void event(const EventBatch<BouncingBall>& batch) {
      if (batch.kind == EventKind::impact) ++impacts_;
      if (batch.kind == EventKind::chatter_limit) accumulation_ = batch.t;
    }
    bool stop() const { return false; }
    static const std::vector<Observable<Watch>>& list() {
      static const std::vector<Observable<Watch>> list{
          {"accumulation_time", "s", "time at which infinitely many bounces have ended; null before it",
           &Watch::accumulation_},
          {"impacts", "1", "impacts resolved one by one", &Watch::impacts_}};
      return list;
    }
    std::vector<std::pair<std::string, Value>> observables(bool located) const { return read(list(), *this, located); }

   private:
    long impacts_ = 0;
    double accumulation_ = std::numeric_limits<double>::quiet_NaN();
  };
};

}  // namespace

const System& bouncing_ball_system() {
  static const MechanismSystem<BouncingBallEntry> system;
  return system;
}

}  // namespace carom::study
