// SPDX-License-Identifier: Apache-2.0
// Refuses requests that no run could meet, before anything is computed or written: the checks throw BadInput. And words
// for what a request gave.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/catalog/system.hpp"

namespace carom::study {

class FlowMap;

void check_request(const RunRequest& request, const SystemCard& card);
void check_request(const ImpactRequest& request, const SystemCard& card);

// What other requests are checked by.
void check_motion(const MotionOptions& motion);
void check_between(const char* what, double value, double min, double max);
void check_positive(const char* what, const std::optional<double>& value, const char* unit);
void check_finite(const char* what, const std::vector<double>& values, std::size_t size);
// A range of a parameter that is a number, beginning at a valid value.
void check_range(const std::string& parameter, double from, double to, const SystemCard& card);

// A section that the motion of this map cannot come back to; `drive`: the period of the system's own drive.
void check_section(const SectionChoice& section, const FlowMap& map, const std::optional<double>& drive,
                   const std::string& system);

// A tangential restitution that the law would silently leave out.
void check_tangential_restitution(const ContactLaw& law, Restitution restitution);

// Every parameter with its value.
std::vector<std::pair<std::string, Value>> values_of(const Parameters& parameters);

// "Newton's law": as a sentence begins.
std::string_view law_text(Restitution law);

// A length for people: "0.1 mm".
std::string length_text(double metres);

}  // namespace carom::study
