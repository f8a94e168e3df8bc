// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Shapes/btFluidScalingWatch.h"

#include <BulletCollision/CollisionShapes/btCompoundShape.h>

btVector3 btFluidScalingWatch::scalingOf(const btCollisionShape* shape)
{
	if (!shape) return btVector3(0, 0, 0);
	btVector3 sum = shape->getLocalScaling();
	if (!shape->isCompound()) return sum;
	const auto& compound = static_cast<const btCompoundShape&>(*shape);
	for (int i = 0; i < compound.getNumChildShapes(); ++i)
		sum += btScalar(i + 2) * scalingOf(compound.getChildShape(i));
	return sum;
}
