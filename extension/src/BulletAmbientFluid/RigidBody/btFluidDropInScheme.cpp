// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/RigidBody/btFluidDropInScheme.h"

#include "AmbientFluid/Math/SpatialPair.h"
#include "BulletAmbientFluid/Host/btFluidBulletMotion.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

ambient::Vector3 btFluidDropInScheme::solvedPosition() const
{
	return btFluidVector(m_body.host().leftTransform().getOrigin());
}

btFluidDropInScheme::Responses btFluidDropInScheme::responsesTo(const ambient::Momentum& impulse) const
{
	const btFluidEffectiveMass& effective = m_body.solved().effectiveMass();
	const ambient::SpatialPair inBody =
		rotated(m_body.motion().state().worldFromBody.orientation.conjugate(), ambient::SpatialPair::of(impulse));
	return {impulse.linear.squaredNorm() / effective.m_mass +
	            inBody.angular().cwiseAbs2().cwiseQuotient(effective.m_inertia).sum(),
	        dot(inBody, m_body.solved().response() * inBody)};
}

btFluidStepOutcome btFluidDropInScheme::discardSolve(double timeStep, btFluidBuffers& buffers)
{
	btFluidStepOutcome outcome;
	outcome.m_warning = "a non-finite impulse on it was discarded";
	m_body.host().setPose(m_body.motion().state().worldFromBody);
	m_body.host().setVelocity(ambient::Twist());
	m_body.requireFiniteInput();
	m_body.acceptSettings(buffers);
	m_body.makePlanIfStale(timeStep, buffers);
	return outcome;
}

btFluidStepOutcome btFluidDropInScheme::collect(double timeStep, int solverRevisions, btFluidBuffers& buffers)
{
	btFluidRigidBodyHost& host = m_body.host();
	if (wasLeftAlone(timeStep, solverRevisions)) return btFluidStepOutcome();
	// A non-finite impulse, or a contact or joint with a non-finite body.
	if (!host.velocity().isFinite() && !host.hasMoreUpdatesThan(solverRevisions))
		return discardSolve(timeStep, buffers);
	m_body.requireFiniteInput();
	btFluidStepOutcome outcome;
	const btFluidRigidBodyHost::SolvedChange solve = host.readSolvedChange(btScalar(timeStep), solverRevisions);
	const btRigidBody& body = host.body();
	outcome.m_velocity = host.velocity();
	outcome.m_keepsPosition = m_isHeld;
	outcome.m_untouched =
		!solve.kicked &&
		btFluidIsMovedBy(body.getLinearVelocity(), body.getAngularVelocity(), btScalar(timeStep), host.leftTransform(),
	                     body.getCenterOfMassTransform(), m_body.motion().equations().body().model->length());
	if (!outcome.m_untouched && acceptTeleport(timeStep, buffers)) outcome.m_untouched = !solve.kicked;
	const bool replaced = solve.kicked && solve.updated && !isExplainedByContacts(solve);
	const bool leavesOut = m_leavesJointsOut && !replaced;
	const bool withoutOffset = m_isHeld && !m_hasOffset && !replaced && !leavesOut && !m_fallsFreely;
	if (leavesOut || m_fallsFreely) outcome.m_keepsPosition = false;  // Bullet has moved it by its whole weight
	const ambient::Quaternion& q = m_body.motion().state().worldFromBody.orientation;
	if (withoutOffset)
		outcome.m_kick = host.impulseOf(solve.rest + solve.external, q);
	else if (solve.kicked && !replaced && !leavesOut)
	{
		const ambient::Momentum impulse = host.impulseOf(solve.rest, q) + m_contactCorrection;
		outcome.m_kick = m_body.solved().leftOf(impulse);
		outcome.m_taken = impulse.linear - outcome.m_kick.linear;
	}

	m_body.acceptSettings(buffers);
	acceptVelocity(solve, replaced, buffers);
	m_body.makePlanIfStale(timeStep, buffers);
	// Bullet held the body against its whole weight: in this one step the solve's impulse contains all loads.
	if (!withoutOffset) return outcome;
	m_body.plan().dropLoads(timeStep);
	if (!m_body.solved().hasStiffDrag()) return outcome;
	// Bullet has moved it as if nothing resisted.
	outcome.m_kick = m_body.solved().leftOf(outcome.m_kick);
	outcome.m_keepsPosition = false;
	return outcome;
}

bool btFluidDropInScheme::isSolvedDry() const
{
	const btRigidBody& body = m_body.host().body();
	// A body that its island has woken in this step has no weight in it.
	return !m_hasOffset && body.isActive() && !body.getTotalForce().isZero();
}

double btFluidDropInScheme::displacedMass(btFluidBuffers& buffers) const
{
	const btFluidBodyMotion& motion = m_body.motion();
	return motion.evaluated(buffers).medium().density * motion.equations().body().model->volume();
}

