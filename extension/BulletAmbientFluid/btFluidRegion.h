// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_REGION_H
#define BT_FLUID_REGION_H

#include "AmbientFluid/Media/FluidMedium.h"

#include <LinearMath/btVector3.h>

#include <memory>

class btCollisionObject;

/// A part of the world with a medium of its own: a pool, a river, a zone of wind. Usage:
///
///     auto pool = std::make_shared<btFluidRegion>(btVector3(0, 0, -2), btVector3(8, 4, 3), waterUnderAir);
///     auto draught = std::make_shared<btFluidRegion>(ghost, wind, 1);      // ghost: a btGhostObject, say
///     fluid.addRegion(pool);
///     fluid.addRegion(draught);
///
/// A body is in the region of the highest priority that contains its centre of mass, of equal ones in the one added
/// last, and in the action's own medium (btFluidAction::setMedium) where there is none. The medium is sampled in world
/// coordinates, wherever the region is. For water with a surface give the region a DividedMedium, with the air over it,
/// and let it end above the water: a region that ends at the water's level is a pool of which bodies leave with their
/// centre, all at once, and at which floats hop.
///
/// All of it may be changed at any time between two steps. Bodies take it up at the end of the next step.
class btFluidRegion
{
public:
	/// A box along the world's axes [m]; its sides may be at infinity.
	/// \throws std::invalid_argument when the box is empty or not a number, or the medium is null
	btFluidRegion(const btVector3& aabbMin, const btVector3& aabbMax,
	              std::shared_ptr<const ambient::FluidMedium> medium, int priority = 0);

	/// Where a collision object is, and always as it is placed and shaped: a btGhostObject, a trigger, a moving body.
	/// It need not be in a world, and must outlive its region's time in an action.
	///
	/// \param object of a convex shape, with its margin as Bullet collides with it, or a compound of such
	/// \throws std::invalid_argument when it or the medium is null, or its shape, which is named, is another one
	btFluidRegion(const btCollisionObject* object, std::shared_ptr<const ambient::FluidMedium> medium,
	              int priority = 0);

	const std::shared_ptr<const ambient::FluidMedium>& getMedium() const { return m_medium; }  ///< never null
	/// \throws std::invalid_argument when it is null
	void setMedium(std::shared_ptr<const ambient::FluidMedium> medium);

	/// Another box. \throws std::invalid_argument as the constructor does, and when the region is an object's
	void setAabb(const btVector3& aabbMin, const btVector3& aabbMax);
	/// The box around the region as it is now [m].
	void getAabb(btVector3& aabbMin, btVector3& aabbMax) const;

	/// A region that is off contains nothing. Default: on.
	void setEnabled(bool enabled) { m_isEnabled = enabled; }
	bool isEnabled() const { return m_isEnabled; }  ///< default: on

	int getPriority() const { return m_priority; }  ///< the higher goes first where regions overlap; default 0
	/// Null for a box.
	const btCollisionObject* getCollisionObject() const { return m_object; }

	/// Whether a world point [m] is in it, on or off; its surface belongs to it.
	bool contains(const btVector3& point) const;

private:
	std::shared_ptr<const ambient::FluidMedium> m_medium;
	const btCollisionObject* m_object = nullptr;
	btVector3 m_aabbMin, m_aabbMax;  ///< of a box
	int m_priority;
	bool m_isEnabled = true;
};

#endif  // BT_FLUID_REGION_H
