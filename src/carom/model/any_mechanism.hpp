// SPDX-License-Identifier: Apache-2.0
// A Model (model.hpp) as the engine's Mechanism: of any size up to a bound, so that the engine is compiled once for all of
// them and takes nothing from the heap.
//
// Discrete state  Which side every switch is held on, and which contacts are there, belongs to a motion, not to the model: it
//           is kept here, and whoever follows a motion has an AnyMechanism of its own and takes over the discrete state of
//           the one that moves (hold_as). One that was not told holds nothing: its switches are as the values say.
// Presence  A contact that is not there (Model::contacts_exist) is infinitely far away. One that appears while its gap is
//           below zero waits: its gap is told with the other sign until it comes to zero, and from then on it is there.
// Parameters  of a model that offers them: the one that varies is kept here too, for numbers that carry derivatives.
// Near      With room for many contacts, and a model that tells which of them are near (Model::near_contacts), only those on
//           the present list are shown, in the order of their numbers: place k is contact own_number(k) of the model. Before
//           a motion has listed any, all of them are shown if there is room.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "carom/base/bad_input.hpp"
#include "carom/laws/contact_mode.hpp"
#include "carom/model/model.hpp"

namespace carom {

// A model that an engine of a certain size cannot hold; a larger one may.
class TooLarge : public BadInput {
 public:
  using BadInput::BadInput;
};

template <int MostCoordinates, int MostContacts, int MostConstraints = MostCoordinates, int MostEvents = 8,
          int MostSwitches = 16>
class AnyMechanism {
 public:
  static_assert(MostCoordinates > 1 && MostContacts > 0, "a bound of one coordinate is a fixed size (base/vector.hpp)");
  static constexpr int dof = at_most(MostCoordinates);
  static constexpr int contact_count = MostContacts;         // the most there can be
  static constexpr int constraint_count = MostConstraints;   // the same
  static constexpr int event_count = MostEvents;             // the same
  static constexpr int switch_count = MostSwitches;          // the same
  static constexpr bool lists_contacts = MostContacts > 32;  // few are sooner looked at than listed

  static bool fits(const Model& model) {
    return model.freedom() <= MostCoordinates &&
           (model.contact_number() <= MostContacts || (lists_contacts && model.tells_near_contacts())) &&
           model.constraint_number() <= MostConstraints && model.event_number() <= MostEvents &&
           switches_with_all(model, lists_contacts) <= MostSwitches;
  }
  // Of a model that outlives it. One that does not fit is refused.
  explicit AnyMechanism(const Model& model) : AnyMechanism(std::shared_ptr<const Model>(&model, [](const Model*) {})) {}
  explicit AnyMechanism(std::shared_ptr<const Model> model)
      : model_(std::move(model)),
        n_(model_->freedom()),
        m_(model_->contact_number()),
        c_(model_->constraint_number()),
        e_(model_->event_number()),
        s_(model_->switch_number()) {
    if (!fits(*model_))
      throw TooLarge("this model is too large: it has " + sizes(n_, m_, c_, e_, s_) +
                     " (corners and jumps of its expressions), and what runs it has room for " +
                     sizes(MostCoordinates, MostContacts, MostConstraints, MostEvents, MostSwitches));
    if (m_ > MostContacts || (model_->contacts_have_switches() && switches_with_all(*model_, false) > MostSwitches)) {
      listed_ = true;
      m_ = 0;
    }
    place_switches();
    take_laws();
  }
  const Model& model() const { return *model_; }
  int freedom() const { return n_; }
  int contact_number() const { return m_; }
  int constraint_number() const { return c_; }
  int event_number() const { return e_; }
  bool is_differentiable() const { return model_->is_differentiable(); }

