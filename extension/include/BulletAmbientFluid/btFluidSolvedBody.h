// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SOLVED_BODY_H
#define BT_FLUID_SOLVED_BODY_H

#include "BulletAmbientFluid/btFluidMobility.h"
#include "BulletAmbientFluid/btFluidPresence.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btVector3.h>

#include <memory>

class btFluidWetMultiBodies;
class btFluidSolvedGroups;
class btManifoldPoint;

/// Input of a btFluidConstraintSolver for one wet body and step; world axes, about the centre of mass.
struct btFluidFreeMotion
{
	btVector3 m_linearVelocity;   ///< at the step's end without contacts and joints, all loads included [m/s]
	btVector3 m_angularVelocity;  ///< at the step's end without contacts and joints, all loads included [rad/s]
	btFluidMobility m_mobility;   ///< at the step's start, made with the rigid body's own mass
	/// Part of the velocity above that only contacts and joints shall see, not the body's momentum: zero unless
	/// beginSolve() sets it [m/s], [rad/s].
	btVector3 m_linearShown, m_angularShown;
};

/// A body whose contacts and joints are solved with a full 6x6 inertia. Implemented by btFluidRigidBody; an application
/// may implement it for an inertia of its own.
class btFluidSolvedBody
{
public:
	virtual ~btFluidSolvedBody() = default;

	/// Called once per step, before the solver reads the rigid body, whose velocity and pose may still be changed here.
	/// Must not throw. \returns false to solve the body as a dry one in this step
	virtual bool beginSolve(btScalar timeStep, btFluidFreeMotion& motion) = 0;

	/// Called after the solver has written the rigid body's velocity, and with split impulse the pose, and before
	/// Bullet moves the body. Must not throw. The arguments are the velocity change by all contacts and joints,
	/// relative to the free motion [m/s], [rad/s].
	virtual void endSolve(const btVector3& linearChange, const btVector3& angularChange) = 0;

	/// Called instead of endSolve() for a member of a btFluidSolvedGroup: the impulses of all contacts and joints on
	/// this body, without those on others, about the centre of mass, world axes [N s], [N m s]. Must not throw.
	/// Default: none.
	virtual void endSolveInGroup(const ambient::Momentum& impulse) { (void)impulse; }

	/// Whether contacts have held the body in the last step, by other bodies or not, on something that does not move.
	/// Must not throw. Default: no.
	virtual bool isOnGround() const { return false; }
	/// Called in a solve for each row of contacts of the body. Must not throw. Default: none.
	/// \param onGround whether the other body does not move, or isOnGround()
	virtual void noteContact(bool onGround) { (void)onGround; }

	/// Change of the body's kinetic energy if the correction of joints turned it now, without a force, after a velocity
	/// change by contacts and joints; world axes. Must not throw. Default: 0 [J].
	/// \param linearChange [m/s] \param angularChange [rad/s], both as of endSolve() \param turn axis times angle [rad]
	virtual double energyOfTurn(const btVector3& linearChange, const btVector3& angularChange,
	                            const btVector3& turn) const
	{
		(void)linearChange, (void)angularChange, (void)turn;
		return 0;
	}
	/// Called before endSolve() if the correction of joints has turned the rigid body: first the turn, then the motion
	/// of the step. Must not throw. Default: none. \param turn world axes, axis times angle [rad]
	virtual void noteTurn(const btVector3& turn) { (void)turn; }

	/// Velocity of the body's surface at a contact beyond its rigid motion, a mean over the coming step, world axes
	/// [m/s]: of a change of shape, a belt, a track. Called if btFluidSolvedBodies::hasMovingSurfaces(), also for
	/// static bodies. Must not throw. Default: zero. \param isA whether the body is the first one of the contact
	virtual btVector3 surfaceVelocity(const btManifoldPoint&, bool isA) const
	{
		(void)isA;
		return btVector3(0, 0, 0);
	}

	/// Called by btFluidSerializer: replaces mass, damping and velocities that the rigid body has only for the solver
	/// by its own. Default: the rigid body has its own. \param data of btRigidBody::serialize()
	virtual void serializeOwn(btRigidBodyData& data) const { (void)data; }
};

/// Source of the wet bodies of a btFluidConstraintSolver. Several solvers may call it at the same time, each for
/// different bodies. It and its solvers may end in any order, between two steps.
class btFluidSolvedBodies
{
public:
	virtual ~btFluidSolvedBodies() = default;
	/// The wet side of a body; null for a dry body.
	virtual btFluidSolvedBody* findSolvedBody(const btRigidBody* body) = 0;
	/// The wet multi-bodies, for a btFluidMultiBodyConstraintSolver; null (default): none.
	virtual btFluidWetMultiBodies* getMultiBodies() { return nullptr; }
	/// Whether btFluidSolvedBody::surfaceVelocity() of any body may differ from zero in the coming step. Contacts then
	/// get friction in two directions. Default: false.
	virtual bool hasMovingSurfaces() const { return false; }
	/// Groups of these bodies (btFluidSolvedGroup.h); null (default): none.
	virtual std::shared_ptr<btFluidSolvedGroups> getGroups() { return nullptr; }
	/// Called by every solver in its constructor or addBodies().
	virtual void addSolver() {}
	/// Token that expires with this object; a solver that lives longer continues without these bodies.
	std::weak_ptr<const void> watch() const { return m_life.watch(); }

private:
	btFluidLife m_life;
};

#endif  // BT_FLUID_SOLVED_BODY_H
