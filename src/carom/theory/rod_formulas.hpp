// SPDX-License-Identifier: Apache-2.0
// The rods' formulas for the catalog.
#pragma once

#include "carom/theory/catalog.hpp"

namespace carom::theory {

Formula rod_collision_formula();
Formula rod_drift_formula();
Formula rod_regimes_formula();

}  // namespace carom::theory