  // Contacts near a state (see Near).
  bool comes_to_rest_together() const { return model_->comes_to_rest_together(); }
  bool tells_near_contacts() const { return lists_contacts && model_->tells_near_contacts(); }
  bool shows_all_contacts() const { return !listed_; }
  int own_number(int place) const { return listed_ ? number_[place] : place; }
  enum class Listing { same, changed, too_many };
  // From now on those that are near in the box are shown; what is known of contacts that stay is kept. A list for which there
  // is no room leaves everything as it was.
  Listing list_contacts(const Neighbourhood& within, double t, const Vector<dof>& q, const Vector<dof>& u) {
    std::array<int, MostContacts> near;
    const int count = model_->near_contacts(within, MostContacts, near.data());
    if (count > MostContacts) return Listing::too_many;
    if (listed_ && count == m_ && std::equal(near.begin(), near.begin() + count, number_.begin())) return Listing::same;
    int switches = own_switches_;
    for (int k = 0; k < count; ++k) switches += model_->contact_switches(near[k]);
    if (switches > MostSwitches) return Listing::too_many;
    const std::array<int, MostSwitches> side = side_;
    const std::array<int, MostContacts + 1> first_switch = first_switch_;
    std::array<int, MostContacts> before;
    for (int k = 0; k < m_; ++k) before[k] = own_number(k);
    const std::array<Presence, MostContacts> presence = presence_;
    const int count_before = m_;
    number_ = near;
    listed_ = true;
    m_ = count;
    place_switches();
    take_laws();
    const auto place_before = [&](int i) {
      const int k = static_cast<int>(std::lower_bound(before.begin(), before.begin() + count_before, number_[i]) -
                                     before.begin());
      return k < count_before && before[k] == number_[i] ? k : -1;
    };
    if (held_ && s_ > own_switches_) {
      hold_live_sides(t, q, u, true);
      std::copy_n(side.begin(), own_switches_, side_.begin());
      for (int i = 0; i < m_; ++i)
        if (const int k = place_before(i); k >= 0)
          std::copy(side.begin() + first_switch[k], side.begin() + first_switch[k + 1],
                    side_.begin() + first_switch_[i]);
    }
    // Slides along switches of contacts go with them; of those that are far now nothing is left to slide along.
    for (int slide = slide_count_ - 1; slide >= 0; --slide) {
      int& number = slides_[slide].number;
      if (number < own_switches_) continue;
      int place = -1;
      for (int i = 0; i < m_ && place < 0; ++i)
        if (const int k = place_before(i); k >= 0 && number >= first_switch[k] && number < first_switch[k + 1])
          place = first_switch_[i] + number - first_switch[k];
      if (place >= 0)
        number = place;
      else
        leave_switch(slide);
    }
    std::array<bool, MostContacts> exist;
    model_->contacts_exist(at(t, q, u), exist.data());
    for (int i = 0; i < m_; ++i) {
      const int k = place_before(i);
      presence_[i] = k >= 0 ? presence[k] : exist[i] ? Presence::there : Presence::absent;
    }
    return Listing::changed;
  }

