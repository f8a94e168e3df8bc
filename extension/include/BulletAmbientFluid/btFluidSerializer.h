// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SERIALIZER_H
#define BT_FLUID_SERIALIZER_H

#include "BulletAmbientFluid/btFluidSolvedBody.h"

#include <LinearMath/btSerializer.h>

#include <vector>

/// Writes .bullet files of worlds with wet bodies. A wet body has no damping of Bullet's, and in drop-in mode another
/// mass and velocity, which are for Bullet's solver: a plain btDefaultSerializer stores these. This one stores the
/// body's own values, as they are after btFluidAction::removeBody(). The bodies themselves do not change. Usage:
///
///     btFluidSerializer serializer(fluid);
///     serializer.addBodies(grid);          // a btFluidGrid with resolved bodies, or another action
///     world->serialize(&serializer);
///
/// Fluids, models and media are not in the file: add the bodies to a fluid again after reading it.
class btFluidSerializer : public btDefaultSerializer
{
public:
	/// \param totalSize of the buffer, as of btDefaultSerializer; 0: it grows
	explicit btFluidSerializer(btFluidSolvedBodies& bodies, int totalSize = 0);

	/// Adds the wet bodies of another action or grid.
	void addBodies(btFluidSolvedBodies& bodies);
	/// Called by Bullet after each object.
	void finalizeChunk(btChunk* chunk, const char* structType, int chunkCode, void* oldPtr) override;

private:
	struct Source
	{
		btFluidSolvedBodies* m_bodies;
		std::weak_ptr<const void> m_life;
	};
	std::vector<Source> m_sources;
};

#endif  // BT_FLUID_SERIALIZER_H
