// SPDX-License-Identifier: Zlib
#include "AmbientFluidC/AmbientMultiBodyC.h"
#include "Handles.h"

#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

#include <cmath>

using namespace ambient;
using namespace ambient::c;

struct ambient_world {
    ambient_world() : dispatcher(&configuration), world(&dispatcher, &broadphase, &solver, &configuration) {}
    ~ambient_world() {
        for (const auto& plane : planes)
            world.removeRigidBody(plane.get());
    }

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btMultiBodyConstraintSolver solver;
    btMultiBodyDynamicsWorld world;
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btRigidBody>> planes;
};

ambient_status ambient_world_create(const double gravity[3], ambient_world** world) {
    return guarded([&] {
        required(world, "world");
        const Vector3 g = gravity ? vectorOf(gravity) : Vector3(0.0, 0.0, -9.81);
        if (!g.allFinite()) throw std::invalid_argument("gravity is not finite");
        auto made = std::make_unique<ambient_world>();
        made->world.setGravity(btFluidVector(g));
        *world = made.release();
    });
}

void ambient_world_destroy(ambient_world* world) {
    delete world;
}

void* ambient_world_get_address(ambient_world* world) {
    return world ? static_cast<btDynamicsWorld*>(&world->world) : nullptr;
}

ambient_status ambient_world_add_plane(ambient_world* world, const double normal[3], double offset, double friction) {
    return guarded([&] {
        required(world, "world");
        const Vector3 n = vectorOf(&required(normal, "normal"));
        if (!n.allFinite() || !(n.norm() > 0.0)) throw std::invalid_argument("normal is zero or not finite");
        if (!std::isfinite(offset)) throw std::invalid_argument("offset is not finite");
        if (!(friction >= 0.0) || !std::isfinite(friction)) throw std::invalid_argument("friction is negative");
        auto shape = std::make_unique<btStaticPlaneShape>(btFluidVector(Vector3(n.normalized())), btScalar(offset));
        auto plane = std::make_unique<btRigidBody>(0, nullptr, shape.get());
        plane->setFriction(btScalar(friction));
        world->shapes.push_back(std::move(shape));
        world->planes.push_back(std::move(plane));
        world->world.addRigidBody(world->planes.back().get());
    });
}

ambient_status ambient_world_step(ambient_world* world, double duration) {
    return guarded([&] {
        required(world, "world");
        if (!(duration > 0.0) || !std::isfinite(duration))
            throw std::invalid_argument("duration must be positive and finite");
        world->world.stepSimulation(btScalar(duration), 0);
    });
}
