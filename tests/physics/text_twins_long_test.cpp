// SPDX-License-Identifier: Apache-2.0
// The dimer of models/ beside that of the catalog, along a branch of its drifting orbit.
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "carom/analysis/continuation.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/model_file.hpp"

namespace carom::study {
namespace {

std::vector<SpecialPoint> special_points(const System& system) {
  ContinuationRequest request{.start = {.parameters = system.defaults()}};
  request.start.parameters.set("mu_i", 0.08);
  request.kind = BranchKind::orbit;
  request.parameter = "Gamma";
  request.from = 0.9;
  request.to = 1;
  return follow_branch(system, request).special;
}

TEST(TextTwins, ChangeTheirRegimesAtTheSameParameters) {
  const std::string file = (std::filesystem::path(CAROM_SOURCE_DIR) / "models" / "dimer.toml").string();
  const auto known = special_points(system("dimer")), text = special_points(system_of_file(file));
  ASSERT_GE(known.size(), 3u);
  ASSERT_EQ(text.size(), known.size());
  for (std::size_t k = 0; k < known.size(); ++k) {
    EXPECT_EQ(text[k].kind, known[k].kind);
    EXPECT_NEAR(text[k].parameter, known[k].parameter, 1e-7);
  }
}

}  // namespace
}  // namespace carom::study
