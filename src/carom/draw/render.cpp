// SPDX-License-Identifier: Apache-2.0
// The SVG of a figure.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "carom/draw/figure.hpp"
#include "carom/draw/figure_layout.hpp"
#include "carom/draw/markup.hpp"
#include "carom/draw/svg.hpp"

namespace carom::report {
namespace {

// One path for marks of one shape: for each a move to `shift` from its centre, then the shape, which ends where it began.
// The script of a page finds them again by the attributes.
std::string marks_path(const Polyline& centres, Point shift, const std::string& shape, std::string_view style) {
  Path path;
  for (const Point& centre : centres) {
    path.move({centre.x + shift.x, centre.y + shift.y});
    path.raw(shape);
  }
  return fmt::format("<path d=\"{}\" data-mark=\"{}\" data-shift=\"{} {}\" stroke=\"currentColor\" {}/>\n", path.text(),
                     shape, px(shift.x), px(shift.y), style);
}

// Filled circles and squares are dots of no length with round or square caps, which keeps large clouds small.
std::string marks_element(const Polyline& points, const MarkStyle& style) {
  if (points.empty()) return "";
  const double r = style.size / 2;
  if (style.filled && (style.mark == Mark::circle || style.mark == Mark::square)) {
    const bool round = style.mark == Mark::circle;
    return marks_path(points, {0, 0}, "h0",
                      fmt::format("fill=\"none\" stroke-width=\"{}\" stroke-linecap=\"{}\"",
                                  px(round ? style.size : 0.9 * style.size), round ? "round" : "square"));
  }
  const std::string width = px(std::clamp(style.size / 4, 0.5, 1.4));
  const auto outlined = [&](Point shift, const std::string& shape, bool filled = false) {
    return marks_path(points, shift, shape,
                      fmt::format("fill=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
                                  filled ? "currentColor" : "none", width));
  };
  switch (style.mark) {
    case Mark::circle:
      return outlined({-r, 0}, fmt::format("a{0} {0} 0 1 0 {1} 0a{0} {0} 0 1 0-{1} 0", px(r), px(2 * r)));
    case Mark::square: return outlined({-0.9 * r, -0.9 * r}, fmt::format("h{0}v{0}h-{0}z", px(1.8 * r)));
    case Mark::cross: return outlined({-r, -r}, fmt::format("l{0} {0}m0-{0}l-{0} {0}m0-{0}", px(2 * r)));
    case Mark::triangle:
      return outlined({0, -1.15 * r}, fmt::format("l{} {}h-{}z", px(r), px(1.9 * r), px(2 * r)), style.filled);
  }
  return "";
}

std::string drawing_elements(const Drawing& drawing, const std::string& attributes = {}) {
  const Series& series = *drawing.series;
  std::string out;
  if (!drawing.polygons.empty()) {
    Path path;
    for (const Polyline& polygon : drawing.polygons) {
      path.polyline(polygon);
      path.close();
    }
    out += fmt::format("<path d=\"{}\" fill=\"currentColor\" fill-opacity=\"{}\"/>\n", path.text(), px(series.opacity));
  }
  if (!drawing.lines.empty()) {
    Path path;
    for (const Polyline& line : drawing.lines) path.polyline(line);
    out += line_element(path.text(), series.line);
  }
  if (!drawing.bars.empty()) {
    Path path;
    Polyline ends;
    for (const auto& [low, high] : drawing.bars) {
      path.polyline({low, high});
      ends.insert(ends.end(), {low, high});
    }
    out +=
        fmt::format("<path data-part=\"bars\" d=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.1\"/>\n",
                    path.text());
    out += marks_path(ends, {-3, 0}, "h6m-6 0", "data-part=\"bars\" fill=\"none\" stroke-width=\"1.1\"");
  }
  out += marks_element(drawing.marks, series.mark);
  return out.empty() ? out : fmt::format("<g {}{}>\n{}</g>\n", tint(drawing.colour), attributes, out);
}

void write_grid(const PanelLayout& layout, std::string& out) {
  const Box& frame = layout.frame;
  Path lines;
  for (const double tick : layout.x.ticks.major)
    lines.polyline({{layout.x(tick), frame.top}, {layout.x(tick), frame.bottom}});
  for (const double tick : layout.y.ticks.major)
    lines.polyline({{frame.left, layout.y(tick)}, {frame.right, layout.y(tick)}});
  out += fmt::format("<path {} data-part=\"grid\" d=\"{}\" fill=\"none\" stroke=\"currentColor\"/>\n", tint(grid),
                     lines.text());
}

// "μ_{c}" as it is said where there are no indices: "μ_c".
std::string without_braces(std::string text) {
  for (std::size_t open; (open = text.find("_{")) != std::string::npos;) {
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) break;
    text.erase(close, 1).erase(open + 1, 1);
  }
  return text;
}

void write_axes(const PanelLayout& layout, double y_label_x, std::string& out) {
  const Box& box = layout.frame;
  Path lines;
  lines.polyline({{box.left, box.top}, {box.right, box.top}, {box.right, box.bottom}, {box.left, box.bottom}});
  lines.close();
  const auto tick_x = [&](double x, double length) { lines.polyline({{x, box.bottom}, {x, box.bottom + length}}); };
  const auto tick_y = [&](double y, double length) { lines.polyline({{box.left, y}, {box.left - length, y}}); };
  for (const double tick : layout.x.ticks.major) tick_x(layout.x(tick), 5);
  for (const double tick : layout.x.ticks.minor) tick_x(layout.x(tick), 3);
  for (const double tick : layout.y.ticks.major) tick_y(layout.y(tick), 5);
  for (const double tick : layout.y.ticks.minor) tick_y(layout.y(tick), 3);
  out += fmt::format("<path {} data-part=\"ticks\" d=\"{}\" fill=\"none\" stroke=\"currentColor\"/>\n", tint(frame),
                     lines.text());

  out += fmt::format("<g {} fill=\"currentColor\" font-size=\"{}\">\n", tint(Colour::ink), px(tick_font));
  if (layout.x_labelled) {
    out += "<g data-part=\"x-labels\" text-anchor=\"middle\">\n";
    for (std::size_t i = 0; i < layout.x.ticks.major.size(); ++i) {
      out += text_element(layout.x(layout.x.ticks.major[i]), box.bottom + 18, layout.x.ticks.labels[i]);
    }
    out += "</g>\n";
  }
  out += "<g data-part=\"y-labels\" text-anchor=\"end\">\n";
  for (std::size_t i = 0; i < layout.y.ticks.major.size(); ++i) {
    out += text_element(box.left - 8, layout.y(layout.y.ticks.major[i]) + 4, layout.y.ticks.labels[i]);
  }
  out += "</g>\n";
  const auto fitted = [](const std::string& text, double room) {
    return px(std::clamp(label_font * room / std::max(1.0, text_width(text, label_font)), 8.0, label_font));
  };
  const std::string x_label = axis_label(*layout.x_axis, layout.x.ticks.exponent);
  if (layout.x_labelled && !x_label.empty()) {
    const std::string size = fitted(x_label, box.width() + 30);
    out += text_element((box.left + box.right) / 2, box.bottom + 38, x_label,
                        fmt::format("text-anchor=\"middle\" font-size=\"{}\"", size));
  }
  const std::string y_label = axis_label(layout.panel->y, layout.y.ticks.exponent);
  if (!y_label.empty()) {
    const double middle = (box.top + box.bottom) / 2;
    out += text_element(y_label_x, middle, y_label,
                        fmt::format("text-anchor=\"middle\" font-size=\"{}\" transform=\"rotate(-90 {} {})\"",
                                    fitted(y_label, box.height() + 16), px(y_label_x), px(middle)));
  }
  out += "</g>\n";
}

void write_bands_and_rules(const PanelLayout& layout, std::string& out) {
  for (const Band& band : layout.panel->bands) {
    const Box box = band_box(band, layout);
    const Colour colour = band.style.colour == Colour::automatic ? Colour::grey : band.style.colour;
    out += fmt::format(
        "<rect {} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"currentColor\" fill-opacity=\"{}\"/>\n",
        tint(colour), px(box.left), px(box.top), px(box.width()), px(box.height()), px(band.style.opacity));
  }
  for (const Rule& rule : layout.panel->rules) {
    const auto line = rule_line(rule, layout);
    if (!line) continue;
    Path path;
    path.polyline({line->first, line->second});
    const Colour colour = rule.style.colour == Colour::automatic ? Colour::grey : rule.style.colour;
    out += fmt::format("<g {}>{}</g>\n", tint(colour), line_element(path.text(), rule.style));
  }
}

void write_notes(const PanelLayout& layout, std::string& out) {
  for (const Note& note : layout.notes) {
    // A halo of paper keeps it readable where no free place was left.
    const auto text = [&](std::string_view attributes) {
      return text_element(note.box.left, note.box.bottom - 4, note.text, attributes);
    };
    out += fmt::format(
        "<g data-part=\"note\" font-size=\"{}\"><g {}>{}</g><g {}>{}</g></g>\n", px(note_font), tint(paper),
        text(R"(fill="none" stroke="currentColor" stroke-width="3" stroke-linejoin="round" aria-hidden="true")"),
        tint(note.colour), text(R"(fill="currentColor")"));
  }
}

void write_legend(const PanelLayout& layout, std::string& out) {
  if (layout.legend_place == LegendPlace::none || layout.legend.empty()) return;
  out += "<g data-part=\"legend\">\n";
  const bool inside = layout.legend_place != LegendPlace::right && layout.legend_place != LegendPlace::below;
  if (inside) {
    const Box& box = layout.legend_box;
    out += fmt::format(
        "<rect {} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"currentColor\" "
        "fill-opacity=\"0.85\"/>\n",
        tint(paper), px(box.left), px(box.top), px(box.width()), px(box.height()));
  }
  for (const LegendEntry& entry : layout.legend) {
    const double x = entry.at.x, y = entry.at.y;
    if (entry.swatch) {
      out += fmt::format(
          "<rect {} data-swatch=\"{}\" data-name=\"{}\" x=\"{}\" y=\"{}\" width=\"14\" height=\"12\" "
          "fill=\"{}\" stroke=\"currentColor\"/>\n",
          tint(frame), hex(*entry.swatch), escape(entry.name), px(x + legend_handle - 14), px(y - 6),
          hex(*entry.swatch));
    }
    for (const std::size_t i : entry.drawings) {
      const Drawing& shown = layout.drawings[i];
      Drawing sample{shown.series, shown.colour, {}, {}, {}, {}};
      switch (shown.series->kind) {
        case SeriesKind::line:
        case SeriesKind::step: sample.lines = {{{x, y}, {x + legend_handle, y}}}; break;
        case SeriesKind::points: sample.marks = {{x + legend_handle / 2, y}}; break;
        case SeriesKind::region:
          sample.polygons = {{{x, y - 5}, {x + legend_handle, y - 5}, {x + legend_handle, y + 5}, {x, y + 5}}};
          break;
      }
      if (!shown.series->spread.minus.empty()) {
        sample.bars = {{{x + legend_handle / 2, y + 7}, {x + legend_handle / 2, y - 7}}};
      }
      out += drawing_elements(sample);
    }
    out += text_element(x + legend_handle + legend_gap, y + 4.2, entry.name,
                        fmt::format("{} fill=\"currentColor\" font-size=\"{}\"", tint(Colour::ink), px(legend_font)));
  }
  out += "</g>\n";
}

// Frame and axes of a panel for the script of a page.
std::string axes_attributes(const PanelLayout& layout, bool shared_x) {
  const auto axis = [](const AxisView& view) {
    return fmt::format("{} {} {} {}", view.range.min, view.range.max, view.scale == Scale::log10 ? "log10" : "linear",
                       view.ticks.exponent);
  };
  const auto unit = [](const Axis& axis) { return axis.unit == "1" ? std::string() : escape(axis.unit); };
  const Box& box = layout.frame;
  return fmt::format(
      " data-frame=\"{} {} {} {}\" data-x=\"{}\" data-y=\"{}\" data-x-label=\"{}\" data-x-unit=\"{}\" "
      "data-y-label=\"{}\" data-y-unit=\"{}\"{}",
      px(box.left), px(box.top), px(box.right), px(box.bottom), axis(layout.x), axis(layout.y),
      escape(without_braces(layout.x_axis->label)), unit(*layout.x_axis), escape(without_braces(layout.panel->y.label)),
      unit(layout.panel->y), shared_x ? " data-shared-x=\"\"" : "");
}

// What someone who cannot see the figure should know about it.
std::string description(const Figure& figure) {
  std::string out = figure.caption;
  for (const Panel& panel : figure.panels) {
    std::string names;
    for (const Series& series : panel.series) {
      if (!series.name.empty()) names += (names.empty() ? "" : ", ") + series.name;
    }
    for (const Raster& raster : panel.rasters) {
      if (raster.bar)
        names += (names.empty() ? "a map of " : ", a map of ") + axis_label({raster.bar->label, raster.bar->unit});
      for (const auto& [name, colour] : raster.colour_names) names += (names.empty() ? "" : ", ") + name;
    }
    if (!out.empty()) out += ' ';
    out += fmt::format("{} over {}", axis_label(panel.y), axis_label(panel.x));
    out += names.empty() ? "." : ": " + names + ".";
  }
  return out;
}

}  // namespace

