// SPDX-License-Identifier: Apache-2.0
#include "include_order.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;
using carom::include_order_violations;
using Lines = std::vector<std::string>;

TEST(IncludeOrder, HoldsInThisTree) {
  for (const std::string& violation : include_order_violations(CAROM_SOURCE_DIR)) ADD_FAILURE() << violation;
}

TEST(IncludeOrder, KnowsEveryModuleFolderOfThisTree) {
  const Lines order = carom::module_order(CAROM_SOURCE_DIR);
  ASSERT_FALSE(order.empty());
  EXPECT_EQ(order.front(), "base");
  for (const fs::directory_entry& folder : fs::directory_iterator(fs::path(CAROM_SOURCE_DIR) / "src/carom")) {
    if (!folder.is_directory() || fs::is_empty(folder)) continue;
    const std::string name = folder.path().filename().string();
    EXPECT_NE(std::find(order.begin(), order.end(), name), order.end()) << name << " is not in CMakeLists.txt";
  }
}

// A made-up tree with three modules, in which each test writes what it wants to see refused or taken.
class MadeUpTree : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / ("carom_include_order_" + std::to_string(getpid()));
    write("CMakeLists.txt", "carom_module(base LINK fmt::fmt)\ncarom_module(flow)\ncarom_module(report)\n");
    write("src/carom/base/units.hpp", "#pragma once\n");
    write("src/carom/flow/step.hpp", "#pragma once\n#include \"carom/base/units.hpp\"\n#include \"tableau.hpp\"\n");
    write("src/carom/flow/tableau.hpp", "#include <CLInical/unrelated.hpp>\n#include <vector>\n");
    write("src/carom/report/page.cpp", "#include \"carom/flow/step.hpp\"\n");
    write("papers/dimer/tables.cpp", "#include \"carom/report/page.hpp\"\n");
    write("apps/carom/main.cpp", "#include <CLI/CLI.hpp>\n#include \"papers/dimer/tables.hpp\"\n");
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  Lines violations() const { return include_order_violations(root_); }

 private:
  fs::path root_;
};

TEST_F(MadeUpTree, IsInOrderAsItStands) { EXPECT_EQ(violations(), Lines{}); }

TEST_F(MadeUpTree, RefusesALaterModule) {
  write("src/carom/base/units.hpp", "#pragma once\n\n#include \"carom/flow/step.hpp\"\n");
  EXPECT_EQ(violations(), Lines{"src/carom/base/units.hpp:3: module 'base' must not include the later module 'flow'"});
}

TEST_F(MadeUpTree, RefusesALaterModuleInAngleBracketsAndWithSpaces) {
  write("src/carom/flow/step.cpp", "  #  include <carom/report/page.hpp>  // for the plot\n");
  EXPECT_EQ(violations(), Lines{"src/carom/flow/step.cpp:1: module 'flow' must not include the later module 'report'"});
}

TEST_F(MadeUpTree, RefusesALaterModuleByARelativePath) {
  write("src/carom/base/units.hpp", "#include \"../flow/step.hpp\"\n");
  EXPECT_EQ(violations(), Lines{"src/carom/base/units.hpp:1: module 'base' must not include the later module 'flow'"});
}

TEST_F(MadeUpTree, RefusesAModuleThatIsNotInTheList) {
  write("src/carom/report/page.cpp", "#include \"carom/plots/svg.hpp\"\n");
  EXPECT_EQ(violations(), Lines{"src/carom/report/page.cpp:1: module 'plots' is not in the list of CMakeLists.txt"});
}

TEST_F(MadeUpTree, RefusesPapersAndAppsInTheSource) {
  write("src/carom/report/page.cpp", "#include \"papers/dimer/tables.hpp\"\n#include \"apps/carom/verbs.hpp\"\n");
  EXPECT_EQ(violations(), (Lines{"src/carom/report/page.cpp:1: src/ must not include papers/",
                                 "src/carom/report/page.cpp:2: src/ must not include apps/"}));
}

TEST_F(MadeUpTree, RefusesAppsInThePapers) {
  write("papers/dimer/tables.cpp", "#include \"../../apps/carom/main.cpp\"\n");
  EXPECT_EQ(violations(), Lines{"papers/dimer/tables.cpp:1: papers/ must not include apps/"});
}

TEST_F(MadeUpTree, RefusesTheCommandLineLibraryOutsideTheApps) {
  write("papers/dimer/tables.cpp", "#include <CLI/CLI.hpp>\n");
  write("src/carom/base/units.cpp", "#include \"CLI/App.hpp\"\n");
  EXPECT_EQ(violations(), (Lines{"papers/dimer/tables.cpp:1: CLI11 belongs in apps/ only",
                                 "src/carom/base/units.cpp:1: CLI11 belongs in apps/ only"}));
}
