// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/RigidBody/btFluidRest.h"

#include "BulletAmbientFluid/Base/btFluidStateRecords.h"

using namespace btFluidRecords;

void btFluidRest::noteLoad(const ambient::Momentum& change, double timeStep)
{
	// Contact impulses flicker from step to step; a bob lasts longer than this.
	constexpr double kMemory = 0.1;
	const double share = timeStep / (timeStep + kMemory);
	m_meanLoad.angular += share * (change.angular / timeStep - m_meanLoad.angular);
	m_meanLoad.linear += share * (change.linear / timeStep - m_meanLoad.linear);
}

bool btFluidRest::isUnbalanced(double mass, double gravity, double length) const
{
	constexpr double kLargestShare = 2e-3;
	const double largest = kLargestShare * mass * gravity;
	return m_meanLoad.linear.norm() > largest || m_meanLoad.angular.norm() > largest * length;
}

bool btFluidRest::isDisturbed(const ambient::MediumSample& medium)
{
	const ambient::MediumSample before = m_medium;
	const bool isRelieved = m_touches < m_touchesBefore;
	m_medium = medium;
	m_touchesBefore = m_touches;
	return isRelieved || medium.density != before.density ||
	       (medium.density > 0.0 && (medium.velocity != before.velocity || medium.acceleration != before.acceleration));
}

void btFluidRest::save(btFluidStateWriter& out) const
{
	write(out, m_meanLoad);
	write(out, m_medium.velocity);
	write(out, m_medium.acceleration);
	out.write(m_medium.density);
	out.write(m_medium.dynamicViscosity);
	out.write(m_touchesBefore);
	out.write(m_isAsleep);
	m_stillness.save(out);
	out.write(m_isOnGround);
}

void btFluidRest::load(btFluidStateReader& in)
{
	m_meanLoad = readSpatialVector<ambient::Wrench>(in);
	m_medium.velocity = readVector(in);
	m_medium.acceleration = readVector(in);
	m_medium.density = in.read<double>();
	m_medium.dynamicViscosity = in.read<double>();
	m_touchesBefore = in.read<int>();
	m_isAsleep = in.read<bool>();
	m_stillness.load(in);
	m_isOnGround = in.read<bool>();
}