  Matrix<dof, dof> mass_matrix(double t, const Vector<dof>& q, const Vector<dof>& u) const {
    Matrix<dof, dof> M(n_, n_);
    model_->mass_matrix(at(t, q, u), M.data());
    return M;
  }
  template <class Real>
  Matrix<dof, dof, Real> inverse_mass(const Number<Real>& t, const Vector<dof, Real>& q,
                                      const Number<Vector<dof, Real>>& u) const {
    Matrix<dof, dof, Real> inverse(n_, n_);
    model_->equations<Real>().inverse_mass(at<Real>(t, q, u), inverse.data());
    return inverse;
  }
  template <class Real>
  Vector<dof, Real> force(Number<Real> t, const Vector<dof, Real>& q, const Number<Vector<dof, Real>>& u) const {
    return divided_force<Real>(one_side_ ? slide_count_ : 0, t, q, u);
  }
  template <class Real>
  using Contacts = ContactList<dof, Real, contact_count>;
  template <class Real>
  Contacts<Real> contacts(Number<Real> t, const Vector<dof, Real>& q, const Number<Vector<dof, Real>>& u) const {
    Contacts<Real> list;
    fill_contacts<Real>(t, q, u, list);
    return list;
  }
  template <class Real>
  void fill_contacts(Number<Real> t, const Vector<dof, Real>& q, const Number<Vector<dof, Real>>& u,
                     Contacts<Real>& list) const {
    fill_wanted<Real>(t, q, u, nullptr, list);
  }
  // Of the closed ones alone.
  template <class Real>
  requires lists_contacts void fill_some_contacts(Number<Real> t, const Vector<dof, Real>& q,
                                                  const Number<Vector<dof, Real>>& u,
                                                  const std::array<ContactMode, contact_count>& modes,
                                                  Contacts<Real>& list) const {
    std::array<bool, contact_count> closed;
    for (int i = 0; i < m_; ++i) closed[i] = is_closed(modes[i]);
    fill_wanted<Real>(t, q, u, closed.data(), list);
  }
  template <class Real>
  void fill_wanted(Number<Real> t, const Vector<dof, Real>& q, const Number<Vector<dof, Real>>& u, const bool* wanted,
                   Contacts<Real>& list) const {
    Room<Real, 5 * MostContacts> numbers;
    Room<Real, 2 * MostCoordinates * MostContacts> directions;
    const ContactRows<Real> rows{.gap = numbers.data(),
                                 .normal = directions.data(),
                                 .tangent = directions.data() + n_ * m_,
                                 .normal_surface_velocity = numbers.data() + m_,
                                 .tangential_surface_velocity = numbers.data() + 2 * m_,
                                 .normal_drift = numbers.data() + 3 * m_,
                                 .tangential_drift = numbers.data() + 4 * m_};
    At<Real> where = at<Real>(t, q, u);
    where.wanted = wanted;
    model_->equations<Real>().contacts(where, rows);
    for (int i = 0; i < m_; ++i) {
      if (wanted && !wanted[i]) continue;
      list[i].gap = told(i, rows.gap[i]);
      list[i].normal = Eigen::Map<const Vector<Eigen::Dynamic, Real>>(rows.normal + i * n_, n_);
      list[i].tangent = Eigen::Map<const Vector<Eigen::Dynamic, Real>>(rows.tangent + i * n_, n_);
      list[i].normal_surface_velocity = rows.normal_surface_velocity[i];
      list[i].tangential_surface_velocity = rows.tangential_surface_velocity[i];
      list[i].normal_drift = rows.normal_drift[i];
      list[i].tangential_drift = rows.tangential_drift[i];
    }
  }

  // Friction (laws/friction_load.hpp, engine/slip_coefficient.hpp).
  bool some_ride() const { return some_ride_; }
  int rides_on(int i) const { return rides_[i]; }
  template <class Real>
  Real load(int i, Number<Real> t, const Vector<dof, Real>& q, const Number<Vector<dof, Real>>& u) const {
    return model_->equations<Real>().load(own_number(i), at<Real>(t, q, u));
  }
  bool gives_friction(int i) const { return gives_friction_[i] || (varying_ >= 0 && friction_varies(i)); }
  template <class Real>
  void friction(int i, Number<Real> t, const Vector<dof, Real>& q, const Number<Vector<dof, Real>>& u, int sigma,
                Real& mu_s, Real& mu) const {
    if (!gives_friction_[i]) {  // constants that vary with a parameter
      const LawSlope slope = law_slope(i);
      mu_s = varied<Real>(law_[i].mu_s, slope.mu_s);
      mu = varied<Real>(law_[i].mu_c, slope.mu_c);
      return;
    }
    model_->equations<Real>().friction(own_number(i), at<Real>(t, q, u), sigma, mu_s, mu);
  }

