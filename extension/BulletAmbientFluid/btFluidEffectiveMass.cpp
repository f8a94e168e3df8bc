// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidEffectiveMass.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>

namespace
{
/// No more than the smallest eigenvalue, by 1e-7 of the spread of all three: the closed form is that good where two are
/// equal.
double smallestEigenvalue(const ambient::Matrix3& matrix)
{
	Eigen::SelfAdjointEigenSolver<ambient::Matrix3> solver;
	const ambient::Vector3 values = solver.computeDirect(matrix, Eigen::EigenvaluesOnly).eigenvalues();
	return values[0] - 1e-7 * (values[2] - values[0]);
}

/// What of a positive matrix its other half leaves of `half` where that moves freely, `coupling` being the block
/// between them with a row for each row of `half`: the Schur complement. Zero if `other` is not positive.
ambient::Matrix3 freeHalf(const ambient::Matrix3& half, const ambient::Matrix3& coupling, const ambient::Matrix3& other)
{
	const Eigen::LLT<ambient::Matrix3> factor(other);
	if (factor.info() != Eigen::Success) return ambient::Matrix3::Zero();
	const ambient::Matrix3 root = factor.matrixL().solve(ambient::Matrix3(coupling.transpose()));
	return half - root.transpose() * root;
}

/// The largest t in [0, upper] with rest - t diag(0, 1) positive semidefinite.
double largestMass(const ambient::Matrix6& rest, double upper)
{
	const ambient::Matrix3 moving =
		freeHalf(rest.bottomRightCorner<3, 3>(), rest.bottomLeftCorner<3, 3>(), rest.topLeftCorner<3, 3>());
	return std::clamp(smallestEigenvalue(moving), 0.0, upper);
}

/// The same with diag(inertia, 0).
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
	// Without dimensions, so that the slack means the same for turning and for moving.
	const ambient::Vector6 unit =
		(ambient::Vector6() << ambient::Vector3::Constant(1.0 / length), ambient::Vector3::Ones()).finished();
	const ambient::Vector3 inertia = bareInertia / (length * length);
	ambient::Matrix6 rest = unit.asDiagonal() * total.matrix() * unit.asDiagonal();
	rest.diagonal() -= (ambient::Vector6() << inertia, ambient::Vector3::Constant(bareMass)).finished();
	rest.diagonal().array() += 1e-9 * scale;
	const double addedMass = largestMass(rest, scale);
	rest.diagonal().tail<3>().array() -= addedMass;
	rest.diagonal().array() += 1e-12 * scale;  // what the subtraction may have taken too much
	const double largest = total.matrix().topLeftCorner<3, 3>().trace() / bareInertia.minCoeff();
	const double factor = 1.0 + largestInertia(rest, inertia, largest);
	return {bareMass + addedMass, factor * bareInertia};
}
