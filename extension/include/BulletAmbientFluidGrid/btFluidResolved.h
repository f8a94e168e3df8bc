// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_RESOLVED_H
#define BT_FLUID_RESOLVED_H

#include "AmbientFluid/Math/SpatialVector.h"

#include <string>

/// A rigid body that a grid resolves, to be read. Wrenches and impulses are about the centre of mass, world axes.
class btFluidResolved
{
public:
	virtual ~btFluidResolved() = default;
	/// Velocity at the end of the last step, about the centre of mass, world axes. With a solver of Bullet's own
	/// btRigidBody::getLinearVelocity() holds the input of the next solve instead.
	virtual const ambient::Twist& getVelocity() const = 0;
	/// Whether the last step was that of a btFluidConstraintSolver.
	virtual bool isExact() const = 0;
	/// Mean wrench of the fluid in the last step of the grid, without buoyancy [N m, N]. Zero for bodies with
	/// prescribed motion and outside the box or the world.
	virtual const ambient::Wrench& getFluidWrench() const = 0;
	/// Impulse of contacts and joints in the last step of the grid [N m s, N s].
	virtual const ambient::Wrench& getContactImpulse() const = 0;
	/// In the last step: the body was in the world, and its centre of mass in the box.
	virtual bool isInGrid() const = 0;
	/// Kinematic, static or asleep in the last step.
	virtual bool isPrescribed() const = 0;
	/// Reason for which the fluid no longer acts on the body, in a few words; empty while healthy.
	virtual const std::string& failure() const = 0;
};

/// A multi-body that a grid resolves, to be read. Link 0 is the base.
class btFluidResolvedTree
{
public:
	virtual ~btFluidResolvedTree() = default;
	virtual int getNumLinks() const = 0;  ///< base included, also a fixed one
	/// Mean wrench of the fluid on a link in the last step of the grid, without buoyancy, about its centre of mass,
	/// world axes [N m, N]. Zero for prescribed motion and outside the box.
	virtual const ambient::Wrench& getFluidWrench(int link) const = 0;
	/// Whether a link was in the grid in the last step: it has a model, and its centre of mass was in the box.
	virtual bool isInGrid(int link) const = 0;
	/// Whether all links had prescribed motion in the last step.
	virtual bool isPrescribed() const = 0;
};

#endif  // BT_FLUID_RESOLVED_H
