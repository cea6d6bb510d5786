// SPDX-License-Identifier: Apache-2.0
// The disc hit by a ball (case 3), from the impact until it lies flat: compliant contacts at growing stiffness against
// the event-driven phases. Micro-impacts are followed to their limit on both sides.
//
// Model     The oracle integrates forces only (engine/compliant_motion.hpp): springs with the bilinear law of
//           restitution, Coulomb friction, no impacts and no contact phases. Its contacts at rest are damped with the
//           share χ.
//
// Why       Without damping the foot of the disc vibrates for ever on its spring, and the load swings by as much as its
//           mean however stiff the spring is. Where the load is low the force that stick needs exceeds μ_s F_n, and the
//           foot slips for a moment in every period. With μ_s = μ this does no harm: over a period only mean forces
//           count, and the motion tends to the rigid one. With μ_s > μ a slip once begun has the lower friction, and
//           need not end when the load comes back: stick ends 0.4 ms before the mean force reaches μ_s, and the path
//           stays 0.02 mm off, at any stiffness. A real contact at rest does not vibrate. Damping that is felt at rest
//           and vanishes in impacts lets the vibration die, so that stick sees the load that the rigid motion has; how
//           strong the damping is does not matter in the limit.
//
// Orders    Impacts err by their duration, s^(−2/5) for Hertz' law, and this governs path, velocities and phases. The
//           hops of the oracle end when they are as small as the deformation under the weight; their duration then is
//           the period of free vibrations, s^(−1/3), and the time missing from the infinite sequence tends to be
//           proportional to it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/engine/compliant_motion.hpp"
#include "carom/systems/disc_ball.hpp"
#include "carom/systems/disc_ball_engine.hpp"

namespace carom {
namespace {

constexpr int samples = 430;
constexpr double interval = 5e-4;    // s, between samples of the path
constexpr double in_contact = 0.02;  // s; the hops of both motions are over, and velocities have no more jumps

DiscBallSettings case3() {
  DiscBallSettings s;
  s.b = 4.5e-3;
  s.v_b = 0.285;
  s.closing = DiscClosing::limit;
  return s;
}

// What A does, and the path of the disc.
struct Story {
  double last_hop = 0;              // when A comes back to the ground for good
  std::vector<ContactMode> phases;  // slip and stick of A; it slips forwards in its hops already
  std::vector<double> begins;       // when each of them but the first begins
  double flat = 0;                  // when the disc lies flat
  std::vector<State<5>> path;

  double next() const { return interval * static_cast<double>(path.size() + 1); }
  bool wanted(double t) const { return path.size() < samples && next() <= t; }
};

Story event_driven(const DiscBall& system) {
  struct Watch {
    Story story;
    void segment(const Segment<DiscBall>& piece) {
      while (story.wanted(piece.t1())) story.path.push_back(piece.at(story.next()));
    }
    void event(const EventBatch<DiscBall>& batch) {
      if (batch.kind == EventKind::chatter_limit) story.last_hop = batch.t;
      if (batch.modes[0] == ContactMode::open) return;
      if (!story.phases.empty()) story.begins.push_back(batch.t);
      story.phases.push_back(batch.modes[0]);
    }
    bool stop() const { return false; }
  } watch;
  const auto report = run_watched(system, system.initial_state(), {.t_end = 1}, watch);
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.reason;
  watch.story.flat = report.final.t;
  return watch.story;
}

// Reads the phases of A off the velocities, step by step.
class Reader {
 public:
  explicit Reader(const DiscBall& system) : system_(system), before_(system.initial_state()) {}

  bool operator()(double t, const Vector<5>& q, const Vector<5>& u) {
    const double h = t - before_.t;
    while (story.wanted(t)) {  // the cubic through both ends of the step, and the chord of the velocities
      const double s = (story.next() - before_.t) / h, s2 = s * s, s3 = s2 * s;
      const Vector<5> at = (1 - 3 * s2 + 2 * s3) * before_.q + (3 * s2 - 2 * s3) * q +
                           h * ((s - 2 * s2 + s3) * before_.u + (s3 - s2) * u);
      story.path.push_back({.t = story.next(), .q = at, .u = before_.u + s * (u - before_.u)});
    }
    const auto foot = system_.contacts(t, q, u)[0];
    if (foot.gap > 0) story.last_hop = t;
    read(t, foot.tangential_velocity(u));
    if (q[4] <= 0) story.flat = before_.t + h * before_.q[4] / (before_.q[4] - q[4]);
    before_ = {.t = t, .q = q, .u = u};
    return q[4] > 0;
  }

  Story story;

 private:
  // Events end steps, so that A is seen at rest when slip ends and when it begins. A rest of less than 10 µs is no
  // phase, but the passage from one direction to the other.
  void read(double t, double v) {
    const bool rests = std::abs(v) < 1e-9;  // m/s
    if (rests) {
      if (!rested_) rest_began_ = t;
      rest_ended_ = t;
      if (t - rest_began_ > 1e-5) add(ContactMode::stick, rest_began_);
    } else {
      add(slip_mode(v), rested_ ? rest_ended_ : t);
    }
    rested_ = rests;
  }
  void add(ContactMode mode, double t) {
    if (!story.phases.empty() && story.phases.back() == mode) return;
    if (!story.phases.empty()) story.begins.push_back(t);
    story.phases.push_back(mode);
  }

