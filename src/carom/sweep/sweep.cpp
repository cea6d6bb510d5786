// SPDX-License-Identifier: Apache-2.0
#include "carom/sweep/sweep.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <set>

#include <fmt/core.h>

#include "carom/base/archive.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/interrupt.hpp"
#include "carom/base/number_text.hpp"
#include "carom/base/sha256.hpp"
#include "carom/base/version.hpp"

namespace carom::study {
namespace {

std::string text_of(const Setting& setting) {
  if (const double* number = std::get_if<double>(&setting)) return number_text(*number);
  return std::get<std::string>(setting);
}

std::string resolved(const Parameters& parameters, const ParameterSpec& spec) {
  if (!spec.choices.empty()) return spec.name + "=" + parameters.word(spec.name);
  if (!spec.list) return spec.name + "=" + number_text(parameters[spec.name]);
  std::string text = spec.name + "=";
  for (const double value : parameters.list(spec.name)) text += number_text(value) + ",";
  return text;
}

Cell cell_of(const Value& value) {
  if (const double* number = std::get_if<double>(&value)) return std::isnan(*number) ? Cell{} : Cell{*number};
  if (const long* count = std::get_if<long>(&value)) return *count;
  if (const auto* mean = std::get_if<SeedMean>(&value)) return std::isnan(mean->mean) ? Cell{} : Cell{mean->mean};
  return study::text_of(value);
}

void put(ArchiveWriter& writer, const std::string& text) { writer(std::vector<char>(text.begin(), text.end())); }

std::string take_text(ArchiveReader& reader) {
  std::vector<char> letters;
  reader(letters);
  return {letters.begin(), letters.end()};
}

}  // namespace

long Sweep::points() const {
  long n = sample_count() * static_cast<long>(seeds.last - seeds.first + 1);
  for (const Axis& axis : axes) n *= static_cast<long>(axis.values.size());
  return n;
}

std::vector<std::string> Sweep::varied() const {
  std::vector<std::string> names;
  for (const Axis& axis : axes) names.push_back(axis.name);
  for (const SampledRange& range : ranges) names.push_back(range.name);
  return names;
}

SweepPoint point_of(const Sweep& sweep, long number) {
  SweepPoint point{.number = number, .values = {}};
  const auto seeds = static_cast<long>(sweep.seeds.last - sweep.seeds.first + 1);
  long rest = number;
  point.seed = sweep.seeds.first + static_cast<std::uint64_t>(rest % seeds);
  rest /= seeds;
  const auto sample = static_cast<std::size_t>(rest % sweep.sample_count());
  rest /= sweep.sample_count();
  point.values.resize(sweep.axes.size());
  for (std::size_t k = sweep.axes.size(); k-- > 0;) {
    const auto n = static_cast<long>(sweep.axes[k].values.size());
    point.values[k] = sweep.axes[k].values[static_cast<std::size_t>(rest % n)];
    rest /= n;
  }
  for (const std::vector<double>& drawn : sweep.samples) point.values.emplace_back(drawn[sample]);
  return point;
}

RunRequest request_of(const Sweep& sweep, const SweepPoint& point) {
  RunRequest request = sweep.base;
  request.seed = point.seed;
  const auto set = [&](const std::string& name, const Setting& value) {
    if (const double* number = std::get_if<double>(&value))
      request.parameters.set(name, *number);
    else
      request.parameters.set(name, std::get<std::string>(value));
  };
  for (std::size_t k = 0; k < sweep.axes.size(); ++k) set(sweep.axes[k].name, point.values[k]);
  for (std::size_t k = 0; k < sweep.ranges.size(); ++k) set(sweep.ranges[k].name, point.values[sweep.axes.size() + k]);
  return request;
}

void KeySum::add(std::string_view text) {
  const std::string hash = sha256_hex(text);
  std::uint64_t low_part = 0, high_part = 0;
  std::from_chars(hash.data(), hash.data() + 16, low_part, 16);
  std::from_chars(hash.data() + 16, hash.data() + 32, high_part, 16);
  low += low_part;
  high += high_part;
}

void prepare_keys(Sweep& sweep) {
  const Parameters& parameters = sweep.base.parameters;
  std::set<std::string> varied;
  for (const std::string& name : sweep.varied()) varied.insert(name);
  for (bool more = true; more;) {
    more = false;
    for (const ParameterSpec& spec : parameters.table().specs())
      if (!parameters.is_set(spec.name) && varied.count(spec.follows)) more = varied.insert(spec.name).second || more;
  }
  sweep.varied_key.assign(varied.begin(), varied.end());
  KeySum& sum = sweep.shared_key = {};
  sum.add(fmt::format("{}\n{}", sweep.system->name(), numbers_version));
  if (const std::string& model = sweep.system->card().source; !model.empty()) sum.add(model);
  for (const ParameterSpec& spec : parameters.table().specs())
    if (!varied.count(spec.name)) sum.add(resolved(parameters, spec));
  const RunRequest& base = sweep.base;
  const auto add = [&](std::string_view name, double value) {
    sum.add(fmt::format("{}: {}", name, number_text(value)));
  };
  const auto add_optional = [&](std::string_view name, const std::optional<double>& value) {
    if (value) add(name, *value);
  };
  add("rtol", base.rtol);
  add("atol", base.atol);
  add_optional("t", base.t);
  add_optional("until", base.until);
  add_optional("cycles", base.cycles);
  add_optional("step", base.step);
  add_optional("impulse_step", base.impulse_step);
  add_optional("stiffness", base.stiffness);
  add_optional("closing_speed", base.closing_speed);
  for (std::size_t k = 0; k < base.q.size(); ++k) add(fmt::format("q{}", k), base.q[k]);
  for (std::size_t k = 0; k < base.u.size(); ++k) add(fmt::format("u{}", k), base.u[k]);
  if (base.law) sum.add(fmt::format("law: {}", name(*base.law)));
  if (base.residue) sum.add(fmt::format("residue: {}", name(*base.residue)));
  sum.add(fmt::format("how: {} {} {}", name(base.scheme), name(base.contact), name(base.painleve)));
}

std::string key_of(const Sweep& sweep, const RunRequest& request) {
  KeySum sum = sweep.shared_key;
  const Parameters& parameters = request.parameters;
  for (const std::string& name : sweep.varied_key) sum.add(resolved(parameters, *parameters.table().find(name)));
  sum.add(fmt::format("seed: {}", request.seed));
  return fmt::format("{:016x}{:016x}", sum.low, sum.high);
}

std::string identity_of(const Sweep& sweep) {
  std::string text = key_of(sweep, sweep.base);
  for (const Axis& axis : sweep.axes) {
    text += "\n" + axis.name;
    for (const Setting& value : axis.values) text += " " + text_of(value);
  }
  for (std::size_t k = 0; k < sweep.ranges.size(); ++k) {
    text += "\n" + sweep.ranges[k].name;
    for (const double value : sweep.samples[k]) text += " " + number_text(value);
  }
  text += fmt::format("\nseeds {} {}", sweep.seeds.first, sweep.seeds.last);
  for (const std::string& observable : sweep.observables) text += " " + observable;
  return sha256_hex(text);
}

SweepRow compute(const Sweep& sweep, long number, const std::atomic<bool>* interrupt) {
  const SweepPoint point = point_of(sweep, number);
  SweepRow row{.number = number, .values = point.values, .seed = point.seed};
  const auto begun = std::chrono::steady_clock::now();
  try {
    RunRequest request = request_of(sweep, point);
    request.interrupt = interrupt;
    row.key = key_of(sweep, request);
    const RunResult result = sweep.system->run(request);
    row.outcome = name(result.outcome);
    row.reason = result.reason;
    row.failed = !succeeded(result.outcome);
    for (const auto& [observable, value] : result.observables)
      if (sweep.observables.empty() ||
          std::find(sweep.observables.begin(), sweep.observables.end(), observable) != sweep.observables.end())
        row.observables.emplace_back(observable, cell_of(value));
  } catch (const Interrupted&) {
    row.outcome = name(Outcome::interrupted);
  } catch (const BadInput& refusal) {
    row.outcome = "refused";
    row.reason = refusal.what();
    row.failed = true;
  }
  // Parameters that cannot even be set have no resolved values: the values asked for are their name.
  if (row.key.empty()) {
    std::string text =
        fmt::format("{}\n{}\n{}refused", sweep.system->name(), numbers_version, sweep.system->card().source);
    for (const Setting& value : row.values) text += "\n" + text_of(value);
    row.key = sha256_hex(fmt::format("{}\nseed={}", text, row.seed)).substr(0, 32);
  }
  row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return row;
}

std::string packed(const SweepRow& row) {
  ArchiveWriter writer;
  writer(row.number, row.seed, row.failed, row.seconds, static_cast<std::uint64_t>(row.values.size()),
         static_cast<std::uint64_t>(row.observables.size()));
  put(writer, row.key);
  put(writer, row.outcome);
  put(writer, row.reason);
  for (const Setting& value : row.values) {
    const double* number = std::get_if<double>(&value);
    writer(number != nullptr, number ? *number : 0.0);
    put(writer, number ? std::string() : std::get<std::string>(value));
  }
  for (const auto& [name, cell] : row.observables) {
    put(writer, name);
    const double* number = std::get_if<double>(&cell);
    const long* count = std::get_if<long>(&cell);
    writer(static_cast<std::uint8_t>(cell.index()), number ? *number : 0.0, count ? *count : 0L);
    const std::string* word = std::get_if<std::string>(&cell);
    put(writer, word ? *word : std::string());
  }
  return std::move(writer).bytes();
}

SweepRow unpacked(std::string_view bytes) {
  ArchiveReader reader(bytes);
  SweepRow row;
  std::uint64_t values = 0, observables = 0;
  reader(row.number, row.seed, row.failed, row.seconds, values, observables);
  row.key = take_text(reader);
  row.outcome = take_text(reader);
  row.reason = take_text(reader);
  for (std::uint64_t k = 0; k < values; ++k) {
    bool is_number = false;
    double number = 0;
    reader(is_number, number);
    const std::string word = take_text(reader);
    row.values.push_back(is_number ? Setting{number} : Setting{word});
  }
  for (std::uint64_t k = 0; k < observables; ++k) {
    const std::string name = take_text(reader);
    std::uint8_t kind = 0;
    double number = 0;
    long count = 0;
    reader(kind, number, count);
    const std::string word = take_text(reader);
    row.observables.emplace_back(name, kind == 1   ? Cell{number}
                                       : kind == 2 ? Cell{count}
                                       : kind == 3 ? Cell{word}
                                                   : Cell{});
  }
  reader.finish();
  return row;
}

}  // namespace carom::study
