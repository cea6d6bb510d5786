// SPDX-License-Identifier: Apache-2.0
#include "carom/report/page.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/sha256.hpp"
#include "carom/draw/figure_script.hpp"
#include "carom/draw/markup.hpp"
#include "carom/report/page_style.hpp"

namespace carom::report {
namespace {

std::string_view verdict_class(Verdict verdict) {
  switch (verdict) {
    case Verdict::not_reproduced: return "not-reproduced";
    case Verdict::undecided: return "undecided";
    default: return name(verdict);
  }
}

// A class more, or none.
std::string_view tone_class(Tone tone) {
  switch (tone) {
    case Tone::good: return " good";
    case Tone::near: return " near";
    case Tone::bad: return " bad";
    case Tone::faint: return " faint";
    case Tone::automatic: break;
  }
  return "";
}

std::string_view align_class(Align align) {
  switch (align) {
    case Align::right: return " class=\"right\"";
    case Align::centre: return " class=\"centre\"";
    case Align::automatic:
    case Align::left: break;
  }
  return "";
}

// Numbers only, or numbers and empty cells.
bool holds_numbers(const Table& table, std::size_t column) {
  bool any = false;
  for (const auto& row : table.rows) {
    const Cell& cell = row[column];
    if (!cell.is_number && (!cell.text.empty() || cell.verdict)) return false;
    any = any || cell.is_number;
  }
  return any;
}

// Ends a title as a sentence, so that a caption may follow.
std::string as_sentence(const std::string& html) {
  const bool ended = html.empty() || html.ends_with('.') || html.ends_with('?') || html.ends_with('!');
  return ended ? html : html + '.';
}

// The path of a file as an address: what means something there is written as %XX, and a colon makes no scheme.
std::string relative_address(std::string_view path) {
  constexpr std::string_view harmless = "-_.~/";
  std::string out = path.starts_with('/') ? "" : "./";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool safe = byte < 0x80 && (std::isalnum(byte) || harmless.find(c) != std::string_view::npos);
    out += safe ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

const std::string manifest_begin = "<meta name=\"carom-manifest\" content=\"";

class PageWriter {
 public:
  explicit PageWriter(const Page& page) : page_(page) {
    // Ids that a figure asks for are its own.
    for (const Block& block : page.blocks) {
      if (const auto* chapter = std::get_if<Chapter>(&block)) prefix_ = identifier(chapter->id) + "-";
      const auto* figure = std::get_if<FigureBlock>(&block);
      if (figure && !figure->figure.id.empty()) reserved_.insert(identifier(prefix_ + figure->figure.id));
      moves_ = moves_ || std::holds_alternative<Animation>(block);
      answers_ = answers_ || figure;
      if (const auto* rendered = std::get_if<RenderedChapter>(&block)) {
        moves_ = moves_ || rendered->moves;
        answers_ = answers_ || rendered->answers;
      }
    }
    prefix_.clear();
  }

  RenderedChapter chapter() {
    write_blocks();
    return {.body = std::move(body_), .contents = std::move(contents_), .moves = moves_, .answers = answers_};
  }

  std::string write() {
    write_blocks();
    const bool has_contents = !contents_.empty();
    const std::string script =
        std::string(answers_ ? figure_script() : "") + std::string(moves_ ? animation_script() : "");
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "img-src data:{}\">\n"
        "{}<title>{}</title>\n<style>{}{}{}</style>\n</head>\n<body>\n",
        escape(page_.language),
        script.empty() ? std::string() : fmt::format("; script-src 'sha256-{}'", sha256_base64(script)),
        page_.manifest.empty() ? "" : manifest_begin + escape(page_.manifest) + "\">\n", escape(page_.title),
        page_style(), figure_style(),
        std::string(answers_ ? figure_script_style() : "") + (moves_ ? animation_style() : ""));
    out += fmt::format("<div class=\"layout{}\">\n", has_contents ? "" : " plain");
    if (has_contents) {
      out +=
          fmt::format("<nav aria-label=\"Contents\">\n<strong>Contents</strong>\n<ol>\n{}</ol>\n</nav>\n", contents_);
    }
    out += fmt::format("<main>\n<header>\n<h1>{}</h1>\n", escape(page_.title));
    if (!page_.subtitle.empty()) out += fmt::format("<p>{}</p>\n", inline_html(page_.subtitle));
    out += "</header>\n" + body_ + "</main>\n</div>\n";
    if (!script.empty()) out += fmt::format("<script>{}</script>\n", script);
    out += "</body>\n</html>\n";
    return out;
  }

 private:
  std::string unique_id(std::string_view text) {
    const std::string base = identifier(prefix_ + std::string(text));
    std::string id = base;
    for (int i = 2; reserved_.count(id) || !used_.insert(id).second; ++i) id = fmt::format("{}-{}", base, i);
    return id;
  }

  // The id a figure asked for, if no earlier figure has it.
  std::string figure_id(const Figure& figure) {
    if (figure.id.empty()) return unique_id(fmt::format("figure-{}", figures_));
    const std::string id = identifier(prefix_ + figure.id);
    return used_.insert(id).second ? id : unique_id(figure.id);
  }

  void write_blocks() {
    for (const Block& block : page_.blocks) std::visit([this](const auto& content) { write(content); }, block);
  }

  void write(const RenderedChapter& chapter) {
    body_ += chapter.body;
    contents_ += chapter.contents;
  }

  void write(const Chapter& chapter) {
    prefix_.clear();
    const std::string id = unique_id(chapter.id), title = escape(chapter.title);
    prefix_ = identifier(chapter.id) + "-";
    in_chapter_ = true;
    figures_ = tables_ = 0;
    body_ += fmt::format("<h2 class=\"chapter\" id=\"{}\">{}</h2>\n", id, title);
    if (!chapter.subtitle.empty())
      body_ += fmt::format("<p class=\"subtitle\">{}</p>\n", inline_html(chapter.subtitle));
    contents_ += fmt::format("<li class=\"chapter\"><a href=\"#{}\">{}</a></li>\n", id, title);
  }

  void write(const Heading& heading) {
    const std::string id = unique_id(heading.text);
    const std::string text = escape(heading.text);
    const int level = heading.level + (in_chapter_ ? 1 : 0);
    body_ += fmt::format("<h{0} id=\"{1}\">{2}</h{0}>\n", level, id, text);
    if (level < 4)
      contents_ += fmt::format("<li{}><a href=\"#{}\">{}</a></li>\n", level > 2 ? " class=\"sub\"" : "", id, text);
  }

  void write(const Paragraph& paragraph) {
    body_ += fmt::format("<p>{}</p>\n", with_links(inline_html(paragraph.text)));
  }

  // [[A section]] of the same chapter.
  std::string with_links(std::string html) const {
    for (std::size_t at = html.find("[["); at != html.npos; at = html.find("[[", at)) {
      const std::size_t end = html.find("]]", at);
      if (end == html.npos) break;
      const std::string title = html.substr(at + 2, end - at - 2);
      const std::string link = fmt::format("<a href=\"#{}\">{}</a>", identifier(prefix_ + title), title);
      html.replace(at, end + 2 - at, link);
      at += link.size();
    }
    return html;
  }

  void write(const Table& table) {
    ++tables_;
    std::vector<Align> align;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const Align asked = table.columns[i].align;
      align.push_back(asked != Align::automatic ? asked : holds_numbers(table, i) ? Align::right : Align::left);
    }
    body_ += "<div class=\"table\">\n<table>\n";
    body_ += fmt::format("<caption><b>Table {}.</b>{}{}</caption>\n", tables_, table.caption.empty() ? "" : " ",
                         inline_html(table.caption));
    body_ += "<thead>\n<tr>";
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const TableColumn& column = table.columns[i];
      body_ += fmt::format("<th scope=\"col\"{}>{}", align_class(align[i]), escape(column.name));
      if (!column.unit.empty() && column.unit != "1") body_ += fmt::format(" <small>({})</small>", escape(column.unit));
      body_ += "</th>";
    }
    body_ += "</tr>\n</thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
      body_ += "<tr>";
      for (std::size_t i = 0; i < row.size(); ++i) {
        body_ += fmt::format("<td{}>{}</td>", align_class(align[i]), cell_html(row[i]));
      }
      body_ += "</tr>\n";
    }
    body_ += "</tbody>\n</table>\n</div>\n";
  }

  static std::string cell_html(const Cell& cell) {
    if (cell.verdict) {
      return fmt::format("<span class=\"verdict {}{}\">{}</span>", verdict_class(*cell.verdict), tone_class(cell.tone),
                         escape(cell.text));
    }
    return cell.is_number ? escape(cell.text) : inline_html(cell.text);
  }

  void write(const FigureBlock& block) {
    ++figures_;
    Figure figure = block.figure;
    figure.id = figure_id(figure);
    body_ += fmt::format("<figure id=\"{}\">\n{}<figcaption><b>Figure {}.{}{}</b>", figure.id,
                         render(figure, Setting::in_page), figures_, figure.title.empty() ? "" : " ",
                         as_sentence(escape(figure.title)));
    if (!figure.caption.empty()) body_ += ' ' + inline_html(figure.caption);
    if (!block.csv.empty()) {
      body_ += fmt::format(" <a download=\"{}.csv\" href=\"{}\">Data (CSV)</a>", figure.id,
                           escape(data_uri("text/csv", block.csv)));
    }
    body_ += "</figcaption>\n</figure>\n";
  }

  void write(const Sketch& block) {
    ++figures_;
    Sketch sketch = block;
    sketch.id = unique_id(sketch.id.empty() ? fmt::format("figure-{}", figures_) : sketch.id);
    body_ +=
        fmt::format("<figure id=\"{}\">\n{}<figcaption><b>Figure {}.{}{}</b>{}{}</figcaption>\n</figure>\n", sketch.id,
                    render(sketch, Setting::in_page), figures_, sketch.title.empty() ? "" : " ",
                    as_sentence(escape(sketch.title)), sketch.caption.empty() ? "" : " ", inline_html(sketch.caption));
  }

  void write(const Animation& animation) {
    ++figures_;
    const std::string id = unique_id(animation.id.empty() ? fmt::format("figure-{}", figures_) : animation.id);
    body_ += fmt::format("<figure id=\"{}\">\n{}<figcaption><b>Figure {}.{}{}</b>{}{}</figcaption>\n</figure>\n", id,
                         render(animation), figures_, animation.title.empty() ? "" : " ",
                         as_sentence(escape(animation.title)), animation.caption.empty() ? "" : " ",
                         inline_html(animation.caption));
  }

  void write(const Summary& summary) {
    body_ += "<div class=\"cards\">\n";
    for (const Card& card : summary.cards) {
      body_ += fmt::format("<div class=\"card{}{}{}\"><b>{}</b><span>{}</span></div>\n", card.verdict ? " " : "",
                           card.verdict ? verdict_class(*card.verdict) : "", tone_class(card.tone), escape(card.value),
                           escape(card.label));
    }
    body_ += "</div>\n";
  }

  void write(const Definitions& definitions) {
    body_ += "<dl>\n";
    for (const auto& [term, text] : definitions.entries) {
      body_ += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escape(term), inline_html(text));
    }
    body_ += "</dl>\n";
  }

  void write(const Listing& listing) { body_ += fmt::format("<pre>{}</pre>\n", escape(listing.text)); }

  void write(const FileLink& link) {
    body_ += fmt::format("<p>{}{}<a href=\"{}\">{}</a></p>\n", inline_html(link.text), link.text.empty() ? "" : " ",
                         escape(relative_address(link.path)), escape(link.path));
  }

  const Page& page_;
  std::string body_;
  std::string contents_;
  std::set<std::string> reserved_;  // ids that figures ask for
  std::set<std::string> used_;
  std::string prefix_;  // of the ids of a chapter
  bool in_chapter_ = false;
  bool moves_ = false;    // it has animations
  bool answers_ = false;  // it has figures
  int tables_ = 0;
  int figures_ = 0;
};

}  // namespace

