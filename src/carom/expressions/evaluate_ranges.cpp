// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/evaluate.hpp"

namespace carom::expressions {

template void Program::evaluate(const Interval*, Interval*, Interval*) const;
template void Program::evaluate(const Dual<Interval>*, Dual<Interval>*, Dual<Interval>*) const;
template void Program::evaluate_held(const Interval*, const int*, Interval*, Interval*) const;
template void Program::evaluate_held(const Dual<Interval>*, const int*, Dual<Interval>*, Dual<Interval>*) const;

}  // namespace carom::expressions
