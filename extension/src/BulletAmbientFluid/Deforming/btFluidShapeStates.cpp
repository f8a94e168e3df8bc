// SPDX-License-Identifier: Zlib
// Saving and restoring viscous bodies and movers.
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Host/btFluidRigidBodyRecord.h"
#include "BulletAmbientFluid/Base/btFluidSealedState.h"
#include "BulletAmbientFluid/btFluidShapeMover.h"
#include "BulletAmbientFluid/btFluidViscousBody.h"

#include <stdexcept>

namespace
{
constexpr std::uint32_t kViscousBodies = 0xf1d60001u,
						kShapeMover = 0xf1d70001u;  ///< last digits: version of the format

/// A resistance as a saved state tells it from others: bit by bit.
void writeReduction(btFluidStateWriter& out, const ambient::ShapeReduction& reduction)
{
	out.write(reduction.locked.data(), 36);
	out.write(reduction.momentum.data(), 6);
}

bool readsEqual(btFluidStateReader& in, const ambient::ShapeReduction& reduction)
{
	ambient::ShapeReduction saved;
	in.read(saved.locked.data(), 36);
	in.read(saved.momentum.data(), 6);
	return saved.locked == reduction.locked && saved.momentum == reduction.momentum;
}

void writePose(btFluidStateWriter& out, const ambient::Pose& pose)
{
	out.write(pose.orientation.coeffs().data(), 4);
	btFluidRecords::write(out, pose.position);
}

bool readsEqual(btFluidStateReader& in, const ambient::Pose& pose)
{
	ambient::Pose saved;
	in.read(saved.orientation.coeffs().data(), 4);
	saved.position = btFluidRecords::readVector(in);
	return saved.orientation.coeffs() == pose.orientation.coeffs() && saved.position == pose.position;
}
}  // namespace

ambient::ShapeReduction btFluidViscousBody::firstReduction() const
{
	return m_reduction ? m_reduction->at(m_reduction->firstTime()) : m_constant;
}

void btFluidViscousBody::save(btFluidStateWriter& out) const
{
	out.write(m_keepsInertia);
	writeReduction(out, firstReduction());
	out.write(m_time);
	btFluidRigidBodyRecord::write(out, *m_body);
}

void btFluidViscousBody::load(btFluidStateReader& in, bool apply)
{
	const bool keepsInertia = in.read<bool>(), isAlike = readsEqual(in, firstReduction());
	if (keepsInertia != m_keepsInertia || !isAlike)
		throw std::invalid_argument(in.owner() + ": a body has another resistance than in the state");
	const double time = in.read<double>();
	const btFluidRigidBodyRecord record(in);
	if (!apply) return;
	if (m_body->getInvMass() != record.m_invMass)
		m_body->setMassProps(record.m_invMass > 0 ? 1 / record.m_invMass : 0, btVector3(1, 1, 1));
	m_body->setInvInertiaDiagLocal(record.m_invInertia);
	record.applyBesideMass(*m_body);
	setTime(time);
}

std::vector<unsigned char> btFluidViscousBodies::saveState() const
{
	btFluidStateWriter out;
	btFluidBeginState(out, kViscousBodies);
	out.write(std::uint32_t(m_order.size()));
	for (const btFluidViscousBody* body : m_order) body->save(out);
	return btFluidEndState(out);
}

void btFluidViscousBodies::restoreState(const std::vector<unsigned char>& state)
{
	const btFluidStateReader start = btFluidOpenState(state, kViscousBodies, "btFluidViscousBodies::restoreState");
	for (const bool apply : {false, true})  // the first pass validates all data before the second changes anything
	{
		btFluidStateReader in = start;
		const std::uint32_t count = in.read<std::uint32_t>();
		if (count != m_order.size())
			throw std::invalid_argument(in.owner() + ": the state has " + std::to_string(count) +
			                            " bodies, there are " + std::to_string(m_order.size()));
		for (btFluidViscousBody* body : m_order) body->load(in, apply);
		btFluidCloseState(in);
	}
}

std::vector<unsigned char> btFluidShapeMover::saveState() const
{
	btFluidStateWriter out;
	btFluidBeginState(out, kShapeMover);
	out.write(m_time);
	writePose(out, m_now);
	out.write(m_timeStep);
	btFluidRigidBodyRecord::write(out, *m_body);
	return btFluidEndState(out);
}

void btFluidShapeMover::restoreState(const std::vector<unsigned char>& state)
{
	btFluidStateReader in = btFluidOpenState(state, kShapeMover, "btFluidShapeMover::restoreState");
	const double time = in.read<double>();
	if (!readsEqual(in, m_motion->worldFromGauge(time)))
		throw std::invalid_argument(in.owner() + ": the motion is another one than in the state");
	const double timeStep = in.read<double>();
	const btFluidRigidBodyRecord record(in);
	btFluidCloseState(in);
	m_time = time;
	m_timeStep = timeStep;
	publish();
	record.applyBesideMass(*m_body);
}
