// SPDX-License-Identifier: Apache-2.0
#include "carom/base/atomic_file.hpp"
#include "support/ordinary_user.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/output_place.hpp"
#include "carom/base/plain_text.hpp"
#include "carom/base/write_failure.hpp"

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
  EXPECT_NE(message.find("does not exist"), std::string::npos) << message;
  EXPECT_NE(message.find("missing"), std::string::npos);
  EXPECT_EQ(entries(), 0u);
}

TEST_F(AtomicFile, LeavesNothingBehindWhenItsNameIsAFolder) {
  fs::create_directories(folder / "x.svg" / "inside");
  EXPECT_NE(refusal(folder / "x.svg").find("it is a folder"), std::string::npos);
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
    EXPECT_NE(refusal(folder / "x.svg").find("is not writable"), std::string::npos) << refusal(folder / "x.svg");
  }
  EXPECT_EQ(content(folder / "x.svg"), "old");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(AtomicFile, FollowsALinkAndKeepsIt) {
  fs::create_directory(folder / "there");
  fs::create_symlink("there/x.svg", folder / "link");
  write_atomically(folder / "link", "text");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(content(folder / "there" / "x.svg"), "text");
}

TEST_F(AtomicFile, WritesToAPipeAndADeviceAndReplacesNeither) {
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  const int reader = ::open((folder / "pipe").c_str(), O_RDONLY | O_NONBLOCK);
  write_atomically(folder / "pipe", "text");
  char text[8] = {};
  EXPECT_EQ(::read(reader, text, sizeof text), 4);
  ::close(reader);
  EXPECT_TRUE(fs::is_fifo(folder / "pipe"));
  fs::create_symlink("/dev/null", folder / "null");
  write_atomically(folder / "null", "text");
  EXPECT_TRUE(fs::is_character_file(folder / "null"));
  EXPECT_TRUE(fs::is_symlink(folder / "null"));
}

TEST_F(AtomicFile, RemovesWhatAKilledProgramLeftAndNothingElse) {
  std::ofstream(folder / ".carom-0123456789abcdef") << "left";
  std::ofstream(folder / ".carom-notes") << "mine";
  const int held = ::open((folder / ".carom-fedcba9876543210").c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_EQ(::flock(held, LOCK_EX), 0);
  write_atomically(folder / "x", "text");
  EXPECT_FALSE(fs::exists(folder / ".carom-0123456789abcdef"));
  EXPECT_TRUE(fs::exists(folder / ".carom-notes"));
  EXPECT_TRUE(fs::exists(folder / ".carom-fedcba9876543210"));
  ::close(held);
}

TEST_F(AtomicFile, OnADiskThatTakesNoMoreLeavesTheOldOne) {
  write_atomically(folder / "x", "old");
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      write_atomically(folder / "x", std::string(5000, 'x'));
    } catch (const WriteFailure&) {
      ::_exit(0);
    } catch (...) {
    }
    ::_exit(1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(content(folder / "x"), "old");
  EXPECT_EQ(entries(), 1u);
}

TEST(WritablePlaces, AreFoundWithoutLeavingAName) {
  std::string name = (fs::temp_directory_path() / "carom-place-XXXXXX").string();
  const fs::path folder = ::mkdtemp(name.data());
  check_writable(folder / "new");
  EXPECT_TRUE(fs::is_empty(folder));
  EXPECT_THROW(check_writable(folder), BadInput);
  EXPECT_THROW(check_writable(folder / "missing" / "x"), BadInput);
  EXPECT_THROW(check_writable(""), BadInput);
  fs::create_symlink("loop", folder / "loop");
  EXPECT_THROW(check_writable(folder / "loop"), BadInput);
  fs::remove_all(folder);
}

TEST(PlainText, KeepsWordsAndTakesAwayWhatActs) {
  EXPECT_EQ(printable("μ = 0.3\tα\n"), "μ = 0.3\tα\n");
  EXPECT_EQ(printable("\x1b[2J\x07x\x7f\xc2\x9b"
                      "1m"),
            "?[2J?x??1m");
  EXPECT_EQ(spreadsheet_text("=1+1"), "'=1+1");
  EXPECT_EQ(spreadsheet_text("@x"), "'@x");
  EXPECT_EQ(spreadsheet_text("slip+"), "slip+");
  EXPECT_EQ(spreadsheet_text(""), "");
}

}  // namespace
}  // namespace carom::report
