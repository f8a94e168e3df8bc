// SPDX-License-Identifier: Zlib
// The change of shape of a btFluidBody.
#include "BulletAmbientFluid/btFluidBody.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletCollision/NarrowPhaseCollision/btManifoldPoint.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <utility>

void btFluidBody::setDrive(std::shared_ptr<ambient::PlayedShape> shape)
{
	m_drive = std::make_unique<btFluidShapeDrive>(*this, std::move(shape));
}

void btFluidBody::changeShape(const std::function<void()>& change, bool keepsVelocity)
{
	contain(
		[&]
		{
			const double timeStep = m_hosted.plan().timeStep();
			const ambient::Wrench user = m_hosted.plan().userWrench();
			btFluidBuffers buffers(m_settings.m_buffers);
			m_hosted.acceptUserChange(0, buffers);
			const ambient::Twist velocity = m_hosted.motion().velocity(buffers);
			change();
			buffers.clear();
			m_hosted.forgetReaction();
			m_hosted.plan().setHistory(ambient::LoadHistory());
			m_hosted.plan().discard();
			if (keepsVelocity) m_hosted.motion().setVelocity(velocity, buffers);
			getRigidBody()->activate();
			m_hosted.host().setVelocity(m_hosted.motion().velocity(buffers));
			m_dropIn.setOffset(false);
			m_hosted.host().remember(false);
			planAnew(timeStep, user, buffers);
		});
}

btVector3 btFluidBody::surfaceVelocity(const btManifoldPoint& point, bool isA) const
{
	const double timeStep = m_hosted.plan().timeStep();
	if (!m_drive || !(timeStep > 0.0)) return btVector3(0, 0, 0);
	return m_drive->surfaceVelocity(isA ? point.m_localPointA : point.m_localPointB, btScalar(timeStep));
}
