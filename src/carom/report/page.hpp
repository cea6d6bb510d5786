// SPDX-License-Identifier: Apache-2.0
// A report as one HTML file that needs nothing else: no network, light and dark, fit for printing. There is no script in
// it but the one by which figures tell their values and animations move, and it is named by its hash in the page's policy,
// so that no other can run.
//
//   Page page{.title = "Carom report"};
//   page.summary({{.value = "12", .label = "reproduced", .verdict = Verdict::reproduced}});
//   page.section("The dimer").paragraph("Drift from `carom reproduce dimer`, **all** points.");
//   page.table({.caption = "Drift speeds",
//               .columns = {{.name = "Γ"}, {.name = "v", .unit = "mm/s"}, {.name = "verdict"}},
//               .rows = {{0.9, 12.5, Verdict::reproduced}}});
//   page.figure(figure, data_csv(figure));
//   write_atomically("report.html", render(page));
//
// All text is escaped; only paragraphs, captions and text cells know `code`, **bold** and *emphasis*, and paragraphs
// [[Title]], which leads to the section of that title in the same chapter.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "carom/draw/animation.hpp"
#include "carom/draw/figure.hpp"
#include "carom/draw/sketch.hpp"

namespace carom::report {

enum class Verdict { reproduced, differs, not_reproduced, undecided, open };

constexpr std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced: return "reproduced";
    case Verdict::differs: return "differs";
    case Verdict::not_reproduced: return "not reproduced";
    case Verdict::undecided: return "not decided";
    case Verdict::open: return "open";
  }
  return "open";
}

// Its colour, where that is not the verdict's own: a difference of which one knows the cause is no alarm.
enum class Tone { automatic, good, near, bad, faint };

enum class Align { automatic, left, centre, right };  // automatic: right if the column holds numbers only

// Text, a number or a verdict. A number shows six significant digits; for others, write it as text with `number`.
struct Cell {
  std::string text = {};
  bool is_number = false;
  std::optional<Verdict> verdict = {};
  Tone tone = Tone::automatic;

  Cell() = default;
  Cell(std::string text) : text(std::move(text)) {}
  Cell(const char* text) : text(text) {}
  Cell(double value);
  template <std::integral Integer>
  Cell(Integer value) : text(std::to_string(value)), is_number(true) {}
  Cell(Verdict verdict, Tone tone = Tone::automatic) : text(name(verdict)), verdict(verdict), tone(tone) {}
};

// A number written with so many significant digits.
Cell number(double value, int digits);

struct TableColumn {
  std::string name = {};
  std::string unit = {};
  Align align = Align::automatic;
};

struct Table {
  std::string caption = {};
  std::vector<TableColumn> columns = {};
  std::vector<std::vector<Cell>> rows = {};
};

struct Card {
  std::string value = {};  // large
  std::string label = {};
  std::optional<Verdict> verdict = {};  // its colour
  Tone tone = Tone::automatic;          // another
};

struct Heading {
  int level = 2;  // 2 or 3
  std::string text = {};
};

struct Paragraph {
  std::string text = {};
};

struct FigureBlock {
  Figure figure = {};
  std::string csv = {};  // the download; "" for none
};

struct Summary {
  std::vector<Card> cards = {};
};

struct Definitions {
  std::vector<std::pair<std::string, std::string>> entries = {};
};

// Text as it stands, line by line: a study, a program.
struct Listing {
  std::string text = {};
};

// A paragraph that ends with the name of a file beside the page.
struct FileLink {
  std::string text = {};
  std::string path = {};  // from the folder of the page, with '/'
};

// What follows, up to the next chapter, is a part of the page by itself: headings one level lower, figures and tables counted
// from one again, ids of its own.
struct Chapter {
  std::string id = {};
  std::string title = {};
  std::string subtitle = {};
};

// A chapter as HTML: how a long report keeps what is finished. Only `render_chapter` makes one, for it is not escaped again.
struct RenderedChapter {
  std::string body = {}, contents = {};
  bool moves = false, answers = false;  // it has animations, figures
};

using Block = std::variant<RenderedChapter, Chapter, Heading, Paragraph, Table, FigureBlock, Sketch, Animation, Summary,
                           Definitions, Listing, FileLink>;

struct Page {
  std::string title = {};
  std::string subtitle = {};
  std::string language = "en";
  std::string manifest = {};  // for programs: how the page came about; read_manifest finds it again
  std::vector<Block> blocks = {};

  // Each adds a block and returns the page.
  Page& chapter(std::string id, const Page& page);  // the whole of another page
  Page& chapter(RenderedChapter chapter);
  Page& section(std::string text);
  Page& subsection(std::string text);
  Page& paragraph(std::string text);
  Page& table(Table table);  // throws BadInput if a row has not one cell for each column
  Page& figure(Figure figure, std::string csv = {});
  Page& sketch(Sketch sketch);  // numbered with the figures
  Page& animation(Animation animation);
  Page& summary(std::vector<Card> cards);
  Page& listing(std::string text);
  Page& file_link(std::string text, std::string path);
  Page& definitions(std::vector<std::pair<std::string, std::string>> entries);  // term and text, e.g. provenance
};

std::string render(const Page& page);

// The page as a chapter of another, as Page::chapter(id, page) would have it.
RenderedChapter render_chapter(const std::string& id, const Page& page);

// The manifest of a rendered page; nothing if it has none.
std::optional<std::string> read_manifest(std::string_view html);

}  // namespace carom::report
