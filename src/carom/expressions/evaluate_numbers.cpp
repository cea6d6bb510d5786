// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/evaluate.hpp"

namespace carom::expressions {

template void Program::evaluate(const double*, double*, double*) const;
template void Program::evaluate(const Dual<double>*, Dual<double>*, Dual<double>*) const;
template void Program::evaluate(const Dual<Dual<double>>*, Dual<Dual<double>>*, Dual<Dual<double>>*) const;
template void Program::evaluate(const Dual<Dual<Dual<double>>>*, Dual<Dual<Dual<double>>>*,
                                Dual<Dual<Dual<double>>>*) const;
template void Program::evaluate_held(const double*, const int*, double*, double*) const;
template void Program::evaluate_held(const Dual<double>*, const int*, Dual<double>*, Dual<double>*) const;
template void Program::evaluate_held(const Dual<Dual<double>>*, const int*, Dual<Dual<double>>*,
                                     Dual<Dual<double>>*) const;
template void Program::evaluate_held(const Dual<Dual<Dual<double>>>*, const int*, Dual<Dual<Dual<double>>>*,
                                     Dual<Dual<Dual<double>>>*) const;

}  // namespace carom::expressions
