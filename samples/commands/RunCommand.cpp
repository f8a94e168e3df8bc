// SPDX-License-Identifier: Zlib
#include "commands/PreparedRun.h"
#include "exporters/CsvWriter.h"

#include <iostream>
#include <stdexcept>

namespace samples {
namespace {

void requireSupported(const CommandLine& line) {
    if (!line.headless)
        throw std::invalid_argument(
            "this version has no window: use --headless, with --csv FILE or --plot FILE.png for results");
    if (line.wrenches && line.csv.empty()) throw std::invalid_argument("--wrenches needs --csv FILE");
}

} // namespace

void runCommand(const CommandLine& line) {
    requireSupported(line);
    const PreparedRun prepared(line.run, line);
    setThreads(line.threads);
    ResultFiles files(line);
    const RunRecord record = prepared.run(prepared.options.model, prepared.name, line.quiet);
    if (files.wantsCsv()) files.writeCsv(csvText(record));
    if (files.wantsPicture()) {
        const PlotSpec spec = prepared.plot("model " + record.model);
        files.drawPicture(
            [&](PlotFormat format, const std::string& file) { return plotScript(record, spec, format, file); },
            line.quiet);
    }
    std::cout << prepared.name << ": " << record.frameCount() - 1 << " steps\n"
              << prepared.scene->summary(record) << std::flush;
}

} // namespace samples