  template <class Real>
  std::array<ConstraintKinematics<dof, Real>, constraint_count> constraints(Number<Real> t, const Vector<dof, Real>& q,
                                                                            const Number<Vector<dof, Real>>& u) const {
    Room<Real, 3 * MostConstraints> numbers;
    Room<Real, MostCoordinates * MostConstraints> directions;
    const ConstraintRows<Real> rows{.value = numbers.data(),
                                    .row = directions.data(),
                                    .surface_velocity = numbers.data() + c_,
                                    .drift = numbers.data() + 2 * c_};
    model_->equations<Real>().constraints(at<Real>(t, q, u), rows);
    std::array<ConstraintKinematics<dof, Real>, constraint_count> list;
    for (int i = 0; i < c_; ++i) {
      list[i].value = rows.value[i];
      list[i].row = Eigen::Map<const Vector<Eigen::Dynamic, Real>>(rows.row + i * n_, n_);
      list[i].surface_velocity = rows.surface_velocity[i];
      list[i].drift = rows.drift[i];
    }
    return list;
  }

  template <class Real>
  std::array<Real, event_count> event(Number<Real> t, const Vector<dof, Real>& q,
                                      const Number<Vector<dof, Real>>& u) const {
    std::array<Real, event_count> values;
    model_->equations<Real>().events(at<Real>(t, q, u), values.data());
    return values;
  }
  template <class Real>
  void jump(int i, Number<Real> t, Vector<dof, Real>& q, Number<Vector<dof, Real>>& u) const {
    const Vector<dof, Real> q_before = q, u_before = u;
    model_->equations<Real>().jump(i, at<Real>(t, q_before, u_before), q.data(), u.data());
  }
  EventTrigger event_trigger(int i) const { return model_->event_trigger(i); }
  int event_direction(int i) const { return model_->event_direction(i); }
  bool event_applies(int i, double t, const Vector<dof>& q, const Vector<dof>& u) const {
    return model_->event_applies(i, at(t, q, u));
  }
  bool event_stops(int i) const { return model_->event_stops(i); }
  std::string event_name(int i) const { return model_->event_name(i); }

  // Parameters. Numbers that carry derivatives see parameter k vary at rate 1 from now on; −1: none.
  int parameter_number() const { return model_->parameter_number(); }
  void vary(int k) {
    if (k == varying_) return;
    varying_ = k;
    if (k < 0) return;
    const std::size_t count = static_cast<std::size_t>(parameter_number());
    once_.resize(count);
    twice_.resize(count);
    for (std::size_t p = 0; p < count; ++p) {
      once_[p] = Once(model_->parameter(static_cast<int>(p)), static_cast<int>(p) == k ? 1.0 : 0.0);
      twice_[p] = Twice(once_[p], Once(0.0));
    }
    law_slopes_.resize(count);
    std::vector<LawSlope>& slopes = law_slopes_[static_cast<std::size_t>(k)];
    for (int i = static_cast<int>(slopes.size()); i < m_; ++i) slopes.push_back(model_->law_slope(own_number(i), k));
  }
  // Of what is no equation, by the parameter that varies.
  LawSlope law_slope(int i) const {
    if (varying_ < 0) return {};
    return law_slopes_[static_cast<std::size_t>(varying_)][static_cast<std::size_t>(i)];
  }
  EventTrigger trigger_slope(int i) const { return varying_ < 0 ? EventTrigger{} : model_->trigger_slope(i, varying_); }

