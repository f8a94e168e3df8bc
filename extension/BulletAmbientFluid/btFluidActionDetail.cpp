// SPDX-License-Identifier: Zlib
// btFluidAction's choice of the level of detail of each body.
#include "BulletAmbientFluid/btFluidAction.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace
{
void requireValid(const btFluidDetailBudget& budget)
{
	const btVector3& focus = budget.m_focus;
	if (!std::isfinite(focus.x()) || !std::isfinite(focus.y()) || !std::isfinite(focus.z()))
		throw std::invalid_argument("btFluidAction::setDetailBudget: the focus is not finite");
	if (budget.m_fullFaces < 0 || budget.m_pointFaces < 0)
		throw std::invalid_argument("btFluidAction::setDetailBudget: numbers of faces must not be negative");
	if (!(budget.m_hysteresis >= 0 && budget.m_hysteresis < 1))
		throw std::invalid_argument("btFluidAction::setDetailBudget: the hysteresis must lie in [0, 1)");
}
}  // namespace

void btFluidAction::setDetail(const btRigidBody* body, btFluidDetail detail)
{
	btFluidBody* wet = find(body);
	if (!wet) throw std::invalid_argument("btFluidAction::setDetail: the body is not in the fluid");
	lookForBodies();
	const auto entry = std::find_if(m_entries.begin(), m_entries.end(),
	                                [&](const Entry& candidate) { return candidate.m_body.get() == wet; });
	if (entry == m_entries.end()) return reportLines();  // dropped by lookForBodies()
	wet->prepareDetail();
	wet->detail().setFixed(true);
	if (entry->m_isPresent)
		wet->setDetail(detail);
	else
		wet->detail().wish(detail);
	reportLines();
}

btFluidDetail btFluidAction::getDetail(const btRigidBody* body) const
{
	const btFluidBody* wet = find(body);
	return wet ? wet->getDetail() : BT_FLUID_FULL_DETAIL;
}

void btFluidAction::setDetailBudget(const btFluidDetailBudget& budget)
{
	requireValid(budget);
	m_hasBudget = true;
	m_budget = budget;
	for (Entry& entry : m_entries) entry.m_body->prepareDetail();
	m_detailOrder.reserve(m_entries.size());
}

void btFluidAction::clearDetailBudget()
{
	m_hasBudget = false;
	for (Entry& entry : m_entries)
		if (!entry.m_body->detail().isFixed()) entry.m_body->detail().wish(BT_FLUID_FULL_DETAIL);
}

void btFluidAction::clearDetail(const btRigidBody* body)
{
	btFluidBody* wet = find(body);
	if (!wet) throw std::invalid_argument("btFluidAction::clearDetail: the body is not in the fluid");
	wet->detail().setFixed(false);
	if (!m_hasBudget) wet->detail().wish(BT_FLUID_FULL_DETAIL);
}

void btFluidAction::chooseDetail()
{
	if (!m_hasBudget) return;
	m_detailOrder.clear();
	for (const Entry& entry : m_entries)
	{
		btFluidBody& body = *entry.m_body;
		if (!entry.m_isPresent || body.detail().isFixed() || !body.isHealthy() || !entry.m_rigidBody->isActive())
			continue;
		// A distance counts 1 / (1 - h) times per level below full detail: a body must be nearer by the factor 1 - h to
		// take the place of another one.
		double distance = double((entry.m_rigidBody->getCenterOfMassPosition() - m_budget.m_focus).length());
		for (int level = BT_FLUID_FULL_DETAIL; level < body.getDetail(); ++level)
			distance /= 1.0 - double(m_budget.m_hysteresis);
		m_detailOrder.push_back({distance, int(m_detailOrder.size()), &body});
	}
	std::sort(m_detailOrder.begin(), m_detailOrder.end(),
	          [](const DetailPlace& a, const DetailPlace& b)
	          { return a.m_distance != b.m_distance ? a.m_distance < b.m_distance : a.m_index < b.m_index; });
	int level = BT_FLUID_FULL_DETAIL;
	const int budgets[] = {m_budget.m_fullFaces, m_budget.m_pointFaces};
	long used = 0;
	for (const DetailPlace& place : m_detailOrder)
	{
		for (; level < BT_FLUID_BUOYANCY_DETAIL; ++level, used = 0)
		{
			used += place.m_body->detail().facesAt(btFluidDetail(level));
			if (used <= budgets[level]) break;
		}
		place.m_body->detail().wish(btFluidDetail(level));
	}
}
