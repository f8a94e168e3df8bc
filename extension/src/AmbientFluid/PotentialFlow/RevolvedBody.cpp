// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/RevolvedBody.h"

#include "AmbientFluid/PotentialFlow/SurfacePieces.h"

#include <algorithm>

namespace ambient {
namespace {

/// Shares of a rotation that pressure does not feel, between which a body begins to count as one of revolution. A
/// hexagonal prism has .04, a cylinder of 16 facets .96.
constexpr double kAngular = 0.5, kRevolved = 0.95;
/// Part of its height by which the point of a face may lie beside the face. Between rings of different numbers of
/// facets a triangle need not reach the plane of its own normal and the axis.
constexpr double kBeyond = 1.0;

} // namespace

RevolvedBody::RevolvedBody(const Matrix3& felt, const Vector3& at) : center(at) {
    const Eigen::SelfAdjointEigenSolver<Matrix3> axes(felt);
    axis = axes.eigenvectors().col(0);
    round = smoothStep(kAngular, kRevolved, 1.0 - axes.eigenvalues()[0]);
    ball = smoothStep(kAngular, kRevolved, 1.0 - axes.eigenvalues()[2]);
}

Vector3 RevolvedBody::inMeridian(const Vector3& direction, const Vector3& place, const Vector3& normal) const {
    Vector3 across = axis.cross(normal);
    if (!(across.squaredNorm() > 1e-12)) across = axis.cross(place - center); // on a flat end
    across.normalize();                                                       // does not change a zero vector
    const Vector3 inPlane = direction - round * across.dot(direction) * across;
    return (1.0 - ball) * inPlane + ball * normal.dot(direction) * normal;
}

Vector3 RevolvedBody::actionShares(const TriangleMesh& mesh, int face) const {
    const Vector3 centroid = mesh.faceCentroid(face), areaVector = mesh.areaVector(face);
    const double area = areaVector.norm();
    const Vector3 normal = areaVector / area, arm = centroid - center;
    Vector3 shift = inMeridian(arm, centroid, normal) - arm;
    shift -= normal.dot(shift) * normal;
    Vector3 shares = Vector3::Constant(1.0 / 3.0), change;
    double most = 1.0; // of the shift
    for (int k = 0; k < 3; ++k) {
        const Vector3 opposite = mesh.corner(face, (k + 2) % 3) - mesh.corner(face, (k + 1) % 3);
        change[k] = normal.cross(opposite).dot(shift) / (2.0 * area);
        if (change[k] < 0.0) most = std::min(most, -(shares[k] + kBeyond) / change[k]);
    }
    return shares + most * change;
}

} // namespace ambient
