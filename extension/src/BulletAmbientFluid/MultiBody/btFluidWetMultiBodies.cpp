// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/MultiBody/btFluidWetMultiBodies.h"

#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Base/btFluidStateStream.h"
#include "BulletAmbientFluid/MultiBody/btFluidMultiBodyHost.h"
#include "BulletAmbientFluid/btFluidPresence.h"

#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraint.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace
{
bool hasCollider(const btMultiBody& multiBody)
{
	bool result = multiBody.getBaseCollider() != nullptr;
	for (int i = 0; i < multiBody.getNumLinks(); ++i) result = result || multiBody.getLinkCollider(i) != nullptr;
	return result;
}

/// Whether a wet one's multi-body, which must be alive, is not a new one in its memory.
bool isMarked(const btFluidWetMultiBody& wet)
{
	return wet.getMultiBody()->getMaxAppliedImpulse() == btFluidMarkOf(wet);
}
}  // namespace

btFluidWetMultiBodies::btFluidWetMultiBodies(btDynamicsWorld* world, const btFluidMediumMap& media, Report report)
	: m_world(world),
	  m_multiBodyWorld(dynamic_cast<btMultiBodyDynamicsWorld*>(world)),
	  m_media(media),
	  m_report(std::move(report))
{
}

btFluidWetMultiBodies::~btFluidWetMultiBodies() { removeAll(); }

void btFluidWetMultiBodies::removeAll()
{
	for (const Body& body : m_bodies)
		if (placeOf(body) == INSIDE) body.m_wet->release();
	m_present.clear();
	m_bodyOf.clear();
	m_bodies.clear();
}

btFluidWetMultiBodies::Place btFluidWetMultiBodies::placeOf(const Body& body) const
{
	if (!m_multiBodyWorld || body.m_isGone) return OUTSIDE;
	const int index = btFluidIndexInWorld(*m_multiBodyWorld, body.m_wet->getMultiBody(), body.m_worldIndex);
	if (index < 0) return OUTSIDE;
	if (body.m_worldIndex != index) body.m_worldIndex = index;
	return isMarked(*body.m_wet) ? INSIDE : REPLACED;
}

bool btFluidWetMultiBodies::look(Body& body)
{
	const Place place = placeOf(body);
	body.m_wet->setInWorld(place == INSIDE);
	if (place == REPLACED)
	{
		body.m_isGone = true;
		if (find(body.m_wet->getMultiBody()) == body.m_wet.get())
			m_bodyOf.remove(btHashPtr(body.m_wet->getMultiBody()));
		m_report("multi-body " + std::to_string(&body - m_bodies.data()) +
		         " was deleted while it was in the fluid, and another one has taken its place in memory: call "
		         "removeMultiBody() before deleting a multi-body");
	}
	if (place == INSIDE && std::exchange(body.m_needsMedium, false))
		body.m_wet->setMedium(m_media.at(body.m_wet->getMultiBody()->getBasePos()));
	return place == INSIDE;
}

void btFluidWetMultiBodies::add(btMultiBody* multiBody, const std::vector<btFluidLinkModel>& links,
                                const ambient::ForceSet& forces, double time, const btFluidMultiBodyOptions& options)
{
	if (!m_multiBodyWorld || m_world->getWorldType() != BT_DISCRETE_DYNAMICS_WORLD)
		throw std::invalid_argument(
			"btFluidAction::addMultiBody: the world must be a btMultiBodyDynamicsWorld, and no deformable one");
	if (!multiBody) throw std::invalid_argument("btFluidAction::addMultiBody: the multi-body is null");
	for (Body& body : m_bodies)
		if (body.m_wet->getMultiBody() == multiBody) look(body);
	const auto isHere = [&](const Body& body)
	{ return !body.m_isGone && body.m_wet->getMultiBody() == multiBody && isMarked(*body.m_wet); };
	if (std::any_of(m_bodies.begin(), m_bodies.end(), isHere))
		throw std::invalid_argument("btFluidAction::addMultiBody: the multi-body is in the fluid already");
	if (btFluidMultiBodyHost::isHeld(*multiBody))
		throw std::invalid_argument(
			"btFluidAction::addMultiBody: the multi-body is in another fluid or a grid resolves it; a multi-body has "
			"one fluid");
	if (std::none_of(links.begin(), links.end(), [](const btFluidLinkModel& link) { return bool(link.m_model); }))
		throw std::invalid_argument("btFluidAction::addMultiBody: no link has a model");
	auto body = std::make_unique<btFluidWetMultiBody>(multiBody, links, m_media.at(multiBody->getBasePos()), forces,
	                                                  time, options);
	const std::string name = "multi-body " + std::to_string(m_bodies.size());
	const int count = multiBody->getNumLinks() + (multiBody->hasFixedBase() ? 0 : 1);
	const int dry = count - body->getNumWetLinks();
	if (dry > 0)
		m_report(name + ": " + std::to_string(dry) + " of its " + std::to_string(count) +
		         " links have no model and stay dry");
	if (!hasCollider(*multiBody))
		m_report(name + " has no collider: Bullet never applies its motors and limits. Give one link a collider");
	m_bodyOf.insert(btHashPtr(multiBody), body.get());
	m_bodies.emplace_back();
	m_bodies.back().m_wet = std::move(body);
	m_present.reserve(m_bodies.size());
}

