// SPDX-License-Identifier: Apache-2.0
// carom manual: the man page has every verb and option, and bash completes by its script.
#include <cstdlib>
#include <fstream>

#include "cli/command.hpp"

namespace carom::test {
namespace {

using ManualCommand = CommandTest;

TEST_F(ManualCommand, HasEveryVerbOfTheHelp) {
  const Answer manual = carom({"manual"});
  ASSERT_EQ(manual.code, 0) << manual.err;
  EXPECT_EQ(manual.out.substr(0, 9), ".TH CAROM");
  for (const char* verb : {"run", "impact", "theory", "sweep", "basins", "orbit", "continue", "reproduce", "info"})
    EXPECT_NE(manual.out.find(std::string(".SH CAROM ") + verb + "\n"), std::string::npos) << verb;
  EXPECT_NE(manual.out.find("\\fB\\-\\-cycles\\fR"), std::string::npos);
  EXPECT_EQ(carom({"manual", "--shell", "tcsh"}).code, 2);
}

TEST_F(ManualCommand, BashCompletesVerbsSystemsAndOptions) {
  const Answer script = carom({"manual", "--shell", "bash"});
  ASSERT_EQ(script.code, 0);
  std::ofstream(in_folder("carom.bash")) << script.out;
  std::ofstream(in_folder("try"))
      << "source carom.bash\n"
         "complete_it() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _carom; echo \"${COMPREPLY[*]}\"; }\n"
         "complete_it carom bas\ncomplete_it carom run dim\ncomplete_it carom sweep dimer --resu\n";
  const std::string said = in_folder("said");
  ASSERT_EQ(std::system(("cd " + in_folder(".").string() + " && bash try > said").c_str()), 0);
  EXPECT_EQ(text_of(said), "basins\ndimer\n--resume\n");
}

TEST_F(ManualCommand, ZshAndFishHaveTheirScripts) {
  EXPECT_EQ(carom({"manual", "--shell", "zsh"}).out.substr(0, 14), "#compdef carom");
  const Answer fish = carom({"manual", "--shell", "fish"});
  EXPECT_NE(fish.out.find("complete -c carom -n '__fish_seen_subcommand_from basins' -l refine -r"), std::string::npos);
}

}  // namespace
}  // namespace carom::test
