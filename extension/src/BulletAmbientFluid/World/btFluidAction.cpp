// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidAction.h"

#include "BulletAmbientFluid/btFluidDebugDraw.h"
#include "BulletAmbientFluid/btFluidLevelsOfDetail.h"
#include "BulletAmbientFluid/btFluidRegions.h"
#include "AmbientFluid/Body/DrivenShape.h"
#include "AmbientFluid/Body/ShapeClock.h"
#include "AmbientFluid/Body/FluidBody.h"
#include "AmbientFluid/Math/Requirements.h"
#include "BulletAmbientFluid/RigidBody/btFluidContactCorrection.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Base/btFluidHostScheduler.h"
#include "BulletAmbientFluid/Base/btFluidLog.h"
#include "BulletAmbientFluid/Media/btFluidMediumMap.h"
#include "BulletAmbientFluid/Shapes/btFluidModelCache.h"
#include "BulletAmbientFluid/MultiBody/btFluidWetMultiBodies.h"
#include "BulletAmbientFluid/World/btFluidRigidBodies.h"
#include "BulletAmbientFluid/Base/btFluidSealedState.h"
#include "BulletAmbientFluid/Base/btFluidStateRecords.h"
#include "BulletAmbientFluid/World/btFluidMoveObjects.h"
#include "BulletAmbientFluid/World/btFluidWetBodies.h"

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <LinearMath/btIDebugDraw.h>
#include <LinearMath/btQuickprof.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace
{
constexpr std::uint32_t kStateMagic = 0xf1d50010u;  ///< first bytes of a state; last two digits: version of the format

ambient::ForceSet forcesOf(const btFluidAction::btFluidActionConstructionInfo& info)
{
	ambient::ForceSet forces = info.m_forces;
	if (info.m_isSingle) forces.setSingle(true);
	return forces;
}

/// Whether a wet body that was stopped may be deleted by now.
bool isOutside(const btFluidBody* wet) { return wet && !wet->isInWorld(); }
}  // namespace

btFluidAction::btFluidAction(btDynamicsWorld* world) : btFluidAction(world, btFluidActionConstructionInfo()) {}

btFluidAction::btFluidAction(btDynamicsWorld* world, const btFluidActionConstructionInfo& info)
	: m_world(world),
	  m_info(info),
	  m_log(std::make_unique<btFluidLog>(info.m_log)),
	  m_media(std::make_unique<btFluidMediumMap>(world)),
	  m_models(std::make_unique<btFluidModelCache>())
{
	if (!world) throw std::invalid_argument("btFluidAction: the world is null");
	if (!(info.m_integrator.tolerance > 0.0) || !(info.m_integrator.maxSubstep > 0.0))
		throw std::invalid_argument("btFluidAction: the integrator's tolerance and longest substep must be positive");
	ambient::requireNotNegative(double(info.m_sleepingSpeed), "btFluidAction: the sleeping speed [m/s]");
	btFluidUseTaskScheduler();
	const auto log = [this](const std::string& line) { m_log->report(line); };
	m_bodies = std::make_unique<btFluidRigidBodies>(*world, *m_media, forcesOf(info), info.m_integrator,
	                                                double(info.m_sleepingSpeed), info.m_makesWaves, log);
	m_drawOptions = std::make_unique<btFluidDebugDrawOptions>();
	m_multiBodies = std::make_unique<btFluidWetMultiBodies>(world, *m_media, log);
	m_regions = std::make_unique<btFluidRegions>(*m_media, *m_bodies, *m_multiBodies, *m_log);
	m_wetBodies = std::make_unique<btFluidWetBodies>(*m_bodies, *m_multiBodies);
	m_levels = std::make_unique<btFluidLevelsOfDetail>(*m_bodies, *m_log);
	setModelCacheFolder(info.m_modelCacheFolder);
}

btFluidAction::~btFluidAction() { removeAllBodies(); }

void btFluidAction::setMedium(const ambient::UniformMedium& medium)
{
	setMedium(std::make_shared<ambient::UniformMedium>(medium));
}

void btFluidAction::setMedium(std::shared_ptr<const ambient::FluidMedium> medium)
{
	if (medium) ambient::requireValid(medium->sample(ambient::Vector3::Zero(), m_time));
	m_regions->setMediumOutside(std::move(medium));
}

