// SPDX-License-Identifier: Zlib
#include "Scenes.h"

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Media/WaterSurface.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluid/btFluidAction.h"
#include "BulletAmbientFluid/btFluidConstraintSolver.h"

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

// Worlds of Bullet: its collisions, solver and integration are in the bytes too, in single precision. 240 steps of 1/60
// s.

namespace same_bytes {
namespace {

enum class Mode { DropIn, Exact };

/// A world with one fluid. It owns its bodies.
class World {
  public:
    /// \param detail of the models
    explicit World(Mode mode, ambient::ModelDetail detail = ambient::ModelDetail::Full)
        : m_dispatcher(&m_configuration), m_world(&m_dispatcher, &m_broadphase, &m_stock, &m_configuration) {
        m_world.setGravity(btVector3(0, 0, btScalar(-9.81)));
        btFluidAction::btFluidActionConstructionInfo info;
        info.m_announceMode = false;
        m_options.m_detail = detail;
        m_fluid = std::make_unique<btFluidAction>(&m_world, info);
        m_world.addAction(m_fluid.get());
        if (mode == Mode::DropIn) return;
        m_exact = std::make_unique<btFluidConstraintSolver>(*m_fluid);
        m_world.setConstraintSolver(m_exact.get());
    }
    ~World() {
        m_fluid->removeAllBodies();
        m_world.removeAction(m_fluid.get());
        for (int i = m_world.getNumConstraints() - 1; i >= 0; --i)
            m_world.removeConstraint(m_world.getConstraint(i));
        for (const auto& body : m_bodies)
            m_world.removeRigidBody(body.get());
    }
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    btFluidAction& fluid() { return *m_fluid; }

    /// A wet body, or a dry and fixed one if the mass is 0. Never sleeps.
    btRigidBody& add(std::unique_ptr<btCollisionShape> shape, double mass, const btVector3& at,
                     const btQuaternion& turn = btQuaternion::getIdentity()) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape->calculateLocalInertia(btScalar(mass), inertia);
        btRigidBody::btRigidBodyConstructionInfo info(btScalar(mass), nullptr, shape.get(), inertia);
        info.m_startWorldTransform = btTransform(turn, at);
        m_shapes.push_back(std::move(shape));
        m_bodies.push_back(std::make_unique<btRigidBody>(info));
        btRigidBody& body = *m_bodies.back();
        body.setActivationState(DISABLE_DEACTIVATION);
        m_world.addRigidBody(&body);
        if (mass > 0) m_fluid->addBody(&body, m_options);
        return body;
    }
    void add(std::unique_ptr<btTypedConstraint> joint) {
        m_world.addConstraint(joint.get(), true);
        m_joints.push_back(std::move(joint));
    }

    std::uint64_t run(const Told& told) {
        BitHash hash;
        for (int step = 1; step <= 240; ++step) {
            m_world.stepSimulation(btScalar(1.0 / 60), 0);
            for (const auto& body : m_bodies) {
                const btTransform& pose = body->getWorldTransform();
                const btQuaternion turn = pose.getRotation();
                for (int k = 0; k < 3; ++k)
                    for (const btVector3& v : {pose.getOrigin(), body->getLinearVelocity(), body->getAngularVelocity()})
                        hash(double(v[k]));
                for (int k = 0; k < 4; ++k)
                    hash(double(turn[k]));
            }
            if (step == 1) told("step 1", hash.value());
            if (step == 20) told("step 20", hash.value());
            if (step == 80) told("step 80", hash.value());
        }
        return hash.value();
    }

