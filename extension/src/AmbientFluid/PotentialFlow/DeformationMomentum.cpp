// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/DeformationMomentum.h"

#include "AmbientFluid/Math/SymmetricEigen.h"
#include "AmbientFluid/PotentialFlow/NeumannSolver.h"

#include <cmath>
#include <stdexcept>

namespace ambient {
namespace {

/// Eigenvalues below this share of the largest count as 0: a sphere has no rotation.
constexpr double kRankCutoff = 1e-10;

/// Solution of least norm of a symmetric positive semidefinite system.
Vector6 solveLeastNorm(const Matrix6& matrix, const Vector6& right) {
    const SymmetricEigen<6> eigen = symmetricEigen(matrix);
    const double least = kRankCutoff * eigen.values(5);
    Vector6 result = Vector6::Zero();
    for (int k = 0; k < 6; ++k)
        if (eigen.values(k) > least) {
            const Vector6 mode = eigen.vectors.col(k);
            result += mode.dot(right) / eigen.values(k) * mode;
        }
    return result;
}

} // namespace

Momentum deformationMomentum(const TriangleMesh& mesh, const std::vector<Vector3>& velocity,
                             const AddedMass& addedMass) {
    const bool isLocal = addedMass.method == AddedMassMethod::Local;
    if (velocity.size() != mesh.vertices.size() || (!isLocal && addedMass.facePotentials.rows() != mesh.faceCount()))
        throw std::invalid_argument("deformationMomentum: one velocity per vertex and one potential per face needed");
    // Twists are scaled about the middle of the surface, so that no unit dominates the least squares.
    Vector3 center = Vector3::Zero();
    double area = 0.0;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const double share = mesh.areaVector(f).norm();
        center += share * mesh.faceCentroid(f);
        area += share;
    }
    center /= area;
    const double length = std::sqrt(area);
    Matrix6 normal = Matrix6::Zero();
    Vector6 right = Vector6::Zero();
    std::vector<Vector6> columns(mesh.faces.size());
    std::vector<double> areas(mesh.faces.size()), speeds(mesh.faces.size());
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        const Vector3 areaVector = mesh.areaVector(static_cast<int>(f));
        const auto& corners = mesh.faces[f];
        const auto at = [&](std::size_t k) { return velocity[static_cast<std::size_t>(corners[k])]; };
        areas[f] = areaVector.norm();
        const Vector3 n = areaVector / areas[f];
        speeds[f] = n.dot(at(0) + at(1) + at(2)) / 3.0;
        columns[f] << (mesh.faceCentroid(static_cast<int>(f)) - center).cross(n) / length, n;
        normal += areas[f] * columns[f] * columns[f].transpose();
        right += areas[f] * speeds[f] * columns[f];
    }
    const Vector6 fit = solveLeastNorm(normal, right);
    Twist rigid(fit.head<3>() / length, fit.tail<3>());
    rigid.linear -= rigid.angular.cross(center);
    if (isLocal) return addedMass.perDensity * rigid;
    Vector6 rest = Vector6::Zero();
    for (std::size_t f = 0; f < mesh.faces.size(); ++f)
        rest += areas[f] * (speeds[f] - columns[f].dot(fit)) *
                addedMass.facePotentials.row(static_cast<Eigen::Index>(f)).transpose();
    return addedMass.perDensity * rigid - Momentum(rest);
}

Eigen::MatrixXd deformationEnergies(const TriangleMesh& mesh, const Eigen::MatrixXd& normalVelocity) {
    const Eigen::MatrixXd potentials = solveCollocation(mesh, normalVelocity, {}).potentials;
    Eigen::MatrixXd flux = normalVelocity;
    for (int f = 0; f < mesh.faceCount(); ++f)
        flux.row(f) *= mesh.areaVector(f).norm();
    const Eigen::MatrixXd energies = -0.5 * potentials.transpose() * flux;
    return 0.5 * (energies + energies.transpose());
}

} // namespace ambient
