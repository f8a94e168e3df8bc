// SPDX-License-Identifier: Zlib
// Saving and restoring of btFluidCoupledFlow.
#include "BulletAmbientFluid/Base/btFluidSealedState.h"
#include "BulletAmbientFluid/Base/btFluidStateRecords.h"
#include "BulletAmbientFluid/Coupling/btFluidCoupledFlow.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"

#include <stdexcept>

namespace
{
constexpr std::uint32_t kStateMagic = 0xf1dc0002u;  ///< first bytes of a state; last digit: version of the format
}  // namespace

std::vector<unsigned char> btFluidCoupledFlow::saveState() const
{
	btFluidStateWriter out;
	btFluidBeginState(out, kStateMagic);
	const int count = m_fluidLife.expired() ? 0 : m_fluid.getNumBodies();
	out.write(std::uint32_t(count));
	for (int i = 0; i < count; ++i)
	{
		const auto drift = m_drifts.find(m_fluid.getFluidBody(i).getNumber());
		out.write(drift != m_drifts.end());
		if (drift != m_drifts.end()) btFluidRecords::write(out, drift->second);
	}
	const int trees = m_fluidLife.expired() ? 0 : m_fluid.getFluidMultiBodies().size();
	out.write(std::uint32_t(trees));
	for (int i = 0; i < trees; ++i)
	{
		const auto drift = m_trees.m_drifts.find(m_fluid.getFluidMultiBodies().at(i).getNumber());
		const bool hasDrift = drift != m_trees.m_drifts.end();
		out.write(hasDrift);
		if (!hasDrift) continue;
		btFluidRecords::write(out, drift->second.m_base);
		out.write(std::uint32_t(drift->second.m_rates.size()));
		out.write(drift->second.m_rates.data(), int(drift->second.m_rates.size()));
	}
	return btFluidEndState(out);
}

void btFluidCoupledFlow::readTreeDrifts(btFluidStateReader& in, std::map<std::uint64_t, TreeDrift>& drifts) const
{
	const std::uint32_t count = in.read<std::uint32_t>(),
						now = m_fluidLife.expired() ? 0 : std::uint32_t(m_fluid.getFluidMultiBodies().size());
	if (count != now)
		throw std::invalid_argument("btFluidCoupling::restoreState: the state has " + std::to_string(count) +
		                            " multi-bodies, the fluid has " + std::to_string(now));
	for (std::uint32_t i = 0; i < count; ++i)
	{
		if (!in.read<bool>()) continue;
		const btFluidMultiBody& wet = m_fluid.getFluidMultiBodies().at(int(i));
		TreeDrift drift;
		drift.m_base = btFluidRecords::readSpatialVector<ambient::Twist>(in);
		const std::uint32_t rates = in.read<std::uint32_t>();
		if (rates != 0 && rates != std::uint32_t(wet.motion().body().rateCount()))
			throw std::invalid_argument("btFluidCoupling::restoreState: multi-body " + std::to_string(i) +
			                            " has other joints than when the state was saved");
		drift.m_rates.resize(rates);
		in.read(drift.m_rates.data(), int(rates));
		drifts[wet.getNumber()] = std::move(drift);
	}
}

void btFluidCoupledFlow::restoreState(const std::vector<unsigned char>& state)
{
	btFluidStateReader in = btFluidOpenState(state, kStateMagic, "btFluidCoupling::restoreState");
	const std::uint32_t count = in.read<std::uint32_t>(),
						now = m_fluidLife.expired() ? 0 : std::uint32_t(m_fluid.getNumBodies());
	if (count != now)
		throw std::invalid_argument("btFluidCoupling::restoreState: the state has " + std::to_string(count) +
		                            " bodies, the fluid has " + std::to_string(now));
	std::map<std::uint64_t, ambient::Twist> drifts;
	for (std::uint32_t i = 0; i < count; ++i)
		if (in.read<bool>())
			drifts[m_fluid.getFluidBody(int(i)).getNumber()] = btFluidRecords::readSpatialVector<ambient::Twist>(in);
	std::map<std::uint64_t, TreeDrift> treeDrifts;
	readTreeDrifts(in, treeDrifts);
	btFluidCloseState(in);
	m_drifts = std::move(drifts);
	m_trees.m_drifts = std::move(treeDrifts);
	m_coupled.clear();
}
