// SPDX-License-Identifier: Zlib
// Saving and restoring of btFluidWetMultiBody.
#include "BulletAmbientFluid/MultiBody/btFluidWetMultiBody.h"
#include "BulletAmbientFluid/MultiBody/btFluidLinkWaves.h"
#include "BulletAmbientFluid/MultiBody/btFluidMultiBodyHost.h"
#include "BulletAmbientFluid/Base/btFluidStateRecords.h"

#include <algorithm>

namespace
{
void writeWrenches(btFluidStateWriter& out, const std::vector<ambient::Wrench>& wrenches)
{
	out.write(std::int32_t(wrenches.size()));
	for (const ambient::Wrench& wrench : wrenches)
	{
		out.write(wrench.angular.data(), 3);
		out.write(wrench.linear.data(), 3);
	}
}

void readWrenches(btFluidStateReader& in, std::size_t links, std::vector<ambient::Wrench>& wrenches)
{
	wrenches.resize(std::min(std::size_t(in.read<std::int32_t>()), links));
	for (ambient::Wrench& wrench : wrenches)
	{
		in.read(wrench.angular.data(), 3);
		in.read(wrench.linear.data(), 3);
	}
}

void writeVectors(btFluidStateWriter& out, const std::vector<ambient::Vector3>& vectors)
{
	for (const ambient::Vector3& vector : vectors) out.write(vector.data(), 3);
}

/// \param vectors as many as were written
void readVectors(btFluidStateReader& in, std::vector<ambient::Vector3>& vectors)
{
	for (ambient::Vector3& vector : vectors) in.read(vector.data(), 3);
}

void write(btFluidStateWriter& out, const Eigen::VectorXd& values)
{
	out.write(std::int32_t(values.size()));
	out.write(values.data(), int(values.size()));
}

/// \param largest number of values
void read(btFluidStateReader& in, int largest, Eigen::VectorXd& values)
{
	values.resize(std::clamp(int(in.read<std::int32_t>()), 0, largest));
	in.read(values.data(), int(values.size()));
}

void writeState(btFluidStateWriter& out, const ambient::ArticulatedState& state)
{
	const ambient::Vector6 momentum = state.momentum.vector();
	btFluidRecords::write(out, state.worldFromBase);
	out.write(momentum.data(), 6);
	write(out, state.positions);
	write(out, state.jointMomenta);
	out.write(state.time);
	out.write(state.lastSubstep);
}

void readState(btFluidStateReader& in, const ambient::ArticulatedBody& body, ambient::ArticulatedState& state)
{
	ambient::Vector6 momentum;
	state.worldFromBase = btFluidRecords::readPose(in);
	in.read(momentum.data(), 6);
	state.momentum = ambient::Momentum(momentum);
	read(in, body.positionCount(), state.positions);
	read(in, body.rateCount(), state.jointMomenta);
	state.time = in.read<double>();
	state.lastSubstep = in.read<double>();
}

// The loads at the end of a step are not written: the next step finds the same ones.
void writeHistory(btFluidStateWriter& out, const ambient::ArticulatedLoadHistory& history)
{
	out.write(std::int32_t(history.count));
	out.write(std::int32_t(history.joined));
	writeState(out, history.endState);
	for (int i = 0; i < history.count; ++i)
	{
		const ambient::ArticulatedLoadHistory::Entry& entry = history.entries[i];
		out.write(entry.time);
		writeWrenches(out, entry.loads);
		writeWrenches(out, entry.user.onLinks);
		write(out, entry.user.torques);
		btFluidRecords::write(out, entry.worldFromBase);
		write(out, entry.positions);
		write(out, entry.rates);
	}
}

void readHistory(btFluidStateReader& in, const ambient::ArticulatedBody& body, ambient::ArticulatedLoadHistory& history)
{
	const std::size_t links = std::size_t(body.linkCount());
	history.count = std::clamp(int(in.read<std::int32_t>()), 0, 3);
	history.joined = in.read<std::int32_t>();
	readState(in, body, history.endState);
	for (int i = 0; i < history.count; ++i)
	{
		ambient::ArticulatedLoadHistory::Entry& entry = history.entries[i];
		entry.time = in.read<double>();
		readWrenches(in, links, entry.loads);
		readWrenches(in, links, entry.user.onLinks);
		read(in, body.rateCount(), entry.user.torques);
		entry.worldFromBase = btFluidRecords::readPose(in);
		read(in, body.positionCount(), entry.positions);
		read(in, ambient::ArticulatedMotion::coordinateCount(body), entry.rates);
	}
}
}  // namespace

void btFluidWetMultiBody::save(btFluidStateWriter& out, bool isThere) const
{
	m_host->save(out, isThere);
	writeState(out, m_state);
	out.write(m_failure.m_reason);
	writeHistory(out, m_history);
	writeVectors(out, m_exchange.m_streams);
	writeWrenches(out, m_exchange.m_impulses);
	m_waves->save(out);
	for (const btFluidStillness& link : m_stillness) link.save(out);
}

void btFluidWetMultiBody::load(btFluidStateReader& in, bool apply)
{
	m_host->load(in, isInWorld(), apply);
	ambient::ArticulatedState state = m_state;
	readState(in, *m_body, state);
	const std::string failure = in.readText();
	ambient::ArticulatedLoadHistory history;
	readHistory(in, *m_body, history);
	btFluidLinkExchange exchange = m_exchange;
	readVectors(in, exchange.m_streams);
	readWrenches(in, m_links.size(), exchange.m_impulses);
	exchange.m_impulses.resize(m_links.size());
	m_waves->load(in, apply);
	std::vector<btFluidStillness> stillness(m_stillness.size());
	for (btFluidStillness& link : stillness) link.load(in);
	if (!apply) return;
	m_stillness = std::move(stillness);
	m_exchange = exchange;
	m_motion->setStreams(m_exchange.m_streams);
	m_history = history;
	m_state = state;
	m_failure.m_reason = failure;
	m_isPlanned = false;
}
