// SPDX-License-Identifier: Apache-2.0
#include "carom/report/sweep_table.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>

#include <fmt/format.h>

#include "carom/base/number_text.hpp"
#include "carom/base/toml.hpp"

namespace carom::report {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

// Different texts by number, in the order in which they came.
class Words {
 public:
  std::uint32_t number_of(std::string_view word) {
    if (last_ < list_.size() && list_[last_] == word) return last_;
    const auto found = numbers_.find(word);
    if (found != numbers_.end()) return last_ = found->second;
    last_ = static_cast<std::uint32_t>(list_.size());
    numbers_.emplace(std::string(word), last_);
    list_.emplace_back(word);
    return last_;
  }
  const std::vector<std::string>& list() const { return list_; }

 private:
  std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> numbers_;
  std::vector<std::string> list_;
  std::uint32_t last_ = 0;
};

class ParameterReader {
 public:
  // A number for the value, the same for the same value.
  std::uint32_t take(const store::StoreRow& row, int column) {
    const double number = row.number(column);
    if (!std::isfinite(number)) {
      is_number_ = false;
      return known(words_.number_of(row.word(column)), word_codes_, nan);
    }
    const auto bits = std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number);
    if (last_code_ < values_.size() && bits == last_bits_) return last_code_;
    last_bits_ = bits;
    const auto [at, is_new] = number_codes_.try_emplace(bits, static_cast<std::uint32_t>(values_.size()));
    if (is_new) add(number, {});
    return last_code_ = at->second;
  }

  // The values in order, and those of the points by their place in it.
  void finish(SweepParameter& parameter) {
    parameter.is_number = is_number_;
    if (!is_number_) {
      for (std::size_t code = 0; code < values_.size(); ++code)
        parameter.words.push_back(std::isnan(values_[code]) ? texts_[code] : number_text(values_[code]));
      return;
    }
    std::vector<std::uint32_t> order(values_.size()), place(values_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return values_[a] < values_[b]; });
    for (std::size_t i = 0; i < order.size(); ++i) {
      place[order[i]] = static_cast<std::uint32_t>(i);
      parameter.numbers.push_back(values_[order[i]]);
    }
    for (std::uint32_t& code : parameter.value) code = place[code];
  }

 private:
  std::uint32_t known(std::uint32_t word, std::vector<std::uint32_t>& codes, double value) {
    if (word == codes.size()) {
      codes.push_back(static_cast<std::uint32_t>(values_.size()));
      add(value, words_.list().back());
    }
    return codes[word];
  }
  void add(double value, std::string text) {
    values_.push_back(value);
    texts_.push_back(std::move(text));
  }

  bool is_number_ = true;
  std::vector<double> values_;
  std::vector<std::string> texts_;
  std::unordered_map<std::uint64_t, std::uint32_t> number_codes_;
  Words words_;
  std::vector<std::uint32_t> word_codes_;
  std::uint64_t last_bits_ = 0;
  std::uint32_t last_code_ = UINT32_MAX;
};

// The runs of the point that is being read.
class QuantityReader {
 public:
  void take(const store::StoreRow& row, int column) {
    switch (row.kind(column)) {
      case store::Statement::Kind::nothing: return;
      case store::Statement::Kind::text: {
        const std::uint32_t word = words_.number_of(row.word(column));
        if (word == runs_.size()) runs_.push_back(0);
        ++runs_[word];
        here_.push_back(word);
        return;
      }
      default: {
        const double value = row.number(column);
        if (!std::isfinite(value)) return;
        ++count_;
        const double step = value - mean_;
        mean_ += step / static_cast<double>(count_);
        squares_ += step * (value - mean_);
      }
    }
  }

  void end_point(SweepQuantity& quantity) {
    const std::size_t point = points_++;
    if (count_ > 0) {
      quantity.mean.resize(point, nan);
      quantity.mean.push_back(mean_);
      quantity.runs += count_;
    }
    if (count_ > 1) {
      quantity.error.resize(point, nan);
      const double n = static_cast<double>(count_);
      quantity.error.push_back(std::sqrt(squares_ / ((n - 1) * n)));
    }
    if (!here_.empty()) {
      quantity.word.resize(point, no_word);
      quantity.word.push_back(commonest());
      word_total_ += static_cast<long>(here_.size());
    }
    here_.clear();
    count_ = 0;
    mean_ = squares_ = 0;
  }

