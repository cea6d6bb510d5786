// SPDX-License-Identifier: Apache-2.0
// The paper on vibrated rods out of one command.
#pragma once

#include <string>
#include <vector>

#include "papers/common/reproduce.hpp"
#include "papers/rods/evidence.hpp"

namespace carom::papers::rods {

// The entries of published.toml, in its order.
const std::vector<PublishedEntry>& published_entries();

// One of them, or its number; throws BadInput if there is none.
const PublishedEntry& published_entry(const std::string& id);
double published_value(const std::string& id);

ReproduceResult reproduce(const ReproduceOptions& options);

// The report of an evidence already gathered, as one HTML page.
report::Page report_page(const Evidence& evidence, const std::vector<Comparison>& comparisons, double seconds);

}  // namespace carom::papers::rods
