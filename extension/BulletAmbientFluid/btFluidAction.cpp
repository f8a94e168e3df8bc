// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidAction.h"

#include "BulletAmbientFluid/btFluidContactCorrection.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "BulletAmbientFluid/btFluidSealedState.h"
#include "BulletAmbientFluid/btFluidWorldKind.h"

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btIDebugDraw.h>
#include <LinearMath/btQuickprof.h>
#include <omp.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <utility>

namespace
{
constexpr std::uint32_t kStateMagic = 0xf1d50008u;  ///< first bytes of a state; last digit: version of the format

ambient::ForceSet forcesOf(const btFluidAction::btFluidActionConstructionInfo& info)
{
	ambient::ForceSet forces = info.m_forces;
	if (info.m_isSingle) forces.setSingle(true);
	return forces;
}

}  // namespace

btFluidAction::btFluidAction(btDynamicsWorld* world) : btFluidAction(world, btFluidActionConstructionInfo()) {}

btFluidAction::btFluidAction(btDynamicsWorld* world, const btFluidActionConstructionInfo& info)
	: m_world(world), m_info(info), m_settings{forcesOf(info),    info.m_integrator, double(info.m_sleepingSpeed),
                                               info.m_makesWaves, m_media,           m_details,
                                               m_buffers}
{
	if (!world) throw std::invalid_argument("btFluidAction: the world is null");
	m_multiBodies =
		std::make_unique<btFluidMultiBodies>(m_world, m_media, [this](const std::string& line) { report(line); });
	if (!(info.m_integrator.tolerance > 0.0) || !(info.m_integrator.maxSubstep > 0.0))
		throw std::invalid_argument("btFluidAction: the integrator's tolerance and longest substep must be positive");
	if (!(info.m_sleepingSpeed >= 0))
		throw std::invalid_argument("btFluidAction: the sleeping speed must not be negative");
	setModelCacheFolder(info.m_modelCacheFolder);
}

btFluidAction::~btFluidAction() { removeAllBodies(); }

void btFluidAction::addBody(btRigidBody* body, std::shared_ptr<const ambient::FluidBodyModel> model,
                            const btTransform& bodyFromMesh)
{
	addBody(body, ambient::FluidBody{std::move(model), btFluidPose(bodyFromMesh), {}, nullptr});
}

void btFluidAction::addBody(btRigidBody* body, ambient::FluidBody shape)
{
	if (!shape.model) throw std::invalid_argument("btFluidAction::addBody: the model is null");
	for (size_t i = 0; body && find(body) && i < m_entries.size(); ++i)
	{
		if (m_entries[i].m_rigidBody != body) continue;
		if (m_entries[i].m_body->isMarked())
			throw std::invalid_argument("btFluidAction::addBody: the body is in the fluid already");
		forget(i);
	}
	m_media.look();
	Entry entry;
	entry.m_body = std::make_unique<btFluidBody>(body, std::move(shape),
	                                             body ? m_media.at(body->getCenterOfMassPosition()) : m_media.own(),
	                                             m_settings, m_time, m_mode);
	entry.m_rigidBody = body;
	if (m_hasBudget) entry.m_body->prepareDetail();
	m_bodyOf.insert(btHashPtr(body), entry.m_body.get());
	m_entries.push_back(std::move(entry));
	m_detailOrder.reserve(m_entries.size());
	reportLines();
}

void btFluidAction::addBody(btRigidBody* body, const btFluidMeshOptions& options)
{
	if (!body) throw std::invalid_argument("btFluidAction::addBody: the body is null");
	if (!body->getCollisionShape()) throw std::invalid_argument("btFluidAction::addBody: the body has no shape");
	std::vector<std::string> lines;
	const std::shared_ptr<const ambient::FluidBodyModel> model =
		m_models.modelOf(*body->getCollisionShape(), options, lines);
	if (!find(body) && !body->isStaticOrKinematicObject())
		for (const std::string& doubt : btFluidDoubtsAbout(*body, *model)) lines.push_back(doubt);
	addBody(body, model);
	for (const std::string& line : lines) report("body " + std::to_string(getNumBodies() - 1) + " " + line);
	reportLines();
}

void btFluidAction::setModelCacheFolder(const std::string& folder)
{
	m_models.keepIn(folder, [this](const std::string& line) { report(line); });
}

void btFluidAction::removeBody(btRigidBody* body)
{
	const auto entry = std::find_if(m_entries.begin(), m_entries.end(),
	                                [&](const Entry& candidate) { return candidate.m_rigidBody == body; });
	if (entry == m_entries.end()) return;
	if (!entry->m_body->isMarked())
	{
		forget(size_t(entry - m_entries.begin()));
		return reportLines();
	}
	entry->m_body->release();
	m_bodyOf.remove(btHashPtr(body));
	m_entries.erase(entry);
}

