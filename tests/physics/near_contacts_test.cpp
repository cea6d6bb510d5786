// SPDX-License-Identifier: Apache-2.0
// Discs in a box that tell which contacts are near: the motion is that with all contacts, bit by bit, and where there are more
// contacts than any run has room for it goes on all the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "support/discs_in_a_box.hpp"
#include "support/large_engine.hpp"

namespace carom {
namespace {

using testing_support::DiscsInABox;
using testing_support::DiscsSettings;
using testing_support::Large;
using testing_support::run_large;
using testing_support::spread_discs;

// Who took part in every event, by the model's own numbers, and the smallest gap of all contacts that was ever there.
struct Log {
  const DiscsInABox* model;
  std::vector<int> contacts = {};
  double smallest = HUGE_VAL, farthest = 0;
  int most_shown = 0;
  void segment(const Segment<Large>& piece) {
    smallest = std::min({smallest, model->smallest_gap(piece.begin().q.data()),
                         model->smallest_gap(piece.at(0.5 * (piece.t0() + piece.t1())).q.data())});
    most_shown = std::max(most_shown, contacts_of(piece.system()));
  }
  void event(const EventBatch<Large>& batch) {
    std::vector<double> gaps(static_cast<std::size_t>(model->contact_number()));
    model->gaps({.t = batch.t, .q = batch.before.q.data(), .u = batch.before.u.data()}, gaps.data());
    for (int k = 0; k < contacts_of(*batch.system); ++k) {
      if (!batch.contacts[k]) continue;
      contacts.push_back(batch.system->own_number(k));
      farthest = std::max(farthest, std::abs(gaps[static_cast<std::size_t>(contacts.back())]));
    }
  }
  bool stop() const { return false; }
};

struct Ran {
  RunReport<Large> report;
  Log log;
  double seconds;
};

Ran run_discs(DiscsSettings settings, bool tells_near, double t_end) {
  settings.tells_near = tells_near;
  const DiscsInABox model(settings);
  Log log{&model};
  const auto begun = std::chrono::steady_clock::now();
  RunReport<Large> report =
      run_large(Large(model), spread_discs<State<Large::dof>>(settings, 7), {.t_end = t_end}, log);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return {std::move(report), std::move(log), seconds};
}

void expect_the_same(const DiscsSettings& settings, double t_end, long events) {
  const Ran all = run_discs(settings, false, t_end), near = run_discs(settings, true, t_end);
  EXPECT_EQ(all.report.outcome, Outcome::reached_end) << all.report.brief();
  EXPECT_GE(all.report.events.total(), events);
  EXPECT_EQ(near.report.outcome, all.report.outcome) << near.report.brief();
  EXPECT_EQ(near.report.steps, all.report.steps);
  EXPECT_EQ(near.log.contacts, all.log.contacts);
  EXPECT_EQ(near.report.final.q, all.report.final.q);
  EXPECT_EQ(near.report.final.u, all.report.final.u);
  EXPECT_EQ(near.report.modes, all.report.modes);
  EXPECT_EQ(near.report.ledger.friction_loss, all.report.ledger.friction_loss);
  EXPECT_EQ(near.report.ledger.closing_loss, all.report.ledger.closing_loss);
  EXPECT_EQ(all.log.most_shown, DiscsInABox(settings).contact_number());
  EXPECT_LT(near.log.most_shown, all.log.most_shown / 2);
  ::testing::Test::RecordProperty("speed_up", std::to_string(all.seconds / near.seconds));
}

TEST(NearContacts, AGasOfDiscsMovesAsWithAllContacts) { expect_the_same({.discs = 15}, 3, 90); }

TEST(NearContacts, DiscsThatSettleMoveAsWithAllContacts) {
  expect_the_same(
      {.discs = 9, .radius = 0.09, .g = 9.81, .law = {.e = 0, .mu_s = 0.3, .mu_c = 0.2, .mu_s_i = 0.3, .mu_i = 0.2}},
      0.45, 60);
}

TEST(NearContacts, ThousandsOfContactsFitBecauseFewAreNear) {
  const DiscsSettings settings{.discs = 60, .radius = 0.04};
  EXPECT_EQ(DiscsInABox(settings).contact_number(), 2010);
  const Ran ran = run_discs(settings, true, 0.3);
  EXPECT_EQ(ran.report.outcome, Outcome::reached_end) << ran.report.brief();
  EXPECT_GT(ran.report.events.total(), 30);
  EXPECT_LT(ran.report.ledger.relative_residual(), 1e-9);
  EXPECT_GT(*std::max_element(ran.log.contacts.begin(), ran.log.contacts.end()), Large::contact_count);
  EXPECT_LT(ran.log.farthest, 1e-12);   // what took part was touching
  EXPECT_GT(ran.log.smallest, -1e-12);  // and nothing else has met unseen
  DiscsSettings silent = settings;
  silent.tells_near = false;
  EXPECT_THROW(Large{DiscsInABox(silent)}, TooLarge);
}

}  // namespace
}  // namespace carom
