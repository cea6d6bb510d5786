#include "carom/report/colour.hpp"

#include <array>

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

}  // namespace

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
