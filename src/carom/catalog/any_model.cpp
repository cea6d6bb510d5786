// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/any_model.hpp"

namespace carom {

template RunReport<study::AnyModel> run_event_driven(const study::AnyModel&, const State<study::AnyModel::dof>&,
                                                     const RunOptions&, AnyObserver<study::AnyModel>&);
template class TangentFlow<study::AnyModel>;

}  // namespace carom
