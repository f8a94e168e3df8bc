// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "FilePath.h"
#include "Output/ProgressBar.h"
#include "PolarReport.h"
#include "ProjectedArea.h"
#include "ToolInput.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace ambient {
namespace {

constexpr std::size_t kMostPoints = 100001;

ForceSet forcesNamed(const std::string& model) {
    if (model == "rbd")
        throw InputError("--model: rbd is the vacuum and has no forces; choose default, surface2026b, "
                         "paper001, uwrbd or gwtf");
    try {
        return ForceSet::named(model);
    } catch (const std::invalid_argument& error) {
        throw InputError(std::string("--model: ") + error.what());
    }
}

UniformMedium mediumNamed(const std::string& fluid) {
    if (fluid == "air") return UniformMedium::air();
    if (fluid == "water") return UniformMedium::water();
    throw InputError("--fluid: '" + fluid + "' is unknown; choose air or water");
}

void requireWithin(double value, const char* option, double least, double most) {
    if (value >= least && value <= most) return;
    throw InputError(format("%s: %g is not in the range %g to %g", option, value, least, most));
}

PolarAxes axesOf(const PolarOptions& options) {
    const Vector3 nose = directionNamed("--axis", options.axis);
    int nearest = 0;
    nose.cwiseAbs().maxCoeff(&nearest);
    if (options.pitchAxis.empty()) return {nose, Vector3::Unit(nearest == 1 ? 0 : 1)};
    const Vector3 pitchAxis = directionNamed("--pitch-axis", options.pitchAxis);
    if (pitchAxis.cross(nose).norm() < 1e-3)
        throw InputError("--pitch-axis: '" + options.pitchAxis + "' lies along the body axis (--axis " + options.axis +
                         ")");
    return {nose, pitchAxis};
}

/// Reference area given by the user; 0: a projected area.
double givenArea(const std::string& text) {
    if (text == "larger" || text == "front" || text == "side") return 0.0;
    char* end = nullptr;
    const double area = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || *end != '\0')
        throw InputError("--area: '" + text + "' is neither larger, front, side nor a number of square metres");
    requirePositive(area, "--area", " m^2");
    return area;
}

/// Checks, before the mesh is read, all options whose check does not need the mesh.
PolarReport checkedReport(const PolarOptions& options) {
    requirePositive(options.scale, "--scale", "");
    requireSheetThickness(options.sheetThickness);
    requirePositive(options.speed, "--speed", " m/s");
    if (options.length) requirePositive(*options.length, "--length", " m");
    requireWithin(options.wakeFactor, "--wake-factor", 0.2, 1.0);
    if (options.roughness != 0.0) requirePositive(options.roughness, "--roughness", " m");
    requireWithin(options.separation, "--separation", 0.0, 180.0);
    pointNamed("--about", options.about, Vector3::Zero());
    const PolarAxes axes = axesOf(options);
    const Vector3 spinAxis = options.spinAxis.empty() ? axes.right : directionNamed("--spin-axis", options.spinAxis);
    const UniformMedium medium = mediumNamed(options.fluid);
    PolarReport report{options, {axes, spinAxis, Vector3::Zero()}, 0.0, 0.0, "", {}, {}, {}, {}};
    report.setup.area = givenArea(options.area);
    report.setup.speed = options.speed;
    report.setup.density = medium.density();
    report.setup.dynamicViscosity = options.noFriction ? 0.0 : medium.dynamicViscosity();
    report.terms = polarTerms(forcesNamed(options.model));
    report.incidences = numbersNamed("--sweep", options.sweep);
    report.spins = numbersNamed("--spin", options.spin);
    if (report.incidences.size() * report.spins.size() > kMostPoints)
        throw InputError("--sweep and --spin together give more than 100001 points");
    return report;
}

std::shared_ptr<const FluidBodyModel> buildModel(const PolarOptions& options, const TriangleMesh& mesh) {
    FluidBodyDef def;
    def.wakeFactor = options.wakeFactor;
    def.roughness = options.roughness;
    def.separationAngle = options.separation * kPi / 180.0;
    ProgressBar bar("potential flow of " + options.path, !options.quiet);
    def.progress = [&bar](double fraction) { bar.update(fraction); };
    try {
        return FluidBodyModel::build(mesh, def);
    } catch (const std::logic_error& error) { // too many faces for the potential flow
        throw InputError(options.path + ": " + error.what());
    }
}

/// Sets the reference area and length if not given.
void chooseReference(PolarReport& report, const TriangleMesh& mesh) {
    PolarSetup& setup = report.setup;
    report.frontArea = projectedArea(mesh, setup.axes.nose);
    report.sideArea = projectedArea(mesh, setup.axes.up);
    const std::string& wanted = report.options.area;
    report.areaIs = setup.area > 0.0     ? "given"
                    : wanted != "larger" ? wanted
                                         : (report.frontArea >= report.sideArea ? "front" : "side");
    if (report.areaIs != "given") setup.area = report.areaIs == "front" ? report.frontArea : report.sideArea;
    setup.length = report.options.length.value_or(std::sqrt(4.0 * setup.area / kPi));
}

void write(const PolarReport& report, OutputFile* csv, GnuplotPicture* picture) {
    const PolarOptions& options = report.options;
    if (csv) {
        csv->write(polarCsv(report));
        csv->commit();
    }
    if (picture) {
        picture->draw(
            [&](PlotFormat fileFormat, const std::string& path) { return polarScript(report, fileFormat, path); },
            options.quiet);
    }
    const bool csvOnly = options.csv && options.csv->empty();
    std::fputs((options.json ? polarJson(report) : csvOnly ? polarCsv(report) : polarTable(report)).c_str(), stdout);
}

/// Checks for overflow: sizes and spins in their ranges may be too large or too small in combination.
void requireFinite(const PolarReport& report) {
    for (const PolarPoint& point : report.points)
        for (double value : point.total)
            if (!std::isfinite(value))
                throw InputError(
                    "the coefficients are not finite: check --area, --length, --about, --speed and --spin");
}

void requireApart(const PolarOptions& options) {
    CommandFiles files;
    recordMesh(files, options.path);
    files.writes("--csv", options.csv.value_or(""));
    recordPlot(files, options.plot);
}

} // namespace

void runPolar(const PolarOptions& options) {
    PolarReport report = checkedReport(options);
    if (options.json && options.csv && options.csv->empty())
        throw InputError("--csv: give a file, since --json uses standard output");
    requireApart(options);
    std::unique_ptr<OutputFile> csv;
    std::unique_ptr<GnuplotPicture> picture;
    if (options.csv && !options.csv->empty()) csv = std::make_unique<OutputFile>(*options.csv);
    if (!options.plot.empty()) picture = std::make_unique<GnuplotPicture>(options.plot);
    const CheckedMesh checked =
        readUsableMesh(options.path, options.scale, {options.sheetThickness, options.wrap}, options.quiet);
    if (!options.quiet) warnAbout(options.path, checked.report);
    const auto model = buildModel(options, checked.mesh);
    report.setup.about = pointNamed("--about", options.about, checked.report.centroid);
    chooseReference(report, checked.mesh);
    report.points = evaluatePolar(*model, forcesNamed(options.model), report.setup, report.incidences, report.spins);
    requireFinite(report);
    write(report, csv.get(), picture.get());
}

} // namespace ambient
