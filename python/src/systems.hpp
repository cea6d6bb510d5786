// SPDX-License-Identifier: Apache-2.0
// A system of the catalog, or of a model's text, as Python holds it; and how settings become requests.
#pragma once

#include <memory>
#include <string>

#include "carom/catalog/system.hpp"
#include "values.hpp"

namespace carom::python {

struct BoundSystem {
  std::shared_ptr<const study::System> system;
  // A name by which studies in text find it; a model that was written in Python is put into the catalog for that.
  std::string study_name;
  const study::System& operator*() const { return *system; }
  const study::System* operator->() const { return system.get(); }
};

// Parameters, start, tolerances and law, as every verb takes them.
study::RunRequest run_request(const BoundSystem& system, const py::dict& settings);
void read_motion(const py::dict& settings, study::MotionOptions& motion);

void bind_systems(py::module_& module);
void bind_analysis(py::module_& module);
void bind_studies(py::module_& module);

}  // namespace carom::python
