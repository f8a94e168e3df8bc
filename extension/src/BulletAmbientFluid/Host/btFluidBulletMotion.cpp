// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Host/btFluidBulletMotion.h"

#include "AmbientFluid/Math/SE3.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <LinearMath/btTransformUtil.h>

bool btFluidIsSamePose(const btTransform& a, const btTransform& b, double length)
{
	const double shift = double((a.getOrigin() - b.getOrigin()).length());
	if (!(shift <= kBtFluidRounding * (double(a.getOrigin().length()) + length))) return false;
	for (int row = 0; row < 3; ++row)
		if (!(double((a.getBasis()[row] - b.getBasis()[row]).length()) <= kBtFluidRounding)) return false;
	return true;
}

btTransform btFluidMovedByBullet(const btTransform& from, const btVector3& linear, const btVector3& angular,
                                 btScalar timeStep)
{
	btTransform to;
	btTransformUtil::integrateTransform(from, linear, angular, timeStep, to);
	return to;
}

bool btFluidIsMovedBy(const btVector3& linear, const btVector3& angular, btScalar timeStep, const btTransform& from,
                      const btTransform& to, double length)
{
	// The poses agree in the common case: this test shows that without Bullet's sines and square roots. Two rows of a
	// rotation determine the third.
	const ambient::Vector3 turn = double(timeStep) * btFluidVector(angular);
	if (turn.squaredNorm() < 1.0 / 16)
	{
		const ambient::Matrix3 rotation = ambient::expSO3(turn).toRotationMatrix(),
							   basis = btFluidMatrix(to.getBasis());
		const ambient::Vector3 shift =
			btFluidVector(to.getOrigin()) - btFluidVector(from.getOrigin()) - double(timeStep) * btFluidVector(linear);
		const double reach = double(from.getOrigin().length()) + length;
		const Eigen::Matrix<double, 2, 3> rest =
			rotation.topRows<2>() * btFluidMatrix(from.getBasis()) - basis.topRows<2>();
		if (shift.squaredNorm() <= kBtFluidRounding * kBtFluidRounding * reach * reach &&
		    rest.rowwise().squaredNorm().maxCoeff() <= kBtFluidRounding * kBtFluidRounding)
			return true;
	}
	return btFluidIsSamePose(btFluidMovedByBullet(from, linear, angular, timeStep), to, length);
}
