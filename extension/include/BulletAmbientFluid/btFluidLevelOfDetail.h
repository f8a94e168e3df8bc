// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_LEVEL_OF_DETAIL_H
#define BT_FLUID_LEVEL_OF_DETAIL_H

#include "AmbientFluid/Forces/ModelReduction.h"

#include <LinearMath/btVector3.h>

#include <memory>

/// Level of detail of the forces on a body. Volume, centre of volume, added mass and equations of motion are equal at
/// all levels. A change of level keeps pose and velocity, and the momentum of a body that is wholly in one medium.
enum btFluidLevelOfDetail
{
	BT_FLUID_FULL_DETAIL,     ///< every face of the model; the action's integrator
	BT_FLUID_POINT_DETAIL,    ///< forces at about 48 points (ambient::reduceModel); the action's integrator
	BT_FLUID_BUOYANCY_DETAIL  ///< about 24 faces, one evaluation of the forces a substep (Integrator::DampedEuler)
};

/// Choice of levels by distance at every step. The bodies nearest to m_focus get full detail up to m_fullFaces faces in
/// total, the next ones point detail up to m_pointFaces, all others buoyancy detail. Bodies with a level of their own
/// (btFluidLevelsOfDetail::set) and sleeping bodies keep their level and do not count. Call
/// btFluidLevelsOfDetail::setBudget() again if the focus moves.
struct btFluidLevelOfDetailBudget
{
	btVector3 m_focus = btVector3(0, 0, 0);  ///< for example the camera, world frame [m]
	int m_fullFaces = 10000;                 ///< faces of all bodies in full detail, 0 or more
	int m_pointFaces = 5000;                 ///< faces of all bodies in point detail, 0 or more
	/// Least relative lead in distance, in [0, 1), for a body to take the level of another one. Prevents changes of
	/// level at every step near the border.
	btScalar m_hysteresis = btScalar(0.1);
};

/// The models of one shape, one per level.
struct btFluidLevelOfDetailModels
{
	std::shared_ptr<const ambient::FluidBodyModel> m_full;  ///< the model of btFluidAction::addBody
	/// Results of reduceModel(m_full), about 48 and about 24 faces.
	ambient::ReducedModel m_points, m_buoyancy;

	/// Model of a level; never null.
	const std::shared_ptr<const ambient::FluidBodyModel>& of(btFluidLevelOfDetail detail) const
	{
		return detail == BT_FLUID_FULL_DETAIL    ? m_full
		       : detail == BT_FLUID_POINT_DETAIL ? m_points.model
		                                         : m_buoyancy.model;
	}
};

#endif  // BT_FLUID_LEVEL_OF_DETAIL_H
