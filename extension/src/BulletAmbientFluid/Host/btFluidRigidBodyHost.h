// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_RIGID_BODY_HOST_H
#define BT_FLUID_RIGID_BODY_HOST_H

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btTransform.h>

class btFluidStateReader;
class btFluidStateWriter;

/// Factors by which Bullet damps a velocity in one step.
struct btFluidDamping
{
	/// (1 - damping)^timeStep of linear and angular velocity; 1 without damping.
	btScalar m_linear = 1, m_angular = 1;

	bool any() const { return m_linear != 1 || m_angular != 1; }  ///< false: the twist stays unchanged
	/// \param twist world or body axes: the factors have no direction
	ambient::Twist operator()(const ambient::Twist& twist) const
	{
		return {double(m_angular) * twist.angular, double(m_linear) * twist.linear};
	}
};

/// The link of a wet body to its btRigidBody, for bodies of a fluid and bodies that a grid resolves: original
/// properties, state after the last step, and later changes by users. Independent of fluids.
class btFluidRigidBodyHost
{
public:
	/// Records mass, inertia, damping and flags, and switches damping and Bullet's gyroscopic terms off. Marks the body
	/// by the extension pointer, which Bullet reserves for such uses: a new body in the same memory has no mark.
	///
	/// \param owner class that messages name
	/// \throws std::invalid_argument, with nothing changed, if the body is null, static, kinematic or already marked,
	/// has no inertia about an axis, or a pose or velocity that is not finite
	explicit btFluidRigidBodyHost(btRigidBody* body, const char* owner = "btFluidBody");

	/// restore() unless keep() was called: undoes the constructor if its caller fails. Afterwards the rigid body may be
	/// deleted before the host.
	~btFluidRigidBodyHost()
	{
		if (!m_isKept) restore();
	}
	/// Makes the changes of the constructor last beyond the host's life.
	void keep() { m_isKept = true; }
	btFluidRigidBodyHost(const btFluidRigidBodyHost&) = delete;
	btFluidRigidBodyHost& operator=(const btFluidRigidBodyHost&) = delete;

	btRigidBody& body() const { return *m_body; }  ///< the constructor's argument
	/// True if the rigid body's memory still holds the body of the constructor, not a new one.
	bool isMarked() const;

	/// Own mass of the body, independent of install() [kg].
	double mass() const { return m_memory.m_mass; }
	/// Own principal moments about the centre of mass, Bullet's body axes, independent of install() [kg m^2].
	const ambient::Vector3& inertia() const { return m_memory.m_inertia; }

	/// Sets mass and inertia of Bullet's body for the solve. Corrects the accumulated force, so that the weight of the
	/// step in progress stays right. A body frozen by mass 0 stays frozen.
	void install(double mass, const ambient::Vector3& inertia);
	/// Adopts mass and inertia that a user has set since install() as the body's own. \returns true if there was a
	/// change
	bool takeMassChange();
	/// Switches Bullet's gyroscopic terms off again if a user switched them on.
	void keepFlags();
	/// Restores mass, inertia and flags, and the damping unless a user has set another one.
	void restore();
	/// Puts the body at rest with its own mass, without forces and with a finite gravity, so that the world can go on
	/// after a failure. \param pose finite
	void stopAt(const ambient::Pose& pose);

	/// Momentum of a velocity change with Bullet's mass properties, world axes, about the centre of mass.
	ambient::Momentum impulseOf(const ambient::Twist& velocityChange, const ambient::Quaternion& worldFromBody) const;

	/// Velocity of Bullet's body, world axes [rad/s, m/s].
	ambient::Twist velocity() const;
	/// Sets the velocity, world axes [rad/s, m/s]. Call remember() afterwards: otherwise the change counts as a user's.
	void setVelocity(const ambient::Twist& velocity);
	ambient::Pose pose() const;  ///< worldFromBody, origin at the centre of mass
	/// Moves the body and its interpolation pose. Call remember() afterwards, as for setVelocity().
	void setPose(const ambient::Pose& pose);
	ambient::Vector3 gravity() const;  ///< btRigidBody::getGravity(), world axes [m/s^2]
	ambient::LockedAxes lockedAxes() const { return lockedAxesOf(*m_body); }  ///< axes with linear or angular factor 0
	/// Axes of a rigid body with linear or angular factor 0.
	static ambient::LockedAxes lockedAxesOf(const btRigidBody& body);
	btFluidDamping damping(btScalar timeStep) const;  ///< set by a user since the constructor; step in [s]

