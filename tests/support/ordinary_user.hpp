// SPDX-License-Identifier: Apache-2.0
// For tests of permissions: as root, which may write anywhere, becomes an ordinary user for the life of the object.
#pragma once

#include <unistd.h>

namespace carom::testing_support {

class OrdinaryUser {
 public:
  OrdinaryUser() : was_root_(::geteuid() == 0), changed_(was_root_ && ::seteuid(65534) == 0) {}
  ~OrdinaryUser() {
    if (changed_ && ::seteuid(0) != 0) ::_exit(1);
  }
  OrdinaryUser(const OrdinaryUser&) = delete;
  OrdinaryUser& operator=(const OrdinaryUser&) = delete;

 private:
  bool was_root_, changed_;
};

}  // namespace carom::testing_support