Cell::Cell(double value) : text(fmt::format("{:.6g}", value)), is_number(true) {}

Cell number(double value, int digits) {
  Cell cell;
  cell.text = fmt::format("{:.{}g}", value, digits);
  cell.is_number = true;
  return cell;
}

Page& Page::chapter(std::string id, const Page& page) {
  blocks.push_back(Chapter{std::move(id), page.title, page.subtitle});
  blocks.insert(blocks.end(), page.blocks.begin(), page.blocks.end());
  return *this;
}

Page& Page::chapter(RenderedChapter chapter) {
  blocks.push_back(std::move(chapter));
  return *this;
}

Page& Page::section(std::string text) {
  blocks.push_back(Heading{2, std::move(text)});
  return *this;
}

Page& Page::subsection(std::string text) {
  blocks.push_back(Heading{3, std::move(text)});
  return *this;
}

Page& Page::paragraph(std::string text) {
  blocks.push_back(Paragraph{std::move(text)});
  return *this;
}

Page& Page::table(Table table) {
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (table.rows[i].size() == table.columns.size()) continue;
    throw BadInput(fmt::format("Row {} of the table '{}' has {} cells; the table has {} columns.", i + 1, table.caption,
                               table.rows[i].size(), table.columns.size()));
  }
  blocks.push_back(std::move(table));
  return *this;
}

