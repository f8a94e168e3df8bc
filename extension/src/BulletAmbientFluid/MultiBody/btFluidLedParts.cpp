// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/MultiBody/btFluidLedParts.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <algorithm>

using ambient::ArticulatedBody;

template <class Function>
void btFluidLedParts::forEachLink(const Function& function) const
{
	for (int i = 1; i < m_body.linkCount(); ++i)
		if (leadsLink(i)) function(i, m_body.link(i).joint);
}

btFluidLedParts::btFluidLedParts(const ArticulatedBody& body)
	: m_body(body), m_isStatic(size_t(body.linkCount()), 0), m_positions(body.zeroPositions())
{
	m_motion.leadsLinks.assign(m_isStatic.size(), 0);
	m_motion.rates = ambient::JointVector::Zero(body.rateCount());
}

bool btFluidLedParts::look(const btMultiBody& multiBody, bool hasPath)
{
	const auto flagsOf = [](const btMultiBodyLinkCollider* collider)
	{ return collider ? collider->getCollisionFlags() : 0; };
	constexpr int kLed = btCollisionObject::CF_KINEMATIC_OBJECT | btCollisionObject::CF_STATIC_OBJECT;
	bool isOther = false;
	for (int i = 0; i < m_body.linkCount(); ++i)
	{
		const int flags = flagsOf(i == 0 ? multiBody.getBaseCollider() : multiBody.getLinkCollider(i - 1));
		m_isStatic[size_t(i)] = !(flags & btCollisionObject::CF_KINEMATIC_OBJECT);
		const bool isFixedBase = i == 0 && m_body.hasFixedBase();  // static by itself
		const bool isLed = (flags & (isFixedBase ? btCollisionObject::CF_KINEMATIC_OBJECT : kLed)) != 0 &&
		                   (i == 0 || (!hasPath && m_body.ratesOf(i) > 0));
		char& was = m_motion.leadsLinks[size_t(i)];
		isOther = isOther || (was != 0) != isLed;
		was = isLed;
	}
	m_motion.leadsBase = m_motion.leadsLinks[0] != 0;
	return isOther;
}

void btFluidLedParts::read(const Input& input, double timeStep)
{
	m_base = input.m_base;
	m_positions = input.m_positions;
	m_motion.baseTwist = m_isStatic[0] ? ambient::Twist() : input.m_baseTwist;
	if (m_motion.leadsBase && !m_isStatic[0] && m_motion.baseTwist.vector().isZero(0.0))
	{
		const ambient::Pose& before = input.m_baseBefore;
		if (!(before == m_base))
			m_motion.baseTwist = {ambient::logSO3(m_base.orientation * before.orientation.conjugate()) / timeStep,
			                      (m_base.position - before.position) / timeStep};
	}
	m_motion.rates = input.m_rates;
	const ambient::JointVector& before = input.m_positionsBefore;
	forEachLink(
		[&](int link, const ambient::Joint& joint)
		{
			auto rates = m_motion.rates.segment(m_body.firstRate(link), m_body.ratesOf(link));
			if (m_isStatic[size_t(link)]) rates.setZero();
			if (m_isStatic[size_t(link)] || !rates.isZero(0.0)) return;
			const int at = m_body.firstPosition(link);
			ambient::ratesBetween(joint, before.data() + at, m_positions.data() + at,
		                          m_motion.rates.data() + m_body.firstRate(link));
			rates /= timeStep;
		});
}

void btFluidLedParts::placeAtStart(ambient::ArticulatedState& state, double timeStep) const
{
	placeAtEnd(state);
	const ambient::Twist& twist = m_motion.baseTwist;
	if (m_motion.leadsBase && !twist.vector().isZero(0.0))
	{
		const ambient::Vector3 back = -timeStep * twist.angular;
		state.worldFromBase.position -= timeStep * twist.linear;
		state.worldFromBase.orientation = (ambient::expSO3(back) * m_base.orientation).normalized();
	}
	forEachLink(
		[&](int link, const ambient::Joint& joint)
		{
			const double* const rates = m_motion.rates.data() + m_body.firstRate(link);
			const double* const end = m_positions.data() + m_body.firstPosition(link);
			const double zero[ArticulatedBody::kMostRates] = {};
			double change[ArticulatedBody::kMostRates] = {};
			if (std::equal(zero, zero + m_body.ratesOf(link), rates)) return;
			ambient::coordinateRates(joint, end, zero, rates, change);
			for (double& value : change) value *= -timeStep;
			ambient::positionsAfter(joint, end, change, state.positions.data() + m_body.firstPosition(link));
		});
}

void btFluidLedParts::placeAtEnd(ambient::ArticulatedState& state) const
{
	if (m_motion.leadsBase) state.worldFromBase = m_base;
	forEachLink(
		[&](int link, const ambient::Joint&)
		{
			const int at = m_body.firstPosition(link);
			const int next = link + 1 < m_body.linkCount() ? m_body.firstPosition(link + 1) : m_body.positionCount();
			state.positions.segment(at, next - at) = m_positions.segment(at, next - at);
		});
}