  // Switches (switches.hpp).
  int switch_number() const { return s_; }
  // Those that are not a contact's come first; and may others come with contacts?
  int own_switch_number() const { return own_switches_; }
  bool may_switch() const { return s_ > 0 || model_->contacts_have_switches(); }
  // A number that switch i keeps as long as it is there, whatever else is listed; in the order of the switches.
  long switch_name(int i) const {
    if (i < own_switches_) return i;
    const int k = static_cast<int>(std::upper_bound(first_switch_.begin(), first_switch_.begin() + m_ + 1, i) -
                                   first_switch_.begin()) -
                  1;
    return MostSwitches * (1L + own_number(k)) + (i - first_switch_[k]);
  }
  template <class Real>
  std::array<Real, switch_count> switch_values(Number<Real> t, const Vector<dof, Real>& q,
                                               const Number<Vector<dof, Real>>& u) const {
    std::array<Real, switch_count> values;
    model_->equations<Real>().switches(at<Real>(t, q, u), values.data());
    return values;
  }
  void hold_live_sides(double t, const Vector<dof>& q, const Vector<dof>& u, bool goes_on_sliding = false) {
    held_ = false;
    model_->sides(at(t, q, u), side_.data());
    held_ = true;
    if (!goes_on_sliding) slide_count_ = 0;
  }
  int side(int i) const { return side_[i]; }
  void hold(int i, int side) const { side_[i] = side; }
  int side_beyond(int i, double t, const Vector<dof>& q, const Vector<dof>& u) const {
    return model_->side_beyond(i, at(t, q, u));
  }
  double guard_turning(double t, const Vector<dof>& q, const Vector<dof>& u) const {
    return model_->guard_turning(at(t, q, u));
  }
  // The switches along which the motion slides.
  int slide_count() const { return slide_count_; }
  const SlidingSwitch& sliding(int k) const { return slides_[k]; }
  // Which of them a switch is; −1: none.
  int slides_along(int i) const {
    for (int k = 0; k < slide_count_; ++k)
      if (slides_[k].number == i) return k;
    return -1;
  }
  void slide(const SlidingSwitch& along) { slide(along, slide_count_); }
  void slide(const SlidingSwitch& along, int at) {  // before the others from there on
    for (int k = slide_count_++; k > at; --k) slides_[k] = slides_[k - 1];
    slides_[at] = along;
  }
  void leave_switch(int k) {
    for (--slide_count_; k < slide_count_; ++k) slides_[k] = slides_[k + 1];
  }
  // Forces of a sliding motion are divided between both sides, unless one side is asked for.
  void take_one_side(bool one_side) const { one_side_ = one_side; }
  void set_share(int k, double share) const { slides_[k].share = share; }

  // Which contacts are there (see Presence).
  Presence presence(int i) const { return presence_[i]; }
  // From now on by the sides that are held; those that appear below their surface wait. True if something changed.
  bool take_presence(double t, const Vector<dof>& q, const Vector<dof>& u, double below) {
    std::array<bool, MostContacts> exist;
    std::array<double, MostContacts> g;
    model_->contacts_exist(at(t, q, u), exist.data());
    model_->gaps(at(t, q, u), g.data());
    bool changed = false;
    for (int i = 0; i < m_; ++i) {
      const Presence now = !exist[i]                                          ? Presence::absent
                           : presence_[i] == Presence::absent && g[i] < below ? Presence::waiting
                           : presence_[i] == Presence::absent                 ? Presence::there
                                                                              : presence_[i];
      changed = changed || now != presence_[i];
      presence_[i] = now;
    }
    return changed;
  }
  void admit(int i) { presence_[i] = Presence::there; }
  void forget_presence() { presence_.fill(Presence::there); }

  // Takes over the discrete state of one that moves; of what is listed it keeps its own.
  void hold_as(const AnyMechanism& moving) {
    held_ = moving.held_;
    side_ = moving.side_;
    slides_ = moving.slides_;
    slide_count_ = moving.slide_count_;
    presence_ = moving.presence_;
    if constexpr (lists_contacts) {
      // One that shows all contacts goes on to do so.
      if (!moving.listed_ || listed_) return;
      std::fill(side_.begin() + own_switches_, side_.begin() + s_, unheld_side);
      for (int k = 0; k < moving.m_; ++k)
        std::copy(moving.side_.begin() + moving.first_switch_[k], moving.side_.begin() + moving.first_switch_[k + 1],
                  side_.begin() + first_switch_[moving.number_[k]]);
      for (int slide = 0; slide < slide_count_; ++slide)
        for (int k = 0, number = moving.slides_[slide].number; k < moving.m_; ++k)
          if (number >= moving.first_switch_[k] && number < moving.first_switch_[k + 1])
            slides_[slide].number = first_switch_[moving.number_[k]] + number - moving.first_switch_[k];
      presence_.fill(Presence::there);
      for (int k = 0; k < moving.m_; ++k) presence_[moving.number_[k]] = moving.presence_[k];
    }
  }