Page& Page::figure(Figure figure, std::string csv) {
  blocks.push_back(FigureBlock{std::move(figure), std::move(csv)});
  return *this;
}

Page& Page::sketch(Sketch sketch) {
  blocks.push_back(std::move(sketch));
  return *this;
}

Page& Page::animation(Animation animation) {
  blocks.push_back(std::move(animation));
  return *this;
}

Page& Page::summary(std::vector<Card> cards) {
  blocks.push_back(Summary{std::move(cards)});
  return *this;
}

Page& Page::listing(std::string text) {
  blocks.push_back(Listing{std::move(text)});
  return *this;
}

Page& Page::file_link(std::string text, std::string path) {
  blocks.push_back(FileLink{std::move(text), std::move(path)});
  return *this;
}

Page& Page::definitions(std::vector<std::pair<std::string, std::string>> entries) {
  blocks.push_back(Definitions{std::move(entries)});
  return *this;
}

std::string render(const Page& page) { return PageWriter(page).write(); }

RenderedChapter render_chapter(const std::string& id, const Page& page) {
  Page whole;
  whole.chapter(id, page);
  return PageWriter(whole).chapter();
}

std::optional<std::string> read_manifest(std::string_view html) {
  const std::size_t begin = html.find(manifest_begin);
  if (begin == std::string_view::npos) return std::nullopt;
  html.remove_prefix(begin + manifest_begin.size());
  const std::string_view escaped = html.substr(0, html.find('"'));
  std::string text;
  for (std::size_t k = 0; k < escaped.size();) {
    std::size_t length = 1;
    char c = escaped[k];
    for (const auto& [code, plain] : {std::pair<std::string_view, char>{"&amp;", '&'},
                                      {"&lt;", '<'},
                                      {"&gt;", '>'},
                                      {"&quot;", '"'},
                                      {"&#39;", '\''}})
      if (escaped.substr(k, code.size()) == code) {
        c = plain;
        length = code.size();
      }
    text += c;
    k += length;
  }
  return text;
}

}  // namespace carom::report
