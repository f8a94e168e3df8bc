// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Coupling/btFluidCoupledFlow.h"

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBody.h"
#include "BulletAmbientFluid/World/btFluidWetBodies.h"

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <LinearMath/btIDebugDraw.h>
#include <LinearMath/btQuickprof.h>

#include <algorithm>
#include <stdexcept>

namespace
{
constexpr double kWakingSpeed = 0.1;  // [m/s]
}  // namespace

void btFluidCoupledFlow::addWall(const btVector3& normal, btScalar constant)
{
	std::vector<ambient::MirrorPlane> walls = m_walls;
	walls.push_back({btFluidVector(normal), double(constant)});
	setWalls(std::move(walls));
}

void btFluidCoupledFlow::moveWalls(const ambient::Vector3& offset)
{
	std::vector<ambient::MirrorPlane> walls = m_walls;
	for (ambient::MirrorPlane& wall : walls) wall.offset += wall.normal.dot(offset);
	setWalls(std::move(walls));
}

void btFluidCoupledFlow::setWalls(std::vector<ambient::MirrorPlane> walls)
{
	m_groups.setWalls(walls);
	m_solvedGroups.setWalls(walls);
	m_images = ambient::imagesBy(walls);
	m_walls = std::move(walls);
}

void btFluidCoupledFlow::addObstacle(const btCollisionObject* object, const ambient::TriangleMesh& mesh)
{
	addObstacle(object, mesh, m_options.m_mesh);
}

void btFluidCoupledFlow::addObstacle(const btCollisionObject* object, const ambient::TriangleMesh& mesh,
                                     const ambient::CouplingShapeOptions& options)
{
	if (!object) throw std::invalid_argument("btFluidCoupling::addObstacle: the object is null");
	const auto found = m_obstacles.find(object);
	if (found != m_obstacles.end() && found->second.m_object.isSame(*object))
		throw std::invalid_argument("btFluidCoupling::addObstacle: the object is an obstacle already");
	m_obstacles[object] = {btFluidWatchedObject(object), ambient::CouplingShape::build(mesh, options)};
}

void btFluidCoupledFlow::setCoupled(const btRigidBody* body, bool coupled)
{
	if (coupled)
		m_uncoupled.erase(body);
	else
		m_uncoupled[body] = btFluidWatchedObject(body);
}

bool btFluidCoupledFlow::isUncoupled(const btRigidBody& body) const
{
	const auto found = m_uncoupled.find(&body);
	return found != m_uncoupled.end() && found->second.isUsable(*m_fluid.getWorld());
}

ambient::Wrench btFluidCoupledFlow::getCouplingWrench(const btRigidBody* body) const
{
	const auto found = std::find_if(m_coupled.begin(), m_coupled.end(),
	                                [body](const Coupled& coupled) { return coupled.m_body == body; });
	return body && found != m_coupled.end() ? found->m_wrench : ambient::Wrench();
}

const ambient::CouplingShape* btFluidCoupledFlow::shapeOf(const std::shared_ptr<const ambient::FluidBodyModel>& model)
{
	const auto found = m_shapes.find(model);
	if (found != m_shapes.end()) return found->second.get();
	std::shared_ptr<const ambient::CouplingShape> shape;
	try
	{
		// The flow through a porous body is not known: it stays uncoupled.
		if (!(model->def().porosity > 0.0)) shape = ambient::CouplingShape::build(model->mesh(), m_options.m_mesh);
	}
	catch (const std::invalid_argument&)
	{
		// Too thin a body, which causes hardly any flow: it stays uncoupled.
	}
	return m_shapes.emplace(model, shape).first->second.get();
}

bool btFluidCoupledFlow::read(const btFluidBody& wet, ambient::GroupedMover& grouped, ambient::MediumSample* atBody)
{
	const btRigidBody& body = *wet.getRigidBody();
	const ambient::FluidBody& fluidBody = wet.getShape();
	const auto& medium = wet.getMedium();
	if (!wet.isHealthy() || !medium || medium->divided() || fluidBody.deformation || wet.motion().lockedAxes().any() ||
	    isUncoupled(body) || body.isStaticOrKinematicObject())
		return false;
	const ambient::FluidBodyState& state = wet.state();
	const ambient::MediumSample sample = medium->sample(state.worldFromBody.position, state.time);
	if (atBody) *atBody = sample;
	grouped.density = sample.density;
	if (!(grouped.density > 0.0)) return false;
	ambient::CoupledMover& mover = grouped.mover;
	mover.shape = shapeOf(fluidBody.model);
	mover.bodyFromMesh = fluidBody.bodyFromMesh;
	mover.worldFromBody = state.worldFromBody;
	mover.inertia = fluidBody.bodyInertia + fluidBody.addedMass(grouped.density);
	mover.momentum = state.momentum;
	mover.isPrescribed = !body.isActive();
	mover.prescribed.linear = -sample.velocity;
	const auto drift = m_drifts.find(wet.getNumber());
	if (drift != m_drifts.end()) mover.drift = drift->second;
	return mover.shape != nullptr;
}

