// SPDX-License-Identifier: Apache-2.0
// One multiple impact of N equal elastic Hertzian balls in touch, by Siconos: its own translation unit, because its headers
// need C++17.
#include "siconos_chain.hpp"

#include <SiconosKernel.hpp>

#include <ctime>

namespace peers {
namespace {
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
}  // namespace

// The balls wait 0.1 m from the first one, so that the impact is an event of its own.
std::optional<Answer> by_siconos(int N, double dP) try {
  constexpr double radius = 0.5, gap = 0.1, end = 0.2;
  auto world = std::make_shared<NonSmoothDynamicalSystem>(0.0, end);
  std::vector<SP::LagrangianLinearTIDS> balls;
  for (int i = 0; i < N; ++i) {
    auto mass = std::make_shared<SimpleMatrix>(1, 1);
    (*mass)(0, 0) = 1;
    auto q = std::make_shared<SiconosVector>(1), v = std::make_shared<SiconosVector>(1);
    (*q)(0) = i == 0 ? 0.0 : 2 * radius * i + gap;
    (*v)(0) = i == 0 ? 1.0 : 0.0;
    balls.push_back(std::make_shared<LagrangianLinearTIDS>(q, v, mass));
    world->insertDynamicalSystem(balls.back());
  }
  auto H = std::make_shared<SimpleMatrix>(1, 2);
  (*H)(0, 0) = -1;
  (*H)(0, 1) = 1;
  for (int i = 0; i + 1 < N; ++i) {
    auto b = std::make_shared<SiconosVector>(1);
    (*b)(0) = -2 * radius;
    auto relation = std::make_shared<LagrangianLinearTIR>(H, b);
    auto contact = std::make_shared<Interaction>(std::make_shared<MultipleImpactNSL>(1.0, 1.0, 1.5), relation);
    world->link(contact, balls[static_cast<std::size_t>(i)], balls[static_cast<std::size_t>(i) + 1]);
  }
  auto simulation = std::make_shared<EventDriven>(world, std::make_shared<TimeDiscretisation>(0.0, 0.15));
  simulation->insertIntegrator(std::make_shared<LsodarOSI>());
  auto impact = std::make_shared<MultipleImpact>(std::string("BiStiffness"), dP);
  impact->SetNstepMax(2000000000u);
  simulation->insertNonSmoothProblem(impact, SICONOS_OSNSP_ED_IMPACT);
  simulation->insertNonSmoothProblem(std::make_shared<LCP>(), SICONOS_OSNSP_ED_SMOOTH_ACC);
  Answer answer{std::vector<double>(static_cast<std::size_t>(N)), -1};
  while (simulation->hasNextEvent()) {
    simulation->advanceToEvent();
    const bool nonsmooth = simulation->eventsManager()->nextEvent()->getType() == 2;
    const double begun = cpu_seconds();
    simulation->processEvents();
    const double spent = cpu_seconds() - begun;
    // The first event is the start with closed contacts; the impact is the longest one.
    if (!nonsmooth || spent <= answer.seconds) continue;
    answer.seconds = spent;
    for (std::size_t i = 0; i < answer.v.size(); ++i) answer.v[i] = (*balls[i]->velocity())(0);
  }
  return answer;
} catch (...) {
  Siconos::exception::process();
  return std::nullopt;
}

}  // namespace peers
