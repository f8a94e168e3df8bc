// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluidGrid/btFluidResolvedBody.h"

#include "AmbientFluid/Math/SpatialInertia.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidEffectiveMass.h"
#include "BulletAmbientFluid/Base/btFluidStateRecords.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btTransformUtil.h>

#include <Eigen/Cholesky>

namespace
{
constexpr int kGyroscopic = BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT | BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD |
                            BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY;
constexpr double kRounding = 16.0 * double(SIMD_EPSILON);  ///< relative, of sums of a few numbers of Bullet

ambient::Wrench turned(const ambient::Quaternion& q, const ambient::Wrench& wrench) { return rotated(q, wrench); }
}  // namespace

btFluidResolvedBody::btFluidResolvedBody(btRigidBody* body, const ambient::FluidBody& shape, double density)
	: m_body(body), m_shape(shape), m_density(density)
{
	m_memory.m_pose = btFluidPose(body->getCenterOfMassTransform());
	m_memory.m_left = body->getCenterOfMassTransform();
	if (!shape.model || body->isStaticOrKinematicObject())
	{
		m_shape.model = nullptr;
		m_isReleased = true;
		return;
	}
	const ambient::SpatialInertia added = m_shape.addedMass(density), wet = m_shape.bodyInertia + added;
	m_added = added.matrix();
	m_wetInverse = wet.matrix().llt().solve(ambient::Matrix6::Identity());
	// A solver of Bullet's own finds the largest mass that is safe.
	const ambient::Vector3 inertia = btFluidVector(body->getInvInertiaDiagLocal()).cwiseInverse();
	const btFluidEffectiveMass effective =
		btFluidComputeEffectiveMass(wet, m_shape.mass(), inertia, m_shape.model->length());
	m_linearDamping = body->getLinearDamping();
	m_angularDamping = body->getAngularDamping();
	m_flags = body->getFlags();
	body->setMassProps(btScalar(effective.m_mass), btFluidVector(effective.m_inertia));
	body->updateInertiaTensor();
	body->setDamping(0, 0);
	body->setFlags(m_flags & ~kGyroscopic);
	body->internalSetExtensionPointer(this);
	m_mobility = btFluidComputeMobility(wet.matrix(), 1.0 / double(body->getInvMass()));

	m_memory.m_velocity = {btFluidVector(body->getAngularVelocity()), btFluidVector(body->getLinearVelocity())};
	m_memory.m_present = m_memory.m_velocity;
	m_memory.m_leftLinear = body->getLinearVelocity();
	m_memory.m_leftAngular = body->getAngularVelocity();
	// The flow around a body that moves already has its share of momentum.
	const ambient::Quaternion& q = m_memory.m_pose.orientation;
	const ambient::Twist inBody = rotated(q.conjugate(), m_memory.m_velocity);
	m_memory.m_start = turned(q, ambient::Wrench(ambient::Vector6(m_added * inBody.vector())));
}

void btFluidResolvedBody::release()
{
	if (m_isReleased) return;
	m_isReleased = true;
	const ambient::Matrix6& dry = m_shape.bodyInertia.matrix();
	m_body->setMassProps(btScalar(dry(3, 3)), btFluidVector(ambient::Vector3(dry.diagonal().head<3>())));
	m_body->updateInertiaTensor();
	if (m_body->getLinearDamping() == 0 && m_body->getAngularDamping() == 0)
		m_body->setDamping(m_linearDamping, m_angularDamping);
	m_body->setFlags((m_body->getFlags() & ~kGyroscopic) | (m_flags & kGyroscopic));
	m_body->setLinearVelocity(btFluidVector(m_memory.m_present.linear));
	m_body->setAngularVelocity(btFluidVector(m_memory.m_present.angular));
	m_body->internalSetExtensionPointer(nullptr);
}

ambient::Wrench btFluidResolvedBody::ownWeight() const
{
	return ambient::weightInFluid(m_shape, m_memory.m_pose.orientation, btFluidVector(m_body->getGravity()), m_density);
}

ambient::Wrench btFluidResolvedBody::outerWrench() const
{
	const btVector3 weight = m_body->getGravity() / m_body->getInvMass() * m_body->getLinearFactor();
	ambient::Vector3 user = btFluidVector(m_body->getTotalForce() - weight);
	if (m_body->getTotalForce().isZero() || user.norm() <= kRounding * double(weight.length())) user.setZero();
	ambient::Wrench sum = ownWeight();
	sum += ambient::Wrench(btFluidVector(m_body->getTotalTorque()), user);
	return sum;
}

