// SPDX-License-Identifier: Zlib
// Saving and restoring of btFluidMultiBody.
#include "BulletAmbientFluid/btFluidMultiBody.h"
#include "BulletAmbientFluid/btFluidMultiBodyHost.h"
#include "BulletAmbientFluid/btFluidStateStream.h"

void btFluidMultiBody::save(btFluidStateWriter& out) const
{
	m_host->save(out);
	const ambient::Vector6 momentum = m_state.momentum.vector();
	out.write(m_state.worldFromBase.orientation.coeffs().data(), 4);
	out.write(m_state.worldFromBase.position.data(), 3);
	out.write(momentum.data(), 6);
	out.write(m_state.positions.data(), m_body->positionCount());
	out.write(m_state.jointMomenta.data(), m_body->rateCount());
	out.write(m_state.time);
	out.write(m_state.lastSubstep);
	out.write(m_failure.m_reason);
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
	m_host->load(in, apply);
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
	m_failure.m_reason = failure;
	m_isPlanned = false;
}
