// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/RigidBody/btFluidLevelOfDetailChoice.h"

#include <algorithm>

namespace
{
constexpr int kPointFaces = 48, kBuoyancyFaces = 24;
}  // namespace

std::shared_ptr<const btFluidLevelOfDetailModels> btFluidLevelOfDetailCache::modelsOf(
	const std::shared_ptr<const ambient::FluidBodyModel>& full)
{
	m_models.erase(
		std::remove_if(m_models.begin(), m_models.end(), [](const auto& models) { return models.expired(); }),
		m_models.end());
	for (const auto& known : m_models)
		if (std::shared_ptr<const btFluidLevelOfDetailModels> models = known.lock(); models && models->m_full == full)
			return models;
	const auto models = std::make_shared<btFluidLevelOfDetailModels>();
	models->m_full = full;
	models->m_points = ambient::reduceModel(*full, kPointFaces);
	models->m_buoyancy = ambient::reduceModel(*full, kBuoyancyFaces);
	m_models.push_back(models);
	return models;
}
