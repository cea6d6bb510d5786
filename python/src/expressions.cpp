// SPDX-License-Identifier: Apache-2.0
// Expressions of a model's names along a trajectory: "bird.angle", "y - A*sin(omega*t)".
#include <string>
#include <vector>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/expressions/program.hpp"
#include "carom/model/model_text.hpp"
#include "carom/model/text_scope.hpp"
#include "systems.hpp"

namespace carom::python {
namespace {

TextSettings settings_of(const Parameters& parameters, const std::vector<TextQuantity>& quantities) {
  TextSettings settings;
  for (const TextQuantity& quantity : quantities) {
    if (!parameters.table().find(quantity.name) || !parameters.is_set(quantity.name)) continue;
    if (quantity.kind == TextQuantity::Kind::list)
      settings.lists[quantity.name] = parameters.list(quantity.name);
    else
      settings.numbers[quantity.name] = parameters[quantity.name];
  }
  return settings;
}

// One number a row; rows hold t, coordinates, rates and states, in the order of the card.
py::array expression(const BoundSystem& system, const py::dict& settings, const std::string& said,
                     const Doubles& rows) {
  const study::RunRequest request = run_request(system, settings);
  const std::string& source = system->card().source;
  if (source.empty())
    throw BadInput(fmt::format("system '{}' is built in: its columns have the names that they have", system->name()));
  const ModelText text = read_model_text(source, system->name());
  TextScope scope(text, settings_of(request.parameters, make_text_model(text)->facts().quantities));
  const expressions::Node output = scope.number({.text = said, .place = {.key = "column"}});
  std::vector<expressions::Node> inputs{scope.time()};
  for (const std::vector<expressions::Node>& list : {scope.coordinates(), scope.rates(), scope.states()})
    inputs.insert(inputs.end(), list.begin(), list.end());
  expressions::Switches switches;
  const std::vector<expressions::Node> outputs{output};
  const expressions::Program program(scope.graph(), outputs, inputs, switches);
  if (rows.ndim() != 2 || static_cast<std::size_t>(rows.shape(1)) != inputs.size())
    throw BadInput(fmt::format("rows must have {} columns", inputs.size()));
  std::vector<double> values(static_cast<std::size_t>(rows.shape(0))), work(program.work_size());
  for (std::size_t k = 0; k < values.size(); ++k)
    program.evaluate(rows.data() + k * inputs.size(), work.data(), &values[k]);
  return array_of(std::move(values));
}

}  // namespace

void bind_expressions(py::module_& module) { module.def("expression", &expression); }

}  // namespace carom::python
