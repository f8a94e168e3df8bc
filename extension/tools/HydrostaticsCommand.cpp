// SPDX-License-Identifier: Zlib
#include "HydrostaticsReport.h"
#include "Output/HydrostaticsJson.h"
#include "ReportJson.h"
#include "ToolInput.h"

#include <cmath>
#include <cstdio>
#include <memory>

namespace ambient {
namespace {

/// Points separated by semicolons.
std::vector<Vector3> openingsNamed(const std::string& text) {
    std::vector<Vector3> points;
    for (std::size_t begin = 0; !text.empty() && begin <= text.size();) {
        const std::size_t end = std::min(text.find(';', begin), text.size());
        const std::vector<double> p =
            listNamed("--openings", text.substr(begin, end - begin), 3, "three numbers X,Y,Z; separate points by ;");
        points.emplace_back(p[0], p[1], p[2]);
        begin = end + 1;
    }
    return points;
}

/// Checks, before the mesh is read, all options whose check does not need the mesh.
HydrostaticsReport checkedReport(const HydrostaticsOptions& options) {
    HydrostaticsReport report{options, "", {}, {}, {}};
    requirePositive(options.scale, "--scale", "");
    requirePositive(*options.mass, "--mass", " kg");
    pointNamed("--center", options.center, Vector3::Zero());
    const ChosenFluid fluid = floatingFluid(options.fluid, options.fluidDensity);
    report.fluid = fluid.name;
    report.def.fluidDensity = fluid.density;
    report.def.mass = *options.mass;
    for (const double heel : numbersNamed("--heel", options.heel)) {
        if (!(std::fabs(heel) <= 180.0))
            throw InputError("--heel: '" + options.heel + "' is not within -180 and 180 deg");
        report.def.heels.push_back(heel * kPi / 180.0);
    }
    report.def.openings = openingsNamed(options.openings);
    CommandFiles files;
    recordMesh(files, options.path);
    recordPlot(files, options.plot);
    return report;
}

} // namespace

void runHydrostatics(const HydrostaticsOptions& options) {
    HydrostaticsReport report = checkedReport(options);
    std::unique_ptr<GnuplotPicture> picture;
    if (!options.plot.empty()) picture = std::make_unique<GnuplotPicture>(options.plot);
    const CheckedMesh checked = readUsableMesh(options.path, options.scale, {0.0, options.wrap}, options.quiet);
    if (!options.quiet) warnAbout(options.path, checked.report);
    report.mesh = checked.report;
    report.def.centerOfMass = pointNamed("--center", options.center, checked.report.centroid);
    try {
        report.found = computeHydrostatics(checked.mesh, report.def);
    } catch (const std::invalid_argument& error) {
        throw InputError(options.path + ": " + error.what());
    }
    if (picture)
        picture->draw([&](PlotFormat fileFormat,
                          const std::string& path) { return hydrostaticsScript(report, fileFormat, path); },
                      options.quiet);
    std::fputs((options.json ? textOf(hydrostaticsJson(report.found)) + "\n" : hydrostaticsTable(report)).c_str(),
               stdout);
}

} // namespace ambient
