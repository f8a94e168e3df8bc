// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidRegion.h"

#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace
{
std::shared_ptr<const ambient::FluidMedium> requireMedium(std::shared_ptr<const ambient::FluidMedium> medium)
{
	if (!medium) throw std::invalid_argument("btFluidRegion: the medium is null");
	return medium;
}

void requireBox(const btVector3& aabbMin, const btVector3& aabbMax)
{
	for (int axis = 0; axis < 3; ++axis)
		if (!(aabbMin[axis] < aabbMax[axis]))
			throw std::invalid_argument("btFluidRegion: the box is empty or not a number along axis " +
			                            std::to_string(axis));
}

void requireSolid(const btCollisionShape* shape)
{
	if (!shape) throw std::invalid_argument("btFluidRegion: the object has no shape");
	if (shape->isConvex()) return;
	if (!shape->isCompound())
		throw std::invalid_argument(std::string("btFluidRegion: a region is convex or a compound of convex shapes; ") +
		                            shape->getName() + " is neither");
	const auto* compound = static_cast<const btCompoundShape*>(shape);
	for (int i = 0; i < compound->getNumChildShapes(); ++i) requireSolid(compound->getChildShape(i));
}

bool convexContains(const btConvexShape& shape, const btTransform& worldFromShape, const btVector3& point)
{
	if (shape.getShapeType() == BOX_SHAPE_PROXYTYPE)
	{
		const btVector3 half = static_cast<const btBoxShape&>(shape).getHalfExtentsWithMargin();
		return btFluidIsInBox(worldFromShape.invXform(point), -half, half);
	}
	const btSphereShape spot(0);
	btGjkEpaSolver2::sResults found;
	const bool apart = btGjkEpaSolver2::Distance(
		&shape, worldFromShape, &spot, btTransform(btQuaternion::getIdentity(), point), btVector3(1, 1, 1), found);
	return apart ? found.distance <= shape.getMargin() : found.status == btGjkEpaSolver2::sResults::Penetrating;
}

bool shapeContains(const btCollisionShape& shape, const btTransform& worldFromShape, const btVector3& point)
{
	btVector3 aabbMin, aabbMax;
	shape.getAabb(worldFromShape, aabbMin, aabbMax);
	if (!btFluidIsInBox(point, aabbMin, aabbMax)) return false;
	if (shape.isConvex()) return convexContains(static_cast<const btConvexShape&>(shape), worldFromShape, point);
	if (!shape.isCompound()) return false;
	const auto& compound = static_cast<const btCompoundShape&>(shape);
	for (int i = 0; i < compound.getNumChildShapes(); ++i)
		if (shapeContains(*compound.getChildShape(i), worldFromShape * compound.getChildTransform(i), point))
			return true;
	return false;
}
}  // namespace

btFluidRegion::btFluidRegion(const btVector3& aabbMin, const btVector3& aabbMax,
                             std::shared_ptr<const ambient::FluidMedium> medium, int priority)
	: m_medium(requireMedium(std::move(medium))), m_aabbMin(aabbMin), m_aabbMax(aabbMax), m_priority(priority)
{
	requireBox(aabbMin, aabbMax);
}

btFluidRegion::btFluidRegion(const btCollisionObject* object, std::shared_ptr<const ambient::FluidMedium> medium,
                             int priority)
	: m_medium(requireMedium(std::move(medium))), m_object(object), m_priority(priority)
{
	if (!object) throw std::invalid_argument("btFluidRegion: the collision object is null");
	requireSolid(object->getCollisionShape());
}

void btFluidRegion::setMedium(std::shared_ptr<const ambient::FluidMedium> medium)
{
	m_medium = requireMedium(std::move(medium));
}

void btFluidRegion::setAabb(const btVector3& aabbMin, const btVector3& aabbMax)
{
	if (m_object)
		throw std::invalid_argument("btFluidRegion::setAabb: the region follows its collision object; move the object");
	requireBox(aabbMin, aabbMax);
	m_aabbMin = aabbMin;
	m_aabbMax = aabbMax;
}

void btFluidRegion::getAabb(btVector3& aabbMin, btVector3& aabbMax) const
{
	aabbMin = m_aabbMin;
	aabbMax = m_aabbMax;
	if (m_object) m_object->getCollisionShape()->getAabb(m_object->getWorldTransform(), aabbMin, aabbMax);
}

bool btFluidRegion::contains(const btVector3& point) const
{
	if (m_object) return shapeContains(*m_object->getCollisionShape(), m_object->getWorldTransform(), point);
	return btFluidIsInBox(point, m_aabbMin, m_aabbMax);
}
