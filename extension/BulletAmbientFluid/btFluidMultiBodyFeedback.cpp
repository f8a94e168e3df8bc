// SPDX-License-Identifier: Zlib
// Joint feedback of btFluidMultiBody.
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBody.h"
#include "BulletAmbientFluid/btFluidMultiBodyHost.h"

#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyJointFeedback.h>

void btFluidMultiBody::writeJointFeedback(double timeStep, const btContactSolverInfo& info)
{
	if (!m_isPlanned) return;
	const btMultiBody& multiBody = m_host->multiBody();
	bool isWanted = false;
	for (int i = 0; i < multiBody.getNumLinks(); ++i) isWanted = isWanted || multiBody.getLink(i).m_jointFeedback;
	if (isWanted) contain([&] { findJointFeedback(timeStep, info); });
}

void btFluidMultiBody::findJointFeedback(double timeStep, const btContactSolverInfo& info)
{
	const btMultiBody& multiBody = m_host->multiBody();
	// The motion of the step: that of all loads, and the change by the solver's rows.
	m_motion->evaluate(m_state);
	ambient::Vector6 base = ambient::Vector6::Zero();
	if (const ambient::JointPath* path = prescribedPath())
	{
		path->evaluate(m_state.time, m_path.m_positions, m_path.m_rates, m_path.m_accelerations);
		m_motion->torquesOf(m_path.m_accelerations, m_loads, base, m_path.m_rates);
	}
	else
		m_motion->accelerations(m_loads, base, m_path.m_accelerations);
	const ambient::Quaternion baseFromWorld = m_state.worldFromBase.orientation.conjugate();
	base += rotated(baseFromWorld, m_change.m_base).vector() / timeStep;
	m_path.m_accelerations += m_change.m_rates / timeStep;
	// The rows' forces on the links are loads of their own, which Bullet keeps as means over the step.
	for (int i = 0; i < multiBody.getNumLinks(); ++i)
	{
		const btMultibodyLink& link = multiBody.getLink(i);
		m_loads.onLinks[size_t(i) + 1] += ambient::Wrench(btFluidVector(link.m_appliedConstraintTorque),
		                                                  btFluidVector(link.m_appliedConstraintForce));
	}
	m_motion->findJointWrenches(base, m_path.m_accelerations, m_loads);
	for (int i = 0; i < multiBody.getNumLinks(); ++i)
	{
		const btMultibodyLink& link = multiBody.getLink(i);
		if (!link.m_jointFeedback) continue;
		ambient::Wrench wrench = m_motion->dynamics().jointWrench(i + 1);
		if (info.m_jointFeedbackInJointFrame) wrench.angular += btFluidVector(link.m_dVector).cross(wrench.linear);
		if (info.m_jointFeedbackInWorldSpace)
			wrench = rotated(m_motion->dynamics().worldFromLinks()[size_t(i) + 1].orientation, wrench);
		link.m_jointFeedback->m_reactionForces.m_bottomVec = btFluidVector(wrench.angular);
		link.m_jointFeedback->m_reactionForces.m_topVec = btFluidVector(wrench.linear);
	}
}
