// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/text_section.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/core.h>

#include "carom/base/number_text.hpp"

namespace carom::study {
namespace {

class TextSection final : public observe::OwnSection {
 public:
  explicit TextSection(std::shared_ptr<const TextModel> model) : model_(std::move(model)) {}

  bool is_by_events() const override { return model_->facts().event.has_value(); }
  double value(double t, const double* q, const double* u) const override {
    return model_->section_value({.t = t, .q = q, .u = u});
  }
  bool happens(EventKind kind, int own_event, const bool* contacts) const override {
    const std::optional<TextInstant>& instant = model_->facts().event;
    if (!instant) return false;
    if (instant->own_event >= 0) return kind == EventKind::own && own_event == instant->own_event;
    const EventKind what = kind == EventKind::multiple_impact ? EventKind::impact : kind;
    return what == instant->at.what && contacts[instant->at.contact];
  }
  bool counts(double t, const double* q, const double* u) const override {
    return model_->section_applies({.t = t, .q = q, .u = u});
  }

 private:
  std::shared_ptr<const TextModel> model_;
};

SectionChoice choice_of(const TextFacts& facts) {
  SectionChoice section = lowest(std::max({facts.crossing_rate, facts.crossing_place, 0}));
  section.rate = facts.crossing_place < 0;
  section.direction = facts.direction;
  section.level = facts.crossing_level == 0 ? 0 : facts.crossing_level;
  return section;
}

// It is no coordinate or rate that passes zero in one direction.
bool is_own(const ModelText& text, const TextFacts& facts) {
  if (!text.section || facts.period) return false;
  return facts.event || text.section->only.given() || facts.direction == 0 ||
         (facts.crossing_rate < 0 && facts.crossing_place < 0);
}

// Why motions with this section, or with any, are not analysed.
std::string fault_of(const TextFacts& facts) {
  if (facts.period && !facts.period_fits)
    return fmt::format("the equations do not repeat after the period of the section, {} s{}",
                       number_text(*facts.period),
                       facts.drive ? fmt::format(", but after {} s", number_text(*facts.drive)) : "");
  if (facts.crossing_place >= 0 &&
      std::find(facts.free.begin(), facts.free.end(), facts.crossing_place) != facts.free.end())
    return fmt::format(
        "nothing depends on '{0}', so that no motion needs to come back to it: take its rate, {0}_dot, "
        "for the section",
        facts.coordinate_names[static_cast<std::size_t>(facts.crossing_place)]);
  return {};
}

}  // namespace

void settle_section(const ModelText& text, const std::shared_ptr<const TextModel>& model, ModelInstance& instance) {
  const TextFacts& facts = model->facts();
  instance.section = choice_of(facts);
  instance.crosses = facts.has_crossing || facts.event;
  if (is_own(text, facts)) {
    instance.own_section = std::make_shared<const TextSection>(model);
    instance.begins_elsewhere = facts.event || facts.crossing_by_time || facts.direction == 0;
    instance.own_section_text = section_words(text, *model, {});
  }
  instance.free_coordinates = facts.free;
  instance.turns = facts.modulo;
  instance.period = facts.drive;
  instance.no_map = fault_of(facts);
  if (facts.by_time && !facts.drive)
    instance.no_period =
        "the equations depend on time, and a period after which they repeat was not found: orbits, branches, diagrams "
        "and basins of driven motions need one";
}

std::string section_words(const ModelText& text, const TextModel& model, const std::vector<Quantity>& coordinates) {
  const TextFacts& facts = model.facts();
  if (!text.section) {
    if (facts.drive) return fmt::format("the phase of the drive, every {} s", number_text(*facts.drive));
    return coordinates.empty() ? "" : text_of(choice_of(facts), coordinates);
  }
  const SectionText& section = *text.section;
  if (section.period.given()) return "every " + section.period.text + (facts.period ? " s" : "");
  if (!is_own(text, facts)) return coordinates.empty() ? "" : text_of(choice_of(facts), coordinates);
  std::string words = facts.event ? "after " + section.event.text : section.crossing.text + " = 0";
  if (!facts.event) words += facts.direction > 0 ? ", rising" : facts.direction < 0 ? ", falling" : ", either way";
  if (section.only.given()) words += ", where " + section.only.text;
  return words;
}

}  // namespace carom::study
