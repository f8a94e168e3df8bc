// SPDX-License-Identifier: Zlib
#include "interface/MeshParameter.h"

#include "AmbientFluid/Mesh/MassProperties.h"
#include "MeshImport/MeshFrontEnd.h"
#include "MeshImport/MeshImport.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace samples {
namespace {

using ambient::Matrix3;
using ambient::Vector3;

constexpr double kLargestRatio = 50.0; // below the 100 and 1000 of centimetres and millimetres

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
    throw std::invalid_argument("--set mesh: " + file + ": " + why);
}

ambient::TriangleMesh usableMesh(const std::string& file, double scale) {
    try {
        ambient::TriangleMesh mesh = ambient::importMesh(file);
        for (Vector3& vertex : mesh.vertices)
            vertex *= scale;
        return ambient::requirePreparedMesh(mesh, {}, false).mesh;
    } catch (const ambient::MeshImportError& error) {
        throw std::invalid_argument(std::string("--set mesh: ") + error.what()); // names the file itself
    } catch (const ambient::MeshError& error) {
        refuse(file, error.what());
    }
}

double extentOf(const ambient::TriangleMesh& mesh) {
    Eigen::AlignedBox3d box;
    for (const Vector3& vertex : mesh.vertices)
        box.extend(vertex);
    return box.sizes().maxCoeff();
}

void requireLikeSize(const std::string& file, double extent, double usual, double scale) {
    if (extent <= kLargestRatio * usual && usual <= kLargestRatio * extent) return;
    const double better = scale * std::pow(10.0, std::round(std::log10(usual / extent)));
    refuse(file, "is " + shortNumber(extent) + " m large, where this scene has " + shortNumber(usual) +
                     " m; lengths are metres, others need a factor: perhaps --set mesh-scale=" + shortNumber(better));
}

/// Whether two solids' moments are in the same order. Moments within 0.1 % of each other count as equal.
bool areInSameOrder(const Vector3& a, const Vector3& b) {
    constexpr double clearly = 1.001;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            if (a[i] > clearly * a[k] && b[k] > clearly * b[i]) return false;
    return true;
}

/// The principal axes of a solid as columns of a rotation, in the order of another solid's moments.
Matrix3 principalAxes(const Matrix3& inertia, const Vector3& momentsToFollow) {
    Matrix3 axes = Matrix3::Identity();
    Vector3 moments = inertia.diagonal();
    const Matrix3 off = inertia - Matrix3(moments.asDiagonal());
    if (off.norm() > 1e-6 * moments.norm()) { // else the eigenvectors of a disc are turned at will about its axis
        const Eigen::SelfAdjointEigenSolver<Matrix3> solver(inertia);
        axes = solver.eigenvectors();
        moments = solver.eigenvalues();
    }
    std::array<int, 3> order = {0, 1, 2};
    while (!areInSameOrder({moments[order[0]], moments[order[1]], moments[order[2]]}, momentsToFollow))
        std::next_permutation(order.begin(), order.end());
    Matrix3 ordered;
    for (int i = 0; i < 3; ++i) {
        const Vector3 axis = axes.col(order[static_cast<std::size_t>(i)]);
        Eigen::Index nearest = 0;
        axis.cwiseAbs().maxCoeff(&nearest);
        ordered.col(i) = axis[nearest] < 0.0 ? Vector3(-axis) : axis;
    }
    if (ordered.determinant() < 0.0) ordered.col(0) *= -1.0;
    return ordered;
}

} // namespace

Parameter meshParameter() {
    return fileParameter("mesh", "your own solid in place of the scene's: .obj, .stl, .ply, .gltf or .glb, in metres");
}

Parameter meshScaleParameter() {
    return {"mesh-scale", "1", 1.0, 1e-6, 1e6, "factor on the lengths of that file, 0.001 for millimetres"};
}

PiecedMesh meshOf(const ParameterValues& values, const std::function<PiecedMesh()>& generated) {
    const std::string& file = values.file("mesh");
    const PiecedMesh usual = generated();
    if (file.empty()) return usual;
    PiecedMesh solid;
    solid.mesh = usableMesh(file, values["mesh-scale"]);
    requireLikeSize(file, extentOf(solid.mesh), extentOf(usual.mesh), values["mesh-scale"]);
    const ambient::MassProperties properties = ambient::solidMassProperties(solid.mesh, 1.0);
    const Vector3 moments = ambient::solidMassProperties(usual.mesh, 1.0).inertia.diagonal();
    const Matrix3 axes = principalAxes(properties.inertia, moments);
    for (Vector3& vertex : solid.mesh.vertices)
        vertex = axes.transpose() * (vertex - properties.centerOfMass).eval();
    solid.modelFromBody = ambient::Quaternion(axes);
    solid.pieces = {solid.mesh.vertices};
    return solid;
}

} // namespace samples
