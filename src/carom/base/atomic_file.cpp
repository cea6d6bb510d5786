// SPDX-License-Identifier: Apache-2.0
#include "carom/base/atomic_file.hpp"

#include "carom/base/output_file.hpp"

namespace carom::report {

void write_atomically(const std::filesystem::path& path, std::string_view text) {
  WholeFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace carom::report
