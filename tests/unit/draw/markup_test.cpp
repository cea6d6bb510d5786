// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/markup.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/balanced_tags.hpp"

namespace carom::report {
namespace {

TEST(Escaping, DisarmsEveryCharacterThatMarkupKnows) {
  EXPECT_EQ(escape("<a href=\"x\" b='y'>&"), "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;");
}

TEST(Escaping, KeepsUnicodeAndReplacesWhatXmlForbids) {
  EXPECT_EQ(escape("μ θ Γ √½ 𝜇"), "μ θ Γ √½ 𝜇");
  EXPECT_EQ(escape(std::string_view("a\0b\x1b\n", 5)),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD\n");
  EXPECT_EQ(escape("\xff\xc3"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(escape("\xc0\xbc"), "\xEF\xBF\xBD\xEF\xBF\xBD") << "an overlong < is not a <";
}

TEST(InlineMarks, AreCodeBoldAndEmphasis) {
  EXPECT_EQ(inline_html("run `a<b` **now** or *later*"),
            "run <code>a&lt;b</code> <strong>now</strong> or <em>later</em>");
  EXPECT_EQ(inline_html("**bold with `code` and *more***"),
            "<strong>bold with <code>code</code> and <em>more</em></strong>");
}

TEST(InlineMarks, WithoutAPartnerAreText) {
  for (const char* text : {"2*3*4", "a * b * c", "a ` b", "**", "*", "``", "** x **", "5 *", "*a", "**a*"}) {
    EXPECT_EQ(inline_html(text), text);
  }
}

TEST(InlineMarks, HideNoMarkup) {
  EXPECT_EQ(inline_html("**<script>**"), "<strong>&lt;script&gt;</strong>");
  EXPECT_EQ(inline_html("`</code><script>`"), "<code>&lt;/code&gt;&lt;script&gt;</code>");
}

RC_GTEST_PROP(InlineMarks, AlwaysMakeBalancedTags, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::element('a', ' ', '*', '`', '<', '&', '"', '1'));
  RC_ASSERT(markup_fault(inline_html(text)) == "");
}

TEST(Identifiers, AreAsciiAndBeginWithALetter) {
  EXPECT_EQ(identifier("The dimer, Γ = 1.4"), "The-dimer-1-4");
  EXPECT_EQ(identifier("3 \"><script>"), "x3-script");
  EXPECT_EQ(identifier("Γ"), "x");
}

TEST(DataAddresses, EncodeWhateverCouldEndAnAttribute) {
  EXPECT_EQ(data_uri("text/csv", "a,b\n\"1\",μ\n"), "data:text/csv;charset=utf-8,a,b%0A%221%22,%CE%BC%0A");
}

TEST(TextWidth, CountsCharactersNotBytes) {
  EXPECT_NEAR(text_width("μθ", 10), text_width("ab", 10), 1e-9);
  EXPECT_EQ(wrap("one two three", text_width("one two", 10) + 1, 10), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(shorten("short", 1000, 10), "short");
  EXPECT_LE(text_width(shorten("quite a long name", 60, 10), 10), 60);
}

TEST(Lengths, HaveAtMostTwoDecimals) {
  EXPECT_EQ(px(12.3456), "12.35");
  EXPECT_EQ(px(-0.004), "0");
  EXPECT_EQ(px(-0.5), "-0.5");
  EXPECT_EQ(px(3.05), "3.05");
  EXPECT_EQ(px(7), "7");
}

}  // namespace
}  // namespace carom::report
