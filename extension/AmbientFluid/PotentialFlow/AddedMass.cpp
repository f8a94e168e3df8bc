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
    if (method == AddedMassMethod::Local) return;
    const double f = mesh.faceCount(), v = mesh.vertexCount();
    const double bytes = 8.0 * (method == AddedMassMethod::Galerkin ? f * f + 3.0 * v * v : 2.0 * f * f);
    if (bytes > kMemoryLimit)
        throw std::length_error("added mass of " + std::to_string(mesh.faceCount()) +
                                " faces needs more than 8 GiB in the dense method: use fewer faces");
}

constexpr int kFewFaces = 400;
constexpr int kRefinedFaces = 800;

/// Means of a potential that is linear on the faces of `solved`, over the faces that these are parts of.
SixColumns meansOverFaces(const TriangleMesh& solved, const SixColumns& atVertices, const std::vector<int>& parents,
                          int parentCount) {
    SixColumns sum = SixColumns::Zero(parentCount, 6);
    Eigen::VectorXd area = Eigen::VectorXd::Zero(parentCount);
    for (int f = 0; f < solved.faceCount(); ++f) {
        const double part = solved.areaVector(f).norm();
        area(parents[f]) += part;
        for (int corner : solved.faces[f])
            sum.row(parents[f]) += (part / 3.0) * atVertices.row(corner);
    }
    return area.cwiseInverse().asDiagonal() * sum;
}

AddedMass solve(const TriangleMesh& mesh, const AddedMassOptions& options) {
    if (options.method == AddedMassMethod::Local) {
        AddedMass result;
        result.perDensity = localAddedMass(mesh);
        if (options.progress) options.progress(1.0);
        return result;
    }
    if (options.method == AddedMassMethod::Collocation) {
        AddedMass result = solveCollocation(mesh, options.progress);
        result.facePotentials = result.unitPotentials;
        return result;
    }
    std::vector<int> parents(mesh.faces.size());
    std::iota(parents.begin(), parents.end(), 0);
    TriangleMesh solved = mesh;
    if (options.refineCoarseMeshes && mesh.faceCount() < kFewFaces)
        solved = refineTowardsSharpEdges(mesh, kRefinedFaces, &parents);
    AddedMass result = solveGalerkin(solved, options.progress);
    result.facePotentials = meansOverFaces(solved, result.unitPotentials, parents, mesh.faceCount());
    result.unitPotentials.conservativeResize(mesh.vertexCount(), 6); // refinement appends its vertices
    return result;
}

/// Healthy systems are solved to 1e-9 and better; what is not positive any more, by rounding, to about 1.
void requireSolved(const AddedMass& result) {
    if (result.residual < 1e-6 && result.perDensity.matrix().allFinite()) return;
    char text[160];
    std::snprintf(text, sizeof text,
                  "added mass: the potential flow cannot be solved (residual %.1e): the body is too thin, or its faces "
                  "too slender",
                  result.residual);
    throw std::invalid_argument(text);
}

} // namespace

AddedMass computeAddedMass(const TriangleMesh& mesh, const AddedMassOptions& options) {
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
    requireSolved(result);
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
