// SPDX-License-Identifier: Zlib
// btFluidBody's part of a step after Bullet has solved and moved the rigid body.
#include "AmbientFluid/Dynamics/MediumChange.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Dynamics/FirstOrderSteps.h"
#include "BulletAmbientFluid/btFluidBody.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btTransformUtil.h>

#include <algorithm>
#include <stdexcept>

namespace
{
/// Largest relative difference of two btScalar results of one formula: the host may be compiled with contraction to
/// fused operations.
const double kRounding = 16.0 * double(SIMD_EPSILON);

bool sameTransform(const btTransform& a, const btTransform& b, double length)
{
	const double shift = double((a.getOrigin() - b.getOrigin()).length());
	if (!(shift <= kRounding * (double(a.getOrigin().length()) + length))) return false;
	for (int row = 0; row < 3; ++row)
		if (!(double((a.getBasis()[row] - b.getBasis()[row]).length()) <= kRounding)) return false;
	return true;
}

/// Pose after Bullet has moved a body with this velocity.
btTransform movedByBullet(const btTransform& from, const btVector3& linear, const btVector3& angular, btScalar timeStep)
{
	btTransform to;
	btTransformUtil::integrateTransform(from, linear, angular, timeStep, to);
	return to;
}

/// True if `to` is the pose to which Bullet moves a body with this velocity.
bool isMovedBy(const btVector3& linear, const btVector3& angular, btScalar timeStep, const btTransform& from,
               const btTransform& to, double length)
{
	// The poses agree in the common case: this test shows that without Bullet's sines and square roots. Two rows of a
	// rotation determine the third.
	const ambient::Vector3 turn = double(timeStep) * btFluidVector(angular);
	if (turn.squaredNorm() < 1.0 / 16)
	{
		const ambient::Matrix3 rotation = ambient::expSO3(turn).toRotationMatrix(),
							   basis = btFluidMatrix(to.getBasis());
		const ambient::Vector3 shift =
			btFluidVector(to.getOrigin()) - btFluidVector(from.getOrigin()) - double(timeStep) * btFluidVector(linear);
		const double reach = double(from.getOrigin().length()) + length;
		const Eigen::Matrix<double, 2, 3> rest =
			rotation.topRows<2>() * btFluidMatrix(from.getBasis()) - basis.topRows<2>();
		if (shift.squaredNorm() <= kRounding * kRounding * reach * reach &&
		    rest.rowwise().squaredNorm().maxCoeff() <= kRounding * kRounding)
			return true;
	}
	return sameTransform(movedByBullet(from, linear, angular, timeStep), to, length);
}

ambient::Twist twistOf(const btVector3& angular, const btVector3& linear)
{
	return {btFluidVector(angular), btFluidVector(linear)};
}

bool isZero(const ambient::Momentum& momentum) { return momentum.vector().isZero(0.0); }
}  // namespace

void btFluidBody::step(double timeStep, int solverRevisions, btFluidBuffers& buffers)
{
	if (!isHealthy()) return;
	buffers.clear();
	contain(
		[&]
		{
			const btRigidBody& body = *getRigidBody();
			if (body.isStaticOrKinematicObject())
				follow(timeStep, buffers);
			else if (body.getActivationState() == DISABLE_SIMULATION)
				pause(timeStep);
			else if (!body.isActive() || (m_isAsleep && m_mode == BT_FLUID_EXACT && !m_solve.m_done))
				rest(timeStep, buffers);
			else
				stepActive(timeStep, solverRevisions, buffers);
		});
	m_solve.m_done = false;
	m_contactCorrection = m_contactImpulse = ambient::Momentum();
	m_isHeld = false;
}

