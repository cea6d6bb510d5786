// SPDX-License-Identifier: Apache-2.0
// What the text of a model file says, before any of its expressions is understood: plain lists in the order of the file, every
// value with its place. The format is described in docs/guide/models.md.
//
// What is read here is consistent as a text: names are well formed and given once, what is named in [rates], forces, presets,
// `set`, `free` and `modulo` exists, of keys that exclude each other there is one. What a text means is asked later.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/expressions/place.hpp"
#include "carom/model/body_text.hpp"

namespace carom {

struct NamedText {
  std::string name = {};
  Said value = {};                // of a list: its items with commas between them, as --set takes them
  expressions::Place place = {};  // of the name
  std::vector<Said> list = {};    // of a preset's list, too
  bool is_list = false;
};

struct ParameterText {
  std::string name = {};
  expressions::Place place = {};
  Said value = {};
  std::vector<Said> list = {};  // instead of a value
  bool is_list = false;
  Said min = {}, max = {};
  std::string unit = {};  // empty: that of its value, or none
  std::string meaning = {};
};

struct TableText {
  std::string name = {};
  expressions::Place place = {};
  std::vector<std::pair<Said, Said>> points = {};
};

struct PresetText {
  std::string name = {};
  expressions::Place place = {};
  std::string summary = {};
  std::vector<NamedText> values = {};
};

struct CoordinateText {
  std::string name = {};
  expressions::Place place = {};
  std::optional<Repetition> repeated = {};
  Said start = {};
  std::string unit = {}, meaning = {};
};

struct StateText {
  std::string name = {};
  expressions::Place place = {};
  Said start = {}, rate = {};  // without a rate it is constant between events
};

struct EventText {
  std::string name = {};
  expressions::Place place = {};
  std::optional<Repetition> repeated = {};
  Said when = {}, every = {}, on = {};  // one of them
  Said direction = {}, only = {};
  std::vector<NamedText> set = {};
  bool stop = false;
};

struct SectionText {
  expressions::Place place = {};
  Said period = {}, crossing = {}, event = {};  // one of them
  Said direction = {}, only = {};
  std::vector<Said> free = {};
  std::vector<NamedText> modulo = {};
};

enum class Measure { max, min, mean, last, count, time };

struct ObservableText {
  std::string name = {};
  expressions::Place place = {};
  Measure measure = Measure::last;
  Said of = {};    // the expression, or the event that is counted or timed
  Said over = {};  // "10 periods", "2 s"
  Said at = {};    // "table impact, before"
  std::string unit = {}, meaning = {};
};

struct ModelText {
  std::string file = {};  // its name, for messages
  std::string text = {};  // all of it
  std::string title = {};
  std::vector<Said> gravity = {};  // g along −y, or [gx, gy]; empty: none
  Said law = {};
  std::vector<ParameterText> parameters = {};
  std::vector<NamedText> lets = {};
  std::vector<TableText> tables = {};
  std::vector<PresetText> presets = {};
  std::vector<CoordinateText> coordinates = {};
  std::vector<NamedText> rates = {};
  std::vector<StateText> states = {};
  Said kinetic = {}, potential = {};
  std::vector<NamedText> forces = {};
  std::vector<ContactText> contacts = {};
  std::vector<EventText> events = {};
  std::optional<SectionText> section = {};
  std::vector<ObservableText> observables = {};
  Said closing_speed = {}, closing_duration = {}, length_scale = {}, time_scale = {};
  BodiesText bodies = {};
};

// Reads the text of a model file; what is wrong in it is a BadInput that names file, line, column, the word and the nearest
// valid one.
ModelText read_model_text(std::string_view text, const std::string& file);

}  // namespace carom
