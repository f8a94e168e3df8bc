// SPDX-License-Identifier: Zlib
#include "TestWorld.h"

#include <btBulletDynamicsCommon.h>

struct test_world {
    test_world(btScalar radius, btScalar mass)
        : dispatcher(&configuration), world(&dispatcher, &broadphase, &solver, &configuration), shape(radius),
          body(btRigidBody::btRigidBodyConstructionInfo(mass, nullptr, &shape, inertiaOf(shape, mass))) {
        world.setGravity(btVector3(0, 0, btScalar(-9.81)));
        world.addRigidBody(&body);
    }
    ~test_world() { world.removeRigidBody(&body); }

    static btVector3 inertiaOf(const btSphereShape& sphere, btScalar mass) {
        btVector3 inertia;
        sphere.calculateLocalInertia(mass, inertia);
        return inertia;
    }

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world;
    btSphereShape shape;
    btRigidBody body;
};

test_world* test_world_create(double radius, double mass) {
    return new test_world(btScalar(radius), btScalar(mass));
}

void test_world_destroy(test_world* world) {
    delete world;
}

void* test_world_address(test_world* world) {
    return static_cast<btDynamicsWorld*>(&world->world);
}

void* test_world_body_address(test_world* world) {
    return &world->body;
}

void test_world_step(test_world* world, double duration) {
    world->world.stepSimulation(btScalar(duration), 0);
}

double test_world_body_height(const test_world* world) {
    return double(world->body.getWorldTransform().getOrigin().z());
}

int test_world_has_own_solver(test_world* world) {
    return world->world.getConstraintSolver() == &world->solver;
}