ambient::Twist btFluidResolvedBody::wetChange(const ambient::Wrench& impulse) const
{
	const ambient::Quaternion q = btFluidPose(m_memory.m_left).orientation;
	const ambient::Wrench inBody = rotated(q.conjugate(), impulse);
	return rotated(q, ambient::Twist(ambient::Vector6(m_wetInverse * inBody.vector())));
}

ambient::Wrench btFluidResolvedBody::bulletImpulse(const btVector3& linear, const btVector3& angular) const
{
	const ambient::Quaternion q = btFluidPose(m_memory.m_left).orientation;
	const ambient::Vector3 inverse = btFluidVector(m_body->getInvInertiaDiagLocal());
	return {q * (q.conjugate() * btFluidVector(angular)).cwiseQuotient(inverse),
	        btFluidVector(linear) / double(m_body->getInvMass())};
}

bool btFluidResolvedBody::beginSolve(btScalar timeStep, btFluidFreeMotion& motion)
{
	if (!m_shape.model || !m_failure.empty()) return false;
	// A change since publish() is an impulse of the user.
	const btVector3 linear = m_body->getLinearVelocity() - m_memory.m_leftLinear;
	const btVector3 angular = m_body->getAngularVelocity() - m_memory.m_leftAngular;
	ambient::Wrench impulse;
	if (m_memory.m_isExact && !(linear.isZero() && angular.isZero())) impulse = bulletImpulse(linear, angular);
	m_memory.m_loads += impulse;
	impulse += double(timeStep) * (outerWrench() + m_memory.m_residual);
	const ambient::Twist end = m_memory.m_present + wetChange(impulse);
	if (!end.isFinite()) return false;
	motion.m_linearVelocity = btFluidVector(end.linear);
	motion.m_angularVelocity = btFluidVector(end.angular);
	motion.m_mobility = m_mobility.rotated(m_body->getCenterOfMassTransform().getBasis());
	return true;
}

void btFluidResolvedBody::endSolve(const btVector3& linearChange, const btVector3& angularChange)
{
	const ambient::Quaternion q = btFluidPose(m_memory.m_left).orientation;
	const ambient::Twist inBody =
		rotated(q.conjugate(), ambient::Twist(btFluidVector(angularChange), btFluidVector(linearChange)));
	const ambient::Vector6 impulse = (m_shape.bodyInertia.matrix() + m_added) * inBody.vector();
	endSolveInGroup(rotated(q, ambient::Momentum(impulse)));
}

void btFluidResolvedBody::endSolveInGroup(const ambient::Momentum& impulse)
{
	m_stepContact = {impulse.angular, impulse.linear};
	m_solvedLinear = m_body->getLinearVelocity();
	m_solvedAngular = m_body->getAngularVelocity();
	m_isSolved = true;
}

const char* btFluidResolvedBody::findNonFinite() const
{
	const btTransform& transform = m_body->getCenterOfMassTransform();
	if (!btFluidIsFinite(transform.getOrigin()) || !btFluidIsFinite(transform.getBasis()[0])) return "its pose";
	if (!btFluidIsFinite(m_body->getLinearVelocity()) || !btFluidIsFinite(m_body->getAngularVelocity()))
		return "its velocity";
	if (!btFluidIsFinite(m_body->getTotalForce()) || !btFluidIsFinite(m_body->getTotalTorque())) return "a force on it";
	return nullptr;
}

void btFluidResolvedBody::fail(const char* why)
{
	m_failure = std::string(why) + " is not finite";
	m_memory.m_present = ambient::Twist();
	btTransform left = m_memory.m_left;
	m_body->setCenterOfMassTransform(left);
	release();
	m_body->setLinearVelocity(btVector3(0, 0, 0));
	m_body->setAngularVelocity(btVector3(0, 0, 0));
	m_body->clearForces();
}

