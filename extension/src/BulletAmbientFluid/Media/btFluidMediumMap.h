// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MEDIUM_MAP_H
#define BT_FLUID_MEDIUM_MAP_H

#include "BulletAmbientFluid/btFluidPresence.h"
#include "BulletAmbientFluid/btFluidRegion.h"

#include <vector>

/// Maps a world position to a medium: the action's own, overridden by its regions.
class btFluidMediumMap
{
public:
	using Medium = std::shared_ptr<const ambient::FluidMedium>;  ///< null: vacuum
	using Region = std::shared_ptr<btFluidRegion>;               ///< never null

	/// \param world of the action; null: no region has a collision object. Outlives this object
	explicit btFluidMediumMap(const btCollisionWorld* world = nullptr) : m_world(world) {}

	/// Medium outside all regions; null: vacuum.
	const Medium& own() const { return m_own; }
	void setOwn(Medium medium) { m_own = std::move(medium); }  ///< null: vacuum; the regions stay

	/// Regions in order of addition.
	const std::vector<Region>& regions() const { return m_regions; }
	/// \throws std::invalid_argument if the region is null or was added already
	void add(Region region);
	/// \returns false if the region was not added
	bool remove(const btFluidRegion* region);

	/// Moves all media, and regions without a collision object [m]. Media that were the same stay so.
	void move(const ambient::Vector3& offset);

	/// Records place, state and medium of all regions for at(), which any thread may then call. A region whose
	/// collision object has left the world counts as disabled: the object may be deleted.
	void look();
	/// Whether a region had a place at the last look(). \param index in the order of addition
	bool isPresent(int index) const { return m_seen[size_t(index)].m_isPresent; }
	/// Medium of the region with the highest precedence at a world point [m], else own(); as of the last look().
	const Medium& at(const btVector3& point) const;

	/// Index of the region of a medium at the last look(); -1: no region.
	int indexOf(const Medium& medium) const;
	/// Inverse of indexOf(). \param index below the number of regions
	const Medium& ofIndex(int index) const { return index < 0 ? m_own : m_seen[size_t(index)].m_medium; }

private:
	/// State of a region at the last look().
	struct Seen
	{
		Medium m_medium;
		btVector3 m_aabbMin, m_aabbMax;
		bool m_isEnabled = false;
		bool m_isPresent = false;
	};

	const btCollisionWorld* m_world;
	Medium m_own;
	std::vector<Region> m_regions;
	std::vector<btFluidWatchedObject> m_objects;  ///< of m_regions
	std::vector<Seen> m_seen;                     ///< in order of addition
	std::vector<size_t> m_precedence;             ///< region indices, highest precedence first
};

#endif  // BT_FLUID_MEDIUM_MAP_H
