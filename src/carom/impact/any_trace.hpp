// SPDX-License-Identifier: Apache-2.0
// Traces behind one type: an impact that is traced compiles once a number of contacts, whoever traces it. Each sample
// costs a virtual call.
#pragma once

#include "carom/impact/compliant_impact.hpp"

namespace carom {

class AnyTrace {
 public:
  static constexpr bool active = true;
  static constexpr int max_contacts = 4;

  virtual void operator()(const ImpactSample<1>& sample) = 0;
  virtual void operator()(const ImpactSample<2>& sample) = 0;
  virtual void operator()(const ImpactSample<3>& sample) = 0;
  virtual void operator()(const ImpactSample<4>& sample) = 0;

 protected:
  ~AnyTrace() = default;
};

// A trace that knows the number of its contacts need not take others.
template <class Trace>
class TraceBehind final : public AnyTrace {
 public:
  explicit TraceBehind(Trace& trace) : trace_(trace) {}

  void operator()(const ImpactSample<1>& sample) override { hand_on(sample); }
  void operator()(const ImpactSample<2>& sample) override { hand_on(sample); }
  void operator()(const ImpactSample<3>& sample) override { hand_on(sample); }
  void operator()(const ImpactSample<4>& sample) override { hand_on(sample); }

 private:
  template <int N>
  void hand_on(const ImpactSample<N>& sample) {
    if constexpr (requires { trace_(sample); }) trace_(sample);
  }

  Trace& trace_;
};

}  // namespace carom