  // A column with any number is one of numbers.
  void finish(SweepQuantity& quantity) {
    quantity.is_word = quantity.runs == 0 && word_total_ > 0;
    if (!quantity.is_word) {
      quantity.word.clear();
      quantity.mean.resize(points_, nan);
      if (!quantity.error.empty()) quantity.error.resize(points_, nan);
      return;
    }
    quantity.runs = word_total_;
    quantity.word.resize(points_, no_word);
    std::vector<std::uint32_t> order(runs_.size()), place(runs_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return runs_[a] > runs_[b]; });
    for (std::size_t i = 0; i < order.size(); ++i) {
      place[order[i]] = static_cast<std::uint32_t>(i);
      quantity.words.push_back(words_.list()[order[i]]);
      quantity.word_runs.push_back(runs_[order[i]]);
    }
    for (std::uint32_t& word : quantity.word)
      if (word != no_word) word = place[word];
  }

 private:
  std::uint32_t commonest() {
    if (here_.size() == 1) return here_.front();
    std::uint32_t best = here_.front();
    std::ptrdiff_t most = 0;
    for (const std::uint32_t word : here_) {
      const std::ptrdiff_t times = std::count(here_.begin(), here_.end(), word);
      if (times > most) best = word;
      most = std::max(most, times);
    }
    return best;
  }

  std::size_t points_ = 0;
  long count_ = 0, word_total_ = 0;
  double mean_ = 0, squares_ = 0;
  Words words_;
  std::vector<long> runs_;
  std::vector<std::uint32_t> here_;
};

// Which parameters the study draws as samples. The text of another version may not be readable: then none is known.
void mark_samples(const std::string& study, std::vector<SweepParameter>& parameters) {
  toml::table file;
  try {
    file = toml::parse(study);
  } catch (const toml::parse_error&) {
    return;
  }
  for (SweepParameter& parameter : parameters) {
    const auto range = file["sample"]["ranges"][parameter.name];
    if (!range) continue;
    parameter.sampled = true;
    parameter.log_range =
        range["scale"].value_or(std::string_view()) == "log" || range.value_or(std::string_view()).ends_with(":log");
  }
}

}  // namespace

std::string SweepParameter::text(std::size_t at) const {
  if (!is_number) return fmt::format("{} = {}", name, words[at]);
  return fmt::format("{} = {:.6g}{}", name, numbers[at], unit == "1" || unit.empty() ? "" : " " + unit);
}

SweepTable read_sweep(const store::StoreReader& reader, const std::vector<std::string>& observables,
                      const std::map<std::string, std::string>& units) {
  SweepTable table;
  std::vector<std::string> columns{"outcome", "failed", "reason"};
  for (const store::StoreColumn& column : reader.info().parameters) {
    table.parameters.push_back({.name = column.name, .unit = column.unit});
    columns.push_back("p_" + column.name);
  }
  for (const std::string& name : observables) {
    const auto unit = units.find(name);
    table.quantities.push_back({.name = name, .unit = unit == units.end() ? "1" : unit->second});
    columns.push_back("o_" + name);
  }
  table.quantities.push_back({.name = "outcome"});
  mark_samples(reader.info().study, table.parameters);

  std::vector<ParameterReader> parameters(table.parameters.size());
  std::vector<QuantityReader> quantities(table.quantities.size());
  std::vector<std::uint32_t> here(parameters.size()), last;
  const int first_parameter = 3, first_observable = 3 + static_cast<int>(parameters.size());
  SweepOutcome* outcome = nullptr;
  std::string outcome_name;
  const auto end_point = [&] {
    for (std::size_t k = 0; k < quantities.size(); ++k) quantities[k].end_point(table.quantities[k]);
  };
  reader.scan(columns, [&](const store::StoreRow& row) {
    for (std::size_t k = 0; k < here.size(); ++k)
      here[k] = parameters[k].take(row, first_parameter + static_cast<int>(k));
    // Seeds count fastest: the runs of a point follow each other.
    const bool same = table.runs > 0 && here == last;
    if (!same) {
      if (table.runs > 0) end_point();
      ++table.points;
      for (std::size_t k = 0; k < here.size(); ++k) table.parameters[k].value.push_back(here[k]);
      last = here;
    }
    table.several_seeds = table.several_seeds || same;
    ++table.runs;
    if (!outcome || row.word(0) != outcome_name) {
      outcome_name = row.word(0);
      outcome = &table.outcomes[outcome_name];
    }
    ++outcome->runs;
    quantities.back().take(row, 0);
    if (row.number(1) != 0) {
      ++outcome->failed;
      if (outcome->reason.empty()) outcome->reason = row.word(2);
      return;
    }
    for (std::size_t k = 0; k + 1 < quantities.size(); ++k)
      quantities[k].take(row, first_observable + static_cast<int>(k));
  });
  if (table.runs > 0) end_point();
  for (std::size_t k = 0; k < parameters.size(); ++k) parameters[k].finish(table.parameters[k]);
  for (std::size_t k = 0; k < quantities.size(); ++k) quantities[k].finish(table.quantities[k]);
  return table;
}

}  // namespace carom::report
