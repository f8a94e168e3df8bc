// SPDX-License-Identifier: Zlib
#include "ToolInput.h"

#include "MeshImport/MeshFiles.h"
#include "MeshImport/MeshImport.h"
#include "MeshImport/SolidWrap.h"
#include "Output/Gnuplot.h"
#include "Output/ProgressBar.h"
#include "ToolCommands.h"
#include "Worlds/WorldReader.h"
#include "Worlds/WorldSimulation.h"

#include <spdlog/spdlog.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <optional>

namespace ambient {
namespace {

/// The finite numbers between the separators; nothing if one of them is none.
std::optional<std::vector<double>> parseNumbers(const std::string& text, char separator) {
    std::vector<double> numbers;
    const char* rest = text.c_str();
    for (;;) {
        char* end = nullptr;
        numbers.push_back(std::strtod(rest, &end));
        if (end == rest || !std::isfinite(numbers.back()) || (*end != separator && *end != '\0')) return std::nullopt;
        if (*end == '\0') return numbers;
        rest = end + 1;
    }
}

std::optional<Vector3> parseVector(const std::string& text) {
    const auto numbers = parseNumbers(text, ',');
    if (!numbers || numbers->size() != 3) return std::nullopt;
    return Vector3((*numbers)[0], (*numbers)[1], (*numbers)[2]);
}

} // namespace

Vector3 pointNamed(const char* option, const std::string& text, const Vector3& centroid) {
    if (text == "centroid") return centroid;
    if (text == "origin") return Vector3::Zero();
    if (const auto point = parseVector(text)) return *point;
    throw InputError(std::string(option) + ": '" + text + "' is neither centroid nor origin nor three numbers X,Y,Z");
}

Vector3 directionNamed(const char* option, const std::string& text) {
    const bool negative = !text.empty() && text[0] == '-';
    const std::string name = text.substr(negative ? 1 : 0);
    for (int k = 0; k < 3; ++k)
        if (name == std::string(1, "xyz"[k])) return (negative ? -1.0 : 1.0) * Vector3::Unit(k);
    const auto direction = parseVector(text);
    if (direction && direction->stableNorm() > 0.0) return direction->stableNormalized();
    throw InputError(std::string(option) + ": '" + text +
                     "' is no direction: x, y, z, -x, -y, -z or three numbers X,Y,Z that are not all 0");
}

std::vector<double> listNamed(const char* option, const std::string& text) {
    if (const auto numbers = parseNumbers(text, ',')) return *numbers;
    throw InputError(std::string(option) + ": '" + text + "' is no list of numbers separated by commas");
}

std::vector<double> numbersNamed(const char* option, const std::string& text) {
    constexpr double kMostSteps = 10000.0;
    const auto parts = parseNumbers(text, ':');
    if (parts && parts->size() == 1) return *parts;
    if (!parts || parts->size() != 3)
        throw InputError(std::string(option) + ": '" + text + "' is neither a number nor FROM:TO:STEP");
    const double from = (*parts)[0], to = (*parts)[1], step = (*parts)[2];
    if (!(step > 0.0) || !(to >= from))
        throw InputError(std::string(option) + ": '" + text + "' needs a step above 0 and an end not before its start");
    const double steps = std::floor((to - from) / step + 1e-9);
    if (!(steps <= kMostSteps))
        throw InputError(std::string(option) + ": '" + text + "' asks for more than 10001 numbers");
    std::vector<double> numbers;
    for (int i = 0; i <= static_cast<int>(steps); ++i)
        numbers.push_back(from + i * step);
    return numbers;
}

std::vector<double> listNamed(const char* option, const std::string& text, int count, const char* meaning) {
    const auto numbers = parseNumbers(text, ',');
    if (numbers && static_cast<int>(numbers->size()) == count) return *numbers;
    throw InputError(std::string(option) + ": '" + text + "' is not " + meaning);
}

void requirePositive(double value, const char* option, const char* unit) {
    if (value > 0.0 && std::isfinite(value)) return;
    char text[120];
    std::snprintf(text, sizeof text, "%s: %g%s is not positive and finite", option, value, unit);
    throw InputError(text);
}

void requireSheetThickness(double value) {
    if (value != 0.0) requirePositive(value, "--sheet-thickness", " m");
}

void recordMesh(CommandFiles& files, const std::string& path) {
    for (const std::string& file : filesOfMesh(path))
        files.reads("the mesh", file);
}

void recordPlot(CommandFiles& files, const std::string& plot) {
    files.writes("--plot", plot);
    if (!plot.empty()) files.writes("the script of --plot", scriptPathFor(plot));
}

std::unique_ptr<WorldSimulation> simulationOf(const WorldDescription& world, const std::string& path,
                                              ProgressBars& bars) {
    const std::string label = "preparing " + world.name;
    bars.update(label, 0.0);
    WorldSimulationOptions options;
    options.timeStep = world.timeStep;
    options.solver = world.solver;
    options.progress = [&bars, label](double fraction) { bars.update(label, fraction); };
    options.log = [path, &bars](const std::string& line) { bars.aside([&] { spdlog::warn("{}: {}", path, line); }); };
    try {
        return std::make_unique<WorldSimulation>(world, options);
    } catch (const WorldFileError& error) {
        throw InputError(path + ": " + error.what());
    }
}

void requireWrapping(bool wrap) {
    if (wrap && !canWrapSolids()) throw InputError("--wrap: this build has no OpenVDB: --wrap is not available");
}

ChosenFluid floatingFluid(const std::string& fluid, const std::optional<double>& density) {
    if (density && !fluid.empty())
        throw InputError("--fluid-density: --fluid gives the density already; give one of them");
    if (density) {
        requirePositive(*density, "--fluid-density", " kg/m^3");
        return {"", *density};
    }
    const std::string name = fluid.empty() ? "water" : fluid;
    const nlohmann::json value = name;
    const WorldFluid found = readMedium(WorldValue{value, "--fluid"}).fluid;
    if (found.isVacuum) throw InputError("--fluid: nothing floats in a vacuum");
    return {name, found.density};
}

CheckedMesh readUsableMesh(const std::string& path, double scale, const MeshFrontEndOptions& options, bool quiet) {
    const ProgressBar bar("mesh of " + path, !quiet);
    requireWrapping(options.wrap);
    TriangleMesh mesh = importMesh(path);
    for (Vector3& vertex : mesh.vertices)
        vertex *= scale;
    try {
        return requirePreparedMesh(mesh, options, true);
    } catch (const MeshError& error) {
        throw InputError(path + ": " + error.what());
    } catch (const std::bad_alloc&) {
        throw InputError(path + ": needs more memory than there is");
    }
}

void warnAbout(const std::string& path, const MeshReport& report) {
    for (const std::string& repair : report.repairs)
        spdlog::warn("{}: repaired: {}", path, repair);
    for (const std::string& warning : report.warnings)
        spdlog::warn("{}: {}", path, warning);
}

} // namespace ambient
