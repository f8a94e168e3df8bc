// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Host/btFluidRigidBodyHost.h"

#include "BulletAmbientFluid/Host/btFluidBulletMotion.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <Eigen/Cholesky>

#include <cmath>
#include <stdexcept>

namespace
{
constexpr int kGyroscopicFlags = BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT | BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD |
                                 BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY;

/// Updates of a sleeping body by Bullet itself after the actions of a step.
constexpr int kSleepRevisions = 2;

btRigidBody* requireDynamicBody(btRigidBody* body, const char* owner)
{
	const auto refuse = [owner](const char* why)
	{ throw std::invalid_argument(std::string(owner) + ": the rigid body " + why); };
	if (!body) refuse("is null");
	if (body->internalGetExtensionPointer())
		refuse("is in a fluid already (or its extension pointer is in use); a body has one fluid");
	if (body->isStaticOrKinematicObject() || body->getInvMass() <= btScalar(0))
		refuse("is static or kinematic, or has mass 0; only dynamic bodies can be wet");
	const btVector3& inverse = body->getInvInertiaDiagLocal();
	if (!(inverse.x() > 0 && inverse.y() > 0 && inverse.z() > 0))
		refuse("has no inertia about an axis (call calculateLocalInertia; setAngularFactor locks axes)");
	return body;
}

/// Factor of btRigidBody::applyDamping, to the bit.
btScalar dampingFactor(btScalar damping, btScalar timeStep)
{
	return damping == btScalar(0) ? btScalar(1) : btPow(btScalar(1) - damping, timeStep);
}

ambient::Twist twistOf(const btVector3& angular, const btVector3& linear)
{
	return {btFluidVector(angular), btFluidVector(linear)};
}

/// Velocity change by impulses before the velocity was damped.
ambient::Vector3 addedBeforeDamping(const btVector3& now, const btVector3& left, btScalar factor)
{
	if (now == left * factor || !(factor > 0)) return ambient::Vector3::Zero();
	return btFluidVector(now) / double(factor) - btFluidVector(left);
}
}  // namespace

btFluidRigidBodyHost::btFluidRigidBodyHost(btRigidBody* body, const char* owner)
	: m_body(requireDynamicBody(body, owner)),
	  m_linearDamping(body->getLinearDamping()),
	  m_angularDamping(body->getAngularDamping()),
	  m_flags(body->getFlags())
{
	m_memory.m_mass = 1.0 / double(body->getInvMass());
	m_memory.m_inertia = btFluidVector(body->getInvInertiaDiagLocal()).cwiseInverse();
	m_memory.m_installedInvMass = body->getInvMass();
	m_memory.m_installedInvInertia = body->getInvInertiaDiagLocal();
	if (const char* what = findNonFinite())
		throw std::invalid_argument(std::string(owner) + ": the rigid body cannot be wet: " + what + " is not finite");
	body->setDamping(0, 0);
	body->internalSetExtensionPointer(this);
	keepFlags();
	remember(false);
}

bool btFluidRigidBodyHost::isMarked() const { return m_body->internalGetExtensionPointer() == this; }

void btFluidRigidBodyHost::keepFlags() { m_body->setFlags(m_body->getFlags() & ~kGyroscopicFlags); }

void btFluidRigidBodyHost::install(double mass, const ambient::Vector3& inertia)
{
	if (m_body->getInvMass() == btScalar(0)) return;
	const bool hasForces = !m_body->getTotalForce().isZero();
	const btVector3 oldWeight = m_body->getGravity() / m_body->getInvMass();
	m_body->setMassProps(btScalar(mass), btFluidVector(inertia));
	m_body->updateInertiaTensor();
	m_memory.m_installedInvMass = m_body->getInvMass();
	m_memory.m_installedInvInertia = m_body->getInvInertiaDiagLocal();
	if (hasForces) m_body->applyCentralForce(m_body->getGravity() / m_body->getInvMass() - oldWeight);
}

bool btFluidRigidBodyHost::takeMassChange()
{
	const btVector3& inverse = m_body->getInvInertiaDiagLocal();
	if (m_body->getInvMass() == m_memory.m_installedInvMass && inverse == m_memory.m_installedInvInertia) return false;
	if (!(inverse.x() > 0 && inverse.y() > 0 && inverse.z() > 0))
		throw std::invalid_argument("its inertia was set to zero about an axis");
	if (m_body->getInvMass() != m_memory.m_installedInvMass) m_memory.m_mass = 1.0 / double(m_body->getInvMass());
	if (!(inverse == m_memory.m_installedInvInertia)) m_memory.m_inertia = btFluidVector(inverse).cwiseInverse();
	m_memory.m_installedInvMass = m_body->getInvMass();
	m_memory.m_installedInvInertia = inverse;
	return true;
}

void btFluidRigidBodyHost::restore()
{
	install(m_memory.m_mass, m_memory.m_inertia);
	const bool userDamps = m_body->getLinearDamping() != 0 || m_body->getAngularDamping() != 0;
	if (!userDamps) m_body->setDamping(m_linearDamping, m_angularDamping);
	m_body->setFlags((m_body->getFlags() & ~kGyroscopicFlags) | (m_flags & kGyroscopicFlags));
	m_body->internalSetExtensionPointer(nullptr);
}

