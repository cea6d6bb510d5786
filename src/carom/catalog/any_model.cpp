// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/any_model.hpp"

namespace carom {

template RunReport<AnyModel> run_event_driven(const AnyModel&, const State<AnyModel::dof>&, const RunOptions&,
                                              AnyObserver<AnyModel>&);
template class TangentFlow<AnyModel>;

}  // namespace carom
