// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/RigidBody/btFluidRigidBody.h"

#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidPresence.h"

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <stdexcept>
#include <type_traits>
#include <utility>

btFluidRigidBody::btFluidRigidBody(btRigidBody* body, ambient::FluidBody shape,
                                   std::shared_ptr<const ambient::FluidMedium> medium,
                                   const btFluidBodySettings& settings, double time, btFluidSolveMode mode)
	: m_settings(settings),
	  m_hosted(body, std::move(shape), std::move(medium), settings, time, mode),
	  m_exact(m_hosted),
	  m_dropIn(m_hosted, m_rest),
	  m_scaling(body->getCollisionShape())
{
}

btFluidRigidBody::Place btFluidRigidBody::findPlace() const
{
	return placeAt(btFluidIndexInWorld(m_settings.m_world, getRigidBody(), m_worldIndex));
}

btFluidRigidBody::Place btFluidRigidBody::placeAt(int index) const
{
	if (index < 0) return OUTSIDE;
	if (m_worldIndex != index) m_worldIndex = index;  // written by several readers only if it has changed
	// A ghost or a soft body may have taken the memory too.
	const btCollisionObject& object = *m_settings.m_world.getCollisionObjectArray()[index];
	return btRigidBody::upcast(&object) && isMarked() ? INSIDE : REPLACED;
}

ambient::Twist btFluidRigidBody::getVelocity() const
{
	btFluidBuffers buffers(m_settings.m_buffers);
	return m_hosted.motion().velocityAlone(buffers);
}

btFluidCrowdKind btFluidRigidBody::crowdKind() const
{
	const ambient::CrowdPoints* const points = motion().body().model->crowdPoints().get();
	if (!points || !m_settings.m_takesCrowds || m_drive) return {};
	if (motion().fluid().isConstant()) return {points, nullptr, nullptr};
	const std::shared_ptr<const ambient::FluidMedium>& medium = getMedium();
	if (medium != m_seenMedium)
	{
		m_suitsFloats = medium && ambient::CrowdFloats::suits(*medium, motion().body().model->radius());
		m_seenMedium = medium;
	}
	if (!m_suitsFloats || !points->hull) return {};
	return {nullptr, points->hull.get(), medium.get()};
}

bool btFluidRigidBody::beginSolve(btScalar timeStep, btFluidFreeMotion& motion)
{
	return isHealthy() && contain(
							  [&]
							  {
								  m_hosted.requireFiniteInput();
								  btFluidBuffers buffers(m_settings.m_buffers);
								  m_hosted.acceptSettings(buffers);
								  m_hosted.acceptUserChange(timeStep, buffers);
								  if (getMode() == BT_FLUID_DROP_IN)
								  {
									  setMode(BT_FLUID_EXACT);
									  m_hosted.host().setVelocity(m_hosted.motion().velocity(buffers));
								  }
								  if (m_drive && m_drive->beginStep(double(timeStep))) m_hosted.plan().discard();
								  m_hosted.makePlanIfStale(double(timeStep), buffers);
								  m_hosted.host().remember(false);
								  m_exact.begin(motion);
							  });
}

void btFluidRigidBody::endSolve(const btVector3& linearChange, const btVector3& angularChange)
{
	m_exact.end(linearChange, angularChange);
}

void btFluidRigidBody::endSolveInGroup(const ambient::Momentum& impulse) { m_exact.end(impulse); }

template <class Batch>
bool btFluidRigidBody::step(double timeStep, int solverRevisions, btFluidBuffers& buffers, Batch* batch)
{
	if (!isHealthy()) return false;
	buffers.clear();
	m_fluidImpulse.setZero();
	bool isInBatch = false;
	contain(
		[&]
		{
			const btRigidBody& body = *getRigidBody();
			warnOfScaling();
			if (body.isStaticOrKinematicObject())
				follow(timeStep, buffers);
			else if (body.getActivationState() == DISABLE_SIMULATION)
				pause(timeStep);
			else if (!body.isActive() || (m_rest.isAsleep() && getMode() == BT_FLUID_EXACT && !isSolvedExactly()))
				rest(timeStep, buffers);
			else
				isInBatch = stepActive(timeStep, solverRevisions, buffers, batch);
		});
	m_exact.clear();
	m_dropIn.clear();
	m_rest.endContacts();
	return isInBatch;
}