void btFluidRigidBodyHost::stopAt(const ambient::Pose& pose)
{
	setPose(pose);
	setVelocity(ambient::Twist());
	m_body->setInterpolationLinearVelocity(btVector3(0, 0, 0));
	m_body->setInterpolationAngularVelocity(btVector3(0, 0, 0));
	m_body->clearForces();
	if (!gravity().allFinite()) m_body->setGravity(btVector3(0, 0, 0));
	install(m_memory.m_mass, m_memory.m_inertia);
}

ambient::Momentum btFluidRigidBodyHost::impulseOf(const ambient::Twist& change, const ambient::Quaternion& q) const
{
	const ambient::Vector3 inverseInertia = btFluidVector(m_body->getInvInertiaDiagLocal());
	const double mass = 1.0 / double(m_body->getInvMass());
	const ambient::LockedAxes locked = lockedAxes();
	if (!locked.any())
		return {q * (q.conjugate() * change.angular).cwiseQuotient(inverseInertia), mass * change.linear};
	// Bullet multiplies by the whole inverse inertia and drops the locked axes afterwards.
	ambient::Matrix3 response = q.toRotationMatrix() * inverseInertia.asDiagonal() * q.toRotationMatrix().transpose();
	for (int k = 0; k < 3; ++k)
		if (locked.angular[k]) ambient::isolate(response, k);
	return {response.llt().solve(change.angular), mass * change.linear};
}

ambient::Twist btFluidRigidBodyHost::velocity() const
{
	return {btFluidVector(m_body->getAngularVelocity()), btFluidVector(m_body->getLinearVelocity())};
}

void btFluidRigidBodyHost::setVelocity(const ambient::Twist& velocity)
{
	m_body->setLinearVelocity(btFluidVector(velocity.linear));
	m_body->setAngularVelocity(btFluidVector(velocity.angular));
}

ambient::Pose btFluidRigidBodyHost::pose() const { return btFluidPose(m_body->getCenterOfMassTransform()); }

void btFluidRigidBodyHost::setPose(const ambient::Pose& pose)
{
	m_body->setCenterOfMassTransform(btFluidTransform(pose));
}

ambient::Vector3 btFluidRigidBodyHost::gravity() const { return btFluidVector(m_body->getGravity()); }

ambient::LockedAxes btFluidRigidBodyHost::lockedAxesOf(const btRigidBody& body)
{
	ambient::LockedAxes axes;
	for (int k = 0; k < 3; ++k)
	{
		axes.linear[k] = body.getLinearFactor()[k] == btScalar(0);
		axes.angular[k] = body.getAngularFactor()[k] == btScalar(0);
	}
	return axes;
}

btFluidDamping btFluidRigidBodyHost::damping(btScalar timeStep) const
{
	return {dampingFactor(m_body->getLinearDamping(), timeStep), dampingFactor(m_body->getAngularDamping(), timeStep)};
}

ambient::Wrench btFluidRigidBodyHost::userWrench() const
{
	const btVector3 force = m_body->getTotalForce();
	btVector3 weight = m_body->getGravity() / m_body->getInvMass() * m_body->getLinearFactor();
	// Bullet applies no gravity to a body that slept at the step's start.
	if (m_memory.m_isWeightless && force.isZero()) weight.setZero();
	ambient::Wrench user(btFluidVector(m_body->getTotalTorque()), btFluidVector(force - weight));
	if (user.linear.isZero(0.0)) return user;
	if (user.linear.norm() <= 16.0 * double(SIMD_EPSILON) * double(weight.length())) user.linear.setZero();
	return user;
}

bool btFluidRigidBodyHost::wasLeftAlone(btScalar timeStep, int solverRevisions, double length) const
{
	const btRigidBody& body = *m_body;
	const btVector3 &linear = body.getLinearVelocity(), &angular = body.getAngularVelocity();
	const btVector3 one(1, 1, 1), weight = body.getGravity() / body.getInvMass();
	const bool isItself = body.getInvMass() == m_memory.m_installedInvMass &&
	                      body.getInvInertiaDiagLocal() == m_memory.m_installedInvInertia &&
	                      body.getLinearFactor() == one && body.getAngularFactor() == one &&
	                      (body.getFlags() & kGyroscopicFlags) == 0 && body.getLinearDamping() == 0 &&
	                      body.getAngularDamping() == 0 && !m_memory.m_wasAsleep && !m_memory.m_isWeightless;
	const bool isFree = body.getTotalForce() == weight && body.getTotalTorque().isZero() &&
	                    body.getUpdateRevisionInternal() - m_memory.m_leftRevision <= solverRevisions &&
	                    linear == m_memory.m_leftLinearVelocity + weight * body.getInvMass() * timeStep &&
	                    angular == m_memory.m_leftAngularVelocity;
	// A sum of all that is not finite anywhere is not finite.
	const btVector3 sum = linear + angular + weight + body.getCenterOfMassTransform().getOrigin();
	return isItself && isFree && btFluidIsFinite(sum) &&
	       btFluidIsMovedBy(linear, angular, timeStep, m_memory.m_leftTransform, body.getCenterOfMassTransform(),
	                        length);
}

