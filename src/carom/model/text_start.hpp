// SPDX-License-Identifier: Apache-2.0
// The start of a model that has constraints: brought onto them where the text leaves that open, refused where it does not fit.
#pragma once

#include <string>
#include <vector>

#include "carom/model/model.hpp"
#include "carom/model/model_text.hpp"

namespace carom {

struct StartClosing {
  bool places = false;  // may be moved
  bool speeds = false;
};

// Places and velocities that keep the constraints, by the least change in the metric of the mass matrix. What may not be moved
// must fit to 1e-9 of its size, or BadInput names the constraint and by how much it is open. Returns what was moved, in words.
std::string close_start(const Model& model, const std::string& file, double t, StartClosing may, std::vector<double>& q,
                        std::vector<double>& u);

// What to say of a mass matrix that cannot be inverted at the start.
[[noreturn]] void refuse_singular_mass(const ModelText& text, const std::vector<double>& mass,
                                       const std::vector<std::string>& coordinates);

}  // namespace carom
