// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidBody.h"

#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Math/SpatialPair.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

btFluidBody::btFluidBody(btRigidBody* body, ambient::FluidBody shape,
                         std::shared_ptr<const ambient::FluidMedium> medium, const Settings& settings, double time,
                         btFluidSolveMode mode)
	: m_host(body), m_settings(settings), m_mode(mode)
{
	try
	{
		shape.bodyInertia = ambient::SpatialInertia::ofBody(m_host.mass(), m_host.inertia().asDiagonal());
		m_motion =
			std::make_unique<ambient::KirchhoffMotion>(std::move(shape), medium, settings.m_forces, m_host.gravity());
		m_motion->setLockedAxes(m_host.lockedAxes());
		btFluidBuffers buffers(settings.m_buffers);
		rebuildMotion(std::move(medium), buffers);
		setState(m_host.pose(), m_host.velocity(), time, buffers);
	}
	catch (...)
	{
		m_host.restore();
		throw;
	}
	m_host.remember(false);
	body->activate();
}

ambient::Evaluation& btFluidBody::evaluated(btFluidBuffers& buffers) const
{
	ambient::Evaluation& at = buffers->now;
	if (!at.isAt(m_state.worldFromBody, m_state.time)) m_motion->evaluate(m_state.worldFromBody, m_state.time, at);
	return at;
}

ambient::Twist btFluidBody::stateVelocity(btFluidBuffers& buffers) const
{
	return twistInWorld(*m_motion, evaluated(buffers), m_state.momentum);
}

void btFluidBody::setStateVelocity(const ambient::Twist& velocity, btFluidBuffers& buffers)
{
	m_state.momentum = momentumOf(evaluated(buffers), velocity);
}

void btFluidBody::setState(const ambient::Pose& pose, const ambient::Twist& velocity, double time,
                           btFluidBuffers& buffers)
{
	m_state = ambient::FluidBodyState();
	m_state.worldFromBody = pose;
	m_state.time = time;
	setStateVelocity(velocity, buffers);
}

void btFluidBody::rebuildMotion(std::shared_ptr<const ambient::FluidMedium> medium, btFluidBuffers& buffers)
{
	ambient::FluidBody wet = m_motion->body();
	wet.bodyInertia = ambient::SpatialInertia::ofBody(m_host.mass(), m_host.inertia().asDiagonal());
	const ambient::LockedAxes locked = m_motion->lockedAxes();
	*m_motion = ambient::KirchhoffMotion(wet, medium, m_settings.m_forces, m_motion->gravity());
	m_motion->setLockedAxes(locked);
	m_medium = std::move(medium);
	m_plannedTimeStep = -1.0;
	buffers.clear();
	m_motion->evaluate(m_host.pose(), m_state.time, buffers->next);
	refreshInertia(buffers->next);
}

void btFluidBody::refreshInertia(const ambient::Evaluation& at)
{
	const bool varies = !m_motion->fluid().isConstant();
	if (varies) m_varyingInertia = at.inertia();
	m_inertia = varies ? &m_varyingInertia : &at.inertia();
	m_frameVelocity = at.medium().velocity;
	m_effective = btFluidComputeEffectiveMass(solveInertia().inertia, m_host.mass(), m_host.inertia(),
	                                          m_motion->body().model->length());
	m_mobilityInBody = btFluidComputeMobility(solveInertia().inertia.matrix(), m_host.mass());
	if (m_mode != BT_FLUID_DROP_IN) return;
	m_host.install(m_effective.m_mass, m_effective.m_inertia);
	// A mass that changes at every step rounds the gravity at every step. Set the gravity again, as
	// btDiscreteDynamicsWorld::addRigidBody does: otherwise restored states do not repeat to the bit.
	if (varies) getRigidBody()->setGravity(getRigidBody()->getGravity());
}

void btFluidBody::setMode(btFluidSolveMode mode)
{
	if (mode == m_mode) return;
	m_mode = mode;
	m_hasOffset = false;
	if (mode == BT_FLUID_DROP_IN)
		m_host.install(m_effective.m_mass, m_effective.m_inertia);
	else
		m_host.install(m_host.mass(), m_host.inertia());
}

