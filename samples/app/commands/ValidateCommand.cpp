// SPDX-License-Identifier: Zlib
#include "Output/ProgressBar.h"
#include "commands/PreparedRun.h"
#include "validation/ValidationPage.h"

#include <iostream>
#include <stdexcept>

namespace samples {

void validateCommand(const CommandLine& line) {
    if (!line.csv.empty() || !line.plot.empty() || !line.assignments.empty() || !line.model.empty() ||
        !line.seconds.empty() || !line.dt.empty() || !line.solver.empty() || line.wrenches || line.headless)
        throw std::invalid_argument("--validate DIR takes --threads and --quiet only");
    setThreads(line.threads);
    ambient::ProgressBars bars(!line.quiet);
    writeValidationPage(line.validate, line.quiet, [&](const std::string& stage, double fraction) {
        bars.update("computing " + stage, fraction);
    });
    bars.end();
    std::cout << "wrote " << line.validate << "/index.html\n" << std::flush;
}

} // namespace samples
