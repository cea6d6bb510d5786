// SPDX-License-Identifier: Apache-2.0
// A run that goes on where a stored trajectory ends.
#pragma once

#include <string>

#include "carom/catalog/system.hpp"

namespace carom::app {

// Sets the parameters, the law and the start of `request` from the file; throws BadInput.
void continue_from(const std::string& path, const study::System& system, study::RunRequest& request);

// The same for systems of many bodies, from the file that --checkpoint left. `set` are the assignments of the command
// line: what would change the shape of the run is refused. Without --cycles or --until an interrupted run goes on to its
// end, and one that has come to it is refused.
void resume_from(const std::string& path, const study::System& system, study::RunRequest& request,
                 const std::vector<std::string>& set, bool length_given);

// Writes that file.
void write_checkpoint(const std::string& path, const study::RunRequest& request, const study::RunResult& result);

}  // namespace carom::app
