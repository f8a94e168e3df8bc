// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_REGIONS_H
#define BT_FLUID_REGIONS_H

#include "BulletAmbientFluid/btFluidRegion.h"

#include <memory>

class btFluidLog;
class btFluidMediumMap;
class btFluidWetMultiBodies;
class btFluidRigidBodies;

/// Regions of a btFluidAction (btFluidAction::getRegions()), parts of the world with a medium of their own. The header
/// of btFluidRegion defines extent and precedence.
///
/// At the end of each step a body takes the medium of its place, which changes if the body or the region moved, or if
/// the region was switched or got another medium. A sleeping body then wakes. A body in denser fluid than before keeps
/// its momentum relative to that fluid, and is slowed; a body in thinner fluid keeps its velocity
/// (ambient::momentumAfterMediumChange). Bodies whose medium stays are not touched.
class btFluidRegions
{
public:
	/// Called by btFluidAction. All arguments outlive this object.
	btFluidRegions(btFluidMediumMap& media, btFluidRigidBodies& bodies, btFluidWetMultiBodies& multiBodies,
	               btFluidLog& log);

	/// Adds a region. Bodies inside take its medium at once and keep their velocities; sleeping bodies wake.
	/// \throws std::invalid_argument, with nothing changed, if the region is null or was added already
	void add(std::shared_ptr<btFluidRegion> region);
	/// Removes a region; does nothing if the region is not in this action. Bodies inside revert to the medium that
	/// applies without the region. They keep their velocities; sleeping bodies wake.
	void remove(const btFluidRegion* region);
	int size() const;  ///< enabled and disabled regions
	/// Region by order of addition. \param index from 0, below size()
	const btFluidRegion& at(int index) const;

	/// Called by btFluidAction: replaces the medium outside the regions. \param medium null: vacuum
	void setMediumOutside(std::shared_ptr<const ambient::FluidMedium> medium);

private:
	/// Gives all bodies the media of their places. \param isOutsideNew whether the medium outside was replaced
	void handOut(bool isOutsideNew);

	btFluidMediumMap& m_media;
	btFluidRigidBodies& m_bodies;
	btFluidWetMultiBodies& m_multiBodies;
	btFluidLog& m_log;
};

#endif  // BT_FLUID_REGIONS_H