  private:
    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher;
    btDbvtBroadphase m_broadphase;
    btSequentialImpulseConstraintSolver m_stock;
    btDiscreteDynamicsWorld m_world;
    btFluidMeshOptions m_options;
    std::unique_ptr<btFluidAction> m_fluid;
    std::unique_ptr<btFluidConstraintSolver> m_exact;
    std::vector<std::unique_ptr<btCollisionShape>> m_shapes;
    std::vector<std::unique_ptr<btRigidBody>> m_bodies;
    std::vector<std::unique_ptr<btTypedConstraint>> m_joints;
};

std::unique_ptr<btCollisionShape> box(double x, double y, double z) {
    return std::make_unique<btBoxShape>(btVector3(btScalar(x), btScalar(y), btScalar(z)));
}

btQuaternion turned(double x, double y, double z) {
    return btQuaternion(btScalar(x), btScalar(y), btScalar(z), 1).normalized();
}

/// Bodies tumbling far from each other, in a current.
std::uint64_t freeBodies(Mode mode, const Told& told, ambient::ModelDetail detail = ambient::ModelDetail::Full) {
    World world(mode, detail);
    world.fluid().setMedium(ambient::UniformMedium::water().movingAt(ambient::Vector3(0.4, -0.2, 0.1)));
    std::unique_ptr<btCollisionShape> shapes[] = {box(0.1, 0.06, 0.02), std::make_unique<btSphereShape>(btScalar(0.1)),
                                                  std::make_unique<btCylinderShape>(btVector3(0.05f, 0.15f, 0.05f)),
                                                  box(0.05, 0.05, 0.2)};
    for (int i = 0; i < 4; ++i) {
        btRigidBody& body =
            world.add(std::move(shapes[i]), 3.0 + i, btVector3(btScalar(10 * i), 0, 0), turned(0.3, 0.2 * i, -0.1));
        body.setLinearVelocity(btVector3(1, btScalar(0.5), 0));
        body.setAngularVelocity(btVector3(2, btScalar(-1.5), btScalar(i)));
    }
    return world.run(told);
}

std::uint64_t freeDropIn(const Told& told) {
    return freeBodies(Mode::DropIn, told);
}

std::uint64_t crowd(const Told& told) {
    return freeBodies(Mode::DropIn, told, ambient::ModelDetail::Crowd);
}

std::uint64_t freeExact(const Told& told) {
    return freeBodies(Mode::Exact, told);
}

/// Boxes and balls sinking onto a floor and onto each other, with friction and rebound.
std::uint64_t heap(Mode mode, const Told& told) {
    World world(mode);
    world.fluid().setMedium(ambient::UniformMedium::water());
    world.add(box(5, 5, 1), 0.0, btVector3(0, 0, -1));
    for (int i = 0; i < 12; ++i) {
        const btVector3 at(btScalar(0.05 * (i % 3)), btScalar(0.04 * (i % 2)), btScalar(0.2 + 0.25 * i));
        btRigidBody& body = i % 2 ? world.add(std::make_unique<btSphereShape>(btScalar(0.1)), 12.0, at)
                                  : world.add(box(0.12, 0.1, 0.08), 16.0, at, turned(0.1 * i, 0.05, 0.3));
        body.setRestitution(btScalar(0.3));
        body.setFriction(btScalar(0.6));
    }
    return world.run(told);
}

std::uint64_t heapDropIn(const Told& told) {
    return heap(Mode::DropIn, told);
}

std::uint64_t heapExact(const Told& told) {
    return heap(Mode::Exact, told);
}

/// A chain of boxes hanging from a fixed point, half under water.
std::uint64_t chain(const Told& told) {
    World world(Mode::Exact);
    world.fluid().setMedium(std::make_shared<ambient::DividedMedium>(
        std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::water()), nullptr,
        std::make_shared<ambient::FlatSurface>(-0.8)));
    btRigidBody* before = &world.add(box(0.05, 0.05, 0.05), 0.0, btVector3(0, 0, 0));
    for (int i = 0; i < 5; ++i) {
        btRigidBody& link = world.add(box(0.15, 0.05, 0.05), 4.0, btVector3(btScalar(0.4 * (i + 1)), 0, 0));
        world.add(std::make_unique<btPoint2PointConstraint>(*before, link, btVector3(btScalar(0.2), 0, 0),
                                                            btVector3(btScalar(-0.2), 0, 0)));
        before = &link;
    }
    return world.run(told);
}

} // namespace

const Scene kScenes[] = {
    {"free-drop-in", freeDropIn, 0xd528d857e28ba236}, // four shapes in a current, Bullet's own solver
    {"free-exact", freeExact, 0xcb58f0b00e1332ed},    // the same with the fluid's solver
    {"crowd", crowd, 0xe1b9ac494d823288},             // the same with the points for crowds, Bullet's own solver
    {"heap-drop-in", heapDropIn, 0x197d7f9a0bf6d55b}, // boxes and balls sinking onto a floor
    {"heap-exact", heapExact, 0xe26a9d4bfaee3314},    // the same with the fluid's solver
    {"chain", chain, 0xef2c9ceb371e6085},             // a hanging chain swinging into water
};
const int kSceneCount = sizeof kScenes / sizeof kScenes[0];

} // namespace same_bytes
