// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_DETAIL_H
#define BT_FLUID_DETAIL_H

#include "AmbientFluid/Forces/ModelReduction.h"

#include <LinearMath/btVector3.h>

#include <memory>
#include <utility>
#include <vector>

/// How closely the fluid looks at a body. Volume, its centre, added mass and the laws of motion are the same at all
/// levels; a body changes its level without a jump in pose or velocity, and without one in momentum where it is wholly
/// in one medium.
enum btFluidDetail
{
	BT_FLUID_FULL_DETAIL,     ///< every face of the model; the action's integrator
	BT_FLUID_POINT_DETAIL,    ///< forces at about 48 points (ambient::reduceModel); the action's integrator
	BT_FLUID_BUOYANCY_DETAIL  ///< for what just has to float: about 24 faces, one evaluation of the forces a substep
	                          ///< (ambient::Integrator::DampedEuler)
};

/// Chooses levels by distance, step after step: the bodies nearest to m_focus get full detail as long as their faces
/// fit into m_fullFaces, those beyond them points as long as these fit into m_pointFaces, all others buoyancy only.
/// Bodies that have a level of their own (btFluidAction::setDetail), and bodies asleep, keep theirs and do not count.
/// Where the focus moves every step, give it anew every step.
struct btFluidDetailBudget
{
	btVector3 m_focus = btVector3(0, 0, 0);  ///< the camera, say, world frame [m]
	int m_fullFaces = 10000;                 ///< faces of all bodies in full detail, 0 or more
	int m_pointFaces = 5000;                 ///< faces of all bodies in point detail, 0 or more
	/// A body changes places with another one only when it is this much nearer, in parts of the distance, in [0, 1):
	/// bodies at the border do not change level at every step.
	btScalar m_hysteresis = btScalar(0.1);
};

/// The models of one body's shape, one for each level.
struct btFluidDetailModels
{
	std::shared_ptr<const ambient::FluidBodyModel> m_full;  ///< that of btFluidAction::addBody
	/// reduceModel() of it: about 48 and about 24 faces.
	ambient::ReducedModel m_points, m_buoyancy;

	/// What equations of that level are made with; never null.
	const std::shared_ptr<const ambient::FluidBodyModel>& of(btFluidDetail detail) const
	{
		return detail == BT_FLUID_FULL_DETAIL    ? m_full
		       : detail == BT_FLUID_POINT_DETAIL ? m_points.model
		                                         : m_buoyancy.model;
	}
};

/// Makes them, once for all bodies of a model, as long as some body uses them.
class btFluidDetailCache
{
public:
	/// Some 20 ms where no body has asked for this model yet. Not for several threads at once.
	std::shared_ptr<const btFluidDetailModels> modelsOf(const std::shared_ptr<const ambient::FluidBodyModel>& full);

private:
	std::vector<std::weak_ptr<const btFluidDetailModels>> m_models;
};

#endif  // BT_FLUID_DETAIL_H
