// SPDX-License-Identifier: Zlib
#include "AddedMassSolve.h"
#include "GroupAddedMass.h"
#include "Output/ProgressBar.h"
#include "ReportJson.h"
#include "RobotFormats/FluidAddedMassXml.h"
#include "RobotFormats/RobotWriters.h"
#include "ToolCommands.h"
#include "ToolInput.h"

#include <spdlog/spdlog.h>

#include <cmath>
#include <cstdio>
#include <optional>

namespace ambient {
namespace {

/// All contents of the output formats.
struct AddedMassResult {
    MeshReport mesh;
    Vector3 about = Vector3::Zero(); ///< mesh frame [m]
    SpatialInertia addedMass;        ///< about `about`, mesh axes
    AddedMass solution;
    bool isGiven = false;                ///< by a file: nothing was solved
    std::optional<GroupAddedMass> group; ///< with --with or --wall
};

bool isRobotFormat(const std::string& format) {
    return format == "sdf" || format == "urdf" || format == "mjcf";
}

AddedMassMethod methodNamed(const std::string& name) {
    if (name == "auto") return AddedMassMethod::Auto;
    if (name == "dense") return AddedMassMethod::Galerkin;
    if (name == "fast") return AddedMassMethod::Fast;
    if (name == "collocation") return AddedMassMethod::Collocation;
    if (name == "local") return AddedMassMethod::Local;
    throw InputError("--method: '" + name + "' is unknown; this version has auto, dense, fast, local, collocation");
}

const char* nameOf(AddedMassMethod method) {
    switch (method) {
    case AddedMassMethod::Collocation:
        return "collocation";
    case AddedMassMethod::Local:
        return "local";
    case AddedMassMethod::Fast:
        return "fast";
    default:
        return "dense";
    }
}

void requireValid(const AddedMassCommandOptions& options) {
    requirePositive(options.fluidDensity, "--fluid-density", " kg/m^3");
    requirePositive(options.scale, "--scale", "");
    requireSheetThickness(options.sheetThickness);
    methodNamed(options.method);
    if (!(options.tolerance > 0.0)) throw InputError("--tolerance: must be above 0, such as 0.01 or inf");
    if (options.format != "table" && options.format != "json" && !isRobotFormat(options.format))
        throw InputError("--format: '" + options.format +
                         "' is unknown; this version has table, json, sdf, urdf, mjcf");
    if (!options.about.empty()) pointNamed("--about", options.about, Vector3::Zero());
    if (isRobotFormat(options.format) && !options.about.empty() && options.about != "origin")
        throw InputError("--about: '" + options.about + "': " + options.format +
                         " is about the link's origin, that of the mesh");
    if (options.bodyDensity != 0.0) requirePositive(options.bodyDensity, "--body-density", " kg/m^3");
    if (!options.link.empty() && options.given.empty()) throw InputError("--link: there is no --given file");
    requireValidGroup(options);
}

/// A remark if the format of a given file cannot hold all numbers.
void warnOfLack(const std::string& path) {
    if (const std::string lack = lackOfFluidFormat(path); !lack.empty()) spdlog::warn("{}: {}", path, lack);
}

AddedMassResult compute(const AddedMassCommandOptions& options, const CheckedMesh& checked) {
    AddedMassResult result;
    result.mesh = checked.report;
    const std::string about = !options.about.empty()          ? options.about
                              : isRobotFormat(options.format) ? "origin"
                                                              : "centroid";
    result.about = pointNamed("--about", about, checked.report.centroid);
    result.isGiven = !options.given.empty();
    if (!result.isGiven) result.solution = solveAddedMass(options, options.path, checked);
    const SpatialInertia aboutOrigin =
        result.isGiven ? SpatialInertia(readFluidAddedMass(options.given, options.link, options.fluidDensity).matrix)
                       : result.solution.perDensity.scaled(options.fluidDensity);
    if (isGroup(options)) result.group = solveGroup(options, checked, aboutOrigin);
    result.addedMass = aboutOrigin.changeFrame(Pose{Quaternion::Identity(), result.about});
    return result;
}

void printJson(const AddedMassCommandOptions& options, const AddedMassResult& r) {
    Json json = {{"faces", r.mesh.faceCount},
                 {"vertices", r.mesh.vertexCount},
                 {"volume", r.mesh.volume},
                 {"area", r.mesh.area},
                 {"centroid", toJson(r.mesh.centroid)},
                 {"about", toJson(r.about)},
                 {"fluid_density", options.fluidDensity},
                 {"added_mass", toJson(r.addedMass.matrix())},
                 {"method", r.isGiven ? "given" : nameOf(r.solution.method)},
                 {"unknowns", r.solution.unknowns},
                 {"residual", r.solution.residual},
                 {"symmetry_defect", r.solution.symmetryDefect},
                 {"error_estimate", r.solution.errorEstimate < 0.0 ? Json() : Json(r.solution.errorEstimate)},
                 {"solved_faces", r.solution.solvedFaces},
                 {"seconds", r.solution.seconds},
                 {"thickened_sheets", r.mesh.thickenedSheets},
                 {"sheet_thickness", r.mesh.sheetThickness}};
    if (r.group) addTo(json, *r.group);
    std::printf("%s\n", textOf(json).c_str());
}

void printAccuracy(const AddedMass& solution) {
    if (solution.errorEstimate < 0.0) {
        std::printf("  accuracy         not estimated by this method\n");
        return;
    }
    std::printf("  accuracy         K within about %.2g %% of the polyhedron's, solved on %d faces; facets of a round "
                "body are another error\n",
                100.0 * solution.errorEstimate, solution.solvedFaces);
}

void printMethod(const AddedMassResult& r) {
    if (r.isGiven) {
        std::printf("\n  method           given by a file\n");
        return;
    }
    if (r.solution.method == AddedMassMethod::Local) {
        std::printf("\n  method           local, an estimate from areas and bending angles, %.3f s\n",
                    r.solution.seconds);
        return;
    }
    std::printf("\n  method           %s, %d unknowns, %.3f s", nameOf(r.solution.method), r.solution.unknowns,
                r.solution.seconds);
    if (r.solution.iterations > 0) std::printf(", %d iterations", r.solution.iterations);
    if (r.solution.isDenseInsteadOfFast) std::printf(" (the fast method did not converge)");
    std::printf("\n");
    printAccuracy(r.solution);
    std::printf("  residual         %.2e (largest relative residual of the six solves)\n", r.solution.residual);
    std::printf("  symmetry defect  %.2e (of the unsymmetric form, before symmetry is enforced)\n",
                r.solution.symmetryDefect);
}

/// The fit needs the forces, hence the whole model.
EllipsoidFluidFit fitOf(const AddedMassCommandOptions& options, const CheckedMesh& checked,
                        const AddedMassResult& result) {
    FluidBodyDef def;
    def.addedMassMethod = methodNamed(options.method);
    def.discretisation = options.tolerance;
    if (result.isGiven) def.addedMass = readFluidAddedMass(options.given, options.link, options.fluidDensity);
    return fitEllipsoidFluid(*FluidBodyModel::build(checked.mesh, def));
}

void printRobotFile(const AddedMassCommandOptions& options, const CheckedMesh& checked, const AddedMassResult& r) {
    RobotLink link;
    link.name = linkNameOf(options.path);
    link.mesh = options.path;
    link.scale = options.scale;
    link.body =
        solidMassProperties(checked.mesh, options.bodyDensity != 0.0 ? options.bodyDensity : options.fluidDensity);
    link.fluidDensity = options.fluidDensity;
    link.addedMass = r.addedMass;
    const std::string text = options.format == "sdf"    ? sdfOf(link)
                             : options.format == "urdf" ? urdfOf(link)
                                                        : mjcfOf(link, fitOf(options, checked, r));
    std::printf("%s", text.c_str());
}

void printTable(const AddedMassCommandOptions& options, const AddedMassResult& r) {
    const MeshReport& m = r.mesh;
    std::printf("%s: %d faces, %d vertices\n", options.path.c_str(), m.faceCount, m.vertexCount);
    std::printf("  volume           %.9g m^3 (%.9g kg of fluid)\n", m.volume, m.volume * options.fluidDensity);
    std::printf("  area             %.9g m^2\n", m.area);
    std::printf("  centroid         (%.9g, %.9g, %.9g) m\n", m.centroid.x(), m.centroid.y(), m.centroid.z());
    if (m.thickenedSheets > 0) std::printf("  sheet thickness  %.9g m (the mesh was open)\n", m.sheetThickness);
    std::printf("  fluid density    %.9g kg/m^3\n\n", options.fluidDensity);
    std::printf("Added mass about (%.9g, %.9g, %.9g) m, axes of the mesh, angular part first\n", r.about.x(),
                r.about.y(), r.about.z());
    printAddedMass(r.addedMass.matrix());
    const double length = std::sqrt(m.area);
    const double smallest = r.addedMass.smallestEigenvalue(length);
    printMethod(r);
    // A shape of revolution moves no ideal fluid when spinning: zero to rounding is right there.
    const double rounding = 1e-9 * r.addedMass.matrix().trace();
    const char* verdict = smallest > rounding    ? "positive"
                          : smallest > -rounding ? "none negative"
                                                 : "NEGATIVE: do not use";
    std::printf("  eigenvalues      %s, smallest %.3e kg (angular part over area)\n", verdict, smallest);
    if (r.group) printGroup(*r.group);
}

/// On standard error.
void warnOfError(const AddedMassCommandOptions& options, const AddedMass& solution) {
    if (solution.isDenseInsteadOfFast)
        std::fprintf(stderr, "%s: the fast method did not converge on its faces: solved by the dense one\n",
                     options.path.c_str());
    if (!solution.isLimited) return;
    const bool isFast = solution.method == AddedMassMethod::Fast;
    std::fprintf(stderr, "%s: warning: the added mass is within about %.2g %%, above the %.2g %% of --tolerance: %s\n",
                 options.path.c_str(), 100.0 * solution.errorEstimate, 100.0 * options.tolerance,
                 isFast ? "the fast method does not refine; smaller faces do better"
                        : "refining stopped at its limit of faces; a mesh without long, thin faces does better");
}

} // namespace

AddedMass solveAddedMass(const AddedMassCommandOptions& options, const std::string& path, const CheckedMesh& checked) {
    ProgressBar bar("added mass of " + path, !options.quiet);
    try {
        AddedMassOptions solve;
        solve.method = methodNamed(options.method);
        solve.progress = [&bar](double fraction) { bar.update(fraction); };
        solve.discretisation = options.tolerance;
        return computeAddedMass(checked.mesh, solve);
    } catch (const std::logic_error& error) { // too many faces, or not a surface for the local method
        throw InputError(path + ": " + error.what());
    }
}

void printAddedMass(const Matrix6& matrix) {
    constexpr const char* columns[6] = {"spin x", "spin y", "spin z", "move x", "move y", "move z"};
    constexpr const char* rows[6] = {"torque x", "torque y", "torque z", "force x", "force y", "force z"};
    const double largest = matrix.cwiseAbs().maxCoeff();
    std::printf("  %-10s", "");
    for (const char* column : columns)
        std::printf("%14s", column);
    for (int i = 0; i < 6; ++i) {
        std::printf("\n  %-10s", rows[i]);
        for (int j = 0; j < 6; ++j)
            std::printf("%14.5e", std::fabs(matrix(i, j)) < 1e-15 * largest ? 0.0 : matrix(i, j));
    }
    std::printf("\n  units: kg m^2 (torque, spin), kg (force, move), kg m (the blocks off the diagonal)\n");
}

void runAddedMass(const AddedMassCommandOptions& options) {
    requireValid(options);
    const CheckedMesh checked =
        readUsableMesh(options.path, options.scale, {options.sheetThickness, options.wrap}, options.quiet);
    if (!options.quiet) warnAbout(options.path, checked.report);
    if (!options.quiet && !options.given.empty()) warnOfLack(options.given);
    const AddedMassResult result = compute(options, checked);
    if (!options.quiet) warnOfError(options, result.solution);
    if (options.format == "json")
        printJson(options, result);
    else if (isRobotFormat(options.format))
        printRobotFile(options, checked, result);
    else
        printTable(options, result);
}

} // namespace ambient
