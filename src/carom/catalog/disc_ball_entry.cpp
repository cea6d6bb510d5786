// SPDX-License-Identifier: Apache-2.0
// The disc hit by a ball in the catalog: its parameters, presets and observables.
#include <array>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/disc_ball_entry.hpp"
#include "carom/catalog/mechanism_system.hpp"
#include "carom/catalog/observable.hpp"
#include "carom/observe/disc_ball_observer.hpp"
#include "carom/systems/disc_ball.hpp"
#include "carom/systems/disc_ball_engine.hpp"

namespace carom::study {
namespace {

ParameterTable parameter_table() {
  const DiscBallSettings s;
  ParameterTable table;
  const auto positive = [&](const char* name, double value, const char* unit, double max, const char* meaning) {
    table.add({.name = name, .value = value, .unit = unit, .min = 0, .max = max, .min_open = true, .meaning = meaning});
  };
  const auto bounded = [&](const char* name, double value, double max, const char* meaning) {
    table.add({.name = name, .value = value, .min = 0, .max = max, .meaning = meaning});
  };
  positive("m_b", s.m_b, "kg", 1e6, "mass of the ball");
  positive("r_b", s.r_b, "m", 1e3, "radius of the ball");
  positive("m_d", s.m_d, "kg", 1e6, "mass of the disc");
  positive("r", s.r, "m", 1e3, "radius of the disc");
  positive("h", s.h, "m", 1e3, "half the thickness of the disc");
  table.add({.name = "b",
             .value = s.b,
             .unit = "m",
             .min = -1e3,
             .max = 1e3,
             .meaning = "height of the hit above the centre of the disc, less than r either way"});
  positive("v_b", s.v_b, "m/s", 1e4, "speed of the ball");
  bounded("e_D", s.face.e, 1, "restitution between ball and disc");
  bounded("e_G", s.ground.e, 1, "restitution between disc and ground");
  bounded("mu_D", s.face.mu_c, 100, "slip friction between ball and disc");
  bounded("mu_s_D", s.face.mu_s, 100, "static friction between ball and disc");
  bounded("mu_G", s.ground.mu_c, 100, "slip friction between disc and ground");
  bounded("mu_s_G", s.ground.mu_s, 100, "static friction between disc and ground");
  bounded("eps_T", 0, 1, "tangential restitution at all contacts, by Poisson's law only");
  positive("k_D", s.face.stiffness, "1", 1e300, "stiffness between ball and disc [N/m^alpha_D]");
  positive("k_G", s.ground.stiffness, "1", 1e300, "stiffness at each of A, B, C [N/m^alpha_G]");
  table.add(
      {.name = "alpha_D", .value = 1.5, .min = 1, .max = 10, .meaning = "exponent of the force at D, 3/2: Hertz"});
  table.add({.name = "alpha_G",
             .value = 1.5,
             .min = 1,
             .max = 10,
             .meaning = "exponent of the force at A, B, C, 3/2: Hertz"});
  positive("k_Tc", s.k_Tc, "1", 1e3, "duration of the impact: Tc = k_Tc v_b^(-1/5) [m^(1/5) s^(4/5)]");
  table.add({.name = "face_speed",
             .value = s.face_speed,
             .unit = "m/s",
             .min = -1e4,
             .max = 1e4,
             .meaning =
                 "speed of the ball's surface down the face, as of a belt; beyond all slips it imposes the direction "
                 "of friction at D, as in the presets variant-p"});
  table.add({.name = "closing",
             .meaning = "an impact slower than g Tc closes its contact; the same with the centrifugal term; or "
                        "micro-impacts are followed to their limit",
             .choices = {"gTc", "gTc-centrifugal", "limit"},
             .choice = "gTc"});
  positive("h1", s.h1, "m", 1e3, "height of the lower velocity gauge");
  positive("h2", s.h2, "m", 1e3, "height of the upper velocity gauge");
  positive("g", s.g, "m/s2", 1e4, "gravity");
  return table;
}

std::vector<Preset> preset_list() {
  struct Case {
    int number;
    double b_mm, v_b;
    const char* what;
    std::vector<std::string> more;
  };
  const std::vector<Case> cases{{1, 0, 0.292, "a central hit, by which the restitution is measured", {}},
                                {2, 2.0, 0.275, "slip, stick, slip back, slip forwards", {}},
                                {3, 4.5, 0.285, "the same, a higher hit", {}},
                                {4, 6.5, 0.284, "the same, higher still", {}},
                                {5, 9.5, 0.433, "near the stick of A, other ground", {"mu_G=0.185", "mu_s_G=0.23"}},
                                {6, 15.5, 0.311, "A thrown backwards, other ground", {"mu_G=0.17", "mu_s_G=0.23"}},
                                {7, 18.5, 0.305, "A leaves the ground and hops", {}},
                                {8, -2.5, 0.353, "a hit below the centre: C comes down first", {}},
                                {9, -6.5, 0.293, "a lower hit: C, then a line impact", {}}};
  std::vector<Preset> presets;
  for (const Case& c : cases) {
    Preset preset{.name = fmt::format("case{}", c.number),
                  .summary = fmt::format("b = {} mm, v_b = {} m/s: {}", c.b_mm, c.v_b, c.what),
                  .assignments = {fmt::format("b={}mm", c.b_mm), fmt::format("v_b={}", c.v_b)}};
    preset.assignments.insert(preset.assignments.end(), c.more.begin(), c.more.end());
    presets.push_back(std::move(preset));
  }
  // Not a model of the disc: what the simulated tables of the source follow from. Friction at D pulls up for b > 0 and down
  // for b < 0; r, k_G and the inputs of cases 6 to 8 are inferred (papers/disc_ball/variant_p.hpp).
  std::vector<Case> variants(cases.begin() + 1, cases.end());
  const auto with = [&](int number, double b_mm, double v_b) {
    variants[static_cast<std::size_t>(number - 2)].b_mm = b_mm;
    variants[static_cast<std::size_t>(number - 2)].v_b = v_b;
  };
  with(6, 16.5, 0.353);
  with(7, 17.0, 0.295);
  with(8, -3.0, 0.353);
  for (const Case& c : variants) {
    Preset preset{.name = fmt::format("variant-p-{}", c.number),
                  .summary = fmt::format(
                      "case {} as the source's tables have it, with friction at D reversed: no model", c.number),
                  .assignments = {fmt::format("b={}mm", c.b_mm), fmt::format("v_b={}", c.v_b), "r=37.55mm",
                                  "h2=37.55mm", "k_G=1.964e9", c.b_mm > 0 ? "face_speed=-1" : "face_speed=1"}};
    preset.assignments.insert(preset.assignments.end(), c.more.begin(), c.more.end());
    presets.push_back(std::move(preset));
  }
  return presets;
}

void check_friction(const char* static_name, double mu_s, const char* slip_name, double mu) {
  if (mu_s >= mu) return;
  throw BadInput(fmt::format("static friction must be at least slip friction, but {} = {} is below {} = {}",
                             static_name, mu_s, slip_name, mu));
}

struct DiscBallEntry {
  using Mechanism = DiscBall;
  static constexpr SectionChoice section = lowest(4);  // the disc turns back from falling
  static constexpr bool maps_as_model = true;

