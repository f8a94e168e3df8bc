// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletAmbientFluid/btAmbientFluidCommon.h"

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

namespace bench {

/// A world that owns its bodies. None of them ever sleeps. Dry until a Fluid is added.
class BulletWorld {
  public:
    /// \param solver must outlive the world; null: Bullet's own
    explicit BulletWorld(const btVector3& gravity, btConstraintSolver* solver = nullptr)
        : m_dispatcher(&m_configuration),
          m_world(&m_dispatcher, &m_broadphase, solver ? solver : &m_stock, &m_configuration) {
        m_world.setGravity(gravity);
    }
    ~BulletWorld() {
        for (auto& body : m_bodies)
            m_world.removeRigidBody(body.get());
    }
    BulletWorld(const BulletWorld&) = delete;
    BulletWorld& operator=(const BulletWorld&) = delete;

    /// A collision shape with the lifetime of the world.
    template <class Shape, class Size>
    btCollisionShape& shape(const Size& size) {
        m_shapes.push_back(std::make_unique<Shape>(size));
        return *m_shapes.back();
    }

    /// A uniform solid of this mass [kg]; 0: static. The shape must outlive the world.
    btRigidBody* add(btCollisionShape& shape, btScalar mass, const btTransform& at) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape.calculateLocalInertia(mass, inertia);
        return add(shape, mass, at, inertia);
    }
    /// \param inertia principal moments [kg m^2]
    btRigidBody* add(btCollisionShape& shape, btScalar mass, const btTransform& at, const btVector3& inertia) {
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
        info.m_startWorldTransform = at;
        m_bodies.push_back(std::make_unique<btRigidBody>(info));
        m_bodies.back()->setActivationState(DISABLE_DEACTIVATION);
        m_world.addRigidBody(m_bodies.back().get());
        return m_bodies.back().get();
    }

    btDiscreteDynamicsWorld& world() { return m_world; }
    /// In the order they were added.
    const std::vector<std::unique_ptr<btRigidBody>>& bodies() const { return m_bodies; }
    /// One step of 1/rate seconds.
    void step(int rate) { m_world.stepSimulation(btScalar(1) / btScalar(rate), 0); }

    /// Points of contact in the last step.
    int contacts() {
        int points = 0;
        for (int i = 0; i < m_dispatcher.getNumManifolds(); ++i)
            points += m_dispatcher.getManifoldByIndexInternal(i)->getNumContacts();
        return points;
    }

  private:
    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher;
    btDbvtBroadphase m_broadphase;
    btSequentialImpulseConstraintSolver m_stock;
    btDiscreteDynamicsWorld m_world;
    std::vector<std::unique_ptr<btCollisionShape>> m_shapes;
    std::vector<std::unique_ptr<btRigidBody>> m_bodies;
};

/// Options of all fluids here: the precision of Bullet for the faces too, and no output on the console.
inline btFluidAction::btFluidActionConstructionInfo quiet() {
    btFluidAction::btFluidActionConstructionInfo info;
    info.m_isSingle = sizeof(btScalar) == sizeof(float);
    info.m_announceMode = false;
    return info;
}

/// An action, in its world during its whole lifetime.
class Fluid : public btFluidAction {
  public:
    explicit Fluid(BulletWorld& world, const btFluidActionConstructionInfo& info = quiet())
        : btFluidAction(&world.world(), info), m_world(world.world()) {
        m_world.addAction(this);
    }
    ~Fluid() override {
        removeAllBodies();
        m_world.removeAction(this);
    }

  private:
    btDiscreteDynamicsWorld& m_world;
};

} // namespace bench
