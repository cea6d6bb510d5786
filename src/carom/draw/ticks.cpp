// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/ticks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace carom::report {
namespace {

// mantissa · 10^exponent as the double nearest to it: 3·10⁻¹ is 0.3 and not 0.30000000000000004.
double decimal(double mantissa, int exponent) {
  return exponent < 0 ? mantissa / std::pow(10.0, -exponent) : mantissa * std::pow(10.0, exponent);
}

struct Step {
  int mantissa = 1;  // 1, 2 or 5
  int exponent = 0;
  double size() const { return decimal(mantissa, exponent); }
};

Step nice_step(double span, int target) {
  const double rough = span / std::max(target, 1);
  const int exponent = static_cast<int>(std::floor(std::log10(rough)));
  const double mantissa = rough / std::pow(10.0, exponent);
  // The nearest of 1, 2, 5, 10 on a log scale.
  if (mantissa < std::sqrt(2.0)) return {1, exponent};
  if (mantissa < std::sqrt(10.0)) return {2, exponent};
  if (mantissa < std::sqrt(50.0)) return {5, exponent};
  return {1, exponent + 1};
}

std::string with_minus_sign(std::string text) {
  if (!text.empty() && text.front() == '-') text.replace(0, 1, "−");
  return text;
}

// A common power of ten, a multiple of three, for numbers that would be long otherwise.
int common_exponent(double largest) {
  if (largest == 0 || (largest >= 1e-3 && largest < 1e5)) return 0;
  return 3 * static_cast<int>(std::floor(std::log10(largest) / 3));
}

std::string log_label(double value, bool plain) {
  if (plain) return fmt::format("{:g}", value);
  const int exponent = static_cast<int>(std::floor(std::log10(value) + 1e-9));
  const long mantissa = std::lround(value / std::pow(10.0, exponent));
  return mantissa == 1 ? power_of_ten(exponent) : fmt::format("{}×{}", mantissa, power_of_ten(exponent));
}

}  // namespace

std::string power_of_ten(int exponent) {
  static constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out = exponent < 0 ? "10⁻" : "10";
  for (const char c : std::to_string(std::abs(exponent))) out += digits[static_cast<std::size_t>(c - '0')];
  return out;
}

Ticks linear_ticks(double min, double max, int target) {
  Ticks ticks;
  const double span = max - min;
  if (!(span > 0) || !std::isfinite(span)) return ticks;
  const Step step = nice_step(span, target);
  const double slack = 1e-9 * span / step.size();
  const double first = std::ceil(min / step.size() - slack);
  const double last = std::floor(max / step.size() + slack);
  if (!(std::abs(first) < 9e15) || !(std::abs(last) < 9e15))
    return ticks;  // the range is below the rounding of doubles
  ticks.exponent = common_exponent(std::max(std::abs(min), std::abs(max)));
  const int decimals = std::clamp(ticks.exponent - step.exponent, 0, 15);
  for (auto i = static_cast<std::int64_t>(first); i <= static_cast<std::int64_t>(last); ++i) {
    const double multiple = static_cast<double>(i * step.mantissa);
    ticks.major.push_back(decimal(multiple, step.exponent));
    ticks.labels.push_back(
        with_minus_sign(fmt::format("{:.{}f}", decimal(multiple, step.exponent - ticks.exponent), decimals)));
  }
  return ticks;
}

Ticks log_ticks(double min, double max, int target) {
  if (!(min > 0) || !(max > min) || !std::isfinite(max)) return {};
  constexpr double slack = 1e-9;
  const double low = std::log10(min), high = std::log10(max);
  const int first = static_cast<int>(std::floor(low + slack)), last = static_cast<int>(std::floor(high + slack));
  const bool divided = 3 * (high - low) <= target;
  const int stride = std::max(1, static_cast<int>(std::ceil((high - low) / std::max(target, 1))));
  const auto inside = [&](double value) { return value >= min * (1 - slack) && value <= max * (1 + slack); };
  Ticks ticks;
  for (int exponent = first; exponent <= last; ++exponent) {
    for (int mantissa = 1; mantissa <= 9; ++mantissa) {
      const double value = decimal(mantissa, exponent);
      if (!inside(value)) continue;
      const bool decade = mantissa == 1 && exponent % stride == 0;
      if (decade || (divided && (mantissa == 2 || mantissa == 5))) {
        ticks.major.push_back(value);
      } else if (stride == 1 || (mantissa == 1 && stride <= 5)) {
        ticks.minor.push_back(value);
      }
    }
  }
  if (ticks.major.size() < 2 || high - low < 0.7) {
    Ticks linear = linear_ticks(min, max, target);
    if (linear.major.size() > ticks.major.size()) return linear;
  }
  const bool plain = !ticks.major.empty() && ticks.major.front() >= 0.99e-3 && ticks.major.back() < 1.01e4;
  for (const double value : ticks.major) ticks.labels.push_back(log_label(value, plain));
  return ticks;
}

}  // namespace carom::report
