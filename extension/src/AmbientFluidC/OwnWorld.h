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

struct OwnRigidBody;
struct WorldFluid;

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
    /// Puts a body of the library into the world. \param collides false: it touches nothing
    void add(OwnRigidBody& body, bool collides);
    void remove(OwnRigidBody& body);
    /// Takes out the caller's objects. From now on the caller may delete them.
    void forgetCallersObjects();
    /// The world at an address given by the caller; null: a world of the caller's own.
    static std::shared_ptr<OwnWorld> behind(btDynamicsWorld& world);

    /// State of all moving parts (WorldState.cpp).
    std::vector<unsigned char> saveState();
    /// \throws std::invalid_argument, with nothing changed, if the bytes are no state of this world
    void restoreState(const std::vector<unsigned char>& state);

    std::set<const btCollisionObject*> colliders; ///< of rigid bodies and multi-bodies of the library
    std::set<const btMultiBody*> multiBodies;     ///< of the library
    std::vector<WorldFluid*> fluids;              ///< in this world, in the order of their creation
    double time = 0.0;                            ///< simulated [s]

  private:
    /// Makes the contacts anew in the next step, in an order that depends on the present state alone.
    void forgetContacts();

    std::vector<OwnRigidBody*> m_bodies; ///< in the order of their creation
    std::vector<std::unique_ptr<btCollisionShape>> m_shapes;
    std::vector<std::unique_ptr<btRigidBody>> m_planes;
};

} // namespace ambient::c