void btFluidBody::stepActive(double timeStep, int solverRevisions, btFluidBuffers& buffers)
{
	const bool exact = m_solve.m_done;
	const Taken taken = exact ? takeExact(timeStep) : takeDropIn(timeStep, solverRevisions, buffers);
	if (!isHealthy()) return;
	apply(taken, timeStep, buffers);
	setMode(exact ? BT_FLUID_EXACT : BT_FLUID_DROP_IN);
	m_wasHeld = !taken.m_untouched;
	changeMedium(buffers);
	takeWishedDetail(buffers);
	plan(timeStep, m_host.userWrench(), buffers);
	if (!isHealthy()) return;
	leave(timeStep);
	keepAwake(taken.m_untouched);
	m_isAsleep = false;
}

btFluidBody::Taken btFluidBody::takeExact(double timeStep) const
{
	requireFiniteInput();
	const btRigidBody& body = *getRigidBody();
	Taken taken;
	taken.m_velocity = twistOf(m_solve.m_angularVelocity, m_solve.m_linearVelocity);
	const ambient::Quaternion& q = m_state.worldFromBody.orientation;
	const ambient::Twist inBody = rotated(q.conjugate(), m_solve.m_change);
	taken.m_kick = rotated(q, solveInertia().inertia * inBody);
	// Vehicles, soft bodies and other actions have acted since the solve, with the rigid body's own mass.
	taken.m_newVelocity = m_host.velocity();
	const ambient::Twist late = taken.m_newVelocity - taken.m_velocity;
	taken.m_replaced = !late.vector().isZero(0.0) && body.getUpdateRevisionInternal() != m_solve.m_revision;
	if (!taken.m_replaced) taken.m_lateKick = m_host.impulseOf(late, m_host.pose().orientation);
	taken.m_untouched =
		isZero(taken.m_kick) && isZero(taken.m_lateKick) && !taken.m_replaced &&
		isMovedBy(m_solve.m_linearVelocity, m_solve.m_angularVelocity, btScalar(timeStep), m_host.leftTransform(),
	              body.getCenterOfMassTransform(), m_motion->body().model->length());
	return taken;
}

btFluidBody::StockSolve btFluidBody::readStockSolve(btScalar timeStep, int solverRevisions) const
{
	const btRigidBody& body = *getRigidBody();
	StockSolve s;
	s.m_updated = m_host.hasMoreUpdatesThan(solverRevisions);
	// Bullet's own expressions (initSolverBody) make the comparison below exact to the last bit.
	const btMatrix3x3& basis = m_host.leftTransform().getBasis();
	const btVector3 linear = body.getTotalForce() * body.getInvMass() * timeStep;
	btVector3 angular(0, 0, 0);
	if (!body.getTotalTorque().isZero())
		angular = body.getTotalTorque() * (basis.scaled(body.getInvInertiaDiagLocal()) * basis.transpose()) * timeStep;
	s.m_damping = m_host.damping(timeStep);
	const btVector3 leftLinear = m_host.leftLinearVelocity() * s.m_damping.m_linear,
					leftAngular = m_host.leftAngularVelocity() * s.m_damping.m_angular;
	const btVector3 linearRest = body.getLinearVelocity() - (leftLinear + linear);
	const btVector3 angularRest = body.getAngularVelocity() - (leftAngular + angular);
	s.m_external = twistOf(angular, linear);
	if (linearRest.isZero() && angularRest.isZero()) return s;
	s.m_rest = twistOf(angularRest, linearRest);
	s.m_kicked = double(linearRest.length()) > kRounding * double(leftLinear.length() + linear.length()) ||
	             double(angularRest.length()) > kRounding * double(leftAngular.length() + angular.length());
	return s;
}

