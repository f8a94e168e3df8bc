// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidBody.h"

#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidEffectiveMass.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btTransformUtil.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace
{
constexpr int kGyroscopicFlags = BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT | BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD |
                                 BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY;

/// How far two results of the same arithmetic in btScalar may differ: the host may have been compiled to contract it.
const double kRounding = 16.0 * double(SIMD_EPSILON);

void requireDynamicBody(const btRigidBody* body)
{
	if (!body) throw std::invalid_argument("btFluidBody: the rigid body is null");
	if (body->isStaticOrKinematicObject() || body->getInvMass() <= btScalar(0))
		throw std::invalid_argument(
			"btFluidBody: the rigid body is static or kinematic, or has mass 0; only dynamic bodies can be wet");
	const btVector3& inverse = body->getInvInertiaDiagLocal();
	if (!(inverse.x() > 0 && inverse.y() > 0 && inverse.z() > 0))
		throw std::invalid_argument(
			"btFluidBody: the rigid body has no inertia about an axis (call calculateLocalInertia)");
	if (!btFluidPose(body->getCenterOfMassTransform()).isFinite())
		throw std::invalid_argument("btFluidBody: the rigid body's transform is not finite");
}

ambient::Twist velocityOf(const btRigidBody* body)
{
	return {btFluidVector(body->getAngularVelocity()), btFluidVector(body->getLinearVelocity())};
}

bool sameTransform(const btTransform& a, const btTransform& b, double length)
{
	const double shift = double((a.getOrigin() - b.getOrigin()).length());
	if (shift > kRounding * (double(a.getOrigin().length()) + length)) return false;
	for (int row = 0; row < 3; ++row)
		if (double((a.getBasis()[row] - b.getBasis()[row]).length()) > kRounding) return false;
	return true;
}
}  // namespace

btFluidBody::btFluidBody(btRigidBody* body, std::shared_ptr<const ambient::FluidBodyModel> model,
                         const ambient::Pose& bodyFromMesh, std::shared_ptr<const ambient::FluidMedium> medium,
                         const ambient::ForceSet& forces, double time)
	: m_body(body)
{
	requireDynamicBody(body);
	const btVector3& inverse = body->getInvInertiaDiagLocal();
	m_bareMass = 1.0 / double(body->getInvMass());
	m_bareInertia.setValue(1 / inverse.x(), 1 / inverse.y(), 1 / inverse.z());
	m_linearDamping = body->getLinearDamping();
	m_angularDamping = body->getAngularDamping();
	m_flags = body->getFlags();

	ambient::FluidBody wet;
	wet.model = std::move(model);
	wet.bodyFromMesh = bodyFromMesh;
	wet.bodyInertia = ambient::SpatialInertia::ofBody(m_bareMass, btFluidVector(m_bareInertia).asDiagonal());
	m_equations = std::make_unique<ambient::KirchhoffEquations>(wet, std::move(medium), forces,
	                                                            btFluidVector(body->getGravity()));
	m_state = m_equations->makeState(btFluidPose(body->getCenterOfMassTransform()), velocityOf(body), time);

	body->setFlags(m_flags & ~kGyroscopicFlags);
	body->setDamping(0, 0);
	applyEffectiveMass();
	m_givenTransform = body->getCenterOfMassTransform();
	m_givenLinearVelocity = body->getLinearVelocity();
	m_givenAngularVelocity = body->getAngularVelocity();
	m_givenRevision = body->getUpdateRevisionInternal();
	body->activate();
}

btFluidBody::~btFluidBody() { restoreRigidBody(); }

void btFluidBody::applyEffectiveMass()
{
	const btFluidEffectiveMass effective = btFluidComputeEffectiveMass(
		m_equations->totalInertia(), m_bareMass, btFluidVector(m_bareInertia), m_equations->body().model->length());
	m_effectiveMass = effective.m_mass;
	m_effectiveInertia = effective.m_inertia;
	m_body->setMassProps(btScalar(m_effectiveMass), btFluidVector(m_effectiveInertia));
	m_body->updateInertiaTensor();
}

void btFluidBody::restoreRigidBody()
{
	m_body->setMassProps(btScalar(m_bareMass), m_bareInertia);
	m_body->updateInertiaTensor();
	m_body->setDamping(m_linearDamping, m_angularDamping);
	m_body->setFlags((m_body->getFlags() & ~kGyroscopicFlags) | (m_flags & kGyroscopicFlags));
	// Unless somebody else set the velocity since, Bullet's own holds the offset of the next step's plan.
	if (!isHealthy() || m_plannedTimeStep < 0.0 || m_body->getUpdateRevisionInternal() != m_givenRevision) return;
	try
	{
		const ambient::Twist twist = m_equations->twistInWorld(m_state);
		const btVector3 userLinear = m_body->getLinearVelocity() - m_givenLinearVelocity;
		const btVector3 userAngular = m_body->getAngularVelocity() - m_givenAngularVelocity;
		m_body->setLinearVelocity(btFluidVector(twist.linear) + userLinear);
		m_body->setAngularVelocity(btFluidVector(twist.angular) + userAngular);
	}
	catch (const std::exception&)
	{
		// A user's medium threw; the offset velocity stays. A destructor must not throw.
	}
}

