// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_DETAIL_H
#define BT_FLUID_DETAIL_H

#include "AmbientFluid/Forces/ModelReduction.h"

#include <LinearMath/btVector3.h>

#include <memory>
#include <utility>
#include <vector>

/// Level of detail of the forces on a body. Volume, centre of volume, added mass and equations of motion are equal at
/// all levels. A change of level keeps pose and velocity, and the momentum of a body that is wholly in one medium.
enum btFluidDetail
{
	BT_FLUID_FULL_DETAIL,     ///< every face of the model; the action's integrator
	BT_FLUID_POINT_DETAIL,    ///< forces at about 48 points (ambient::reduceModel); the action's integrator
	BT_FLUID_BUOYANCY_DETAIL  ///< about 24 faces, one evaluation of the forces a substep (Integrator::DampedEuler)
};

/// Choice of levels by distance at every step. The bodies nearest to m_focus get full detail up to m_fullFaces faces in
/// total, the next ones point detail up to m_pointFaces, all others buoyancy detail. Bodies with a level of their own
/// (btFluidAction::setDetail) and sleeping bodies keep their level and do not count. Call
/// btFluidAction::setDetailBudget() again if the focus moves.
struct btFluidDetailBudget
{
	btVector3 m_focus = btVector3(0, 0, 0);  ///< for example the camera, world frame [m]
	int m_fullFaces = 10000;                 ///< faces of all bodies in full detail, 0 or more
	int m_pointFaces = 5000;                 ///< faces of all bodies in point detail, 0 or more
	/// Least relative lead in distance, in [0, 1), for a body to take the level of another one. Prevents changes of
	/// level at every step near the border.
	btScalar m_hysteresis = btScalar(0.1);
};

/// The models of one shape, one per level.
struct btFluidDetailModels
{
	std::shared_ptr<const ambient::FluidBodyModel> m_full;  ///< the model of btFluidAction::addBody
	/// Results of reduceModel(m_full), about 48 and about 24 faces.
	ambient::ReducedModel m_points, m_buoyancy;

	/// Model of a level; never null.
	const std::shared_ptr<const ambient::FluidBodyModel>& of(btFluidDetail detail) const
	{
		return detail == BT_FLUID_FULL_DETAIL    ? m_full
		       : detail == BT_FLUID_POINT_DETAIL ? m_points.model
		                                         : m_buoyancy.model;
	}
};

/// Makes the models of all levels, shared by all bodies of a shape while one of them uses them.
class btFluidDetailCache
{
public:
	/// Levels of a model. Takes some 20 ms at the first call for a model. Not thread-safe.
	std::shared_ptr<const btFluidDetailModels> modelsOf(const std::shared_ptr<const ambient::FluidBodyModel>& full);

private:
	std::vector<std::weak_ptr<const btFluidDetailModels>> m_models;
};

/// The level of detail of one body, now and from the next planned step on.
class btFluidDetailChoice
{
public:
	/// Level of the last planned step.
	btFluidDetail present() const { return m_present; }
	/// Level of the next planned step.
	btFluidDetail wished() const { return m_wished; }
	/// Changes the level of the next planned step. Call prepare() first.
	void wish(btFluidDetail detail) { m_wished = detail; }
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
	void prepare(btFluidDetailCache& cache, const std::shared_ptr<const ambient::FluidBodyModel>& full)
	{
		if (!m_models) m_models = cache.modelsOf(full);
	}
	/// Models of all levels and their misfits; null until prepare() is called.
	const btFluidDetailModels* models() const { return m_models.get(); }
	/// Number of faces at a level. Call prepare() first.
	int facesAt(btFluidDetail detail) const { return m_models->of(detail)->faces().size(); }

private:
	btFluidDetail m_present = BT_FLUID_FULL_DETAIL, m_wished = BT_FLUID_FULL_DETAIL;
	bool m_isFixed = false;
	std::shared_ptr<const btFluidDetailModels> m_models;
};

#endif  // BT_FLUID_DETAIL_H