  static SystemCard card() {
    SystemCard card{.name = "disc-ball",
                    .summary = "a disc that stands on a rough plane and is hit by a ball",
                    .parameters = parameter_table()};
    card.coordinates = {
        {"y_b", "m", "centre of the ball, along the ground"},
        {"z_b", "m", "centre of the ball, height"},
        {"y_d", "m", "centre of the disc, along the ground"},
        {"z_d", "m", "centre of the disc, height"},
        {"theta", "rad", "angle of the disc to the ground: pi/2 upright, falls away from the ball to 0"}};
    card.contacts = {{.name = std::string(DiscBall::contact_name(0)),
                      .meaning = "edge of the rim on the far side of the ball, on the ground"},
                     {.name = std::string(DiscBall::contact_name(1)), .meaning = "middle of the rim, on the ground"},
                     {.name = std::string(DiscBall::contact_name(2)),
                      .meaning = "edge of the rim on the ball's side, on the ground"},
                     {.name = std::string(DiscBall::contact_name(3)), .meaning = "ball on the face of the disc"}};
    card.observables = quantities_of(list());
    card.presets = preset_list();
    card.start = "the disc upright and at rest, the ball in touch with it at the height b, moving with v_b";
    card.touching = "the start: A, B, C on the ground and the ball on the face";
    card.surface_noun = "surface";
    card.until = 1;
    return card;
  }

  static DiscBall make(Parameters& p) {
    DiscBallSettings s{.m_b = p["m_b"],
                       .r_b = p["r_b"],
                       .m_d = p["m_d"],
                       .r = p["r"],
                       .h = p["h"],
                       .b = p["b"],
                       .v_b = p["v_b"],
                       .ground = law(p, "_G"),
                       .face = law(p, "_D"),
                       .k_Tc = p["k_Tc"],
                       .face_speed = p["face_speed"],
                       .closing = closing_rule(p),
                       .h1 = p["h1"],
                       .h2 = p["h2"],
                       .g = p["g"]};
    check_friction("mu_s_G", s.ground.mu_s, "mu_G", s.ground.mu_c);
    check_friction("mu_s_D", s.face.mu_s, "mu_D", s.face.mu_c);
    if (!(std::abs(s.b) < s.r))
      throw BadInput(fmt::format("the ball must hit the disc: b = {} m is not within its radius r = {} m", s.b, s.r));
    return DiscBall(s);
  }

  static Vector<5> touching(const DiscBall& system, double) { return system.touching(); }

  static std::vector<Quantity> extra_columns() {
    return {{"v1", "m/s", "velocity at the lower gauge"}, {"v2", "m/s", "velocity at the upper gauge"}};
  }
  static std::array<double, 2> extras(const DiscBall& system, const State<5>& state) {
    const DiscBallSettings& s = system.settings();
    return {system.gauge_velocity(state.q, state.u, s.h1), system.gauge_velocity(state.q, state.u, s.h2)};
  }

