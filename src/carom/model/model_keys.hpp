// SPDX-License-Identifier: Apache-2.0
// The keys of a model file, part by part: what its reader accepts, what it offers in place of a wrong one, and what
// docs/schema/carom-model.schema.json tells to editors.
#pragma once

#include <string>
#include <vector>

namespace carom {

// Parts whose keys are names of the user's own ([let], [rates], set, modulo) have no list.
enum class ModelPart {
  file,
  parameter,   // written as a table
  table,       // [table.NAME]
  coordinate,  // written as a table
  equations,   // force.NAME beside them
  contact,
  state,  // written as a table
  event,
  section,
  observable,
  numerics,
  scale,
};

const std::vector<std::string>& keys_of(ModelPart part);

// Of bodies and what is between them.
const std::vector<std::string>& body_keys();
const std::vector<std::string>& joint_keys();
const std::vector<std::string>& spring_keys();
// Those of [[contact]] that say how shapes touch, not where.
const std::vector<std::string>& touch_law_keys();

// The words that `law` can be.
const std::vector<std::string>& model_laws();

}  // namespace carom
