// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include "carom/catalog/catalog.hpp"
#include "carom/io/json.hpp"
#include "support/memory_sink.hpp"
#include "unit/base/message.hpp"

namespace carom::study {
namespace {

using test::MemoryEvents;
using test::MemoryRows;
using test::message_of;

double observable(const RunResult& result, const std::string& name) {
  for (const auto& [key, value] : result.observables)
    if (key == name)
      return std::holds_alternative<long>(value) ? double(std::get<long>(value)) : std::get<double>(value);
  return NAN;
}

RunRequest dimer_request(std::initializer_list<const char*> assignments) {
  RunRequest request = dimer_system().request();
  for (const char* assignment : assignments) request.parameters.assign(assignment);
  return request;
}

std::string refusal(const RunRequest& request) {
  return message_of([&] { dimer_system().run(request); });
}

// First impact √(2h/g), accumulation t_1 (1 + e)/(1 − e).
TEST(BouncingBallRun, HasTheTimesOfTheClosedForm) {
  const System& ball = bouncing_ball_system();
  MemoryEvents events;
  RunRequest request = ball.request();
  request.events = &events;
  const RunResult result = ball.run(request);
  EXPECT_EQ(result.outcome, Outcome::reached_end);
  EXPECT_NEAR(events.rows.at(0).t, 0.451523640986, 1e-11);
  EXPECT_EQ(events.rows.at(0).kind, "impact");
  EXPECT_EQ(events.rows.at(0).contacts, "floor");
  EXPECT_NEAR(observable(result, "accumulation_time"), 8.578949178729, 1e-11);
  EXPECT_EQ(events.finished, 1);
}

// The limit of a chatter is known before its time and told when that comes, or at the end of the run.
TEST(EventLog, IsInTheOrderOfTime) {
  const auto check = [](const System& system, RunRequest request) {
    MemoryEvents events;
    request.events = &events;
    const RunResult result = system.run(request);
    ASSERT_TRUE(succeeded(result.outcome)) << system.name();
    EXPECT_EQ(static_cast<long>(events.rows.size()), result.events.total()) << system.name();
    long limits = 0;
    for (std::size_t k = 0; k < events.rows.size(); ++k) {
      limits += events.rows[k].kind == "chatter_limit";
      if (k > 0) {
        ASSERT_GE(events.rows[k].t, events.rows[k - 1].t) << system.name() << " " << k << " " << events.rows[k].kind;
      }
    }
    EXPECT_GT(limits, 0) << system.name();
    EXPECT_EQ(limits, result.events.chatter_limits) << system.name();
    EXPECT_EQ(events.finished, 1);
  };
  RunRequest ball = bouncing_ball_system().request();
  check(bouncing_ball_system(), ball);
  RunRequest dimer = dimer_request({"closing=0"});
  dimer.cycles = 5;
  check(dimer_system(), dimer);
  RunRequest column = chain_system().request();
  for (const char* assignment : {"N=2", "e=0.6", "floor=yes", "g=9.81", "h0=0.1", "v0=0"})
    column.parameters.assign(assignment);
  column.until = 3;
  check(chain_system(), column);
}

TEST(BouncingBallRun, CountsTheImpactsBeforeATime) {
  RunRequest request = bouncing_ball_system().request();
  request.until = 8.5;
  const RunResult result = bouncing_ball_system().run(request);
  EXPECT_EQ(result.events.impacts, 44);
  EXPECT_EQ(observable(result, "impacts"), 44);
  EXPECT_TRUE(std::isnan(observable(result, "accumulation_time")));
}

TEST(BouncingBallRun, HasNoCycles) {
  RunRequest request = bouncing_ball_system().request();
  request.cycles = 3;
  EXPECT_EQ(message_of([&] { bouncing_ball_system().run(request); }),
            "system 'bouncing-ball' has no drive and so no cycles; give the length of the run with --until");
}

TEST(DimerRun, ClosesItsLedgerAndDrifts) {
  RunRequest request = dimer_system().request();
  request.cycles = 60;
  const RunResult result = dimer_system().run(request);
  EXPECT_EQ(result.outcome, Outcome::reached_end);
  EXPECT_NEAR(result.cycles, 60, 1e-9);
  EXPECT_LT(result.ledger.relative_residual(), 1e-10);
  EXPECT_GT(observable(result, "drift"), 0.003);
  EXPECT_EQ(observable(result, "period_cycles"), 1);
}

TEST(DimerRun, TheMirrorImageDriftsAlike) {
  RunRequest left = dimer_request({"theta0=5deg", "e_1=0.6", "mu_i_2=0.1"});
  RunRequest right = dimer_request({"theta0=-5deg", "e_2=0.6", "mu_i_1=0.1"});
  left.cycles = right.cycles = 40;
  const double a = observable(dimer_system().run(left), "drift"), b = observable(dimer_system().run(right), "drift");
  EXPECT_NEAR(a, b, 1e-6 * std::abs(a));
}

TEST(DimerRun, ATipsStaticCoefficientHoldsInItsImpactsToo) {
  RunRequest request = dimer_request({"mu_s_1=0.5"});
  request.cycles = 1;
  const auto value = [&](const std::string& name) {
    for (const auto& [key, v] : dimer_system().run(request).parameters)
      if (key == name) return std::get<double>(v);
    return std::nan("");
  };
  EXPECT_EQ(value("mu_s_i_1"), 0.5);
  EXPECT_EQ(value("mu_s_i_2"), 0.24);
  request.parameters.assign("mu_s_i=0.3");
  EXPECT_EQ(value("mu_s_i_1"), 0.3);
}

TEST(DimerRun, PutsARoundedStartOnThePlateAndSaysWhatItMoved) {
  RunRequest request = dimer_request({"Gamma=0"});
  request.q = {0, 4.749e-3, 0};
  EXPECT_EQ(refusal(request), "the start penetrates the plate: tip 'left' is 0.001 mm below it");
  request.onto_surface = 1e-5;
  request.until = 0.1;
  const RunResult result = dimer_system().run(request);
  EXPECT_EQ(result.outcome, Outcome::reached_end);
  EXPECT_EQ(result.notes.at(0),
            "the start was put on the surface: contact 'left' lifted by 1e-06 m, contact 'right' lifted by 1e-06 m");
  EXPECT_NEAR(result.q[1], 4.75e-3, 1e-15);
  EXPECT_EQ(result.events.impacts + result.events.multiple_impacts, 0);
  request.q = {0, 6e-3, 0};
  EXPECT_EQ(dimer_system().run(request).notes.at(0), "no contact is near enough to its surface to be put on it");
  request.onto_surface = 0;
  EXPECT_EQ(refusal(request), "--onto-surface must be above 0 m, got 0");
}

TEST(DimerRun, RefusesWhatCannotBe) {
  EXPECT_EQ(refusal(dimer_request({"mu_s=0.1"})),
            "static friction must be at least slip friction, but mu_s = 0.1 is below mu_c = 0.12 at the left tip");
  EXPECT_EQ(refusal(dimer_request({"mu_s_i_2=0.1"})),
            "static friction must be at least slip friction, but mu_s_i = 0.1 is below mu_i = 0.12 at the right tip");
  RunRequest request = dimer_request({"Gamma=0"});
  request.q = {0, 4.65e-3, 0};
  EXPECT_EQ(refusal(request), "the start penetrates the plate: tip 'left' is 0.1 mm below it");
  request = dimer_request({});
  request.until = 1;
  request.cycles = 1;
  EXPECT_EQ(refusal(request), "a run ends at a time (--until) or after a number of cycles (--cycles), not both");
  request.cycles = std::nullopt;
  request.rtol = 1e-20;
  EXPECT_EQ(refusal(request), "--rtol must be between 1e-14 and 0.01, got 1e-20");
  request = dimer_request({});
  request.u = {0, NAN, 0};
  EXPECT_EQ(refusal(request), "u must be finite numbers");
  request = dimer_request({});
  request.scheme = Scheme::moreau;
  request.law = Restitution::poisson;
  EXPECT_EQ(refusal(request), "the scheme 'moreau' steps with Newton's law: leave out --law or give --law newton");
}

TEST(DimerRun, RefusesBeforeItWrites) {
  MemoryRows rows;
  RunRequest request = dimer_request({"mu_s=0.1"});
  request.rows = &rows;
  refusal(request);
  EXPECT_EQ(rows.begun, 0);
}

TEST(DimerRun, RowsKeepTheLedgerAtEveryInstant) {
  MemoryRows rows;
  RunRequest request = dimer_system().request();
  request.cycles = 12;
  request.rows = &rows;
  const RunResult result = dimer_system().run(request);
  ASSERT_EQ(rows.finished, 1);
  ASSERT_GT(rows.rows.size(), 12u * 200);
  double previous = -1;
  const double initial = rows.at(0, "kinetic") + rows.at(0, "potential");
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    EXPECT_GE(rows.at(i, "t"), previous);
    previous = rows.at(i, "t");
    const double residual = rows.at(i, "kinetic") + rows.at(i, "potential") - initial - rows.at(i, "drive_work") +
                            rows.at(i, "normal_loss") + rows.at(i, "friction_loss") + rows.at(i, "closing_loss");
    EXPECT_LT(std::abs(residual), 1e-9 * result.ledger.exchanged) << "at t = " << previous;
    for (const char* tip : {"left", "right"}) {
      const std::string of = std::string("_") + tip;
      EXPECT_GT(rows.at(i, "gap" + of), -1e-12);
      if (rows.at(i, "mode" + of) == 0) continue;
      EXPECT_NEAR(rows.at(i, "gap" + of), 0, 1e-12);
      EXPECT_LE(std::abs(rows.at(i, "F_t" + of)), 0.24 * rows.at(i, "F_n" + of) * (1 + 1e-9));
      EXPECT_NEAR(rows.at(i, "ratio" + of) * rows.at(i, "F_n" + of), rows.at(i, "F_t" + of), 1e-12);
    }
  }
  EXPECT_EQ(rows.at(rows.rows.size() - 1, "t"), result.t_end);
}

TEST(DimerRun, ImpactsAreJumpsBetweenTwoRowsOfOneTime) {
  MemoryRows rows;
  MemoryEvents events;
  RunRequest request = dimer_system().request();
  request.cycles = 3;
  request.rows = &rows;
  request.events = &events;
  dimer_system().run(request);
  std::size_t found = 0;
  for (std::size_t e = 0; e < events.rows.size(); ++e) {
    if (events.rows[e].kind != "impact" || events.rows[e].contacts != "left") continue;
    for (std::size_t i = 0; i + 1 < rows.rows.size(); ++i) {
      if (rows.at(i, "t") != events.rows[e].t || rows.at(i + 1, "t") != events.rows[e].t) continue;
      EXPECT_NEAR(rows.at(i, "v_n_left"), events.at(e, "v_n_minus_left"), 1e-9);
      if (rows.at(i + 1, "mode_left") == 0) {
        EXPECT_NEAR(rows.at(i + 1, "v_n_left"), events.at(e, "v_n_plus_left"), 1e-9);
      }
      ++found;
    }
    EXPECT_GT(events.at(e, "P_n_left"), 0);
    EXPECT_EQ(events.at(e, "P_n_right"), 0);
    EXPECT_GE(events.at(e, "impact_loss"), 0);
  }
  EXPECT_GT(found, 5u);
}

TEST(DimerRun, BothOraclesRun) {
  RunRequest request = dimer_request({"mu_s=0.12"});
  request.cycles = 2;
  request.scheme = Scheme::moreau;
  MemoryRows rows;
  request.rows = &rows;
  const RunResult moreau = dimer_system().run(request);
  EXPECT_EQ(moreau.outcome, Outcome::reached_end);
  EXPECT_EQ(moreau.law, Restitution::newton);
  EXPECT_GT(rows.rows.size(), 390u);
  request.scheme = Scheme::events;
  request.rows = nullptr;
  request.contact = ContactModel::compliant;
  request.stiffness = 1e7;
  const RunResult compliant = dimer_system().run(request);
  EXPECT_EQ(compliant.outcome, Outcome::reached_end);
  EXPECT_EQ(compliant.notes.size(), 1u);
}

TEST(DimerRun, AnInterruptEndsItInOrder) {
  std::atomic<bool> flag{false};
  MemoryRows rows;
  RunRequest request = dimer_system().request();
  request.cycles = 1e9;
  request.rows = &rows;
  request.row_spacing = 1;
  request.interrupt = &flag;
  int calls = 0;
  request.progress = [&](double, double) { flag = ++calls > 2; };
  const RunResult result = dimer_system().run(request);
  EXPECT_EQ(result.outcome, Outcome::interrupted);
  EXPECT_EQ(rows.finished, 1);
  EXPECT_EQ(rows.rows.back()[0], result.t_end);
  EXPECT_NE(to_json(result).find("\"outcome\": \"interrupted\""), std::string::npos);
}

TEST(DimerRun, TheSameRequestGivesTheSameBits) {
  RunRequest request = dimer_system().request();
  request.cycles = 10;
  const RunResult a = dimer_system().run(request), b = dimer_system().run(request);
  EXPECT_EQ(a.q, b.q);
  EXPECT_EQ(a.u, b.u);
}

}  // namespace
}  // namespace carom::study