void btFluidAction::removeAllBodies()
{
	lookForBodies();
	for (Entry& entry : m_entries)
		if (entry.m_isPresent) entry.m_body->release();
	m_bodyOf.clear();
	m_entries.clear();
}

void btFluidAction::forget(size_t entry)
{
	report("body " + std::to_string(entry) +
	       " was deleted while it was in the fluid, and another one has taken its place in memory: call removeBody() "
	       "before deleting a body");
	m_bodyOf.remove(btHashPtr(m_entries[entry].m_rigidBody));
	m_entries.erase(m_entries.begin() + long(entry));
}

void btFluidAction::lookForBodies()
{
	m_search.start(m_world->getCollisionObjectArray());
	for (size_t i = 0; i < m_entries.size();)
	{
		Entry& entry = m_entries[i];
		const int index = m_search.find(entry.m_rigidBody, entry.m_worldIndex);
		entry.m_isPresent = index >= 0;
		if (!entry.m_isPresent)
		{
			++i;
			continue;
		}
		entry.m_worldIndex = index;
		if (!entry.m_body->isMarked())
		{
			forget(i);
			continue;
		}
		if (std::exchange(entry.m_needsMedium, false))
			entry.m_body->setMedium(m_media.at(entry.m_rigidBody->getCenterOfMassPosition()));
		++i;
	}
}

btFluidBody* btFluidAction::find(const btRigidBody* body) const
{
	btFluidBody* const* wet = m_bodyOf.find(btHashPtr(body));
	return wet ? *wet : nullptr;
}

btFluidSolvedBody* btFluidAction::findSolvedBody(const btRigidBody* body)
{
	if (!body->internalGetExtensionPointer()) return nullptr;
	btFluidBody* wet = find(body);
	return wet && wet->isMarked() ? wet : nullptr;
}

void btFluidAction::addSolver() { m_mode = BT_FLUID_EXACT; }

const btFluidBody* btFluidAction::getFluidBody(const btRigidBody* body) const { return find(body); }

btVector3 btFluidAction::getLinearVelocity(const btRigidBody* body) const
{
	const btFluidBody* wet = find(body);
	return wet && wet->isHealthy() ? btFluidVector(wet->getVelocity().linear) : body->getLinearVelocity();
}

btVector3 btFluidAction::getAngularVelocity(const btRigidBody* body) const
{
	const btFluidBody* wet = find(body);
	return wet && wet->isHealthy() ? btFluidVector(wet->getVelocity().angular) : body->getAngularVelocity();
}

ambient::FluidReadout btFluidAction::getReadout(const btRigidBody* body) const
{
	const btFluidBody* wet = find(body);
	if (!wet) throw std::invalid_argument("btFluidAction::getReadout: the body is not in the fluid");
	return ambient::readOut(wet->motion(), wet->state());
}

void btFluidAction::updateAction(btCollisionWorld* collisionWorld, btScalar timeStep)
{
	BT_PROFILE("btFluidAction");
	m_media.look();
	lookForBodies();
	correctContacts(*collisionWorld);
	countTouches(*collisionWorld);
	chooseDetail();
	stepBodies(double(timeStep));
	m_multiBodies->step(double(timeStep), m_settings.m_sleepingSpeed);
	m_time += double(timeStep);
	announceMode();
	if (m_hasReports && reportBodies()) btFluidForgetNonFiniteImpulses(collisionWorld->getDispatcher());
	reportLines();
}

// With fewer bodies, threads cost more than they save: four bodies ran ten times slower on a busy machine.
constexpr int kFewestForThreads = 8;

void btFluidAction::fetch(const Entry& entry)
{
	entry.m_body->fetch();
	ambient::prefetch(entry.m_rigidBody, sizeof(btRigidBody));
}

void btFluidAction::stepBodies(double timeStep)
{
	// A solve writes back both velocities, and the transform with split impulse; each write increments the revision.
	const int solverRevisions = m_world->getSolverInfo().m_splitImpulse ? 3 : 2;
	const int count = getNumBodies();
	bool hasReports = false, hasSleepers = false;
	while (int(m_threadBuffers.size()) < omp_get_max_threads())
		m_threadBuffers.push_back(std::make_unique<btFluidBuffers>(m_buffers));
#pragma omp parallel for schedule(dynamic) reduction(|| : hasReports, hasSleepers) if (count >= kFewestForThreads)
	for (int i = 0; i < count; ++i)
	{
		Entry& entry = m_entries[size_t(i)];
		if (i + 2 < count) fetch(m_entries[size_t(i + 2)]);
		if (i + 1 < count) m_entries[size_t(i + 1)].m_body->fetchMotion();
		if (entry.m_isPresent)
			entry.m_body->step(timeStep, solverRevisions, *m_threadBuffers[size_t(omp_get_thread_num())]);
		else
			entry.m_body->skip(timeStep);
		hasReports = hasReports || entry.m_body->health().hasReport();
		hasSleepers = hasSleepers || !entry.m_rigidBody->isActive();
	}
	m_hasReports = hasReports;
	m_hasSleepers = hasSleepers;
}

