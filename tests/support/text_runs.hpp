// SPDX-License-Identifier: Apache-2.0
// Models of texts, run to a time, and what was observed of them.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <variant>

#include <gtest/gtest.h>

#include "carom/catalog/model_file.hpp"
#include "carom/catalog/system.hpp"

namespace carom::test {

// Of a text without its first line.
inline std::unique_ptr<study::System> model(const std::string& text) {
  return study::model_system("carom = \"model 1\"\n" + text, "text.toml");
}

inline double observed(const study::RunResult& result, const std::string& name) {
  for (const auto& [key, value] : result.observables)
    if (key == name) {
      if (const long* count = std::get_if<long>(&value)) return static_cast<double>(*count);
      return std::get<double>(value);
    }
  ADD_FAILURE() << "no observable " << name;
  return std::nan("");
}

inline study::RunResult run_until(const study::System& system, double until, double rtol = 1e-10,
                                  EventSink* events = nullptr) {
  study::RunRequest request = system.request();
  request.until = until;
  request.rtol = rtol;
  request.atol = 1e-2 * rtol;
  request.events = events;
  study::RunResult result = system.run(request);
  EXPECT_EQ(result.outcome, Outcome::reached_end) << result.reason;
  return result;
}

}  // namespace carom::test
