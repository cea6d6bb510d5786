// SPDX-License-Identifier: Apache-2.0
#include "carom/impact/solve_impact.hpp"

namespace carom {

template class CompliantImpact<1>;
template class CompliantImpact<2>;
template class CompliantImpact<3>;
template class CompliantImpact<4>;
template class CompliantImpact<2, Dual<double>>;

namespace detail {

template ImpactResult<1> solve_any(const ImpactProblem<1>&, const ImpactOptions&, const ImpactTrace&);
template ImpactResult<2> solve_any(const ImpactProblem<2>&, const ImpactOptions&, const ImpactTrace&);
template ImpactResult<3> solve_any(const ImpactProblem<3>&, const ImpactOptions&, const ImpactTrace&);
template ImpactResult<4> solve_any(const ImpactProblem<4>&, const ImpactOptions&, const ImpactTrace&);
template ImpactResult<1, Dual<double>> solve_any(const ImpactProblem<1, Dual<double>>&, const ImpactOptions&,
                                                 const ImpactTrace&);
template ImpactResult<2, Dual<double>> solve_any(const ImpactProblem<2, Dual<double>>&, const ImpactOptions&,
                                                 const ImpactTrace&);

}  // namespace detail

}  // namespace carom
