// SPDX-License-Identifier: Zlib
// Saving and restoring of btFluidMultiBody.
#include "BulletAmbientFluid/btFluidMultiBody.h"
#include "BulletAmbientFluid/btFluidStateStream.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>

void btFluidMultiBody::save(btFluidStateWriter& out) const
{
	std::vector<btScalar> values;
	read(values);
	out.write(values.data(), int(values.size()));
	out.write(m_left.data(), int(m_left.size()));
	const ambient::Vector6 momentum = m_state.momentum.vector();
	out.write(m_state.worldFromBase.orientation.coeffs().data(), 4);
	out.write(m_state.worldFromBase.position.data(), 3);
	out.write(momentum.data(), 6);
	out.write(m_state.positions.data(), m_body->positionCount());
	out.write(m_state.jointMomenta.data(), m_body->rateCount());
	out.write(m_state.time);
	out.write(m_state.lastSubstep);
	out.write(m_failure);
	out.write(std::int32_t(m_history.count));
	for (int i = 0; i < m_history.count; ++i)
	{
		out.write(m_history.entries[i].time);
		for (const ambient::Wrench& wrench : m_history.entries[i].loads)
		{
			out.write(wrench.angular.data(), 3);
			out.write(wrench.linear.data(), 3);
		}
	}
}

void btFluidMultiBody::load(btFluidStateReader& in, bool apply)
{
	std::vector<btScalar> values(m_left.size()), left(m_left.size());
	in.read(values.data(), int(values.size()));
	in.read(left.data(), int(left.size()));
	ambient::ArticulatedState state = m_state;
	ambient::Vector6 momentum;
	in.read(state.worldFromBase.orientation.coeffs().data(), 4);
	in.read(state.worldFromBase.position.data(), 3);
	in.read(momentum.data(), 6);
	in.read(state.positions.data(), m_body->positionCount());
	in.read(state.jointMomenta.data(), m_body->rateCount());
	state.momentum = ambient::Momentum(momentum);
	state.time = in.read<double>();
	state.lastSubstep = in.read<double>();
	const std::string failure = in.readText();
	ambient::ArticulatedLoadHistory history;
	history.count = in.read<std::int32_t>();
	for (int i = 0; i < history.count && i < 3; ++i)
	{
		history.entries[i].time = in.read<double>();
		history.entries[i].loads.resize(m_links.size());
		for (ambient::Wrench& wrench : history.entries[i].loads)
		{
			in.read(wrench.angular.data(), 3);
			in.read(wrench.linear.data(), 3);
		}
	}
	if (!apply) return;
	m_history = history;
	m_state = state;
	m_left = left;
	m_failure = failure;
	m_isPlanned = false;
	btMultiBody& body = *m_multiBody;
	const btScalar* at = values.data();
	body.setBasePos(btVector3(at[0], at[1], at[2]));
	body.setWorldToBaseRot(btQuaternion(at[3], at[4], at[5], at[6]));
	at += 7;
	for (int i = 0; i < body.getNumLinks(); at += body.getLink(i).m_posVarCount, ++i) body.setJointPosMultiDof(i, at);
	body.setBaseOmega(btVector3(at[0], at[1], at[2]));
	body.setBaseVel(btVector3(at[3], at[4], at[5]));
	at += 6;
	for (int i = 0; i < body.getNumLinks(); at += body.getLink(i).m_dofCount, ++i) body.setJointVelMultiDof(i, at);
	placeColliders();
}
