// SPDX-License-Identifier: Apache-2.0
// The schema that editors read has the keys that the reader of model files accepts.
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "carom/model/model_keys.hpp"

namespace carom {
namespace {

nlohmann::json model_schema() {
  std::ifstream file(std::string(CAROM_SOURCE_DIR) + "/docs/schema/carom-model.schema.json");
  return nlohmann::json::parse(file);
}

std::set<std::string> property_names(const nlohmann::json& part) {
  std::set<std::string> names;
  for (const auto& [name, property] : part.at("properties").items()) names.insert(name);
  return names;
}

// Every "$ref" of the schema leads somewhere.
void expect_references(const nlohmann::json& schema, const nlohmann::json& node) {
  if (node.is_object() && node.contains("$ref")) {
    const std::string target = node["$ref"];
    EXPECT_TRUE(schema.contains(nlohmann::json::json_pointer(target.substr(1)))) << target;
  }
  if (node.is_structured())
    for (const nlohmann::json& inner : node) expect_references(schema, inner);
}

TEST(ModelSchema, HasTheKeysOfTheReader) {
  const nlohmann::json schema = model_schema();
  const std::vector<std::pair<ModelPart, std::string>> parts = {
      {ModelPart::file, ""},
      {ModelPart::parameter, "/definitions/parameter_table"},
      {ModelPart::table, "/definitions/table"},
      {ModelPart::coordinate, "/definitions/coordinate_table"},
      {ModelPart::equations, "/definitions/equations"},
      {ModelPart::contact, "/definitions/contact"},
      {ModelPart::state, "/definitions/state_table"},
      {ModelPart::event, "/definitions/event"},
      {ModelPart::section, "/definitions/section"},
      {ModelPart::observable, "/definitions/observable"},
      {ModelPart::numerics, "/definitions/numerics"},
      {ModelPart::scale, "/definitions/scale"},
  };
  for (const auto& [part, pointer] : parts) {
    const nlohmann::json& of_schema = schema.at(nlohmann::json::json_pointer(pointer));
    const std::set<std::string> keys(keys_of(part).begin(), keys_of(part).end());
    EXPECT_EQ(property_names(of_schema), keys) << pointer;
    EXPECT_EQ(of_schema.at("additionalProperties"), false) << pointer;
  }
  const auto expect_keys = [&](const std::string& pointer, std::vector<std::string> keys,
                               std::vector<std::string> more) {
    keys.insert(keys.end(), more.begin(), more.end());
    EXPECT_EQ(property_names(schema.at(nlohmann::json::json_pointer(pointer))),
              std::set<std::string>(keys.begin(), keys.end()))
        << pointer;
  };
  expect_keys("/definitions/body", body_keys(), {});
  expect_keys("/definitions/joint", joint_keys(), {});
  expect_keys("/definitions/spring", spring_keys(), {});
  expect_keys("/definitions/contacts", touch_law_keys(), {"all", "pairs"});
  expect_keys("/definitions/touch", touch_law_keys(), {"between", "touch", "for"});
}

TEST(ModelSchema, HasTheLawsOfTheReader) {
  const std::vector<std::string> laws = model_schema().at("properties").at("law").at("enum");
  EXPECT_EQ(laws, model_laws());
}

TEST(ModelSchema, RefersToWhatIsThere) {
  const nlohmann::json schema = model_schema();
  expect_references(schema, schema);
}

}  // namespace
}  // namespace carom
