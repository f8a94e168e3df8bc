// SPDX-License-Identifier: Zlib
// The exchange of a resolved body with Bullet; btFluidResolvedBodyFlow.cpp has the exchange with the grid.
#include "BulletAmbientFluidGrid/btFluidResolvedBody.h"

#include "BulletAmbientFluid/Host/btFluidBulletMotion.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/RigidBody/btFluidEffectiveMass.h"
#include "BulletAmbientFluid/Base/btFluidExceptionText.h"
#include "BulletAmbientFluid/Base/btFluidStateRecords.h"
#include "BulletAmbientFluid/Host/btFluidRigidBodyHost.h"
#include "BulletAmbientFluid/Shapes/btFluidScalingWatch.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <Eigen/Cholesky>

#include <stdexcept>
#include <utility>

namespace
{
ambient::Wrench wrenchOf(const ambient::Momentum& impulse) { return {impulse.angular, impulse.linear}; }

/// \param host null: only the pose counts
void requireFinite(const btRigidBody& body, const btFluidRigidBodyHost* host)
{
	const char* what = nullptr;
	if (host)
		what = host->findNonFinite();
	else if (!btFluidPose(body.getCenterOfMassTransform()).isFinite())
		what = "its pose";
	if (what) throw std::runtime_error(std::string(what) + " is not finite");
}

/// Whether a user has moved a body out of the flow around it: by more than Bullet's recovery of penetrations moves it.
bool isJump(const ambient::Pose& from, const ambient::Pose& to, double length)
{
	constexpr double kLargestPushAngle = 0.2, kLargestPush = 0.5;
	return (to.position - from.position).norm() > kLargestPush * length ||
	       to.orientation.angularDistance(from.orientation) > kLargestPushAngle;
}
}  // namespace

btFluidResolvedBody::btFluidResolvedBody(btRigidBody* body, const ambient::FluidBody& shape, double density,
                                         bool isAfloat)
	: m_body(body),
	  m_watched(body),
	  m_scaling(std::make_unique<btFluidScalingWatch>(body->getCollisionShape())),
	  m_shape(shape),
	  m_density(density),
	  m_isAfloat(isAfloat)
{
	m_memory.m_pose = btFluidPose(body->getCenterOfMassTransform());
	if (!shape.model || body->isStaticOrKinematicObject())
	{
		m_shape.model = nullptr;
		m_memory.m_isPrescribed = true;
		return;
	}
	m_host = std::make_unique<btFluidRigidBodyHost>(body, "btFluidGrid");
	m_added = m_wholeAdded = m_shape.addedMass(density);
	takeInertia();
	m_memory.m_velocity = m_memory.m_present = m_host->velocity();
	m_host->keep();
	body->activate();
}

btFluidResolvedBody::~btFluidResolvedBody() = default;

template <class Function>
bool btFluidResolvedBody::contain(const Function& function)
{
	try
	{
		requireFinite(*m_body, m_host.get());
		function();
	}
	catch (...)
	{
		fail(btFluidExceptionText());
	}
	return m_failure.empty();
}

void btFluidResolvedBody::fail(const std::string& why)
{
	m_failure = why;
	m_memory.m_present = m_memory.m_velocity = ambient::Twist();
	if (m_host)
		m_host->stopAt(btFluidPose(m_host->leftTransform()));
	else
		m_body->setCenterOfMassTransform(btFluidTransform(m_memory.m_pose));
}

btFluidResolvedBody::Place btFluidResolvedBody::look(const btCollisionWorld& world)
{
	m_isPresent = false;
	const btCollisionObject* const object = m_watched.find(world);
	if (!object) return btFluidIndexInWorld(world, m_body, 0) < 0 ? OUTSIDE : REPLACED;
	m_isPresent = !m_host || (btRigidBody::upcast(object) && m_host->isMarked());
	return m_isPresent ? INSIDE : REPLACED;
}

bool btFluidResolvedBody::isOf(const btRigidBody& body) const
{
	return m_body == &body && m_watched.isSame(body) && (!m_host || m_host->isMarked());
}

void btFluidResolvedBody::takeInertia()
{
	m_shape.bodyInertia = ambient::SpatialInertia::ofBody(m_host->mass(), m_host->inertia().asDiagonal());
	m_wet = m_shape.bodyInertia + m_added;
	m_wetInverse = m_wet.matrix().llt().solve(ambient::Matrix6::Identity());
	m_mobility = btFluidComputeMobility(m_wet.matrix(), m_host->mass());
}

