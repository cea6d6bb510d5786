#include "restart.hpp"

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/io/table_file.hpp"

namespace carom::app {
namespace {

const std::string* attribute(const TableHeader& header, const std::string& name) {
  for (const auto& [key, value] : header.attributes)
    if (key == name) return &value;
  return nullptr;
}

std::vector<double> last_of(const io::Table& table, const std::vector<study::Quantity>& quantities) {
  std::vector<double> values;
  for (const study::Quantity& quantity : quantities) values.push_back(table.column(quantity.name).back());
  return values;
}

}  // namespace

void continue_from(const std::string& path, const study::System& system, study::RunRequest& request) {
  const io::Table table = io::read_table(path);
  const std::string* of = attribute(table.header, "system");
  if (!of || *of != system.name())
    throw BadInput(fmt::format("'{}' is not a trajectory of system '{}'", path, system.name()));
  if (table.rows() == 0) throw BadInput(fmt::format("'{}' has no rows to go on from", path));
  const Parameters defaults = system.defaults();
  for (const ParameterSpec& spec : request.parameters.table().specs()) {
    const std::string* value = attribute(table.header, spec.name);
    if (!value) continue;
    // What the run left at its default stays so: a rule may say what cannot be set together.
    if (spec.follows.empty() && !spec.list &&
        *value == study::text_of(spec.choices.empty() ? study::Value(defaults[spec.name])
                                                      : study::Value(defaults.word(spec.name))))
      continue;
    // One that only follows another stays free to follow.
    if (!spec.follows.empty()) {
      const std::string* followed = attribute(table.header, spec.follows);
      if (followed && *followed == *value) continue;
    }
    request.parameters.set(spec.name, std::string_view(*value));
  }
  if (const std::string* law = attribute(table.header, "law")) request.law = study::read_law(*law);
  request.q = last_of(table, system.card_for(request.parameters).coordinates);
  request.u = last_of(table, study::rates_of(system.card_for(request.parameters).coordinates));
  request.t = table.column("t").back();
}

}  // namespace carom::app
