// SPDX-License-Identifier: Apache-2.0
// A model file is read section by section, every value with its place.
#include "carom/model/model_text.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "carom/expressions/quantity.hpp"
#include "carom/model/model_template.hpp"
#include "unit/model/sample_models.hpp"

namespace carom {
namespace {

using test::measured_model;
using test::table_model;
using test::walker_model;

// The place as "line:column" where the text stands in the file; the n-th time that it does.
std::string where_is(const std::string& file, const std::string& text, int nth = 1) {
  std::size_t at = file.find(text);
  for (; nth > 1; --nth) at = file.find(text, at + 1);
  if (at == std::string::npos) return "nowhere";
  const long line = 1 + std::count(file.begin(), file.begin() + static_cast<long>(at), '\n');
  const std::size_t feed = at == 0 ? std::string::npos : file.rfind('\n', at - 1);
  return std::to_string(line) + ":" + std::to_string(feed == std::string::npos ? at + 1 : at - feed);
}

std::string line_column(const expressions::Place& place) {
  return std::to_string(place.line) + ":" + std::to_string(place.column);
}

TEST(ModelText, KeepsTitleGravityAndLaw) {
  const ModelText model = read_model_text(table_model, "table.toml");
  EXPECT_EQ(model.file, "table.toml");
  EXPECT_EQ(model.text, table_model);
  EXPECT_EQ(model.title, "A ball on a shaken table");
  ASSERT_EQ(model.gravity.size(), 1u);
  EXPECT_EQ(model.gravity[0].text, "9.81");
  EXPECT_EQ(line_column(model.gravity[0].place), "3:11");
  EXPECT_EQ(model.law.text, "energetic");
  const ModelText walker = read_model_text(walker_model, "walker.toml");
  ASSERT_EQ(walker.gravity.size(), 2u);
  EXPECT_EQ(walker.gravity[1].text, "-9.81");
  EXPECT_EQ(line_column(walker.gravity[1].place), where_is(walker_model, "-9.81"));
  EXPECT_FALSE(walker.law.given());
}

TEST(ModelText, ReadsParametersInTheOrderOfTheFile) {
  const ModelText model = read_model_text(table_model, "table.toml");
  std::string names;
  for (const ParameterText& one : model.parameters) names += one.name + " ";
  EXPECT_EQ(names, "Gamma f A mu h0 m a b ");
  EXPECT_EQ(model.parameters[0].value.text, "1.2");
  EXPECT_EQ(line_column(model.parameters[0].place), "7:1");
  const ParameterText& amplitude = model.parameters[2];
  EXPECT_EQ(amplitude.value.text, "Gamma*g/(2*pi*f)^2");
  EXPECT_EQ(amplitude.value.place.file, "table.toml");
  EXPECT_EQ(amplitude.value.place.key, "parameters.A");
  EXPECT_EQ(line_column(amplitude.value.place), where_is(table_model, "Gamma*g"));
  const ParameterText& mu = model.parameters[3];
  EXPECT_EQ(mu.value.text, "0.3");
  EXPECT_EQ(mu.min.text, "0");
  EXPECT_EQ(mu.max.text, "2*1");
  EXPECT_EQ(mu.max.place.key, "parameters.mu.max");
  EXPECT_EQ(mu.unit, "");
  EXPECT_EQ(mu.meaning, "friction between table and ball");
  EXPECT_EQ(model.parameters[4].unit, "m");
  EXPECT_FALSE(model.parameters[4].min.given());
}

TEST(ModelText, ReadsListsAndTheNumbersInThem) {
  const ModelText model = read_model_text(table_model, "table.toml");
  const ParameterText& a = model.parameters[6];
  ASSERT_TRUE(a.is_list);
  EXPECT_FALSE(a.value.given());
  ASSERT_EQ(a.list.size(), 3u);
  EXPECT_EQ(a.list[0].text, "0.1");
  EXPECT_EQ(a.list[1].text, "A/2");
  EXPECT_EQ(line_column(a.list[1].place), where_is(table_model, "A/2"));
  EXPECT_EQ(a.list[1].place.key, "parameters.a");
  EXPECT_EQ(a.list[2].text, "1000");
  const ParameterText& b = model.parameters[7];
  ASSERT_TRUE(b.is_list);
  EXPECT_EQ(b.list[1].text, "2");
  EXPECT_EQ(b.meaning, "a list with a meaning");
}

TEST(ModelText, WritesNumbersAsExpressionsReadThem) {
  const ModelText model = read_model_text(
      "carom = 'model 1'\n[let]\na = +1.50\nb = 0x10\nc = 1_0.5e1_0\nd = inf\ne = -inf\nf = -2e-3\n", "n.toml");
  std::string texts;
  for (const NamedText& one : model.lets) texts += one.value.text + " ";
  EXPECT_EQ(texts, "1.50 16 105000000000 inf -inf -2e-3 ");
}

TEST(ModelText, ReadsNamedExpressionsTablesAndPresets) {
  const ModelText model = read_model_text(table_model, "table.toml");
  ASSERT_EQ(model.lets.size(), 2u);
  EXPECT_EQ(model.lets[0].name, "omega");
  EXPECT_EQ(model.lets[0].value.text, "2*pi*f");
  EXPECT_EQ(model.lets[1].value.text, "0.5");
  ASSERT_EQ(model.tables.size(), 1u);
  EXPECT_EQ(model.tables[0].name, "lift");
  ASSERT_EQ(model.tables[0].points.size(), 3u);
  EXPECT_EQ(model.tables[0].points[1].second.text, "h0");
  EXPECT_EQ(line_column(model.tables[0].points[1].second.place), where_is(table_model, "h0\"], [6"));
  ASSERT_EQ(model.presets.size(), 2u);
  EXPECT_EQ(model.presets[0].name, "high");
  EXPECT_EQ(model.presets[0].values[0].name, "Gamma");
  EXPECT_EQ(model.presets[0].values[0].value.text, "2");
  const PresetText& low = model.presets[1];
  EXPECT_EQ(low.name, "a-low");
  EXPECT_EQ(low.summary, "nearly at rest");
  ASSERT_EQ(low.values.size(), 3u);
  EXPECT_EQ(low.values[1].name, "x_dot");
  EXPECT_TRUE(low.values[2].is_list);
  EXPECT_EQ(low.values[2].value.text, "1, 2*f");
  EXPECT_EQ(low.values[2].list[1].text, "2*f");
}

TEST(ModelText, ASummaryThatTheModelHasIsAValueOfAPreset) {
  const ModelText model =
      read_model_text("carom = 'model 1'\n[parameters]\nsummary = 1\n[preset.p]\nsummary = 2\n", "n.toml");
  ASSERT_EQ(model.presets[0].values.size(), 1u);
  EXPECT_EQ(model.presets[0].values[0].value.text, "2");
}

TEST(ModelText, ReadsCoordinatesTheirRatesAndForces) {
  const ModelText model = read_model_text(table_model, "table.toml");
  ASSERT_EQ(model.coordinates.size(), 3u);
  EXPECT_EQ(model.coordinates[0].name, "y");
  EXPECT_EQ(model.coordinates[0].start.text, "h0");
  EXPECT_EQ(model.coordinates[1].name, "x");
  EXPECT_FALSE(model.coordinates[1].repeated);
  const CoordinateText& beads = model.coordinates[2];
  ASSERT_TRUE(beads.repeated);
  EXPECT_EQ(beads.repeated->index, "i");
  EXPECT_EQ(beads.repeated->from.text, "1");
  EXPECT_EQ(beads.repeated->to.text, "len(a)");
  EXPECT_EQ(line_column(beads.repeated->place), where_is(table_model, "i = 1:len"));
  EXPECT_EQ(line_column(beads.repeated->to.place), where_is(table_model, "len(a)"));
  EXPECT_EQ(beads.start.text, "2*i");
  EXPECT_EQ(beads.unit, "m");
  EXPECT_EQ(beads.meaning, "beads");
  ASSERT_EQ(model.rates.size(), 2u);
  EXPECT_EQ(model.rates[0].name, "y");
  EXPECT_EQ(model.rates[0].value.text, "-A");
  EXPECT_EQ(model.rates[1].name, "w[2]");
}

TEST(ModelText, ForcesAreTheSameInEverySpelling) {
  const ModelText model = read_model_text(table_model, "table.toml");
  ASSERT_EQ(model.forces.size(), 2u);
  EXPECT_EQ(model.forces[0].name, "y");
  EXPECT_EQ(model.forces[1].name, "x");
  EXPECT_EQ(model.forces[1].value.text, "-0.1*x_dot");
  EXPECT_EQ(line_column(model.forces[1].value.place), where_is(table_model, "-0.1*x_dot"));
  const ModelText walker = read_model_text(walker_model, "walker.toml");
  ASSERT_EQ(walker.forces.size(), 2u);
  EXPECT_EQ(walker.forces[0].name, "phi");
  EXPECT_EQ(walker.forces[1].value.text, "0");
}

TEST(ModelText, PlacesInTextsOfSeveralLinesCountFromTheirFirstLetter) {
  const ModelText model = read_model_text(table_model, "table.toml");
  EXPECT_EQ(model.kinetic.text, "m/2*(x_dot^2\n     + y_dot^2)");
  EXPECT_EQ(line_column(model.kinetic.place), where_is(table_model, "m/2*(x_dot"));
  const expressions::Place word =
      expressions::place_within(model.kinetic.place, model.kinetic.text, model.kinetic.text.find("y_dot"));
  EXPECT_EQ(line_column(word), where_is(table_model, "y_dot^2)\"\"\""));
  EXPECT_EQ(model.potential.text, "m*g*y");
  EXPECT_EQ(line_column(model.potential.place), where_is(table_model, "m*g*y"));
}

TEST(ModelText, PlacesHoldAfterOtherAlphabetsEscapesAndOtherLineEnds) {
  const std::string file =
      "\xEF\xBB\xBF"
      "carom = 'model 1' # Übung\r\n[parameters]\r\n"
      "b = { meaning = \"größe\", value = \"1 + q\" }\r\n"
      "c = \"\"\"\r\n1 +\\\r\n   2\"\"\"\r\n"
      "d = \"1\\t+ q\"\r\n";
  const ModelText model = read_model_text(file, "n.toml");
  EXPECT_EQ(line_column(model.parameters[0].value.place), "3:35");
  EXPECT_EQ(model.parameters[1].value.text, "1 + \r\n   2");
  EXPECT_EQ(line_column(model.parameters[1].value.place), "5:1");
  EXPECT_EQ(model.parameters[2].value.text, "1  + q");
  EXPECT_EQ(line_column(model.parameters[2].value.place), "7:6");
}

TEST(ModelText, ReadsEveryKeyOfAContact) {
  const ModelText model = read_model_text(table_model, "table.toml");
  ASSERT_EQ(model.contacts.size(), 2u);
  const ContactText& table = model.contacts[0];
  EXPECT_EQ(table.name, "table");
  EXPECT_EQ(line_column(table.place), where_is(table_model, "table\"\ngap"));
  EXPECT_EQ(table.gap.text, "y - A*sin(omega*t)");
  EXPECT_EQ(table.gap.place.key, "contact.table.gap");
  EXPECT_EQ(line_column(table.gap.place), where_is(table_model, "y - A*sin"));
  EXPECT_FALSE(table.load.given());
  EXPECT_EQ(table.slip.text, "x_dot");
  EXPECT_FALSE(table.slide.given());
  std::string numbers;
  for (const Said* said : {&table.e, &table.eps_T, &table.mu, &table.mu_s, &table.mu_i, &table.mu_s_i, &table.k,
                           &table.eta, &table.roll, &table.turn, &table.only})
    numbers += said->text + "; ";
  EXPECT_EQ(numbers, "0.5; 0.1; mu; 0.4; 0.2; 0.25; 1.0; 1.5; 1 mm; x_dot/h0; x < 1; ");
  const ContactText& bead = model.contacts[1];
  EXPECT_EQ(bead.name, "bead{i}");
  EXPECT_EQ(bead.load.text, "m*g");
  EXPECT_EQ(bead.slide.text, "w[i]");
  EXPECT_EQ(bead.mu.text, "inf");
  ASSERT_TRUE(bead.repeated);
  EXPECT_EQ(bead.repeated->index, "i");
  EXPECT_EQ(bead.repeated->from.text, "1");
  EXPECT_EQ(bead.repeated->to.text, "len(a)");
  EXPECT_EQ(line_column(bead.repeated->to.place), where_is(table_model, "len(a)", 2));
}

TEST(ModelText, ReadsNumericsAndLeavesTheDrawingAlone) {
  const ModelText model = read_model_text(table_model, "table.toml");
  EXPECT_EQ(model.closing_speed.text, "0.01*A*omega");
  EXPECT_EQ(model.length_scale.text, "h0");
  EXPECT_EQ(model.time_scale.text, "1/f");
  EXPECT_EQ(model.time_scale.place.key, "numerics.scale.time");
}

TEST(ModelText, ReadsStatesAndEvents) {
  const ModelText model = read_model_text(walker_model, "walker.toml");
  ASSERT_EQ(model.states.size(), 2u);
  EXPECT_EQ(model.states[0].start.text, "0");
  EXPECT_EQ(model.states[0].rate.text, "(theta - z)/tau");
  EXPECT_EQ(model.states[1].start.text, "1");
  EXPECT_FALSE(model.states[1].rate.given());
  ASSERT_EQ(model.events.size(), 3u);
  const EventText& heel = model.events[0];
  EXPECT_EQ(heel.name, "heel");
  EXPECT_EQ(heel.when.text, "phi - 2*theta");
  EXPECT_EQ(heel.direction.text, "1");
  EXPECT_EQ(heel.only.text, "theta < -0.05");
  ASSERT_EQ(heel.set.size(), 3u);
  EXPECT_EQ(heel.set[0].name, "theta");
  EXPECT_EQ(heel.set[2].name, "theta_dot");
  EXPECT_EQ(heel.set[2].value.place.key, "event.heel.set.theta_dot");
  EXPECT_FALSE(heel.stop);
  EXPECT_EQ(model.events[1].every.text, "10 ms");
  ASSERT_EQ(model.events[1].set.size(), 2u);
  EXPECT_EQ(model.events[1].set[0].name, "stance");
  EXPECT_EQ(model.events[2].on.text, "heel");
  EXPECT_TRUE(model.events[2].stop);
}

TEST(ModelText, EventsCanBeRepeated) {
  const ModelText model = read_model_text(
      "carom = 'model 1'\n[coordinates]\nx = { for = 'i = 1:3', start = 0 }\n"
      "[[event]]\nname = 'turn{k}'\nfor = '  k = 1 : n + 1'\nwhen = 'x[k]'\nset = { 'x[k]' = 1 }\n",
      "n.toml");
  const EventText& event = model.events[0];
  EXPECT_EQ(event.name, "turn{k}");
  ASSERT_TRUE(event.repeated);
  EXPECT_EQ(event.repeated->index, "k");
  EXPECT_EQ(line_column(event.repeated->place), "6:10");
  EXPECT_EQ(event.repeated->to.text, "n + 1");
  EXPECT_EQ(line_column(event.repeated->to.place), "6:18");
  EXPECT_EQ(event.set[0].name, "x[k]");
}

TEST(ModelText, ReadsSections) {
  const ModelText walker = read_model_text(walker_model, "walker.toml");
  ASSERT_TRUE(walker.section);
  EXPECT_EQ(walker.section->event.text, "heel");
  EXPECT_EQ(walker.section->only.text, "stance > 0");
  ASSERT_EQ(walker.section->free.size(), 1u);
  EXPECT_EQ(walker.section->free[0].text, "theta");
  ASSERT_EQ(walker.section->modulo.size(), 1u);
  EXPECT_EQ(walker.section->modulo[0].name, "phi");
  EXPECT_EQ(walker.section->modulo[0].value.text, "2*pi");
  const ModelText measured = read_model_text(measured_model, "measured.toml");
  EXPECT_EQ(measured.section->crossing.text, "y_dot");
  EXPECT_EQ(measured.section->direction.text, "-1");
  const ModelText driven = read_model_text("carom = 'model 1'\n[section]\nperiod = '1/25'\n", "n.toml");
  EXPECT_EQ(driven.section->period.text, "1/25");
  EXPECT_EQ(line_column(driven.section->place), "2:2");
  EXPECT_FALSE(read_model_text(table_model, "table.toml").section);
}

TEST(ModelText, ReadsObservables) {
  const ModelText model = read_model_text(measured_model, "measured.toml");
  ASSERT_EQ(model.observables.size(), 7u);
  const std::vector<Measure> measures = {Measure::max,  Measure::min,   Measure::mean, Measure::mean,
                                         Measure::last, Measure::count, Measure::time};
  for (std::size_t k = 0; k < measures.size(); ++k) EXPECT_EQ(model.observables[k].measure, measures[k]) << k;
  EXPECT_EQ(model.observables[0].name, "height");
  EXPECT_EQ(model.observables[0].of.text, "y");
  EXPECT_EQ(model.observables[0].unit, "mm");
  EXPECT_EQ(model.observables[0].meaning, "highest point");
  EXPECT_EQ(model.observables[2].over.text, "10 periods");
  EXPECT_EQ(model.observables[3].at.text, "table impact, before");
  EXPECT_EQ(model.observables[4].over.text, "2");
  EXPECT_EQ(model.observables[6].of.text, "table chatter_limit");
}

TEST(ModelText, AModelCanBeNearlyEmpty) {
  const ModelText model = read_model_text("carom = \"model 1\"", "n.toml");
  EXPECT_TRUE(model.coordinates.empty());
  EXPECT_TRUE(model.gravity.empty());
}

TEST(ModelTemplate, ReadsBack) {
  const ModelText model = read_model_text(equations_template(), "template.toml");
  EXPECT_EQ(model.title, "A ball on a shaken table");
  EXPECT_EQ(model.coordinates.size(), 2u);
  EXPECT_EQ(model.contacts.size(), 1u);
  EXPECT_EQ(model.observables.size(), 5u);
  EXPECT_TRUE(model.section);
}

// What is written in the template can be read as quantities and expressions.
TEST(ModelTemplate, IsWrittenInExpressions) {
  const ModelText model = read_model_text(equations_template(), "template.toml");
  std::vector<Said> said = {model.gravity[0],   model.kinetic,    model.potential,      model.closing_speed,
                            model.length_scale, model.time_scale, model.section->period};
  for (const ParameterText& one : model.parameters) said.push_back(one.value);
  for (const NamedText& one : model.lets) said.push_back(one.value);
  for (const NamedText& one : model.forces) said.push_back(one.value);
  for (const CoordinateText& one : model.coordinates) said.push_back(one.start);
  for (const ContactText& one : model.contacts)
    for (const Said& text : {one.gap, one.slip, one.e, one.mu}) said.push_back(text);
  for (const Said& one : said) EXPECT_NO_THROW(expressions::read(one.text, one.place)) << one.text;
}

// What stands in comments is valid as well.
TEST(ModelTemplate, ReadsBackWithItsCommentsTurnedOn) {
  std::string text(equations_template());
  const auto turn_on = [&](const std::string& line) {
    const std::size_t at = text.find("# " + line);
    ASSERT_NE(at, std::string::npos) << line;
    text.erase(at, 2);
  };
  for (const char* line : {"a = [", "[table.lift]", "points = ", "z = { for", "k = 1", "eta = 1", "only = \"x < 1\"",
                           "[states]", "mean_height = ", "bounces = 0", "[[event]]", "name = \"count\"", "on = ",
                           "only = \"y_dot", "set = ", "stop = ", "along_path = ", "closing_duration = ", "[drawing]"})
    turn_on(line);
  const ModelText model = read_model_text(text, "template.toml");
  EXPECT_EQ(model.tables.size(), 1u);
  EXPECT_EQ(model.states.size(), 2u);
  EXPECT_EQ(model.events.size(), 1u);
  EXPECT_EQ(model.coordinates.size(), 3u);
}

}  // namespace
}  // namespace carom