template <class Batch>
void btFluidRigidBody::endStep(double timeStep, const Batch& batch, int body, btFluidBuffers& buffers)
{
	buffers.clear();
	contain(
		[&]
		{
			m_hosted.finishPlan(timeStep, batch, body, buffers);
			finishStep(timeStep, true, std::is_same_v<Batch, ambient::CrowdFloats>);
		});
}

template bool btFluidRigidBody::step(double, int, btFluidBuffers&, ambient::FreeMotionBatch*);
template bool btFluidRigidBody::step(double, int, btFluidBuffers&, ambient::CrowdStep*);
template bool btFluidRigidBody::step(double, int, btFluidBuffers&, ambient::CrowdFloats*);
template void btFluidRigidBody::endStep(double, const ambient::FreeMotionBatch&, int, btFluidBuffers&);
template void btFluidRigidBody::endStep(double, const ambient::CrowdFloats&, int, btFluidBuffers&);
template void btFluidRigidBody::endStep(double, const ambient::CrowdStep&, int, btFluidBuffers&);

template <class Batch>
bool btFluidRigidBody::stepActive(double timeStep, int solverRevisions, btFluidBuffers& buffers, Batch* batch)
{
	const bool exact = isSolvedExactly();
	btFluidSolveScheme& scheme = exact ? static_cast<btFluidSolveScheme&>(m_exact) : m_dropIn;
	const btFluidStepOutcome outcome = scheme.collect(timeStep, solverRevisions, buffers);
	if (outcome.m_warning) m_health.warn(outcome.m_warning, getRigidBody()->getUserIndex());
	m_hosted.takeReaction(outcome, exact, timeStep, buffers);
	const bool isOfFloats = m_hosted.plan().crowd().m_isOfFloats && outcome.m_untouched;
	if (!isOfFloats && m_hosted.motion().knownVelocity()) m_hosted.motion().evaluated(buffers);
	const ambient::Momentum before = state().momentum;
	const ambient::Vector3 frame = state().frameVelocity;
	const ambient::Wrench user = m_hosted.plan().userWrench();
	const ambient::Vector3 gravity = m_hosted.plan().gravity();
	m_hosted.apply(outcome, timeStep, buffers);
	const bool wasStopped = takeStop();
	const ambient::Momentum change =
		isOfFloats ? m_hosted.plan().crowd().m_floatImpulse : m_hosted.motion().momentumIn(frame, buffers) - before;
	if (wasStopped)
		m_fluidImpulse.setZero();
	else if (!outcome.m_replaced)
	{
		ambient::Vector3 contacts = ambient::Vector3::Zero();
		if (!outcome.m_untouched) contacts = (outcome.m_kick + outcome.m_lateKick).linear + outcome.m_taken;
		m_fluidImpulse = change.linear - contacts - timeStep * (user.linear + m_hosted.host().mass() * gravity);
	}
	if (!wasStopped) m_rest.noteLoad(change, timeStep);
	setMode(exact ? BT_FLUID_EXACT : BT_FLUID_DROP_IN);
	m_hosted.plan().setHeld(!outcome.m_untouched);
	m_hosted.changeMedium(buffers);
	takeWishedLevelOfDetail(buffers);
	const auto startsIn = [&] {
		return batch && outcome.m_untouched &&
		       m_hosted.startPlan(timeStep, m_hosted.host().userWrench(), buffers, *batch);
	};
	// Among floats, without the evaluation that follows.
	constexpr bool kIsFloats = std::is_same_v<Batch, ambient::CrowdFloats>;
	if (kIsFloats && startsIn()) return true;
	const bool isAfloat = !motion().fluid().isUniform() && m_hosted.motion().evaluated(buffers).fluid().partCount == 2;
	if (m_drive)
	{
		m_drive->callController();
		m_drive->beginStep(timeStep);
	}
	if (!kIsFloats && startsIn()) return true;
	m_hosted.makePlan(timeStep, m_hosted.host().userWrench(), buffers);
	finishStep(timeStep, outcome.m_untouched, isAfloat);
	return false;
}

bool btFluidRigidBody::takeStop()
{
	if (!m_hosted.takeStop()) return false;
	if (!std::exchange(m_hasWarnedOfStop, true))
		m_health.warn("was put at rest: a force, a speed or a medium beyond all measure made its state non-finite",
		              getRigidBody()->getUserIndex());
	return true;
}

