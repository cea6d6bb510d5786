// SPDX-License-Identifier: Apache-2.0
#include "carom/sweep/study_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/toml_reader.hpp"

namespace carom::study {
namespace {

constexpr long most_values = 10000000;
constexpr long most_points = 20000000;

// Decimal numbers stay what one would type: 2.1 + 2 · 0.1 is 2.3.
double tidy(double value) {
  const std::string text = fmt::format("{:.15g}", value);
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

struct Range {
  double from = 0, to = 0;
  std::optional<double> step = {};
  long points = 0;
  bool log = false;
};

std::vector<Setting> values_of(const Range& range, const std::string& what) {
  std::vector<Setting> values;
  if (range.from == range.to) throw BadInput(fmt::format("{} is empty: it begins and ends at {:g}", what, range.from));
  if (range.log && !(range.from > 0 && range.to > 0))
    throw BadInput(fmt::format("{} is logarithmic: both ends must be above 0", what));
  if (range.step) {
    if (!(*range.step != 0) || (range.to - range.from) / *range.step < 0)
      throw BadInput(fmt::format("{} is empty: steps of {:g} do not lead from {:g} to {:g}", what, *range.step,
                                 range.from, range.to));
    const double steps = std::floor((range.to - range.from) / *range.step * (1 + 1e-12) + 1e-9);
    if (!(steps < most_values)) throw BadInput(fmt::format("{} has more than {} values", what, most_values));
    for (long k = 0; k <= static_cast<long>(steps); ++k)
      values.emplace_back(tidy(range.from + static_cast<double>(k) * *range.step));
    return values;
  }
  for (long k = 0; k < range.points; ++k) {
    const double share = range.points > 1 ? static_cast<double>(k) / static_cast<double>(range.points - 1) : 0;
    const double value =
        range.log ? range.from * std::pow(range.to / range.from, share) : range.from + (range.to - range.from) * share;
    values.emplace_back(k == 0 ? range.from : k == range.points - 1 ? range.to : tidy(value));
  }
  return values;
}

class StudyReader : TomlReader {
 public:
  using TomlReader::TomlReader;

  Sweep read(const toml::table& file) {
    known(file, {"system",       "title",   "preset",   "law",           "cycles",      "until", "rtol", "atol",
                 "scheme",       "contact", "painleve", "closing_speed", "step",        "q",     "u",    "t",
                 "impulse_step", "residue", "seeds",    "stiffness",     "observables", "set",   "vary", "sample"},
          "in a study");
    StudyStart start = read_start(*this, file);
    Sweep sweep{.system = start.system, .base = std::move(start.base)};
    sweep.title = std::move(start.title);
    if (const toml::node* vary = file.get("vary")) read_grid(table(*vary, "vary"), file, sweep);
    if (const toml::node* sample = file.get("sample")) read_sample(table(*sample, "sample"), file, sweep);
    read_seeds_and_observables(file, sweep);
    double points =
        static_cast<double>(sweep.sample_count()) * static_cast<double>(sweep.seeds.last - sweep.seeds.first + 1);
    for (const Axis& axis : sweep.axes) points *= static_cast<double>(axis.values.size());
    if (points > most_points) refuse(file, fmt::format("a study of {:.3g} points is too large", points));
    if (sweep.axes.empty() && sweep.ranges.empty() && !sweep.seeded)
      refuse(file, "a study varies something: [vary], [sample] or seeds (--vary, --sample, --seeds)");
    return sweep;
  }

 private:
  // A parameter that varies must exist, and nothing else may set it.
  const ParameterSpec& varied(const toml::key& key, const toml::table& file, const Sweep& sweep) {
    const std::string name(key.str());
    const ParameterSpec* spec = nullptr;
    try {
      spec = &sweep.base.parameters.table().at(name, sweep.base.parameters.owner());
    } catch (const BadInput& refusal) {
      refuse(key.source().begin, refusal.what());
    }
    if (const toml::table* set = file.get_as<toml::table>("set"); set && set->contains(name))
      refuse(key.source().begin, fmt::format("'{}' varies, and [set] gives it one value: take one away", name));
    for (const std::string& other : sweep.varied())
      if (other == name)
        refuse(key.source().begin, fmt::format("'{}' has two ranges that contradict each other", name));
    return *spec;
  }

  double quantity(const toml::node& node, const ParameterSpec& spec) {
    return at(node, [&] {
      return parse_quantity(text(node, fmt::format("'{}'", spec.name)), spec.unit,
                            fmt::format("parameter '{}'", spec.name));
    });
  }

  // Every value must be one that the parameter may have.
  void check(const toml::node& node, const Axis& axis, const Sweep& sweep) {
    Parameters trial = sweep.base.parameters;
    std::set<Setting> seen;
    for (const Setting& value : axis.values) {
      at(node, [&] {
        if (const double* number = std::get_if<double>(&value))
          trial.set(axis.name, *number);
        else
          trial.set(axis.name, std::string_view(std::get<std::string>(value)));
      });
      if (!seen.insert(value).second) refuse(node, fmt::format("'{}' has a value twice", axis.name));
    }
  }

  Setting setting(const std::string& written, const ParameterSpec& spec, const toml::node& node) {
    const std::string word = own_word(spec, written);
    if (!spec.choices.empty() || spec.list) return word;
    return at(node, [&] { return parse_quantity(word, spec.unit, fmt::format("parameter '{}'", spec.name)); });
  }

  // "from:to:step", "from:to:log:N", "from:to:lin:N", or "a,b,c".
  std::vector<Setting> from_text(const std::string& word, const ParameterSpec& spec, const toml::node& node) {
    const std::string what = fmt::format("the range of '{}'", spec.name);
    if (word.find(':') == std::string::npos) {
      std::vector<Setting> values;
      for (const std::string& part : parts_of(word, ',')) values.push_back(setting(part, spec, node));
      return values;
    }
    if (!spec.choices.empty() || spec.list)
      refuse(node, fmt::format("'{}' is no number: list its values instead of a range", spec.name));
    const std::vector<std::string> parts = parts_of(word, ':');
    const bool counted = parts.size() == 4 && (parts[2] == "log" || parts[2] == "lin");
    if (parts.size() != 3 && !counted)
      refuse(node, fmt::format("{} must be from:to:step, from:to:log:N, from:to:lin:N or a,b,c, got '{}'", what, word));
    const auto number = [&](const std::string& part) { return std::get<double>(setting(part, spec, node)); };
    Range range{.from = number(parts[0]), .to = number(parts[1])};
    if (counted) {
      range.log = parts[2] == "log";
      const double points = at(node, [&] { return parse_quantity(parts[3], "1", "the number of points"); });
      if (!(points >= 2 && points <= most_values && points == std::floor(points)))
        refuse(node, fmt::format("{} needs a whole number of points, two at least, got '{}'", what, parts[3]));
      range.points = static_cast<long>(points);
    } else {
      range.step = number(parts[2]);
    }
    return at(node, [&] { return values_of(range, what); });
  }

  std::vector<Setting> from_table(const toml::table& table, const ParameterSpec& spec) {
    const std::string what = fmt::format("the range of '{}'", spec.name);
    known(table, {"from", "to", "step", "points", "scale"}, "in " + what);
    if (!spec.choices.empty() || spec.list)
      refuse(table, fmt::format("'{}' is no number: list its values instead of a range", spec.name));
    for (const char* end : {"from", "to"})
      if (!table.get(end)) refuse(table, fmt::format("{} needs `{}`", what, end));
    Range range{.from = quantity(*table.get("from"), spec), .to = quantity(*table.get("to"), spec)};
    const toml::node *step = table.get("step"), *points = table.get("points");
    if (step && points) refuse(*points, fmt::format("{} has step and points, which contradict each other", what));
    if (!step && !points) refuse(table, fmt::format("{} needs `step` or `points`", what));
    range.log = is_log(table);
    if (step && range.log) refuse(*step, fmt::format("{} is logarithmic and takes `points`, not a step", what));
    if (step) range.step = quantity(*step, spec);
    if (points) range.points = count(*points, "points", 2, most_values);
    return at(table, [&] { return values_of(range, what); });
  }

  bool is_log(const toml::table& table) {
    const toml::node* scale = table.get("scale");
    if (!scale) return false;
    const std::string word = text(*scale, "scale");
    if (word != "log" && word != "linear") refuse(*scale, fmt::format("scale must be linear or log, got '{}'", word));
    return word == "log";
  }

  void read_grid(const toml::table& vary, const toml::table& file, Sweep& sweep) {
    for (const auto& [key, node] : in_order(vary)) {
      const ParameterSpec& spec = varied(*key, file, sweep);
      Axis axis{.name = spec.name, .unit = spec.unit};
      if (const toml::table* range = node->as_table()) {
        axis.values = from_table(*range, spec);
      } else if (const toml::array* list = node->as_array()) {
        if (list->empty()) refuse(*node, fmt::format("the list of '{}' is empty", spec.name));
        for (const toml::node& value : *list)
          axis.values.push_back(setting(parameter_text(value, spec.name), spec, value));
      } else {
        axis.values = from_text(parameter_text(*node, spec.name), spec, *node);
      }
      check(*node, axis, sweep);
      sweep.axes.push_back(std::move(axis));
    }
  }

  void read_sample(const toml::table& sample, const toml::table& file, Sweep& sweep) {
    known(sample, {"method", "points", "seed", "ranges"}, "in [sample]");
    for (const char* name : {"points", "ranges"})
      if (!sample.get(name)) refuse(sample, fmt::format("[sample] needs `{}`", name));
    Sampling sampling = Sampling::sobol;
    if (const toml::node* method = sample.get("method")) {
      const std::string word = text(*method, "method");
      if (word != "sobol" && word != "latin")
        refuse(*method, fmt::format("method must be sobol or latin, got '{}'", word));
      sampling = word == "sobol" ? Sampling::sobol : Sampling::latin;
    }
    const long points = count(*sample.get("points"), "points", 1, most_values);
    std::uint64_t seed = 1;
    if (const toml::node* node = sample.get("seed"))
      seed = static_cast<std::uint64_t>(count(*node, "seed", 0, 1000000000000000));
    std::vector<SampledRange> ranges;
    for (const auto& [key, node] : table(*sample.get("ranges"), "ranges")) {
      const ParameterSpec& spec = varied(key, file, sweep);
      SampledRange range{.name = spec.name, .unit = spec.unit};
      if (!spec.choices.empty() || spec.list || spec.integer)
        refuse(key.source().begin, fmt::format("'{}' is no real number: samples cannot be drawn from it", spec.name));
      if (const toml::table* ends = node.as_table()) {
        known(*ends, {"from", "to", "scale"}, fmt::format("in the range of '{}'", spec.name));
        for (const char* end : {"from", "to"})
          if (!ends->get(end)) refuse(*ends, fmt::format("the range of '{}' needs `{}`", spec.name, end));
        range.from = quantity(*ends->get("from"), spec);
        range.to = quantity(*ends->get("to"), spec);
        range.log = is_log(*ends);
      } else {
        const std::vector<std::string> parts = parts_of(text(node, fmt::format("'{}'", spec.name)), ':');
        if (parts.size() != 2 && !(parts.size() == 3 && parts[2] == "log"))
          refuse(node, fmt::format("samples of '{}' need from:to or from:to:log", spec.name));
        range.from = std::get<double>(setting(parts[0], spec, node));
        range.to = std::get<double>(setting(parts[1], spec, node));
        range.log = parts.size() == 3;
      }
      if (!(range.from < range.to))
        refuse(node,
               fmt::format("the range of '{}' is empty: {:g} is not below {:g}", spec.name, range.from, range.to));
      if (range.log && !(range.from > 0))
        refuse(node, fmt::format("the range of '{}' is logarithmic: both ends must be above 0", spec.name));
      check(node, {.name = range.name, .unit = range.unit, .values = {range.from, range.to}}, sweep);
      ranges.push_back(range);
    }
    if (ranges.empty()) refuse(*sample.get("ranges"), "samples need a range at least");
    sweep.ranges = std::move(ranges);
    sweep.samples = at(sample, [&] { return draw_samples(sweep.ranges, sampling, points, seed); });
  }

  void read_seeds_and_observables(const toml::table& file, Sweep& sweep) {
    const SystemCard& card = sweep.system->card();
    if (const toml::node* seeds = file.get("seeds")) {
      if (!card.random)
        refuse(*seeds, fmt::format("system '{}' has nothing random in it: seeds have no meaning", card.name));
      sweep.seeds = at(*seeds, [&] { return read_seeds(text(*seeds, "seeds")); });
      sweep.seeded = true;
    }
    const toml::node* observables = file.get("observables");
    if (!observables) return;
    const toml::array* list = observables->as_array();
    if (!list || list->empty()) refuse(*observables, "observables must be a list of names, such as [\"drift\"]");
    std::vector<std::string> names;
    for (const Quantity& quantity : card.observables) names.push_back(quantity.name);
    for (const toml::node& node : *list) {
      const std::string name = text(node, "an observable");
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        const auto nearest = nearest_name(name, names);
        refuse(node, fmt::format("system '{}' has no observable '{}'{}", card.name, name,
                                 nearest ? fmt::format("; did you mean '{}'?", *nearest) : ""));
      }
      sweep.observables.push_back(name);
    }
  }
};

}  // namespace

Sweep read_study(std::string_view text, const std::string& source) {
  const toml::table file = parse_study(text, source);
  Sweep sweep = StudyReader(source).read(file);
  sweep.text = text;
  prepare_keys(sweep);
  return sweep;
}

std::string study_text(const SweepFlags& flags) {
  std::string text = fmt::format("system = {}\n", quoted(flags.system));
  for (const auto& [key, value] : flags.keys) text += fmt::format("{} = {}\n", key, quoted(value));
  if (!flags.observables.empty()) {
    text += "observables = [";
    const std::vector<std::string> names = parts_of(flags.observables, ',');
    for (std::size_t k = 0; k < names.size(); ++k) text += (k ? ", " : "") + quoted(names[k]);
    text += "]\n";
  }
  text += section_text("[set]", flags.set, "--set", true);
  text += section_text("[vary]", flags.vary, "--vary", false);
  if (!flags.sample.empty()) {
    text += "[sample]\n";
    if (!flags.sampling.empty()) text += fmt::format("method = {}\n", quoted(flags.sampling));
    if (!flags.samples.empty()) text += fmt::format("points = {}\n", quoted(flags.samples));
    if (!flags.sample_seed.empty()) text += fmt::format("seed = {}\n", quoted(flags.sample_seed));
    text += section_text("[sample.ranges]", flags.sample, "--sample", false);
  } else if (!flags.samples.empty() || !flags.sampling.empty()) {
    throw BadInput("--samples and --sampling need ranges: --sample NAME=FROM:TO");
  }
  return text;
}

}  // namespace carom::study
