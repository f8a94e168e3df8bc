// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidMobility.h"

#include "AmbientFluid/Body/LockedAxes.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>

namespace
{
using ambient::Matrix3;

/// S (S^T M S)^-1 S^T for a positive definite M, S being the free axes.
Matrix3 inverseOnFreeAxes(Matrix3 m, const bool locked[3])
{
	for (int k = 0; k < 3; ++k)
		if (locked[k]) ambient::isolate(m, k);
	Matrix3 inverse = m.inverse();
	for (int k = 0; k < 3; ++k)
		if (locked[k]) inverse(k, k) = 0.0;
	return inverse;
}

/// Lower triangular L with L L^T = m for a positive definite m, except for rows and columns of zeros at locked axes.
Matrix3 choleskyFactor(const Matrix3& m, const bool locked[3])
{
	Matrix3 regular = m;
	for (int k = 0; k < 3; ++k)
		if (locked[k]) regular(k, k) = 1.0;
	Matrix3 factor = regular.llt().matrixL();
	for (int k = 0; k < 3; ++k)
		if (locked[k]) factor(k, k) = 0.0;
	return factor;
}

btMatrix3x3 inNewAxes(const btMatrix3x3& basis, const btMatrix3x3& m) { return basis * m * basis.transpose(); }
}  // namespace

btFluidMobility btFluidMobility::rotated(const btMatrix3x3& basis) const
{
	btFluidMobility result;
	result.m_linear = inNewAxes(basis, m_linear);
	result.m_coupling = inNewAxes(basis, m_coupling);
	result.m_angular = inNewAxes(basis, m_angular);
	return result;
}

btFluidMobility btFluidComputeMobility(const ambient::Matrix6& inertia, double mass)
{
	return btFluidComputeMobility(inertia, mass, ambient::LockedAxes());
}

btFluidMobility btFluidComputeMobility(const ambient::Matrix6& inertia, double mass, const ambient::LockedAxes& locked)
{
	const Matrix3 d = inertia.topLeftCorner<3, 3>(), c = inertia.bottomLeftCorner<3, 3>(),
				  a = inertia.bottomRightCorner<3, 3>();
	const Matrix3 inverseA = inverseOnFreeAxes(a, locked.linear);
	const Matrix3 b = -inverseA * c;
	const Matrix3 angular = inverseOnFreeAxes(d + c.transpose() * b, locked.angular);
	btFluidMobility result;
	result.m_linear = btFluidMatrix(choleskyFactor(mass * inverseA, locked.linear));
	result.m_coupling = btFluidMatrix(b);
	result.m_angular = btFluidMatrix(angular);
	return result;
}
