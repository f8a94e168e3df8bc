// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletWorld.h"

namespace bench {

/// The ellipsoid of all benchmarks of free bodies, of about this many faces.
inline std::shared_ptr<const ambient::FluidBodyModel> ellipsoid(int faces, const ambient::FluidBodyDef& def = {}) {
    return ambient::FluidBodyModel::build(ambient::makeEllipsoid({0.10, 0.06, 0.03}, faces), def);
}

/// Bodies of 1 kg a metre apart in a world without gravity: the air slows them so little that all steps cost the same.
class FreeBodies : public BulletWorld {
  public:
    explicit FreeBodies(int count) : BulletWorld(btVector3(0, 0, 0)) {
        btCollisionShape& ball = shape<btSphereShape>(btScalar(0.1));
        for (int i = 0; i < count; ++i) {
            const btTransform at(btQuaternion::getIdentity(), btVector3(btScalar(i), 0, 0));
            btRigidBody* body = add(ball, 1, at, btVector3(btScalar(0.001), btScalar(0.002), btScalar(0.003)));
            body->setLinearVelocity(btVector3(1, 2, 0));
            body->setAngularVelocity(btVector3(2, 1, 3));
        }
    }
    void step() { BulletWorld::step(240); }
};

/// The same bodies in a fluid.
class WetBodies : public FreeBodies {
  public:
    WetBodies(int count, const std::shared_ptr<const ambient::FluidBodyModel>& model,
              const ambient::UniformMedium& medium = ambient::UniformMedium::air(),
              const btFluidAction::btFluidActionConstructionInfo& info = quiet())
        : FreeBodies(count), m_fluid(*this, info) {
        m_fluid.setMedium(medium);
        for (const auto& body : bodies())
            m_fluid.addBody(body.get(), model);
    }

  private:
    Fluid m_fluid;
};

} // namespace bench
