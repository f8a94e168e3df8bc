// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_DROP_IN_SCHEME_H
#define BT_FLUID_DROP_IN_SCHEME_H

#include "BulletAmbientFluid/RigidBody/btFluidSolveScheme.h"

/// Exchange with a solver of Bullet's own: Bullet's body has the mass M_eff <= K and starts from u less gravity and
/// user forces, which Bullet adds. The impulse is M_eff du, scaled up contact by contact (btFluidCorrectContacts).
class btFluidDropInScheme : public btFluidSolveScheme
{
public:
	/// \param body outlives the scheme
	explicit btFluidDropInScheme(btFluidHostedMotion& body) : m_body(body) {}

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
	/// Marks the body as held by contacts or joints in this step: it then keeps the position of Bullet's solver.
	/// \param impulse contact impulse of Bullet's solver, about solvedPosition(), world axes; zero for a joint
	void hold(const ambient::Momentum& impulse)
	{
		m_isHeld = true;
		m_contactImpulse += impulse;
	}

	/// True if Bullet solves this step with the body's whole weight and without the fluid: in a first step, after
	/// sleep, and after a set velocity. The impulses of its joints are then those of a body in a vacuum.
	bool isSolvedDry() const;
	/// Leaves the impulses of this step's joints out, unless they hold the body still: the joints act from the next
	/// step on. For all bodies that joints connect with one that isSolvedDry(), so that impulses remain pairs.
	void leaveJointsOut() { m_leavesJointsOut = true; }
	bool leavesJointsOut() const { return m_leavesJointsOut; }  ///< see leaveJointsOut()

	/// True if Bullet's velocity allows for gravity and user forces to be added.
	bool hasOffset() const { return m_hasOffset; }
	void setOffset(bool offset) { m_hasOffset = offset; }  ///< see hasOffset()

	btFluidStepOutcome collect(double timeStep, int solverRevisions, btFluidBuffers& buffers) override;
	void publish(double timeStep) override;
	void clear() override
	{
		m_contactCorrection = m_contactImpulse = ambient::Momentum();
		m_isHeld = m_leavesJointsOut = false;
	}

private:
	/// Outcome after a non-finite impulse: the result of the solve is discarded.
	btFluidStepOutcome discardSolve(double timeStep, btFluidBuffers& buffers);
	/// True if collect() would find nothing but the planned motion: most steps of free bodies.
	bool wasLeftAlone(double timeStep, int solverRevisions) const;
	/// Whether the solve has left the body as slow as it was, to a tenth of the velocity of its weight in the step.
	bool isHeldStill(double timeStep, btFluidBuffers& buffers) const;
	bool isExplainedByContacts(const btFluidRigidBodyHost::SolvedChange& solve) const;
	void acceptVelocity(const btFluidRigidBodyHost::SolvedChange& solve, bool replaced, btFluidBuffers& buffers);
	bool acceptTeleport(double timeStep, btFluidBuffers& buffers);

	btFluidHostedMotion& m_body;
	ambient::Momentum m_contactCorrection, m_contactImpulse;  ///< about solvedPosition(), world axes
	bool m_isHeld = false;
	bool m_leavesJointsOut = false;
	bool m_hasOffset = false;
};

#endif  // BT_FLUID_DROP_IN_SCHEME_H
