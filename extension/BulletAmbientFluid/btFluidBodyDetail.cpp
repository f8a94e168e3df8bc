// SPDX-License-Identifier: Zlib
// Changes of btFluidBody's level of detail.
#include "BulletAmbientFluid/btFluidBody.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

void btFluidBody::prepareDetail()
{
	if (!m_detailModels) m_detailModels = m_settings.m_details.modelsOf(m_equations->body().model);
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
			if (!(timeStep > 0.0) || !getRigidBody()->isActive()) return takeWishedDetail();
			acceptUserChange(0);
			takeWishedDetail();
			plan(timeStep, user);
			if (isHealthy()) leave(timeStep);
		});
}

void btFluidBody::takeWishedDetail()
{
	if (m_wishedDetail == m_detail) return;
	prepareDetail();
	const ambient::Twist twist = stateVelocity();
	const ambient::Matrix6 inertia = m_equations->totalInertia(m_state).inertia.matrix();
	const ambient::MediumSample medium = m_equations->mediumAt(m_state.worldFromBody, m_state.time);
	m_equations->setModel(m_detailModels->of(m_wishedDetail));
	m_detail = m_wishedDetail;
	m_plannedTimeStep = -1.0;
	// The share of water in a floating body's medium changes by rounding or more: this must not wake the body.
	const ambient::MediumSample mediumNow = m_equations->mediumAt(m_state.worldFromBody, m_state.time);
	if (m_isAsleep) m_mediumAtRest = mediumNow;
	if (inertia == m_equations->totalInertia(m_state).inertia.matrix() && medium.velocity == mediumNow.velocity) return;
	setStateVelocity(twist);
	refreshInertia(m_state.worldFromBody, m_state.time);
}
