// SPDX-License-Identifier: Apache-2.0
// The formulas of oblique impacts and of lattices for the catalog.
#pragma once

#include "carom/theory/catalog.hpp"

namespace carom::theory {

Formula oblique_impact_formula();
Formula walton_formula();
Formula square_lattice_formula();

}  // namespace carom::theory
