// SPDX-License-Identifier: Apache-2.0
// The engine for models of many bodies, as the catalog has it compiled.
#pragma once

#include "carom/base/large_stack.hpp"
#include "carom/catalog/any_model.hpp"
#include "carom/model/model_of.hpp"

namespace carom::testing_support {

using Large = study::LargeModel;

// Many contacts want more room than an ordinary stack has.
template <class Observer>
RunReport<Large> run_large(const Large& model, const State<Large::dof>& start, const RunOptions& options,
                           Observer& observer) {
  RunReport<Large> report;
  on_large_stack([&] { report = run_watched(model, start, options, observer); });
  return report;
}
inline RunReport<Large> run_large(const Large& model, const State<Large::dof>& start, const RunOptions& options) {
  NoObserver nobody;
  return run_large(model, start, options, nobody);
}

}  // namespace carom::testing_support
