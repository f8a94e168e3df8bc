// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_EXACT_SCHEME_H
#define BT_FLUID_EXACT_SCHEME_H

#include "BulletAmbientFluid/RigidBody/btFluidSolveScheme.h"

struct btFluidFreeMotion;

/// Exchange with a btFluidConstraintSolver: the solver starts from u = W (P + dP) and returns the velocity change du;
/// the impulse is K du.
class btFluidExactScheme : public btFluidSolveScheme
{
public:
	/// \param body outlives the scheme
	explicit btFluidExactScheme(btFluidHostedMotion& body) : m_body(body) {}

	/// True if a btFluidConstraintSolver has solved the step in progress.
	bool hasSolved() const { return m_hasSolved; }
	/// Fills in the input of the solver; the plan is up to date.
	void begin(btFluidFreeMotion& motion) const;
	/// As btFluidSolvedBody::energyOfTurn(); 0 unless the body is free (btFluidHostedMotion::isFree()).
	double energyOfTurn(const btVector3& linearChange, const btVector3& angularChange, const btVector3& turn) const;
	/// Stores a turn by the correction of joints, world axes [rad].
	void noteTurn(const btVector3& turn)
	{
		if (m_body.isFree()) m_turn = turn;
	}
	/// Stores the result of the solver: the velocity change by contacts and joints, world axes [m/s], [rad/s].
	void end(const btVector3& linearChange, const btVector3& angularChange);
	/// As end(), for a body in a group. \param impulse by contacts and joints, about the centre of mass, world axes
	void end(const ambient::Momentum& impulse);

	btFluidStepOutcome collect(double timeStep, int solverRevisions, btFluidBuffers& buffers) override;
	void publish(double timeStep) override;
	void clear() override
	{
		m_hasSolved = false;
		m_turn.setZero();
	}

private:
	/// Velocity change in body axes.
	ambient::Twist inBody(const btVector3& linearChange, const btVector3& angularChange) const;
	/// Impulse of a velocity change in body axes, world axes.
	ambient::Momentum impulseOf(const ambient::Twist& change) const;
	void noteVelocity();

	btFluidHostedMotion& m_body;
	bool m_hasSolved = false;
	ambient::Momentum m_impulse;                          ///< of the solve, world axes
	ambient::Vector3 m_taken = ambient::Vector3::Zero();  ///< btFluidStepOutcome::m_taken
	btVector3 m_turn = btVector3(0, 0, 0);                ///< by joints, world axes [rad]
	btVector3 m_linearVelocity, m_angularVelocity;        ///< of the rigid body after the solve
	int m_revision = 0;                                   ///< of the rigid body after the solve
};

#endif  // BT_FLUID_EXACT_SCHEME_H
