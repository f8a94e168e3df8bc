// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidBody.h"

#include "AmbientFluid/Math/SpatialPair.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

btFluidBody::btFluidBody(btRigidBody* body, std::shared_ptr<const ambient::FluidBodyModel> model,
                         const ambient::Pose& bodyFromMesh, std::shared_ptr<const ambient::FluidMedium> medium,
                         const Settings& settings, double time, btFluidSolveMode mode)
	: m_link(body), m_settings(settings), m_mode(mode)
{
	try
	{
		ambient::FluidBody wet;
		wet.model = std::move(model);
		wet.bodyFromMesh = bodyFromMesh;
		wet.bodyInertia = ambient::SpatialInertia::ofBody(m_link.mass(), m_link.inertia().asDiagonal());
		m_equations = std::make_unique<ambient::KirchhoffEquations>(wet, medium, settings.m_forces, m_link.gravity());
		m_equations->setLockedAxes(m_link.lockedAxes());
		rebuildEquations(std::move(medium));
		m_state = m_equations->makeState(m_link.pose(), m_link.velocity(), time);
	}
	catch (...)
	{
		m_link.restore();
		throw;
	}
	m_link.remember(false);
	body->activate();
}

void btFluidBody::rebuildEquations(std::shared_ptr<const ambient::FluidMedium> medium)
{
	ambient::FluidBody wet = m_equations->body();
	wet.bodyInertia = ambient::SpatialInertia::ofBody(m_link.mass(), m_link.inertia().asDiagonal());
	const ambient::LockedAxes locked = m_equations->lockedAxes();
	*m_equations = ambient::KirchhoffEquations(wet, medium, m_settings.m_forces, m_equations->gravity());
	m_equations->setLockedAxes(locked);
	m_medium = std::move(medium);
	m_plannedTimeStep = -1.0;
	refreshInertia(m_link.pose(), m_state.time);
}

void btFluidBody::refreshInertia(const ambient::Pose& pose, double time)
{
	if (m_equations->inertiaVaries()) m_solveInertia = m_equations->totalInertia(pose, time);
	m_frameVelocity = m_equations->mediumAt(pose, time).velocity;
	m_effective = btFluidComputeEffectiveMass(solveInertia().inertia, m_link.mass(), m_link.inertia(),
	                                          m_equations->body().model->length());
	m_mobilityInBody = btFluidComputeMobility(solveInertia().inertia.matrix(), m_link.mass());
	if (m_mode != BT_FLUID_DROP_IN) return;
	m_link.install(m_effective.m_mass, m_effective.m_inertia);
	// A mass that changes at every step rounds the gravity at every step. Set the gravity again, as
	// btDiscreteDynamicsWorld::addRigidBody does: otherwise restored states do not repeat to the bit.
	if (m_equations->inertiaVaries()) getRigidBody()->setGravity(getRigidBody()->getGravity());
}

void btFluidBody::setMode(btFluidSolveMode mode)
{
	if (mode == m_mode) return;
	m_mode = mode;
	m_hasOffset = false;
	if (mode == BT_FLUID_DROP_IN)
		m_link.install(m_effective.m_mass, m_effective.m_inertia);
	else
		m_link.install(m_link.mass(), m_link.inertia());
}

void btFluidBody::release()
{
	// In drop-in mode Bullet's own velocity holds the offset of the next step's plan.
	const ambient::Twist added = m_link.velocity() - ambient::Twist(btFluidVector(m_link.leftAngularVelocity()),
	                                                                btFluidVector(m_link.leftLinearVelocity()));
	const bool keep = !isHealthy() || !m_hasOffset || m_link.hasMoreUpdatesThan(0);
	m_link.restore();
	if (keep) return;
	try
	{
		m_link.setVelocity(stateVelocity() + added);
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
			acceptUserChange(0);
			const ambient::Twist twist = stateVelocity();
			rebuildEquations(std::move(medium));
			setStateVelocity(twist);
			getRigidBody()->activate();
			m_link.setVelocity(twist);
			m_hasOffset = false;
			m_link.remember(false);
			if (!(timeStep > 0.0)) return;
			plan(timeStep, user);
			if (isHealthy()) leave(timeStep);
		});
}

void btFluidBody::acceptSettings()
{
	m_link.keepFlags();
	const ambient::LockedAxes locked = m_link.lockedAxes();
	const bool locksChanged = !(locked == m_equations->lockedAxes());
	const bool massChanged = m_link.takeMassChange();
	if (!massChanged && !locksChanged) return;
	const ambient::Twist twist = locked.freePartOf(stateVelocity());
	m_equations->setLockedAxes(locked);
	rebuildEquations(m_medium);
	setStateVelocity(twist);
}