void btFluidBody::release()
{
	// In drop-in mode Bullet's own velocity holds the offset of the next step's plan.
	const ambient::Twist added = m_host.velocity() - ambient::Twist(btFluidVector(m_host.leftAngularVelocity()),
	                                                                btFluidVector(m_host.leftLinearVelocity()));
	const bool keep = !isHealthy() || !m_hasOffset || m_host.hasMoreUpdatesThan(0);
	m_host.restore();
	if (keep) return;
	try
	{
		btFluidBuffers buffers(m_settings.m_buffers);
		m_host.setVelocity(stateVelocity(buffers) + added);
	}
	catch (...)
	{
		// A user's medium threw. Releasing must not throw: the offset velocity stays.
	}
}

void btFluidBody::setMedium(std::shared_ptr<const ambient::FluidMedium> medium)
{
	contain(
		[&]
		{
			const double timeStep = m_plannedTimeStep;
			const ambient::Wrench user = m_plannedUserWrench;
			btFluidBuffers buffers(m_settings.m_buffers);
			acceptUserChange(0, buffers);
			const ambient::Twist twist = stateVelocity(buffers);
			rebuildMotion(std::move(medium), buffers);
			setStateVelocity(twist, buffers);
			getRigidBody()->activate();
			m_host.setVelocity(twist);
			m_hasOffset = false;
			m_host.remember(false);
			if (!(timeStep > 0.0)) return;
			plan(timeStep, user, buffers);
			if (isHealthy()) leave(timeStep);
		});
}

void btFluidBody::acceptSettings(btFluidBuffers& buffers)
{
	m_host.keepFlags();
	const ambient::LockedAxes locked = m_host.lockedAxes();
	const bool locksChanged = !(locked == m_motion->lockedAxes());
	const bool massChanged = m_host.takeMassChange();
	if (!massChanged && !locksChanged) return;
	const ambient::Twist twist = locked.freePartOf(stateVelocity(buffers));
	m_motion->setLockedAxes(locked);
	rebuildMotion(m_medium, buffers);
	setStateVelocity(twist, buffers);
}

void btFluidBody::acceptUserChange(btScalar timeStep, btFluidBuffers& buffers)
{
	const btFluidRigidBodyHost::UserChange change = m_host.readUserChange(timeStep);
	if (!change.any()) return;
	if (change.moved)
	{
		const ambient::Twist twist = stateVelocity(buffers);
		m_state.worldFromBody = m_host.pose();
		setStateVelocity(twist, buffers);
	}
	if (change.replaced)
		setStateVelocity(change.velocity, buffers);
	else
		m_state.momentum += m_host.impulseOf(change.velocity, m_state.worldFromBody.orientation);
	if (change.damping.any()) setStateVelocity(change.damping(stateVelocity(buffers)), buffers);
	m_plannedTimeStep = -1.0;
	m_host.setVelocity(stateVelocity(buffers));
}

void btFluidBody::requireFiniteInput() const
{
	if (const char* what = m_host.findNonFinite()) throw std::runtime_error(std::string(what) + " is not finite");
}

bool btFluidBody::beginSolve(btScalar timeStep, btFluidFreeMotion& motion)
{
	return isHealthy() && contain(
							  [&]
							  {
								  requireFiniteInput();
								  btFluidBuffers buffers(m_settings.m_buffers);
								  acceptSettings(buffers);
								  acceptUserChange(timeStep, buffers);
								  if (m_mode == BT_FLUID_DROP_IN)
								  {
									  setMode(BT_FLUID_EXACT);
									  m_host.setVelocity(stateVelocity(buffers));
								  }
								  planIfStale(double(timeStep), buffers);
								  m_host.remember(false);
								  motion.m_linearVelocity = btFluidVector(m_freeVelocity.linear);
								  motion.m_angularVelocity = btFluidVector(m_freeVelocity.angular);
								  motion.m_mobility = mobility();
							  });
}

void btFluidBody::endSolve(const btVector3& linearChange, const btVector3& angularChange)
{
	const btRigidBody& body = *getRigidBody();
	m_solve.m_done = true;
	m_solve.m_change = {btFluidVector(angularChange), btFluidVector(linearChange)};
	m_solve.m_linearVelocity = body.getLinearVelocity();
	m_solve.m_angularVelocity = body.getAngularVelocity();
	m_solve.m_revision = body.getUpdateRevisionInternal();
}

btFluidMobility btFluidBody::mobility() const
{
	const ambient::LockedAxes& locked = m_motion->lockedAxes();
	if (!locked.any()) return m_mobilityInBody.rotated(getRigidBody()->getCenterOfMassTransform().getBasis());
	const ambient::Pose bodyFromWorld{m_state.worldFromBody.orientation.conjugate(), ambient::Vector3::Zero()};
	return btFluidComputeMobility(solveInertia().inertia.changeFrame(bodyFromWorld).matrix(), m_host.mass(), locked);
}

