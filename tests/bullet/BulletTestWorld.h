// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Forces/ForceModel.h"
#include "BulletAmbientFluid/btAmbientFluidCommon.h"
#include "BulletTolerance.h"
#include "TestSupport.h"

#include <btBulletDynamicsCommon.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace test {

/// Which constraint solver a test's world has: Bullet's own (drop-in mode) or the fluid's (exact mode).
enum class Solver { Stock, Fluid };
constexpr Solver kSolvers[] = {Solver::Stock, Solver::Fluid};
inline void PrintTo(Solver solver, std::ostream* out) {
    *out << (solver == Solver::Fluid ? "exact" : "drop-in");
}

/// For laws of both modes; instantiate with kSolvers and modeName.
struct InBothModes : testing::TestWithParam<Solver> {};
inline std::string modeName(const testing::TestParamInfo<Solver>& info) {
    return info.param == Solver::Fluid ? "Exact" : "DropIn";
}

/// A Bullet world with one fluid action. It owns its bodies.
class World {
  public:
    /// \param info its log and announcements are replaced
    explicit World(const btVector3& gravity = btVector3(0, 0, btScalar(-9.81)), Solver solver = Solver::Stock,
                   btFluidAction::btFluidActionConstructionInfo info = {})
        : m_dispatcher(&m_configuration), m_world(&m_dispatcher, &m_broadphase, &m_stockSolver, &m_configuration) {
        m_world.setGravity(gravity);
        info.m_log = [this](const std::string& line) { m_log.push_back(line); };
        info.m_announceMode = false;
        m_fluid = std::make_unique<btFluidAction>(&m_world, info);
        m_world.addAction(m_fluid.get());
        if (solver == Solver::Stock) return;
        m_fluidSolver = std::make_unique<btFluidConstraintSolver>(*m_fluid);
        m_world.setConstraintSolver(m_fluidSolver.get());
    }

    ~World() {
        m_fluid->removeAllBodies();
        m_world.removeAction(m_fluid.get());
        for (auto& body : m_bodies)
            m_world.removeRigidBody(body.get());
    }

    World(const World&) = delete;
    World& operator=(const World&) = delete;

    btDiscreteDynamicsWorld& world() { return m_world; }
    btFluidAction& fluid() { return *m_fluid; }
    const std::vector<std::string>& log() const { return m_log; }

    /// A dynamic body (or a static one for mass 0); dry until fluid().addBody.
    btRigidBody* addRigidBody(std::unique_ptr<btCollisionShape> shape, double mass, const btVector3& inertia,
                              const btTransform& start = btTransform::getIdentity()) {
        btRigidBody::btRigidBodyConstructionInfo info(btScalar(mass), nullptr, shape.get(), inertia);
        info.m_startWorldTransform = start;
        m_shapes.push_back(std::move(shape));
        m_bodies.push_back(std::make_unique<btRigidBody>(info));
        m_world.addRigidBody(m_bodies.back().get());
        return m_bodies.back().get();
    }

    btRigidBody* addBox(const btVector3& halfExtents, double mass, const btVector3& at) {
        auto shape = std::make_unique<btBoxShape>(halfExtents);
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape->calculateLocalInertia(btScalar(mass), inertia);
        return addRigidBody(std::move(shape), mass, inertia, btTransform(btQuaternion::getIdentity(), at));
    }

    btRigidBody* addSphere(double radius, double mass, const btVector3& at) {
        auto shape = std::make_unique<btSphereShape>(btScalar(radius));
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape->calculateLocalInertia(btScalar(mass), inertia);
        return addRigidBody(std::move(shape), mass, inertia, btTransform(btQuaternion::getIdentity(), at));
    }

    /// A body without collisions, with the core body's inertia. The mesh frame must equal the body frame.
    btRigidBody* addGhost(const ambient::FluidBody& body, const ambient::Pose& pose) {
        const ambient::Vector3 inertia = body.bodyInertia.matrix().diagonal().head<3>();
        return addRigidBody(std::make_unique<btEmptyShape>(), body.mass(), btFluidVector(inertia),
                            btFluidTransform(pose));
    }

    /// Steps of exactly dt until `seconds` have passed.
    void run(double seconds, double dt) {
        const int steps = int(std::lround(seconds / dt));
        for (int i = 0; i < steps; ++i)
            m_world.stepSimulation(btScalar(dt), 0);
    }

    /// Takes all bodies out of the world and adds them again, in the order of their user indices: Bullet keeps
    /// contacts, pairs and their order from step to step, and starts afresh afterwards.
    void forgetContacts() {
        std::vector<btRigidBody*> all;
        for (int i = 0; i < m_world.getNumCollisionObjects(); ++i)
            all.push_back(btRigidBody::upcast(m_world.getCollisionObjectArray()[i]));
        std::sort(all.begin(), all.end(),
                  [](btRigidBody* a, btRigidBody* b) { return a->getUserIndex() < b->getUserIndex(); });
        for (btRigidBody* body : all)
            m_world.removeRigidBody(body);
        m_world.getBroadphase()->resetPool(m_world.getDispatcher());
        for (btRigidBody* body : all)
            m_world.addRigidBody(body);
    }

  private:
    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher;
    btDbvtBroadphase m_broadphase;
    btSequentialImpulseConstraintSolver m_stockSolver;
    btDiscreteDynamicsWorld m_world;
    std::unique_ptr<btFluidAction> m_fluid;
    std::unique_ptr<btFluidConstraintSolver> m_fluidSolver;
    std::vector<std::unique_ptr<btCollisionShape>> m_shapes;
    std::vector<std::unique_ptr<btRigidBody>> m_bodies;
    std::vector<std::string> m_log;
};

inline std::shared_ptr<const ambient::FluidBodyModel> ellipsoidModel(const ambient::Vector3& semiAxes,
                                                                     int faces = 320) {
    return ambient::FluidBodyModel::build(ambient::makeEllipsoid(semiAxes, faces));
}

/// Drag coefficient times area [m^2] of a body moving along a unit vector of its mesh, without friction, by the default
/// forces of a world.
inline double dragArea(const ambient::FluidBodyModel& model,
                       const ambient::Vector3& along = ambient::Vector3::UnitX()) {
    ambient::RelativeFlow flow;
    flow.twist.linear = along;
    flow.density = 2.0;
    return -ambient::ForceSet::named("default").evaluate(model, flow).dissipative.linear.dot(along);
}

inline std::shared_ptr<const ambient::FluidBodyModel> sphereModel(double radius, int faces = 320) {
    return ambient::FluidBodyModel::build(ambient::makeSphere(radius, faces));
}

} // namespace test