	/// Forces and torques of users in the step in progress, about the centre of mass, world axes [N m, N].
	ambient::Wrench userWrench() const;
	/// Name of a non-finite property: "its position", "a force on it", ...; null if all are finite.
	const char* findNonFinite() const;

	/// Records pose, velocity and update revision as the reference of later changes. \param asleep Bullet skips the
	/// body
	void remember(bool asleep);
	/// Pose at the last remember().
	const btTransform& leftTransform() const { return m_memory.m_leftTransform; }
	const btVector3& leftLinearVelocity() const { return m_memory.m_leftLinearVelocity; }    ///< world axes [m/s]
	const btVector3& leftAngularVelocity() const { return m_memory.m_leftAngularVelocity; }  ///< world axes [rad/s]
	/// True if more than `expected` updates were made since remember().
	bool hasMoreUpdatesThan(int expected) const;

	/// Changes by users between two steps, read before a solver changes the body.
	struct UserChange
	{
		bool moved = false;       ///< the pose was set
		bool replaced = false;    ///< the velocity was set
		ambient::Twist velocity;  ///< if replaced: the new velocity; otherwise the change by impulses
		btFluidDamping damping;   ///< to be applied after that

		bool any() const;  ///< false: no change
	};
	/// Compares the body with the last remember(). \param timeStep of the coming step, for its damping [s]
	UserChange readUserChange(btScalar timeStep) const;

	/// Change of the velocity by a step of a solver of Bullet's own.
	struct SolvedChange
	{
		ambient::Twist external;  ///< added for gravity and user forces
		ambient::Twist rest;      ///< now - left - external: contacts, joints, impulses, set velocities
		bool kicked = false;      ///< `rest` is more than rounding
		bool updated = false;     ///< a user called a setter, perhaps of a velocity
		btFluidDamping damping;   ///< of the velocity at the start of the step
	};
	/// Compares the body after a step with the last remember(). \param solverRevisions increments of the body's update
	/// revision by the solver
	SolvedChange readSolvedChange(btScalar timeStep, int solverRevisions) const;

	/// True if a solver of Bullet's own has moved the body as it was left to by remember(), and no one else has changed
	/// it: readSolvedChange() and takeMassChange() find nothing, no axis is locked, no user's load acts, all is finite.
	/// \param solverRevisions as of readSolvedChange() \param length of the body [m]
	bool wasLeftAlone(btScalar timeStep, int solverRevisions, double length) const;

	/// Replaces mass, damping and velocities in the serialised body by those that it has after restore().
	/// \param velocity of the body without the fluid, world axes
	void serializeOwn(btRigidBodyData& data, const ambient::Twist& velocity) const;

	void save(btFluidStateWriter& out) const;  ///< for saved states, with the rigid body itself
	/// \param apply false: only reads past the record
	void load(btFluidStateReader& in, bool apply);

private:
	/// Data of a saved state beside the rigid body's own values.
	struct Memory
	{
		double m_mass = 0.0;
		ambient::Vector3 m_inertia = ambient::Vector3::Zero();
		btScalar m_installedInvMass = 0;
		btVector3 m_installedInvInertia;
		btTransform m_leftTransform;
		btVector3 m_leftLinearVelocity, m_leftAngularVelocity;
		int m_leftRevision = 0;
		bool m_wasAsleep = false;
		bool m_isWeightless = false;  ///< was asleep when Bullet applied gravity for the steps in progress
	};

	void setMass(btScalar invMass, const btVector3& invInertia);

	btRigidBody* m_body;
	Memory m_memory;
	btScalar m_linearDamping, m_angularDamping;
	int m_flags;
	bool m_isKept = false;
};

#endif  // BT_FLUID_RIGID_BODY_HOST_H
