// SPDX-License-Identifier: Apache-2.0
// A picture of how a model of bodies starts.
#pragma once

#include <string>

#include "carom/model/body_picture.hpp"

namespace carom::app {

// An SVG with bodies, joints, springs, contacts that are closed, and their names.
std::string model_sketch(const BodyPicture& picture);

}  // namespace carom::app
