// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletAmbientFluid/btAmbientFluidCommon.h"

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

namespace bench {

/// The ellipsoid of all benchmarks of free bodies, of about this many faces.
inline std::shared_ptr<const ambient::FluidBodyModel> ellipsoid(int faces, const ambient::FluidBodyDef& def = {}) {
    return ambient::FluidBodyModel::build(ambient::makeEllipsoid({0.10, 0.06, 0.03}, faces), def);
}

/// Says nothing on the console.
inline btFluidAction::btFluidActionConstructionInfo quiet() {
    btFluidAction::btFluidActionConstructionInfo info;
    info.m_isSingle = sizeof(btScalar) == sizeof(float);
    info.m_announceMode = false;
    return info;
}

/// Bodies of 1 kg a metre apart in a world without gravity: the air slows them so little that every step is as the
/// first. Dry until somebody does something about it.
class FreeBodies {
  public:
    explicit FreeBodies(int count)
        : m_dispatcher(&m_configuration), m_world(&m_dispatcher, &m_broadphase, &m_solver, &m_configuration),
          m_shape(btScalar(0.1)) {
        m_world.setGravity(btVector3(0, 0, 0));
        for (int i = 0; i < count; ++i) {
            btRigidBody::btRigidBodyConstructionInfo info(btScalar(1), nullptr, &m_shape,
                                                          btVector3(btScalar(0.001), btScalar(0.002), btScalar(0.003)));
            info.m_startWorldTransform.setOrigin(btVector3(btScalar(i), 0, 0));
            m_bodies.push_back(std::make_unique<btRigidBody>(info));
            m_bodies.back()->setActivationState(DISABLE_DEACTIVATION);
            m_world.addRigidBody(m_bodies.back().get());
            m_bodies.back()->setLinearVelocity(btVector3(1, 2, 0));
            m_bodies.back()->setAngularVelocity(btVector3(2, 1, 3));
        }
    }
    ~FreeBodies() {
        for (auto& body : m_bodies)
            m_world.removeRigidBody(body.get());
    }
    FreeBodies(const FreeBodies&) = delete;
    FreeBodies& operator=(const FreeBodies&) = delete;

    btDiscreteDynamicsWorld& world() { return m_world; }
    const std::vector<std::unique_ptr<btRigidBody>>& bodies() const { return m_bodies; }
    void step() { m_world.stepSimulation(btScalar(1.0 / 240), 0); }

  private:
    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher;
    btDbvtBroadphase m_broadphase;
    btSequentialImpulseConstraintSolver m_solver;
    btDiscreteDynamicsWorld m_world;
    btSphereShape m_shape;
    std::vector<std::unique_ptr<btRigidBody>> m_bodies;
};

/// The same bodies in a fluid.
class WetBodies : public FreeBodies {
  public:
    WetBodies(int count, const std::shared_ptr<const ambient::FluidBodyModel>& model,
              const ambient::UniformMedium& medium = ambient::UniformMedium::air(),
              const btFluidAction::btFluidActionConstructionInfo& info = quiet())
        : FreeBodies(count), m_fluid(&world(), info) {
        m_fluid.setMedium(medium);
        world().addAction(&m_fluid);
        for (const auto& body : bodies())
            m_fluid.addBody(body.get(), model);
    }
    ~WetBodies() {
        m_fluid.removeAllBodies();
        world().removeAction(&m_fluid);
    }

  private:
    btFluidAction m_fluid;
};

} // namespace bench
