// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidCoupling.h"

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <LinearMath/btIDebugDraw.h>
#include <LinearMath/btQuickprof.h>

#include <algorithm>
#include <exception>

namespace
{
constexpr double kWakingSpeed = 0.1;  // [m/s]

/// Inertia of a mover in world axes, times a twist.
ambient::Momentum momentumOf(const ambient::CoupledMover& mover, const ambient::Quaternion& worldFromBody,
                             const ambient::Twist& twist)
{
	return rotated(worldFromBody, mover.inertia * rotated(worldFromBody.conjugate(), twist));
}
}  // namespace

btFluidCoupling::btFluidCoupling(btFluidAction& fluid) : btFluidCoupling(fluid, btFluidCouplingConstructionInfo()) {}

btFluidCoupling::btFluidCoupling(btFluidAction& fluid, const btFluidCouplingConstructionInfo& info)
	: m_fluid(fluid), m_info(info), m_groups(ambient::CouplingPrecision::Single, info.m_reach)
{
}

btFluidCoupling::~btFluidCoupling() = default;

void btFluidCoupling::addWall(const btVector3& normal, btScalar constant)
{
	std::vector<ambient::MirrorPlane> walls = m_walls;
	walls.push_back({btFluidVector(normal), double(constant)});
	m_groups.setWalls(walls);
	m_walls = std::move(walls);
}

void btFluidCoupling::setCoupled(const btRigidBody* body, bool coupled)
{
	if (coupled)
		m_uncoupled.erase(body);
	else
		m_uncoupled.insert(body);
}

ambient::Wrench btFluidCoupling::getCouplingWrench(const btRigidBody* body) const
{
	const auto found = std::find_if(m_coupled.begin(), m_coupled.end(),
	                                [body](const Coupled& coupled) { return coupled.m_body == body; });
	return found != m_coupled.end() ? found->m_wrench : ambient::Wrench();
}

const ambient::CouplingShape* btFluidCoupling::shapeOf(const std::shared_ptr<const ambient::FluidBodyModel>& model)
{
	const auto found = m_shapes.find(model);
	if (found != m_shapes.end()) return found->second.get();
	std::shared_ptr<const ambient::CouplingShape> shape;
	try
	{
		shape = ambient::CouplingShape::build(model->mesh(), {m_info.m_faces, m_info.m_degree});
	}
	catch (const std::invalid_argument&)
	{
		// Too thin a body, which causes hardly any flow: it stays uncoupled.
	}
	return m_shapes.emplace(model, shape).first->second.get();
}

bool btFluidCoupling::read(const btFluidBody& wet, ambient::GroupedMover& grouped)
{
	const btRigidBody& body = *wet.getRigidBody();
	const ambient::FluidBody& fluidBody = wet.motion().body();
	const auto& medium = wet.getMedium();
	if (!wet.isHealthy() || !medium || medium->divided() || fluidBody.deformation || wet.motion().lockedAxes().any() ||
	    m_uncoupled.count(&body) || body.isStaticOrKinematicObject())
		return false;
	const ambient::FluidBodyState& state = wet.state();
	grouped.density = medium->sample(state.worldFromBody.position, state.time).density;
	if (!(grouped.density > 0.0)) return false;
	ambient::CoupledMover& mover = grouped.mover;
	mover.shape = shapeOf(fluidBody.model);
	mover.bodyFromMesh = fluidBody.bodyFromMesh;
	mover.worldFromBody = state.worldFromBody;
	mover.inertia = fluidBody.bodyInertia + fluidBody.addedMass(grouped.density);
	mover.momentum = state.momentum;
	mover.isPrescribed = !body.isActive();
	const auto drift = m_drifts.find(&body);
	if (drift != m_drifts.end()) mover.drift = drift->second;
	return mover.shape != nullptr;
}

void btFluidCoupling::collect(const btCollisionWorld& world)
{
	m_movers.clear();
	m_coupled.clear();
	const btCollisionObjectArray& objects = world.getCollisionObjectArray();
	for (int i = 0; i < objects.size(); ++i)
	{
		btRigidBody* body = btRigidBody::upcast(objects[i]);
		const btFluidBody* wet = body ? m_fluid.getFluidBody(body) : nullptr;
		ambient::GroupedMover grouped;
		if (!wet || !wet->isMarked() || !read(*wet, grouped)) continue;
		m_movers.push_back(grouped);
		m_coupled.push_back({body, wet, ambient::Wrench()});
	}
}

void btFluidCoupling::updateAction(btCollisionWorld* collisionWorld, btScalar timeStep)
{
	BT_PROFILE("btFluidCoupling");
	try
	{
		collect(*collisionWorld);
		kick(double(timeStep));
		wakeNeighbours();
	}
	catch (const std::exception&)
	{
		// A state that is not finite, or a user's medium that threw: the fluid reports it in its next step.
		m_coupled.clear();
		m_drifts.clear();
	}
}

void btFluidCoupling::kick(double timeStep)
{
	std::vector<ambient::GroupedMover> moved = m_movers;
	m_groups.kick(moved, timeStep);
	m_drifts.clear();
	for (const std::vector<int>& group : m_groups.groups())
		for (const int member : group)
		{
			const size_t i = size_t(member);
			if (m_movers[i].mover.isPrescribed) continue;
			apply(m_movers[i].mover, moved[i].mover, m_coupled[i], timeStep);
			m_drifts[m_coupled[i].m_body] = moved[i].mover.drift;
		}
}

void btFluidCoupling::apply(const ambient::CoupledMover& before, const ambient::CoupledMover& after, Coupled& coupled,
                            double timeStep)
{
	btRigidBody& body = *coupled.m_body;
	const ambient::Momentum change = after.momentum - before.momentum;
	ambient::Momentum impulse = change;
	if (coupled.m_wet->getMode() == BT_FLUID_EXACT)
	{
		// A body that was turned keeps its velocity there, but is to keep its momentum.
		const ambient::Quaternion &from = before.worldFromBody.orientation, &to = after.worldFromBody.orientation;
		const ambient::Vector6 inBody =
			before.inertia.matrix().llt().solve(rotated(from.conjugate(), before.momentum).vector());
		impulse = after.momentum - momentumOf(before, to, rotated(from, ambient::Twist(inBody)));
	}
	coupled.m_wrench = {change.angular / timeStep, change.linear / timeStep};
	body.setCenterOfMassTransform(btFluidTransform(after.worldFromBody));
	body.applyCentralImpulse(btFluidVector(impulse.linear));
	body.applyTorqueImpulse(btFluidVector(impulse.angular));
}

void btFluidCoupling::wakeNeighbours()
{
	for (const std::vector<int>& group : m_groups.groups())
	{
		const auto isFast = [this](int member)
		{
			const Coupled& coupled = m_coupled[size_t(member)];
			return coupled.m_body->isActive() && coupled.m_wet->getVelocity().linear.norm() > kWakingSpeed;
		};
		if (std::none_of(group.begin(), group.end(), isFast)) continue;
		for (const int member : group) m_coupled[size_t(member)].m_body->activate();
	}
}

void btFluidCoupling::debugDraw(btIDebugDraw* debugDrawer)
{
	constexpr double kLengthPerAcceleration = 0.1;  // [m per m/s^2]
	for (const Coupled& coupled : m_coupled)
	{
		const btVector3 from = coupled.m_body->getCenterOfMassPosition();
		const btScalar scale = btScalar(kLengthPerAcceleration) * coupled.m_body->getInvMass();
		debugDrawer->drawLine(from, from + scale * btFluidVector(coupled.m_wrench.linear), btVector3(1, 0, 1));
	}
}
