// SPDX-License-Identifier: Zlib
#include "AmbientFluid/StokesFlow/ViscousTensor.h"
#include "ReportJson.h"
#include "ToolCommands.h"
#include "ToolInput.h"

#include <cmath>
#include <cstdio>

namespace ambient {
namespace {

/// The wanted faces, refused if out of range.
ViscousOptions solveOptions(const StokesOptions& options) {
    ViscousOptions solve;
    if (options.faces != 0) solve.faces = options.faces;
    solve.estimatesError = true;
    try {
        solve.requireValid("--faces");
    } catch (const std::invalid_argument& error) {
        throw InputError(error.what());
    }
    return solve;
}

void printJson(const MeshReport& mesh, const ViscousTensor& tensor, const ViscousReport& report) {
    const Json json = {{"faces", mesh.faceCount},
                       {"volume", mesh.volume},
                       {"area", mesh.area},
                       {"centroid", toJson(mesh.centroid)},
                       {"resistance", toJson(tensor.resistance)},
                       {"center_of_resistance", toJson(tensor.center)},
                       {"radius", tensor.radius},
                       {"solved_faces", report.faces},
                       {"self_excess", report.selfExcess},
                       {"error_estimate", report.errorEstimate},
                       {"seconds", report.seconds}};
    std::printf("%s\n", textOf(json).c_str());
}

void printTable(const StokesOptions& options, const MeshReport& mesh, const ViscousTensor& tensor,
                const ViscousReport& report) {
    constexpr const char* rows[6] = {"torque x", "torque y", "torque z", "force x", "force y", "force z"};
    constexpr const char* columns[6] = {"spin x", "spin y", "spin z", "move x", "move y", "move z"};
    const Vector3& c = tensor.center;
    std::printf("%s: %d faces, %d vertices\n", options.path.c_str(), mesh.faceCount, mesh.vertexCount);
    std::printf("  centre of resistance  (%.9g, %.9g, %.9g) m\n", c.x(), c.y(), c.z());
    std::printf("  radius                %.9g m: a sphere of it has the mean drag\n\n", tensor.radius);
    std::printf("Resistance over viscosity about the centre of resistance, axes of the mesh, angular part first\n");
    const double largest = tensor.resistance.cwiseAbs().maxCoeff();
    std::printf("  %-10s", "");
    for (const char* column : columns)
        std::printf("%14s", column);
    for (int i = 0; i < 6; ++i) {
        std::printf("\n  %-10s", rows[i]);
        for (int j = 0; j < 6; ++j)
            std::printf("%14.5e", std::fabs(tensor.resistance(i, j)) < 1e-15 * largest ? 0.0 : tensor.resistance(i, j));
    }
    std::printf("\n  units: m^3 (torque, spin), m (force, move), m^2 (the blocks off the diagonal)\n");
    std::printf("\n  solved on     %d faces, %.3f s\n", report.faces, report.seconds);
    std::printf("  accuracy      within about %.2g %%, from a second solution with half the faces\n",
                100.0 * report.errorEstimate);
    if (report.selfExcess > 0.0)
        std::printf("  thin parts    the faces' own blocks are %.2g %% larger\n", 100.0 * report.selfExcess);
}

} // namespace

void runStokes(const StokesOptions& options) {
    requirePositive(options.scale, "--scale", "");
    requireSheetThickness(options.sheetThickness);
    const ViscousOptions solve = solveOptions(options);
    const CheckedMesh checked =
        readUsableMesh(options.path, options.scale, {options.sheetThickness, options.wrap}, options.quiet);
    if (!options.quiet) warnAbout(options.path, checked.report);
    ViscousReport report;
    const ViscousTensor tensor = computeViscousTensor(checked.mesh, solve, &report);
    if (options.json)
        printJson(checked.report, tensor, report);
    else
        printTable(options, checked.report, tensor, report);
}

} // namespace ambient
