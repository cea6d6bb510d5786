// SPDX-License-Identifier: Apache-2.0
// An impact from beginning to end as rows: what a compliant flow passes through.
#pragma once

#include <string>
#include <vector>

#include "carom/base/table.hpp"
#include "carom/impact/impact_sample.hpp"

namespace carom::study {

// The contacts that take part are added by name, in their order, before begin().
class ImpactTable {
 public:
  explicit ImpactTable(RowSink& sink) : sink_(&sink) {}

  void add(const std::string& contact) { contacts_.push_back(contact); }

  void begin(const std::string& title) {
    TableHeader header{.title = title + ": one impact", .columns = {}, .attributes = {}};
    header.columns.push_back({"s", "s", "time since the first touch, for the stiffness of the contacts' laws"});
    for (const std::string& c : contacts_) {
      header.columns.push_back({"x_" + c, "m", "deformation, for the stiffness of the contact's law"});
      header.columns.push_back({"E_" + c, "J", "stored energy"});
      header.columns.push_back({"F_n_" + c, "N", "normal force, for the stiffness of the contact's law"});
      header.columns.push_back({"F_t_" + c, "N", "tangential force, for the stiffness of the contact's law"});
      header.columns.push_back({"v_n_" + c, "m/s", "normal relative velocity"});
      header.columns.push_back({"v_t_" + c, "m/s", "tangential relative velocity"});
      header.columns.push_back({"P_n_" + c, "N s", "normal impulse"});
      header.columns.push_back({"P_t_" + c, "N s", "tangential impulse"});
      header.columns.push_back({"mode_" + c, "1", "0 open, 1 stick, 2 slip+, 3 slip-"});
    }
    row_.resize(header.columns.size());
    sink_->begin(header);
  }

  void row(const ImpactSample& sample) {
    std::size_t k = 0;
    row_[k++] = sample.s;
    for (Eigen::Index i = 0; i < sample.x.size(); ++i) {
      for (double value : {sample.x[i], sample.E[i], sample.F_n[i], sample.F_t[i], sample.v_n[i], sample.v_t[i],
                           sample.P_n[i], sample.P_t[i]})
        row_[k++] = value;
      row_[k++] = static_cast<double>(sample.mode[static_cast<std::size_t>(i)]);
    }
    sink_->row(row_);
  }

  void finish() { sink_->finish(); }

 private:
  RowSink* sink_;
  std::vector<std::string> contacts_;
  std::vector<double> row_;
};

}  // namespace carom::study
