// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidEffectiveMass.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>

namespace
{
/// Lower bound of the smallest eigenvalue, 1e-7 of the spread of all three below the closed form: the error of that
/// form for two equal eigenvalues.
double smallestEigenvalue(const ambient::Matrix3& matrix)
{
	Eigen::SelfAdjointEigenSolver<ambient::Matrix3> solver;
	const ambient::Vector3 values = solver.computeDirect(matrix, Eigen::EigenvaluesOnly).eigenvalues();
	return values[0] - 1e-7 * (values[2] - values[0]);
}

/// Schur complement of `other` in a positive definite matrix: the response of `half` while the other half moves freely.
/// `coupling` is the block between them, with one row for each row of `half`. Zero if `other` is not positive definite.
ambient::Matrix3 freeHalf(const ambient::Matrix3& half, const ambient::Matrix3& coupling, const ambient::Matrix3& other)
{
	const Eigen::LLT<ambient::Matrix3> factor(other);
	if (factor.info() != Eigen::Success) return ambient::Matrix3::Zero();
	const ambient::Matrix3 root = factor.matrixL().solve(ambient::Matrix3(coupling.transpose()));
	return half - root.transpose() * root;
}

/// The largest mass t in [0, upper] with rest - t diag(0, 1) positive semidefinite.
double largestMass(const ambient::Matrix6& rest, double upper)
{
	const ambient::Matrix3 moving =
		freeHalf(rest.bottomRightCorner<3, 3>(), rest.bottomLeftCorner<3, 3>(), rest.topLeftCorner<3, 3>());
	return std::clamp(smallestEigenvalue(moving), 0.0, upper);
}

/// The largest factor t in [0, upper] with rest - t diag(inertia, 0) positive semidefinite.
double largestInertia(const ambient::Matrix6& rest, const ambient::Vector3& inertia, double upper)
{
	const ambient::Matrix3 turning =
		freeHalf(rest.topLeftCorner<3, 3>(), rest.topRightCorner<3, 3>(), rest.bottomRightCorner<3, 3>());
	const ambient::Vector3 perRoot = inertia.cwiseSqrt().cwiseInverse();
	return std::clamp(smallestEigenvalue(perRoot.asDiagonal() * turning * perRoot.asDiagonal()), 0.0, upper);
}
}  // namespace

btFluidEffectiveMass btFluidComputeEffectiveMass(const ambient::SpatialInertia& total, double bareMass,
                                                 const ambient::Vector3& bareInertia, double length)
{
	const double scale = total.matrix().bottomRightCorner<3, 3>().trace();
	// Made dimensionless, so that the slack is equal for rotation and translation.
	const ambient::Vector6 unit =
		(ambient::Vector6() << ambient::Vector3::Constant(1.0 / length), ambient::Vector3::Ones()).finished();
	const ambient::Vector3 inertia = bareInertia / (length * length);
	ambient::Matrix6 rest = unit.asDiagonal() * total.matrix() * unit.asDiagonal();
	rest.diagonal() -= (ambient::Vector6() << inertia, ambient::Vector3::Constant(bareMass)).finished();
	rest.diagonal().array() += 1e-9 * scale;
	const double addedMass = largestMass(rest, scale);
	rest.diagonal().tail<3>().array() -= addedMass;
	rest.diagonal().array() += 1e-12 * scale;  // rounding of the subtraction
	const double largest = total.matrix().topLeftCorner<3, 3>().trace() / bareInertia.minCoeff();
	const double factor = 1.0 + largestInertia(rest, inertia, largest);
	return {bareMass + addedMass, factor * bareInertia};
}
