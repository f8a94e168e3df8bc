// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/AddedMass.h"

#include "AmbientFluid/Mesh/MeshRefinement.h"
#include "AmbientFluid/PotentialFlow/LocalAddedMass.h"
#include "AmbientFluid/PotentialFlow/NeumannSolver.h"

#include <chrono>
#include <cstdio>
#include <numeric>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

constexpr double kMemoryLimit = 8.0 * 1024.0 * 1024.0 * 1024.0;

void requireMemory(const TriangleMesh& mesh, AddedMassMethod method) {
    if (method == AddedMassMethod::Local || method == AddedMassMethod::Fast) return;
    const double f = mesh.faceCount(), v = mesh.vertexCount();
    const double bytes = 8.0 * (method == AddedMassMethod::Galerkin ? f * f + 3.0 * v * v : 2.0 * f * f);
    if (bytes > kMemoryLimit)
        throw std::length_error("added mass of " + std::to_string(mesh.faceCount()) +
                                " faces needs more than 8 GiB in the dense method: use the fast one, or fewer faces");
}

void requireTolerance(double tolerance) {
    if (tolerance >= 1e-6 && tolerance <= 1e-2) return;
    char text[100];
    std::snprintf(text, sizeof text, "AddedMassOptions::tolerance must lie in [1e-6, 0.01], got %g", tolerance);
    throw std::invalid_argument(text);
}

constexpr int kFewFaces = 400;
constexpr int kRefinedFaces = 800;

/// A mesh, or a refinement of it, to be solved; and where its faces come from.
struct SolvedMesh {
    SolvedMesh(const TriangleMesh& given, bool refine) : mesh(given), parents(given.faces.size()) {
        std::iota(parents.begin(), parents.end(), 0);
        if (refine && given.faceCount() < kFewFaces) mesh = refineTowardsSharpEdges(given, kRefinedFaces, &parents);
    }

    /// Means over the given mesh's faces of what `ofFace` gives for those of `mesh`.
    template <class OfFace>
    SixColumns means(int parentCount, OfFace ofFace) const {
        SixColumns sum = SixColumns::Zero(parentCount, 6);
        Eigen::VectorXd area = Eigen::VectorXd::Zero(parentCount);
        for (int f = 0; f < mesh.faceCount(); ++f) {
            const double part = mesh.areaVector(f).norm();
            area(parents[f]) += part;
            ofFace(f, part, sum.row(parents[f]));
        }
        return area.cwiseInverse().asDiagonal() * sum;
    }

    TriangleMesh mesh;
    std::vector<int> parents;
};

AddedMass solveByGalerkin(const TriangleMesh& mesh, const AddedMassOptions& options) {
    const SolvedMesh solved(mesh, options.refineCoarseMeshes);
    AddedMass result = solveGalerkin(solved.mesh, options.progress);
    result.facePotentials = solved.means(mesh.faceCount(), [&](int f, double area, auto sum) {
        for (int corner : solved.mesh.faces[f])
            sum += (area / 3.0) * result.unitPotentials.row(corner);
    });
    result.unitPotentials.conservativeResize(mesh.vertexCount(), 6); // refinement appends its vertices
    return result;
}

AddedMass solveByFaces(const TriangleMesh& mesh, const AddedMassOptions& options) {
    if (options.method == AddedMassMethod::Collocation) {
        AddedMass result = solveCollocation(mesh, options.progress);
        result.facePotentials = result.unitPotentials;
        return result;
    }
    const SolvedMesh solved(mesh, options.refineCoarseMeshes);
    AddedMass result = solveFast(solved.mesh, options.tolerance, options.progress);
    result.facePotentials = solved.means(
        mesh.faceCount(), [&](int f, double area, auto sum) { sum += area * result.unitPotentials.row(f); });
    result.unitPotentials = result.facePotentials;
    return result;
}

AddedMass solve(const TriangleMesh& mesh, const AddedMassOptions& options) {
    if (options.method == AddedMassMethod::Galerkin) return solveByGalerkin(mesh, options);
    if (options.method != AddedMassMethod::Local) return solveByFaces(mesh, options);
    AddedMass result;
    result.perDensity = localAddedMass(mesh);
    if (options.progress) options.progress(1.0);
    return result;
}

AddedMassMethod chosenFor(const TriangleMesh& mesh, AddedMassMethod method) {
    if (method != AddedMassMethod::Auto) return method;
    return mesh.faceCount() > kMostDenseFaces ? AddedMassMethod::Fast : AddedMassMethod::Galerkin;
}

/// Healthy systems are solved to 1e-9 and better; what is not positive any more, by rounding, to about 1.
void requireSolved(const AddedMass& result, double largestResidual) {
    if (result.residual <= largestResidual && result.perDensity.matrix().allFinite()) return;
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
    requireTolerance(options.tolerance);
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
    result.method = options.method;
    requireSolved(result, options.method == AddedMassMethod::Fast ? options.tolerance : 1e-6);
    const Pose centredFromMesh{Quaternion::Identity(), -middle};
    result.perDensity = result.perDensity.changeFrame(centredFromMesh);
    // About the mesh origin the normal velocity gains middle x n: a sum of the translations'.
    for (SixColumns* potentials : {&result.unitPotentials, &result.facePotentials}) {
        const Eigen::Matrix<double, Eigen::Dynamic, 3> translations = potentials->rightCols<3>();
        potentials->leftCols<3>() -= translations * skew(middle);
    }
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

} // namespace ambient
