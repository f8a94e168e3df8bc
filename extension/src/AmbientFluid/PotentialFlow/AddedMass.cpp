// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/AddedMass.h"

#include "AmbientFluid/PotentialFlow/LocalAddedMass.h"
#include "AmbientFluid/PotentialFlow/NeumannSolver.h"
#include "AmbientFluid/PotentialFlow/RefinedSolve.h"

#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

constexpr double kMemoryLimit = 8.0 * 1024.0 * 1024.0 * 1024.0;

double denseBytes(const TriangleMesh& mesh, AddedMassMethod method) {
    const double f = mesh.faceCount(), v = mesh.vertexCount();
    return 8.0 * (method == AddedMassMethod::Galerkin ? f * f + 3.0 * v * v : 2.0 * f * f);
}

void requireMemory(const TriangleMesh& mesh, AddedMassMethod method) {
    if (method == AddedMassMethod::Local || method == AddedMassMethod::Fast) return;
    if (denseBytes(mesh, method) > kMemoryLimit)
        throw std::length_error("added mass of " + std::to_string(mesh.faceCount()) +
                                " faces needs more than 8 GiB in the dense method: use the fast one, or fewer faces");
}

void requireTolerances(const AddedMassOptions& options) {
    char text[120];
    if (!(options.tolerance >= 1e-6 && options.tolerance <= 1e-2)) {
        std::snprintf(text, sizeof text, "AddedMassOptions::tolerance must lie in [1e-6, 0.01], got %g",
                      options.tolerance);
        throw std::invalid_argument(text);
    }
    if (!(options.discretisation > 0.0)) {
        std::snprintf(text, sizeof text, "AddedMassOptions::discretisation must be above 0, got %g",
                      options.discretisation);
        throw std::invalid_argument(text);
    }
}

/// Healthy dense systems are solved to 1e-9 and better; systems that rounding made indefinite, to about 1.
bool isSolved(const AddedMass& result, double largestResidual) {
    return result.residual <= largestResidual && result.perDensity.matrix().allFinite();
}

AddedMass solveByCollocation(const TriangleMesh& mesh, const AddedMassOptions& options) {
    AddedMass result = solveCollocation(mesh, options.progress);
    result.facePotentials = result.unitPotentials;
    result.extrapolated = result.perDensity;
    result.solvedFaces = mesh.faceCount();
    return result;
}

/// Needles that the fast method does not converge on are no trouble to the dense one.
AddedMass solveFastOrDense(const TriangleMesh& mesh, const AddedMassOptions& options) {
    AddedMass fast = solveFastRefined(mesh, options);
    fast.method = AddedMassMethod::Fast;
    if (isSolved(fast, options.tolerance) || denseBytes(mesh, AddedMassMethod::Galerkin) > kMemoryLimit) return fast;
    AddedMassOptions again = options; // progress never falls, and stays a way to stop
    if (options.progress) again.progress = [&options](double) { options.progress(1.0); };
    AddedMass dense = solveGalerkinRefined(mesh, again);
    dense.method = AddedMassMethod::Galerkin;
    dense.isDenseInsteadOfFast = true;
    return dense;
}

AddedMass solve(const TriangleMesh& mesh, const AddedMassOptions& options) {
    AddedMass result;
    result.method = options.method;
    switch (options.method) {
    case AddedMassMethod::Fast:
        return solveFastOrDense(mesh, options);
    case AddedMassMethod::Collocation:
        result = solveByCollocation(mesh, options);
        break;
    case AddedMassMethod::Local:
        result.perDensity = result.extrapolated = localAddedMass(mesh);
        if (options.progress) options.progress(1.0);
        break;
    default:
        result = solveGalerkinRefined(mesh, options);
    }
    result.method = options.method;
    return result;
}

AddedMassMethod chosenFor(const TriangleMesh& mesh, AddedMassMethod method) {
    if (method != AddedMassMethod::Auto) return method;
    return mesh.faceCount() > kMostDenseFaces ? AddedMassMethod::Fast : AddedMassMethod::Galerkin;
}

void requireSolved(const AddedMass& result, double largestResidual) {
    if (isSolved(result, largestResidual)) return;
    char text[200];
    std::snprintf(
        text, sizeof text,
        "added mass: the potential flow cannot be solved (residual %.1e after %d iterations): the body is too "
        "thin, or its faces too slender",
        result.residual, result.iterations);
    throw std::invalid_argument(text);
}

} // namespace

AddedMass computeAddedMass(const TriangleMesh& mesh, const AddedMassOptions& given) {
    AddedMassOptions options = given;
    options.method = chosenFor(mesh, given.method);
    requireTolerances(options);
    requireMemory(mesh, options.method);
    const auto start = std::chrono::steady_clock::now();
    // Origin at the surface's mean point while solving, so that a mesh far from its origin loses no digits.
    Vector3 middle = Vector3::Zero();
    for (const Vector3& v : mesh.vertices)
        middle += v / mesh.vertexCount();
    TriangleMesh centred = mesh;
    for (Vector3& v : centred.vertices)
        v -= middle;
    AddedMass result = solve(centred, options);
    requireSolved(result, result.method == AddedMassMethod::Fast ? options.tolerance : 1e-6);
    const Pose centredFromMesh{Quaternion::Identity(), -middle};
    result.perDensity = result.perDensity.changeFrame(centredFromMesh);
    result.extrapolated = result.extrapolated.changeFrame(centredFromMesh);
    // About the mesh origin the normal velocity gains middle x n: a sum of the translations'.
    for (SixColumns* potentials : {&result.unitPotentials, &result.facePotentials}) {
        const Eigen::Matrix<double, Eigen::Dynamic, 3> translations = potentials->rightCols<3>();
        potentials->leftCols<3>() -= translations * skew(middle);
    }
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

} // namespace ambient