void btFluidWetMultiBodies::remove(const btMultiBody* multiBody)
{
	btFluidWetMultiBody* const wet = find(multiBody);
	if (!wet) return;
	if (isMarked(*wet)) wet->release();
	m_present.erase(std::remove(m_present.begin(), m_present.end(), wet), m_present.end());
	m_bodyOf.remove(btHashPtr(multiBody));
	m_bodies.erase(
		std::find_if(m_bodies.begin(), m_bodies.end(), [wet](const Body& body) { return body.m_wet.get() == wet; }));
}

btFluidWetMultiBody* btFluidWetMultiBodies::find(const btMultiBody* multiBody) const
{
	btFluidWetMultiBody* const* body = m_bodyOf.find(btHashPtr(multiBody));
	return body ? *body : nullptr;
}

btFluidWetMultiBody& btFluidWetMultiBodies::require(const btMultiBody* multiBody, const char* caller) const
{
	btFluidWetMultiBody* const body = find(multiBody);
	if (!body) throw std::invalid_argument(std::string(caller) + ": the multi-body is not in the fluid");
	return *body;
}

void btFluidWetMultiBodies::setDrive(const btMultiBody* multiBody, const ambient::JointDrive& drive)
{
	require(multiBody, "btFluidWetMultiBodies::setDrive").setDrive(&drive);
}

void btFluidWetMultiBodies::clearDrive(const btMultiBody* multiBody)
{
	require(multiBody, "btFluidWetMultiBodies::clearDrive").setDrive(nullptr);
}

void btFluidWetMultiBodies::handOutMedia(bool isNew)
{
	for (Body& body : m_bodies)
	{
		body.m_needsMedium = !look(body);
		if (body.m_needsMedium) continue;
		const btFluidMediumMap::Medium& medium = m_media.at(body.m_wet->getMultiBody()->getBasePos());
		if (medium != body.m_wet->getMedium() || (isNew && medium == m_media.own())) body.m_wet->setMedium(medium);
	}
}

void btFluidWetMultiBodies::findRows()
{
	for (btFluidWetMultiBody* body : m_present) body->expectRows(false);
	const auto expect = [this](const btMultiBody* multiBody)
	{
		if (btFluidWetMultiBody* wet = multiBody ? find(multiBody) : nullptr) wet->expectRows(true);
	};
	btDispatcher& dispatcher = *m_world->getDispatcher();
	for (int i = 0; i < dispatcher.getNumManifolds(); ++i)
	{
		const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
		for (const btCollisionObject* object : {manifold.getBody0(), manifold.getBody1()})
			if (const btMultiBodyLinkCollider* link = btMultiBodyLinkCollider::upcast(object))
				expect(link->m_multiBody);
	}
	for (int i = 0; i < m_multiBodyWorld->getNumMultiBodyConstraints(); ++i)
	{
		btMultiBodyConstraint* constraint = m_multiBodyWorld->getMultiBodyConstraint(i);
		expect(constraint->getMultiBodyA());
		expect(constraint->getMultiBodyB());
	}
}