  std::array<double, contact_count> gaps(double t, const Vector<dof>& q) const {
    std::array<double, contact_count> g;
    model_->gaps(at(t, q, q), g.data());
    for (int i = 0; i < m_; ++i) g[i] = told(i, g[i]);
    return g;
  }
  bool encloses_gaps() const { return !listed_ && model_->encloses_gaps(); }
  std::array<Interval, contact_count> gap_enclosure(const Interval& t, const Vector<dof, Interval>& q) const {
    std::array<Interval, contact_count> g;
    g.fill(Interval::entire());
    if (!listed_) model_->gap_enclosure(t, q.data(), g.data());
    return g;
  }
  std::array<Interval, contact_count> gap_rate_enclosure(const Interval& t, const Vector<dof, Interval>& q,
                                                         const Vector<dof, Interval>& u) const {
    std::array<Interval, contact_count> rate;
    rate.fill(Interval::entire());
    if (!listed_) model_->gap_rate_enclosure(t, q.data(), u.data(), rate.data());
    return rate;
  }
  const ContactLaw& contact_law(int i) const { return law_[i]; }
  double potential_energy(double t, const Vector<dof>& q, const Vector<dof>& u) const {
    return model_->potential_energy(at(t, q, u));
  }
  double applied_power(double t, const Vector<dof>& q, const Vector<dof>& u) const {
    return model_->applied_power(at(t, q, u));
  }
  Scales scales() const { return model_->scales(); }
  double coordinate_scale(int k) const { return model_->coordinate_scale(k); }
  std::string contact_name(int i) const { return model_->contact_name(own_number(i)); }
  std::string constraint_name(int i) const { return model_->constraint_name(i); }
  double closing_speed() const { return model_->closing_speed(); }
  double closing_time() const { return model_->closing_time(); }
  bool closes_by_free_motion() const { return model_->closes_by_free_motion(); }
  double closing_duration() const { return model_->closing_duration(); }
  double motion_lasts(double t, const Vector<dof>& q) const { return model_->motion_lasts(t, q.data()); }

