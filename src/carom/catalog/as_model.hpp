// SPDX-License-Identifier: Apache-2.0
// A mechanism as a model: of a model known at run time that one, which is not to outlive it, of a class one of it.
#pragma once

#include <memory>

#include "carom/model/model_of.hpp"

namespace carom::study {

template <class S>
std::shared_ptr<const Model> as_model(const S& mechanism) {
  if constexpr (requires { mechanism.instance(); })
    return {&mechanism.model(), [](const Model*) {}};
  else
    return std::make_shared<const ModelOf<S>>(mechanism);
}

}  // namespace carom::study