std::string render(const Figure& figure, Setting setting) {
  const FigureLayout layout = lay_out(figure, setting);
  const std::string id = figure.id.empty() ? "figure" : identifier(figure.id);
  const bool standalone = setting == Setting::standalone;
  std::string out = svg_begin(layout.width, layout.height, id, figure.title, description(figure), setting);
  out += title_elements(layout.title_lines);
  for (const PanelLayout& panel : layout.panels) {
    out += fmt::format("<g data-part=\"panel\"{}>\n", standalone ? "" : axes_attributes(panel, figure.shared_x));
    if (!panel.panel->title.empty()) {
      out +=
          text_element(panel.frame.left, panel.title_baseline, panel.panel->title,
                       fmt::format("{} fill=\"currentColor\" font-size=\"13\" font-weight=\"600\"", tint(Colour::ink)));
    }
    write_grid(panel, out);
    out += "<g data-part=\"plot\">\n" + raster_elements(panel);
    write_bands_and_rules(panel, out);
    out += "</g>\n";
    write_axes(panel, layout.y_label_x, out);
    out += "<g data-part=\"plot\">\n";
    for (const Drawing& drawing : panel.drawings)
      out += drawing_elements(drawing, fmt::format(" data-series=\"{}\"", escape(drawing.series->name)));
    out += "</g>\n";
    out += bar_elements(panel);
    write_notes(panel, out);
    write_legend(panel, out);
    out += "</g>\n";
  }
  out += caption_elements(layout.caption_lines, layout.caption_top);
  return out + "</svg>\n";
}

}  // namespace carom::report