void btFluidResolvedBody::installMass(bool isExact)
{
	m_memory.m_isExact = isExact;
	if (isExact) return m_host->install(m_host->mass(), m_host->inertia());
	// A solver of Bullet's own gets the largest mass that is safe.
	const btFluidEffectiveMass effective =
		btFluidComputeEffectiveMass(m_wet, m_host->mass(), m_host->inertia(), m_shape.model->length());
	m_host->install(effective.m_mass, effective.m_inertia);
}

ambient::Wrench btFluidResolvedBody::ownWeight() const
{
	return ambient::weightInFluid(m_shape, m_memory.m_pose.orientation, m_host->gravity(),
	                              m_isAfloat ? 0.0 : m_density);
}

ambient::Wrench btFluidResolvedBody::wetMomentum(const ambient::Twist& motion) const
{
	return ambient::impulseFor(m_wet, btFluidPose(m_host->leftTransform()).orientation,
	                           m_host->lockedAxes().freePartOf(motion));
}

ambient::Twist btFluidResolvedBody::wetChange(const ambient::Wrench& impulse) const
{
	const ambient::Quaternion q = btFluidPose(m_host->leftTransform()).orientation;
	const ambient::LockedAxes locked = m_host->lockedAxes();
	if (!locked.any())
	{
		const ambient::Wrench inBody = rotated(q.conjugate(), impulse);
		return rotated(q, ambient::Twist(ambient::Vector6(m_wetInverse * inBody.vector())));
	}
	ambient::Matrix6 inertia = m_wet.changeFrame({q.conjugate(), ambient::Vector3::Zero()}).matrix();
	for (int k = 0; k < 3; ++k)
	{
		if (locked.angular[k]) ambient::isolate(inertia, k);
		if (locked.linear[k]) ambient::isolate(inertia, k + 3);
	}
	return locked.freePartOf(ambient::Twist(ambient::Vector6(inertia.llt().solve(impulse.vector()))));
}

void btFluidResolvedBody::kick(const ambient::Wrench& impulse)
{
	m_memory.m_kicks += impulse;
	m_memory.m_present += wetChange(impulse);
}

bool btFluidResolvedBody::acceptSettings()
{
	m_host->keepFlags();
	const bool isNew = m_host->takeMassChange();
	if (isNew)
	{
		takeInertia();
		if (!m_memory.m_isExact) installMass(false);
	}
	const ambient::LockedAxes locked = m_host->lockedAxes();
	for (ambient::Twist* velocity : {&m_memory.m_velocity, &m_memory.m_present})
		*velocity = locked.freePartOf(*velocity);
	return isNew;
}

void btFluidResolvedBody::endPrescribed()
{
	if (!std::exchange(m_memory.m_isPrescribed, false)) return;
	const ambient::Twist left(btFluidVector(m_host->leftAngularVelocity()),
	                          btFluidVector(m_host->leftLinearVelocity()));
	kick(wetMomentum(left - m_memory.m_present));
}

void btFluidResolvedBody::follow(const ambient::Pose& from, const ambient::Pose& to)
{
	ambient::Pose& pose = m_memory.m_pose;
	const ambient::Quaternion turn = to.orientation * from.orientation.conjugate();
	pose.position = to.position + turn * (pose.position - from.position);
	pose.orientation = (turn * pose.orientation).normalized();
	// The flow around the body stays behind: that at the new place is a new one.
	if (isJump(from, to, m_shape.model->length())) m_memory.m_isInGrid = false;
}

void btFluidResolvedBody::acceptUserChange(btScalar timeStep)
{
	endPrescribed();
	const btFluidRigidBodyHost::UserChange change = m_host->readUserChange(timeStep);
	if (!change.any()) return;
	if (change.moved) follow(btFluidPose(m_host->leftTransform()), m_host->pose());
	if (change.replaced)
		kick(wetMomentum(change.velocity - m_memory.m_present));
	else
		kick(wrenchOf(m_host->impulseOf(change.velocity, m_host->pose().orientation)));
	if (change.damping.any()) kick(wetMomentum(change.damping(m_memory.m_present) - m_memory.m_present));
	m_host->setVelocity(m_memory.m_present);
}

