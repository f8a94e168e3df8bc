// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SOLVED_INERTIA_H
#define BT_FLUID_SOLVED_INERTIA_H

#include "AmbientFluid/Dynamics/StiffDrag.h"
#include "BulletAmbientFluid/btFluidBody.h"
#include "BulletAmbientFluid/RigidBody/btFluidEffectiveMass.h"
#include "BulletAmbientFluid/btFluidMobility.h"
#include "BulletAmbientFluid/Host/btFluidRigidBodyHost.h"
#include "BulletAmbientFluid/RigidBody/btFluidBodyMotion.h"

#include <optional>

/// The inertia of a wet rigid body as solvers see it: K, or K + h D if the drag D is stiff over the planned step h.
class btFluidSolvedInertia
{
public:
	/// \param host,motion outlive this object
	btFluidSolvedInertia(btFluidRigidBodyHost& host, const btFluidBodyMotion& motion) : m_host(host), m_motion(motion)
	{
	}

	/// Takes the inertia of the motion; in drop-in mode, installs it.
	void take(btFluidSolveMode mode);
	/// The same, with the effective mass of that inertia, without stiff drag.
	void take(btFluidSolveMode mode, const btFluidEffectiveMass& effective);
	/// Takes the drag of the present state for a step, and the inertia if the drag matters to it.
	/// \returns the drag if it is stiff
	std::optional<ambient::DragModes> takeDrag(double timeStep, btFluidSolveMode mode, btFluidBuffers& buffers);
	/// No drag is stiff from now on; take() follows.
	void dropDrag() { m_hasStiffDrag = false; }
	/// Gives the rigid body the mass and inertia of drop-in mode.
	void install() { m_host.install(m_effective.m_mass, m_effective.m_inertia); }

	/// Mass and body-axes inertia of Bullet's solver in drop-in mode: not above K, or K + h D.
	const btFluidEffectiveMass& effectiveMass() const { return m_effective; }
	/// W of the exact solver at the rigid body's pose, world axes: K^-1, or (K + h D)^-1, so that contacts and joints
	/// feel the drag that they move the body against.
	btFluidMobility mobility() const;
	/// W, body axes, without regard to locked axes.
	ambient::Matrix6 response() const;
	/// What is left at the end of the step of the momentum that an impulse gives at its start: all of it, or
	/// K (K + h D)^-1 of it if the drag D is stiff. World axes.
	ambient::Momentum leftOf(const ambient::Momentum& impulse) const;
	/// Linear impulse that stiff drag D takes up if contacts and joints change the velocity: h D times the change,
	/// world axes [N s]. \param change body axes
	ambient::Vector3 takenFrom(const ambient::Twist& change) const;
	/// True if the drag is stiff over the planned step.
	bool hasStiffDrag() const { return m_hasStiffDrag; }

private:
	ambient::Pose bodyFromWorldAxes() const;
	void use(btFluidSolveMode mode);

	btFluidRigidBodyHost& m_host;
	const btFluidBodyMotion& m_motion;
	btFluidEffectiveMass m_effective;
	bool m_hasStiffDrag = false;
	ambient::Matrix6 m_stepDamping;                   ///< h D if m_hasStiffDrag, body axes
	std::optional<btFluidMobility> m_mobilityInBody;  ///< in exact mode, without drag
};

#endif  // BT_FLUID_SOLVED_INERTIA_H
