// SPDX-License-Identifier: Zlib
#pragma once

#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

#include <memory>
#include <set>
#include <vector>

/// \file
/// The Bullet world of an ambient_world. Not installed.

namespace ambient::c {

/// The parts for the construction of a world.
struct WorldParts {
    WorldParts() : dispatcher(&configuration) {}

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btMultiBodyConstraintSolver solver;
};

/// A world of the library. Its fluids keep the world alive.
struct OwnWorld : private WorldParts, btMultiBodyDynamicsWorld, std::enable_shared_from_this<OwnWorld> {
    OwnWorld();
    ~OwnWorld() override;

    void addPlane(const btVector3& normal, btScalar offset, btScalar friction);
    /// Takes out the caller's objects. From now on the caller may delete them.
    void forgetCallersObjects();
    /// The world at an address given by the caller; null: a world of the caller's own.
    static std::shared_ptr<OwnWorld> behind(btDynamicsWorld& world);

    std::set<const btCollisionObject*> colliders; ///< of multi-bodies of the library
    std::set<const btMultiBody*> multiBodies;     ///< of the library

  private:
    std::vector<std::unique_ptr<btCollisionShape>> m_shapes;
    std::vector<std::unique_ptr<btRigidBody>> m_planes;
};

} // namespace ambient::c