bool btFluidResolvedBody::beginSolve(btScalar timeStep, btFluidFreeMotion& motion)
{
	if (!m_host || !m_host->isMarked() || !m_failure.empty()) return false;
	return contain(
		[&]
		{
			acceptSettings();
			acceptUserChange(timeStep);
			if (!m_memory.m_isExact)
			{
				m_host->setVelocity(m_memory.m_present);
				installMass(true);
			}
			m_host->remember(false);
			const ambient::Twist end =
				m_memory.m_present +
				wetChange(double(timeStep) * (ownWeight() + m_host->userWrench() + m_memory.m_residual));
			if (!end.isFinite()) throw std::runtime_error("its forecast is not finite");
			motion.m_linearVelocity = btFluidVector(end.linear);
			motion.m_angularVelocity = btFluidVector(end.angular);
			const ambient::LockedAxes locked = m_host->lockedAxes();
			if (!locked.any())
				motion.m_mobility = m_mobility.rotated(m_body->getCenterOfMassTransform().getBasis());
			else
				motion.m_mobility = btFluidComputeMobility(
					m_wet.changeFrame({m_host->pose().orientation.conjugate(), ambient::Vector3::Zero()}).matrix(),
					m_host->mass(), locked);
		});
}

void btFluidResolvedBody::endSolve(const btVector3& linearChange, const btVector3& angularChange)
{
	const ambient::Wrench impulse = wetMomentum({btFluidVector(angularChange), btFluidVector(linearChange)});
	endSolveInGroup({impulse.angular, impulse.linear});
}

void btFluidResolvedBody::endSolveInGroup(const ambient::Momentum& impulse)
{
	m_stepContact = wrenchOf(impulse);
	m_solved = m_host->velocity();
	m_solvedRevision = m_body->getUpdateRevisionInternal();
	m_isSolved = true;
}

bool btFluidResolvedBody::collect(double timeStep, int solverRevisions)
{
	const bool isExact = std::exchange(m_isSolved, false);
	bool hasNoContacts = true;
	if (!m_isPresent || !m_failure.empty()) return true;
	contain(
		[&]
		{
			if (!m_host || m_body->isStaticOrKinematicObject() || !m_body->isActive())
				collectPrescribed();
			else if (isExact)
				collectExact(timeStep);
			else
				hasNoContacts = collectDropIn(timeStep, solverRevisions);
		});
	return isExact || hasNoContacts;
}

void btFluidResolvedBody::collectPrescribed()
{
	m_memory.m_isPrescribed = true;
	if (!m_host) return;
	const bool isAsleep = !m_body->isStaticOrKinematicObject();
	if (isAsleep && acceptSettings()) m_body->activate();
	if (m_body->isKinematicObject() || !m_host->readUserChange(0).moved) return;
	const ambient::Pose now = m_host->pose();
	// A body that a user puts elsewhere does not move there through the water.
	if (isJump(m_memory.m_pose, now, m_shape.model->length())) follow(btFluidPose(m_host->leftTransform()), now);
}

void btFluidResolvedBody::collectExact(double timeStep)
{
	Memory& m = m_memory;
	m.m_loads += timeStep * (ownWeight() + m_host->userWrench());
	m.m_contact += m_stepContact;
	m.m_present = m_solved;
	noteRecovery(timeStep);
	// Vehicles, soft bodies and other actions have acted since the solve, with the rigid body's own mass.
	const ambient::Twist late = m_host->velocity() - m_solved;
	if (late.vector().isZero(0.0)) return;
	if (m_body->getUpdateRevisionInternal() != m_solvedRevision) return kick(wetMomentum(late));
	const ambient::Wrench impulse = wrenchOf(m_host->impulseOf(late, m_host->pose().orientation));
	m.m_contact += impulse;
	m.m_present += wetChange(impulse);
}