btFluidDropInScheme::Solved btFluidDropInScheme::solved(double timeStep) const
{
	constexpr double kSlow = 0.1;
	const btRigidBody& body = m_body.host().body();
	const btVector3 moments = body.getInvInertiaDiagLocal();
	const auto energyOf = [&](const btVector3& linear, const btVector3& angular)
	{
		const btVector3 local = angular * body.getCenterOfMassTransform().getBasis();
		double sum = double(linear.length2()) / double(body.getInvMass());
		for (int k = 0; k < 3; ++k)
			if (moments[k] > 0) sum += double(local[k]) * double(local[k]) / double(moments[k]);
		return 0.5 * sum;
	};
	const btScalar dt = btScalar(timeStep);
	const btVector3 linear = m_body.host().leftLinearVelocity() + dt * body.getInvMass() * body.getTotalForce(),
					angular = m_body.host().leftAngularVelocity() +
	                          dt * (body.getInvInertiaTensorWorld() * body.getTotalTorque());
	const double length = m_body.motion().equations().body().model->length();
	const double speed =
		double(body.getLinearVelocity().length()) + length * double(body.getAngularVelocity().length());
	return {energyOf(linear, angular), energyOf(body.getLinearVelocity(), body.getAngularVelocity()),
	        speed <= kSlow * timeStep * m_body.host().gravity().norm()};
}

bool btFluidDropInScheme::wasLeftAlone(double timeStep, int solverRevisions) const
{
	const btFluidPlan& plan = m_body.plan();
	const ambient::KirchhoffMotion& equations = m_body.motion().equations();
	return !m_isHeld && m_hasOffset && !equations.lockedAxes().any() &&
	       plan.isFor(timeStep, ambient::Wrench(), m_body.host().gravity()) &&
	       m_body.host().wasLeftAlone(btScalar(timeStep), solverRevisions, equations.body().model->length());
}

bool btFluidDropInScheme::isExplainedByContacts(const btFluidRigidBodyHost::SolvedChange& solve) const
{
	// setFriction() and others count as updates too. A velocity that follows from the contact impulses was not set by a
	// user.
	if (!m_isHeld) return false;
	const ambient::Momentum impulse =
		m_body.host().impulseOf(solve.rest, m_body.motion().state().worldFromBody.orientation);
	const ambient::Momentum rest = impulse - m_contactImpulse;
	return responsesTo(rest).m_effective <= 1e-4 * responsesTo(impulse).m_effective;
}

void btFluidDropInScheme::acceptVelocity(const btFluidRigidBodyHost::SolvedChange& solve, bool replaced,
                                         btFluidBuffers& buffers)
{
	if (!replaced && !solve.damping.any()) return;
	btFluidBodyMotion& motion = m_body.motion();
	motion.setVelocity(replaced ? m_body.host().velocity() - solve.external : solve.damping(motion.velocity(buffers)),
	                   buffers);
	m_body.discardPlan();
}

bool btFluidDropInScheme::acceptTeleport(double timeStep, btFluidBuffers& buffers)
{
	// Either the pose was set before the solve, or penetration recovery or continuous collision changed the motion.
	// Only the size of the difference distinguishes them.
	constexpr double kLargestPushAngle = 0.2, kLargestPush = 0.5;
	const btRigidBody& body = m_body.host().body();
	btFluidBodyMotion& motion = m_body.motion();
	const ambient::Pose& now = motion.state().worldFromBody;
	const ambient::Pose before = btFluidPose(btFluidMovedByBullet(
		body.getCenterOfMassTransform(), -body.getLinearVelocity(), -body.getAngularVelocity(), btScalar(timeStep)));
	const double shift = (before.position - now.position).norm();
	const double angle = before.orientation.angularDistance(now.orientation);
	if (shift <= kLargestPush * motion.equations().body().model->length() && angle <= kLargestPushAngle) return false;
	motion.moveTo(before, buffers);
	m_body.forgetPast();
	m_body.discardPlan();
	return true;
}

void btFluidDropInScheme::publish(double timeStep)
{
	const btFluidPlan& plan = m_body.plan();
	const btFluidEffectiveMass& effective = m_body.solved().effectiveMass();
	const ambient::Quaternion& q = m_body.motion().state().worldFromBody.orientation;
	const ambient::Wrench& user = plan.userWrench();
	ambient::Twist left = plan.freeVelocity();
	left.linear -= timeStep * (plan.gravity() + user.linear / effective.m_mass);
	if (!user.angular.isZero(0.0))
		left.angular -= timeStep * (q * (q.conjugate() * user.angular).cwiseQuotient(effective.m_inertia));
	// Bullet adds no velocity along locked axes.
	m_body.host().setVelocity(m_body.motion().equations().lockedAxes().freePartOf(left));
	m_hasOffset = true;
}
