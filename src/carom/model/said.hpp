// SPDX-License-Identifier: Apache-2.0
// Values of a model's text as they were written, repetitions, and what is said about one contact.
#pragma once

#include <optional>
#include <string>

#include "carom/expressions/place.hpp"

namespace carom {

// A value as it was written: a number, a quantity ("25 Hz") or an expression. Numbers of TOML stand here as text too.
struct Said {
  std::string text = {};
  expressions::Place place = {};  // of its first character
  bool given() const { return !text.empty(); }
};

// for = { i = [1, "n"] }, or for = "i = 1:n": a range of whole numbers, both ends included.
struct Repetition {
  std::string index = {};
  Said from = {}, to = {};
  expressions::Place place = {};  // of the index
};

struct ContactText {
  std::string name = {};  // with {i} where it is repeated
  expressions::Place place = {};
  std::optional<Repetition> repeated = {};
  Said gap = {}, load = {}, slip = {}, slide = {};
  Said e = {}, eps_T = {}, mu = {}, mu_s = {}, mu_i = {}, mu_s_i = {}, k = {}, eta = {};
  Said roll = {}, turn = {}, only = {};
  bool along_path = false;
};

}  // namespace carom