bool btFluidResolvedBody::collectDropIn(double timeStep, int solverRevisions)
{
	Memory& m = m_memory;
	endPrescribed();
	const btFluidRigidBodyHost::SolvedChange solve = m_host->readSolvedChange(btScalar(timeStep), solverRevisions);
	const bool isReplaced = solve.kicked && solve.updated, isHeld = solve.kicked && !isReplaced;
	// After a step of another solver Bullet holds the body against its whole weight: the impulse contains all loads.
	const bool isWhole = isHeld && m.m_isExact;
	const ambient::Quaternion q = btFluidPose(m_host->leftTransform()).orientation;
	ambient::Wrench contact;
	if (isHeld) contact = wrenchOf(m_host->impulseOf(isWhole ? solve.rest + solve.external : solve.rest, q));
	m_solved = m_host->velocity();
	acceptSettings();
	if (solve.damping.any()) kick(wetMomentum(solve.damping(m.m_present) - m.m_present));
	if (isReplaced) kick(wetMomentum(m_solved - solve.external - m.m_present));
	const ambient::Wrench outer = isWhole ? ambient::Wrench() : ownWeight() + m_host->userWrench();
	m.m_loads += timeStep * outer;
	m.m_contact += contact;
	m.m_present += wetChange(timeStep * (outer + m.m_residual) + contact);
	if (m.m_isExact) installMass(false);
	noteRecovery(timeStep);
	return !isHeld;
}

void btFluidResolvedBody::noteRecovery(double timeStep)
{
	const btTransform& now = m_body->getCenterOfMassTransform();
	const btTransform expected = btFluidMovedByBullet(m_host->leftTransform(), btFluidVector(m_solved.linear),
	                                                  btFluidVector(m_solved.angular), btScalar(timeStep));
	if (!m_memory.m_isExact && isJump(btFluidPose(expected), btFluidPose(now), m_shape.model->length()))
		return follow(btFluidPose(expected), btFluidPose(now));
	const btVector3 push = now.getOrigin() - expected.getOrigin();
	if (double(push.length()) > kBtFluidRounding * double(now.getOrigin().length()))
		m_memory.m_push += btFluidVector(push);
	const ambient::Quaternion turn = btFluidPose(now).orientation * btFluidPose(expected).orientation.conjugate();
	if (turn.vec().norm() > kBtFluidRounding) m_memory.m_turn = turn * m_memory.m_turn;
}

void btFluidResolvedBody::publish(double timeStep)
{
	const Memory& m = m_memory;
	if (!m_host || !m_isPresent || !m_failure.empty()) return;
	if (m.m_isPrescribed)
	{
		const bool isAsleep = m_body->getActivationState() == ISLAND_SLEEPING && !m_body->isStaticOrKinematicObject();
		if (isAsleep) m_host->setVelocity(ambient::Twist());
		return m_host->remember(isAsleep);
	}
	ambient::Twist velocity = m.m_present;
	// A solver of Bullet's own starts from the forecast, and adds gravity itself.
	if (!m.m_isExact)
	{
		velocity += wetChange(timeStep * (ownWeight() + m.m_residual));
		velocity.linear -= timeStep * m_host->gravity();
		velocity = m_host->lockedAxes().freePartOf(velocity);
	}
	if (!velocity.isFinite()) return fail("its velocity is not finite");
	m_host->setVelocity(velocity);
	// Motion states interpolate with these velocities and need the present ones.
	m_body->setInterpolationLinearVelocity(btFluidVector(m.m_present.linear));
	m_body->setInterpolationAngularVelocity(btFluidVector(m.m_present.angular));
	m_host->remember(false);
	// Bullet takes a body that sinks slowly for one at rest.
	const double speed = m.m_present.linear.norm() + m_shape.model->length() * m.m_present.angular.norm();
	if (speed > kLeastSpeed) m_body->activate();
}

ambient::Twist btFluidResolvedBody::velocityAfterRelease() const
{
	const ambient::Twist now = m_host->velocity();
	const bool isPhysical = m_memory.m_isExact || m_memory.m_isPrescribed || !m_failure.empty();
	if (isPhysical || m_host->hasMoreUpdatesThan(0)) return now;
	const ambient::Twist left(btFluidVector(m_host->leftAngularVelocity()),
	                          btFluidVector(m_host->leftLinearVelocity()));
	return m_memory.m_present + (now - left);
}

void btFluidResolvedBody::release()
{
	if (!m_host) return;
	const ambient::Twist before = m_host->velocity(), after = velocityAfterRelease();
	m_host->restore();
	if (!(before - after).vector().isZero(0.0)) m_host->setVelocity(after);
	m_host.reset();
}

void btFluidResolvedBody::serializeOwn(btRigidBodyData& data) const
{
	if (m_host) m_host->serializeOwn(data, velocityAfterRelease());
}

bool btFluidResolvedBody::takesScaling()
{
	return m_isPresent && m_host && m_scaling->takeChange(m_body->getCollisionShape());
}
