// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "carom/catalog/catalog.hpp"

namespace carom::study {
namespace {

TEST(Catalog, EveryPresetRuns) {
  for (const System* s : systems()) {
    for (const Preset& preset : s->card().presets) {
      RunRequest request = s->request();
      s->apply(preset, request);
      if (!s->card().frequency.empty()) request.cycles = 3;
      const RunResult result = s->run(request);
      EXPECT_EQ(result.outcome, Outcome::reached_end) << preset.name << ": " << result.reason;
      EXPECT_EQ(result.law, preset.law.value_or(s->card().law));
    }
  }
}

}  // namespace
}  // namespace carom::study
