// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/SymmetricEigen.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

namespace ambient {
namespace {

using Aligned = Eigen::Matrix<double, 6, 6>; // Eigen's decompositions do not accept unaligned matrices

} // namespace

SymmetricEigen<Eigen::Dynamic> symmetricEigen(const Eigen::MatrixXd& matrix) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

SymmetricEigen<6> symmetricEigen(const Matrix6& matrix) {
    const Eigen::SelfAdjointEigenSolver<Aligned> solver(matrix);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXd symmetricEigenvalues(const Eigen::MatrixXd& matrix) {
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix, Eigen::EigenvaluesOnly).eigenvalues();
}

Vector6 symmetricEigenvalues(const Matrix6& matrix) {
    return Eigen::SelfAdjointEigenSolver<Aligned>(matrix, Eigen::EigenvaluesOnly).eigenvalues();
}

SymmetricEigen<6> generalizedEigen(const Matrix6& a, const Matrix6& b) {
    const Eigen::GeneralizedSelfAdjointEigenSolver<Aligned> solver(a, b);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXd generalizedEigenvalues(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
    return Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(a, b, Eigen::EigenvaluesOnly).eigenvalues();
}

Eigen::MatrixXd symmetricSquareRoot(const Eigen::MatrixXd& matrix) {
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix).operatorSqrt();
}

Eigen::MatrixXd leastSquares(const Eigen::MatrixXd& matrix, const Eigen::MatrixXd& right) {
    return Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>(matrix).solve(right);
}

} // namespace ambient
