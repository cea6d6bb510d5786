// SPDX-License-Identifier: Apache-2.0
// A model of text moves without allocating: a run of twice the length asks for as much memory.
#define CAROM_COUNT_MALLOC
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "carom/catalog/model_file.hpp"
#include "carom/catalog/system.hpp"
#include "support/counted_allocations.hpp"

namespace carom::study {
namespace {

long allocated(const System& system, double until) {
  RunRequest request = system.request();
  request.until = until;
  const long before = allocations;
  const RunResult result = system.run(request);
  EXPECT_EQ(result.outcome, Outcome::reached_end) << result.reason;
  return allocations - before;
}

// Contacts and impacts; friction by the slip; states, clocks and impacts; corners; a section at an event.
TEST(TextModel, DoesNotAllocateInTheSteadyState) {
  const std::filesystem::path folder = std::filesystem::path(CAROM_SOURCE_DIR) / "models";
  struct Case {
    const char* file;
    double until;
  };
  for (const Case& one : {Case{"dimer.toml", 0.4}, Case{"stribeck_belt.toml", 60}, Case{"sampled_controller.toml", 20},
                          Case{"bilinear.toml", 40}, Case{"walker.toml", 20}}) {
    const System& system = system_of_file((folder / one.file).string());
    allocated(system, one.until);  // what stays with the thread
    EXPECT_EQ(allocated(system, 2 * one.until), allocated(system, one.until)) << one.file;
  }
}

}  // namespace
}  // namespace carom::study
