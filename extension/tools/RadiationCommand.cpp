// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Hydrostatics/Hydrostatics.h"
#include "AmbientFluid/Media/WaveSet.h"
#include "Output/OutputFile.h"
#include "Output/ProgressBar.h"
#include "RadiationReport.h"
#include "ReportJson.h"
#include "ToolInput.h"

#include <cmath>
#include <cstdio>
#include <memory>

namespace ambient {
namespace {

/// Numbers separated by commas, or FROM:TO:STEP.
std::vector<double> listOrRange(const char* option, const std::string& text) {
    return text.find(':') == std::string::npos ? listNamed(option, text) : numbersNamed(option, text);
}

void readWaves(const RadiationOptions& options, WaveRadiationDef& def) {
    if (!options.frequencies.empty() && !options.waveNumbers.empty())
        throw InputError("--wave-numbers: --frequencies gives the waves already; give one of them");
    StillWater water;
    water.gravity = def.gravity;
    water.depth = def.depth;
    if (!options.frequencies.empty())
        for (const double w : listOrRange("--frequencies", options.frequencies)) {
            requirePositive(w, "--frequencies", " rad/s");
            def.waveNumbers.push_back(waveNumber(w, water));
        }
    if (!options.waveNumbers.empty())
        for (const double k : listOrRange("--wave-numbers", options.waveNumbers)) {
            requirePositive(k, "--wave-numbers", " 1/m");
            def.waveNumbers.push_back(k);
        }
    def.headings.clear();
    for (const double heading : listOrRange("--headings", options.headings))
        def.headings.push_back(heading * kPi / 180.0);
}

/// Checks, before the mesh is read, all options whose check does not need the mesh.
RadiationReport checkedReport(const RadiationOptions& options) {
    RadiationReport report{options, "", {}, {}, std::nullopt};
    requirePositive(options.scale, "--scale", "");
    if (options.mass) requirePositive(*options.mass, "--mass", " kg");
    if (options.draft) requirePositive(*options.draft, "--draft", " m");
    if (options.mass && options.draft) throw InputError("--draft: --mass gives the draft already; give one of them");
    if (options.mass && options.center.empty()) throw InputError("--mass: give --center too");
    if (!options.mass && !options.center.empty()) throw InputError("--center: give --mass too");
    if (!options.mass && !options.gyration.empty()) throw InputError("--gyration: give --mass too");
    if (options.mass) pointNamed("--center", options.center, Vector3::Zero());
    const ChosenFluid fluid = floatingFluid(options.fluid, options.fluidDensity);
    report.fluid = fluid.name;
    report.def.fluidDensity = fluid.density;
    if (options.depth) {
        requirePositive(*options.depth, "--depth", " m");
        report.def.depth = *options.depth;
    }
    readWaves(options, report.def);
    report.def.faces = options.faces;
    CommandFiles files;
    recordMesh(files, options.path);
    recordPlot(files, options.plot);
    for (const char* ending : {".1", ".3"})
        if (!options.wamit.empty()) files.writes("--wamit", options.wamit + ending);
    return report;
}

/// Radii of gyration; none if they are not given.
std::optional<Vector3> gyrationOf(const RadiationOptions& options) {
    if (options.gyration.empty()) return std::nullopt;
    const std::vector<double> radii = listNamed("--gyration", options.gyration, 3, "three lengths RX,RY,RZ");
    for (const double radius : radii)
        requirePositive(radius, "--gyration", " m");
    return Vector3(radii[0], radii[1], radii[2]);
}

/// Places the mesh: at its equilibrium, at a draft, or as it is drawn.
Vector3 placeMesh(const CheckedMesh& checked, RadiationReport& report) {
    const RadiationOptions& options = report.options;
    if (options.draft) report.def.waterFromMesh = uprightPose(checked.mesh, *options.draft);
    if (!options.mass) return Vector3::Zero();
    HydrostaticsDef hull;
    hull.mass = *options.mass;
    hull.centerOfMass = pointNamed("--center", options.center, checked.report.centroid);
    hull.fluidDensity = report.def.fluidDensity;
    const Hydrostatics rest = computeHydrostatics(checked.mesh, hull);
    report.def.waterFromMesh = {rest.orientation, rest.position};
    return hull.centerOfMass;
}

void writeFile(const std::string& path, const std::string& text) {
    OutputFile file(path);
    file.write(text);
    file.commit();
}

} // namespace

void runRadiation(const RadiationOptions& options) {
    RadiationReport report = checkedReport(options);
    const std::optional<Vector3> gyration = gyrationOf(options);
    std::unique_ptr<GnuplotPicture> picture;
    if (!options.plot.empty()) picture = std::make_unique<GnuplotPicture>(options.plot);
    const CheckedMesh checked = readUsableMesh(options.path, options.scale, {0.0, options.wrap}, options.quiet);
    if (!options.quiet) warnAbout(options.path, checked.report);
    {
        ProgressBar bar("waves around " + options.path, !options.quiet);
        report.def.progress = [&bar](double fraction) { bar.update(fraction); };
        try {
            const Vector3 center = placeMesh(checked, report);
            report.found = computeWaveRadiation(checked.mesh, report.def);
            if (options.mass)
                report.load = floatingLoad(checked.mesh, report.def.waterFromMesh.orientation, report.found,
                                           *options.mass, center, gyration);
        } catch (const std::invalid_argument& error) {
            throw InputError(options.path + ": " + error.what());
        }
    }
    if (picture)
        picture->draw(
            [&](PlotFormat fileFormat, const std::string& path) { return radiationScript(report, fileFormat, path); },
            options.quiet);
    if (!options.wamit.empty()) {
        writeFile(options.wamit + ".1", wamitCoefficients(report.found));
        writeFile(options.wamit + ".3", wamitForces(report.found));
    }
    const FloatingLoad* const load = report.load ? &*report.load : nullptr;
    std::fputs((options.json ? textOf(radiationJson(report.found, load)) + "\n" : radiationTable(report)).c_str(),
               stdout);
}

} // namespace ambient
