// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidRegion.h"

#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletCollision/CollisionShapes/btConvexShape.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

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

/// Whether no plane parts the shape from a point of its own frame: the algorithm of Gilbert, Johnson and Keerthi,
/// which goes on to the point of the shape that is nearest.
bool convexContains(const btConvexShape& shape, const btVector3& point)
{
	constexpr int kMostSteps = 64;
	btVoronoiSimplexSolver simplex;
	simplex.reset();
	btVector3 nearest = shape.localGetSupportingVertex(point) - point;
	for (int step = 0; step < kMostSteps; ++step)
	{
		const btVector3 support = shape.localGetSupportingVertex(-nearest) - point;
		if (!(nearest.dot(support) <= 0)) return false;  // also where the object is not a number
		if (simplex.inSimplex(support)) return true;
		simplex.addVertex(support, support, support);
		if (!simplex.closest(nearest)) return true;  // too flat to tell: the point is at the surface
		if (simplex.fullSimplex() || nearest.length2() <= SIMD_EPSILON * simplex.maxVertex()) return true;
	}
	return true;
}

bool shapeContains(const btCollisionShape& shape, const btTransform& worldFromShape, const btVector3& point)
{
	if (shape.isConvex())
		return convexContains(static_cast<const btConvexShape&>(shape), worldFromShape.invXform(point));
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
		throw std::invalid_argument("btFluidRegion::setAabb: the region is where its collision object is; move that");
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
