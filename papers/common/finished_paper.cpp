// SPDX-License-Identifier: Apache-2.0
// A paper that is done, as text: the hash of the rest in its first line, then JSON.
#include <nlohmann/json.hpp>

#include "carom/base/sha256.hpp"
#include "papers/common/reproduce.hpp"

namespace carom::papers {

namespace {

constexpr std::size_t hash_size = 64;

}  // namespace

std::string to_text(const FinishedPaper& paper, const std::string& made_by) {
  using Json = nlohmann::ordered_json;
  Json errata = Json::array(), provenance = Json::array();
  for (const Erratum& e : paper.errata) errata.push_back({e.where, e.printed, e.correct, e.evidence});
  for (const auto& [term, text] : paper.provenance) provenance.push_back({term, text});
  const std::string json = Json{
      {"made_by", made_by},
      {"name", paper.name},
      {"title", paper.title},
      {"subtitle", paper.subtitle},
      {"counts", {paper.reproduced, paper.differs, paper.not_reproduced, paper.undecided, paper.open}},
      {"tally", {paper.tally.entries, paper.tally.statements, paper.tally.reproduced, paper.tally.open}},
      {"by_cause", paper.tally.by_cause},
      {"seconds", paper.seconds},
      {"errata", errata},
      {"provenance", provenance},
      {"body", paper.chapter.body},
      {"contents", paper.chapter.contents},
      {"moves", paper.chapter.moves},
      {"answers",
       paper.chapter.answers}}.dump(-1, ' ', false, Json::error_handler_t::replace);
  return sha256_hex(json) + '\n' + json;
}

std::optional<FinishedPaper> finished_paper(const std::string& text, const std::string& name,
                                            const std::string& made_by) {
  if (text.size() <= hash_size || text[hash_size] != '\n') return std::nullopt;
  const std::string json = text.substr(hash_size + 1);
  if (sha256_hex(json) != text.substr(0, hash_size)) return std::nullopt;
  // The hash says that it is whole; who writes one that is not ours is told so by the library's exceptions.
  try {
    const nlohmann::json object = nlohmann::json::parse(json);
    if (object.at("made_by") != made_by || object.at("name") != name) return std::nullopt;
    FinishedPaper paper{.name = name, .title = object.at("title"), .subtitle = object.at("subtitle")};
    const nlohmann::json& counts = object.at("counts");
    paper.reproduced = counts.at(0);
    paper.differs = counts.at(1);
    paper.not_reproduced = counts.at(2);
    paper.undecided = counts.at(3);
    paper.open = counts.at(4);
    const nlohmann::json& tally = object.at("tally");
    paper.tally = {.entries = tally.at(0), .statements = tally.at(1), .reproduced = tally.at(2), .open = tally.at(3)};
    object.at("by_cause").get_to(paper.tally.by_cause);
    paper.seconds = object.at("seconds");
    for (const auto& e : object.at("errata")) paper.errata.push_back({e.at(0), e.at(1), e.at(2), e.at(3)});
    for (const auto& entry : object.at("provenance")) paper.provenance.emplace_back(entry.at(0), entry.at(1));
    paper.chapter = {.body = object.at("body"),
                     .contents = object.at("contents"),
                     .moves = object.at("moves"),
                     .answers = object.at("answers")};
    return paper;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace carom::papers
