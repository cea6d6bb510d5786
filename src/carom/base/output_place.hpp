// SPDX-License-Identifier: Apache-2.0
// What the name of an output stands for, once its links are followed: only regular files are replaced by others, devices,
// pipes and the streams of this process are written to, and folders are refused.
#pragma once

#include <filesystem>

namespace carom {

struct OutputPlace {
  enum class Kind { absent, file, stream, folder };
  Kind kind = Kind::absent;
  std::filesystem::path path = {};  // without links, as far as there is one
  int descriptor = -1;              // /dev/stdout, /dev/fd/3: one that this process has open
};

// Throws BadInput for a name that can be none: empty, too long, in a folder that is not there, links in a circle.
OutputPlace output_place(const std::filesystem::path& name);

// A descriptor to write to what is there as a stream: a device, a pipe, one of our own. Below zero: errno says why.
int open_stream(const OutputPlace& place);

// Throws BadInput if `name` could not be written now. Leaves nothing behind, and what is there as it is.
void check_writable(const std::filesystem::path& name);

}  // namespace carom
