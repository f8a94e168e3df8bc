// SPDX-License-Identifier: Zlib
#include "Report.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace {

/// Prints as usual and keeps the fastest repetition of each benchmark: on a shared machine the minimum is the least
/// noisy. Benchmarks of one thread are measured by the CPU time of the thread, not by the clock.
class FastestRepetition : public benchmark::ConsoleReporter {
  public:
    void ReportRuns(const std::vector<Run>& runs) override {
        ConsoleReporter::ReportRuns(runs);
        for (const Run& run : runs) {
            if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
            const bool byClock = !run.run_name.time_type.empty();
            const double seconds = byClock ? run.real_accumulated_time : run.cpu_accumulated_time;
            const double ms = 1e3 * seconds / static_cast<double>(run.iterations);
            const std::string& args = run.run_name.args;
            const std::string name = run.run_name.function_name + (args.empty() ? "" : "/" + args);
            const auto [entry, isNew] = m_measured.milliseconds.emplace(name, ms);
            if (!isNew) entry->second = std::min(entry->second, ms);
            const auto error = run.counters.find("error");
            if (error != run.counters.end()) m_measured.errors[name] = error->second;
        }
    }
    const bench::Measured& measured() const { return m_measured; }

  private:
    bench::Measured m_measured;
};

void write(const std::string& file, const std::string& text) {
    std::ofstream out(file);
    out << text;
    if (!out.flush()) throw std::runtime_error(file + ": cannot be written");
}

/// Names of all benchmarks in the report, one a line.
void listNames() {
    for (const bench::Row& row : bench::rows())
        for (const bench::Quantity& quantity : {row.value, row.baseline})
            for (const std::string& name : {quantity.benchmark, quantity.less})
                if (!name.empty()) std::printf("%s\n", name.c_str());
}

} // namespace

/// ambient-bench [--report FILE] [--page FILE] [--names] [Google Benchmark's own options]
/// --report writes JSON (Report.h), --page puts the table into a Markdown page (docs/performance.md), --names measures
/// nothing and lists the benchmarks of the report.
int main(int argc, char** argv) {
    std::string report, page;
    std::vector<char*> rest;
    for (int i = 0; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--names") return listNames(), 0;
        if ((argument == "--report" || argument == "--page") && i + 1 < argc)
            (argument == "--page" ? page : report) = argv[++i];
        else
            rest.push_back(argv[i]);
    }
    // Baselines and their rivals alternate, so that a busy moment of the machine affects both.
    std::string defaults[] = {"--benchmark_enable_random_interleaving=true", "--benchmark_repetitions=5",
                              "--benchmark_min_time=0.1"};
    for (std::string& option : defaults)
        rest.insert(rest.begin() + 1, option.data());
    int count = static_cast<int>(rest.size());
    benchmark::Initialize(&count, rest.data());
    if (benchmark::ReportUnrecognizedArguments(count, rest.data())) return 2;
    FastestRepetition reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    std::printf("\n%s", bench::tableOf(reporter.measured()).c_str());
    try {
        if (!report.empty()) write(report, bench::jsonOf(reporter.measured()));
        if (!page.empty()) bench::updatePage(page, reporter.measured());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "ambient-bench: %s\n", error.what());
        return 2;
    }
    return 0;
}