  const DiscBall& system_;
  State<5> before_;
  bool rested_ = false;
  double rest_began_ = 0, rest_ended_ = 0;
};

Story compliant(const DiscBall& system, double stiffness_scale, double damping) {
  Reader reader(system);
  const CompliantOptions options{
      .stiffness_scale = stiffness_scale, .rtol = 1e-9, .atol = 1e-11, .rest_damping = damping};
  const auto report = run_compliant(system, system.initial_state(), 1, options, reader);
  EXPECT_EQ(report.outcome, Outcome::stopped_by_observer) << report.brief();
  EXPECT_LT(report.ledger.relative_residual(), 1e-8);
  return reader.story;
}

// The largest distance of the discs over the whole motion [m], and of their velocities in contact phases [m/s].
struct Distance {
  double position = 0, velocity = 0;
};

Distance distance(const Story& a, const Story& b) {
  EXPECT_EQ(a.path.size(), samples);
  EXPECT_EQ(b.path.size(), samples);
  Distance result;
  const auto length = [](const Vector<5>& d) { return std::hypot(d[2], d[3], 0.0375 * d[4]); };
  for (std::size_t k = 0; k < std::min(a.path.size(), b.path.size()); ++k) {
    result.position = std::max(result.position, length(a.path[k].q - b.path[k].q));
    if (a.path[k].t > in_contact) result.velocity = std::max(result.velocity, length(a.path[k].u - b.path[k].u));
  }
  return result;
}

// Errors that fall with every decade of stiffness from 10² on.
struct Errors {
  const char* what;
  std::vector<double> value;

  double order() const { return std::log10(value.front() / value.back()) / static_cast<double>(value.size() - 1); }
  void expect_falling(double order_low, double order_high) const {
    for (std::size_t k = 1; k < value.size(); ++k)
      EXPECT_LT(value[k], value[k - 1]) << what << " at 10^" << k + 2 << " times the stiffness";
    EXPECT_GT(order(), order_low) << what;
    EXPECT_LT(order(), order_high) << what;
  }
};

const std::vector<double> decades{1e2, 1e3, 1e4, 1e5, 1e6};

TEST(DiscBallOracle, ConvergesToTheEventDrivenPhasesOverTheWholeMotion) {
  const DiscBall system(case3());
  const Story limit = event_driven(system);
  ASSERT_EQ(limit.phases,
            (std::vector{ContactMode::slip_plus, ContactMode::stick, ContactMode::slip_minus, ContactMode::slip_plus}));
  Errors position{"path", {}}, velocity{"velocity", {}}, hops{"end of the hops", {}}, flat{"fall", {}};
  std::vector<Errors> begin{{"stick", {}}, {"slip-", {}}, {"slip+", {}}};
  for (const double scale : decades) {
    const Story oracle = compliant(system, scale, 0.5);
    ASSERT_EQ(oracle.phases, limit.phases) << scale;
    const Distance d = distance(oracle, limit);
    position.value.push_back(d.position);
    velocity.value.push_back(d.velocity);
    hops.value.push_back(std::abs(oracle.last_hop - limit.last_hop));
    flat.value.push_back(std::abs(oracle.flat - limit.flat));
    for (int k = 0; k < 3; ++k) begin[k].value.push_back(std::abs(oracle.begins[k] - limit.begins[k]));
  }
  position.expect_falling(0.36, 0.44);
  velocity.expect_falling(0.36, 0.44);
  flat.expect_falling(0.36, 0.44);
  begin[0].expect_falling(0.36, 0.5);
  begin[1].expect_falling(0.36, 0.44);
  begin[2].expect_falling(0.36, 0.44);
  hops.expect_falling(0.2, 0.34);
  EXPECT_LT(position.value.back(), 5e-7);  // m
  EXPECT_LT(velocity.value.back(), 5e-6);  // m/s
  EXPECT_LT(begin[0].value.back(), 1e-7);  // s
  EXPECT_LT(begin[1].value.back(), 5e-7);
  EXPECT_LT(begin[2].value.back(), 5e-7);
  EXPECT_LT(flat.value.back(), 5e-7);
}

TEST(DiscBallOracle, TendsToTheSameMotionHoweverStrongItsDamping) {
  const DiscBall system(case3());
  const Story limit = event_driven(system);
  for (const double damping : {0.1, 0.9}) {
    Errors position{"path", {}};
    for (const double scale : decades) {
      const Story oracle = compliant(system, scale, damping);
      EXPECT_EQ(oracle.phases, limit.phases) << scale;
      position.value.push_back(distance(oracle, limit).position);
    }
    position.expect_falling(0.34, 0.48);
    EXPECT_LT(position.value.back(), 5e-7) << damping;
  }
}

TEST(DiscBallOracle, LosesStickTooEarlyAtAnyStiffnessIfItVibrates) {
  const DiscBall system(case3());
  const Story limit = event_driven(system);
  for (const double scale : {1e2, 1e3, 1e4}) {
    const Story oracle = compliant(system, scale, 0);
    const std::size_t n = oracle.phases.size();
    ASSERT_GT(n, 1000u) << scale;  // stick and slip by turns
    EXPECT_NEAR(limit.begins[1] - oracle.begins[n - 3], 4.1e-4, 5e-5) << scale;
    EXPECT_NEAR(distance(oracle, limit).position, 2.1e-5, 3e-6) << scale;
  }
}

TEST(DiscBallOracle, MayVibrateWhereStaticFrictionIsSlipFriction) {
  DiscBallSettings settings = case3();
  for (ContactLaw* law : {&settings.ground, &settings.face}) law->mu_s = law->mu_s_i = law->mu_c;
  const DiscBall system(settings);
  const Story limit = event_driven(system);
  Errors position{"path", {}};
  for (const double scale : {1e2, 1e3, 1e4, 1e5})
    position.value.push_back(distance(compliant(system, scale, 0), limit).position);
  position.expect_falling(0.28, 0.44);
  EXPECT_LT(position.value.back(), 1e-6);
}

}  // namespace
}  // namespace carom
