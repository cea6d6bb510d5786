// SPDX-License-Identifier: Apache-2.0
// Colours by name and by role. The palette is Okabe and Ito's, which stays apart under the common kinds of colour
// blindness; each colour has one shade for light paper and one for dark.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace carom::report {

enum class Colour {
  automatic,  // the next of the palette that the panel does not use yet
  blue,
  vermilion,
  green,
  purple,
  orange,
  sky,
  yellow,
  ink,  // the colour of text
  grey,
  computed = blue,
  published = vermilion,
  theory = ink,
  reference = grey,
};

struct Shade {
  std::string_view name;
  std::string_view light;  // on light paper
  std::string_view dark;   // on dark paper
};

// Ink stands in for automatic, which has no shade of its own.
constexpr Shade shade(Colour colour) {
  switch (colour) {
    case Colour::blue: return {"blue", "#0072b2", "#4aa3e6"};
    case Colour::vermilion: return {"vermilion", "#d55e00", "#ff8244"};
    case Colour::green: return {"green", "#009e73", "#2cc295"};
    case Colour::purple: return {"purple", "#b8568c", "#e39bc3"};
    case Colour::orange: return {"orange", "#e08e00", "#f2b134"};
    case Colour::sky: return {"sky", "#56b4e9", "#a5dbf9"};
    case Colour::yellow: return {"yellow", "#b8a800", "#f0e442"};
    case Colour::grey: return {"grey", "#6b7280", "#9aa4b0"};
    case Colour::automatic:
    case Colour::ink: break;
  }
  return {"ink", "#1f2328", "#e6e8eb"};
}

inline constexpr Shade paper{"paper", "#ffffff", "#15181c"};
inline constexpr Shade grid{"grid", "#e7e9ec", "#2a2f36"};
inline constexpr Shade frame{"frame", "#9aa0a8", "#666e78"};

// A colour of a pixel, the same on light and dark paper.
struct Rgb {
  std::uint8_t red = 0, green = 0, blue = 0;
  bool operator==(const Rgb&) const = default;
};

std::string hex(Rgb colour);  // "#440154"

// From dark violet through green to yellow, 0 to 1, in steps that look equally large; what lies outside takes the end.
// The palette is viridis (S. van der Walt and N. Smith, 2015, in the public domain), at ten places and linear between.
Rgb viridis(double fraction);

// Colours for words: these many of the palette for light paper, then ink for all others.
inline constexpr int word_colours = 7;
Rgb word_colour(int number);

inline constexpr Rgb no_value{0xb4, 0xb8, 0xbe};  // cells without one

// The style sheet of all figures. Every rule begins with .carom-figure, so that it may stand in a page.
std::string figure_style();

}  // namespace carom::report
