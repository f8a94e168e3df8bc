// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_BODY_SETTINGS_H
#define BT_FLUID_BODY_SETTINGS_H

#include "AmbientFluid/Dynamics/IntegratorOptions.h"
#include "AmbientFluid/Forces/CrowdForces.h"

class btDynamicsWorld;
class btFluidBufferPool;
class btFluidLevelOfDetailCache;
class btFluidMediumMap;

/// Data shared by all bodies of an action; outlives them.
struct btFluidBodySettings
{
	/// btFluidActionConstructionInfo::m_forces, with m_isSingle applied.
	ambient::ForceSet m_forces;
	/// btFluidActionConstructionInfo::m_integrator.
	ambient::IntegratorOptions m_integrator;
	/// btFluidActionConstructionInfo::m_sleepingSpeed [m/s].
	double m_sleepingSpeed;
	/// btFluidActionConstructionInfo::m_makesWaves.
	bool m_makesWaves;
	/// Media by place, for bodies that move into another medium.
	const btFluidMediumMap& m_media;
	/// Models of the coarser levels, shared by bodies of one shape.
	btFluidLevelOfDetailCache& m_details;
	/// Buffers for evaluations outside of btFluidRigidBody::step().
	btFluidBufferPool& m_buffers;
	/// Of the action: the rigid bodies in it may be touched.
	const btDynamicsWorld& m_world;
	/// Whether bodies may step in crowds: m_forces are the default ones (ambient::areCrowdForces).
	bool m_takesCrowds = ambient::areCrowdForces(m_forces);
};

#endif  // BT_FLUID_BODY_SETTINGS_H
