// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Base/btFluidAttitude.h"
#include "BulletAmbientFluid/World/btFluidRigidBodies.h"

#include "BulletAmbientFluid/RigidBody/btFluidContactCorrection.h"
#include "BulletAmbientFluid/RigidBody/btFluidDryJoints.h"
#include "BulletAmbientFluid/Base/btFluidStateStream.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace
{
void clearCrowd(ambient::CrowdStep& crowd, const btFluidCrowdKind& kind, double timeStep)
{
	crowd.clear(kind.m_points, timeStep);
}
void clearCrowd(ambient::CrowdFloats& crowd, const btFluidCrowdKind& kind, double timeStep)
{
	crowd.clear(kind.m_hull, kind.m_medium, timeStep);
}
}  // namespace

btFluidRigidBodies::btFluidRigidBodies(btDynamicsWorld& world, const btFluidMediumMap& media,
                                       const ambient::ForceSet& forces, const ambient::IntegratorOptions& integrator,
                                       double sleepingSpeed, bool makesWaves, Report report)
	: m_world(world), m_media(media), m_report(std::move(report)), m_settings{forces,     integrator, sleepingSpeed,
                                                                              makesWaves, m_media,    m_details,
                                                                              m_buffers,  m_world}
{
}

btFluidRigidBody* btFluidRigidBodies::find(const btRigidBody* body) const
{
	btFluidRigidBody* const* wet = m_bodyOf.find(btHashPtr(body));
	return wet ? *wet : nullptr;
}

btFluidRigidBody& btFluidRigidBodies::require(const btRigidBody* body, const char* function) const
{
	if (btFluidRigidBody* wet = find(body)) return *wet;
	throw std::invalid_argument(std::string(function) + ": the body is not in the fluid");
}

bool btFluidRigidBodies::hasMovingSurfaces() const
{
	return std::any_of(m_entries.begin(), m_entries.end(),
	                   [](const Entry& entry)
	                   {
						   const btFluidShapeDrive* const drive = entry.m_body->getDrive();
						   return drive && drive->isMoving(entry.m_body->state().time);
					   });
}

btFluidRigidBody& btFluidRigidBodies::add(btRigidBody* body, ambient::FluidBody shape, double time,
                                          btFluidSolveMode mode)
{
	for (size_t i = 0; body && find(body) && i < m_entries.size(); ++i)
	{
		if (m_entries[i].m_rigidBody != body) continue;
		if (m_entries[i].m_body->isMarked())
			throw std::invalid_argument("btFluidAction::addBody: the body is in the fluid already");
		forget(i);
	}
	Entry entry;
	entry.m_body = std::make_unique<btFluidRigidBody>(
		body, std::move(shape), body ? m_media.at(body->getCenterOfMassPosition()) : m_media.own(), m_settings, time,
		mode);
	entry.m_rigidBody = body;
	m_bodyOf.insert(btHashPtr(body), entry.m_body.get());
	m_entries.push_back(std::move(entry));
	return *m_entries.back().m_body;
}

void btFluidRigidBodies::remove(btRigidBody* body)
{
	const auto entry = std::find_if(m_entries.begin(), m_entries.end(),
	                                [&](const Entry& candidate) { return candidate.m_rigidBody == body; });
	if (entry == m_entries.end()) return;
	if (!entry->m_body->isMarked()) return forget(size_t(entry - m_entries.begin()));
	entry->m_body->release();
	m_bodyOf.remove(btHashPtr(body));
	m_entries.erase(entry);
}

void btFluidRigidBodies::removeAll()
{
	look();
	for (Entry& entry : m_entries)
		if (entry.m_isPresent) entry.m_body->release();
	m_bodyOf.clear();
	m_entries.clear();
}

void btFluidRigidBodies::forget(size_t entry)
{
	m_report("body " + std::to_string(entry) +
	         " was deleted while it was in the fluid, and another one has taken its place in memory: call removeBody() "
	         "before deleting a body");
	m_bodyOf.remove(btHashPtr(m_entries[entry].m_rigidBody));
	m_entries.erase(m_entries.begin() + long(entry));
}

