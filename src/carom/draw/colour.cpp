// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/colour.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace carom::report {
namespace {

constexpr std::array shades{shade(Colour::blue),
                            shade(Colour::vermilion),
                            shade(Colour::green),
                            shade(Colour::purple),
                            shade(Colour::orange),
                            shade(Colour::sky),
                            shade(Colour::yellow),
                            shade(Colour::ink),
                            shade(Colour::grey),
                            paper,
                            grid,
                            frame};

constexpr std::array<Rgb, 10> viridis_table{{{0x44, 0x01, 0x54},
                                             {0x48, 0x28, 0x78},
                                             {0x3e, 0x4a, 0x89},
                                             {0x31, 0x68, 0x8e},
                                             {0x26, 0x82, 0x8e},
                                             {0x1f, 0x9e, 0x89},
                                             {0x35, 0xb7, 0x79},
                                             {0x6d, 0xcd, 0x59},
                                             {0xb4, 0xde, 0x2c},
                                             {0xfd, 0xe7, 0x25}}};

// "#0072b2"
Rgb parsed(std::string_view text) {
  const auto digit = [&](std::size_t i) { return text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10; };
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(16 * digit(i) + digit(i + 1)); };
  return {byte(1), byte(3), byte(5)};
}

}  // namespace

std::string hex(Rgb colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue); }

Rgb viridis(double fraction) {
  if (std::isnan(fraction)) return no_value;
  const double at = std::clamp(fraction, 0.0, 1.0) * (viridis_table.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(at), viridis_table.size() - 2);
  const double part = at - static_cast<double>(below);
  const Rgb &a = viridis_table[below], &b = viridis_table[below + 1];
  const auto mix = [part](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(from + part * (to - from) + 0.5);
  };
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

Rgb word_colour(int number) {
  static constexpr std::array<Colour, word_colours> palette{
      Colour::blue, Colour::orange, Colour::green, Colour::purple, Colour::yellow, Colour::sky, Colour::vermilion};
  return parsed(number < word_colours ? shade(palette[static_cast<std::size_t>(number)]).light
                                      : shade(Colour::ink).light);
}

std::string figure_style() {
  std::string light, dark, classes;
  for (const Shade& shade : shades) {
    light += fmt::format("--carom-{}:{};", shade.name, shade.light);
    dark += fmt::format("--carom-{}:{};", shade.name, shade.dark);
    classes += fmt::format(".carom-figure .{0}{{color:var(--carom-{0},{1})}}\n", shade.name, shade.light);
  }
  return fmt::format(".carom-figure{{{}}}\n@media screen and (prefers-color-scheme:dark){{.carom-figure{{{}}}}}\n{}",
                     light, dark, classes);
}

}  // namespace carom::report
