// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidAction.h"

#include "BulletAmbientFluid/btFluidContactCorrection.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btIDebugDraw.h>
#include <LinearMath/btQuickprof.h>

#include <cstdio>
#include <stdexcept>

namespace
{
/// One arrow per force term; an arrow as long as the body stands for the body's weight at 1 g.
void drawForces(const btFluidBody& body, btIDebugDraw& debugDrawer)
{
	static const btVector3 kColors[] = {btVector3(btScalar(0.90), btScalar(0.62), btScalar(0.00)),
	                                    btVector3(btScalar(0.34), btScalar(0.71), btScalar(0.91)),
	                                    btVector3(btScalar(0.00), btScalar(0.62), btScalar(0.45)),
	                                    btVector3(btScalar(0.80), btScalar(0.47), btScalar(0.65))};
	const ambient::KirchhoffEquations& equations = body.equations();
	ambient::Wrench terms[ambient::KirchhoffEquations::kMaxTerms];
	equations.termWrenches(body.state(), terms);
	const double scale = equations.body().model->length() / (9.81 * equations.body().mass());
	const btVector3 from = btFluidVector(body.state().worldFromBody.position);
	for (int i = 0; i < equations.forces().size(); ++i)
		debugDrawer.drawLine(from, from + btFluidVector(scale * terms[i].linear), kColors[i % 4]);
}
}  // namespace

btFluidAction::btFluidAction(btDynamicsWorld* world) : btFluidAction(world, btFluidActionConstructionInfo()) {}

btFluidAction::btFluidAction(btDynamicsWorld* world, const btFluidActionConstructionInfo& info)
	: m_world(world), m_info(info), m_time(0.0)
{
	if (!world) throw std::invalid_argument("btFluidAction: the world is null");
	if (!(info.m_integrator.tolerance > 0.0))
		throw std::invalid_argument("btFluidAction: the integrator's tolerance must be positive");
}

btFluidAction::~btFluidAction() { removeAllBodies(); }

void btFluidAction::setMedium(const ambient::UniformMedium& medium)
{
	setMedium(std::make_shared<ambient::UniformMedium>(medium));
}

void btFluidAction::setMedium(std::shared_ptr<const ambient::FluidMedium> medium)
{
	m_medium = std::move(medium);
	for (auto& body : m_bodies) body->setMedium(m_medium);
}

void btFluidAction::addBody(btRigidBody* body, std::shared_ptr<const ambient::FluidBodyModel> model,
                            const btTransform& bodyFromMesh)
{
	if (!model) throw std::invalid_argument("btFluidAction::addBody: the model is null");
	if (body && find(body)) throw std::invalid_argument("btFluidAction::addBody: the body is in the fluid already");
	m_bodies.push_back(std::make_unique<btFluidBody>(body, std::move(model), btFluidPose(bodyFromMesh), m_medium,
	                                                 m_info.m_forces, m_time));
	m_bodyOf.insert(btHashPtr(body), m_bodies.back().get());
}

void btFluidAction::removeBody(btRigidBody* body)
{
	btFluidBody* wet = find(body);
	if (!wet) return;
	m_bodyOf.remove(btHashPtr(body));
	for (size_t i = 0; i < m_bodies.size(); ++i)
		if (m_bodies[i].get() == wet)
		{
			m_bodies.erase(m_bodies.begin() + long(i));
			return;
		}
}

void btFluidAction::removeAllBodies()
{
	m_bodyOf.clear();
	m_bodies.clear();
}

btFluidBody* btFluidAction::find(const btRigidBody* body) const
{
	btFluidBody* const* wet = m_bodyOf.find(btHashPtr(body));
	return wet ? *wet : nullptr;
}

const btFluidBody* btFluidAction::getFluidBody(const btRigidBody* body) const { return find(body); }

btVector3 btFluidAction::getLinearVelocity(const btRigidBody* body) const
{
	const btFluidBody* wet = find(body);
	if (!wet || !wet->isHealthy()) return body->getLinearVelocity();
	return btFluidVector(wet->equations().twistInWorld(wet->state()).linear);
}

btVector3 btFluidAction::getAngularVelocity(const btRigidBody* body) const
{
	const btFluidBody* wet = find(body);
	if (!wet || !wet->isHealthy()) return body->getAngularVelocity();
	return btFluidVector(wet->equations().twistInWorld(wet->state()).angular);
}

void btFluidAction::updateAction(btCollisionWorld* collisionWorld, btScalar timeStep)
{
	BT_PROFILE("btFluidAction");
	btFluidCorrectContacts(collisionWorld->getDispatcher(), [this](const btRigidBody* body) { return find(body); });
	stepBodies(double(timeStep));
	m_time += double(timeStep);
}

void btFluidAction::stepBodies(double timeStep)
{
	// A solve writes both velocities back, and with split impulse the transform too: each bumps the revision.
	const int solverRevisions = m_world->getSolverInfo().m_splitImpulse ? 3 : 2;
	const int count = getNumBodies();
#pragma omp parallel for schedule(dynamic) if (count > 1)
	for (int i = 0; i < count; ++i)
		m_bodies[size_t(i)]->step(timeStep, solverRevisions, m_info.m_integrator, double(m_info.m_sleepingSpeed));
	for (int i = 0; i < count; ++i)
		if (m_bodies[size_t(i)]->takeUnreportedFailure())
			report("body " + std::to_string(i) + " (user index " +
			       std::to_string(m_bodies[size_t(i)]->getRigidBody()->getUserIndex()) +
			       ") was stopped and left the fluid: " + m_bodies[size_t(i)]->failure());
}

void btFluidAction::debugDraw(btIDebugDraw* debugDrawer)
{
	for (const auto& body : m_bodies)
	{
		try
		{
			if (body->isHealthy()) drawForces(*body, *debugDrawer);
		}
		catch (const std::exception&)
		{
			// A user's medium threw: there is nothing to draw, and the next step reports it.
		}
	}
}

void btFluidAction::report(const std::string& line) const
{
	if (m_info.m_log)
		m_info.m_log(line);
	else
		std::fprintf(stderr, "btFluidAction: %s\n", line.c_str());
}
