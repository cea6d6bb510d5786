#include "papers/common/reproduce.hpp"

#include <fmt/format.h>

#include <chrono>
#include <system_error>

#include "carom/base/bad_input.hpp"
#include "carom/report/atomic_file.hpp"

namespace carom::papers {

namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + "\"";
}

std::string comparison_csv(const std::vector<Comparison>& comparisons) {
  std::string csv = "id,where,published,ours,difference,verdict\n";
  for (const Comparison& c : comparisons)
    csv += fmt::format("{},{},{},{},{},{}\n", c.entry.id, quoted(c.entry.where), quoted(c.published), quoted(c.ours),
                       quoted(c.difference), name(c.verdict));
  return csv;
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) throw BadInput("cannot make the folder " + folder.string() + ": " + failure.message());
}

}  // namespace

std::string ReproduceResult::brief() const {
  if (interrupted) return "interrupted; nothing was written";
  return fmt::format("{} of {} reproduced, {} differ, {} not reproduced, {} open; {} ({:.0f} s)", reproduced, entries(),
                     differs, not_reproduced, open, report.string(), seconds);
}

ReproduceResult write_reproduction(const ReproduceOptions& options, const std::function<Reproduction()>& compute) {
  if (options.out.empty()) throw BadInput("reproduce needs a folder for its report");
  const auto begin = std::chrono::steady_clock::now();
  make_folder(options.out);
  ReproduceResult result;
  Reproduction reproduction;
  try {
    reproduction = compute();
  } catch (const Interrupted&) {
    result.interrupted = true;
    return result;
  }
  result.comparisons = reproduction.comparisons;
  for (const Comparison& c : result.comparisons) {
    switch (c.verdict) {
      case Verdict::reproduced: ++result.reproduced; break;
      case Verdict::differs: ++result.differs; break;
      case Verdict::not_reproduced: ++result.not_reproduced; break;
      case Verdict::open: ++result.open; break;
    }
  }
  make_folder(options.out / "figures");
  make_folder(options.out / "data");
  for (const report::Figure& figure : reproduction.figures) {
    report::write_atomically(options.out / "figures" / (figure.id + ".svg"), render(figure));
    report::write_atomically(options.out / "data" / (figure.id + ".csv"), data_csv(figure));
  }
  report::write_atomically(options.out / "comparison.csv", comparison_csv(result.comparisons));
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  result.report = options.out / "report.html";
  report::write_atomically(result.report, reproduction.page(result.seconds));
  return result;
}

}  // namespace carom::papers
