// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_LEVEL_OF_DETAIL_CHOICE_H
#define BT_FLUID_LEVEL_OF_DETAIL_CHOICE_H

#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "BulletAmbientFluid/btFluidLevelOfDetail.h"

#include <memory>
#include <utility>
#include <vector>

/// Makes the models of all levels, shared by all bodies of a shape while one of them uses them.
class btFluidLevelOfDetailCache
{
public:
	/// Levels of a model. Takes some 20 ms at the first call for a model. Not thread-safe.
	std::shared_ptr<const btFluidLevelOfDetailModels> modelsOf(
		const std::shared_ptr<const ambient::FluidBodyModel>& full);

private:
	std::vector<std::weak_ptr<const btFluidLevelOfDetailModels>> m_models;
};

/// The level of detail of one body, now and from the next planned step on.
class btFluidLevelOfDetailChoice
{
public:
	/// Level of the last planned step.
	btFluidLevelOfDetail present() const { return m_present; }
	/// Level of the next planned step.
	btFluidLevelOfDetail wished() const { return m_wished; }
	/// Changes the level of the next planned step. Call prepare() first.
	void wish(btFluidLevelOfDetail detail) { m_wished = detail; }
	/// Makes the wished level the present one. \returns its model
	const std::shared_ptr<const ambient::FluidBodyModel>& take()
	{
		m_present = m_wished;
		return m_models->of(m_present);
	}
	/// True if the level is fixed by the user: a budget does not change it.
	bool isFixed() const { return m_isFixed; }
	void setFixed(bool fixed) { m_isFixed = fixed; }  ///< see isFixed()

	/// Makes the models of all levels if they are missing. One thread at a time per cache.
	/// \param full model of the body at full detail
	void prepare(btFluidLevelOfDetailCache& cache, const std::shared_ptr<const ambient::FluidBodyModel>& full)
	{
		if (!m_models) m_models = cache.modelsOf(full);
	}
	/// Models of all levels and their misfits; null until prepare() is called.
	const btFluidLevelOfDetailModels* models() const { return m_models.get(); }
	/// Number of faces at a level. Call prepare() first.
	int facesAt(btFluidLevelOfDetail detail) const { return m_models->of(detail)->faces().size(); }

private:
	btFluidLevelOfDetail m_present = BT_FLUID_FULL_DETAIL, m_wished = BT_FLUID_FULL_DETAIL;
	bool m_isFixed = false;
	std::shared_ptr<const btFluidLevelOfDetailModels> m_models;
};

#endif  // BT_FLUID_LEVEL_OF_DETAIL_CHOICE_H
