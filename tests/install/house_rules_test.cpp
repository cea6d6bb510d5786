// SPDX-License-Identifier: Apache-2.0
#include "house_rules.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

// Long by their nature; everything else is split.
const std::vector<carom::HouseException> exceptions{
    {"src/carom/draw/figure_script.cpp: figure_script", "the script of the figures, one embedded text"},
    {"src/carom/report/page_style.cpp: page_style", "the style sheet of the pages, one embedded text"},
};

TEST(HouseRules, FilesAndFunctionsOfThisTreeAreShort) {
  for (const std::string& violation : carom::length_violations(CAROM_SOURCE_DIR, exceptions))
    ADD_FAILURE() << violation;
}

TEST(HouseRules, EverySourceOfThisTreeNamesItsLicence) {
  for (const std::string& violation : carom::licence_violations(CAROM_SOURCE_DIR)) ADD_FAILURE() << violation;
}

TEST(HouseRules, OnePlaceWritesFilesOneTalksOneHandlesSignals) {
  for (const std::string& violation : carom::place_violations(CAROM_SOURCE_DIR)) ADD_FAILURE() << violation;
}

std::string lines(int n, const std::string& line = "  x += 1;") {
  std::string text;
  for (int k = 0; k < n; ++k) text += line + "\n";
  return text;
}

// "name:line:lines" of the functions of more than five lines.
Lines found(const std::string& text) {
  Lines names;
  for (const carom::LongFunction& f : carom::functions_longer_than(5, text))
    names.push_back(f.name + ":" + std::to_string(f.line) + ":" + std::to_string(f.lines));
  return names;
}

TEST(HouseRulesChecker, CountsFromTheSignatureToTheBrace) {
  EXPECT_EQ(found("\nint f() {\n" + lines(3) + "}\n"), Lines{});
  EXPECT_EQ(found("\nint f() {\n" + lines(4) + "}\n"), Lines{"f:2:6"});
  EXPECT_EQ(found("int f(int a,\n      int b)\n    noexcept {\n" + lines(2) + "}\n"), Lines{"f:1:6"});
}

TEST(HouseRulesChecker, NamesMembersOperatorsTemplatesTestsAndLambdas) {
  const std::string body = "{\n" + lines(5) + "}\n";
  EXPECT_EQ(found("void A::b(int n) const " + body), Lines{"A::b:1:7"});
  EXPECT_EQ(found("template <class T>\nauto f(T t) -> int " + body), Lines{"f:1:8"});
  EXPECT_EQ(found("TEST_F(Rods, AreLong) " + body), Lines{"Rods.AreLong:1:7"});
  EXPECT_EQ(found("const auto f = [](int n) " + body + ";\n"), Lines{"f:1:7"});
  EXPECT_EQ(found("[[nodiscard]] static inline std::vector<std::pair<int, int>> f() " + body), Lines{"f:1:7"});
  EXPECT_EQ(found("bool operator==(A a, A b) " + body).size(), 1u);
}

TEST(HouseRulesChecker, LooksIntoNamespacesAndClassesAndNotIntoThemAsWholes) {
  const std::string f = "  int f() {\n" + lines(5) + "  }\n";
  EXPECT_EQ(found("namespace a::b {\n" + lines(9, "int x;") + f + "}\n"), Lines{"f:11:7"});
  EXPECT_EQ(found("template <int N>\nclass A : public B<(N > 1)> {\n" + lines(9, "  int x;") + f + "};\n"),
            Lines{"f:12:7"});
  EXPECT_EQ(found("struct A {\n" + f + " private:\n" + f + "};\n"), (Lines{"f:2:7", "f:10:7"}));
  EXPECT_EQ(found("enum class A {\n" + lines(9, "  x(1),") + "};\n"), Lines{});
}

TEST(HouseRulesChecker, TakesMembersInitialisersForWhatTheyAre) {
  EXPECT_EQ(found("A::A(int n)\n    : n_{n}, m_(n), o_{n, {n}} {\n" + lines(4) + "}\nint x;\n"), Lines{"A::A:1:7"});
  EXPECT_EQ(found("A::A(int n) : n_{n} {}\n\nint f() {\n" + lines(5) + "}\n"), Lines{"f:3:7"});
}

