// SPDX-License-Identifier: Apache-2.0
// The paper on the disc hit by a ball out of one command.
#pragma once

#include <string>
#include <vector>

#include "papers/common/reproduce.hpp"
#include "papers/disc_ball/evidence.hpp"

namespace carom::papers::disc_ball {

// The entries of published.toml, in its order.
const std::vector<PublishedEntry>& published_entries();

ReproduceResult reproduce(const ReproduceOptions& options);

// The report of an evidence already gathered, as one HTML page.
report::Page report_page(const Evidence& evidence, const std::vector<Comparison>& comparisons, double seconds);

}  // namespace carom::papers::disc_ball