bool btFluidResolvedBody::collect(double timeStep)
{
	const bool isExact = m_isSolved;
	m_isSolved = false;
	if (!m_failure.empty()) return true;
	if (const char* what = findNonFinite())
	{
		fail(what);
		return true;
	}
	m_memory.m_isPrescribed = !m_shape.model || m_body->isStaticOrKinematicObject() || !m_body->isActive();
	if (m_memory.m_isPrescribed) return true;
	m_memory.m_isExact = isExact;
	const ambient::Wrench outer = outerWrench();
	m_memory.m_loads += timeStep * outer;
	ambient::Wrench contact;
	const btVector3 linear = m_body->getLinearVelocity(), angular = m_body->getAngularVelocity();
	if (isExact)
	{
		contact = m_stepContact;
		if (linear != m_solvedLinear || angular != m_solvedAngular)
			contact += bulletImpulse(linear - m_solvedLinear, angular - m_solvedAngular);
	}
	else
	{
		m_solvedLinear = linear;
		m_solvedAngular = angular;
		contact = bulletImpulse(linear - m_memory.m_leftLinear, angular - m_memory.m_leftAngular);
		const ambient::Wrench whole = contact;
		contact += -timeStep *
		           ambient::Wrench(btFluidVector(m_body->getTotalTorque()), btFluidVector(m_body->getTotalForce()));
		const ambient::Vector3 speeds = btFluidVector(linear.absolute() + m_memory.m_leftLinear.absolute());
		if (contact.linear.norm() <= kRounding * (whole.linear.norm() + speeds.norm() / double(m_body->getInvMass())))
			contact.linear.setZero();
		if (contact.angular.norm() <= kRounding * whole.angular.norm()) contact.angular.setZero();
	}
	m_memory.m_contact += contact;
	noteRecovery(timeStep);
	m_memory.m_present = {btFluidVector(angular), btFluidVector(linear)};
	return isExact || contact.vector().isZero(0.0);
}

void btFluidResolvedBody::noteRecovery(double timeStep)
{
	const btTransform& now = m_body->getCenterOfMassTransform();
	btTransform expected;
	btTransformUtil::integrateTransform(m_memory.m_left, m_solvedLinear, m_solvedAngular, btScalar(timeStep), expected);
	const btVector3 push = now.getOrigin() - expected.getOrigin();
	if (double(push.length()) > kRounding * double(now.getOrigin().length())) m_memory.m_push += btFluidVector(push);
	const ambient::Quaternion turn = btFluidPose(now).orientation * btFluidPose(expected).orientation.conjugate();
	if (turn.vec().norm() > kRounding) m_memory.m_turn = turn * m_memory.m_turn;
}

void btFluidResolvedBody::give(ambient::GridBody& to, const ambient::FluidGridDef& box, double duration)
{
	Memory& m = m_memory;
	m.m_isInGrid = m_failure.empty() && box.contains(m.m_pose.position);
	to.isAbsent = !m.m_isInGrid;
	to.worldFromBody = m.m_pose;
	to.isPrescribed = m.m_isPrescribed;
	to.load = to.impulse = ambient::Wrench();
	if (m.m_isPrescribed || to.isAbsent)
	{
		to.velocity = ambient::meanVelocity(m.m_pose, btFluidPose(m_body->getCenterOfMassTransform()), duration);
		return;
	}
	for (int k = 0; k < 3; ++k)
	{
		to.locked.linear[k] = m_body->getLinearFactor()[k] == btScalar(0);
		to.locked.angular[k] = m_body->getAngularFactor()[k] == btScalar(0);
	}
	to.velocity = m.m_velocity;
	to.impulse = m.m_contact + m.m_start + m.m_pending;
	// A contact holds what pushes: both then act at once.
	if (m.m_contact.vector().isZero(0.0))
		to.load = (1.0 / duration) * m.m_loads;
	else
		to.impulse += m.m_loads;
}

void btFluidResolvedBody::take(const ambient::GridBody& from, double duration, int steps, bool isFinite)
{
	Memory& m = m_memory;
	const ambient::Wrench outer = m.m_contact + m.m_loads;
	const bool isTouched = !m.m_contact.vector().isZero(0.0);
	m.m_lastContact = m.m_contact;
	m.m_contact = m.m_loads = m.m_start = m.m_fluid = ambient::Wrench();
	const ambient::Vector3 push = m.m_push;
	const ambient::Quaternion turn = m.m_turn;
	m.m_push.setZero();
	m.m_turn = ambient::Quaternion::Identity();
	const ambient::Pose before = m.m_pose, inBullet = btFluidPose(m_body->getCenterOfMassTransform());
	if (m.m_isPrescribed || !m.m_isInGrid || !isFinite || !from.velocity.isFinite() || !from.impulse.isFinite() ||
	    !m_failure.empty())
	{
		// The forecast stands, for a prescribed motion its mean velocity.
		m.m_pose = inBullet;
		if (m.m_isPrescribed) m.m_present = from.isAbsent ? ambient::Twist() : from.velocity;
		m.m_velocity = m.m_present;
		m.m_residual = m.m_pending = ambient::Wrench();
		return;
	}
	const auto momentumAt = [this](const ambient::Quaternion& q, const ambient::Twist& twist)
	{
		const ambient::Twist inBody = rotated(q.conjugate(), twist);
		return turned(q, ambient::Wrench(ambient::Vector6(m_shape.bodyInertia.matrix() * inBody.vector())));
	};
	const ambient::Quaternion& after = from.worldFromBody.orientation;
	const ambient::Wrench gain =
		momentumAt(after, from.velocity) - momentumAt(before.orientation, m.m_velocity) - outer;
	m.m_fluid = (1.0 / duration) * gain;
	const ambient::Twist change = rotated(after.conjugate(), from.velocity - m.m_velocity);
	m.m_residual =
		m.m_fluid + (1.0 / duration) * turned(after, ambient::Wrench(ambient::Vector6(m_added * change.vector())));
	m.m_velocity = m.m_present = from.velocity;
	m.m_pending = from.impulse;
	if (steps > 1 && isTouched)
		m.m_pose = inBullet;  // the places of contacts are Bullet's
	else
	{
		m.m_pose = {(turn * from.worldFromBody.orientation).normalized(), from.worldFromBody.position + push};
		m_body->setCenterOfMassTransform(btFluidTransform(m.m_pose));
	}
}

