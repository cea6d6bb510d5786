// SPDX-License-Identifier: Apache-2.0
// The paper on the bouncing dimer out of one command.
#pragma once

#include <string>
#include <vector>

#include "papers/common/reproduce.hpp"
#include "papers/dimer/evidence.hpp"

namespace carom::papers::dimer {

// The entries of published.toml, in its order.
const std::vector<PublishedEntry>& published_entries();

ReproduceResult reproduce(const ReproduceOptions& options);

// The report of an evidence already gathered, as one HTML page.
report::Page report_page(const Evidence& evidence, const std::vector<Comparison>& comparisons,
                         const std::vector<report::Figure>& figures, const std::vector<report::Figure>& studies,
                         double seconds);

}  // namespace carom::papers::dimer