 private:
  template <class Real = double>
  At<Real> at(const Number<Real>& t, const Vector<dof, Real>& q, const Number<Vector<dof, Real>>& u) const {
    return {.t = t,
            .q = q.data(),
            .u = u.data(),
            .sides = held_ ? side_.data() : nullptr,
            .listed = listed_ ? number_.data() : nullptr,
            .listed_number = m_,
            .parameters = parameters<Real>()};
  }
  template <class Real>
  const Real* parameters() const {
    if constexpr (std::is_same_v<Real, Once>)
      return varying_ < 0 ? nullptr : once_.data();
    else if constexpr (std::is_same_v<Real, Twice>)
      return varying_ < 0 ? nullptr : twice_.data();
    else
      return nullptr;
  }
  template <class Real>
  static Real varied(double value, [[maybe_unused]] double slope) {
    if constexpr (std::is_same_v<Real, Once>)
      return Once(value, slope);
    else if constexpr (std::is_same_v<Real, Twice>)
      return Twice(Once(value, slope), Once(0.0));
    else
      return value;
  }
  bool friction_varies(int i) const {
    const LawSlope slope = law_slope(i);
    return slope.mu_s != 0 || slope.mu_c != 0;
  }
  void take_laws() {
    some_ride_ = false;
    for (int i = 0; i < m_; ++i) {
      const int own = own_number(i);
      law_[i] = model_->contact_law(own);
      rides_[i] = place_of(model_->rides_on(own));
      gives_friction_[i] = model_->gives_friction(own);
      some_ride_ = some_ride_ || rides_[i] != own_load;
    }
  }
  // Those of contacts that are listed count when they are.
  static int switches_with_all(const Model& model, bool listed) {
    int sum = model.switch_number();
    if (listed || !model.contacts_have_switches()) return sum;
    for (int i = 0; i < model.contact_number() && sum <= MostSwitches; ++i) sum += model.contact_switches(i);
    return sum;
  }
  void place_switches() {
    s_ = own_switches_;
    for (int k = 0; k < m_; ++k) {
      first_switch_[k] = s_;
      s_ += model_->contact_switches(own_number(k));
    }
    first_switch_[m_] = s_;
  }
  // Of a contact that is ridden on; own_load and given_load are no contacts.
  int place_of(int own) const {
    if (own < 0 || !listed_) return own;
    const int* const end = number_.data() + m_;
    const int* const at = std::lower_bound(number_.data(), end, own);
    if (at == end || *at != own) throw BadInput("a model lists what rides on a contact without the contact");
    return static_cast<int>(at - number_.data());
  }
  // The gap of contact i as the engine shall see it.
  template <class Real>
  Real told(int i, const Real& gap) const {
    if (rides_[i] != own_load || presence_[i] == Presence::absent) return HUGE_VAL;
    return presence_[i] == Presence::waiting ? Real(-gap) : gap;
  }
  // Between the sides of the slides from the k-th on.
  template <class Real>
  Vector<dof, Real> divided_force(int k, const Real& t, const Vector<dof, Real>& q, const Vector<dof, Real>& u) const {
    Vector<dof, Real> h(n_);
    if (k == slide_count_) {
      model_->equations<Real>().force(at<Real>(t, q, u), h.data());
      return h;
    }
    const SlidingSwitch& along = slides_[k];
    const int here = side_[along.number];
    h = divided_force<Real>(k + 1, t, q, u);
    side_[along.number] = along.other_side;
    const Vector<dof, Real> beyond = divided_force<Real>(k + 1, t, q, u);
    side_[along.number] = here;
    h += Real(along.share) * Vector<dof, Real>(beyond - h);
    return h;
  }
  static std::string sizes(int coordinates, int contacts, int constraints, int events, int switches) {
    const auto several = [](int n, const char* thing) { return std::to_string(n) + " " + thing + (n == 1 ? "" : "s"); };
    return several(coordinates, "coordinate") + ", " + several(contacts, "contact") + ", " +
           several(constraints, "constraint") + ", " + several(events, "event") + " and " +
           (switches == 1 ? "1 switch" : std::to_string(switches) + " switches");
  }

  std::shared_ptr<const Model> model_;
  int n_, m_, c_, e_, s_;
  int own_switches_ = s_;
  std::array<int, MostContacts + 1> first_switch_{};  // of each contact that is shown, and their end
  bool some_ride_ = false, held_ = false, listed_ = false;
  int slide_count_ = 0;
  std::array<int, MostContacts> number_{};  // of the contacts that are listed
  std::array<ContactLaw, MostContacts> law_{};
  std::array<int, MostContacts> rides_{};
  std::array<bool, MostContacts> gives_friction_{};
  std::array<Presence, MostContacts> presence_{};
  // Of a sliding motion; sides are set and put back while it is evaluated on both.
  mutable std::array<int, MostSwitches> side_{};
  mutable std::array<SlidingSwitch, most_slides> slides_{};
  mutable bool one_side_ = false;
  int varying_ = -1;  // the parameter
  std::vector<Once> once_;
  std::vector<Twice> twice_;
  std::vector<std::vector<LawSlope>> law_slopes_;  // by parameter, as far as they were asked for
};

}  // namespace carom