btFluidRigidBody::Place btFluidRigidBodies::placeOf(const Entry& entry) const
{
	return entry.m_body->placeAt(m_search.find(entry.m_rigidBody, entry.m_body->worldIndex()));
}

void btFluidRigidBodies::look()
{
	m_search.start(m_world.getCollisionObjectArray());
	for (size_t i = 0; i < m_entries.size();)
	{
		Entry& entry = m_entries[i];
		const btFluidRigidBody::Place place = placeOf(entry);
		if (place == btFluidRigidBody::REPLACED)
		{
			forget(i);
			continue;
		}
		entry.m_isPresent = place == btFluidRigidBody::INSIDE;
		if (entry.m_isPresent && std::exchange(entry.m_needsMedium, false))
			entry.m_body->setMedium(m_media.at(entry.m_rigidBody->getCenterOfMassPosition()));
		++i;
	}
}

void btFluidRigidBodies::handOutMedia(bool isOwnNew)
{
	for (Entry& entry : m_entries)
	{
		entry.m_needsMedium = entry.m_needsMedium || !entry.m_isPresent;
		if (!entry.m_isPresent) continue;
		const std::shared_ptr<const ambient::FluidMedium>& medium =
			m_media.at(entry.m_rigidBody->getCenterOfMassPosition());
		if (medium != entry.m_body->getMedium() || (isOwnNew && medium == m_media.own()))
			entry.m_body->setMedium(medium);
	}
}

void btFluidRigidBodies::correctContacts(btCollisionWorld& collisionWorld, double timeStep)
{
	const auto isDropIn = [](const Entry& entry)
	{ return entry.m_isPresent && entry.m_rigidBody->isActive() && !entry.m_body->isSolvedExactly(); };
	if (std::none_of(m_entries.begin(), m_entries.end(), isDropIn)) return;
	const auto dropIn = [this](const btRigidBody* body)
	{
		btFluidRigidBody* wet = find(body);
		return wet && wet->isMarked() && !wet->isSolvedExactly() ? &wet->dropIn() : nullptr;
	};
	btFluidCorrectContacts(collisionWorld.getDispatcher(), dropIn);
	bool isAnyDry = false;
	forEachJointedBody(
		[&isAnyDry](btFluidRigidBody& wet)
		{
			if (wet.isSolvedExactly()) return;
			wet.dropIn().holdByJoint();
			isAnyDry = isAnyDry || wet.dropIn().isSolvedDry();
		});
	if (!isAnyDry) return;
	try
	{
		btFluidBuffers buffers(m_settings.m_buffers);
		btFluidMendDryJoints(m_world, dropIn, timeStep, buffers);
	}
	catch (...)
	{
		// A user's medium threw: the body in it meets the exception in its own step.
	}
}

template <class Function>
void btFluidRigidBodies::forEachJointedBody(const Function& function)
{
	for (int i = 0; i < m_world.getNumConstraints(); ++i)
	{
		const btTypedConstraint& joint = *m_world.getConstraint(i);
		if (!joint.isEnabled()) continue;
		for (const btRigidBody* body : {&joint.getRigidBodyA(), &joint.getRigidBodyB()})
			if (btFluidRigidBody* const wet = find(body))
				if (wet->isInWorld()) function(*wet);
	}
}

void btFluidRigidBodies::countTouches(btCollisionWorld& collisionWorld)
{
	if (!m_hasSleepers) return;
	bool any = false;
	for (Entry& entry : m_entries)
	{
		const bool isAfloat = entry.m_isPresent && entry.m_body->startsToCountTouches();
		any = any || isAfloat;
	}
	forEachJointedBody([](btFluidRigidBody& wet) { wet.countTouch(); });
	if (!any) return;
	btDispatcher& dispatcher = *collisionWorld.getDispatcher();
	for (int i = 0; i < dispatcher.getNumManifolds(); ++i)
	{
		const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
		if (manifold.getNumContacts() == 0) continue;
		for (const btCollisionObject* object : {manifold.getBody0(), manifold.getBody1()})
			if (const btRigidBody* body = btRigidBody::upcast(object))
				if (btFluidRigidBody* wet = body->internalGetExtensionPointer() ? find(body) : nullptr)
					wet->countTouch();
	}
}

