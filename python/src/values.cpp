// SPDX-License-Identifier: Apache-2.0
#include "values.hpp"

#include <cmath>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"

namespace carom::python {

py::object object_of(const study::Value& value) {
  if (const double* number = std::get_if<double>(&value)) return py::float_(*number);
  if (const long* count = std::get_if<long>(&value)) return py::int_(*count);
  if (const std::string* text = std::get_if<std::string>(&value)) return py::str(*text);
  if (const auto* numbers = std::get_if<std::vector<double>>(&value)) return array_of(*numbers);
  if (const auto* mean = std::get_if<study::SeedMean>(&value)) {
    py::dict entry;
    entry["mean"] = mean->mean;
    entry["standard_error"] = mean->standard_error;
    entry["n"] = mean->n;
    return entry;
  }
  py::list phases;
  for (const study::Phase& phase : std::get<std::vector<study::Phase>>(value)) {
    py::dict entry;
    entry["t"] = phase.t;
    entry["contact"] = phase.contact;
    entry["phase"] = phase.phase;
    phases.append(entry);
  }
  return phases;
}

py::dict dict_of(const std::vector<std::pair<std::string, study::Value>>& entries) {
  py::dict dict;
  for (const auto& [name, value] : entries) dict[py::str(name)] = object_of(value);
  return dict;
}

py::dict dict_of(const Ledger& ledger) {
  py::dict dict;
  dict["kinetic"] = ledger.kinetic;
  dict["potential"] = ledger.potential;
  dict["initial"] = ledger.initial;
  dict["drive_work"] = ledger.drive_work;
  dict["normal_loss"] = ledger.normal_loss;
  dict["friction_loss"] = ledger.friction_loss;
  dict["closing_loss"] = ledger.closing_loss;
  dict["event_work"] = ledger.event_work;
  dict["exchanged"] = ledger.exchanged;
  dict["residual"] = ledger.residual();
  return dict;
}

py::dict dict_of(const EventCounts& events) {
  py::dict dict;
  dict["impacts"] = events.impacts;
  dict["multiple_impacts"] = events.multiple_impacts;
  dict["stick"] = events.stick;
  dict["slip"] = events.slip;
  dict["detach"] = events.detach;
  dict["close"] = events.close;
  dict["chatter_limits"] = events.chatter_limits;
  dict["own"] = events.own;
  dict["tangential_impacts"] = events.tangential_impacts;
  dict["indeterminate"] = events.indeterminate;
  return dict;
}

py::list names_of(const std::vector<ContactMode>& modes) {
  py::list list;
  for (const ContactMode mode : modes) list.append(py::str(std::string(name(mode))));
  return list;
}

py::list list_of(const std::vector<study::Quantity>& quantities) {
  py::list list;
  for (const study::Quantity& quantity : quantities)
    list.append(py::make_tuple(quantity.name, quantity.unit, quantity.meaning));
  return list;
}

py::dict dict_of(const ParameterSpec& spec) {
  py::dict dict;
  dict["name"] = spec.name;
  dict["unit"] = spec.unit;
  dict["meaning"] = spec.meaning;
  dict["range"] = valid_values(spec);
  dict["min"] = spec.min;
  dict["max"] = spec.max;
  dict["follows"] = spec.follows;
  dict["choices"] = list_of(spec.choices);
  dict["default"] = spec.choices.empty() ? py::object(py::float_(spec.value)) : py::object(py::str(spec.choice));
  dict["list"] = spec.list;
  dict["of_start"] = spec.of_start;
  return dict;
}

py::dict dict_of(const study::SystemCard& card) {
  py::dict dict;
  dict["name"] = card.name;
  dict["summary"] = card.summary;
  py::list parameters, presets;
  for (const ParameterSpec& spec : card.parameters.specs()) parameters.append(dict_of(spec));
  dict["parameters"] = parameters;
  dict["coordinates"] = list_of(card.coordinates);
  dict["rates"] = list_of(study::rates_of(card.coordinates));
  dict["states"] = list_of(card.states);
  dict["events"] = list_of(card.events);
  dict["contacts"] = list_of(card.contacts);
  dict["observables"] = list_of(card.observables);
  for (const study::Preset& preset : card.presets) presets.append(py::make_tuple(preset.name, preset.summary));
  dict["presets"] = presets;
  dict["start"] = card.start;
  dict["touching"] = card.touching;
  dict["section"] = card.section;
  dict["source"] = card.source;
  dict["time_unit"] = card.time_unit;
  dict["energy_unit"] = card.energy_unit;
  dict["law"] = std::string(name(card.law));
  dict["many"] = card.many;
  dict["random"] = card.random;
  return dict;
}

namespace {

bool is_number(py::handle value) {
  return !PyBool_Check(value.ptr()) && (PyFloat_Check(value.ptr()) || PyLong_Check(value.ptr()) ||
                                        (PyNumber_Check(value.ptr()) && !PySequence_Check(value.ptr())));
}

double number_of(py::handle value, std::string_view what) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (number == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    throw BadInput(fmt::format("{} must be a number, got {}", what, std::string(py::repr(value))));
  }
  return number;
}

}  // namespace

double quantity(py::handle value, std::string_view unit, std::string_view what) {
  if (py::isinstance<py::str>(value)) return parse_quantity(value.cast<std::string>(), unit, what);
  if (!is_number(value))
    throw BadInput(
        fmt::format("{} must be a number, or a text with a unit, got {}", what, std::string(py::repr(value))));
  const double number = number_of(value, what);
  if (!std::isfinite(number)) throw BadInput(fmt::format("{} must be a finite number, got {}", what, number));
  return number;
}

