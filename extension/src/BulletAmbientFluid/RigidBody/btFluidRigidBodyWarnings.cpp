// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/RigidBody/btFluidRigidBody.h"

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btDynamicsWorld.h>

#include <utility>

void btFluidRigidBody::warnOfLongStep(double timeStep)
{
	constexpr double kLargestTravel = 0.25;
	const btRigidBody& body = *getRigidBody();
	const ambient::Vector3 speed = m_hosted.plan().velocity().linear - m_hosted.motion().mediumVelocity();
	if (m_hasWarnedOfLongStep || !(timeStep * speed.norm() > kLargestTravel * motion().body().model->length())) return;
	// Bullet's own count has only the joints between bodies that do not collide.
	const btDynamicsWorld& world = m_settings.m_world;
	bool isJointed = false;
	for (int i = 0; i < world.getNumConstraints() && !isJointed; ++i)
	{
		const btTypedConstraint& joint = *world.getConstraint(i);
		isJointed = joint.isEnabled() && (&joint.getRigidBodyA() == &body || &joint.getRigidBodyB() == &body);
	}
	if (!isJointed) return;
	m_hasWarnedOfLongStep = true;
	m_health.warn(
		"is held by a joint and moves by more than a quarter of its length through the fluid in a step: "
		"shorter steps make its joints accurate",
		body.getUserIndex());
}

void btFluidRigidBody::warnOfLargeWaves()
{
	if (m_hosted.waves().isLinear() || std::exchange(m_hasWarnedOfLargeWaves, true)) return;
	m_health.warn(kBtFluidLargeWaves, getRigidBody()->getUserIndex());
}

void btFluidRigidBody::warnOfScaling()
{
	// A drive moves the shape of its body itself.
	if (m_scaling.takeChange(getRigidBody()->getCollisionShape()) && !m_drive)
		m_health.warn(kBtFluidScaled, getRigidBody()->getUserIndex());
}
