// SPDX-License-Identifier: Apache-2.0
// Model files as systems: what a text file says (docs/guide/models.md) behind the same interface as the systems of the catalog.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "carom/catalog/system.hpp"
#include "carom/model/body_picture.hpp"

namespace carom::study {

// Does a name ask for a file? Names of systems have neither a dot nor a slash.
bool names_a_file(std::string_view name);

// Is it a file that begins as models do, with the key `carom`? Studies do not have it.
bool is_model_file(const std::string& path);

// A model's text on one line, as files keep it beside their numbers; of a very long one its fingerprint.
std::string kept_text(const std::string& text);

// The system of a text; `name` is what it is called, usually its file. Throws BadInput with the place of what is wrong.
std::unique_ptr<System> model_system(std::string text, const std::string& name);

// Of a file: its equations as text, or in LaTeX for a paper's appendix.
std::string equations_of_file(const std::string& path, bool latex);

// How the bodies of a file stand at the start; of equations alone nothing.
BodyPicture picture_of_file(const std::string& path);

// How many ways its coordinates leave a model at the start, what its constraints take not counted, and in how many places it
// has contacts, whether tables name them or not.
struct FileCounts {
  int freedom = 0, contacts = 0;
};
FileCounts counts_of_file(const std::string& path);

// The system of a file. Read once as long as the file does not change; what was read stays alive. For several threads.
const System& system_of_file(const std::string& path);

// What a study in a file names: a model file beside it, or else from the working directory; or a system of the catalog.
const System& system_in_study(const std::string& name, const std::string& study);

}  // namespace carom::study