const std::shared_ptr<const ambient::FluidMedium>& btFluidAction::getMedium() const { return m_media->own(); }

void btFluidAction::addBody(btRigidBody* body, std::shared_ptr<const ambient::FluidBodyModel> model,
                            const btTransform& bodyFromMesh)
{
	addBody(body, ambient::FluidBody{std::move(model), btFluidPose(bodyFromMesh), {}, nullptr});
}

void btFluidAction::addBody(btRigidBody* body, ambient::FluidBody shape)
{
	if (!shape.model) throw std::invalid_argument("btFluidAction::addBody: the model is null");
	m_media->look();
	m_bodies->add(body, std::move(shape), m_time, getMode());
	m_levels->takeNewBody(body);
	m_log->deliver();
}

void btFluidAction::addBody(btRigidBody* body, const btFluidMeshOptions& options)
{
	if (!body) throw std::invalid_argument("btFluidAction::addBody: the body is null");
	if (!body->getCollisionShape()) throw std::invalid_argument("btFluidAction::addBody: the body has no shape");
	std::vector<std::string> lines;
	const std::shared_ptr<const ambient::FluidBodyModel> model =
		m_models->modelOf(*body->getCollisionShape(), options, lines);
	if (!m_bodies->find(body) && !body->isStaticOrKinematicObject())
		for (const std::string& doubt : btFluidDoubtsAbout(*body, *model)) lines.push_back(doubt);
	addBody(body, model);
	for (const std::string& line : lines) m_log->report("body " + std::to_string(getNumBodies() - 1) + " " + line);
	m_log->deliver();
}

void btFluidAction::setModelCacheFolder(const std::string& folder)
{
	m_models->keepIn(folder, [this](const std::string& line) { m_log->report(line); });
}

btFluidShapeDrive* btFluidAction::addBody(btRigidBody* body, std::shared_ptr<const ambient::DeformingModel> shape)
{
	if (!shape) throw std::invalid_argument("btFluidAction::addBody: the shape is null");
	auto played = std::make_shared<ambient::PlayedShape>(shape);
	played->setClock({m_time, shape->firstPhase(), 0.0, 0.0, 0.0});
	btFluidShapeDrive* const drive = addDriven(body, shape->body(), std::move(played));
	drive->setSpeed(1);
	return drive;
}

btFluidShapeDrive* btFluidAction::addBody(btRigidBody* body, std::shared_ptr<const ambient::AmplitudeModel> shape)
{
	if (!shape) throw std::invalid_argument("btFluidAction::addBody: the shape is null");
	return addDriven(body, shape->body(), std::make_shared<ambient::DrivenShape>(shape));
}

template <class Shape>
btFluidShapeDrive* btFluidAction::addDriven(btRigidBody* body, ambient::FluidBody wet, std::shared_ptr<Shape> shape)
{
	if (!body) throw std::invalid_argument("btFluidAction::addBody: the body is null");
	constexpr double kSameMass = 1e-4;
	const double mass = body->getInvMass() > 0 ? 1.0 / double(body->getInvMass()) : 0.0;
	if (!(std::abs(mass - wet.mass()) <= kSameMass * wet.mass()))
		throw std::invalid_argument("btFluidAction::addBody: the rigid body has a mass of " + std::to_string(mass) +
		                            " kg, its shape one of " + std::to_string(wet.mass()) + " kg");
	wet.deformation = shape;
	addBody(body, std::move(wet));
	btFluidRigidBody& added = *m_bodies->find(body);
	added.setDrive(std::move(shape));
	return added.getDrive();
}

void btFluidAction::removeBody(btRigidBody* body)
{
	m_bodies->remove(body);
	m_log->deliver();
}

void btFluidAction::removeAllBodies() { m_bodies->removeAll(); }

void btFluidAction::addMultiBody(btMultiBody* multiBody, const std::vector<btFluidLinkModel>& links,
                                 const btFluidMultiBodyOptions& options)
{
	m_media->look();
	m_multiBodies->add(multiBody, links, m_bodies->settings().m_forces, m_time, options);
	m_log->deliver();
}

