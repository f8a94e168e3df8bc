// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidEffectiveMass.h"

#include "AmbientFluid/Math/Cholesky6.h"

#include <Eigen/Eigenvalues>

#include <algorithm>

namespace
{
/// The largest t in [0, upper] with rest - t diag(inertia, 0) positive semidefinite, or with diag(0, 1) when `inertia`
/// is null: 1/t is the largest eigenvalue of that part of the inverse.
double largestShare(const ambient::Matrix6& rest, const ambient::Vector3* inertia, double upper)
{
	const ambient::Cholesky6 factor(rest);
	if (!factor.isPositive()) return 0.0;
	const ambient::Matrix6 inverse = factor.inverse();
	ambient::Matrix3 part = inverse.bottomRightCorner<3, 3>();
	if (inertia)
	{
		const ambient::Vector3 root = inertia->cwiseSqrt();
		part = root.asDiagonal() * inverse.topLeftCorner<3, 3>() * root.asDiagonal();
	}
	const Eigen::SelfAdjointEigenSolver<ambient::Matrix3> solver(part, Eigen::EigenvaluesOnly);
	return std::min(upper, 1.0 / solver.eigenvalues().maxCoeff());
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
	const double addedMass = largestShare(rest, nullptr, scale);
	rest.diagonal().tail<3>().array() -= addedMass;
	rest.diagonal().array() += 1e-12 * scale;  // what the subtraction may have taken too much
	const double largest = total.matrix().topLeftCorner<3, 3>().trace() / bareInertia.minCoeff();
	const double factor = 1.0 + largestShare(rest, &inertia, largest);
	return {bareMass + addedMass, factor * bareInertia};
}
