// Refuses requests that no run could meet, before anything is computed or written. All throw BadInput.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "carom/study/system.hpp"

namespace carom::study {

void check_request(const RunRequest& request, const SystemCard& card);
void check_request(const ImpactRequest& request, const SystemCard& card);

// Every parameter with its value.
std::vector<std::pair<std::string, Value>> values_of(const Parameters& parameters);

// A length for people: "0.1 mm".
std::string length_text(double metres);

}  // namespace carom::study
