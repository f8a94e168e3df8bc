// SPDX-License-Identifier: Zlib
// Saving and restoring of btFluidCoupling.
#include "BulletAmbientFluid/Base/btFluidSealedState.h"
#include "BulletAmbientFluid/Base/btFluidStateRecords.h"
#include "BulletAmbientFluid/btFluidCoupling.h"

#include <stdexcept>

namespace
{
constexpr std::uint32_t kStateMagic = 0xf1dc0001u;  ///< first bytes of a state; last digit: version of the format
}  // namespace

std::vector<unsigned char> btFluidCoupling::saveState() const
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
	return btFluidEndState(out);
}

void btFluidCoupling::restoreState(const std::vector<unsigned char>& state)
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
	btFluidCloseState(in);
	m_drifts = std::move(drifts);
	m_coupled.clear();
}
