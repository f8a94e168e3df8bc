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

/// Models of collision shapes, one per geometry, kept while a body uses them.
class btFluidModelCache
{
public:
	/// Also keeps models in a folder, from one start of the program to the next.
	/// \param folder UTF-8; empty: none from now on. Models in use stay shared either way
	void keepIn(const std::string& folder, ambient::FluidBodyModelCache::Log log);

	/// Returns the model of a shape, and builds the model if there is none.
	/// \param notes receives btFluidMesh::m_notes, and a line if a model for games is more than 2 % off; nothing if no
	/// model was built
	/// \throws std::invalid_argument as btFluidMeshBuilder and ambient::FluidBodyModel::build do, naming the shape
	std::shared_ptr<const ambient::FluidBodyModel> modelOf(const btCollisionShape& shape,
	                                                       const btFluidMeshOptions& options,
	                                                       std::vector<std::string>& notes);

private:
	struct Entry
	{
		std::uint64_t m_hash;
		std::vector<double> m_key;
		ambient::ModelDetail m_detail;
		std::weak_ptr<const ambient::FluidBodyModel> m_model;
	};

	std::shared_ptr<const ambient::FluidBodyModel> fullModel(const btCollisionShape& shape,
	                                                         const btFluidMeshBuilder& builder,
	                                                         std::vector<std::string>& notes);

	std::vector<Entry> m_entries;
	std::unique_ptr<ambient::FluidBodyModelCache> m_files;
};

/// Doubts about a body's mass and inertia relative to the volume of its mesh, one line each: a mean density outside of
/// 1 to 23000 kg/m^3 (air to osmium), moments of inertia that differ by more than a factor 3 from those of a solid of
/// uniform density.
/// \param model in the body frame; the body is dynamic and not in a fluid yet
std::vector<std::string> btFluidDoubtsAbout(const btRigidBody& body, const ambient::FluidBodyModel& model);

#endif  // BT_FLUID_MODEL_CACHE_H
