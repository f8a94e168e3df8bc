// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidCoupling.h"

#include "BulletAmbientFluid/Coupling/btFluidCoupledFlow.h"

btFluidCoupling::btFluidCoupling(btFluidAction& fluid) : btFluidCoupling(fluid, btFluidCouplingConstructionInfo()) {}

btFluidCoupling::btFluidCoupling(btFluidAction& fluid, const btFluidCouplingConstructionInfo& info)
	: m_flow(std::make_unique<btFluidCoupledFlow>(
		  fluid, btFluidCoupledFlow::Options{info.m_reach, {info.m_faces, info.m_degree}, info.m_drag}))
{
}

btFluidCoupling::~btFluidCoupling() = default;

void btFluidCoupling::addWall(const btVector3& normal, btScalar constant) { m_flow->addWall(normal, constant); }

void btFluidCoupling::addObstacle(const btCollisionObject* object, const ambient::TriangleMesh& mesh)
{
	m_flow->addObstacle(object, mesh);
}

void btFluidCoupling::addObstacle(const btCollisionObject* object, const ambient::TriangleMesh& mesh,
                                  const ambient::CouplingShapeOptions& options)
{
	m_flow->addObstacle(object, mesh, options);
}

void btFluidCoupling::removeObstacle(const btCollisionObject* object) { m_flow->removeObstacle(object); }

void btFluidCoupling::setCoupled(const btRigidBody* body, bool coupled) { m_flow->setCoupled(body, coupled); }

void btFluidCoupling::setCoupled(const btMultiBody* multiBody, bool coupled) { m_flow->setCoupled(multiBody, coupled); }

int btFluidCoupling::getNumGroups() const { return m_flow->getNumGroups(); }

int btFluidCoupling::getNumWeakenedGroups() const { return m_flow->getNumWeakenedGroups(); }

ambient::Wrench btFluidCoupling::getCouplingWrench(const btRigidBody* body) const
{
	return m_flow->getCouplingWrench(body);
}

std::vector<unsigned char> btFluidCoupling::saveState() const { return m_flow->saveState(); }

void btFluidCoupling::restoreState(const std::vector<unsigned char>& state) { m_flow->restoreState(state); }

void btFluidCoupling::updateAction(btCollisionWorld* collisionWorld, btScalar timeStep)
{
	m_flow->updateAction(collisionWorld, timeStep);
}

void btFluidCoupling::debugDraw(btIDebugDraw* debugDrawer) { m_flow->debugDraw(debugDrawer); }
