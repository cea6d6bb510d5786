// Results as JSON text, with the keys that other programs rely on; numbers in the shortest form that reads back the
// same. A number that has no value is null.
#pragma once

#include <string>

#include "carom/study/system.hpp"

namespace carom::study {

std::string to_json(const RunResult& result);
std::string to_json(const ImpactOutcome& outcome);
std::string to_json(const SystemCard& card);

}  // namespace carom::study
