// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "carom/catalog/catalog.hpp"

namespace carom::study {
namespace {

std::string motion_of(const char* preset) {
  const System& dimer = dimer_system();
  RunRequest request = dimer.request();
  dimer.apply(dimer.preset(preset), request);
  const RunResult result = dimer.run(request);
  EXPECT_EQ(result.outcome, Outcome::reached_end) << preset;
  for (const auto& [key, value] : result.observables)
    if (key == "motion") return std::get<std::string>(value);
  return "";
}

TEST(DimerPresets, ReachTheMotionsTheyName) {
  EXPECT_EQ(motion_of("fig6"), "drift");
  EXPECT_EQ(motion_of("fig18"), "pendulum");
  EXPECT_EQ(motion_of("fig22"), "rest");
  EXPECT_EQ(motion_of("fig25"), "hop");
  EXPECT_EQ(motion_of("jump"), "jump");
  EXPECT_EQ(motion_of("flutter"), "flutter");
  EXPECT_EQ(motion_of("half-rate"), "half-rate drift");
  EXPECT_EQ(motion_of("t-2t"), "(T,2T)");
  EXPECT_EQ(motion_of("alternating"), "alternating");
}

TEST(DimerPresets, EveryOneRunsToItsEnd) {
  const System& dimer = dimer_system();
  for (const Preset& preset : dimer.card().presets) {
    RunRequest request = dimer.request();
    dimer.apply(preset, request);
    request.cycles = 30;
    const RunResult result = dimer.run(request);
    EXPECT_EQ(result.outcome, Outcome::reached_end) << preset.name << ": " << result.reason;
  }
}

}  // namespace
}  // namespace carom::study
