// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/FeltRotations.h"

#include "AmbientFluid/PotentialFlow/RevolvedBody.h"

#include <vector>

namespace ambient {
namespace {

/// Share of the lever at which half of a rotation is felt.
constexpr double kHalfFelt = 0.02;
/// Relative difference of eigenvalues that are half as near as equal ones.
constexpr double kNear = 0.1;

/// Mean of a a^T over the axes with eigenvalues near that of axis `at`.
Matrix3 meanAxis(const Eigen::SelfAdjointEigenSolver<Matrix3>& axes, int at) {
    const Vector3& values = axes.eigenvalues();
    Matrix3 mean = Matrix3::Zero();
    double weights = 0.0;
    for (int k = 0; k < 3; ++k) {
        const double both = values[k] + values[at];
        const double apart = both > 0.0 ? (values[k] - values[at]) / (kNear * both) : 0.0;
        const double weight = 1.0 / (1.0 + apart * apart);
        mean += weight * axes.eigenvectors().col(k) * axes.eigenvectors().col(k).transpose();
        weights += weight;
    }
    return mean / weights;
}

/// Square of the part of x across an axis, as a mean: |x|^2 - <x, mean x>.
double across(const Matrix3& mean, const Vector3& x) {
    return x.squaredNorm() - x.dot(mean * x);
}

/// P of pressure that acts at these places, one a face, from the centre.
Matrix3 feltAt(const TriangleMesh& mesh, const std::vector<Vector3>& places) {
    Matrix3 levers = Matrix3::Zero();
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const Vector3 areaVector = mesh.areaVector(f), arm = places[static_cast<std::size_t>(f)].cross(areaVector);
        levers += arm * arm.transpose() / areaVector.norm();
    }
    const Eigen::SelfAdjointEigenSolver<Matrix3> axes(levers);
    Matrix3 felt = Matrix3::Zero();
    for (int k = 0; k < 3; ++k) {
        const Matrix3 mean = meanAxis(axes, k);
        double most = 0.0;
        for (int f = 0; f < mesh.faceCount(); ++f) {
            const Vector3 areaVector = mesh.areaVector(f);
            most += across(mean, places[static_cast<std::size_t>(f)]) * across(mean, areaVector) / areaVector.norm();
        }
        const double share = axes.eigenvalues()[k] / most, square = share * share;
        felt += square / (square + kHalfFelt * kHalfFelt) * axes.eigenvectors().col(k) *
                axes.eigenvectors().col(k).transpose();
    }
    return 0.5 * (felt + felt.transpose());
}

} // namespace

Matrix3 computeFeltRotations(const TriangleMesh& mesh, const Vector3& center) {
    std::vector<Vector3> places;
    for (int f = 0; f < mesh.faceCount(); ++f)
        places.push_back(mesh.faceCentroid(f) - center);
    const Matrix3 atCentroids = feltAt(mesh, places);
    const RevolvedBody body(atCentroids, center);
    if (body.round == 0.0) return atCentroids;
    for (int f = 0; f < mesh.faceCount(); ++f)
        places[static_cast<std::size_t>(f)] = body.actionPoint(mesh, f) - center;
    return feltAt(mesh, places);
}

} // namespace ambient
