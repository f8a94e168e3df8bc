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
///     auto draught = std::make_shared<btFluidRegion>(ghost, wind, 1);      // ghost: e.g. a btGhostObject
///     fluid.getRegions().add(pool);
///     fluid.getRegions().add(draught);
///
/// A body belongs to the region of the highest priority that contains its centre of mass; of regions of equal priority,
/// to the one added last; outside all regions, to the action's own medium (btFluidAction::setMedium). The medium is
/// sampled in world coordinates for every place of the region. For water with a surface give the region a DividedMedium
/// of water and air, and let the region end above the water. If a region ends at the water level, a floating body
/// leaves the water abruptly when its centre rises above that level, and bounces on the edge.
///
/// A region may be changed between two steps. Bodies follow the change at the end of the next step.
class btFluidRegion
{
public:
	/// A box along the world's axes [m]; sides may be at infinity.
	/// \throws std::invalid_argument if the box is empty or not a number, or if the medium is null
	btFluidRegion(const btVector3& aabbMin, const btVector3& aabbMax,
	              std::shared_ptr<const ambient::FluidMedium> medium, int priority = 0);

	/// A region with the present place and shape of a collision object: a btGhostObject, a trigger, a moving body.
	/// While an object that was in the action's world is out of it, or after it was deleted there, the region is empty.
	/// An object that is never in the action's world must outlive the region's time in the action.
	///
	/// \param object with a convex shape, margin included as in Bullet's collisions, or a compound of such
	/// \throws std::invalid_argument if object or medium is null, or naming a shape of another kind
	btFluidRegion(const btCollisionObject* object, std::shared_ptr<const ambient::FluidMedium> medium,
	              int priority = 0);

	const std::shared_ptr<const ambient::FluidMedium>& getMedium() const { return m_medium; }  ///< never null
	/// \throws std::invalid_argument if the medium is null
	void setMedium(std::shared_ptr<const ambient::FluidMedium> medium);

	/// Replaces the box. \throws std::invalid_argument as the constructor does, and if the region has a collision
	/// object
	void setAabb(const btVector3& aabbMin, const btVector3& aabbMax);
	/// Bounding box of the region's present place, world axes [m].
	void getAabb(btVector3& aabbMin, btVector3& aabbMax) const;

	/// Enables or disables the region; no body belongs to a disabled region. Default: enabled.
	void setEnabled(bool enabled) { m_isEnabled = enabled; }
	bool isEnabled() const { return m_isEnabled; }  ///< default: true

	int getPriority() const { return m_priority; }  ///< of overlapping regions the highest counts; default 0
	/// The object of the region; null for a box.
	const btCollisionObject* getCollisionObject() const { return m_object; }

	/// True if a world point [m] is inside, surface included, also if the region is disabled.
	bool contains(const btVector3& point) const;

private:
	std::shared_ptr<const ambient::FluidMedium> m_medium;
	const btCollisionObject* m_object = nullptr;
	btVector3 m_aabbMin, m_aabbMax;  ///< of a box
	int m_priority;
	bool m_isEnabled = true;
};

#endif  // BT_FLUID_REGION_H
