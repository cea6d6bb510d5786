// SPDX-License-Identifier: Apache-2.0
#include "carom/base/large_stack.hpp"

#include <exception>
#include <stdexcept>

#include <pthread.h>

namespace carom {
namespace {

struct Work {
  const std::function<void()>* call;
  std::exception_ptr thrown;
};

void* begin(void* argument) {
  Work& work = *static_cast<Work*>(argument);
  try {
    (*work.call)();
  } catch (...) {
    work.thrown = std::current_exception();
  }
  return nullptr;
}

}  // namespace

void on_large_stack(const std::function<void()>& work, std::size_t bytes) {
  Work mine{&work, nullptr};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread;
  const bool runs =
      pthread_attr_setstacksize(&attributes, bytes) == 0 && pthread_create(&thread, &attributes, begin, &mine) == 0;
  pthread_attr_destroy(&attributes);
  if (!runs) throw std::runtime_error("the system gives no thread with a large stack");
  pthread_join(thread, nullptr);
  if (mine.thrown) std::rethrow_exception(mine.thrown);
}

}  // namespace carom
