// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/RigidBody/btFluidExactScheme.h"

#include "AmbientFluid/Math/SE3.h"
#include "BulletAmbientFluid/Host/btFluidBulletMotion.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidSolvedBody.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

void btFluidExactScheme::begin(btFluidFreeMotion& motion) const
{
	const ambient::Twist& velocity = m_body.plan().freeVelocity();
	motion.m_linearVelocity = btFluidVector(velocity.linear);
	motion.m_angularVelocity = btFluidVector(velocity.angular);
	motion.m_mobility = m_body.solved().mobility();
	motion.m_linearShown = btFluidVector(m_body.plan().shownVelocity().linear);
	motion.m_angularShown = btFluidVector(m_body.plan().shownVelocity().angular);
}

ambient::Twist btFluidExactScheme::inBody(const btVector3& linearChange, const btVector3& angularChange) const
{
	return rotated(m_body.motion().state().worldFromBody.orientation.conjugate(),
	               ambient::Twist(btFluidVector(angularChange), btFluidVector(linearChange)));
}

ambient::Momentum btFluidExactScheme::impulseOf(const ambient::Twist& change) const
{
	const btFluidBodyMotion& motion = m_body.motion();
	return rotated(motion.state().worldFromBody.orientation, motion.inertia().inertia * change);
}

double btFluidExactScheme::energyOfTurn(const btVector3& linearChange, const btVector3& angularChange,
                                        const btVector3& turn) const
{
	if (!m_body.isFree()) return 0.0;
	return m_body.plan().energyOfTurn(impulseOf(inBody(linearChange, angularChange)),
	                                  ambient::expSO3(btFluidVector(turn)));
}

void btFluidExactScheme::end(const btVector3& linearChange, const btVector3& angularChange)
{
	const ambient::Twist change = inBody(linearChange, angularChange);
	m_impulse = impulseOf(change);
	m_taken = m_body.solved().takenFrom(change);
	noteVelocity();
}

void btFluidExactScheme::end(const ambient::Momentum& impulse)
{
	m_impulse = impulse;
	m_taken.setZero();
	noteVelocity();
}

void btFluidExactScheme::noteVelocity()
{
	const btRigidBody& body = m_body.host().body();
	m_hasSolved = true;
	m_linearVelocity = body.getLinearVelocity();
	m_angularVelocity = body.getAngularVelocity();
	m_revision = body.getUpdateRevisionInternal();
}

btFluidStepOutcome btFluidExactScheme::collect(double timeStep, int /*solverRevisions*/, btFluidBuffers& /*buffers*/)
{
	m_body.requireFiniteInput();
	const btFluidRigidBodyHost& host = m_body.host();
	const btFluidBodyMotion& motion = m_body.motion();
	const btRigidBody& body = host.body();
	btFluidStepOutcome outcome;
	outcome.m_velocity = {btFluidVector(m_angularVelocity), btFluidVector(m_linearVelocity)};
	outcome.m_kick = m_impulse;
	outcome.m_taken = m_taken;
	if (!m_turn.isZero()) outcome.m_turn = ambient::expSO3(btFluidVector(m_turn));
	// Vehicles, soft bodies and other actions have acted since the solve, with the rigid body's own mass.
	outcome.m_newVelocity = host.velocity();
	const ambient::Twist late = outcome.m_newVelocity - outcome.m_velocity;
	outcome.m_replaced = !late.vector().isZero(0.0) && body.getUpdateRevisionInternal() != m_revision;
	if (!outcome.m_replaced) outcome.m_lateKick = host.impulseOf(late, host.pose().orientation);
	outcome.m_untouched =
		outcome.m_kick.vector().isZero(0.0) && outcome.m_lateKick.vector().isZero(0.0) && !outcome.m_replaced &&
		btFluidIsMovedBy(m_linearVelocity, m_angularVelocity, btScalar(timeStep), host.leftTransform(),
	                     body.getCenterOfMassTransform(), motion.equations().body().model->length());
	return outcome;
}

void btFluidExactScheme::publish(double /*timeStep*/) { m_body.host().setVelocity(m_body.plan().velocity()); }
