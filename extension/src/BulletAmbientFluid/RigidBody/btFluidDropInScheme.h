// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_DROP_IN_SCHEME_H
#define BT_FLUID_DROP_IN_SCHEME_H

#include "BulletAmbientFluid/RigidBody/btFluidRest.h"
#include "BulletAmbientFluid/RigidBody/btFluidSolveScheme.h"

/// Exchange with a solver of Bullet's own: Bullet's body has the mass M_eff <= K and starts from u less gravity and
/// user forces, which Bullet adds. The impulse is M_eff du, scaled up contact by contact (btFluidCorrectContacts).
class btFluidDropInScheme : public btFluidSolveScheme
{
public:
	/// \param body, rest outlive the scheme
	btFluidDropInScheme(btFluidHostedMotion& body, btFluidRest& rest) : m_body(body), m_rest(rest) {}

	/// Reference point of the step's impulses: the centre of mass during Bullet's solve, world frame [m].
	ambient::Vector3 solvedPosition() const;
	/// Products u . j of an impulse j and its velocity change u [J].
	struct Responses
	{
		double m_effective;  ///< with the effective mass of Bullet's solver
		double m_true;       ///< with the full K
	};
	/// \param impulse about solvedPosition(), world axes
	Responses responsesTo(const ambient::Momentum& impulse) const;
	/// Adds an impulse that contacts of this step need beyond the result of Bullet's solver.
	/// \param impulse about solvedPosition(), world axes
	void addContactCorrection(const ambient::Momentum& impulse) { m_contactCorrection += impulse; }
	/// Marks the body as held by joints in this step: it then keeps the position of Bullet's solver.
	void holdByJoint() { m_isHeld = true; }
	/// Marks the body as held by contacts. \param impulse of Bullet's solver, about solvedPosition(), world axes
	/// \param onGround whether the other body does not move, or isOnGround()
	void holdByContact(const ambient::Momentum& impulse, bool onGround)
	{
		m_isHeld = m_hasContacts = true;
		m_contactImpulse += impulse;
		m_rest.noteContact(onGround);
	}
	bool isOnGround() const { return m_rest.isOnGround(); }
	bool hasContacts() const { return m_hasContacts; }  ///< whether contacts hold the body in this step

	/// True if Bullet has solved this step with the body's whole weight and without the fluid: a first step, or the
	/// first after sleep. The impulses of its joints are then those of a body in a vacuum.
	bool isSolvedDry() const;
	/// What the solve has done to Bullet's body.
	struct Solved
	{
		double m_energyBefore;  ///< kinetic energy with which the solve began, weight and user forces included [J]
		double m_energyAfter;   ///< after the solve, before other changes [J]
		bool m_isStill;  ///< whether it has left the body slow, to a tenth of the velocity of its weight in the step
	};
	Solved solved(double timeStep) const;
	double mass() const { return m_body.host().mass(); }  ///< dry [kg]
	/// Mass of the displaced fluid [kg]. Exceptions of a user's medium pass through.
	double displacedMass(btFluidBuffers& buffers) const;
	/// Leaves the impulses of the solve out: joints act from the next step on (btFluidDryJoints.h).
	void leaveJointsOut() { m_leavesJointsOut = true; }
	/// Takes the impulses of the solve as they are, and the loads: joints among bodies that fall alike carry no weight.
	void fallFreely() { m_fallsFreely = true; }

	/// True if Bullet's velocity allows for gravity and user forces to be added.
	bool hasOffset() const { return m_hasOffset; }
	void setOffset(bool offset) { m_hasOffset = offset; }  ///< see hasOffset()

	btFluidStepOutcome collect(double timeStep, int solverRevisions, btFluidBuffers& buffers) override;
	void publish(double timeStep) override;
	void clear() override
	{
		m_contactCorrection = m_contactImpulse = ambient::Momentum();
		m_isHeld = m_hasContacts = m_leavesJointsOut = m_fallsFreely = false;
	}

private:
	/// Outcome after a non-finite impulse: the result of the solve is discarded.
	btFluidStepOutcome discardSolve(double timeStep, btFluidBuffers& buffers);
	/// True if collect() would find nothing but the planned motion: most steps of free bodies.
	bool wasLeftAlone(double timeStep, int solverRevisions) const;
	bool isExplainedByContacts(const btFluidRigidBodyHost::SolvedChange& solve) const;
	void acceptVelocity(const btFluidRigidBodyHost::SolvedChange& solve, bool replaced, btFluidBuffers& buffers);
	bool acceptTeleport(double timeStep, btFluidBuffers& buffers);

	btFluidHostedMotion& m_body;
	btFluidRest& m_rest;
	ambient::Momentum m_contactCorrection, m_contactImpulse;  ///< about solvedPosition(), world axes
	bool m_isHeld = false;
	bool m_hasContacts = false;
	bool m_leavesJointsOut = false, m_fallsFreely = false;
	bool m_hasOffset = false;
};

#endif  // BT_FLUID_DROP_IN_SCHEME_H