const char* btFluidRigidBodyHost::findNonFinite() const
{
	const btTransform& transform = m_body->getCenterOfMassTransform();
	if (!btFluidIsFinite(transform.getOrigin())) return "its position";
	for (int row = 0; row < 3; ++row)
		if (!btFluidIsFinite(transform.getBasis()[row])) return "its orientation";
	if (!btFluidIsFinite(m_body->getLinearVelocity()) || !btFluidIsFinite(m_body->getAngularVelocity()))
		return "its velocity";
	if (!btFluidIsFinite(m_body->getTotalForce()) || !btFluidIsFinite(m_body->getTotalTorque())) return "a force on it";
	if (!btFluidIsFinite(m_body->getGravity())) return "its gravity";
	if (!std::isfinite(m_body->getInvMass()) || !btFluidIsFinite(m_body->getInvInertiaDiagLocal())) return "its mass";
	return nullptr;
}

void btFluidRigidBodyHost::remember(bool asleep)
{
	m_memory.m_leftTransform = m_body->getCenterOfMassTransform();
	m_memory.m_leftLinearVelocity = m_body->getLinearVelocity();
	m_memory.m_leftAngularVelocity = m_body->getAngularVelocity();
	m_memory.m_leftRevision = m_body->getUpdateRevisionInternal();
	m_memory.m_wasAsleep = asleep;
	m_memory.m_isWeightless = (asleep || m_memory.m_isWeightless) && m_body->getTotalForce().isZero();
}

bool btFluidRigidBodyHost::hasMoreUpdatesThan(int expected) const
{
	const int allowed = expected + (m_memory.m_wasAsleep ? kSleepRevisions : 0);
	return m_body->getUpdateRevisionInternal() - m_memory.m_leftRevision > allowed;
}

bool btFluidRigidBodyHost::UserChange::any() const
{
	return moved || replaced || damping.any() || !velocity.vector().isZero(0.0);
}

btFluidRigidBodyHost::UserChange btFluidRigidBodyHost::readUserChange(btScalar timeStep) const
{
	UserChange change;
	change.damping = damping(timeStep);
	change.moved = !(m_body->getCenterOfMassTransform() == m_memory.m_leftTransform);
	change.velocity = {
		addedBeforeDamping(m_body->getAngularVelocity(), m_memory.m_leftAngularVelocity, change.damping.m_angular),
		addedBeforeDamping(m_body->getLinearVelocity(), m_memory.m_leftLinearVelocity, change.damping.m_linear)};
	// setWorldTransform() counts as one update, setCenterOfMassTransform() as none.
	const bool updated = hasMoreUpdatesThan(change.moved ? 1 : 0);
	// Sums of impulses do not end at exactly zero: a zero velocity was set by a user.
	const bool stopped = m_body->getLinearVelocity().isZero() && m_body->getAngularVelocity().isZero();
	change.replaced = (updated || stopped) && !change.velocity.vector().isZero(0.0);
	if (change.replaced)
		change.velocity = change.velocity + ambient::Twist(btFluidVector(m_memory.m_leftAngularVelocity),
		                                                   btFluidVector(m_memory.m_leftLinearVelocity));
	return change;
}

btFluidRigidBodyHost::SolvedChange btFluidRigidBodyHost::readSolvedChange(btScalar timeStep, int solverRevisions) const
{
	SolvedChange change;
	change.updated = hasMoreUpdatesThan(solverRevisions);
	// Bullet's own expressions (initSolverBody) make the comparison below exact to the last bit.
	const btMatrix3x3& basis = m_memory.m_leftTransform.getBasis();
	const btVector3 linear = m_body->getTotalForce() * m_body->getInvMass() * timeStep;
	btVector3 angular(0, 0, 0);
	if (!m_body->getTotalTorque().isZero())
		angular =
			m_body->getTotalTorque() * (basis.scaled(m_body->getInvInertiaDiagLocal()) * basis.transpose()) * timeStep;
	change.damping = damping(timeStep);
	const btVector3 leftLinear = m_memory.m_leftLinearVelocity * change.damping.m_linear,
					leftAngular = m_memory.m_leftAngularVelocity * change.damping.m_angular;
	const btVector3 linearRest = m_body->getLinearVelocity() - (leftLinear + linear);
	const btVector3 angularRest = m_body->getAngularVelocity() - (leftAngular + angular);
	change.external = twistOf(angular, linear);
	if (linearRest.isZero() && angularRest.isZero()) return change;
	change.rest = twistOf(angularRest, linearRest);
	change.kicked = double(linearRest.length()) > kBtFluidRounding * double(leftLinear.length() + linear.length()) ||
	                double(angularRest.length()) > kBtFluidRounding * double(leftAngular.length() + angular.length());
	return change;
}
