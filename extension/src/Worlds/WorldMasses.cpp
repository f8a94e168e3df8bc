// SPDX-License-Identifier: Zlib
// Masses of the bodies of a world file.
#include "Worlds/WorldMeshes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ambient {
namespace {

/// The columns of an orthogonal matrix in the order and with the signs nearest to x, y and z.
Matrix3 nearestToAxes(const Matrix3& axes) {
    std::array<int, 3> order = {0, 1, 2}, best = order;
    double largest = -1.0;
    do {
        double overlap = 0.0;
        for (int i = 0; i < 3; ++i)
            overlap += std::fabs(axes(i, order[static_cast<std::size_t>(i)]));
        if (overlap > largest + 1e-12) best = order;
        largest = std::max(largest, overlap);
    } while (std::next_permutation(order.begin(), order.end()));
    Matrix3 sorted;
    for (int i = 0; i < 3; ++i) {
        const int column = best[static_cast<std::size_t>(i)];
        sorted.col(i) = (axes(i, column) < 0.0 ? -1.0 : 1.0) * axes.col(column);
    }
    if (sorted.determinant() < 0.0) sorted.col(0) *= -1.0;
    return sorted;
}

/// Whether the other elements are rounding only. Equal moments have any axes; then the file's axes are kept.
bool isDiagonal(const Matrix3& inertia) {
    const Matrix3 rest = inertia - Matrix3(inertia.diagonal().asDiagonal());
    return rest.cwiseAbs().maxCoeff() <= 1e-9 * inertia.diagonal().maxCoeff();
}

} // namespace

WorldMassFrame massFrameOf(const WorldMass& given, const TriangleMesh* mesh, const std::string& path) {
    MassProperties solid;
    try {
        if (mesh) solid = solidMassProperties(*mesh, given.density.value_or(1.0));
    } catch (const std::invalid_argument& error) {
        throw WorldFileError(path + ": " + error.what());
    }
    WorldMassFrame frame;
    frame.mass = given.mass.value_or(solid.mass);
    Matrix3 inertia = given.mass && mesh ? Matrix3(solid.inertia * (*given.mass / solid.mass)) : solid.inertia;
    if (given.inertia) {
        const std::array<double, 6>& n = *given.inertia;
        inertia << n[0], n[3], n[4], n[3], n[1], n[5], n[4], n[5], n[2];
    }
    frame.frameFromBody.position = given.centerOfMass.value_or(solid.centerOfMass);
    // The centroid of a primitive is its origin to rounding.
    if (!given.centerOfMass && mesh && frame.frameFromBody.position.norm() < 1e-12 * std::cbrt(solid.mass))
        frame.frameFromBody.position.setZero();
    if (isDiagonal(inertia)) {
        frame.moments = inertia.diagonal();
        return frame;
    }
    const Matrix3 axes = nearestToAxes(Eigen::SelfAdjointEigenSolver<Matrix3>(inertia).eigenvectors());
    frame.moments = (axes.transpose() * inertia * axes).diagonal();
    frame.frameFromBody.orientation = Quaternion(axes);
    return frame;
}

} // namespace ambient
