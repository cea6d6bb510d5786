// SPDX-License-Identifier: Apache-2.0
#include "carom/report/page.hpp"

#include <gtest/gtest.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/sha256.hpp"
#include "carom/draw/figure_script.hpp"
#include "support/balanced_tags.hpp"

namespace carom::report {
namespace {

const std::set<std::string> void_elements{"meta", "br", "hr"};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Figure small_figure(std::string id = {}) {
  Figure figure{.id = std::move(id), .title = "Drift", .caption = "With `mu=0.3`."};
  figure.panel().line("a", {0, 1}, {0, 1});
  return figure;
}

Page full_page(const std::string& text) {
  Page page{.title = text, .subtitle = text};
  page.summary({{.value = text, .label = text, .verdict = Verdict::differs}});
  page.section(text).subsection(text).paragraph(text);
  page.table({.caption = text, .columns = {{.name = text, .unit = text}}, .rows = {{Cell(text)}}});
  Figure figure{.id = text, .title = text, .caption = text};
  figure.panel().line(text, {0, 1}, {0, 1});
  page.figure(figure, text).definitions({{text, text}});
  return page;
}

// The page without the one script that it may run, which must be ours and named in its policy.
std::string without_script(std::string html) {
  const std::string script(figure_script());
  const std::string element = "<script>" + script + "</script>";
  EXPECT_EQ(count(html, "; script-src 'sha256-" + sha256_base64(script) + "'\""), 1u);
  const std::size_t at = html.find(element);
  EXPECT_NE(at, std::string::npos);
  if (at != std::string::npos) html.erase(at, element.size());
  return html;
}

TEST(Page, ShowsTextAsItStandsAndLinksFiles) {
  Page page{.title = "t"};
  page.listing("[vary]\n  a = \"<1>\"\n").file_link("All **rows**:", "a folder/#1:data?.csv");
  page.file_link("", "javascript:alert(1)");
  const std::string html = render(page);
  EXPECT_NE(html.find("<pre>[vary]\n  a = &quot;&lt;1&gt;&quot;\n</pre>"), std::string::npos);
  EXPECT_NE(html.find("<a href=\"./a%20folder/%231%3Adata%3F.csv\">a folder/#1:data?.csv</a>"), std::string::npos);
  EXPECT_EQ(html.find("href=\"javascript"), std::string::npos);
}

TEST(Page, IsWellFormedAndRunsNothingItIsGiven) {
  for (const char* text : {"plain", "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
                           "</style></title><b>", "&amp;<!--", "' onload='x"}) {
    const std::string html = without_script(render(full_page(text)));
    EXPECT_EQ(markup_fault(html, void_elements), "") << text;
    EXPECT_FALSE(has(html, "<script")) << text;
    EXPECT_FALSE(has(html, "<img")) << text;
    EXPECT_FALSE(has(html, "<!--")) << text;
    EXPECT_EQ(count(html, "</style>"), 1u) << text;
  }
}

TEST(Page, NeedsNoNetworkAndNoOtherScript) {
  const std::string html = without_script(render(full_page("plain")));
  EXPECT_EQ(count(html, "http://"), count(html, "xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_FALSE(has(html, "https://"));
  EXPECT_FALSE(has(html, "src="));
  EXPECT_FALSE(has(html, "@import"));
  EXPECT_TRUE(has(html, "default-src 'none'"));
}

TEST(Page, KnowsLightDarkAndPaper) {
  const std::string html = render(Page{.title = "t"});
  EXPECT_TRUE(has(html, "prefers-color-scheme: dark"));
  EXPECT_TRUE(has(html, "@media print"));
}

TEST(Page, ListsItsSectionsWithUniqueIds) {
  Page page{.title = "t"};
  page.section("Results").subsection("Results").section("Results");
  const std::string html = render(page);
  for (const char* id : {"Results", "Results-2", "Results-3"}) {
    EXPECT_EQ(count(html, "id=\"" + std::string(id) + "\""), 1u);
    EXPECT_EQ(count(html, "href=\"#" + std::string(id) + "\""), 1u);
  }
}

TEST(Page, LeadsFromAParagraphToASectionOfItsChapter) {
  Page part{.title = "A part"};
  part.paragraph("See [[Errata found]], not [[this.").section("Errata found");
  EXPECT_TRUE(has(render(part), "See <a href=\"#Errata-found\">Errata found</a>, not [[this."));
  Page whole{.title = "All"};
  whole.chapter("one", part);
  const std::string page = render(whole);
  EXPECT_TRUE(has(page, "See <a href=\"#one-Errata-found\">Errata found</a>"));
  EXPECT_EQ(count(page, "id=\"one-Errata-found\""), 1u);
}

TEST(Page, NumbersFiguresAndKeepsTheirIdsUnique) {
  Page page{.title = "t"};
  page.section("fig03").figure(small_figure("fig03")).figure(small_figure("fig03")).figure(small_figure());
  const std::string html = render(page);
  EXPECT_TRUE(has(html, "<figure id=\"fig03\">"));
  EXPECT_TRUE(has(html, "<b>Figure 1. Drift.</b> With <code>mu=0.3</code>."));
  EXPECT_TRUE(has(html, "<b>Figure 3. Drift.</b>"));
  EXPECT_EQ(count(html, " id=\"fig03\""), 1u);
  EXPECT_EQ(count(html, "id=\"fig03-title\""), 1u);
}

TEST(Page, HoldsOthersAsChapters) {
  Page a{.title = "First <b>", .subtitle = "by *A*"}, b{.title = "Second"};
  for (Page* page : {&a, &b}) {
    page->section("Results").subsection("More").figure(small_figure("fig1")).figure(small_figure());
    page->table({.caption = "c", .columns = {{.name = "x"}}, .rows = {{1.0}}});
  }
  Page whole{.title = "Both"};
  whole.section("Overview").figure(small_figure("fig1")).chapter("a", a).chapter("b", b);
  const std::string html = without_script(render(whole));
  EXPECT_EQ(markup_fault(html, void_elements), "");
  EXPECT_TRUE(
      has(html, "<h2 class=\"chapter\" id=\"a\">First &lt;b&gt;</h2>\n<p class=\"subtitle\">by <em>A</em></p>"));
  EXPECT_TRUE(has(html, "<h2 id=\"Overview\">Overview</h2>"));
  EXPECT_TRUE(has(html, "<h3 id=\"a-Results\">Results</h3>"));
  EXPECT_TRUE(has(html, "<h4 id=\"b-More\">More</h4>"));
  for (const char* id : {"fig1", "a-fig1", "b-fig1", "a-figure-2", "b-figure-2"})
    EXPECT_EQ(count(html, std::string("<figure id=\"") + id + "\">"), 1u) << id;
  EXPECT_EQ(count(html, "<b>Figure 1."), 3u);  // counted from one in each
  EXPECT_EQ(count(html, "<b>Table 1.</b>"), 2u);
  for (const char* text : {"<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>"}) {
    Page hostile{.title = "t"};
    hostile.chapter(text, full_page(text));
    const std::string shown = without_script(render(hostile));
    EXPECT_EQ(markup_fault(shown, void_elements), "") << text;
    EXPECT_FALSE(has(shown, "<script")) << text;
    EXPECT_FALSE(has(shown, "<img")) << text;
  }
}

TEST(Page, TakesAChapterThatWasRenderedBefore) {
  const Page chapter = full_page("text");
  Page whole{.title = "Both"}, parts{.title = "Both"};
  whole.chapter("a", chapter).chapter("b", chapter);
  parts.chapter(render_chapter("a", chapter)).chapter(render_chapter("b", chapter));
  EXPECT_EQ(render(parts), render(whole));
}

TEST(Page, KeepsItsManifestForPrograms) {
  Page page{.title = "t"};
  EXPECT_EQ(read_manifest(render(page)), std::nullopt);
  for (const char* text : {"{\"a\": 1}", "<script>alert(1)</script>", "&amp;\"'>", "--\n&quot"}) {
    page.manifest = text;
    EXPECT_EQ(read_manifest(render(page)), text);
    EXPECT_FALSE(has(render(page), "<script")) << text;
  }
  EXPECT_EQ(read_manifest("<meta name=\"carom-manifest\" content=\"cut"), "cut");
}

TEST(Page, HoldsTheDataOfAFigureAsADownload) {
  Page page{.title = "t"};
  page.figure(small_figure("fig03"), "x,y\n1,2\n").figure(small_figure());
  const std::string html = render(page);
  EXPECT_TRUE(has(html, "<a download=\"fig03.csv\" href=\"data:text/csv;charset=utf-8,x,y%0A1,2%0A\">"));
  EXPECT_EQ(count(html, " download="), 1u);
}

TEST(Table, AlignsNumbersRightAndColoursVerdicts) {
  Page page{.title = "t"};
  page.table({.columns = {{.name = "case"}, {.name = "v", .unit = "m/s"}, {.name = "n"}, {.name = "verdict"}},
              .rows = {{"a", 0.5, 3, Verdict::reproduced}, {"b", Cell(), 4u, Verdict::not_reproduced}}});
  const std::string html = render(page);
  EXPECT_TRUE(has(html, "<td>a</td><td class=\"right\">0.5</td><td class=\"right\">3</td>"));
  EXPECT_TRUE(has(html, "<td>b</td><td class=\"right\"></td><td class=\"right\">4</td>"));
  EXPECT_TRUE(has(html, "<th scope=\"col\" class=\"right\">v <small>(m/s)</small></th>"));
  EXPECT_TRUE(has(html, "<span class=\"verdict reproduced\">reproduced</span>"));
  EXPECT_TRUE(has(html, "<span class=\"verdict not-reproduced\">not reproduced</span>"));
}

TEST(Table, ShowsNumbersWithTheDigitsAskedFor) {
  EXPECT_EQ(Cell(1.0 / 3).text, "0.333333");
  EXPECT_EQ(number(1.0 / 3, 3).text, "0.333");
  EXPECT_TRUE(number(1.0 / 3, 3).is_number);
}

TEST(Table, RefusesARowOfTheWrongLength) {
  Page page{.title = "t"};
  EXPECT_THROW(page.table({.columns = {{.name = "a"}}, .rows = {{1, 2}}}), BadInput);
  EXPECT_TRUE(page.blocks.empty());
}

}  // namespace
}  // namespace carom::report
