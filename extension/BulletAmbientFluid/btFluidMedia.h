// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MEDIA_H
#define BT_FLUID_MEDIA_H

#include "BulletAmbientFluid/btFluidRegion.h"

#include <vector>

/// Which medium is where in the world of one btFluidAction: its own, and those of its regions.
class btFluidMedia
{
public:
	using Medium = std::shared_ptr<const ambient::FluidMedium>;  ///< null: vacuum
	using Region = std::shared_ptr<btFluidRegion>;               ///< never null

	/// Outside all regions; may be null: vacuum.
	const Medium& own() const { return m_own; }
	void setOwn(Medium medium) { m_own = std::move(medium); }  ///< null: vacuum; the regions stay

	/// In the order they were added.
	const std::vector<Region>& regions() const { return m_regions; }
	/// \throws std::invalid_argument when the region is null or here already
	void add(Region region);
	/// \returns false if it is not here
	bool remove(const btFluidRegion* region);

	/// Notes where the regions are and what is in them: at() answers by that, from any thread.
	void look();
	/// Of the region that goes first at a world point [m], else own(). As of the last look().
	const Medium& at(const btVector3& point) const;

	/// Which region a medium belonged to when look() was called last; -1: to none.
	int indexOf(const Medium& medium) const;
	/// The other way round. \param index below the number of regions
	const Medium& ofIndex(int index) const { return index < 0 ? m_own : m_seen[size_t(index)].m_medium; }

private:
	/// A region as it was found.
	struct Seen
	{
		Medium m_medium;
		btVector3 m_aabbMin, m_aabbMax;
		bool m_isEnabled = false;
	};

	Medium m_own;
	std::vector<Region> m_regions;
	std::vector<Seen> m_seen;          ///< likewise
	std::vector<size_t> m_precedence;  ///< their indices, first who goes first
};

#endif  // BT_FLUID_MEDIA_H
