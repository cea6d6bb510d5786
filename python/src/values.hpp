// SPDX-License-Identifier: Apache-2.0
// Numbers, lists and words from Carom to Python and back. Arrays that Carom has made are handed over, not copied.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <complex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/base/table.hpp"
#include "carom/catalog/system.hpp"

namespace carom::python {

namespace py = pybind11;
using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

// An array that owns what the list held; of rows if `columns` is not zero.
template <class Number>
py::array array_of(std::vector<Number> list, py::ssize_t columns = 0) {
  auto* kept = new std::vector<Number>(std::move(list));
  const py::capsule owner(kept, [](void* memory) { delete static_cast<std::vector<Number>*>(memory); });
  const py::ssize_t size = static_cast<py::ssize_t>(kept->size());
  if (columns == 0) return py::array_t<Number>(size, kept->data(), owner);
  return py::array_t<Number>({size / columns, columns}, kept->data(), owner);
}

// Of texts or whole numbers.
template <class Item>
py::list list_of(const std::vector<Item>& items) {
  py::list list;
  for (const Item& item : items) list.append(item);
  return list;
}

py::object object_of(const study::Value& value);
py::dict dict_of(const std::vector<std::pair<std::string, study::Value>>& entries);
py::dict dict_of(const Ledger& ledger);
py::dict dict_of(const EventCounts& events);
py::list names_of(const std::vector<ContactMode>& modes);
py::list list_of(const std::vector<study::Quantity>& quantities);
py::dict dict_of(const ParameterSpec& spec);
py::dict dict_of(const study::SystemCard& card);

// A number in the unit, or a text with a unit of its own; throws BadInput.
double quantity(py::handle value, std::string_view unit, std::string_view what);
// What settings have under that name, None being nothing.
py::object entry(const py::dict& settings, const char* name);
std::optional<double> quantity_in(const py::dict& settings, const char* name, std::string_view unit);
std::optional<std::string> word(const py::dict& settings, const char* name);
long whole(const py::dict& settings, const char* name, long otherwise, long least, long most);
bool yes(const py::dict& settings, const char* name);

// {"mu": 0.2, "h0": "1 mm", "masses": [1, 2]} onto the parameters.
void set_parameters(Parameters& parameters, const py::dict& values);

// A value as a study file writes it.
std::string text_of(py::handle value, std::string_view what);

std::vector<double> numbers_of(py::handle list, std::string_view what);

// Rows of a table in memory.
class MemoryRows final : public RowSink {
 public:
  void begin(const TableHeader& header) override { columns = header.columns; }
  void row(std::span<const double> row) override { values.insert(values.end(), row.begin(), row.end()); }
  void flush() override {}
  void finish() override {}

  std::vector<Column> columns = {};
  std::vector<double> values = {};

  py::tuple table();  // (names, units, meanings, array of rows); the rows are handed over
};

// An event log in memory.
class MemoryEvents final : public EventSink {
 public:
  void begin(const TableHeader& header) override { columns = header.columns; }
  void event(const EventRow& row) override;
  void finish() override {}

  py::dict table();  // raw lists, handed over

 private:
  static int number_of(const std::string& word, std::vector<std::string>& words);

  std::vector<Column> columns = {};
  std::vector<double> t_ = {}, values_ = {}, q_minus_ = {}, u_minus_ = {}, u_plus_ = {};
  std::vector<int> kind_ = {}, contacts_ = {};
  std::vector<std::string> kinds_ = {}, sets_ = {};
};

}  // namespace carom::python
