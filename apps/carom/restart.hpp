// A run that goes on where a stored trajectory ends.
#pragma once

#include <string>

#include "carom/study/system.hpp"

namespace carom::app {

// Sets the parameters, the law and the start of `request` from the file; throws BadInput.
void continue_from(const std::string& path, const study::System& system, study::RunRequest& request);

}  // namespace carom::app