btFluidBody::Taken btFluidBody::takeDropIn(double timeStep, int solverRevisions, btFluidBuffers& buffers)
{
	Taken taken;
	if (!m_host.velocity().isFinite() && !m_host.hasMoreUpdatesThan(solverRevisions))
	{
		// A non-finite impulse, or a contact or joint with a non-finite body: discard the result of the solve.
		m_warning = "a non-finite impulse on it was discarded";
		m_userIndex = getRigidBody()->getUserIndex();
		m_host.setPose(m_state.worldFromBody);
		m_host.setVelocity(ambient::Twist());
		requireFiniteInput();
		acceptSettings(buffers);
		planIfStale(timeStep, buffers);
		return taken;
	}
	requireFiniteInput();
	const StockSolve solve = readStockSolve(btScalar(timeStep), solverRevisions);
	const btRigidBody& body = *getRigidBody();
	taken.m_velocity = m_host.velocity();
	taken.m_untouched = !solve.m_kicked && isMovedBy(body.getLinearVelocity(), body.getAngularVelocity(),
	                                                 btScalar(timeStep), m_host.leftTransform(),
	                                                 body.getCenterOfMassTransform(), m_motion->body().model->length());
	if (!taken.m_untouched && acceptTeleport(timeStep, buffers)) taken.m_untouched = !solve.m_kicked;
	const bool replaced = solve.m_kicked && solve.m_updated && !isExplainedByContacts(solve);
	const bool withoutOffset = m_isHeld && !m_hasOffset && !replaced;
	const ambient::Quaternion& q = m_state.worldFromBody.orientation;
	if (withoutOffset)
		taken.m_kick = m_host.impulseOf(solve.m_rest + solve.m_external, q);
	else if (solve.m_kicked && !replaced)
		taken.m_kick = m_host.impulseOf(solve.m_rest, q) + m_contactCorrection;

	acceptSettings(buffers);
	acceptStockVelocity(solve, replaced, buffers);
	planIfStale(timeStep, buffers);
	if (!withoutOffset) return taken;
	// Bullet held the body against its whole weight: in this one step the solve's impulse contains all loads.
	m_planned = m_state;
	m_planned.worldFromBody.position += timeStep * m_frameVelocity;
	m_planned.time += timeStep;
	m_plannedMomentumAtStart = m_state.momentum;
	return taken;
}

bool btFluidBody::isExplainedByContacts(const StockSolve& solve) const
{
	// setFriction() and others count as updates too. A velocity that follows from the contact impulses was not set by a
	// user.
	if (!m_isHeld) return false;
	const ambient::Momentum impulse = m_host.impulseOf(solve.m_rest, m_state.worldFromBody.orientation);
	const ambient::Momentum rest = impulse - m_contactImpulse;
	return responsesTo(rest).m_effective <= 1e-4 * responsesTo(impulse).m_effective;
}

void btFluidBody::acceptStockVelocity(const StockSolve& solve, bool replaced, btFluidBuffers& buffers)
{
	if (!replaced && !solve.m_damping.any()) return;
	setStateVelocity(replaced ? m_host.velocity() - solve.m_external : solve.m_damping(stateVelocity(buffers)),
	                 buffers);
	m_plannedTimeStep = -1.0;
}

bool btFluidBody::acceptTeleport(double timeStep, btFluidBuffers& buffers)
{
	// Either the pose was set before the solve, or penetration recovery or continuous collision changed the motion.
	// Only the size of the difference distinguishes them.
	constexpr double kLargestPushAngle = 0.2, kLargestPush = 0.5;
	const btRigidBody& body = *getRigidBody();
	const ambient::Pose before = btFluidPose(movedByBullet(body.getCenterOfMassTransform(), -body.getLinearVelocity(),
	                                                       -body.getAngularVelocity(), btScalar(timeStep)));
	const double shift = (before.position - m_state.worldFromBody.position).norm();
	const double angle = before.orientation.angularDistance(m_state.worldFromBody.orientation);
	if (shift <= kLargestPush * m_motion->body().model->length() && angle <= kLargestPushAngle) return false;
	const ambient::Twist twist = stateVelocity(buffers);
	m_state.worldFromBody = before;
	setStateVelocity(twist, buffers);
	m_plannedTimeStep = -1.0;
	return true;
}

