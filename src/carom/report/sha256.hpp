// SHA-256 in base64: how a page names the one script that may run in it.
//
// Source.  nist_fips_180_4, sections 4.1.2, 5.3.3, 6.2.
#pragma once

#include <string>
#include <string_view>

namespace carom::report {

std::string sha256_base64(std::string_view text);

}  // namespace carom::report