py::object entry(const py::dict& settings, const char* name) {
  return settings.contains(name) ? py::reinterpret_borrow<py::object>(settings[name]) : py::none();
}

std::optional<double> quantity_in(const py::dict& settings, const char* name, std::string_view unit) {
  const py::object value = entry(settings, name);
  return value.is_none() ? std::optional<double>() : quantity(value, unit, name);
}

std::optional<std::string> word(const py::dict& settings, const char* name) {
  const py::object value = entry(settings, name);
  if (value.is_none()) return std::nullopt;
  if (!py::isinstance<py::str>(value))
    throw BadInput(fmt::format("{} must be a word, got {}", name, std::string(py::repr(value))));
  return value.cast<std::string>();
}

long whole(const py::dict& settings, const char* name, long otherwise, long least, long most) {
  const py::object value = entry(settings, name);
  if (value.is_none()) return otherwise;
  const double number = quantity(value, "1", name);
  if (!(number >= static_cast<double>(least) && number <= static_cast<double>(most)) || number != std::floor(number))
    throw BadInput(fmt::format("{} must be a whole number between {} and {}, got {}", name, least, most, number));
  return static_cast<long>(number);
}

bool yes(const py::dict& settings, const char* name) {
  const py::object value = entry(settings, name);
  return !value.is_none() && py::bool_(value);
}

std::string text_of(py::handle value, std::string_view what) {
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  if (PyBool_Check(value.ptr())) return value.ptr() == Py_True ? "true" : "false";
  if (is_number(value)) return number_text(number_of(value, what));
  std::string text;
  if (!PySequence_Check(value.ptr()) && !py::isinstance<py::array>(value))
    throw BadInput(
        fmt::format("{} must be a number, a text or a list of numbers, got {}", what, std::string(py::repr(value))));
  for (const py::handle item : py::reinterpret_borrow<py::object>(value)) {
    if (!is_number(item) && !py::isinstance<py::str>(item))
      throw BadInput(fmt::format("{} must be a list of numbers, got {}", what, std::string(py::repr(value))));
    text += (text.empty() ? "" : ",") + text_of(item, what);
  }
  return text;
}

void set_parameters(Parameters& parameters, const py::dict& values) {
  for (const auto& [key, value] : values) {
    if (!py::isinstance<py::str>(key))
      throw BadInput(fmt::format("names of parameters are texts, got {}", std::string(py::repr(key))));
    const std::string name = key.cast<std::string>();
    const std::string what = fmt::format("parameter '{}'", name);
    const bool by_word = !parameters.table().at(name, parameters.owner()).choices.empty();
    if (is_number(value) && !by_word)
      parameters.set(name, number_of(value, what));
    else
      parameters.set(name, std::string_view(text_of(value, what)));
  }
}

std::vector<double> numbers_of(py::handle list, std::string_view what) {
  const Doubles array = Doubles::ensure(list);
  if (!array) {
    PyErr_Clear();
    throw BadInput(fmt::format("{} must be a list of numbers, got {}", what, std::string(py::repr(list))));
  }
  if (array.ndim() > 1)
    throw BadInput(fmt::format("{} must be one list of numbers, got {} dimensions", what, array.ndim()));
  return {array.data(), array.data() + array.size()};
}

py::tuple MemoryRows::table() {
  py::list names, units, meanings;
  for (const Column& column : columns) {
    names.append(column.name);
    units.append(column.unit);
    meanings.append(column.meaning);
  }
  const auto width = static_cast<py::ssize_t>(columns.size());
  return py::make_tuple(names, units, meanings, array_of(std::move(values), width > 0 ? width : 1));
}

int MemoryEvents::number_of(const std::string& word, std::vector<std::string>& words) {
  for (std::size_t k = 0; k < words.size(); ++k)
    if (words[k] == word) return static_cast<int>(k);
  words.push_back(word);
  return static_cast<int>(words.size()) - 1;
}

void MemoryEvents::event(const EventRow& row) {
  t_.push_back(row.t);
  kind_.push_back(number_of(row.kind, kinds_));
  contacts_.push_back(number_of(row.contacts, sets_));
  values_.insert(values_.end(), row.values.begin(), row.values.end());
  q_minus_.insert(q_minus_.end(), row.q_minus.begin(), row.q_minus.end());
  u_minus_.insert(u_minus_.end(), row.u_minus.begin(), row.u_minus.end());
  u_plus_.insert(u_plus_.end(), row.u_plus.begin(), row.u_plus.end());
}

py::dict MemoryEvents::table() {
  const auto width = [this](const std::vector<double>& list) {
    return t_.empty() ? py::ssize_t{1} : std::max<py::ssize_t>(1, static_cast<py::ssize_t>(list.size() / t_.size()));
  };
  py::dict dict;
  py::list names;
  for (const Column& column : columns) names.append(column.name);
  dict["columns"] = names;
  dict["kinds"] = list_of(kinds_);
  dict["sets"] = list_of(sets_);
  const py::ssize_t n = width(values_), q = width(q_minus_), u = width(u_minus_), v = width(u_plus_);
  dict["t"] = array_of(std::move(t_));
  dict["kind"] = array_of(std::move(kind_));
  dict["contacts"] = array_of(std::move(contacts_));
  dict["values"] = array_of(std::move(values_), n);
  dict["q_minus"] = array_of(std::move(q_minus_), q);
  dict["u_minus"] = array_of(std::move(u_minus_), u);
  dict["u_plus"] = array_of(std::move(u_plus_), v);
  return dict;
}

}  // namespace carom::python