void btFluidRigidBody::finishStep(double timeStep, bool untouched, bool isAfloat)
{
	publish(timeStep);
	if (m_drive) m_drive->moveCollisionShapes();
	if (!untouched) warnOfLongStep(timeStep);
	warnOfLargeWaves();
	takeStop();
	const bool isUnbalanced = isAfloat && m_rest.isUnbalanced(m_hosted.host().mass(), m_hosted.plan().gravity().norm(),
	                                                          motion().body().model->length());
	keepAwake(untouched, isUnbalanced);
	m_rest.wake();
}

void btFluidRigidBody::publish(double timeStep)
{
	btFluidSolveScheme& scheme = getMode() == BT_FLUID_EXACT ? static_cast<btFluidSolveScheme&>(m_exact) : m_dropIn;
	scheme.publish(timeStep);
	show(m_hosted.plan().velocity());
}

void btFluidRigidBody::show(const ambient::Twist& velocity)
{
	// Motion states interpolate with these velocities and need the present ones.
	getRigidBody()->setInterpolationLinearVelocity(btFluidVector(velocity.linear));
	getRigidBody()->setInterpolationAngularVelocity(btFluidVector(velocity.angular));
	m_hosted.host().remember(false);
}

void btFluidRigidBody::setMode(btFluidSolveMode mode)
{
	if (m_hosted.setMode(mode)) m_dropIn.setOffset(false);
}

void btFluidRigidBody::keepAwake(bool untouched, bool isUnbalanced)
{
	// Bullet's own threshold (0.8 m/s) would stop a body that drifts in a current. A body without contacts sleeps only
	// after drag has brought it to rest. Contacts and joints make it shake: then the way counts.
	const bool changesShape = m_drive ? m_drive->isMoving(state().time) : motion().body().deformation != nullptr;
	const double length = motion().body().model->length();
	const double threshold = untouched ? 1e-3 * length : std::min(m_settings.m_sleepingSpeed, 0.5 * length);
	const ambient::Twist& velocity = m_hosted.plan().velocity();
	const bool hasLeft = !untouched && !m_rest.isOnGround() && m_rest.hasLeft(state().worldFromBody, length);
	// A float is slow at the turns of a bob, but not at rest.
	if (changesShape || isUnbalanced || hasLeft || velocity.linear.norm() > threshold ||
	    velocity.angular.norm() * length > threshold)
		getRigidBody()->activate();  // Bullet lets a body that it has woken with its island sleep again at once
}

void btFluidRigidBody::rest(double timeStep, btFluidBuffers& buffers)
{
	btFluidRigidBodyHost& host = m_hosted.host();
	m_hosted.requireFiniteInput();
	const bool massChanged = m_hosted.acceptSettings(buffers);
	takeWishedLevelOfDetail(buffers);
	// Bullet holds a sleeping body in place; only a change of its medium or its load wakes it.
	m_hosted.changeMedium(buffers);
	m_hosted.motion().setState(host.pose(), ambient::Twist(), state().time + timeStep, buffers);
	m_hosted.forgetPast();
	m_hosted.plan().discard();
	m_dropIn.setOffset(false);
	const bool isDisturbed = m_rest.isDisturbed(m_hosted.motion().evaluated(buffers).medium()) || massChanged;
	if (isDisturbed && m_rest.isAsleep()) getRigidBody()->activate();
	m_rest.sleep();
	host.setVelocity(ambient::Twist());
	host.remember(true);
}

bool btFluidRigidBody::startsToCountTouches()
{
	m_rest.startTouches();
	return !getRigidBody()->isActive() && !motion().fluid().isUniform();
}

void btFluidRigidBody::pause(double timeStep)
{
	// Bullet keeps the velocity of a body with DISABLE_SIMULATION for its later return.
	m_hosted.requireFiniteInput();
	skip(timeStep);
}

void btFluidRigidBody::skip(double timeStep)
{
	m_fluidImpulse.setZero();  // a grid would take that of the last step in the world again
	m_hosted.motion().skip(timeStep);
	m_hosted.forgetPast();
	m_hosted.plan().discard();
}

void btFluidRigidBody::follow(double timeStep, btFluidBuffers& buffers)
{
	btFluidRigidBodyHost& host = m_hosted.host();
	m_hosted.requireFiniteInput();
	if (m_dropIn.hasOffset()) host.setVelocity(m_hosted.motion().velocity(buffers));
	m_dropIn.setOffset(false);
	m_hosted.changeMedium(buffers);
	m_hosted.motion().setState(host.pose(), host.velocity(), state().time + timeStep, buffers);
	m_hosted.forgetPast();
	m_hosted.plan().discard();
	host.remember(false);
}

