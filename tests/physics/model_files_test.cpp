// SPDX-License-Identifier: Apache-2.0
// The models of models/: each runs with its books closed, and twins of the catalog's systems move as those do.
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "carom/catalog/catalog.hpp"
#include "carom/catalog/model_file.hpp"

namespace carom::study {
namespace {

const std::filesystem::path folder = std::filesystem::path(CAROM_SOURCE_DIR) / "models";

TEST(ModelFiles, RunWithTheirBooksClosed) {
  int number = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".toml") continue;
    SCOPED_TRACE(entry.path().filename().string());
    ++number;
    const System& system = system_of_file(entry.path().string());
    const RunResult result = system.run(system.request());
    EXPECT_EQ(result.outcome, Outcome::reached_end) << result.reason;
    EXPECT_LT(result.ledger.relative_residual(), 1e-8);
  }
  EXPECT_GE(number, 15);
}

// The same events, and the same end to rounding: of motions that are regular over this time.
TEST(ModelFiles, TwinsMoveAsTheCatalogDoes) {
  struct Twin {
    const char* system;
    const char* file;
    double until;
  };
  for (const Twin& twin : std::vector<Twin>{{"dimer", "dimer.toml", 0.4},
                                            {"bouncing-ball", "bouncing_ball.toml", 1.0},
                                            {"rocking-block", "rocking_block.toml", 1.0},
                                            {"impact-oscillator", "impact_oscillator.toml", 0.5}}) {
    SCOPED_TRACE(twin.file);
    const System& known = system(twin.system);
    const System& text = system_of_file((folder / twin.file).string());
    RunRequest request = known.request(), same = text.request();
    request.until = same.until = twin.until;
    request.law = same.law = Restitution::energetic;
    const RunResult a = known.run(request), b = text.run(same);
    ASSERT_EQ(b.outcome, Outcome::reached_end) << b.reason;
    EXPECT_EQ(b.events.impacts, a.events.impacts);
    EXPECT_EQ(b.events.multiple_impacts, a.events.multiple_impacts);
    ASSERT_EQ(b.q.size(), a.q.size());
    for (std::size_t k = 0; k < a.q.size(); ++k) {
      EXPECT_NEAR(b.q[k], a.q[k], 1e-8) << "q " << k;
      EXPECT_NEAR(b.u[k], a.u[k], 1e-7) << "u " << k;
    }
  }
}

}  // namespace
}  // namespace carom::study
