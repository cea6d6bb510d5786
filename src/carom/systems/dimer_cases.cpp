// SPDX-License-Identifier: Apache-2.0
#include "carom/systems/dimer_cases.hpp"

#include <string>

#include "carom/base/bad_input.hpp"

namespace carom {
namespace {

std::vector<DimerCase> listed() {
  const DimerCase short_dimer{.cycles = 100, .mu_i = 0.12}, long_dimer{.cycles = 100, .A_r = 5.7, .mu_i = 0.12};
  const DimerCase short_slow{.cycles = 100}, long_slow{.cycles = 100, .A_r = 5.7};
  const DimerCase jump{.f = 50, .h0 = 10.25, .theta0 = 8}, hop{.Gamma = 1.4};
  std::vector<DimerCase> list;
  const auto add = [&](std::string_view name, std::string_view summary, DimerCase one) {
    one.name = name;
    one.summary = summary;
    list.push_back(one);
  };
  add("fig3", "heights of the tips in the forward drift, A_r = 3.9", short_dimer);
  add("fig4", "tilt in the forward drift, A_r = 3.9", short_dimer);
  add("fig5", "tangential velocities of the tips, A_r = 3.9", short_dimer);
  add("fig6", "displacement of the left tip, A_r = 3.9: forward drift", short_dimer);
  add("fig7", "heights of the tips in the reverse drift, A_r = 5.7", long_dimer);
  add("fig8", "tilt in the reverse drift, A_r = 5.7", long_dimer);
  add("fig9", "tangential velocities of the tips, A_r = 5.7", long_dimer);
  add("fig10", "displacement of the left tip, A_r = 5.7: reverse drift", long_dimer);
  add("fig11", "scaled drift against A_r at 25, 50, 75 Hz: vary A_r and f from here", {.mu_i = 0.12});
  add("fig12", "tangential velocity of the left tip with mu_i = 0.08, A_r = 3.9 (solid)", short_slow);
  add("fig12-dashed", "the same, A_r = 5.7", long_slow);
  add("fig13", "enlarged from fig12, A_r = 3.9 (solid)", short_slow);
  add("fig13-dashed", "the same, A_r = 5.7", long_slow);
  add("fig14", "displacement of the left tip over 120 ms, A_r = 3.9 (solid)", short_slow);
  add("fig14-dashed", "the same, A_r = 5.7", long_slow);
  add("fig15", "scaled drift against A_r with mu_i = 0.08: vary A_r and f from here", {});
  add("fig16", "heights of the tips of a stubby dimer, A_r = 2.5", {.A_r = 2.5});
  add("fig17", "tangential velocities of the tips, A_r = 2.5", {.A_r = 2.5});
  add("fig18", "heights of the tips of a slender dimer, A_r = 6.5: a pendulum", {.A_r = 6.5, .h0 = 2.25, .theta0 = 12});
  add("fig19", "the start that the source reports to jump, 50 Hz: heights of the tips", jump);
  add("fig20", "enlarged from fig19", jump);
  add("fig21", "the same start: displacements of the tips", jump);
  add("fig22", "a weak plate, Gamma = 0.2: the dimer comes to rest", {.cycles = 100, .Gamma = 0.2, .theta0 = 12});
  add("fig23", "a strong plate, Gamma = 1.4, theta0 = 10 deg", {.Gamma = 1.4, .theta0 = 10});
  add("fig24", "the same plate from h0 = 3.25 mm: jump and flutter combined", {.Gamma = 1.4, .h0 = 3.25, .theta0 = 10});
  add("fig25", "the same plate from theta0 = 5 deg: both tips hop together", hop);
  add("fig26", "enlarged from fig25", hop);
  add("fig27", "the start that the source reports to flutter, 50 Hz, e = 0.8: heights of the tips",
      {.f = 50, .e = 0.8, .h0 = 4.9, .theta0 = 4});
  add("fig28", "the same with the printed h0 = 0.25 mm: tilt", {.f = 50, .e = 0.8, .theta0 = 4});
  // Starts that reach motions which the printed ones miss, or reach only by chance.
  add("jump", "a start that jumps, 50 Hz: both tips hit once a cycle",
      {.cycles = 400, .f = 50, .h0 = 0.5, .theta0 = 1});
  add("flutter", "a start that flutters, 50 Hz, e = 0.8: the tips hit in turn, each every other cycle",
      {.cycles = 600, .f = 50, .e = 0.8, .h0 = 5.5, .theta0 = 2});
  add("half-rate",
      "a start that drifts at half the rate, 50 Hz, e = 0.8: one tip stays, the other hits every other cycle",
      {.cycles = 600, .f = 50, .e = 0.8, .h0 = 1.5, .theta0 = 8});
  add("t-2t", "a start that reaches (T,2T), 50 Hz, e = 0.8: one tip hits every cycle, the other every other cycle",
      {.cycles = 600, .f = 50, .e = 0.8, .h0 = 0.5, .theta0 = 6});
  add("alternating", "big and small bounces in turn, Gamma = 1.3", {.cycles = 400, .Gamma = 1.3, .theta0 = 10});
  return list;
}

}  // namespace

const std::vector<DimerCase>& dimer_cases() {
  static const std::vector<DimerCase> list = listed();
  return list;
}

const DimerCase& dimer_case(std::string_view name) {
  for (const DimerCase& one : dimer_cases())
    if (one.name == name) return one;
  throw BadInput("there is no case '" + std::string(name) + "' of the dimer");
}

}  // namespace carom
