// SPDX-License-Identifier: Apache-2.0
// The sections of a model file that are about bodies.
#pragma once

#include "carom/model/model_sections.hpp"

namespace carom {

void read_bodies(const TextItem& item, ModelText& model);
void read_joints(const TextItem& item, ModelText& model);
void read_springs(const TextItem& item, ModelText& model);
void read_touching(const TextItem& item, ModelText& model);  // [contacts]
// [[contact]] with `between`.
void read_touch(const TextItem& table, ModelText& model);
// Names of bodies, joints and springs are different; what needs bodies has some.
void check_bodies(const ModelText& model);

}  // namespace carom
