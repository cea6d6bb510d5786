// SPDX-License-Identifier: Apache-2.0
// The compiled half of the package `carom`. What users see is in python/carom: here are only numbers and names.
#include "carom/base/bad_input.hpp"
#include "carom/base/interrupt.hpp"
#include "carom/base/version.hpp"
#include "carom/base/write_failure.hpp"
#include "carom/store/sweep_store.hpp"
#include "systems.hpp"

PYBIND11_MODULE(_carom, module) {
  namespace py = pybind11;
  module.doc() = "The compiled half of carom.";
  module.attr("__version__") = CAROM_VERSION;
  py::register_exception<carom::BadInput>(module, "BadInput", PyExc_ValueError);
  py::register_exception_translator([](std::exception_ptr thrown) {
    const auto fail = [](const char* message) {
      PyErr_SetString(py::module_::import("carom.errors").attr("Failed").ptr(), message);
    };
    try {
      std::rethrow_exception(thrown);
    } catch (const carom::store::StoreFailure& failure) {
      fail(failure.what());
    } catch (const carom::WriteFailure& failure) {
      fail(failure.what());
    } catch (const carom::Interrupted&) {
      PyErr_SetNone(PyExc_KeyboardInterrupt);
    }
  });
  carom::python::bind_systems(module);
  carom::python::bind_analysis(module);
  carom::python::bind_studies(module);
  carom::python::bind_expressions(module);
}
