// SPDX-License-Identifier: Apache-2.0
// The names of a model: what may be one, that none is given twice, and that what [rates], forces, presets, `set`, `free` and
// `modulo` speak of is there.
#pragma once

#include <string>

#include "carom/model/model_text.hpp"

namespace carom {

// Letters, digits and _, not beginning with a digit; `what` begins the refusal: "the name of a contact". What is as good as a
// letter in it ({i}, a hyphen) may have been replaced by one; the refusal shows it as it was written.
void require_plain_name(const std::string& name, const expressions::Place& place, const std::string& what,
                        const std::string& written);
// … that an expression can use: not ending in _dot, no word that means something already.
void require_usable_name(const std::string& name, const expressions::Place& place, const std::string& what);

// All names of a model that is read; throws BadInput.
void check_names(const ModelText& model);

}  // namespace carom