void btFluidRigidBodies::step(btCollisionWorld& collisionWorld, double timeStep)
{
	correctContacts(collisionWorld, timeStep);
	countTouches(collisionWorld);
	stepBodies(timeStep);
}

void btFluidRigidBodies::fetch(const Entry& entry)
{
	entry.m_body->fetch();
	ambient::prefetch(entry.m_rigidBody, sizeof(btRigidBody));
}

void btFluidRigidBodies::stepPortion(const btFluidBatches::Portion& portion, double timeStep, int solverRevisions,
                                     Slot& slot)
{
	btFluidRigidBody* inBatch[btFluidBatches::kMost];
	slot.m_batch.clear(timeStep, m_settings.m_integrator.tolerance);
	slot.m_crowd.clear(nullptr, timeStep);
	slot.m_floats.clear(nullptr, nullptr, timeStep);
	const bool isBatch = portion.m_count > 1 && !portion.m_kind.any();
	for (int k = 0; k < portion.m_count; ++k)
	{
		Entry& entry = m_entries[size_t(portion.m_bodies[k])];
		if (k + 2 < portion.m_left) fetch(m_entries[size_t(portion.m_bodies[k + 2])]);
		if (k + 1 < portion.m_left) m_entries[size_t(portion.m_bodies[k + 1])].m_body->fetchMotion();
		btFluidRigidBody& body = *entry.m_body;
		if (!entry.m_isPresent)
			body.skip(timeStep);
		else if (body.crowdKind().any())
		{
			if (stepInCrowd(body, portion.m_kind, timeStep, solverRevisions, slot))
				inBatch[std::max(slot.m_crowd.size(), slot.m_floats.size()) - 1] = &body;
		}
		else if (body.step(timeStep, solverRevisions, slot.m_buffers, isBatch ? &slot.m_batch : nullptr))
			inBatch[slot.m_batch.size() - 1] = &body;
	}
	const auto finish = [&](auto& batch)
	{
		batch.run();
		for (int k = 0; k < batch.size(); ++k) inBatch[k]->endStep(timeStep, batch, k, slot.m_buffers);
	};
	if (portion.m_kind.m_hull)
		finish(slot.m_floats);
	else if (portion.m_kind.m_points)
		finish(slot.m_crowd);
	else
		finish(slot.m_batch);
}

template <class Crowd>
bool btFluidRigidBodies::stepInCrowd(btFluidRigidBody& body, bool isOfPortion, double timeStep, int solverRevisions,
                                     Slot& slot, Crowd& crowd, Crowd& single)
{
	if (isOfPortion && crowd.size() == 0) clearCrowd(crowd, body.crowdKind(), timeStep);
	if (isOfPortion) return body.step(timeStep, solverRevisions, slot.m_buffers, &crowd);
	clearCrowd(single, body.crowdKind(), timeStep);
	if (!body.step(timeStep, solverRevisions, slot.m_buffers, &single)) return false;
	single.run();
	body.endStep(timeStep, single, 0, slot.m_buffers);
	return false;
}

bool btFluidRigidBodies::stepInCrowd(btFluidRigidBody& body, const btFluidCrowdKind& ofPortion, double timeStep,
                                     int solverRevisions, Slot& slot)
{
	const btFluidCrowdKind kind = body.crowdKind();
	const bool isOfPortion = kind == ofPortion;
	return kind.m_hull ? stepInCrowd(body, isOfPortion, timeStep, solverRevisions, slot, slot.m_floats, slot.m_float)
	                   : stepInCrowd(body, isOfPortion, timeStep, solverRevisions, slot, slot.m_crowd, slot.m_single);
}