void btFluidAction::addMultiBody(btMultiBody* multiBody, const btFluidMeshOptions& meshes,
                                 const btFluidMultiBodyOptions& options)
{
	if (!multiBody) throw std::invalid_argument("btFluidAction::addMultiBody: the multi-body is null");
	std::vector<std::string> notes;
	const auto modelOf = [&](const btCollisionShape& shape) { return m_models->modelOf(shape, meshes, notes); };
	addMultiBody(multiBody, btFluidLinkModelsOf(*multiBody, modelOf), options);
	for (const std::string& note : notes)
		m_log->report("multi-body " + std::to_string(m_multiBodies->size() - 1) + " " + note);
	m_log->deliver();
}

void btFluidAction::addMultiBody(btMultiBody* multiBody, const std::vector<btFluidLinkModel>& links)
{
	addMultiBody(multiBody, links, btFluidMultiBodyOptions());
}

void btFluidAction::addMultiBody(btMultiBody* multiBody, const btFluidMeshOptions& meshes)
{
	addMultiBody(multiBody, meshes, btFluidMultiBodyOptions());
}

btFluidMultiBodies& btFluidAction::getFluidMultiBodies() const { return *m_multiBodies; }

void btFluidAction::removeMultiBody(btMultiBody* multiBody) { m_multiBodies->remove(multiBody); }

btFluidAction::operator btFluidSolvedBodies&() { return *m_wetBodies; }

btFluidSolveMode btFluidAction::getMode() const { return m_wetBodies->mode(); }

void btFluidAction::setStream(const btRigidBody* body, const ambient::Vector3& velocity)
{
	ambient::requireFinite(velocity, "btFluidAction::setStream: the velocity");
	ambient::requireThat(velocity.norm() <= 3e8,
	                     "btFluidAction::setStream: the speed [m/s] must be below that of light", velocity.norm());
	m_bodies->require(body, "btFluidAction::setStream").setStream(velocity);
}

int btFluidAction::getNumBodies() const { return m_bodies->size(); }

const btFluidBody& btFluidAction::getFluidBody(int index) const { return *m_bodies->entries()[size_t(index)].m_body; }

const btFluidBody* btFluidAction::getFluidBody(const btRigidBody* body) const
{
	const btFluidRigidBody* const wet = m_bodies->find(body);
	return wet && wet->findPlace() != btFluidRigidBody::REPLACED ? wet : nullptr;
}

btVector3 btFluidAction::getLinearVelocity(const btRigidBody* body) const
{
	const btFluidBody* wet = getFluidBody(body);
	if (wet && wet->isHealthy()) return btFluidVector(wet->getVelocity().linear);
	return isOutside(wet) ? btVector3(0, 0, 0) : body->getLinearVelocity();
}

btVector3 btFluidAction::getAngularVelocity(const btRigidBody* body) const
{
	const btFluidBody* wet = getFluidBody(body);
	if (wet && wet->isHealthy()) return btFluidVector(wet->getVelocity().angular);
	return isOutside(wet) ? btVector3(0, 0, 0) : body->getAngularVelocity();
}

btFluidRigidBody* btFluidAction::findMoving(const btRigidBody* body) const
{
	btFluidRigidBody* const wet = m_bodies->find(body);
	return wet && wet->isHealthy() && wet->isInWorld() && !body->isStaticOrKinematicObject() ? wet : nullptr;
}

void btFluidAction::setLinearVelocity(btRigidBody* body, const btVector3& velocity)
{
	const ambient::Vector3 linear = btFluidVector(velocity);
	ambient::requireFinite(linear, "btFluidAction::setLinearVelocity: the velocity");
	if (btFluidRigidBody* const wet = findMoving(body)) return wet->setVelocity(&linear, nullptr);
	body->setLinearVelocity(velocity);
	body->activate();
}

void btFluidAction::setAngularVelocity(btRigidBody* body, const btVector3& velocity)
{
	const ambient::Vector3 angular = btFluidVector(velocity);
	ambient::requireFinite(angular, "btFluidAction::setAngularVelocity: the velocity");
	if (btFluidRigidBody* const wet = findMoving(body)) return wet->setVelocity(nullptr, &angular);
	body->setAngularVelocity(velocity);
	body->activate();
}

void btFluidAction::acceptImpulses(btRigidBody* body)
{
	if (btFluidRigidBody* const wet = findMoving(body)) wet->setVelocity(nullptr, nullptr);
	body->activate();
}

ambient::FluidReadout btFluidAction::getReadout(const btRigidBody* body) const
{
	const btFluidBody& wet = m_bodies->require(body, "btFluidAction::getReadout");
	return ambient::readOut(wet.motion(), wet.state());
}

