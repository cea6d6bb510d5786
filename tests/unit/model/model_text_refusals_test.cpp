// SPDX-License-Identifier: Apache-2.0
// What is wrong in a model file is told in one sentence with its place; whatever the file is, there is an answer or a sentence.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "carom/base/random.hpp"
#include "carom/model/model_text.hpp"
#include "carom/model/text_items.hpp"
#include "unit/base/message.hpp"
#include "unit/model/sample_models.hpp"

namespace carom {
namespace {

using test::message_of;

struct Wrong {
  std::string text;  // below the line that says that this is a model
  int line = 0, column = 0;
  std::string sentence;
};

void expect_refusals(const std::vector<Wrong>& cases, const std::string& first_line) {
  for (const Wrong& one : cases)
    EXPECT_EQ(
        message_of([&] { read_model_text(first_line + one.text + "\n", "m.toml"); }),
        "m.toml, line " + std::to_string(one.line) + ", column " + std::to_string(one.column) + ": " + one.sentence)
        << one.text;
}

const std::string model_line = "carom = \"model 1\"\n";

const std::vector<Wrong> wrong_versions = {
    {"title = \"x\"", 1, 1, "a model file begins with carom = \"model 1\", this file has no key 'carom'"},
    {"carom = 1", 1, 9, "'carom' must be a text, not a number"},
    {"carom = \"study 1\"", 1, 10, "'study 1' is no model; what can be read here is \"model 1\""},
    {"carom = \"model\"", 1, 10, "'model' is no model; what can be read here is \"model 1\""},
    {"carom = \"model 2\"", 1, 10, "this model is of version 2 of the format; this program reads \"model 1\""},
    {"carom = \"model 99999999999999999999999999\"", 1, 10,
     "this model is of version 99999999999999999999 of the format; this program reads \"model 1\""},
};

TEST(ModelTextRefuses, FilesThatAreNoModelOfThisVersion) { expect_refusals(wrong_versions, ""); }

const std::vector<Wrong> wrong_frame = {
    {"gap = y - 1", 2, 7, "this is neither a number nor a text; an expression stands between quotes"},
    {"gap 3", 2, 5, "Error while parsing key-value pair: expected '=', saw '3'"},
    {"title = \"a\"\ntitle = \"b\"", 3, 1, "'title' is given twice"},
    {"[parameters]\na = 1\n[parameters]\nb = 2", 4, 1, "'parameters' is given twice"},
    {"titel = \"x\"", 2, 1, "unknown key 'titel' in a model file; did you mean 'title'?"},
    {"zzzzzzzzz = 1", 2, 1,
     "unknown key 'zzzzzzzzz' in a model file; valid are carom, title, gravity, law, parameters, let, table, preset, "
     "coordinates, rates, equations, body, joint, spring, contacts, contact, states, event, section, observables, "
     "numerics, drawing"},
    {"title = 3", 2, 9, "'title' must be a text, not a number"},
    {"gravity = true", 2, 11, "'gravity' must be a number, a text or an array [gx, gy], not true or false"},
    {"gravity = [1, 2, 3]", 2, 11, "'gravity' is one number, along -y, or two, [gx, gy]; here are 3"},
    {"gravity = [1, [2]]", 2, 15, "'gravity' must be a text or a number, not an array"},
    {"law = \"energetc\"", 2, 8,
     "'law' is one of energetic, poisson, newton, not 'energetc'; did you mean 'energetic'?"},
    {"law = 1", 2, 7, "'law' must be a text, not a number"},
    {"[[parameters]]\na = 1", 2, 1, "'parameters' must be a section [parameters], not an array"},
    {"parameters = 3", 2, 14, "'parameters' must be a section [parameters], not a number"},
    {"[parameters]\na = true", 3, 5,
     "'a' must be a number, a text, an array or a table with a value, not true or false"},
    {"[parameters]\na = 2020-01-01", 3, 5,
     "'a' must be a number, a text, an array or a table with a value, not a date or a time"},
    {"[parameters]\na = nan", 3, 5, "'a' must be a number, nan is none"},
    {"[parameters]\na = \"\"", 3, 6, "'a' is empty"},
    {"[parameters]\na = { min = 1 }", 3, 1, "parameter 'a' needs a value"},
    {"[parameters]\nmu = { value = 1, menaing = \"friction\" }", 3, 19,
     "unknown key 'menaing' in parameter 'mu'; did you mean 'meaning'?"},
    {"[parameters]\nmu = { value = 1, unit = \"metre\" }", 3, 27, "'metre' is not a known unit"},
    {"[parameters]\nmu = { value = {} }", 3, 16, "'value' must be a text or a number, not a table"},
    {"[parameters]\na = [1, [2]]", 3, 9, "'a' must be a text or a number, not an array"},
    {"[parameters]\n2a = 1", 3, 1,
     "the name of a parameter is made of letters a to z, digits and _ and does not begin with a digit, '2a' is not"},
    {"[parameters]\n\"a b\" = 1", 3, 1,
     "the name of a parameter is made of letters a to z, digits and _ and does not begin with a digit, 'a b' is not"},
    {"[parameters]\nx_dot = 1", 3, 1,
     "'x_dot' cannot be the name of a parameter: names that end in _dot are the rates of coordinates; their starts "
     "stand "
     "in [rates]"},
    {"[parameters]\nsin = 1", 3, 1, "'sin' cannot be the name of a parameter: it is a word of expressions"},
    {"[parameters]\nt = 1", 3, 1, "'t' cannot be the name of a parameter: it is the time"},
    {"[parameters]\nslip = 1", 3, 1,
     "'slip' cannot be the name of a parameter: in the friction of a contact it is its slip"},
    {"[let]\nx = 1\n[table.x]\npoints = [[0, 0], [1, 1]]", 4, 8, "'x' is a named expression in line 3 already"},
    {"gravity = 1\n[parameters]\ng = 9", 4, 1, "'g' is the gravity in line 2 already"},
    {"[let]\na = [1]", 3, 5, "'a' must be a text or a number, not an array"},
    {"[table]\nlift = 3", 3, 8,
     "'lift' must be a table such as [table.lift] with points = [[0, 0], [1, 2]], not a number"},
    {"[table.lift]", 2, 8, "[table.lift] needs points = [[x, y], …]"},
    {"[table.lift]\npoints = 3", 3, 10, "'points' must be an array of pairs [x, y], not a number"},
    {"[table.lift]\npoints = [[1, 2, 3]]", 3, 11, "a point of [table.lift] is a pair [x, y]"},
    {"[table.lift]\npoints = [[1, 2]]", 3, 10, "[table.lift] needs two points or more, here are 1"},
    {"[table.lift]\npoint = [[1, 2]]", 3, 1, "unknown key 'point' in [table.lift]; did you mean 'points'?"},
    {"[parameters]\nGamma = 1\n[preset.p]\ngamma = 2", 5, 1,
     "'gamma' is nothing in this model that has a value; did you mean 'Gamma'?"},
    {"[preset.p]\nsummary = 2", 3, 11, "'summary' must be a text, not a number"},
    {"[preset.\"a b\"]", 2, 9,
     "the name of a preset is made of letters a to z, digits and _ and does not begin with a digit, 'a b' is not"},
    {"[preset]\np = 2", 3, 5, "'p' must be a table such as [preset.high] with values of parameters, not a number"},
    {"drawing = 1", 2, 11, "'drawing' must be a section [drawing], not a number"},
    {"[parameters]\na = \"1", 3, 7,
     "a text ends in its line, a quote is missing; one of several lines stands between three quotes"},
    {"[let]\npi = 3", 3, 1, "'pi' cannot be the name of an expression: it is a word of expressions"},
};

TEST(ModelTextRefuses, WhatIsWrongInTheFrame) { expect_refusals(wrong_frame, model_line); }

const std::vector<Wrong> wrong_equations = {
    {"[equations]\nforce.x = 1\n\"force.x\" = 2\n[coordinates]\nx = 1", 4, 1, "'force.x' is given twice"},
    {"[parameters]\nx = 1\n[coordinates]\nx = 0", 5, 1, "'x' is a parameter in line 3 already"},
    {"[coordinates]\ny = { sart = 0 }", 3, 7, "unknown key 'sart' in coordinate 'y'; did you mean 'start'?"},
    {"[coordinates]\ny = { unit = \"m\" }", 3, 1, "coordinate 'y' needs a start"},
    {"[coordinates]\ny = [1]", 3, 5, "'y' must be a number, a text or a table with a start, not an array"},
    {"[coordinates]\ny = { start = 0, for = \"i in 1:3\" }", 3, 25,
     "'for' must be a range such as \"i = 1:n\" or { i = [1, \"n\"] }, not 'i in 1:3'"},
    {"[coordinates]\ny = { start = 0, for = \"i = 1:\" }", 3, 31,
     "'for' must be a range such as \"i = 1:n\" or { i = [1, \"n\"] }"},
    {"[coordinates]\ny = { start = 0, for = \"1i = 1:3\" }", 3, 25,
     "the name of an index is made of letters a to z, digits and _ and does not begin with a digit, '1i' is not"},
    {"[coordinates]\ny = { start = 0, for = { i = [1, 2], j = [1, 2] } }", 3, 24,
     "'for' has one index, as in \"i = 1:n\" or { i = [1, \"n\"] }; here are 2"},
    {"[coordinates]\ny = { start = 0, for = { i = [1] } }", 3, 30,
     "the range of 'i' is a first and a last number, as in \"i = 1:n\" or { i = [1, \"n\"] }; here are 1"},
    {"[coordinates]\ny = { start = 0, for = 3 }", 3, 24,
     "'for' must be a range such as \"i = 1:n\" or { i = [1, \"n\"] }, not a number"},
    {"[coordinates]\ny = { start = 0, for = \"y = 1:3\" }", 3, 25, "the index 'y' is a coordinate in line 3 already"},
    {"[coordinates]\ntheta = 0\n[rates]\ntheat = 1", 5, 1, "'theat' is no coordinate; did you mean 'theta'?"},
    {"[coordinates]\ny = 0\n[rates]\ny_dot = 1", 5, 1, "'y_dot' is no coordinate; write 'y'"},
    {"[states]\nz = { rate = 1 }", 3, 1, "state 'z' needs a start"},
    {"[states]\nz = { start = 1, rates = 1 }", 3, 18, "unknown key 'rates' in state 'z'; did you mean 'rate'?"},
    {"[equations]\nkinetics = 1", 3, 1, "unknown key 'kinetics' in [equations]; did you mean 'kinetic'?"},
    {"[equations]\nkinetic = 1\npower = 2", 4, 1,
     "unknown key 'power' in [equations]; valid are kinetic, potential, force"},
    {"[equations]\nforce = 3", 3, 9, "'force' must be a table such as { x = \"-c*x_dot\" }, not a number"},
    {"[coordinates]\nx = 0\n[equations]\nforce.z = 1", 5, 7, "'z' is no coordinate"},
    {"[rates]\nx = 1", 3, 1, "'x' is no coordinate"},
};

TEST(ModelTextRefuses, WhatIsWrongInCoordinatesAndEquations) { expect_refusals(wrong_equations, model_line); }

const std::vector<Wrong> wrong_contacts = {
    {"[contact]\ngap = 1", 2, 1, "'contact' must be written with two brackets, [[contact]], not a table"},
    {"[[contact]]\ngap = \"y\"", 2, 1, "a contact needs a name"},
    {"[[contact]]\nname = \"a b\"\ngap = \"y\"", 3, 9,
     "the name of a contact is made of letters a to z, digits and _ and does not begin with a digit, 'a b' is not"},
    {"[[contact]]\nname = \"a\"\ngapp = \"y\"", 4, 1, "unknown key 'gapp' in [[contact]]; did you mean 'gap'?"},
    {"[[contact]]\nname = \"a\"\ngap = [\"y\"]", 4, 7, "'gap' must be a text or a number, not an array"},
    {"[[contact]]\nname = \"a\"", 2, 1, "a contact needs one of gap, load"},
    {"[[contact]]\nname = \"a\"\ngap = \"y\"\nload = 1", 5, 1, "a contact has 'gap' or 'load', not both"},
    {"[[contact]]\nname = \"a\"\ngap = \"y\"\nslip = \"x_dot\"\nslide = \"x\"", 6, 1,
     "a contact has 'slip' or 'slide', not both"},
    {"[[contact]]\nname = \"a\"\ngap = \"y\"\nmu = 0.3", 5, 1,
     "'mu' needs 'slip' or 'slide', without which a contact has no friction"},
    {"[[contact]]\nname = \"a\"\ngap = \"y\"\nroll = 1", 5, 1,
     "'roll' needs 'turn', the rate at which the contact rolls"},
    {"[[contact]]\nname = \"a\"\ngap = \"y\"\nturn = 1", 5, 1,
     "'turn' needs 'roll', the arm of the rolling resistance"},
    {"[[contact]]\nname = \"a\"\nload = 1\nslide = \"x\"\ne = 0.5", 6, 1,
     "'e' belongs to impacts, and a contact under a load has none"},
    {"[[contact]]\nname = \"a\"\ngap = \"y\"\n[[contact]]\nname = \"a\"\ngap = \"y - 1\"", 6, 9,
     "'a' is the name of a contact in line 3 already"},
    {"[[contact]]\nname = \"a\"\nfor = \"i = 1:3\"\ngap = \"y\"", 3, 9,
     "a contact that is repeated has its index in its name: 'a{i}'"},
    {"[[contact]]\nname = \"a{i}\"\ngap = \"y\"", 3, 9,
     "'a{i}' is the name of a contact that is repeated: 'for' is missing"},
    {"[[contact]]\nname = \"c\"\ngap = \"x\"\ntouch = true", 5, 1, "'touch' belongs to contacts 'between' bodies"},
    {"[[contact]]\nname = \"a b{i}\"\nfor = \"i = 1:2\"\ngap = \"y\"", 3, 9,
     "the name of a contact is made of letters a to z, digits and _ and does not begin with a digit, 'a b{i}' is not"},
    {"[[contact]]\nname = \"{i}\"\nfor = \"i = 1:2\"\ngap = \"y\"", 3, 9,
     "the name of a contact is made of letters a to z, digits and _ and does not begin with a digit, '{i}' is not"},
    {"[[contact]]\nname = 3\ngap = \"y\"", 3, 8, "'name' must be a text, not a number"},
    {"contact = [3]", 2, 12, "'contact' must be written with two brackets, [[contact]], not a number"},
};

TEST(ModelTextRefuses, WhatIsWrongInContacts) { expect_refusals(wrong_contacts, model_line); }

const std::vector<Wrong> wrong_measures = {
    {"[[event]]\nname = \"a\"", 2, 1, "an event needs one of when, every, on"},
    {"[[event]]\nwhen = \"x\"", 2, 1, "an event needs a name"},
    {"[[event]]\nname = \"a\"\nwhen = \"x\"\nevery = 1", 5, 1, "an event has 'when' or 'every', not both"},
    {"[[event]]\nname = \"a\"\non = 3", 4, 6, "'on' must be a text, not a number"},
    {"[[event]]\nname = \"a\"\nwhen = \"x\"\ndirection = 2", 5, 13,
     "'direction' is 1 (rising), -1 (falling) or 0 (either), not 2"},
    {"[[event]]\nname = \"a\"\nevery = 1\ndirection = 1", 5, 1, "'direction' belongs to 'when', the crossing of zero"},
    {"[[event]]\nname = \"a\"\nwhen = \"x\"\nstop = \"yes\"", 5, 8, "'stop' must be true or false, not a text"},
    {"[[event]]\nname = \"a\"\nwhen = \"x\"\nset = 3", 5, 7,
     "'set' must be a table such as { x = \"-x\" }, not a number"},
    {"[coordinates]\nx = 0\n[[event]]\nname = \"a\"\nwhen = \"x\"\nset = { x_dto = 3 }", 7, 9,
     "'x_dto' is no coordinate, rate or state; did you mean 'x_dot'?"},
    {"[[event]]\nname = \"impact\"\nwhen = \"x\"", 3, 9,
     "'impact' cannot be the name of an event: contacts have events of this kind"},
    {"[[event]]\nname = \"a\"\nwhen = \"x\"\n[[event]]\nname = \"a\"\nevery = 1", 6, 9,
     "'a' is the name of an event in line 3 already"},
    {"[section]\nfree = [\"x\"]", 2, 1, "[section] needs one of period, crossing, event"},
    {"[section]\nperiod = 1\ncrossing = \"x\"", 4, 1, "[section] has 'period' or 'crossing', not both"},
    {"[section]\nperiod = 1\ndirection = 1", 4, 1, "'direction' belongs to 'crossing'"},
    {"[section]\nperiod = 1\nfree = \"x\"", 4, 8, "'free' must be an array of names such as [\"x\"], not a text"},
    {"[coordinates]\nx = 0\n[section]\nperiod = 1\nfree = [\"y\"]", 6, 10, "'y' is no coordinate and no state"},
    {"[coordinates]\nx = 0\n[section]\nperiod = 1\nmodulo = { xx = 1 }", 6, 12,
     "'xx' is no coordinate and no state; did you mean 'x'?"},
    {"[section]\nperiod = 1\nmodulo = 3", 4, 10, "'modulo' must be a table such as { crank = \"2*pi\" }, not a number"},
    {"[observables]\nh = \"y\"", 3, 5, "'h' must be a table such as { max = \"y\" }, not a text"},
    {"[observables]\nh = { over = 1 }", 3, 5, "observable 'h' needs one of max, min, mean, last, count, time"},
    {"[observables]\nh = { max = \"y\", min = \"y\" }", 3, 18, "observable 'h' has 'max' or 'min', not both"},
    {"[observables]\nh = { count = 3 }", 3, 15, "'count' must be a text, not a number"},
    {"[observables]\nh = { count = \"a impact\", at = \"b impact\" }", 3, 27,
     "'at' belongs to max, min, mean and last"},
    {"[observables]\nh = { time = \"a impact\", over = 3 }", 3, 26,
     "'over' does not belong to time, the first of the run"},
    {"[observables]\nh = { maximum = \"y\" }", 3, 7,
     "unknown key 'maximum' in observable 'h'; valid are max, min, mean, last, count, time, over, at, unit, meaning"},
    {"[numerics]\nclosing = 1", 3, 1, "unknown key 'closing' in [numerics]; valid are closing_speed, closing_duration, scale, close_start"},
    {"[numerics]\nscale = { lenght = 1 }", 3, 11, "unknown key 'lenght' in 'scale'; did you mean 'length'?"},
    {"[numerics]\nscale = 1", 3, 9,
     "'scale' must be a table such as { length = \"h0\", time = \"1/f\" }, not a number"},
    {"[[event]]\nname = \"a\"\nwhen = \"x\"\nwhne = 3", 5, 1, "unknown key 'whne' in [[event]]; did you mean 'when'?"},
    {"[section]\nperiodd = \"1/f\"", 3, 1, "unknown key 'periodd' in [section]; did you mean 'period'?"},
    {"[parameters]\nn = 2\n[[event]]\nname = \"a{n}\"\nfor = \"n = 1:2\"\nwhen = \"x\"", 6, 8,
     "the index 'n' is a parameter in line 3 already"},
};

TEST(ModelTextRefuses, WhatIsWrongInEventsSectionsAndMeasures) { expect_refusals(wrong_measures, model_line); }

TEST(ModelTextRefuses, AndTellsTheWordAndItsPlaceToPrograms) {
  try {
    read_model_text(model_line + "[[contact]]\nname = 'a'\n  gapp = 1\n", "m.toml");
    FAIL();
  } catch (const expressions::Refusal& refusal) {
    EXPECT_EQ(refusal.word, "gapp");
    EXPECT_EQ(refusal.where.file, "m.toml");
    EXPECT_EQ(refusal.where.line, 4);
    EXPECT_EQ(refusal.where.column, 3);
  }
}

TEST(ModelTextRefuses, WithAnExplicitZeroThereIsNoFrictionToRefuse) {
  EXPECT_NO_THROW(read_model_text(model_line + "[[contact]]\nname = 'a'\ngap = 'y'\nmu = 0.0\n", "m.toml"));
}

std::string refusal_of(const std::string& text) {
  return message_of([&] { read_model_text(text, "m.toml"); });
}

std::string many(const std::string& text, std::size_t count) {
  std::string result;
  for (std::size_t k = 0; k < count; ++k) result += text;
  return result;
}

TEST(ModelTextRefuses, FilesThatAreTooLargeOrTooDeep) {
  EXPECT_EQ(refusal_of(model_line + std::string(largest_model_file, '#')),
            "m.toml: a model file has at most 1048576 bytes, this one has 1048594");
  EXPECT_EQ(refusal_of(model_line + "a" + many(".a", 400000) + " = 1"),
            "m.toml, line 2, column 66: more than 32 dots in one name");
  EXPECT_EQ(refusal_of(model_line + "a" + many(".\"a\"", 200000) + " = 1"),
            "m.toml, line 2, column 130: more than 32 dots in one name");
  EXPECT_EQ(refusal_of(model_line + "[a" + many(" . a", 200000) + "]"),
            "m.toml, line 2, column 132: more than 32 dots in one name");
  EXPECT_EQ(refusal_of(model_line + "a = " + many("[", 500000)),
            "m.toml, line 2, column 37: lists and tables within each other, more than 32 deep");
  EXPECT_EQ(refusal_of(model_line + "a = " + many("{a=", 300000)),
            "m.toml, line 2, column 101: lists and tables within each other, more than 32 deep");
  EXPECT_EQ(refusal_of(model_line + "a = [\"\"\"\"\"\"\"\", {a" + many(".a", 300000) + " = 1}]"),
            "m.toml, line 2, column 82: more than 32 dots in one name");
  EXPECT_EQ(refusal_of(model_line + "[let]\n" + many("a = 1\n", most_model_keys)),
            "m.toml, line 10001, column 3: more than 10000 keys in one file");
  EXPECT_EQ(refusal_of(model_line + "[parameters]\na = [" + many("1,", 400000) + "]"),
            "m.toml, line 3, column 200007: more than 100000 values in lists");
  EXPECT_EQ(refusal_of(model_line + "[let]\n" + many("a", 300) + " = 1"),
            "m.toml, line 3, column 1: a name has at most 200 characters, this one has 300");
}

// Dots, brackets and commas in texts and comments are no nesting.
TEST(ModelTextRefuses, NothingForWhatStandsInTextsAndComments) {
  const std::string signs = many("[{.,=", 3000);
  for (const std::string& line :
       {"title = \"" + signs + "\\\"" + signs + "\"", "title = '" + signs + "'", "title = \"\"\"\n" + signs + "\"\"\"",
        "title = '''" + signs + "'''", "# " + signs + "\ntitle = 'a'"})
    EXPECT_EQ(refusal_of(model_line + line), "(nothing was thrown)") << line.substr(0, 20);
}

TEST(ModelTextRefuses, WhatIsNoText) {
  EXPECT_EQ(refusal_of(model_line + "title = \"\xff\""),
            "m.toml, line 2, column 9: Encountered invalid utf-8 sequence");
  EXPECT_NE(refusal_of(model_line + std::string("title = \"\0\"", 11)), "(nothing was thrown)");
  EXPECT_EQ(refusal_of(""),
            "m.toml, line 1, column 1: a model file begins with carom = \"model 1\", this file has no key 'carom'");
}

// One change of a file as people and broken disks make them.
std::string mutated(std::string text, Random& random) {
  const auto place = [&] { return random.index(static_cast<std::uint32_t>(text.size())); };
  const std::size_t at = place();
  switch (random.index(6)) {
    case 0: return text.erase(at, 1 + random.index(8));
    case 1: return text.insert(at, text.substr(at, 1 + random.index(40)));
    case 2: text[at] = static_cast<char>(text[at] ^ (1 << random.index(8))); return text;
    case 3: text[at] = "[]{}\"'=.,#\n\\ _-0"[random.index(16)]; return text;
    case 4: return text.insert(at, text.substr(place(), 1 + random.index(20)));
    default: break;
  }
  std::vector<std::string> lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size() - 1) + 1;
    lines.push_back(text.substr(from, end - from));
    from = end;
  }
  const auto line = [&] { return random.index(static_cast<std::uint32_t>(lines.size())); };
  std::swap(lines[line()], lines[line()]);
  text.clear();
  for (const std::string& one : lines) text += one;
  return text;
}

TEST(ModelTextRefuses, OrReadsWhateverTheFileIs) {
  int read = 0, refused = 0;
  for (int k = 0; k < 1000; ++k) {
    Random random(7, static_cast<std::uint64_t>(k));
    std::string text = k % 3 == 0 ? test::table_model : k % 3 == 1 ? test::walker_model : test::measured_model;
    const std::uint32_t changes = 1 + random.index(3);
    for (std::uint32_t change = 0; change < changes; ++change) text = mutated(text, random);
    try {
      read_model_text(text, "m.toml");
      ++read;
    } catch (const BadInput& refusal) {
      const std::string sentence = refusal.what();
      EXPECT_EQ(sentence.rfind("m.toml, line ", 0), 0u) << sentence;
      EXPECT_LT(sentence.size(), 600u) << sentence;
      EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
      ++refused;
    }
  }
  EXPECT_GT(read, 50);
  EXPECT_GT(refused, 400);
}

}  // namespace
}  // namespace carom
