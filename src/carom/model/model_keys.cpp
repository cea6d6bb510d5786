// SPDX-License-Identifier: Apache-2.0
#include "carom/model/model_keys.hpp"

namespace carom {

const std::vector<std::string>& keys_of(ModelPart part) {
  using Keys = std::vector<std::string>;
  static const Keys none;
  static const Keys file = {"carom",   "title",       "gravity",     "law",     "parameters", "let",
                            "table",   "preset",      "coordinates", "rates",   "equations",  "body",
                            "joint",   "spring",      "contacts",    "contact", "states",     "event",
                            "section", "observables", "numerics",    "drawing"};
  static const Keys parameter = {"value", "min", "max", "unit", "meaning"};
  static const Keys table = {"points"};
  static const Keys coordinate = {"start", "for", "unit", "meaning"};
  static const Keys equations = {"kinetic", "potential", "force"};
  static const Keys contact = {"name", "for",  "gap",    "load", "slip", "slide", "e",    "eps_T", "mu",
                               "mu_s", "mu_i", "mu_s_i", "k",    "eta",  "roll",  "turn", "only",  "along_path"};
  static const Keys state = {"start", "rate"};
  static const Keys event = {"name", "for", "when", "every", "on", "direction", "only", "set", "stop"};
  static const Keys section = {"period", "crossing", "event", "direction", "only", "free", "modulo"};
  static const Keys observable = {"max", "min", "mean", "last", "count", "time", "over", "at", "unit", "meaning"};
  static const Keys numerics = {"closing_speed", "closing_duration", "scale", "close_start"};
  static const Keys scale = {"length", "time"};
  switch (part) {
    case ModelPart::file: return file;
    case ModelPart::parameter: return parameter;
    case ModelPart::table: return table;
    case ModelPart::coordinate: return coordinate;
    case ModelPart::equations: return equations;
    case ModelPart::contact: return contact;
    case ModelPart::state: return state;
    case ModelPart::event: return event;
    case ModelPart::section: return section;
    case ModelPart::observable: return observable;
    case ModelPart::numerics: return numerics;
    case ModelPart::scale: return scale;
  }
  return none;
}

const std::vector<std::string>& body_keys() {
  static const std::vector<std::string> keys = {"name",     "for",   "mass",  "inertia",  "density",
                                                "position", "com",   "angle", "velocity", "spin",
                                                "motion",   "shape", "belt",  "period"};
  return keys;
}

const std::vector<std::string>& joint_keys() {
  static const std::vector<std::string> keys = {"name",   "for", "kind",  "bodies", "at",
                                                "axis",   "k",   "rest",  "c",      "friction",
                                                "limits", "e",   "motor", "torque", "length"};
  return keys;
}

const std::vector<std::string>& spring_keys() {
  static const std::vector<std::string> keys = {"name", "for", "bodies", "at", "k", "rest", "c", "tension"};
  return keys;
}

const std::vector<std::string>& touch_law_keys() {
  static const std::vector<std::string> keys = {"e",      "eps_T", "mu",  "mu_s", "mu_i",
                                                "mu_s_i", "k",     "eta", "roll", "only"};
  return keys;
}

const std::vector<std::string>& model_laws() {
  static const std::vector<std::string> laws = {"energetic", "poisson", "newton"};
  return laws;
}

}  // namespace carom
