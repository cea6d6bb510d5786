// SPDX-License-Identifier: Apache-2.0
// The parts that the page of every paper has: the summary of verdicts, tables of comparisons, errata.
#pragma once

#include <string>
#include <vector>

#include "carom/report/page.hpp"
#include "papers/common/published.hpp"

namespace carom::papers {

std::string compiler_name();

// Counts of statements: reproduced, and by cause; red is for what is unexplained alone.
std::vector<report::Card> cards_of(const Tally& tally);

// What the words of verdicts and causes mean.
std::string verdicts_in_words();

// A verdict in the colour of its cause.
report::Cell verdict_cell(const Comparison& comparison);

// Counts of statements, and a table of what is not reproduced as printed, by cause.
void add_summary(report::Page& page, const std::vector<Comparison>& comparisons);

report::Table comparison_table(const std::vector<Comparison>& comparisons, const char* section);

// A section of the paper: what it publishes beside ours, then its figures with their data.
void add_section(report::Page& page, const std::vector<Comparison>& comparisons, const char* section, const char* title,
                 const std::vector<report::Figure>& figures);

// Without the "Fig. 3. " of its title, where the page numbers its figures with the same numbers.
void add_figure(report::Page& page, report::Figure figure);

// Those that have frames: a run that failed leaves none.
void add_films(report::Page& page, std::vector<report::Animation> films);
void add_errata(report::Page& page, const std::vector<Erratum>& errata);

}  // namespace carom::papers
