// SPDX-License-Identifier: Apache-2.0
// Impacts that are traced (solve_impact.hpp).
#include "carom/impact/any_trace.hpp"

#include "carom/impact/solve_impact.hpp"

namespace carom::detail {

template ImpactResult<1> solve_any(const ImpactProblem<1>&, const ImpactOptions&, AnyTrace&);
template ImpactResult<2> solve_any(const ImpactProblem<2>&, const ImpactOptions&, AnyTrace&);
template ImpactResult<3> solve_any(const ImpactProblem<3>&, const ImpactOptions&, AnyTrace&);
template ImpactResult<4> solve_any(const ImpactProblem<4>&, const ImpactOptions&, AnyTrace&);

}  // namespace carom::detail
