// SPDX-License-Identifier: Apache-2.0
// SHA-256: how a page names the one script that may run in it, and a stored result its parameters.
//
// Source.  nist_fips_180_4, sections 4.1.2, 5.3.3, 6.2.
#pragma once

#include <string>
#include <string_view>

namespace carom {

std::string sha256_base64(std::string_view text);
std::string sha256_hex(std::string_view text);

}  // namespace carom