void btFluidRigidBody::fail(const std::string& why)
{
	const bool isThere = isInWorld();  // elsewhere the rigid body may be deleted
	m_health.fail(why, isThere ? getRigidBody()->getUserIndex() : -1);
	m_fluidImpulse.setZero();
	if (isThere) m_hosted.host().stopAt(state().worldFromBody);
}

ambient::Twist btFluidRigidBody::velocityAfterRelease() const
{
	const btFluidRigidBodyHost& host = m_hosted.host();
	// In drop-in mode Bullet's own velocity holds the offset of the next step's plan.
	const ambient::Twist now = host.velocity();
	if (!isHealthy() || !m_dropIn.hasOffset() || host.hasMoreUpdatesThan(0)) return now;
	const ambient::Twist left(btFluidVector(host.leftAngularVelocity()), btFluidVector(host.leftLinearVelocity()));
	try
	{
		btFluidBuffers buffers(m_settings.m_buffers);
		return m_hosted.motion().velocity(buffers) + (now - left);
	}
	catch (...)
	{
		return now;  // a user's medium threw, and releasing must not
	}
}

void btFluidRigidBody::release()
{
	btFluidRigidBodyHost& host = m_hosted.host();
	const ambient::Twist before = host.velocity(), after = velocityAfterRelease();
	host.restore();
	if (!(before - after).vector().isZero(0.0)) host.setVelocity(after);
}

void btFluidRigidBody::serializeOwn(btRigidBodyData& data) const
{
	m_hosted.host().serializeOwn(data, velocityAfterRelease());
}

void btFluidRigidBody::planAnew(double timeStep, const ambient::Wrench& userWrench, btFluidBuffers& buffers)
{
	if (!(timeStep > 0.0) || !isInWorld() || getRigidBody()->isStaticOrKinematicObject()) return;
	m_hosted.makePlan(timeStep, userWrench, buffers);
	publish(timeStep);
}

void btFluidRigidBody::carry(const ambient::Pose& pose, const ambient::Momentum& momentum)
{
	if (!isHealthy()) return;
	contain(
		[&]
		{
			const double timeStep = m_hosted.plan().timeStep();
			const ambient::Wrench user = m_hosted.plan().userWrench();
			btFluidBuffers buffers(m_settings.m_buffers);
			ambient::FluidBodyState carried = state();
			carried.worldFromBody = pose;
			carried.momentum = momentum;
			if (!carried.isFinite()) throw std::runtime_error("its state became non-finite");
			m_hosted.motion().setState(carried);
			m_hosted.host().setPose(pose);
			m_hosted.plan().discard();
			planAnew(timeStep, user, buffers);
		});
}

void btFluidRigidBody::setLevelOfDetail(btFluidLevelOfDetail detail)
{
	m_detail.wish(detail);
	if (detail == getLevelOfDetail() || !isHealthy()) return;
	prepareLevelOfDetail();
	contain(
		[&]
		{
			const double timeStep = m_hosted.plan().timeStep();
			const ambient::Wrench user = m_hosted.plan().userWrench();
			btFluidBuffers buffers(m_settings.m_buffers);
			const btRigidBody& body = *getRigidBody();
			const bool isPlanned = timeStep > 0.0 && body.isActive() && !body.isStaticOrKinematicObject();
			if (isPlanned) m_hosted.acceptUserChange(0, buffers);
			takeWishedLevelOfDetail(buffers);
			if (isPlanned) planAnew(timeStep, user, buffers);
		});
}

void btFluidRigidBody::takeWishedLevelOfDetail(btFluidBuffers& buffers)
{
	if (m_detail.wished() == m_detail.present()) return;
	prepareLevelOfDetail();
	const std::shared_ptr<const ambient::FluidBodyModel>& model = m_detail.take();
	ambient::MediumSample medium;
	m_hosted.setModel(model, integratorAt(m_detail.present()), medium, buffers);
	// The share of water in a floating body's medium changes by rounding or more: this must not wake the body.
	m_rest.adoptMedium(medium);
}

ambient::Integrator btFluidRigidBody::integratorAt(btFluidLevelOfDetail detail) const
{
	return detail == BT_FLUID_BUOYANCY_DETAIL ? ambient::Integrator::DampedEuler : m_settings.m_integrator.method;
}
