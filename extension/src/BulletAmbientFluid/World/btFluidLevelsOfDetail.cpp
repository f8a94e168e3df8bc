// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidLevelsOfDetail.h"

#include "AmbientFluid/Body/ShapeModes.h"
#include "BulletAmbientFluid/Base/btFluidLog.h"
#include "BulletAmbientFluid/World/btFluidRigidBodies.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace
{
void requireValid(const btFluidLevelOfDetailBudget& budget)
{
	const btVector3& focus = budget.m_focus;
	if (!std::isfinite(focus.x()) || !std::isfinite(focus.y()) || !std::isfinite(focus.z()))
		throw std::invalid_argument("btFluidLevelsOfDetail::setBudget: the focus is not finite");
	if (budget.m_fullFaces < 0 || budget.m_pointFaces < 0)
		throw std::invalid_argument("btFluidLevelsOfDetail::setBudget: numbers of faces must not be negative");
	if (!(budget.m_hysteresis >= 0 && budget.m_hysteresis < 1))
		throw std::invalid_argument("btFluidLevelsOfDetail::setBudget: the hysteresis must lie in [0, 1)");
}
}  // namespace

btFluidLevelsOfDetail::btFluidLevelsOfDetail(btFluidRigidBodies& bodies, btFluidLog& log) : m_bodies(bodies), m_log(log)
{
}

btFluidLevelOfDetail btFluidLevelsOfDetail::get(const btRigidBody* body) const
{
	const btFluidRigidBody* const wet = m_bodies.find(body);
	return wet ? wet->getLevelOfDetail() : BT_FLUID_FULL_DETAIL;
}

void btFluidLevelsOfDetail::takeNewBody(const btRigidBody* body)
{
	if (m_hasBudget) m_bodies.find(body)->prepareLevelOfDetail();
	m_order.reserve(m_bodies.entries().size());
}

void btFluidLevelsOfDetail::set(const btRigidBody* body, btFluidLevelOfDetail detail)
{
	btFluidRigidBody& wet = m_bodies.require(body, "btFluidLevelsOfDetail::set");
	m_bodies.look();
	const std::vector<btFluidRigidBodies::Entry>& entries = m_bodies.entries();
	const auto entry =
		std::find_if(entries.begin(), entries.end(),
	                 [&](const btFluidRigidBodies::Entry& candidate) { return candidate.m_body.get() == &wet; });
	if (entry != entries.end())  // not dropped by look()
	{
		wet.prepareLevelOfDetail();
		wet.detail().setFixed(true);
		if (entry->m_isPresent)
			wet.setLevelOfDetail(detail);
		else
			wet.detail().wish(detail);
	}
	m_log.deliver();
}

void btFluidLevelsOfDetail::setBudget(const btFluidLevelOfDetailBudget& budget)
{
	requireValid(budget);
	m_hasBudget = true;
	m_budget = budget;
	for (const btFluidRigidBodies::Entry& entry : m_bodies.entries()) entry.m_body->prepareLevelOfDetail();
	m_order.reserve(m_bodies.entries().size());
}

void btFluidLevelsOfDetail::clearBudget()
{
	m_hasBudget = false;
	for (const btFluidRigidBodies::Entry& entry : m_bodies.entries())
		if (!entry.m_body->detail().isFixed()) entry.m_body->detail().wish(BT_FLUID_FULL_DETAIL);
}

void btFluidLevelsOfDetail::clear(const btRigidBody* body)
{
	btFluidRigidBody& wet = m_bodies.require(body, "btFluidLevelsOfDetail::clear");
	wet.detail().setFixed(false);
	if (!m_hasBudget) wet.detail().wish(BT_FLUID_FULL_DETAIL);
}

void btFluidLevelsOfDetail::choose()
{
	if (!m_hasBudget) return;
	m_order.clear();
	for (const btFluidRigidBodies::Entry& entry : m_bodies.entries())
	{
		btFluidRigidBody& body = *entry.m_body;
		if (!entry.m_isPresent || body.detail().isFixed() || !body.isHealthy() || !entry.m_rigidBody->isActive())
			continue;
		// A distance counts 1 / (1 - h) times per level below full detail: a body must be nearer by the factor 1 - h to
		// take the place of another one.
		double distance = double((entry.m_rigidBody->getCenterOfMassPosition() - m_budget.m_focus).length());
		for (int level = BT_FLUID_FULL_DETAIL; level < body.getLevelOfDetail(); ++level)
			distance /= 1.0 - double(m_budget.m_hysteresis);
		m_order.push_back({distance, int(m_order.size()), &body});
	}
	std::sort(m_order.begin(), m_order.end(),
	          [](const Place& a, const Place& b)
	          { return a.m_distance != b.m_distance ? a.m_distance < b.m_distance : a.m_index < b.m_index; });
	int level = BT_FLUID_FULL_DETAIL;
	const int budgets[] = {m_budget.m_fullFaces, m_budget.m_pointFaces};
	long used = 0;
	for (const Place& place : m_order)
	{
		for (; level < BT_FLUID_BUOYANCY_DETAIL; ++level, used = 0)
		{
			used += place.m_body->detail().facesAt(btFluidLevelOfDetail(level));
			if (used <= budgets[level]) break;
		}
		place.m_body->detail().wish(btFluidLevelOfDetail(level));
	}
}
