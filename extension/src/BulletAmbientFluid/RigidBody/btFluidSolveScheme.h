// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SOLVE_SCHEME_H
#define BT_FLUID_SOLVE_SCHEME_H

#include "BulletAmbientFluid/RigidBody/btFluidHostedMotion.h"

/// Exchange of a wet body with the constraint solver of the world: exact or drop-in.
class btFluidSolveScheme
{
public:
	virtual ~btFluidSolveScheme() = default;

	/// Collects the effects of contacts, joints and users in the elapsed step, and adopts changes by users.
	/// \param solverRevisions increments of the rigid body's update revision per solve
	/// \throws std::runtime_error if an input is not finite
	virtual btFluidStepOutcome collect(double timeStep, int solverRevisions, btFluidBuffers& buffers) = 0;
	/// Gives the rigid body the velocity from which the next solve starts.
	virtual void publish(double timeStep) = 0;
	/// Forgets the elapsed step.
	virtual void clear() = 0;
};

#endif  // BT_FLUID_SOLVE_SCHEME_H
