// SPDX-License-Identifier: Apache-2.0
// The compiled half of the package `carom`. What users see is in python/carom: here are only numbers and names.
#include "carom/base/bad_input.hpp"
#include "carom/base/version.hpp"
#include "carom/store/sweep_store.hpp"
#include "systems.hpp"

PYBIND11_MODULE(_carom, module) {
  namespace py = pybind11;
  module.doc() = "The compiled half of carom.";
  module.attr("__version__") = CAROM_VERSION;
  py::register_exception<carom::store::StoreFailure>(module, "StoreFailure", PyExc_RuntimeError);
  py::register_exception<carom::BadInput>(module, "BadInput", PyExc_ValueError);
  carom::python::bind_systems(module);
  carom::python::bind_analysis(module);
  carom::python::bind_studies(module);
}
