// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluid/btAmbientFluidCommon.h"
#include "BulletAmbientFluid/btFluidMultiBodyConstraintSolver.h"
#include "BulletTolerance.h"
#include "TestSupport.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <btBulletDynamicsCommon.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace test {

/// A world of multi-bodies with a fluid action. It owns its bodies.
class MultiBodyWorld {
  public:
    /// \param solver made by the caller with a null action; null: a btFluidMultiBodyConstraintSolver
    explicit MultiBodyWorld(const btVector3& gravity, std::unique_ptr<btMultiBodyConstraintSolver> solver = nullptr,
                            const ambient::ForceSet& forces = ambient::ForceSet::named("default"))
        : m_dispatcher(&m_configuration), m_solver(std::move(solver)),
          m_world(&m_dispatcher, &m_broadphase, &m_stockSolver, &m_configuration) {
        m_world.setGravity(gravity);
        btFluidAction::btFluidActionConstructionInfo info;
        info.m_log = [this](const std::string& line) { log.push_back(line); };
        info.m_announceMode = false;
        info.m_forces = forces;
        m_fluid = std::make_unique<btFluidAction>(&m_world, info);
        m_world.addAction(m_fluid.get());
        if (!m_solver) {
            auto fluidSolver = std::make_unique<btFluidMultiBodyConstraintSolver>(*m_fluid);
            m_solver = std::move(fluidSolver);
        } else if (auto* fluidSolver = dynamic_cast<btFluidMultiBodyConstraintSolver*>(m_solver.get())) {
            fluidSolver->addBodies(*m_fluid);
        }
        m_world.setMultiBodyConstraintSolver(m_solver.get());
    }

    ~MultiBodyWorld() {
        m_fluid->removeAllBodies();
        for (auto& multiBody : multiBodies)
            m_fluid->removeMultiBody(multiBody.get());
        m_world.removeAction(m_fluid.get());
        for (auto& collider : colliders)
            m_world.removeCollisionObject(collider.get());
        for (auto& body : rigidBodies)
            m_world.removeRigidBody(body.get());
        for (auto& multiBody : multiBodies)
            m_world.removeMultiBody(multiBody.get());
    }

    MultiBodyWorld(const MultiBodyWorld&) = delete;
    MultiBodyWorld& operator=(const MultiBodyWorld&) = delete;

    btMultiBodyDynamicsWorld& world() { return m_world; }
    btFluidAction& fluid() { return *m_fluid; }

    /// Adds a chain of `links` links beside its base, all solids of `shape` with half lengths `reach` along x, with
    /// hinges about y and z by turns; the caller calls addToWorld().
    btMultiBody* addChain(btCollisionShape* shape, btScalar mass, btScalar reach, int links, bool hasFixedBase) {
        btVector3 inertia;
        shape->calculateLocalInertia(mass, inertia);
        multiBodies.push_back(std::make_unique<btMultiBody>(links, mass, inertia, hasFixedBase, true));
        btMultiBody* chain = multiBodies.back().get();
        for (int i = 0; i < links; ++i)
            chain->setupRevolute(i, mass, inertia, i - 1, btQuaternion::getIdentity(),
                                 i % 2 == 0 ? btVector3(0, 1, 0) : btVector3(0, 0, 1), btVector3(reach, 0, 0),
                                 btVector3(reach, 0, 0), true);
        chain->finalizeMultiDof();
        return chain;
    }

    /// Adds a multi-body to the world, with one collider of `shape` per link; null: none.
    void addToWorld(btMultiBody* multiBody, btCollisionShape* shape) {
        m_world.addMultiBody(multiBody);
        btAlignedObjectArray<btQuaternion> rotations;
        btAlignedObjectArray<btVector3> origins;
        multiBody->forwardKinematics(rotations, origins);
        for (int i = -1; shape && i < multiBody->getNumLinks(); ++i) {
            colliders.push_back(std::make_unique<btMultiBodyLinkCollider>(multiBody, i));
            btMultiBodyLinkCollider* collider = colliders.back().get();
            collider->setCollisionShape(shape);
            const bool isStatic = i < 0 && multiBody->hasFixedBase();
            m_world.addCollisionObject(collider,
                                       isStatic ? btBroadphaseProxy::StaticFilter : btBroadphaseProxy::DefaultFilter,
                                       isStatic ? btBroadphaseProxy::AllFilter ^ btBroadphaseProxy::StaticFilter
                                                : btBroadphaseProxy::AllFilter);
            if (isStatic)
                collider->setCollisionFlags(collider->getCollisionFlags() | btCollisionObject::CF_STATIC_OBJECT);
            if (i < 0)
                multiBody->setBaseCollider(collider);
            else
                multiBody->getLink(i).m_collider = collider;
        }
        multiBody->updateCollisionObjectWorldTransforms(rotations, origins);
    }

    btRigidBody* addRigidBody(btCollisionShape* shape, btScalar mass, const btVector3& position) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape->calculateLocalInertia(mass, inertia);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, inertia);
        info.m_startWorldTransform.setOrigin(position);
        rigidBodies.push_back(std::make_unique<btRigidBody>(info));
        m_world.addRigidBody(rigidBodies.back().get());
        return rigidBodies.back().get();
    }

    void run(double seconds, double step) {
        const int count = static_cast<int>(seconds / step + 0.5);
        for (int i = 0; i < count; ++i)
            m_world.stepSimulation(btScalar(step), 0, btScalar(step));
    }

    std::vector<std::string> log;
    std::vector<std::unique_ptr<btMultiBody>> multiBodies;
    std::vector<std::unique_ptr<btMultiBodyLinkCollider>> colliders;
    std::vector<std::unique_ptr<btRigidBody>> rigidBodies;

  private:
    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher;
    btDbvtBroadphase m_broadphase;
    btMultiBodyConstraintSolver m_stockSolver;
    std::unique_ptr<btMultiBodyConstraintSolver> m_solver;
    btMultiBodyDynamicsWorld m_world;
    std::unique_ptr<btFluidAction> m_fluid;
};

} // namespace test