void btFluidAction::updateAction(btCollisionWorld* collisionWorld, btScalar timeStep)
{
	BT_PROFILE("btFluidAction");
	m_media->look();
	m_bodies->look();
	m_levels->choose();
	m_bodies->step(*collisionWorld, double(timeStep));
	m_multiBodies->step(double(timeStep), m_bodies->settings().m_sleepingSpeed);
	m_time += double(timeStep);
	m_wetBodies->takeMode(*m_world, m_info.m_announceMode ? m_log.get() : nullptr);
	if (m_bodies->reportBodies()) btFluidForgetNonFiniteImpulses(collisionWorld->getDispatcher());
	m_log->deliver();
}

void btFluidAction::moveWorld(const ambient::Vector3& offset)
{
	ambient::requireFinite(offset, "btFluidAction::moveWorld: the offset [m]");
	m_media->look();
	m_bodies->look();
	const std::vector<unsigned char> state = saveState();
	std::vector<std::function<void()>> ends;
	for (const std::weak_ptr<const btFluidMove>& follower : m_followers)
		if (const auto move = follower.lock()) ends.push_back((*move)(offset));
	btFluidMoveObjects(*m_world, offset);
	m_media->move(offset);
	m_origin += offset;
	restoreState(state);
	for (const std::function<void()>& end : ends) end();
	m_log->deliver();
}

void btFluidAction::followMoves(const std::shared_ptr<const btFluidMove>& follower)
{
	const auto isGone = [](const std::weak_ptr<const btFluidMove>& one) { return one.expired(); };
	m_followers.erase(std::remove_if(m_followers.begin(), m_followers.end(), isGone), m_followers.end());
	m_followers.push_back(follower);
}

std::vector<unsigned char> btFluidAction::saveState() const
{
	btFluidStateWriter out;
	btFluidBeginState(out, kStateMagic);
	out.write(std::uint32_t(m_bodies->size()));
	out.write(std::uint32_t(m_media->regions().size()));
	out.write(m_time);
	btFluidRecords::write(out, m_origin);
	out.write(getMode() == BT_FLUID_EXACT);
	m_bodies->save(out);
	m_multiBodies->save(out);
	return btFluidEndState(out);
}

void btFluidAction::restoreState(const std::vector<unsigned char>& state)
{
	m_media->look();
	const btFluidStateReader start = btFluidOpenState(state, kStateMagic, "btFluidAction::restoreState");
	for (const bool apply : {false, true})  // the first pass validates all data before the second changes anything
	{
		btFluidStateReader in = start;
		const std::uint32_t count = in.read<std::uint32_t>();
		if (count != size_t(m_bodies->size()))
			throw std::invalid_argument("btFluidAction::restoreState: the state has " + std::to_string(count) +
			                            " bodies, the action has " + std::to_string(m_bodies->size()));
		if (in.read<std::uint32_t>() != m_media->regions().size())
			throw std::invalid_argument("btFluidAction::restoreState: the action has other regions than the state");
		const double time = in.read<double>();
		in.setOffset(m_origin - btFluidRecords::readVector(in));
		const btFluidSolveMode mode = in.read<bool>() ? BT_FLUID_EXACT : BT_FLUID_DROP_IN;
		m_bodies->load(in, apply);
		m_multiBodies->load(in, apply);
		btFluidCloseState(in);
		if (!apply) continue;
		m_time = time;
		m_wetBodies->setMode(mode);
	}
}

void btFluidAction::debugDraw(btIDebugDraw* debugDrawer)
{
	m_bodies->look();
	m_media->look();
	for (int i = 0; (m_drawOptions->m_flags & BT_FLUID_DRAW_REGIONS) && i < m_regions->size(); ++i)
		if (m_media->isPresent(i)) btFluidDrawRegion(m_regions->at(i), *debugDrawer);
	for (const btFluidRigidBodies::Entry& entry : m_bodies->entries())
	{
		try
		{
			if (entry.m_isPresent && entry.m_body->isHealthy())
				btFluidDrawBody(entry.m_body->motion(), entry.m_body->state(), *m_drawOptions, *debugDrawer);
		}
		catch (...)
		{
			// The user's medium threw an exception: nothing is drawn; the next step reports the exception.
		}
	}
}
