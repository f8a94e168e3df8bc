// SPDX-License-Identifier: Zlib
#include "commands/Commands.h"
#include "commands/PreparedRun.h"
#include "viewer/Viewer.h"

#include <omp.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <optional>
#include <stdexcept>

namespace samples {
namespace {

std::optional<LiveSetup> setupOf(const CommandLine& line) {
    if (line.run.empty() && !(line.model + line.solver + line.seconds + line.dt).empty())
        throw std::invalid_argument("--model, --solver, --seconds and --dt go with --run NAME");
    if (line.run.empty() && !line.assignments.empty()) throw std::invalid_argument("--set goes with --run NAME");
    if (line.run.empty()) return std::nullopt;
    const PreparedRun prepared(findSample(line.run), line);
    LiveSetup setup;
    setup.scene = prepared.entry.name;
    setup.values = prepared.values;
    setup.duration = prepared.options.duration;
    setup.timeStep = prepared.options.timeStep;
    setup.model = prepared.options.model;
    setup.solver = prepared.options.solver;
    return setup;
}

/// \param threads option of the command line
void openIn(Viewer& viewer, const std::optional<LiveSetup>& setup, const std::string& threads) {
    // After the making of a model its threads spin for a while, and take the cores from the drawing threads.
    if (threads.empty() && viewer.isDrawnBySoftware()) omp_set_num_threads(1);
    ViewerState& state = viewer.state();
    if (setup)
        state.open(*setup);
    else
        state.openGallery();
}

void takePictures(const std::string& folder, const std::optional<LiveSetup>& setup, const std::string& threads) {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure) throw std::invalid_argument("--screenshots " + folder + ": " + failure.message());
    Viewer viewer(ViewerSettings(), "");
    openIn(viewer, setup ? *setup : defaultSetup(ViewerSettings().scene), threads);
    viewer.takePictures(folder);
}

void live(const std::optional<LiveSetup>& setup, const std::string& threads, bool quiet) {
    const std::string folder = settingsFolder(), file = folder.empty() ? "" : folder + "/settings.json";
    std::string warning;
    const ViewerSettings remembered = file.empty() ? ViewerSettings() : loadSettings(file, warning);
    if (!warning.empty() && !quiet) spdlog::warn("{}", warning);
    std::error_code ignored;
    if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
    Viewer viewer(remembered, folder.empty() ? "" : folder + "/imgui.ini");
    openIn(viewer, setup, threads);
    viewer.run();
    try {
        if (!file.empty()) saveSettings(file, viewer.settings());
    } catch (const std::exception& error) {
        if (!quiet) spdlog::warn("the settings were not saved: {}", error.what());
    }
}

} // namespace

void viewCommand(const CommandLine& line) {
    const std::optional<LiveSetup> setup = setupOf(line);
    setThreads(line.threads);
    if (!line.screenshots.empty())
        takePictures(line.screenshots, setup, line.threads);
    else
        live(setup, line.threads, line.quiet);
}

} // namespace samples