void btFluidBody::acceptUserChange(btScalar timeStep)
{
	const btFluidRigidBodyLink::UserChange change = m_link.readUserChange(timeStep);
	if (!change.any()) return;
	if (change.moved)
	{
		const ambient::Twist twist = stateVelocity();
		m_state.worldFromBody = m_link.pose();
		setStateVelocity(twist);
	}
	if (change.replaced)
		setStateVelocity(change.velocity);
	else
		m_state.momentum += m_link.impulseOf(change.velocity, m_state.worldFromBody.orientation);
	if (change.damping.any()) setStateVelocity(change.damping(stateVelocity()));
	m_plannedTimeStep = -1.0;
	m_link.setVelocity(stateVelocity());
}

void btFluidBody::requireFiniteInput() const
{
	if (const char* what = m_link.findNonFinite()) throw std::runtime_error(std::string(what) + " is not finite");
}

bool btFluidBody::beginSolve(btScalar timeStep, btFluidFreeMotion& motion)
{
	return isHealthy() && contain(
							  [&]
							  {
								  requireFiniteInput();
								  acceptSettings();
								  acceptUserChange(timeStep);
								  if (m_mode == BT_FLUID_DROP_IN)
								  {
									  setMode(BT_FLUID_EXACT);
									  m_link.setVelocity(stateVelocity());
								  }
								  planIfStale(double(timeStep));
								  m_link.remember(false);
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
	const ambient::LockedAxes& locked = m_equations->lockedAxes();
	if (!locked.any()) return m_mobilityInBody.rotated(getRigidBody()->getCenterOfMassTransform().getBasis());
	const ambient::Pose bodyFromWorld{m_state.worldFromBody.orientation.conjugate(), ambient::Vector3::Zero()};
	return btFluidComputeMobility(solveInertia().inertia.changeFrame(bodyFromWorld).matrix(), m_link.mass(), locked);
}

double btFluidBody::slownessFactor() const
{
	// Contacts are solved to first order in the step: a more exact free motion is no use.
	if (m_wasHeld) return 100.0;
	// The loads have a kink whenever a water surface passes a corner of the mesh.
	return m_medium && m_medium->divided() ? 10.0 : 1.0;
}

void btFluidBody::plan(double timeStep, const ambient::Wrench& userWrench)
{
	ambient::IntegratorOptions options = m_settings.m_integrator;
	options.userWrench = userWrench;
	options.leastSpeed *= slownessFactor();
	if (m_detail == BT_FLUID_BUOYANCY_DETAIL) options.method = ambient::Integrator::DampedEuler;
	m_plannedGravity = m_link.gravity();
	m_equations->setGravity(m_plannedGravity);
	if (m_equations->inertiaVaries())
		refreshInertia(m_state.worldFromBody, m_state.time);
	else
		m_frameVelocity = m_equations->mediumAt(m_state.worldFromBody, m_state.time).velocity;
	// A held body will most likely be held in the next step. apply() then needs m_departure; computed there, it would
	// cost another sampling of the medium.
	m_hasDeparture = m_wasHeld;
	if (m_hasDeparture) m_equations->depart(m_state, m_departure);
	m_planned = m_state;
	m_report = ambient::integrate(*m_equations, m_planned, timeStep, options, &m_history);
	m_plannedTimeStep = timeStep;
	m_plannedUserWrench = userWrench;
	if (m_report.finite)
		prepareFreeMotion();
	else
		fail("its state became non-finite");
}

void btFluidBody::planIfStale(double timeStep)
{
	const ambient::Wrench user = m_link.userWrench();
	if (m_plannedTimeStep != timeStep || m_plannedUserWrench.vector() != user.vector() ||
	    m_plannedGravity != m_link.gravity())
		plan(timeStep, user);
}

ambient::Vector3 btFluidBody::frameVelocityWithin(double share) const
{
	if (!m_equations->inertiaVaries())
		return m_equations->mediumAt(m_state.worldFromBody, m_state.time + share * m_plannedTimeStep).velocity;
	if (m_history.size() < 2) return m_frameVelocity;
	const double sinceLast = m_history[0].time - m_history[1].time;
	return m_frameVelocity +
	       share * m_plannedTimeStep / sinceLast * (m_history[0].mediumVelocity - m_history[1].mediumVelocity);
}

btFluidBody::MotionAtStart btFluidBody::motionAtStart(const ambient::Quaternion& worldFromBody,
                                                      const ambient::Momentum& momentum) const
{
	const ambient::InvertibleInertia& inertia = solveInertia();
	if (m_equations->lockedAxes().any())
	{
		ambient::FluidBodyState state = m_state;
		state.worldFromBody.orientation = worldFromBody;
		state.momentum = momentum;
		const ambient::Twist twist = m_equations->relativeTwistInBody(state);
		return {momentum, twist, inertia.inertia.energy(twist)};
	}
	const ambient::SpatialPair inBody = rotated(worldFromBody.conjugate(), ambient::SpatialPair::of(momentum));
	const ambient::SpatialPair twist = inertia.inverse * inBody;
	return {momentum, twist.as<ambient::Twist>(), 0.5 * dot(twist, inBody)};
}

btFluidBody::MotionAtStart btFluidBody::motionNow() const
{
	if (!m_report.isContinued) return motionAtStart(m_state.momentum);
	const ambient::LoadHistory::Entry& now = m_history[0];
	return {m_state.momentum, now.twist, 0.5 * dot(now.twist, now.momentum)};
}

ambient::Vector3 btFluidBody::plannedGyroscopicImpulse() const
{
	const ambient::Vector3 drift = m_plannedTimeStep * m_frameVelocity;
	const ambient::Vector3 travel = m_planned.worldFromBody.position - m_state.worldFromBody.position - drift;
	return -0.5 * travel.cross(m_planned.momentum.linear + m_state.momentum.linear);
}

btFluidBody::MotionAtStart btFluidBody::findPlannedMotionAtStart(double energyNow) const
{
	// Remove the angular impulse of the planned travel: free motion from the start adds this impulse again. The result
	// in free motion is the momentum about a point that drifts with the medium, exactly.
	ambient::Momentum momentum = m_planned.momentum;
	momentum.angular -= plannedGyroscopicImpulse();
	// Remove the momentum of parts that leave the water only if nothing holds the body: apply() adds the momentum of
	// those that do leave.
	if (m_equations->inertiaVaries())
		momentum =
			momentum - (m_report.isContinued ? m_report.leaving : m_equations->momentumOfLeaving(m_state, m_planned));
	MotionAtStart motion = motionAtStart(momentum);
	// The planned impulses brake and turn a light body several times within a long step. Applied at once, at the start
	// of the step, they must not raise its energy.
	constexpr double kSlack = 1.0 + 1e-4;
	if (motion.m_energy <= kSlack * energyNow) return motion;
	const double most =
		std::max(energyNow, motionAtStart(m_planned.worldFromBody.orientation, m_planned.momentum).m_energy);
	return motion.m_energy > kSlack * most ? motionAtStart(std::sqrt(most / motion.m_energy) * momentum) : motion;
}

void btFluidBody::prepareFreeMotion()
{
	const MotionAtStart now = motionNow();
	const MotionAtStart planned = findPlannedMotionAtStart(now.m_energy);
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
		const ambient::Twist change = motionAtStart(shown).m_twist - planned.m_twist;
		const double turn = m_plannedTimeStep * (planned.m_twist.angular.norm() + change.angular.norm());
		m_freeVelocity += std::clamp(2.0 - turn / kLargestTurn, 0.0, 1.0) * change;
	}
	const ambient::Matrix3 worldFromBody = m_state.worldFromBody.orientation.toRotationMatrix();
	m_freeVelocity = (worldFromBody * ambient::SpatialPair::of(m_freeVelocity)).as<ambient::Twist>();
	m_freeVelocity.linear += frameVelocityWithin(1.0);
	m_velocity = (worldFromBody * ambient::SpatialPair::of(now.m_twist)).as<ambient::Twist>();
	m_velocity.linear += m_frameVelocity;
}

ambient::Vector3 btFluidBody::getSolvedPosition() const { return btFluidVector(m_link.leftTransform().getOrigin()); }

btFluidBody::Responses btFluidBody::responsesTo(const ambient::Momentum& impulse) const
{
	const ambient::SpatialPair inBody =
		rotated(m_state.worldFromBody.orientation.conjugate(), ambient::SpatialPair::of(impulse));
	return {impulse.linear.squaredNorm() / m_effective.m_mass +
	            inBody.angular().cwiseAbs2().cwiseQuotient(m_effective.m_inertia).sum(),
	        dot(inBody, solveInertia().inverse * inBody)};
}
