// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/GridWater.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Base/btFluidSealedState.h"
#include "BulletAmbientFluid/Base/btFluidStateRecords.h"
#include "BulletAmbientFluidGrid/btFluidGrid.h"
#include "BulletAmbientFluidGrid/btFluidGridActuator.h"
#include "BulletAmbientFluidGrid/btFluidResolvedBodies.h"

#include <LinearMath/btIDebugDraw.h>

#include <stdexcept>

namespace
{
constexpr std::uint32_t kStateMagic = 0xf1d80006u;  ///< first bytes of a state; last digit: version of the format

ambient::Vector3 origin(const btFluidAction* fluid) { return fluid ? fluid->getOrigin() : ambient::Vector3::Zero(); }
}  // namespace

std::vector<unsigned char> btFluidGrid::saveState() const
{
	btFluidStateWriter out;
	btFluidBeginState(out, kStateMagic);
	btFluidRecords::write(out, origin(m_fluidLife.expired() ? nullptr : &m_fluid));
	out.write(std::uint32_t(m_bodies.size()));
	for (const std::unique_ptr<btFluidGridBody>& body : m_bodies)
	{
		out.write(std::uint32_t(body->m_parts.size()));
		for (const btFluidGridActuator& actuator : body->m_parts) actuator.save(out);
	}
	out.write(m_elapsed);
	out.write(m_steps);
	m_resolved->save(out);
	const std::vector<double> grid = m_grid.saveState();
	out.write(std::uint64_t(grid.size()));
	out.write(grid.data(), int(grid.size()));
	return btFluidEndState(out);
}

void btFluidGrid::restoreState(const std::vector<unsigned char>& state)
{
	btFluidStateReader in = btFluidOpenState(state, kStateMagic, "btFluidGrid::restoreState");
	in.setOffset(origin(m_fluidLife.expired() ? nullptr : &m_fluid) - btFluidRecords::readVector(in));
	const ambient::Vector3 offset = in.offset();
	collect();
	const std::uint32_t count = in.read<std::uint32_t>();
	if (count != 0 && count != m_bodies.size())
		throw std::invalid_argument("btFluidGrid::restoreState: the state has " + std::to_string(count) +
		                            " bodies, the fluid has " + std::to_string(m_bodies.size()));
	std::vector<std::vector<btFluidGridActuator>> parts;
	for (std::uint32_t i = 0; i < count; ++i)
	{
		parts.push_back(m_bodies[i]->m_parts);
		if (in.read<std::uint32_t>() != parts.back().size())
			throw std::invalid_argument("btFluidGrid::restoreState: body " + std::to_string(i) +
			                            " of the state has another number of links");
		for (btFluidGridActuator& actuator : parts.back()) actuator.load(in);
	}
	const double elapsed = in.read<double>();
	const int steps = in.read<int>();
	btFluidStateReader resolved = in;
	m_resolved->load(in, false);
	const std::uint64_t size = in.read<std::uint64_t>();
	if (size > state.size()) throw std::invalid_argument("btFluidGrid::restoreState: the state is of another grid");
	std::vector<double> grid(size);
	in.read(grid.data(), int(grid.size()));
	btFluidCloseState(in);
	m_grid.restoreState(grid, offset);
	if (m_water) m_water->update(m_grid);
	m_resolved->load(resolved, true);
	if (count == 0) m_bodies.clear();  // saved before the first step, which makes new ones
	for (std::size_t i = 0; i < parts.size(); ++i) m_bodies[i]->m_parts = std::move(parts[i]);
	m_elapsed = elapsed;
	m_steps = steps;
}

void btFluidGrid::debugDraw(btIDebugDraw* debugDrawer)
{
	const ambient::FluidGridDef& box = m_grid.def();
	const btVector3 low = btFluidVector(box.lowCorner), high = btFluidVector(box.highCorner());
	debugDrawer->drawBox(low, high, btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.5)));
	constexpr int kLines = 32;  // along an axis
	const ambient::Vector3 size = box.size();
	for (int j = 0; j < kLines; ++j)
		for (int i = 0; i < kLines; ++i)
		{
			const ambient::Vector3 share((i + 0.5) / kLines, (j + 0.5) / kLines, 0.5);
			const ambient::Vector3 from = box.lowCorner + share.cwiseProduct(size);
			debugDrawer->drawLine(btFluidVector(from), btFluidVector(ambient::Vector3(from + m_grid.velocityAt(from))),
			                      btVector3(0, btScalar(0.6), 1));
		}
}
