// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/AddedMassDistribution.h"

#include "AmbientFluid/Math/MatrixMap.h"
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Mesh/MassProperties.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

using FaceVectors = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// N_i sqrt(A mu) for scaled twists about `center`; angular components are scaled by `length`, so that no unit
/// dominates.
FaceVectors localColumns(const TriangleMesh& mesh, const std::vector<double>& potentialLength, const Vector3& center,
                         double length) {
    FaceVectors columns(6, mesh.faceCount());
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const Vector3 areaVector = mesh.areaVector(f);
        const double area = areaVector.norm();
        const Vector3 n = areaVector / std::max(area, 1e-300);
        columns.col(f) << (mesh.faceCentroid(f) - center).cross(n) / length, n;
        columns.col(f) *= std::sqrt(area * std::max(potentialLength[static_cast<std::size_t>(f)], 0.0));
    }
    return columns;
}

/// Even and odd terms apart, in vectors of two: a reduction that the compiler vectorises would have the order of its
/// processor.
double sumOfProducts(const double* share, const double* a, const double* b, int count) {
    double even = 0.0, odd = 0.0;
    int i = 0;
    for (; i + 1 < count; i += 2) {
        even += share[i] * a[i] * b[i];
        odd += share[i + 1] * a[i + 1] * b[i + 1];
    }
    if (i < count) even += share[i] * a[i] * b[i];
    return even + odd;
}

} // namespace

Vector6 AddedMassDistribution::of(int face) const {
    Vector6 result;
    for (int k = 0; k < 6; ++k)
        result(k) = g[static_cast<std::size_t>(k)][static_cast<std::size_t>(face)];
    return result;
}

SpatialInertia AddedMassDistribution::sum(const std::vector<double>& share) const {
    Matrix6 matrix = Matrix6::Zero();
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column <= row; ++column) {
            const double *a = g[static_cast<std::size_t>(row)].data(), *b = g[static_cast<std::size_t>(column)].data();
            matrix(row, column) = matrix(column, row) = sumOfProducts(share.data(), a, b, size());
        }
    return SpatialInertia(matrix);
}

AddedMassDistribution computeAddedMassDistribution(const TriangleMesh& mesh, const std::vector<double>& potentialLength,
                                                   const SpatialInertia& addedMass) {
    const MassProperties solid = solidMassProperties(mesh, 1.0);
    const double length = portable::cbrt(solid.mass);
    // Maps twists about the mesh origin to scaled twists about the centre.
    Matrix6 scaledFromMesh = Matrix6::Zero();
    scaledFromMesh.topLeftCorner<3, 3>() = length * Matrix3::Identity();
    scaledFromMesh.bottomRightCorner<3, 3>().setIdentity();
    scaledFromMesh.bottomLeftCorner<3, 3>() = -skew(solid.centerOfMass);
    const Matrix6 meshFromScaled = scaledFromMesh.inverse();
    const Matrix6 exact = meshFromScaled.transpose() * addedMass.matrix() * meshFromScaled;

    const FaceVectors local = localColumns(mesh, potentialLength, solid.centerOfMass, length);
    // Motions that move no fluid, such as a ball's spin, are kept apart from rounding by an equal floor in both
    // matrices.
    const Matrix6 floor = std::max(1e-9 * exact.trace(), 1e-300) * Matrix6::Identity();
    const Matrix6 map = mapBetween<Matrix6>(local * local.transpose() + floor, exact + floor);
    const FaceVectors columns = scaledFromMesh.transpose() * map * local;
    AddedMassDistribution shares;
    for (int k = 0; k < 6; ++k)
        shares.g[static_cast<std::size_t>(k)].assign(columns.row(k).begin(), columns.row(k).end());
    return shares;
}

} // namespace ambient
