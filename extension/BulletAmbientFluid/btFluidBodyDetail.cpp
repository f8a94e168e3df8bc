// SPDX-License-Identifier: Zlib
// Changes of btFluidBody's level of detail.
#include "BulletAmbientFluid/btFluidBody.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

void btFluidBody::prepareDetail()
{
	if (!m_detailModels) m_detailModels = m_settings.m_details.modelsOf(m_motion->body().model);
}

void btFluidBody::setDetail(btFluidDetail detail)
{
	m_wishedDetail = detail;
	if (detail == m_detail || !isHealthy()) return;
	prepareDetail();
	contain(
		[&]
		{
			const double timeStep = m_plannedTimeStep;
			const ambient::Wrench user = m_plannedUserWrench;
			btFluidBuffers buffers(m_settings.m_buffers);
			if (!(timeStep > 0.0) || !getRigidBody()->isActive()) return takeWishedDetail(buffers);
			acceptUserChange(0, buffers);
			takeWishedDetail(buffers);
			plan(timeStep, user, buffers);
			if (isHealthy()) leave(timeStep);
		});
}

void btFluidBody::takeWishedDetail(btFluidBuffers& buffers)
{
	if (m_wishedDetail == m_detail) return;
	prepareDetail();
	const ambient::Twist twist = stateVelocity(buffers);
	const ambient::Matrix6 inertia = evaluated(buffers).inertia().inertia.matrix();
	const ambient::MediumSample medium = evaluated(buffers).medium();
	buffers.clear();
	m_motion->setModel(m_detailModels->of(m_wishedDetail));
	m_detail = m_wishedDetail;
	m_plannedTimeStep = -1.0;
	// The share of water in a floating body's medium changes by rounding or more: this must not wake the body.
	const ambient::MediumSample mediumNow = evaluated(buffers).medium();
	if (m_isAsleep) m_mediumAtRest = mediumNow;
	if (inertia == evaluated(buffers).inertia().inertia.matrix() && medium.velocity == mediumNow.velocity) return;
	setStateVelocity(twist, buffers);
	refreshInertia(evaluated(buffers));
}