double btFluidBody::slownessFactor() const
{
	// Contacts are solved to first order in the step: a more exact free motion is no use.
	if (m_wasHeld) return 100.0;
	// The loads have a kink whenever a water surface passes a corner of the mesh.
	return m_medium && m_medium->divided() ? 10.0 : 1.0;
}

void btFluidBody::plan(double timeStep, const ambient::Wrench& userWrench, btFluidBuffers& buffers)
{
	ambient::IntegratorOptions options = m_settings.m_integrator;
	options.userWrench = userWrench;
	options.leastSpeed *= slownessFactor();
	if (m_detail == BT_FLUID_BUOYANCY_DETAIL) options.method = ambient::Integrator::DampedEuler;
	m_plannedGravity = m_host.gravity();
	m_motion->setGravity(m_plannedGravity);
	const ambient::Evaluation& at = evaluated(buffers);
	if (m_motion->fluid().isConstant())
		m_frameVelocity = at.medium().velocity;
	else
		refreshInertia(at);
	// A held body will most likely be held in the next step. apply() then needs m_pathStart; computed there, it would
	// cost another sampling of the medium.
	m_hasPathStart = m_wasHeld;
	if (m_hasPathStart) startPath(*m_motion, at, m_state.momentum, m_pathStart);
	m_planned = m_state;
	m_report = ambient::integrate(*m_motion, m_planned, timeStep, options, &m_history, *buffers);
	m_plannedTimeStep = timeStep;
	m_plannedUserWrench = userWrench;
	if (m_report.finite)
		prepareFreeMotion(buffers);
	else
		fail("its state became non-finite");
}

void btFluidBody::planIfStale(double timeStep, btFluidBuffers& buffers)
{
	const ambient::Wrench user = m_host.userWrench();
	if (m_plannedTimeStep != timeStep || m_plannedUserWrench.vector() != user.vector() ||
	    m_plannedGravity != m_host.gravity())
		plan(timeStep, user, buffers);
}

ambient::Vector3 btFluidBody::frameVelocityWithin(double share, btFluidBuffers& buffers) const
{
	const ambient::FluidInteraction& fluid = m_motion->fluid();
	if (fluid.isUniform())
	{
		if (fluid.isSteady()) return m_frameVelocity;
		m_motion->evaluate(m_state.worldFromBody, m_state.time + share * m_plannedTimeStep, buffers->next);
		return buffers->next.medium().velocity;
	}
	if (m_history.size() < 2) return m_frameVelocity;
	const double sinceLast = m_history[0].time - m_history[1].time;
	return m_frameVelocity +
	       share * m_plannedTimeStep / sinceLast * (m_history[0].mediumVelocity - m_history[1].mediumVelocity);
}

btFluidBody::MotionAtStart btFluidBody::motionAtStart(const ambient::Quaternion& worldFromBody,
                                                      const ambient::Momentum& momentum, btFluidBuffers& buffers) const
{
	const ambient::MomentumMap& inertia = solveInertia();
	if (m_motion->lockedAxes().any())
	{
		const ambient::Pose pose{worldFromBody, m_state.worldFromBody.position};
		ambient::Evaluation* at = &evaluated(buffers);
		if (!at->isAt(pose, m_state.time))
		{
			at = &buffers->next;
			m_motion->evaluate(pose, m_state.time, *at);
		}
		const ambient::Twist twist = m_motion->relativeTwist(*at, momentum);
		return {momentum, twist, inertia.inertia.energy(twist)};
	}
	const ambient::SpatialPair inBody = rotated(worldFromBody.conjugate(), ambient::SpatialPair::of(momentum));
	const ambient::SpatialPair twist = inertia.twistOf(inBody);
	return {momentum, twist.as<ambient::Twist>(), 0.5 * dot(twist, inBody - inertia.shapeMomentum)};
}

btFluidBody::MotionAtStart btFluidBody::motionNow(btFluidBuffers& buffers) const
{
	if (!m_report.isExtrapolated) return motionAtStart(m_state.momentum, buffers);
	const ambient::LoadHistory::Entry& now = m_history[0];
	const ambient::Momentum ofTwist = now.momentum - solveInertia().shapeMomentum.as<ambient::Momentum>();
	return {m_state.momentum, now.twist, 0.5 * dot(now.twist, ofTwist)};
}

