// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MODEL_CACHE_H
#define BT_FLUID_MODEL_CACHE_H

#include "AmbientFluid/Body/FluidBodyModelCache.h"
#include "BulletAmbientFluid/btFluidMeshBuilder.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

class btCollisionShape;
class btRigidBody;

/// Models of collision shapes, one for all shapes of the same geometry, as long as some body uses it.
class btFluidModelCache
{
public:
	/// From now on models are also kept in a folder, from one start of the program to the next.
	/// \param folder UTF-8; empty: no longer. Models that are in use stay shared either way
	void keepIn(const std::string& folder, ambient::FluidBodyModelCache::Log log);

	/// Builds the model unless there is one.
	/// \param notes what the mesh builder had to say, when it was built
	/// \throws std::invalid_argument as btFluidMeshBuilder and ambient::FluidBodyModel::build do, naming the shape
	std::shared_ptr<const ambient::FluidBodyModel> modelOf(const btCollisionShape& shape,
	                                                       const btFluidMeshOptions& options,
	                                                       std::vector<std::string>& notes);

private:
	struct Entry
	{
		std::uint64_t m_hash;
		std::vector<double> m_key;
		std::weak_ptr<const ambient::FluidBodyModel> m_model;
	};
	std::vector<Entry> m_entries;
	std::unique_ptr<ambient::FluidBodyModelCache> m_files;
};

/// What is implausible about a body's mass and inertia beside the volume of its mesh, one line each: a mean density
/// outside of 1 to 23000 kg/m^3 (air to osmium), moments of inertia that differ from those of a solid of uniform
/// density by more than a factor 3.
/// \param model in the body frame; the body is dynamic and not in a fluid yet
std::vector<std::string> btFluidDoubtsAbout(const btRigidBody& body, const ambient::FluidBodyModel& model);

#endif  // BT_FLUID_MODEL_CACHE_H
