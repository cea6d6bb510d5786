// SPDX-License-Identifier: Apache-2.0
// The paper on the frictional impact oscillator out of one command.
#pragma once

#include <string>
#include <vector>

#include "papers/common/reproduce.hpp"
#include "papers/impact_oscillator/evidence.hpp"

namespace carom::papers::impact_oscillator {

// The entries of published.toml, in its order.
const std::vector<PublishedEntry>& published_entries();

// The number of one of them; throws BadInput if there is none.
double published_value(const std::string& id);

ReproduceResult reproduce(const ReproduceOptions& options);

// The report of an evidence already gathered, as one HTML page.
report::Page report_page(const Evidence& evidence, const std::vector<Comparison>& comparisons, double seconds);

}  // namespace carom::papers::impact_oscillator