void btFluidBody::apply(const Taken& taken, double timeStep, btFluidBuffers& buffers)
{
	if (taken.m_untouched)
	{
		m_state = m_planned;
		m_host.setPose(m_state.worldFromBody);
		return;
	}
	// Apply loads and impulses at the step's start, then free motion: energy removed by Bullet's solver stays removed.
	// Bullet's own motion, a rotation by the first velocity along a straight path, would raise the energy of a spinning
	// body.
	const btTransform predicted =
		movedByBullet(btFluidTransform(m_state.worldFromBody), btFluidVector(taken.m_velocity.linear),
	                  btFluidVector(taken.m_velocity.angular), btScalar(timeStep));
	ambient::FluidBodyState start = m_state, end = m_state;
	start.momentum = m_plannedMomentumAtStart + taken.m_kick;
	if (!m_hasPathStart) startPath(*m_motion, evaluated(buffers), start.momentum, m_pathStart);
	m_pathStart.relative = motionAtStart(start.momentum, buffers).m_twist;
	if (!ambient::stepFreely(*m_motion, solveInertia(), frameVelocityWithin(0.5, buffers), start, timeStep, end))
	{
		evaluated(buffers);
		end = ambient::freeMotion(*m_motion, start, timeStep, *buffers);
	}
	// The momentum that remains after the solve with M_eff must not pull a held body out of its contacts and joints.
	if (!m_solve.m_done && m_isHeld)
		end.worldFromBody.position = m_state.worldFromBody.position + timeStep * taken.m_velocity.linear;
	const btTransform& actual = getRigidBody()->getCenterOfMassTransform();
	if (!sameTransform(predicted, actual, m_motion->body().model->length()))
	{
		// Penetration recovery or continuous collision changes the pose, not the momentum.
		const ambient::Quaternion push = btFluidPose(actual * predicted.inverse()).orientation;
		end.worldFromBody.orientation = (push * end.worldFromBody.orientation).normalized();
		end.worldFromBody.position += btFluidVector(actual.getOrigin() - predicted.getOrigin());
	}
	end.time = m_planned.time;
	end.lastSubstep = m_planned.lastSubstep;
	ambient::Evaluation& atEnd = buffers->now;
	m_motion->evaluate(end.worldFromBody, end.time, atEnd);
	end.momentum += shedMomentum(*m_motion, m_pathStart, atEnd, end.momentum);
	end.momentum += taken.m_lateKick;
	if (taken.m_replaced) end.momentum = momentumOf(atEnd, taken.m_newVelocity);
	end.momentum = m_motion->admissible(atEnd, end.momentum);
	if (!end.isFinite()) throw std::runtime_error("its state became non-finite");
	m_state = end;
	m_host.setPose(m_state.worldFromBody);
}

void btFluidBody::changeMedium(btFluidBuffers& buffers)
{
	const std::shared_ptr<const ambient::FluidMedium>& medium =
		m_settings.m_media.at(getRigidBody()->getCenterOfMassPosition());
	if (medium == m_medium) return;
	const ambient::SpatialInertia before = evaluated(buffers).inertia().inertia;
	const ambient::Twist velocity = stateVelocity(buffers);
	rebuildMotion(medium, buffers);
	m_state.momentum = momentumAfterMediumChange(*m_motion, before, evaluated(buffers), velocity);
	getRigidBody()->activate();
}

