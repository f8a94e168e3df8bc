// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_RIGID_BODY_LINK_H
#define BT_FLUID_RIGID_BODY_LINK_H

#include "AmbientFluid/Dynamics/KirchhoffEquations.h"

#include <LinearMath/btTransform.h>

class btFluidStateReader;
class btFluidStateWriter;
class btRigidBody;

/// Factors by which Bullet damps a velocity in one step.
struct btFluidDamping
{
	/// (1 - damping)^timeStep of linear and angular velocity; 1 where there is none.
	btScalar m_linear = 1, m_angular = 1;

	bool any() const { return m_linear != 1 || m_angular != 1; }  ///< false: the twist stays as it is
	/// \param twist world or body axes: the factors have no direction
	ambient::Twist operator()(const ambient::Twist& twist) const
	{
		return {double(m_angular) * twist.angular, double(m_linear) * twist.linear};
	}
};

/// What a btFluidBody knows about its btRigidBody: what it had before, what it was left with after the last step, and
/// what users changed since. Nothing here knows about fluids.
class btFluidRigidBodyLink
{
public:
	/// Notes mass, inertia, damping and flags; switches damping and Bullet's gyroscopic terms off, and marks the body
	/// by its extension pointer, which Bullet keeps for such uses: a new body in the same memory has none.
	///
	/// \throws std::invalid_argument: null, static or kinematic body, no inertia about an axis, pose or velocity not
	///         finite, already marked
	explicit btFluidRigidBodyLink(btRigidBody* body);

	~btFluidRigidBodyLink() = default;
	btFluidRigidBodyLink(const btFluidRigidBodyLink&) = delete;
	btFluidRigidBodyLink& operator=(const btFluidRigidBodyLink&) = delete;

	btRigidBody& body() const { return *m_body; }  ///< as given to the constructor
	/// Whether the object in the rigid body's memory is still the one that this link was made for.
	bool isMarked() const;

	/// Mass [kg] and principal moments [kg m^2] of the body itself, whatever Bullet is made to believe.
	double mass() const { return m_memory.m_mass; }
	/// About the centre of mass, Bullet's body axes [kg m^2].
	const ambient::Vector3& inertia() const { return m_memory.m_inertia; }

	/// Gives Bullet a mass and an inertia to solve with. Forces of the step in progress keep the body's weight right.
	/// A body that is frozen by mass 0 stays so.
	void install(double mass, const ambient::Vector3& inertia);
	/// True if somebody set another mass or inertia since install(): these are the body's own from now on.
	bool takeMassChange();
	/// Switches Bullet's gyroscopic terms off again when a user set them.
	void keepFlags();
	/// Gives back mass, inertia, flags, and damping unless a user set another one meanwhile.
	void restore();

	/// Momentum that a velocity change stands for in Bullet's eyes, world axes, about the centre of mass.
	ambient::Momentum impulseOf(const ambient::Twist& velocityChange, const ambient::Quaternion& worldFromBody) const;

	/// Velocity [m/s, rad/s] that Bullet holds.
	ambient::Twist velocity() const;
	/// World axes [rad/s, m/s]. remember() comes after it, or it is taken for a user's change.
	void setVelocity(const ambient::Twist& velocity);
	ambient::Pose pose() const;  ///< worldFromBody, origin at the centre of mass
	/// Moves the body, its interpolation pose too. remember() comes after it, as after setVelocity().
	void setPose(const ambient::Pose& pose);
	ambient::Vector3 gravity() const;                 ///< btRigidBody::getGravity(), world axes [m/s^2]
	ambient::LockedAxes lockedAxes() const;           ///< those whose linear or angular factor is 0
	btFluidDamping damping(btScalar timeStep) const;  ///< what a user has set since it was switched off, for a step [s]

	/// Forces and torques of users in the step in progress, about the centre of mass, world axes [N m, N].
	ambient::Wrench userWrench() const;
	/// What is not finite: "its position", "a force on it", ... or null.
	const char* findNonFinite() const;

	/// Notes pose, velocity and update revision: changes are measured from here. \param asleep Bullet skips the body
	void remember(bool asleep);
	/// As remembered.
	const btTransform& leftTransform() const { return m_memory.m_leftTransform; }
	const btVector3& leftLinearVelocity() const { return m_memory.m_leftLinearVelocity; }    ///< world axes [m/s]
	const btVector3& leftAngularVelocity() const { return m_memory.m_leftAngularVelocity; }  ///< world axes [rad/s]
	/// True if more than `expected` updates were made since.
	bool hasMoreUpdatesThan(int expected) const;

	/// What users did to the body between two steps, seen before a solver touches it.
	struct UserChange
	{
		bool moved = false;       ///< the pose was set
		bool replaced = false;    ///< the velocity was set
		ambient::Twist velocity;  ///< replaced: the new one; else what impulses added to it
		btFluidDamping damping;   ///< that came after that

		bool any() const;  ///< false: nobody touched the body
	};
	/// By comparison with what remember() noted. \param timeStep of the step that comes, for its damping [s]
	UserChange readUserChange(btScalar timeStep) const;

	void save(btFluidStateWriter& out) const;  ///< for btFluidAction::saveState()
	/// \param apply false: only reads past the record
	void load(btFluidStateReader& in, bool apply);

private:
	/// What a saved state holds beside the rigid body's own values.
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
		bool m_isWeightless = false;  ///< asleep when Bullet handed out gravity for the steps in progress
	};

	void setMass(btScalar invMass, const btVector3& invInertia);

	btRigidBody* m_body;
	Memory m_memory;
	btScalar m_linearDamping, m_angularDamping;
	int m_flags;
};

#endif  // BT_FLUID_RIGID_BODY_LINK_H