TEST(HouseRulesChecker, DataAreNoFunctions) {
  EXPECT_EQ(found("const std::vector<int> x{\n" + lines(9, "    f(1),") + "};\n"), Lines{});
  EXPECT_EQ(found("const std::map<int, int> x = {\n" + lines(9, "    {1, f(2)},") + "};\n"), Lines{});
  EXPECT_EQ(found("const Table x = made({\n" + lines(9, "    {1, 2},") + "});\n"), Lines{});
  EXPECT_EQ(found("template <class S>\nconcept A = requires(S s) {\n" + lines(9, "  s.f();") + "};\n"), Lines{});
}

TEST(HouseRulesChecker, BracesInTextsCommentsAndMacrosDoNotCount) {
  EXPECT_EQ(found("int f() {\n  g(\"{\");  // {\n  g('{');\n}\nint h() {\n" + lines(5) + "}\n"), Lines{"h:5:7"});
  EXPECT_EQ(found("/* { */\n#define A {\\\n  {\nint n = 10'000;\nint h() {\n" + lines(5) + "}\n"), Lines{"h:5:7"});
  EXPECT_EQ(found("const char* t = R\"x({ \" )\" {)x\";\nint h() {\n" + lines(5) + "}\n"), Lines{"h:2:7"});
  EXPECT_EQ(found("const char* t = \"a\\\"{\";\nint h() {\n" + lines(5) + "}\n"), Lines{"h:2:7"});
}

class MadeUpHouse : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / ("carom_house_rules_" + std::to_string(getpid()));
    write("src/carom/base/a.cpp", "// SPDX-License-Identifier: Apache-2.0\nint a() { return 1; }\n");
    write("scripts/install", "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\n");
    write("CMakeLists.txt", "# SPDX-License-Identifier: Apache-2.0\n");
    write("docs/guide/a.md", lines(900, "long"));
  }
  void TearDown() override { fs::remove_all(root_); }
  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  fs::path root_;
};

TEST_F(MadeUpHouse, IsInOrderAsItStands) {
  EXPECT_EQ(carom::length_violations(root_, {}), Lines{});
  EXPECT_EQ(carom::licence_violations(root_), Lines{});
}

TEST_F(MadeUpHouse, RefusesLongFilesAndFunctions) {
  write("src/carom/base/b.hpp", lines(601, "int b;"));
  write("tests/c_test.cpp", "TEST(A, B) {\n" + lines(79) + "}\n");
  write("tests/browser/d.mjs", lines(601, "d();"));
  EXPECT_EQ(carom::length_violations(root_, {}),
            (Lines{"src/carom/base/b.hpp: 601 lines; a file has at most 600",
                   "tests/browser/d.mjs: 601 lines; a file has at most 600",
                   "tests/c_test.cpp:1: A.B has 81 lines; a function has at most 80"}));
}

TEST_F(MadeUpHouse, TakesExceptionsThatAreNeededAndRefusesOthers) {
  write("src/carom/base/b.hpp", lines(601, "int b;"));
  write("src/carom/base/c.cpp", "int c() {\n" + lines(79) + "}\n");
  EXPECT_EQ(
      carom::length_violations(root_, {{"src/carom/base/b.hpp", "a table"}, {"src/carom/base/c.cpp: c", "a text"}}),
      Lines{});
  EXPECT_EQ(carom::length_violations(root_, {{"src/carom/base/b.hpp", "a table"},
                                             {"src/carom/base/c.cpp: c", "a text"},
                                             {"src/carom/base/a.cpp: a", "it was long once"}}),
            Lines{"src/carom/base/a.cpp: a: the exception is not needed any more"});
}

TEST_F(MadeUpHouse, RefusesSourcesWithoutTheirLicence) {
  write("src/carom/base/b.hpp", "#pragma once\n");
  write("scripts/run", "#!/bin/sh\nexit 0\n");
  write("tests/browser/a.mjs", "// SPDX-License-Identifier: MIT\n");
  write("docs/notes.txt", "no source\n");
  const Lines violations = carom::licence_violations(root_);
  ASSERT_EQ(violations.size(), 3u);
  EXPECT_EQ(violations[0].substr(0, 12), "scripts/run:");
  EXPECT_EQ(violations[1].substr(0, 21), "src/carom/base/b.hpp:");
  EXPECT_EQ(violations[2].substr(0, 20), "tests/browser/a.mjs:");
}