bool btFluidCoupledFlow::read(const btCollisionObject& object, ambient::GroupedMover& grouped)
{
	const auto found = m_obstacles.find(&object);
	const auto& medium = m_fluid.getMedium();
	if (found == m_obstacles.end() || !medium || medium->divided()) return false;
	if (!found->second.m_object.find(*m_fluid.getWorld())) return false;
	ambient::CoupledMover& mover = grouped.mover;
	mover.shape = found->second.m_shape.get();
	mover.worldFromBody = btFluidPose(object.getWorldTransform());
	mover.isPrescribed = true;
	const btRigidBody* body = btRigidBody::upcast(&object);
	if (body && !body->isStaticObject())
		mover.prescribed = {btFluidVector(body->getAngularVelocity()), btFluidVector(body->getLinearVelocity())};
	const ambient::MediumSample sample = medium->sample(mover.worldFromBody.position, m_fluid.getTime());
	mover.prescribed.linear -= sample.velocity;
	grouped.density = sample.density;
	return grouped.density > 0.0;
}

void btFluidCoupledFlow::collect(const btCollisionWorld& world)
{
	m_movers.clear();
	m_coupled.clear();
	m_drags.clear();
	const btCollisionObjectArray& objects = world.getCollisionObjectArray();
	for (int i = 0; i < objects.size(); ++i)
	{
		btRigidBody* body = btRigidBody::upcast(objects[i]);
		const btFluidBody* wet = body ? m_fluid.getFluidBody(body) : nullptr;
		ambient::GroupedMover grouped;
		ambient::MediumSample medium;
		const bool isBody = wet && wet->isMarked() && read(*wet, grouped, &medium);
		if (!isBody && !read(*objects[i], grouped)) continue;
		m_movers.push_back(grouped);
		m_coupled.push_back(
			{isBody ? body : nullptr, isBody ? wet : nullptr, ambient::Wrench(), isBody ? wet->getNumber() : 0});
		if (!isBody || m_options.m_drag == ambient::DragInFlow::No) continue;
		m_coupled.back().m_drag = int(m_drags.size());
		m_drags.emplace_back(*wet, medium);
	}
	collectMultiBodies();
	for (size_t i = 0; i < m_movers.size(); ++i)  // the drags have their places now
		if (m_coupled[i].m_drag >= 0) m_movers[i].mover.drag = &m_drags[size_t(m_coupled[i].m_drag)];
}

void btFluidCoupledFlow::updateAction(btCollisionWorld* collisionWorld, btScalar timeStep)
{
	BT_PROFILE("btFluidCoupling");
	if (m_fluidLife.expired()) return;
	try
	{
		collect(*collisionWorld);
		kick(double(timeStep));
		wakeNeighbours();
	}
	catch (...)
	{
		// A state that is not finite, or a user's medium that threw: the fluid reports it in its next step.
		m_coupled.clear();
		m_drifts.clear();
		m_trees.m_drifts.clear();
	}
}

void btFluidCoupledFlow::kick(double timeStep)
{
	std::vector<ambient::GroupedMover> moved = m_movers;
	std::vector<ambient::CoupledTree> movedTrees = m_trees.m_awake;
	m_groups.kick(moved, movedTrees, timeStep);
	m_drifts.clear();
	for (const std::vector<int>& group : m_groups.groups())
		for (const int member : group)
		{
			const size_t i = size_t(member);
			const ambient::CoupledMover &before = m_movers[i].mover, &after = moved[i].mover;
			if (before.isPrescribed || before.link.tree >= 0) continue;
			const ambient::Momentum change = after.momentum - before.momentum;
			m_coupled[i].m_wrench = {change.angular / timeStep, change.linear / timeStep};
			m_fluid.getWetBodies().carry(m_coupled[i].m_body, after.worldFromBody, after.momentum);
			m_drifts[m_coupled[i].m_number] = after.drift;
		}
	carryMultiBodies(movedTrees);
}

void btFluidCoupledFlow::wakeNeighbours()
{
	for (const std::vector<int>& group : m_groups.groups())
	{
		const auto isFast = [this](int member)
		{
			const Coupled& coupled = m_coupled[size_t(member)];
			if (coupled.m_multiBody)
				return m_movers[size_t(member)].mover.link.tree >= 0 &&
				       coupled.m_multiBody->motion().twistInWorld(coupled.m_link).linear.norm() > kWakingSpeed;
			return coupled.m_body && coupled.m_body->isActive() &&
			       coupled.m_wet->getVelocity().linear.norm() > kWakingSpeed;
		};
		if (std::none_of(group.begin(), group.end(), isFast)) continue;
		for (const int member : group)
		{
			const Coupled& coupled = m_coupled[size_t(member)];
			if (coupled.m_body) coupled.m_body->activate();
			if (coupled.m_multiBody && !coupled.m_multiBody->getMultiBody()->isAwake())
				coupled.m_multiBody->getMultiBody()->wakeUp();
		}
	}
}

void btFluidCoupledFlow::debugDraw(btIDebugDraw* debugDrawer)
{
	constexpr double kLengthPerAcceleration = 0.1;  // [m per m/s^2]
	if (m_fluidLife.expired()) return;
	for (const Coupled& coupled : m_coupled)
	{
		// The body may have been removed or deleted since the step.
		const btFluidBody* const wet = coupled.m_body ? m_fluid.getFluidBody(coupled.m_body) : nullptr;
		if (!wet || wet->getNumber() != coupled.m_number || !wet->isInWorld()) continue;
		const btVector3 from = coupled.m_body->getCenterOfMassPosition();
		const btScalar scale = btScalar(kLengthPerAcceleration) * coupled.m_body->getInvMass();
		debugDrawer->drawLine(from, from + scale * btFluidVector(coupled.m_wrench.linear), btVector3(1, 0, 1));
	}
}