void btFluidRigidBodies::stepBodies(double timeStep)
{
	// A solve writes back both velocities, and the transform with split impulse; each write increments the revision.
	const int solverRevisions = m_world.getSolverInfo().m_splitImpulse ? 3 : 2;
	std::atomic<bool> hasReports{false}, hasSleepers{false};
	const int slots = ambient::ParallelLoop::slots();
	while (int(m_slots.size()) < slots) m_slots.push_back(std::make_unique<Slot>(m_buffers));
	m_batches.clear(size());
	for (int i = 0; i < size(); ++i)
	{
		const Entry& entry = m_entries[size_t(i)];
		m_batches.add(i, entry.m_isSmooth, entry.m_kind, entry.m_attitude);
	}
	m_batches.divide();
	const ambient::Vector3 up = -btFluidVector(m_world.getGravity());
	const auto stepOne = [&](int i, int slot)
	{
		const btFluidBatches::Portion portion = m_batches[i];
		stepPortion(portion, timeStep, solverRevisions, *m_slots[size_t(slot)]);
		for (int k = 0; k < portion.m_count; ++k)
		{
			Entry& entry = m_entries[size_t(portion.m_bodies[k])];
			entry.m_isSmooth = entry.m_isPresent && entry.m_body->isSmooth();
			entry.m_kind = entry.m_isPresent ? entry.m_body->crowdKind() : btFluidCrowdKind();
			const ambient::Quaternion& turn = entry.m_body->state().worldFromBody.orientation;
			entry.m_attitude = entry.m_kind.m_hull ? btFluidAttitude(turn.conjugate() * up) : 0;
			if (entry.m_body->health().hasReport()) hasReports.store(true, std::memory_order_relaxed);
			if (entry.m_isPresent && !entry.m_rigidBody->isActive()) hasSleepers.store(true, std::memory_order_relaxed);
		}
	};
	m_loop.run(m_batches.size(), slots, stepOne);
	m_hasReports = hasReports;
	m_hasSleepers = hasSleepers;
}

const btFluidRigidBody* btFluidRigidBodies::firstActive() const
{
	const auto active =
		std::find_if(m_entries.begin(), m_entries.end(),
	                 [](const Entry& entry)
	                 { return entry.m_isPresent && entry.m_body->isHealthy() && entry.m_rigidBody->isActive(); });
	return active == m_entries.end() ? nullptr : active->m_body.get();
}

bool btFluidRigidBodies::reportBodies()
{
	if (!m_hasReports) return false;
	// A failed body explains the warnings of its neighbours in the same step.
	const bool anyFailed = std::any_of(m_entries.begin(), m_entries.end(),
	                                   [](const Entry& entry) { return entry.m_body->health().hasNewFailure(); });
	bool any = false;
	for (size_t i = 0; i < m_entries.size(); ++i)
	{
		Entry& entry = m_entries[i];
		const bool failed = entry.m_body->health().hasNewFailure();
		std::string line;
		if (!entry.m_body->health().takeReport(line)) continue;
		any = true;
		if (anyFailed && !failed) continue;
		m_report("body " + std::to_string(i) + " " + line);
	}
	return any;
}

void btFluidRigidBodies::save(btFluidStateWriter& out) const
{
	m_search.start(m_world.getCollisionObjectArray());
	for (const Entry& entry : m_entries)
	{
		const bool present = placeOf(entry) == btFluidRigidBody::INSIDE;
		out.write(present);
		out.write(std::int32_t(m_media.indexOf(entry.m_body->getMedium())));
		entry.m_body->save(out, present);
	}
}

void btFluidRigidBodies::load(btFluidStateReader& in, bool apply)
{
	m_search.start(m_world.getCollisionObjectArray());
	for (Entry& entry : m_entries)
	{
		const bool present = in.read<bool>();
		if (present != (placeOf(entry) == btFluidRigidBody::INSIDE))
			throw std::invalid_argument("btFluidAction::restoreState: a body has entered or left the world since");
		const std::int32_t region = in.read<std::int32_t>();
		entry.m_body->load(in, present, apply, m_media.ofIndex(region));
	}
	if (apply) m_hasSleepers = true;
}
