// SPDX-License-Identifier: Zlib
// One step of btFluidMultiBody.
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBody.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

void btFluidMultiBody::begin(double timeStep, const ambient::Vector3& gravity)
{
	m_isPlanned = false;
	if (!isHealthy() || isAsleep()) return;
	contain(
		[&]
		{
			read(m_now);
			if (m_now != m_left)
			{
				const size_t pose = size_t(7 + m_body->positionCount());
				takeValues(m_now, std::equal(m_now.begin(), m_now.begin() + long(pose), m_left.begin()));
			}
			readLoads(gravity);
			const ambient::Vector3 zero = ambient::Vector3::Zero();
			for (const ambient::Wrench& wrench : m_loads.onLinks)
				if (!(wrench.angular + wrench.linear - zero).allFinite())
					throw std::invalid_argument("a force on it is not finite");
			if (!m_loads.torques.allFinite()) throw std::invalid_argument("a torque of a joint is not finite");
			if (m_driver)
			{
				m_driver->compute(*m_motion, m_state, timeStep, m_loads);
				m_loads.torques += m_driver->torques();
			}
			m_end = m_state;
			m_report = m_motion->integrate(m_end, timeStep, {}, m_loads, prescribedPath(), &m_history);
			if (!m_report.finite) throw std::runtime_error("its state stopped being finite");
			if (m_hasRows) findFreeVelocity();
			m_isPlanned = true;
			m_isChanged = false;
		});
}

const ambient::JointPath* btFluidMultiBody::prescribedPath() const
{
	const bool isPrescribed = m_driver && m_driver->drive().kind == ambient::DriveKind::Prescribed;
	return isPrescribed ? m_driver->drive().path.get() : nullptr;
}

void btFluidMultiBody::findFreeVelocity()
{
	// The momenta at the start with all loads of the plan; the motion from there is free.
	const ambient::ArticulatedImpulse& impulse = m_motion->loadImpulse();
	m_free = m_state;
	m_free.momentum += impulse.whole;
	m_free.jointMomenta += impulse.joints;
	if (!m_motion->evaluate(m_free, false)) throw std::runtime_error("its inertia is not positive definite");
	if (const ambient::JointPath* path = prescribedPath())
	{
		path->evaluate(m_end.time, m_pathPositions, m_freeRates, m_pathAccelerations);
		const ambient::Quaternion baseFromWorld = m_free.worldFromBase.orientation.conjugate();
		m_motion->dynamics().setMomentumAndRates(rotated(baseFromWorld, m_free.momentum).vector(), m_freeRates);
	}
	m_freeTwist = m_motion->twistInWorld(0);
	m_freeRates = m_motion->dynamics().rates();
	// Contacts feel the motors.
	if (m_driver && !m_motion->dynamics().factor(&m_driver->armature()))
		throw std::runtime_error("its inertia is not positive definite");
}

void btFluidMultiBody::writeVelocities(const ambient::Twist& base, const ambient::JointVector& rates)
{
	m_multiBody->setBaseOmega(btFluidVector(base.angular));  // zero if the base is fixed
	m_multiBody->setBaseVel(btFluidVector(base.linear));
	for (int i = 0; i < m_multiBody->getNumLinks(); ++i)
		m_multiBody->setJointVelMultiDof(i, rates.data() + m_body->firstRate(i + 1));
}

void btFluidMultiBody::giveFreeVelocity()
{
	if (m_isPlanned && m_hasRows) writeVelocities(m_freeTwist, m_freeRates);
}

void btFluidMultiBody::respond(const btScalar* impulse, btScalar* change)
{
	ambient::ArticulatedDynamics& dynamics = m_motion->dynamics();
	const ambient::Quaternion& worldFromBase = dynamics.worldFromLinks()[0].orientation;
	const auto vectorAt = [&](int i)
	{ return ambient::Vector3(double(impulse[i]), double(impulse[i + 1]), double(impulse[i + 2])); };
	ambient::Vector6 base, baseChange;
	base << worldFromBase.conjugate() * vectorAt(0), worldFromBase.conjugate() * vectorAt(3);
	for (int i = 0; i < m_body->rateCount(); ++i) m_jointImpulse(i) = double(impulse[6 + i]);
	dynamics.respond(base, m_jointImpulse, baseChange, m_jointChange);
	const ambient::Twist inWorld = rotated(worldFromBase, ambient::Twist(baseChange));
	for (int k = 0; k < 3; ++k)
	{
		change[k] = btScalar(inWorld.angular[k]);
		change[3 + k] = btScalar(inWorld.linear[k]);
	}
	for (int i = 0; i < m_body->rateCount(); ++i) change[6 + i] = btScalar(m_jointChange(i));
}

void btFluidMultiBody::end()
{
	if (!m_isPlanned) return;
	const btScalar* change = m_multiBody->getDeltaVelocityVector();
	const int count = 6 + m_body->rateCount();
	m_isChanged = std::any_of(change, change + count, [](btScalar value) { return value != btScalar(0); });
	for (int k = 0; k < 3; ++k)
	{
		m_baseChange.angular[k] = double(change[k]);
		m_baseChange.linear[k] = double(change[3 + k]);
	}
	for (int i = 0; i < m_body->rateCount(); ++i) m_jointChange(i) = double(change[6 + i]);
}

bool btFluidMultiBody::step(double timeStep, double sleepingSpeed)
{
	const double end = m_state.time + timeStep;
	const bool wasPlanned = std::exchange(m_isPlanned, false);
	if (!wasPlanned)
	{
		m_state.time = end;
		return !isHealthy() || isAsleep();
	}
	contain(
		[&]
		{
			if (m_isChanged)
			{
				m_jointImpulse = m_freeRates + m_jointChange;
				m_motion->setVelocity(m_state, m_freeTwist + m_baseChange, m_jointImpulse);
				const ambient::IntegrationReport report =
					m_motion->integrateFreely(m_state, timeStep, {}, prescribedPath());
				if (!report.finite || !m_state.isFinite()) throw std::runtime_error("its state stopped being finite");
			}
			else
				std::swap(m_state, m_end);
			m_state.time = end;
			m_motion->evaluate(m_state);
			write();
			double speed = 0.0;
			for (int i = 0; i < m_body->linkCount(); ++i)
				speed = std::max(speed, m_motion->twistInWorld(i).linear.norm());
			if (speed > sleepingSpeed || !m_motion->fluid().isSteady()) m_multiBody->wakeUp();
		});
	read(m_left);
	return true;
}

void btFluidMultiBody::write()
{
	const ambient::Quaternion baseFromWorld = m_state.worldFromBase.orientation.conjugate();
	m_multiBody->setBasePos(btFluidVector(m_state.worldFromBase.position));
	m_multiBody->setWorldToBaseRot(btQuaternion(btScalar(baseFromWorld.x()), btScalar(baseFromWorld.y()),
	                                            btScalar(baseFromWorld.z()), btScalar(baseFromWorld.w())));
	for (int i = 0; i < m_multiBody->getNumLinks(); ++i)
		m_multiBody->setJointPosMultiDof(i, m_state.positions.data() + m_body->firstPosition(i + 1));
	writeVelocities(m_motion->twistInWorld(0), m_motion->dynamics().rates());
	placeColliders();
}

void btFluidMultiBody::placeColliders()
{
	m_multiBody->forwardKinematics(m_rotations, m_origins);
	m_multiBody->updateCollisionObjectWorldTransforms(m_rotations, m_origins);
}
