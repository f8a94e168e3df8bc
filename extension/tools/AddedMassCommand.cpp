// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshRepair.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"
#include "MeshImport/MeshImport.h"
#include "ProgressBar.h"
#include "ReportJson.h"
#include "ToolCommands.h"

#include <spdlog/spdlog.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace ambient {
namespace {

/// Everything the two output formats tell.
struct AddedMassResult {
    MeshReport mesh;
    Vector3 about = Vector3::Zero(); ///< mesh frame [m]
    SpatialInertia addedMass;        ///< about `about`, mesh axes
    AddedMass solution;
    const char* method = "";
};

AddedMassMethod methodNamed(const std::string& name) {
    if (name == "auto" || name == "dense") return AddedMassMethod::Galerkin;
    if (name == "collocation") return AddedMassMethod::Collocation;
    throw InputError("--method: '" + name + "' is unknown; this version has auto, dense, collocation");
}

Vector3 pointNamed(const std::string& text, const MeshReport& mesh) {
    if (text == "centroid") return mesh.centroid;
    if (text == "origin") return Vector3::Zero();
    Vector3 point;
    const char* rest = text.c_str();
    for (int i = 0; i < 3; ++i) {
        char* end = nullptr;
        point[i] = std::strtod(rest, &end);
        const char wantedNext = i < 2 ? ',' : '\0';
        if (end == rest || *end != wantedNext || !std::isfinite(point[i]))
            throw InputError("--about: '" + text + "' is neither centroid nor origin nor three numbers X,Y,Z");
        rest = end + 1;
    }
    return point;
}

void requirePositive(double value, const char* option, const char* unit) {
    if (value > 0.0 && std::isfinite(value)) return;
    char text[120];
    std::snprintf(text, sizeof text, "%s: %g%s is not positive and finite", option, value, unit);
    throw InputError(text);
}

void requireValid(const AddedMassCommandOptions& options) {
    requirePositive(options.fluidDensity, "--fluid-density", " kg/m^3");
    requirePositive(options.scale, "--scale", "");
    methodNamed(options.method);
    pointNamed(options.about, {});
    if (options.format != "table" && options.format != "json")
        throw InputError("--format: '" + options.format + "' is unknown; this version has table, json");
}

CheckedMesh readMesh(const AddedMassCommandOptions& options) {
    TriangleMesh mesh = importMesh(options.path);
    for (Vector3& vertex : mesh.vertices)
        vertex *= options.scale;
    try {
        return requireUsableMesh(mesh, options.repair ? MeshRepair::FlipInverted : MeshRepair::Safe);
    } catch (const MeshError& error) {
        const bool flippable =
            !options.repair && error.report.has(MeshDefect::Inverted) && error.report.issues.size() == 1;
        throw InputError(options.path + ": " + error.what() + (flippable ? " (--repair turns it)" : ""));
    }
}

AddedMassResult compute(const AddedMassCommandOptions& options, const CheckedMesh& checked) {
    AddedMassResult result;
    result.mesh = checked.report;
    result.about = pointNamed(options.about, checked.report);
    const AddedMassMethod method = methodNamed(options.method);
    result.method = method == AddedMassMethod::Galerkin ? "dense" : "collocation";
    ProgressBar bar("added mass of " + options.path, !options.quiet);
    try {
        result.solution = computeAddedMass(checked.mesh, {method, [&bar](double fraction) { bar.update(fraction); }});
    } catch (const std::length_error& error) {
        throw InputError(options.path + ": " + error.what());
    }
    const Pose meshFromAbout{Quaternion::Identity(), result.about};
    result.addedMass = result.solution.perDensity.changeFrame(meshFromAbout).scaled(options.fluidDensity);
    return result;
}

void printJson(const AddedMassCommandOptions& options, const AddedMassResult& r) {
    const Json json = {{"faces", r.mesh.faceCount},
                       {"vertices", r.mesh.vertexCount},
                       {"volume", r.mesh.volume},
                       {"area", r.mesh.area},
                       {"centroid", toJson(r.mesh.centroid)},
                       {"about", toJson(r.about)},
                       {"fluid_density", options.fluidDensity},
                       {"added_mass", toJson(r.addedMass.matrix())},
                       {"method", r.method},
                       {"unknowns", r.solution.unknowns},
                       {"residual", r.solution.residual},
                       {"symmetry_defect", r.solution.symmetryDefect},
                       {"seconds", r.solution.seconds}};
    std::printf("%s\n", json.dump(2).c_str());
}

void printMatrix(const Matrix6& matrix) {
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

void printTable(const AddedMassCommandOptions& options, const AddedMassResult& r) {
    const MeshReport& m = r.mesh;
    std::printf("%s: %d faces, %d vertices\n", options.path.c_str(), m.faceCount, m.vertexCount);
    std::printf("  volume           %.9g m^3 (%.9g kg of fluid)\n", m.volume, m.volume * options.fluidDensity);
    std::printf("  area             %.9g m^2\n", m.area);
    std::printf("  centroid         (%.9g, %.9g, %.9g) m\n", m.centroid.x(), m.centroid.y(), m.centroid.z());
    std::printf("  fluid density    %.9g kg/m^3\n\n", options.fluidDensity);
    std::printf("Added mass about (%.9g, %.9g, %.9g) m, axes of the mesh, angular part first\n", r.about.x(),
                r.about.y(), r.about.z());
    printMatrix(r.addedMass.matrix());
    const double length = std::sqrt(m.area);
    const double smallest = r.addedMass.smallestEigenvalue(length);
    std::printf("\n  method           %s, %d unknowns, %.3f s\n", r.method, r.solution.unknowns, r.solution.seconds);
    std::printf("  residual         %.2e (largest relative residual of the six solves)\n", r.solution.residual);
    std::printf("  symmetry defect  %.2e (of the unsymmetric form, before symmetry is enforced)\n",
                r.solution.symmetryDefect);
    // A shape of revolution moves no ideal fluid when it spins: zero to rounding is right there.
    const double rounding = 1e-9 * r.addedMass.matrix().trace();
    const char* verdict = smallest > rounding    ? "positive"
                          : smallest > -rounding ? "none negative"
                                                 : "NEGATIVE: do not use";
    std::printf("  eigenvalues      %s, smallest %.3e kg (angular part over area)\n", verdict, smallest);
}

} // namespace

void runAddedMass(const AddedMassCommandOptions& options) {
    requireValid(options);
    const CheckedMesh checked = readMesh(options);
    if (!options.quiet) {
        for (const std::string& repair : checked.report.repairs)
            spdlog::warn("{}: repaired: {}", options.path, repair);
        for (const std::string& warning : checked.report.warnings)
            spdlog::warn("{}: {}", options.path, warning);
    }
    const AddedMassResult result = compute(options, checked);
    if (options.format == "json")
        printJson(options, result);
    else
        printTable(options, result);
}

} // namespace ambient
