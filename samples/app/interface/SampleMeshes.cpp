// SPDX-License-Identifier: Zlib
#include "interface/SampleMeshes.h"

#include "AmbientFluid/Mesh/MassProperties.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace samples {
namespace {

using ambient::Matrix3;
using ambient::Vector3;

/// The columns of an orthogonal matrix in the order and with the signs nearest to x, y and z.
Matrix3 nearestToIdentity(const Matrix3& axes) {
    std::array<int, 3> order = {0, 1, 2}, best = order;
    double largest = 0.0;
    do {
        const double overlap =
            std::fabs(axes(0, order[0])) + std::fabs(axes(1, order[1])) + std::fabs(axes(2, order[2]));
        if (overlap > largest) best = order;
        largest = std::max(largest, overlap);
    } while (std::next_permutation(order.begin(), order.end()));
    Matrix3 sorted;
    for (int i = 0; i < 3; ++i)
        sorted.col(i) = (axes(i, best[static_cast<std::size_t>(i)]) < 0.0 ? -1.0 : 1.0) *
                        axes.col(best[static_cast<std::size_t>(i)]);
    if (sorted.determinant() < 0.0) sorted.col(0) *= -1.0;
    return sorted;
}

} // namespace

void alignWithPrincipalAxes(PiecedMesh& solid) {
    alignWithPrincipalAxes(solid, ambient::solidMassProperties(solid.mesh, 1.0));
}

Vector3 alignWithPrincipalAxes(PiecedMesh& solid, const ambient::MassProperties& properties) {
    const Matrix3 axes = nearestToIdentity(Eigen::SelfAdjointEigenSolver<Matrix3>(properties.inertia).eigenvectors());
    solid.modelFromBody = ambient::Quaternion(axes);
    const auto move = [&](Vector3& point) { point = axes.transpose() * (point - properties.centerOfMass).eval(); };
    for (Vector3& vertex : solid.mesh.vertices)
        move(vertex);
    for (auto& piece : solid.pieces)
        for (Vector3& point : piece)
            move(point);
    return (axes.transpose() * properties.inertia * axes).diagonal();
}

} // namespace samples