ambient::Momentum btFluidBody::plannedShedMomentum(btFluidBuffers& buffers)
{
	if (m_report.isExtrapolated) return m_report.shed;
	ambient::Evaluation& atEnd = buffers->next;
	if (!atEnd.isAt(m_planned.worldFromBody, m_planned.time))
		m_motion->evaluate(m_planned.worldFromBody, m_planned.time, atEnd);
	if (!m_hasPathStart) startPath(*m_motion, evaluated(buffers), m_state.momentum, m_pathStart);
	m_hasPathStart = true;
	return shedMomentum(*m_motion, m_pathStart, atEnd, m_planned.momentum);
}

ambient::Vector3 btFluidBody::plannedGyroscopicImpulse() const
{
	const ambient::Vector3 drift = m_plannedTimeStep * m_frameVelocity;
	const ambient::Vector3 travel = m_planned.worldFromBody.position - m_state.worldFromBody.position - drift;
	return -0.5 * travel.cross(m_planned.momentum.linear + m_state.momentum.linear);
}

btFluidBody::MotionAtStart btFluidBody::findPlannedMotionAtStart(double energyNow, btFluidBuffers& buffers)
{
	// Remove the angular impulse of the planned travel: free motion from the start adds this impulse again. The result
	// in free motion is the momentum about a point that drifts with the medium, exactly.
	ambient::Momentum momentum = m_planned.momentum;
	momentum.angular -= plannedGyroscopicImpulse();
	// Remove the momentum of parts that leave the water only if nothing holds the body: apply() adds the momentum of
	// those that do leave.
	if (!m_motion->fluid().isUniform()) momentum = momentum - plannedShedMomentum(buffers);
	MotionAtStart motion = motionAtStart(momentum, buffers);
	// The planned impulses brake and turn a light body several times within a long step. Applied at once, at the start
	// of the step, they must not raise its energy.
	constexpr double kSlack = 1.0 + 1e-4;
	if (motion.m_energy <= kSlack * energyNow) return motion;
	const double most =
		std::max(energyNow, motionAtStart(m_planned.worldFromBody.orientation, m_planned.momentum, buffers).m_energy);
	return motion.m_energy > kSlack * most ? motionAtStart(std::sqrt(most / motion.m_energy) * momentum, buffers)
	                                       : motion;
}

void btFluidBody::prepareFreeMotion(btFluidBuffers& buffers)
{
	const MotionAtStart now = motionNow(buffers);
	const MotionAtStart planned = findPlannedMotionAtStart(now.m_energy, buffers);
	m_plannedMomentumAtStart = planned.m_momentum;
	m_freeVelocity = planned.m_twist;
	if (m_wasHeld)
	{
		// Show lasting joints and contacts half of the rotation by the drift that follows them: the body is then held
		// about its present orientation, not always short of it. If a step turns the body by about half a radian or
		// more, the plan does not predict the rotation of a held body, and this term would raise its energy.
		constexpr double kLargestTurn = 0.5;
		ambient::Momentum shown = planned.m_momentum;
		shown.angular += 0.5 * plannedGyroscopicImpulse();
		const ambient::Twist change = motionAtStart(shown, buffers).m_twist - planned.m_twist;
		const double turn = m_plannedTimeStep * (planned.m_twist.angular.norm() + change.angular.norm());
		m_freeVelocity += std::clamp(2.0 - turn / kLargestTurn, 0.0, 1.0) * change;
	}
	const ambient::Matrix3 worldFromBody = m_state.worldFromBody.orientation.toRotationMatrix();
	m_freeVelocity = (worldFromBody * ambient::SpatialPair::of(m_freeVelocity)).as<ambient::Twist>();
	m_freeVelocity.linear += frameVelocityWithin(1.0, buffers);
	m_velocity = (worldFromBody * ambient::SpatialPair::of(now.m_twist)).as<ambient::Twist>();
	m_velocity.linear += m_frameVelocity;
}

ambient::Vector3 btFluidBody::getSolvedPosition() const { return btFluidVector(m_host.leftTransform().getOrigin()); }

btFluidBody::Responses btFluidBody::responsesTo(const ambient::Momentum& impulse) const
{
	const ambient::SpatialPair inBody =
		rotated(m_state.worldFromBody.orientation.conjugate(), ambient::SpatialPair::of(impulse));
	return {impulse.linear.squaredNorm() / m_effective.m_mass +
	            inBody.angular().cwiseAbs2().cwiseQuotient(m_effective.m_inertia).sum(),
	        dot(inBody, solveInertia().inverse * inBody)};
}
