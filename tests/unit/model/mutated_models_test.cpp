// SPDX-License-Identifier: Apache-2.0
// Model files that chance has spoiled: an answer or a refusal, and nothing else. CAROM_FUZZ_CASES=100000 makes it a campaign.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/random.hpp"
#include "carom/model/text_model.hpp"

namespace carom {
namespace {

std::vector<std::string> models() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(CAROM_SOURCE_DIR "/models"))
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const std::filesystem::path& file : files) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

std::string mutated(std::string text, Random& random) {
  static const std::string tokens[] = {"\"",    "[",    "]",      "{",   "}",          "=",      "^",       "(",  ")",
                                       "1e308", "-1",   "nan",    "inf", "0",          "\n",     "\\",      "t",  "#",
                                       "x",     "abs(", "1e-308", "*",   "sum(k,1,9,", "floor(", "if(t>1,", "/0", "ä"};
  for (std::uint32_t n = 1 + random.index(4); n > 0; --n) {
    if (text.empty()) break;
    const auto place = [&] { return random.index(static_cast<std::uint32_t>(text.size())); };
    const std::size_t at = place();
    const std::string& token = tokens[random.index(std::size(tokens))];
    switch (random.index(6)) {
      case 0: text[at] = static_cast<char>(random.index(256)); break;
      case 1: text.erase(at, 1 + random.index(12)); break;
      case 2: text.insert(at, token); break;
      case 3: text.insert(at, text.substr(place(), 1 + random.index(30))); break;
      case 4: text[at] = static_cast<char>('0' + random.index(10)); break;
      default: text.replace(at, 1, token);
    }
  }
  return text;
}

// Everything that a motion would ask first.
void evaluate(const TextModel& model) {
  const TextFacts& facts = model.facts();
  const int n = model.freedom(), m = model.contact_number();
  const auto list = [](int size) { return std::vector<double>(static_cast<std::size_t>(std::max(size, 1))); };
  int switches = model.switch_number();
  for (int i = 0; i < m; ++i) switches += model.contact_switches(i);
  std::vector<int> sides(static_cast<std::size_t>(std::max(switches, 1)));
  At<double> at{.t = 0.1, .q = facts.q.data(), .u = facts.u.data()};
  model.sides(at, sides.data());
  at.sides = sides.data();
  std::vector<double> matrix = list(n * n), h = list(n), gap = list(m), normal = list(m * n), tangent = list(m * n);
  std::vector<double> a = list(m), b = list(m), c = list(m), d = list(m), events = list(model.event_number());
  const Equations<double>& equations = model.equations<double>();
  equations.inverse_mass(at, matrix.data());
  equations.force(at, h.data());
  equations.contacts(at, {gap.data(), normal.data(), tangent.data(), a.data(), b.data(), c.data(), d.data()});
  equations.events(at, events.data());
  for (int i = 0; i < model.event_number(); ++i) {
    std::vector<double> q = facts.q, u = facts.u;
    equations.jump(i, at, q.data(), u.data());
  }
  std::vector<double> values = list(model.measure_number());
  model.measures(at, a.data(), b.data(), values.data());
  model.section_value(at);
}

TEST(ModelFile, MutatedTextsAreModelsOrRefusedAndNothingElse) {
  const std::vector<std::string> texts = models();
  const char* const wanted = std::getenv("CAROM_FUZZ_CASES");
  const int cases = wanted ? std::atoi(wanted) : 1000;
  Random random(19);
  int read = 0, refused = 0;
  for (int k = 0; k < cases; ++k) {
    const std::string text = mutated(texts[random.index(static_cast<std::uint32_t>(texts.size()))], random);
    try {
      evaluate(*make_text_model(read_model_text(text, "a.toml")));
      ++read;
    } catch (const BadInput& refusal) {
      EXPECT_NE(std::string(refusal.what()).find("a.toml"), std::string::npos) << refusal.what() << '\n' << text;
      ++refused;
    }
  }
  EXPECT_EQ(read + refused, cases);
  EXPECT_GT(read, cases / 10);  // comments and numbers may change
  EXPECT_GT(refused, cases / 4);
}

}  // namespace
}  // namespace carom
