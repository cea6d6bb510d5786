// SPDX-License-Identifier: Apache-2.0
// Starts the command as a user would and keeps what it says.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace carom::test {

namespace fs = std::filesystem;

inline std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Answer {
  int code = -1;  // exit code; 128 + signal if it was killed
  std::string out, err;

  nlohmann::json json() const { return nlohmann::json::parse(out); }
};

// A folder of its own for every test, in which the command runs.
class CommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "carom-cli-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  void TearDown() override {
    if (running_ > 0) {
      ::kill(running_, SIGKILL);
      ::waitpid(running_, nullptr, 0);
    }
    fs::remove_all(folder_);
    fs::remove_all(talk());
  }

  fs::path in_folder(const std::string& name) const { return folder_ / name; }
  // What the command left in its folder.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) names.push_back(entry.path().filename());
    return names;
  }

  Answer carom(const std::vector<std::string>& arguments) {
    start(arguments);
    return finish();
  }

  // A line for the shell, in which $carom is the command.
  Answer shell(const std::string& line) {
    start_program({"/bin/sh", "-c", line});
    return finish();
  }

  void start(const std::vector<std::string>& arguments) {
    std::vector<std::string> words{CAROM_COMMAND};
    words.insert(words.end(), arguments.begin(), arguments.end());
    start_program(std::move(words));
  }

  void start_program(std::vector<std::string> words) {
    fs::remove_all(talk());  // what an earlier one said
    fs::create_directories(talk());
    running_ = ::fork();
    ASSERT_GE(running_, 0);
    if (running_ > 0) return;
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const auto redirect = [&](const char* name, int to) {
      ::dup2(::open((talk() / name).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), to);
    };
    redirect("out", STDOUT_FILENO);
    redirect("err", STDERR_FILENO);
    ::signal(SIGINT, SIG_DFL);
    ::setenv("carom", CAROM_COMMAND, 1);
    if (::chdir(folder_.c_str()) == 0) ::execv(argv[0], argv.data());
    ::_exit(127);
  }

  void send(int signal) { ::kill(running_, signal); }

  Answer finish() {
    int status = 0;
    ::waitpid(running_, &status, 0);
    running_ = 0;
    return {.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            .out = text_of(talk() / "out"),
            .err = text_of(talk() / "err")};
  }

  // Waits until the file has grown to so many bytes; false after 20 s.
  bool wait_for(const std::string& name, std::uintmax_t bytes) const {
    for (int i = 0; i < 2000; ++i) {
      std::error_code error;
      const std::uintmax_t size = fs::file_size(in_folder(name), error);
      if (!error && size >= bytes) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  // Waits until the command has said so on standard error; false after 20 s.
  bool wait_for_words(const std::string& words) const {
    for (int i = 0; i < 2000; ++i) {
      if (text_of(talk() / "err").find(words) != std::string::npos) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

 private:
  fs::path talk() const { return folder_.string() + ".talk"; }

  fs::path folder_;
  pid_t running_ = 0;
};

}  // namespace carom::test
