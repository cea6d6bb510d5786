// SPDX-License-Identifier: Apache-2.0
#include "carom/impact/solve_impact.hpp"

namespace carom {

template class CompliantImpact<at_most(room_of_many)>;
template class CompliantImpact<at_most(room_of_many), Dual<double>>;

}  // namespace carom
