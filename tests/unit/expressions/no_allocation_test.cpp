// SPDX-License-Identifier: Apache-2.0
// Counts every allocation of the program, C++ or C, to show that evaluation makes none.
#define CAROM_COUNT_MALLOC
#include <gtest/gtest.h>

#include "support/counted_allocations.hpp"
#include "unit/expressions/workshop.hpp"

namespace carom::expressions {
namespace {

template <class Real>
void expect_no_allocation(const test::Compiled& compiled) {
  std::vector<Real> at(3, Real(0.3)), work(compiled.program.work_size()), result(compiled.outputs.size());
  std::vector<Real> guard_work(compiled.guards.work_size()), values(compiled.guards.size());
  const std::vector<int> sides(compiled.guards.size(), 1);
  const long before = allocations;
  for (int k = 0; k < 10; ++k) {
    compiled.program.evaluate(at.data(), work.data(), result.data());
    compiled.program.evaluate_held(at.data(), sides.data(), work.data(), result.data());
    compiled.guards.values(at.data(), sides.data(), guard_work.data(), values.data());
  }
  EXPECT_EQ(allocations, before);
}

TEST(Evaluation, DoesNotAllocate) {
  Random random(1);
  for (int trial = 0; trial < 20; ++trial) {
    test::Workshop shop;
    const auto spline = std::make_shared<Spline>(std::vector<std::pair<double, double>>{{0, 0}, {1, 1}, {2, 0}});
    shop.scope.add_table("lift", shop.graph.table("lift", spline));
    const Node f = shop.number("lift(x) + x^5 + " + test::random_text(random, 4, test::Shape::any));
    const test::Compiled compiled(shop, {f, shop.graph.derivative(f, shop.inputs[0])});
    expect_no_allocation<double>(compiled);
    expect_no_allocation<Dual<double>>(compiled);
    expect_no_allocation<Dual<Dual<double>>>(compiled);
    expect_no_allocation<Dual<Dual<Dual<double>>>>(compiled);
    expect_no_allocation<Interval>(compiled);
    expect_no_allocation<Dual<Interval>>(compiled);
    std::vector<double> at(3, 0.3), work(compiled.guards.work_size() + compiled.guards.size());
    std::vector<int> sides(compiled.guards.size());
    std::vector<unsigned char> marks(compiled.guards.activity_work_size()), active(compiled.guards.size());
    const long before = allocations;
    compiled.guards.live_sides(at.data(), work.data(), sides.data());
    compiled.guards.active(sides.data(), marks.data(), active.data());
    EXPECT_EQ(allocations, before);
  }
}

}  // namespace
}  // namespace carom::expressions
