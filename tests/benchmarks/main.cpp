// SPDX-License-Identifier: Zlib
#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

/// One line of the report: a benchmark, what it is compared with, and what its issue asks for.
struct Comparison {
    std::string name, baseline;
    double target;             ///< largest allowed value [ms], or 0 for none
    double largestRatio = 0.0; ///< to the baseline, or 0 for none
};

const std::vector<Comparison> kComparisons = {
    {"BM_AddedMass/500", "BM_DenseLu/500", 20.0},
    {"BM_AddedMass/3000", "BM_DenseLu/3000", 1000.0},
    {"BM_AddedMass/500", "BM_AddedMassCollocation/500", 0.0},
    {"BM_AddedMass/3000", "BM_AddedMassCollocation/3000", 0.0},
    {"BM_StepFluid/1", "BM_StepPlain/1", 0.0},
    {"BM_StepFluid/100", "BM_StepPlain/100", 0.0},
    {"BM_SolveAllWet/200", "BM_SolveStock/200", 0.0, 1.25},
    {"BM_SolveNoneWet/200", "BM_SolveStock/200", 0.0, 1.01},
    {"BM_DetailPoints/200", "BM_DetailFull/200", 0.0, 0.3},
    {"BM_DetailBuoyancy/200", "BM_DetailFull/200", 0.0, 0.1},
    {"BM_FacesAvx512/500", "BM_FacesPlain/500", 0.0, 1.0 / 16},
    {"BM_FacesAvx2/500", "BM_FacesPlain/500", 0.0, 1.0 / 8.5},
    {"BM_FacesBaseline/500", "BM_FacesPlain/500", 0.0, 1.0 / 3.4},
    {"BM_BarrelsFlat/200", "BM_BarrelsDry/200", 0.0, 2.0},
    {"BM_BarrelsWaves/200", "BM_BarrelsFlat/200", 0.0, 1.5},
};

/// Prints as usual and keeps the fastest repetition of each benchmark: on a shared machine the minimum is the least
/// noisy.
class FastestRepetition : public benchmark::ConsoleReporter {
  public:
    void ReportRuns(const std::vector<Run>& runs) override {
        ConsoleReporter::ReportRuns(runs);
        for (const Run& run : runs) {
            if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
            const double ms = 1e3 * run.real_accumulated_time / static_cast<double>(run.iterations);
            const std::string name = run.run_name.function_name + "/" + run.run_name.args;
            const auto [entry, isNew] = m_fastest.emplace(name, ms);
            if (!isNew) entry->second = std::min(entry->second, ms);
        }
    }
    const std::map<std::string, double>& fastest() const { return m_fastest; }

  private:
    std::map<std::string, double> m_fastest;
};

nlohmann::ordered_json report(const std::map<std::string, double>& fastest) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    std::printf("\n%-22s %12s   %-32s %8s\n", "name", "value", "ratio to", "ratio");
    for (const Comparison& c : kComparisons) {
        if (!fastest.count(c.name) || !fastest.count(c.baseline)) continue;
        const double value = fastest.at(c.name), ratio = value / fastest.at(c.baseline);
        nlohmann::ordered_json entry = {
            {"name", c.name}, {"value", value}, {"unit", "ms"}, {"ratio_to", c.baseline}, {"ratio", ratio}};
        const double target = c.largestRatio > 0.0 ? c.largestRatio : c.target;
        const double measured = c.largestRatio > 0.0 ? ratio : value;
        entry["target"] = target > 0.0 ? nlohmann::ordered_json(target) : nlohmann::ordered_json(nullptr);
        entry["met"] = target > 0.0 ? nlohmann::ordered_json(measured <= target) : nlohmann::ordered_json(nullptr);
        list.push_back(entry);
        std::printf("%-22s %9.4f ms   %-32s %8.3f\n", c.name.c_str(), value, c.baseline.c_str(), ratio);
    }
    return list;
}

} // namespace

/// ambient-bench [--report FILE] [Google Benchmark's own options]
int main(int argc, char** argv) {
    std::string file;
    std::vector<char*> rest;
    for (int i = 0; i < argc; ++i) {
        if (std::string(argv[i]) == "--report" && i + 1 < argc)
            file = argv[++i];
        else
            rest.push_back(argv[i]);
    }
    // Baselines and their rivals take turns, so that a busy moment of the machine hits both.
    std::string interleave = "--benchmark_enable_random_interleaving=true", repetitions = "--benchmark_repetitions=5";
    rest.insert(rest.begin() + 1, {interleave.data(), repetitions.data()});
    int count = static_cast<int>(rest.size());
    benchmark::Initialize(&count, rest.data());
    if (benchmark::ReportUnrecognizedArguments(count, rest.data())) return 2;
    FastestRepetition reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    const nlohmann::ordered_json list = report(reporter.fastest());
    if (file.empty()) return 0;
    std::ofstream out(file);
    out << list.dump(2) << "\n";
    if (!out.flush()) {
        std::fprintf(stderr, "ambient-bench: cannot write %s\n", file.c_str());
        return 2;
    }
    return 0;
}