  using Seen = observe::DiscBallObserver;
  static const std::vector<Observable<Seen>>& list() {
    using observe::DiscBallObservables;
    const auto of_impact = [](auto member) {
      return [member](const Seen& seen) { return seen.observables().*member; };
    };
    static const std::vector<Observable<Seen>> list{
        {"v1", "m/s", "velocity at the lower gauge after the impact of the ball, before any closing rule",
         of_impact(&DiscBallObservables::v1)},
        {"v2", "m/s", "velocity at the upper gauge, likewise", of_impact(&DiscBallObservables::v2)},
        {"theta_dot_plus", "rad/s", "rate of rotation after the impact of the ball, likewise",
         of_impact(&DiscBallObservables::theta_dot)},
        {"y_d_dot_plus", "m/s", "velocity of the disc's centre along the ground, likewise",
         of_impact(&DiscBallObservables::y_d_dot)},
        {"z_d_dot_plus", "m/s", "velocity of the disc's centre upwards, likewise",
         of_impact(&DiscBallObservables::z_d_dot)},
        {"y_b_dot_plus", "m/s", "velocity of the ball along the ground, likewise",
         of_impact(&DiscBallObservables::y_b_dot)},
        {"delta_A_dot_plus", "m/s", "normal velocity of A, likewise", of_impact(&DiscBallObservables::delta_A)},
        {"v_tau_A_plus", "m/s", "tangential velocity of A, likewise", of_impact(&DiscBallObservables::v_tau_A)},
        {"pattern", "1",
         "I to VI of the source's Table 5, what the impact of the ball leaves A, B, C doing; other: not in that "
         "table (C stays on the ground, say); none: the run saw no impact of the ball",
         of_impact(&DiscBallObservables::pattern)},
        {"sequence", "1", "the phases in short",
         [](const Seen& seen) { return observe::sequence_of(seen.phases().list(), 1); }},
        {"phases", "1", "list of t, contact and phase", [](const Seen& seen) { return seen.phases().list(); }},
        {"t_flat", "s", "time at which the disc lies flat; null before it", of_impact(&DiscBallObservables::t_flat),
         SeenBy::every_scheme}};
    return list;
  }

  class Watch {
   public:
    explicit Watch(const DiscBall& system) : observer_(system) {}
    template <class Piece>
    void segment(const Piece& piece) {
      observer_.segment(piece);
    }
    void event(const EventBatch<DiscBall>& batch) { observer_.event(batch); }
    bool stop() const { return false; }
    std::vector<std::pair<std::string, Value>> observables(bool located) const {
      return read(list(), observer_, located);
    }

   private:
    observe::DiscBallObserver observer_;
  };

 private:
  static ContactLaw law(const Parameters& p, const std::string& side) {
    const double mu_s = p["mu_s" + side], mu = p["mu" + side];
    return {.e = p["e" + side],
            .mu_s = mu_s,
            .mu_c = mu,
            .mu_s_i = mu_s,
            .mu_i = mu,
            .stiffness = p["k" + side],
            .exponent = p["alpha" + side],
            .eps_T = p["eps_T"]};
  }

  static DiscClosing closing_rule(const Parameters& p) {
    const std::string& word = p.word("closing");
    if (word == "limit" && p.is_set("k_Tc"))
      throw BadInput("closing = limit has no duration of the impact: leave out k_Tc, or closing");
    return word == "gTc" ? DiscClosing::g_Tc : word == "limit" ? DiscClosing::limit : DiscClosing::g_Tc_centrifugal;
  }
};

// The catalog's disc, which says so where friction at the face does not oppose the slip of disc and ball.
struct PlainDisc {
  MechanismSystem<DiscBallEntry> disc_;
};
class DiscBallSystem final : private PlainDisc, public System {
 public:
  DiscBallSystem() : System(disc_.card()) {}

  SystemCard card_for(const Parameters& parameters) const override { return disc_.card_for(parameters); }
  RunResult run(const RunRequest& request) const override {
    RunResult result = disc_.run(request);
    if (request.parameters["face_speed"] != 0)
      result.notes.push_back(
          "warning: face_speed imposes friction at D, which then does work on the disc: this is no model of disc and "
          "ball");
    return result;
  }
  ImpactOutcome impact(const ImpactRequest& request) const override { return disc_.impact(request); }
  bool has_section() const override { return disc_.has_section(); }
  FlowMapFactory flow_maps(const MotionOptions& motion, const SectionChoice& section) const override {
    return disc_.flow_maps(motion, section);
  }
  void check_configuration(const Parameters& parameters, const std::vector<double>& q,
                           const std::optional<double>& t) const override {
    disc_.check_configuration(parameters, q, t);
  }
};

}  // namespace

DiscBall disc_ball_of(Parameters parameters) { return DiscBallEntry::make(parameters); }

const System& disc_ball_system() {
  static const DiscBallSystem system;
  return system;
}

}  // namespace carom::study