void btFluidWetMultiBodies::begin()
{
	m_present.clear();
	for (Body& body : m_bodies)
		if (look(body)) m_present.push_back(body.m_wet.get());
	findRows();
	const double timeStep = double(m_world->getSolverInfo().m_timeStep);
	const ambient::Vector3 gravity = btFluidVector(m_world->getGravity());
	m_loop.run(int(m_present.size()), [&](int i) { m_present[size_t(i)]->begin(timeStep, gravity); });
	m_isBegun = true;
}

void btFluidWetMultiBodies::giveFreeVelocity()
{
	if (!std::exchange(m_isBegun, false)) return;
	for (btFluidWetMultiBody* body : m_present) body->giveFreeVelocity();
}

void btFluidWetMultiBodies::end()
{
	for (btFluidWetMultiBody* body : m_present) body->end();
}

void btFluidWetMultiBodies::step(double timeStep, double sleepingSpeed)
{
	for (size_t i = 0; i < m_bodies.size(); ++i)
	{
		btFluidWetMultiBody& body = *m_bodies[i].m_wet;
		if (!look(m_bodies[i]))
		{
			body.step(timeStep, sleepingSpeed);
			continue;
		}
		body.writeJointFeedback(timeStep, m_world->getSolverInfo());
		if (!body.step(timeStep, sleepingSpeed) && !std::exchange(m_saidDry, true))
			m_report(
				"multi-bodies stay dry: their links need world->setMultiBodyConstraintSolver(&solver) with a "
				"btFluidMultiBodyConstraintSolver");
		std::string line;
		if (body.takeReport(line)) m_report("multi-body " + std::to_string(i) + " " + line);
		const btFluidMediumMap::Medium& medium = m_media.at(body.getMultiBody()->getBasePos());
		if (body.isHealthy() && medium != body.getMedium()) body.setMedium(medium);
	}
}

void btFluidWetMultiBodies::save(btFluidStateWriter& out) const
{
	out.write(std::uint32_t(m_bodies.size()));
	for (const Body& body : m_bodies)
	{
		const bool isThere = placeOf(body) == INSIDE;
		out.write(isThere);
		out.write(std::int32_t(m_media.indexOf(body.m_wet->getMedium())));
		body.m_wet->save(out, isThere);
	}
}

void btFluidWetMultiBodies::load(btFluidStateReader& in, bool apply)
{
	const std::uint32_t count = in.read<std::uint32_t>();
	if (count != m_bodies.size())
		throw std::invalid_argument("btFluidAction::restoreState: the state has " + std::to_string(count) +
		                            " multi-bodies, the action has " + std::to_string(m_bodies.size()));
	for (const Body& body : m_bodies)
	{
		const bool isThere = in.read<bool>();
		if (isThere != (placeOf(body) == INSIDE))
			throw std::invalid_argument(
				"btFluidAction::restoreState: a multi-body has entered or left the world since");
		const btFluidMediumMap::Medium& medium = m_media.ofIndex(in.read<std::int32_t>());
		body.m_wet->setInWorld(isThere);
		if (apply && medium != body.m_wet->getMedium()) body.m_wet->setMedium(medium);
		body.m_wet->load(in, apply);
	}
}

std::vector<btFluidLinkModel> btFluidLinkModelsOf(
	const btMultiBody& multiBody,
	const std::function<std::shared_ptr<const ambient::FluidBodyModel>(const btCollisionShape&)>& modelOf)
{
	std::vector<btFluidLinkModel> links(size_t(multiBody.getNumLinks()) + 1);
	for (int i = -1; i < multiBody.getNumLinks(); ++i)
	{
		const btMultiBodyLinkCollider* collider = i < 0 ? multiBody.getBaseCollider() : multiBody.getLinkCollider(i);
		if (!collider || !collider->getCollisionShape()) continue;
		try
		{
			links[size_t(i + 1)].m_model = modelOf(*collider->getCollisionShape());
		}
		catch (const std::invalid_argument& error)
		{
			throw std::invalid_argument((i < 0 ? std::string("base: ") : "link " + std::to_string(i) + ": ") +
			                            error.what());
		}
	}
	return links;
}