void btFluidResolvedBody::publish(double timeStep)
{
	Memory& m = m_memory;
	if (!m_failure.empty() || m.m_isPrescribed) return;
	ambient::Twist velocity = m.m_present;
	// A solver of Bullet's own starts from the forecast, and adds gravity itself.
	if (!m.m_isExact)
	{
		velocity += wetChange(timeStep * (ownWeight() + m.m_residual));
		velocity.linear -= timeStep * btFluidVector(m_body->getGravity());
	}
	if (!velocity.isFinite()) return fail("its velocity");
	m_body->setLinearVelocity(btFluidVector(velocity.linear));
	m_body->setAngularVelocity(btFluidVector(velocity.angular));
	m.m_leftLinear = m_body->getLinearVelocity();
	m.m_leftAngular = m_body->getAngularVelocity();
	m.m_left = m_body->getCenterOfMassTransform();
	// Bullet takes a body that sinks slowly for one at rest.
	const double speed = m.m_present.linear.norm() + m_shape.model->length() * m.m_present.angular.norm();
	if (speed > kLeastSpeed) m_body->setDeactivationTime(0);
}

void btFluidResolvedBody::save(btFluidStateWriter& out) const
{
	const Memory& m = m_memory;
	btFluidRecords::write(out, m.m_pose);
	for (const ambient::Twist* twist : {&m.m_velocity, &m.m_present}) out.write(twist->vector().data(), 6);
	for (const ambient::Wrench* wrench :
	     {&m.m_residual, &m.m_start, &m.m_contact, &m.m_loads, &m.m_lastContact, &m.m_fluid, &m.m_pending})
		out.write(wrench->vector().data(), 6);
	out.write(m.m_push.data(), 3);
	out.write(m.m_turn.coeffs().data(), 4);
	for (int row = 0; row < 3; ++row) out.write(m.m_left.getBasis()[row].m_floats, 3);
	for (const btVector3& vector : {m.m_left.getOrigin(), m.m_leftLinear, m.m_leftAngular})
		out.write(vector.m_floats, 3);
	for (const bool flag : {m.m_isInGrid, m.m_isPrescribed, m.m_isExact}) out.write(flag);
}

void btFluidResolvedBody::load(btFluidStateReader& in, bool apply)
{
	Memory m = m_memory;
	m.m_pose = btFluidRecords::readPose(in);
	const auto six = [&in]
	{
		ambient::Vector6 numbers;
		in.read(numbers.data(), 6);
		return numbers;
	};
	for (ambient::Twist* twist : {&m.m_velocity, &m.m_present}) *twist = ambient::Twist(six());
	for (ambient::Wrench* wrench :
	     {&m.m_residual, &m.m_start, &m.m_contact, &m.m_loads, &m.m_lastContact, &m.m_fluid, &m.m_pending})
		*wrench = ambient::Wrench(six());
	in.read(m.m_push.data(), 3);
	in.read(m.m_turn.coeffs().data(), 4);
	for (int row = 0; row < 3; ++row) in.read(m.m_left.getBasis()[row].m_floats, 3);
	for (btVector3* vector : {&m.m_left.getOrigin(), &m.m_leftLinear, &m.m_leftAngular}) in.read(vector->m_floats, 3);
	for (bool* flag : {&m.m_isInGrid, &m.m_isPrescribed, &m.m_isExact}) *flag = in.read<bool>();
	if (!apply) return;
	m_memory = m;
	m_body->setCenterOfMassTransform(m.m_left);
	if (!m_shape.model) return;
	m_body->setLinearVelocity(m.m_leftLinear);
	m_body->setAngularVelocity(m.m_leftAngular);
}
