// SPDX-License-Identifier: Zlib
// Joint feedback of btFluidWetMultiBody.
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/MultiBody/btFluidWetMultiBody.h"
#include "BulletAmbientFluid/MultiBody/btFluidMultiBodyHost.h"

#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyJointFeedback.h>

namespace
{
bool wantsFeedback(const btMultiBody& multiBody)
{
	bool isWanted = false;
	for (int i = 0; i < multiBody.getNumLinks(); ++i) isWanted = isWanted || multiBody.getLink(i).m_jointFeedback;
	return isWanted;
}

/// Adds the rows' forces on the links, which Bullet keeps as means over the step.
void addRows(const btMultiBody& multiBody, std::vector<ambient::Wrench>& onLinks)
{
	for (int i = 0; i < multiBody.getNumLinks(); ++i)
	{
		const btMultibodyLink& link = multiBody.getLink(i);
		onLinks[size_t(i) + 1] += ambient::Wrench(btFluidVector(link.m_appliedConstraintTorque),
		                                          btFluidVector(link.m_appliedConstraintForce));
	}
}

void writeFeedback(const btMultiBody& multiBody, const ambient::ArticulatedDynamics& dynamics,
                   const btContactSolverInfo& info)
{
	for (int i = 0; i < multiBody.getNumLinks(); ++i)
	{
		const btMultibodyLink& link = multiBody.getLink(i);
		if (!link.m_jointFeedback) continue;
		ambient::Wrench wrench = dynamics.jointWrench(i + 1);
		if (info.m_jointFeedbackInJointFrame) wrench.angular += btFluidVector(link.m_dVector).cross(wrench.linear);
		if (info.m_jointFeedbackInWorldSpace)
			wrench = rotated(dynamics.worldFromLinks()[size_t(i) + 1].orientation, wrench);
		link.m_jointFeedback->m_reactionForces.m_bottomVec = btFluidVector(wrench.angular);
		link.m_jointFeedback->m_reactionForces.m_topVec = btFluidVector(wrench.linear);
	}
}
}  // namespace

void btFluidWetMultiBody::writeJointFeedback(double timeStep, const btContactSolverInfo& info)
{
	if (!m_isPlanned || !wantsFeedback(m_host->multiBody())) return;
	contain(
		[&]
		{
			// The motion of the step: that of all loads, and the change by the solver's rows.
			m_motion->evaluate(m_state);
			ambient::Vector6 base = ambient::Vector6::Zero();
			if (const ambient::JointPath* path = prescribedPath(m_driver.get()))
			{
				path->evaluate(m_state.time, m_path.m_positions, m_path.m_rates, m_path.m_accelerations);
				m_motion->torquesOf(m_path.m_accelerations, m_loads, base, m_path.m_rates);
			}
			else
				m_motion->accelerations(m_loads, base, m_path.m_accelerations);
			const ambient::Quaternion baseFromWorld = m_state.worldFromBase.orientation.conjugate();
			base += rotated(baseFromWorld, m_change.m_base).vector() / timeStep;
			m_path.m_accelerations += m_change.m_rates / timeStep;
			addRows(m_host->multiBody(), m_loads.onLinks);
			m_motion->findJointWrenches(base, m_path.m_accelerations, m_loads);
			writeFeedback(m_host->multiBody(), m_motion->dynamics(), info);
		});
}
