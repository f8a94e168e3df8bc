// SPDX-License-Identifier: Zlib
#include "commands/PreparedRun.h"
#include "exporters/ComparisonPlot.h"
#include "exporters/CsvWriter.h"

#include <iostream>
#include <sstream>
#include <stdexcept>

namespace samples {
namespace {

void requireSupported(const CommandLine& line) {
    if (!line.model.empty()) throw std::invalid_argument("--compare runs every model: leave --model out");
    if (line.wrenches) throw std::invalid_argument("--wrenches goes with --run");
}

/// The text with the same beginning on every line.
std::string withPrefix(const std::string& prefix, const std::string& text) {
    std::istringstream lines(text);
    std::string result;
    for (std::string line; std::getline(lines, line);)
        result += prefix + line + "\n";
    return result;
}

} // namespace

void compareCommand(const CommandLine& line) {
    requireSupported(line);
    const PreparedRun prepared(findSample(line.compare), line);
    setThreads(line.threads);
    ResultFiles files(line, prepared);
    std::vector<RunRecord> runs;
    for (const std::string& model : knownModels())
        runs.push_back(prepared.run(model, prepared.entry.name + " " + model, line.quiet));
    if (files.wantsCsv()) files.writeCsv(csvText(runs));
    if (files.wantsPlot()) {
        PlotSpec spec = prepared.plot("");
        spec.title += ", with every model";
        files.drawPlot(
            [&](PlotFormat format, const std::string& file) { return comparisonScript(runs, spec, format, file); },
            line.quiet);
    }
    std::cout << prepared.entry.name << ": " << runs.size() << " models\n";
    for (const RunRecord& run : runs)
        std::cout << run.model << ": " << run.frameCount() - 1 << " steps\n"
                  << withPrefix("  ", prepared.scene->summary(run));
    std::cout << std::flush;
}

} // namespace samples
