// SPDX-License-Identifier: Apache-2.0
// The flow map of a model known at run time: orbits, multipliers, equilibria with their Hopf points, Lyapunov exponents and
// sections of the oscillator, as the catalog's own map of it gives them.
#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "carom/analysis/orbit.hpp"
#include "carom/analysis/shooting.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/catalog/any_flow_map.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/model/model_of.hpp"
#include "carom/systems/impact_oscillator.hpp"
#include "support/mechanisms.hpp"

namespace carom::study {
namespace {

using Any = AnyModel;
using Section = ModelSection<Any>;
using AnyFlowMap = MechanismFlowMap<Section>;

State<Any::dof> any_state(const auto& state) {
  State<Any::dof> any;
  any.t = state.t;
  any.q = state.q;
  any.u = state.u;
  return any;
}

const System& blade() { return study::system("impact-oscillator"); }

// Of the oscillator with the friction and the restitution of the parameters, through a Model.
FlowMapFactory through_models(const MotionOptions& motion, const SectionChoice& section = {},
                              const Section& entry = {}) {
  RunOptions options{.rtol = motion.rtol, .atol = motion.atol, .painleve = motion.painleve};
  options.impact = {.law = Restitution::poisson, .flow = {.tolerance = std::clamp(0.1 * motion.rtol, 1e-13, 1e-6)}};
  return [options, section, entry](const Parameters& p) {
    const double mu = p["mu"];
    ImpactOscillatorSettings settings;
    settings.law = {.e = p["eps"], .mu_s = mu, .mu_c = mu, .mu_s_i = mu, .mu_i = mu};
    const auto model = std::make_shared<const ModelOf<ImpactOscillator>>(ImpactOscillator(settings));
    Section own = entry;
    own.initial = any_state(model->mechanism().initial_state());
    return std::make_unique<AnyFlowMap>(Any(ModelInstance{.model = model, .shown = ImpactOscillator::dof}), options,
                                        "phi", own, section);
  };
}

OrbitRequest blade_with(const std::vector<const char*>& assignments) {
  OrbitRequest request{.parameters = blade().defaults()};
  for (const char* assignment : assignments) request.parameters.assign(assignment);
  return request;
}

TEST(AnyFlowMap, HasTheOrbitsAndMultipliersOfTheCatalog) {
  for (const auto& [mu, eps] : {std::pair{"mu=0.5", "eps=0.2"}, std::pair{"mu=0.5", "eps=0"}}) {
    const OrbitRequest request = blade_with({mu, eps});
    const OrbitResult known = find_orbit(blade(), request), found = find_orbit(through_models(request), request);
    ASSERT_TRUE(known.found()) << known.reason;
    ASSERT_TRUE(found.found()) << found.reason;
    EXPECT_EQ(found.period, known.period);
    EXPECT_EQ(found.q, known.q);
    EXPECT_EQ(found.u, known.u);
    EXPECT_EQ(found.multipliers, known.multipliers);
    EXPECT_EQ(found.sequence, known.sequence);
  }
}

TEST(AnyFlowMap, HasTheHopfPointOfTheCatalog) {
  ContinuationRequest request{.start = blade_with({})};
  request.kind = BranchKind::equilibrium;
  request.parameter = "mu";
  request.from = 0.35;
  request.to = 0.45;
  const ContinuationResult known = follow_branch(blade(), request);
  const ContinuationResult found = follow_branch(through_models(request.start), request);
  ASSERT_EQ(found.special.size(), known.special.size());
  bool met = false;
  for (std::size_t i = 0; i < known.special.size(); ++i) {
    EXPECT_EQ(found.special[i].kind, known.special[i].kind);
    EXPECT_EQ(found.special[i].parameter, known.special[i].parameter);
    EXPECT_EQ(found.special[i].values, known.special[i].values);
    met = met || (known.special[i].kind == SpecialKind::hopf && !known.special[i].values.empty());
  }
  EXPECT_TRUE(met) << "a Hopf point with its coefficient";
}

TEST(AnyFlowMap, HasTheFlowsAndTheLyapunovExponentOfTheCatalog) {
  const OrbitRequest request = blade_with({"mu=0.5", "eps=0.2"});
  const std::unique_ptr<FlowMap> known = blade().flow_maps(request, {})(request.parameters);
  const std::unique_ptr<FlowMap> found = through_models(request)(request.parameters);
  EXPECT_EQ(found->dof(), 2);
  EXPECT_EQ(found->start(), known->start());
  EXPECT_EQ(found->scale(), known->scale());
  EXPECT_EQ(found->drive_period(), known->drive_period());
  const FlowRequest way{.t = 0, .z = known->start(), .duration = 1.5, .derivative = true};
  const FlowResult a = known->flow(way), b = found->flow(way);
  EXPECT_EQ(b.z, a.z);
  EXPECT_EQ(b.rate, a.rate);
  EXPECT_EQ(b.derivative, a.derivative);
  EXPECT_EQ(b.sequence, a.sequence);
  EXPECT_EQ(b.signature, a.signature);
  EXPECT_EQ(b.modes, a.modes);
  EXPECT_EQ(b.points.size(), a.points.size());
  EXPECT_GT(a.points.size(), 2u);
  EXPECT_EQ(found->smallest_gap(a.t, a.z), known->smallest_gap(a.t, a.z));
  const double exponent = known->lyapunov_exponent(0, known->start(), 2);
  EXPECT_EQ(found->lyapunov_exponent(0, known->start(), 2), exponent);
  EXPECT_LT(exponent, 10);
  EXPECT_GT(exponent, -10);
}

struct Seen {
  Flash kind;
  double t;
  Eigen::VectorXd z;
  bool operator==(const Seen&) const = default;
};
std::vector<Seen> flashes(const FlowMap& map, bool sections_only = false) {
  std::vector<Seen> seen;
  map.flashes({.t = 0, .z = map.start(), .duration = 1.5}, [&](Flash kind, double t, const Eigen::VectorXd& z) {
    if (kind == Flash::section || !sections_only) seen.push_back({kind, t, z});
    return true;
  });
  return seen;
}

TEST(AnyFlowMap, TakesTheSectionsOfTheCatalog) {
  const OrbitRequest request = blade_with({"mu=0.5", "eps=0.2"});
  const std::unique_ptr<FlowMap> own = blade().flow_maps(request, {})(request.parameters);
  const FlowResult way = own->flow({.t = 0, .z = own->start(), .duration = 1.5});
  const SectionChoice halfway{.kind = SectionChoice::Kind::crossing,
                              .coordinate = 0,
                              .rate = false,
                              .level = 0.5 * (way.low + way.high),
                              .direction = -1};
  const SectionChoice strobe{.kind = SectionChoice::Kind::period, .period = 0.25};
  for (const SectionChoice& section : {SectionChoice{}, highest(0), lowest(1), halfway, strobe}) {
    const std::unique_ptr<FlowMap> known = blade().flow_maps(request, section)(request.parameters);
    const std::unique_ptr<FlowMap> found = through_models(request, section)(request.parameters);
    EXPECT_EQ(found->strobed(), known->strobed());
    EXPECT_EQ(found->drive_period(), known->drive_period());
    EXPECT_EQ(found->section_coordinate(), known->section_coordinate());
    EXPECT_EQ(found->section_value(way.z), known->section_value(way.z));
    EXPECT_EQ(found->section_slope(way.z), known->section_slope(way.z));
    EXPECT_TRUE(flashes(*found) == flashes(*known));
    EXPECT_GT(flashes(*known, true).size(), 2u);
  }
}

TEST(AnyFlowMap, WatchesAModelByItsOwnCrossingOrDrive) {
  const OrbitRequest request = blade_with({"mu=0.5", "eps=0.2"});
  const auto map = [&](const SectionChoice& section, const Section& entry) {
    return through_models(request, section, entry)(request.parameters);
  };
  const std::unique_ptr<FlowMap> chosen = map(highest(0), {}), own = map({}, {.section = highest(0)});
  EXPECT_FALSE(own->strobed());
  EXPECT_TRUE(flashes(*own) == flashes(*chosen));
  EXPECT_FALSE(flashes(*own) == flashes(*map({}, {})));
  // The oscillator repeats after every time, so that any is the period of a drive.
  const std::unique_ptr<FlowMap> driven = map({}, {.period = 0.25}), crossed = map(highest(0), {.period = 0.25});
  EXPECT_TRUE(driven->strobed());
  const std::vector<Seen> phases = flashes(*driven);
  ASSERT_GE(phases.size(), 5u);
  for (std::size_t i = 0; i < phases.size(); ++i) EXPECT_EQ(phases[i].t, 0.25 * static_cast<double>(i + 1));
  EXPECT_FALSE(crossed->strobed());
  EXPECT_EQ(crossed->drive_period(), 0.25);
  EXPECT_TRUE(flashes(*crossed) == flashes(*chosen, true)) << "no ticks where there is a drive";
}

TEST(AnyFlowMap, RefusesAModelOfDoublesAndAStartOfAnotherSize) {
  const ModelOf<testing_support::Block<2>> doubles(testing_support::Block<2>{});
  EXPECT_THROW(AnyFlowMap(Any(doubles), {}, "x", {.initial = any_state(State<3>{})}), BadInput);
  const ModelOf<ImpactOscillator> model(ImpactOscillator(ImpactOscillatorSettings{}));
  EXPECT_THROW(AnyFlowMap(Any(model), {}, "phi"), BadInput);
}

TEST(AnyFlowMap, RefusesASectionThatTheModelDoesNotHave) {
  const ModelOf<ImpactOscillator> model(ImpactOscillator(ImpactOscillatorSettings{}));
  const Section entry{.initial = any_state(model.mechanism().initial_state())};
  EXPECT_NO_THROW(AnyFlowMap(Any(model), {}, "y", entry, lowest(1)));
  EXPECT_THROW(AnyFlowMap(Any(model), {}, "x", entry, lowest(2)), BadInput);
  Section other = entry;
  other.section = highest(-1);
  EXPECT_THROW(AnyFlowMap(Any(model), {}, "x", other), BadInput);
  other.section = {.kind = SectionChoice::Kind::period, .period = 1};
  EXPECT_THROW(AnyFlowMap(Any(model), {}, "phi", other), BadInput);
}

}  // namespace
}  // namespace carom::study
