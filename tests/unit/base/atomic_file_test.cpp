// SPDX-License-Identifier: Apache-2.0
#include "carom/base/atomic_file.hpp"
#include "support/ordinary_user.hpp"

#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "carom/base/bad_input.hpp"

namespace carom::report {
namespace {

namespace fs = std::filesystem;

class AtomicFile : public testing::Test {
 protected:
  void SetUp() override {
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder = fs::temp_directory_path() / ("carom-atomic-" + test + "-" + std::to_string(::getpid()));
    fs::create_directory(folder);
  }
  void TearDown() override {
    fs::permissions(folder, fs::perms::owner_all);
    fs::remove_all(folder);
  }

  static std::string content(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
  }
  static std::string refusal(const fs::path& path) {
    try {
      write_atomically(path, "text");
    } catch (const BadInput& refused) {
      return refused.what();
    }
    return "written";
  }

  fs::path folder;
};

TEST_F(AtomicFile, HoldsExactlyTheTextAndReplacesAnOlderOne) {
  const std::string text("a\0μ\r\n", 6);
  write_atomically(folder / "x.svg", "older and longer than the new one");
  write_atomically(folder / "x.svg", text);
  EXPECT_EQ(content(folder / "x.svg"), text);
  EXPECT_EQ(entries(), 1u);
}

TEST_F(AtomicFile, InAFolderThatDoesNotExistIsRefusedInOneSentence) {
  const std::string message = refusal(folder / "missing" / "x.svg");
  EXPECT_NE(message.find("does not exist."), std::string::npos) << message;
  EXPECT_NE(message.find("missing"), std::string::npos);
  EXPECT_EQ(entries(), 0u);
}

TEST_F(AtomicFile, LeavesNothingBehindWhenItsNameIsAFolder) {
  fs::create_directories(folder / "x.svg" / "inside");
  EXPECT_NE(refusal(folder / "x.svg").find("it is a folder."), std::string::npos);
  EXPECT_EQ(entries(), 1u);
  EXPECT_TRUE(fs::exists(folder / "x.svg" / "inside"));
}

TEST_F(AtomicFile, UnderAPlainFileIsRefused) {
  write_atomically(folder / "plain", "1");
  EXPECT_NE(refusal(folder / "plain" / "x.svg").find("not a folder"), std::string::npos);
  EXPECT_EQ(content(folder / "plain"), "1");
}

TEST_F(AtomicFile, WithANameTooLongLeavesNothingBehind) {
  EXPECT_NE(refusal(folder / std::string(300, 'x')), "written");
  EXPECT_EQ(entries(), 0u);
}

TEST_F(AtomicFile, InAFolderThatIsNotWritableIsRefusedAndTheOldOneStays) {
  write_atomically(folder / "x.svg", "old");
  fs::permissions(folder, fs::perms(0555));
  {
    const testing_support::OrdinaryUser user;
    EXPECT_NE(refusal(folder / "x.svg").find("is not writable."), std::string::npos) << refusal(folder / "x.svg");
  }
  EXPECT_EQ(content(folder / "x.svg"), "old");
  EXPECT_EQ(entries(), 1u);
}

}  // namespace
}  // namespace carom::report