void btFluidAction::announceMode()
{
	const auto isSolved = [](const Entry& entry)
	{ return entry.m_isPresent && entry.m_body->isHealthy() && entry.m_rigidBody->isActive(); };
	const auto solved = std::find_if(m_entries.begin(), m_entries.end(), isSolved);
	if (solved == m_entries.end()) return;
	m_mode = solved->m_body->getMode();
	if (!m_info.m_announceMode || m_announced[m_mode]) return;
	m_announced[m_mode] = true;
	if (m_mode == BT_FLUID_EXACT)
		report("exact mode: contacts and joints of wet bodies feel their full 6x6 inertia");
	else
		report("drop-in mode: the world's own constraint solver works with an effective mass; " +
		       btFluidWayToExactMode(btFluidKindOf(*m_world)));
}

bool btFluidAction::reportBodies()
{
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
		report("body " + std::to_string(i) + " " + line);
	}
	return any;
}

std::vector<unsigned char> btFluidAction::saveState() const
{
	btFluidStateWriter out;
	btFluidBeginState(out, kStateMagic);
	out.write(std::uint32_t(m_entries.size()));
	out.write(std::uint32_t(m_media.regions().size()));
	out.write(m_time);
	out.write(m_mode == BT_FLUID_EXACT);
	m_search.start(m_world->getCollisionObjectArray());
	for (const Entry& entry : m_entries)
	{
		const bool present = m_search.find(entry.m_rigidBody, entry.m_worldIndex) >= 0;
		out.write(present);
		out.write(std::int32_t(m_media.indexOf(entry.m_body->getMedium())));
		entry.m_body->save(out, present);
	}
	m_multiBodies->save(out);
	return btFluidEndState(out);
}

void btFluidAction::restoreState(const std::vector<unsigned char>& state)
{
	m_media.look();
	for (const bool apply : {false, true})  // the first pass validates all data before the second changes anything
	{
		btFluidStateReader in = btFluidOpenState(state, kStateMagic, "btFluidAction::restoreState");
		const std::uint32_t count = in.read<std::uint32_t>();
		if (count != m_entries.size())
			throw std::invalid_argument("btFluidAction::restoreState: the state has " + std::to_string(count) +
			                            " bodies, the action has " + std::to_string(m_entries.size()));
		if (in.read<std::uint32_t>() != m_media.regions().size())
			throw std::invalid_argument("btFluidAction::restoreState: the action has other regions than the state");
		const double time = in.read<double>();
		const btFluidSolveMode mode = in.read<bool>() ? BT_FLUID_EXACT : BT_FLUID_DROP_IN;
		m_search.start(m_world->getCollisionObjectArray());
		for (Entry& entry : m_entries)
		{
			const bool present = in.read<bool>();
			if (present != (m_search.find(entry.m_rigidBody, entry.m_worldIndex) >= 0))
				throw std::invalid_argument("btFluidAction::restoreState: a body has entered or left the world since");
			const std::int32_t region = in.read<std::int32_t>();
			entry.m_body->load(in, present, apply, m_media.ofIndex(region));
		}
		m_multiBodies->load(in, apply);
		btFluidCloseState(in);
		if (!apply) continue;
		m_time = time;
		m_mode = mode;
		m_hasSleepers = true;
	}
}

void btFluidAction::debugDraw(btIDebugDraw* debugDrawer)
{
	lookForBodies();
	if (m_drawOptions.m_flags & BT_FLUID_DRAW_REGIONS)
		for (const auto& region : m_media.regions()) btFluidDrawRegion(*region, *debugDrawer);
	for (const Entry& entry : m_entries)
	{
		try
		{
			if (entry.m_isPresent && entry.m_body->isHealthy())
				btFluidDrawBody(entry.m_body->motion(), entry.m_body->state(), m_drawOptions, *debugDrawer);
		}
		catch (...)
		{
			// The user's medium threw an exception: nothing is drawn; the next step reports the exception.
		}
	}
}

void btFluidAction::reportLines()
{
	// The callback may call this action, and its exceptions must not reach Bullet's step.
	for (const std::string& line : std::exchange(m_lines, {}))
	{
		try
		{
			if (m_info.m_log)
				m_info.m_log(line);
			else
				std::fprintf(stderr, "btFluidAction: %s\n", line.c_str());
		}
		catch (...)
		{
			std::fprintf(stderr, "btFluidAction: the log callback threw at: %s\n", line.c_str());
		}
	}
}