void btFluidBody::setMedium(std::shared_ptr<const ambient::FluidMedium> medium)
{
	const ambient::Twist twist = m_equations->twistInWorld(m_state);
	*m_equations = ambient::KirchhoffEquations(m_equations->body(), std::move(medium), m_equations->forces(),
	                                           m_equations->gravity());
	m_state.momentum = m_equations->momentumOf(m_state.worldFromBody, twist, m_state.time);
	m_plannedTimeStep = -1.0;
	applyEffectiveMass();
	m_body->activate();
}

ambient::Vector3 btFluidBody::getSolvedPosition() const { return btFluidVector(m_givenTransform.getOrigin()); }

double btFluidBody::effectiveResponse(const ambient::Momentum& impulse) const
{
	const ambient::Vector3 turn = m_state.worldFromBody.orientation.conjugate() * impulse.angular;
	return impulse.linear.squaredNorm() / m_effectiveMass + turn.cwiseAbs2().cwiseQuotient(m_effectiveInertia).sum();
}

double btFluidBody::trueResponse(const ambient::Momentum& impulse) const
{
	const ambient::Vector6 inBody = rotated(m_state.worldFromBody.orientation.conjugate(), impulse).vector();
	return inBody.dot(m_equations->inverseTotalInertia() * inBody);
}

btFluidBody::SolvedStep btFluidBody::readSolvedStep(double timeStep, int solverRevisions) const
{
	SolvedStep s;
	const btScalar dt = btScalar(timeStep);
	// Bullet's own expressions (initSolverBody), so that the comparison below is to the last bit.
	const btMatrix3x3 inverseInertia =
		m_givenTransform.getBasis().scaled(m_body->getInvInertiaDiagLocal()) * m_givenTransform.getBasis().transpose();
	const btVector3 linear = m_body->getTotalForce() * m_body->getInvMass() * dt;
	const btVector3 angular = m_body->getTotalTorque() * inverseInertia * dt;
	s.externalVelocity = {btFluidVector(angular), btFluidVector(linear)};

	// A body that slept when gravity was applied has no force at all.
	const bool noForce = m_body->getTotalForce().isZero();
	const btVector3 weight = noForce ? btVector3(0, 0, 0) : m_body->getGravity() / m_body->getInvMass();
	s.userWrench = {btFluidVector(m_body->getTotalTorque()), btFluidVector(m_body->getTotalForce() - weight)};
	if (s.userWrench.linear.norm() <= kRounding * double(weight.length())) s.userWrench.linear.setZero();

	s.solvedVelocity = velocityOf(m_body);
	const btVector3 linearRest = m_body->getLinearVelocity() - (m_givenLinearVelocity + linear);
	const btVector3 angularRest = m_body->getAngularVelocity() - (m_givenAngularVelocity + angular);
	s.unannounced = {btFluidVector(angularRest), btFluidVector(linearRest)};
	s.velocityReplaced = m_wasAsleep || m_body->getUpdateRevisionInternal() - m_givenRevision > solverRevisions;

	btTransform moved;
	btTransformUtil::integrateTransform(m_givenTransform, m_body->getLinearVelocity(), m_body->getAngularVelocity(), dt,
	                                    moved);
	const double speed = double(m_givenLinearVelocity.length() + linear.length());
	const double spin = double(m_givenAngularVelocity.length() + angular.length());
	s.untouched = !s.velocityReplaced && s.unannounced.linear.norm() <= kRounding * speed &&
	              s.unannounced.angular.norm() <= kRounding * spin &&
	              sameTransform(moved, m_body->getCenterOfMassTransform(), m_equations->body().model->length());
	return s;
}

void btFluidBody::plan(double timeStep, const ambient::Wrench& userWrench, const ambient::IntegratorOptions& options)
{
	ambient::IntegratorOptions withUser = options;
	withUser.userWrench = userWrench;
	m_equations->setGravity(btFluidVector(m_body->getGravity()));
	m_planned = m_state;
	m_report = ambient::integrate(*m_equations, m_planned, timeStep, withUser);
	m_plannedTimeStep = timeStep;
	m_plannedUserWrench = userWrench;
	if (!m_report.finite) fail("its state became non-finite");
}

