// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluid/btAmbientFluidCommon.h"
#include "BulletAmbientFluid/btFluidCoupling.h"
#include "BulletAmbientFluid/btFluidMultiBodyConstraintSolver.h"
#include "BulletAmbientFluid/btFluidThruster.h"
#include "BulletAmbientFluidGrid/btFluidGrid.h"
#include "FuzzFiles.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <btBulletDynamicsCommon.h>

#include <cstdlib>
#include <memory>
#include <vector>

namespace fuzz {

/// The next number of the input, between -scale and scale, and three of them.
inline btScalar number(Bytes& bytes, double scale) {
    return btScalar(scale * bytes.take<std::int8_t>() / 128.0);
}

inline btVector3 vector(Bytes& bytes, double scale) {
    const btScalar x = number(bytes, scale), y = number(bytes, scale);
    return {x, y, number(bytes, scale)};
}

/// The world of a user who makes, wets, joins, moves, dries and deletes objects in any order. Their memory is really
/// freed. All numbers given by the user are finite: the checks of numbers have tests of their own. Members are declared
/// in the order in which a user's program would make them.
class Game {
  public:
    /// \param kind of the world and its solver: bit 0 a btMultiBodyDynamicsWorld, bit 1 exact mode
    explicit Game(int kind);
    ~Game();

    void call(Bytes& bytes); ///< one call, chosen by the next byte
    void step(Bytes& bytes); ///< one to four steps, then checks
    void end(Bytes& bytes);  ///< deletes all objects, in one of several orders

  private:
    struct Body {
        std::unique_ptr<btRigidBody> body;
        std::shared_ptr<const ambient::FluidBodyModel> model;
        bool isInWorld = false;
    };
    struct Tree {
        std::unique_ptr<btMultiBody> tree;
        std::vector<std::unique_ptr<btMultiBodyLinkCollider>> colliders;
    };

    void addBody(Bytes& bytes);
    void wet(Body& body, Bytes& bytes);
    void change(Body& body, Bytes& bytes);
    void deleteBody(std::size_t index, Bytes& bytes);
    void addJoint(Bytes& bytes);
    void removeJoints(const btRigidBody* of);
    void addTree(Bytes& bytes);
    void deleteTree(std::size_t index, Bytes& bytes);
    void setMedium(Bytes& bytes);
    void changeRegions(Bytes& bytes);
    void changeActors(Bytes& bytes);
    void changeGrid(Bytes& bytes);
    void saveOrRestore(Bytes& bytes);
    void look(Bytes& bytes);
    void makeFluid();
    void requireFinite() const;

    Body* anyBody(Bytes& bytes);
    Tree* anyTree(Bytes& bytes);

    /// Refusals of the library: one line, and the world goes on.
    template <class Call>
    void trying(const Call& call) {
        try {
            call();
        } catch (const std::exception& error) {
            requireOneLine(error.what());
        }
    }

    int m_kind;
    btSphereShape m_ball{btScalar(0.1)};
    btBoxShape m_plate{btVector3(btScalar(0.2), btScalar(0.15), btScalar(0.02))};
    btBoxShape m_ground{btVector3(5, 5, 1)};
    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher{&m_configuration};
    btDbvtBroadphase m_broadphase;
    btSequentialImpulseConstraintSolver m_stock;
    btMultiBodyConstraintSolver m_treeStock;
    std::unique_ptr<btDiscreteDynamicsWorld> m_world;
    std::unique_ptr<btRigidBody> m_floor;
    std::unique_ptr<btFluidAction> m_fluid;
    std::unique_ptr<btFluidConstraintSolver> m_solver;
    std::unique_ptr<btFluidMultiBodyConstraintSolver> m_treeSolver;
    std::unique_ptr<btFluidCoupling> m_coupling;
    std::unique_ptr<btFluidGrid> m_grid;
    std::vector<Body> m_bodies;
    std::vector<Tree> m_trees;
    std::vector<std::unique_ptr<btTypedConstraint>> m_joints;
    std::vector<std::shared_ptr<btFluidRegion>> m_regions;
    std::vector<std::pair<btRigidBody*, std::unique_ptr<btFluidThruster>>> m_thrusters;
    std::vector<unsigned char> m_saved;
};

} // namespace fuzz