void btFluidBody::leave(double timeStep)
{
	if (m_mode == BT_FLUID_EXACT)
		m_host.setVelocity(m_velocity);
	else
	{
		const ambient::Quaternion& q = m_state.worldFromBody.orientation;
		const ambient::Wrench& user = m_plannedUserWrench;
		ambient::Twist left = m_freeVelocity;
		left.linear -= timeStep * (m_plannedGravity + user.linear / m_effective.m_mass);
		if (!user.angular.isZero(0.0))
			left.angular -= timeStep * (q * (q.conjugate() * user.angular).cwiseQuotient(m_effective.m_inertia));
		left = m_motion->lockedAxes().freePartOf(left);  // because Bullet adds no velocity along locked axes
		m_host.setVelocity(left);
	}
	// Motion states interpolate with these velocities and need the present ones.
	getRigidBody()->setInterpolationLinearVelocity(btFluidVector(m_velocity.linear));
	getRigidBody()->setInterpolationAngularVelocity(btFluidVector(m_velocity.angular));
	m_hasOffset = m_mode == BT_FLUID_DROP_IN;
	m_host.remember(false);
}

void btFluidBody::keepAwake(bool untouched)
{
	// Bullet's own threshold (0.8 m/s) would stop a body that drifts in a current. A body without contacts sleeps only
	// after drag has brought it to rest.
	const double length = m_motion->body().model->length();
	const double threshold = untouched ? 1e-3 * length : std::min(m_settings.m_sleepingSpeed, 0.5 * length);
	if (m_velocity.linear.norm() > threshold || m_velocity.angular.norm() * length > threshold)
		getRigidBody()->setDeactivationTime(0);
}

void btFluidBody::rest(double timeStep, btFluidBuffers& buffers)
{
	requireFiniteInput();
	takeWishedDetail(buffers);
	// Bullet holds a sleeping body in place; only a change of its medium wakes it.
	changeMedium(buffers);
	setState(m_host.pose(), ambient::Twist(), m_state.time + timeStep, buffers);
	m_plannedTimeStep = -1.0;
	m_hasOffset = false;
	const ambient::MediumSample now = evaluated(buffers).medium();
	if (!m_isAsleep)
		m_mediumAtRest = now;
	else if (now.density != m_mediumAtRest.density ||
	         (now.density > 0.0 &&
	          (now.velocity != m_mediumAtRest.velocity || now.acceleration != m_mediumAtRest.acceleration)))
	{
		m_mediumAtRest = now;
		getRigidBody()->activate();
	}
	m_isAsleep = true;
	m_host.setVelocity(ambient::Twist());
	m_host.remember(true);
}

void btFluidBody::pause(double timeStep)
{
	// Bullet keeps the velocity of a body with DISABLE_SIMULATION for its later return.
	requireFiniteInput();
	skip(timeStep);
	m_plannedTimeStep = -1.0;
}

void btFluidBody::follow(double timeStep, btFluidBuffers& buffers)
{
	requireFiniteInput();
	if (m_hasOffset) m_host.setVelocity(stateVelocity(buffers));
	m_hasOffset = false;
	changeMedium(buffers);
	setState(m_host.pose(), m_host.velocity(), m_state.time + timeStep, buffers);
	m_plannedTimeStep = -1.0;
	m_host.remember(false);
}

void btFluidBody::fail(const std::string& why)
{
	m_hasFailed = true;
	m_failure = why;
	// Put the body at rest at its last finite pose: the world must go on.
	btRigidBody& body = *getRigidBody();
	m_userIndex = body.getUserIndex();
	m_host.setPose(m_state.worldFromBody);
	m_host.setVelocity(ambient::Twist());
	body.setInterpolationLinearVelocity(btVector3(0, 0, 0));
	body.setInterpolationAngularVelocity(btVector3(0, 0, 0));
	body.clearForces();
	if (!m_host.gravity().allFinite()) body.setGravity(btVector3(0, 0, 0));
	m_host.install(m_host.mass(), m_host.inertia());
}

bool btFluidBody::takeReport(std::string& line)
{
	if (!hasReport()) return false;
	m_reported = m_hasFailed;
	line = "(user index " + std::to_string(m_userIndex) + ") " +
	       (isHealthy() ? m_warning : "was stopped and left the fluid: " + m_failure);
	m_warning.clear();
	return true;
}