void btFluidBody::takeStep(double timeStep, const SolvedStep& solved, const ambient::IntegratorOptions& options)
{
	using ambient::Vector3;
	if (solved.velocityReplaced)
	{
		const ambient::Twist start = solved.solvedVelocity - solved.externalVelocity;
		m_state.momentum = m_equations->momentumOf(m_state.worldFromBody, start, m_state.time);
		m_plannedTimeStep = -1.0;
	}
	const bool samePlan = m_plannedTimeStep == timeStep && m_plannedUserWrench.vector() == solved.userWrench.vector();
	if (!samePlan) plan(timeStep, solved.userWrench, options);
	if (!isHealthy()) return;

	const Vector3 from = m_state.worldFromBody.position;
	const ambient::Quaternion q = m_state.worldFromBody.orientation;
	m_state = m_planned;
	if (solved.untouched)
	{
		writePose();
		return;
	}
	// Momentum about a point fixed in space: the plan's, plus the impulses at the step's start; then about where the
	// centre of mass really went. A teleport or a penetration push moves the pose, not the momentum.
	m_state.worldFromBody = btFluidPose(m_body->getCenterOfMassTransform());
	ambient::Momentum kick = m_contactCorrection;
	if (!solved.velocityReplaced)
	{
		const Vector3 turn = q.conjugate() * solved.unannounced.angular;
		kick +=
			ambient::Momentum(q * m_effectiveInertia.cwiseProduct(turn), m_effectiveMass * solved.unannounced.linear);
	}
	const Vector3 travel = timeStep * solved.solvedVelocity.linear;
	const Vector3 plannedTravel = m_planned.worldFromBody.position - from;
	m_state.momentum.angular +=
		(plannedTravel - travel).cross(m_planned.momentum.linear) + kick.angular - travel.cross(kick.linear);
	m_state.momentum.linear += kick.linear;
}

void btFluidBody::writePose() { m_body->setCenterOfMassTransform(btFluidTransform(m_state.worldFromBody)); }

void btFluidBody::give(double timeStep)
{
	const ambient::Twist end = m_equations->twistInWorld(m_planned);
	const ambient::Quaternion& q = m_state.worldFromBody.orientation;
	const ambient::Wrench& user = m_plannedUserWrench;
	const ambient::Vector3 gravity = btFluidVector(m_body->getGravity());
	const ambient::Vector3 userSpin = q * (q.conjugate() * user.angular).cwiseQuotient(m_effectiveInertia);
	m_givenLinearVelocity = btFluidVector(end.linear - timeStep * (gravity + user.linear / m_effectiveMass));
	m_givenAngularVelocity = btFluidVector(end.angular - timeStep * userSpin);
	m_body->setLinearVelocity(m_givenLinearVelocity);
	m_body->setAngularVelocity(m_givenAngularVelocity);
	// Motion states interpolate with these: they want the velocity of now.
	const ambient::Twist now = m_equations->twistInWorld(m_state);
	m_body->setInterpolationLinearVelocity(btFluidVector(now.linear));
	m_body->setInterpolationAngularVelocity(btFluidVector(now.angular));
	m_givenTransform = m_body->getCenterOfMassTransform();
	m_givenRevision = m_body->getUpdateRevisionInternal();
}

void btFluidBody::keepAwake(double sleepingSpeed)
{
	// Bullet's own thresholds (0.8 m/s) would stop a body that drifts in a current.
	const double length = m_equations->body().model->length();
	const double threshold = std::min(sleepingSpeed, 0.5 * length);
	const ambient::Twist twist = m_equations->twistInWorld(m_state);
	if (twist.linear.norm() > threshold || twist.angular.norm() * length > threshold) m_body->setDeactivationTime(0);
}

void btFluidBody::step(double timeStep, int solverRevisions, const ambient::IntegratorOptions& options,
                       double sleepingSpeed)
{
	if (!isHealthy()) return;
	try
	{
		if (!m_body->isActive()) return rest(timeStep);
		const SolvedStep solved = readSolvedStep(timeStep, solverRevisions);
		takeStep(timeStep, solved, options);
		m_contactCorrection = ambient::Momentum();
		m_wasAsleep = false;
		if (isHealthy()) plan(timeStep, solved.userWrench, options);
		if (!isHealthy()) return;
		give(timeStep);
		keepAwake(sleepingSpeed);
	}
	catch (const std::exception& error)
	{
		fail(error.what());
	}
}

void btFluidBody::rest(double timeStep)
{
	// Bullet holds a sleeper where it is, whatever the medium does.
	m_state = m_equations->makeState(btFluidPose(m_body->getCenterOfMassTransform()), ambient::Twist(),
	                                 m_state.time + timeStep);
	m_contactCorrection = ambient::Momentum();
	m_plannedTimeStep = -1.0;
	m_wasAsleep = true;
}

bool btFluidBody::takeUnreportedFailure()
{
	const bool unreported = !isHealthy() && !m_failureReported;
	m_failureReported = !isHealthy();
	return unreported;
}

void btFluidBody::fail(const std::string& why)
{
	m_failure = why;
	// The last finite pose, at rest: the world must go on.
	writePose();
	m_body->setLinearVelocity(btVector3(0, 0, 0));
	m_body->setAngularVelocity(btVector3(0, 0, 0));
	m_body->clearForces();
}
