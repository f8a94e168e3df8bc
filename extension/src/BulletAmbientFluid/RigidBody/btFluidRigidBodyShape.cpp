// SPDX-License-Identifier: Zlib
// The change of shape of a btFluidRigidBody.
#include "BulletAmbientFluid/RigidBody/btFluidRigidBody.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletCollision/NarrowPhaseCollision/btManifoldPoint.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

void btFluidRigidBody::changeShape(const std::function<void()>& change, bool keepsVelocity)
{
	changeBetweenSteps(
		[&](const ambient::Twist& velocity, btFluidBuffers& buffers)
		{
			change();
			buffers.clear();
			m_hosted.forgetReaction();
			m_hosted.plan().setHistory(ambient::LoadHistory());
			m_hosted.plan().discard();
			if (keepsVelocity) m_hosted.motion().setVelocity(velocity, buffers);
			return m_hosted.motion().velocity(buffers);
		});
}

btVector3 btFluidRigidBody::surfaceVelocity(const btManifoldPoint& point, bool isA) const
{
	const double timeStep = m_hosted.plan().timeStep();
	if (!m_drive || !(timeStep > 0.0)) return btVector3(0, 0, 0);
	return m_drive->surfaceVelocity(isA ? point.m_localPointA : point.m_localPointB, btScalar(timeStep));
}
