// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/AddedMass.h"

#include "AmbientFluid/Mesh/MeshRefinement.h"
#include "AmbientFluid/PotentialFlow/NeumannSolver.h"

#include <chrono>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

constexpr double kMemoryLimit = 8.0 * 1024.0 * 1024.0 * 1024.0;

void requireMemory(const TriangleMesh& mesh, AddedMassMethod method) {
    const double f = mesh.faceCount(), v = mesh.vertexCount();
    const double bytes = 8.0 * (method == AddedMassMethod::Galerkin ? f * f + 3.0 * v * v : 2.0 * f * f);
    if (bytes > kMemoryLimit)
        throw std::length_error("added mass of " + std::to_string(mesh.faceCount()) +
                                " faces needs more than 8 GiB in the dense method: use fewer faces");
}

constexpr int kFewFaces = 400;
constexpr int kRefinedFaces = 800;

AddedMass solve(const TriangleMesh& mesh, const AddedMassOptions& options) {
    if (options.method == AddedMassMethod::Collocation) return solveCollocation(mesh, options.progress);
    if (!options.refineCoarseMeshes || mesh.faceCount() >= kFewFaces) return solveGalerkin(mesh, options.progress);
    AddedMass result = solveGalerkin(refineTowardsSharpEdges(mesh, kRefinedFaces), options.progress);
    result.unitPotentials.conservativeResize(mesh.vertexCount(), 6); // refinement appends its vertices
    return result;
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
    const Pose centredFromMesh{Quaternion::Identity(), -middle};
    result.perDensity = result.perDensity.changeFrame(centredFromMesh);
    // About the mesh origin the normal velocity gains middle x n: a sum of the translations'.
    const Eigen::Matrix<double, Eigen::Dynamic, 3> translations = result.unitPotentials.rightCols<3>();
    result.unitPotentials.leftCols<3>() -= translations * skew(middle);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

} // namespace ambient
