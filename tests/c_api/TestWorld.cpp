// SPDX-License-Identifier: Zlib
#include "TestWorld.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

struct test_world {
    test_world(btScalar radius, btScalar mass, bool multiBody)
        : dispatcher(&configuration), shape(radius),
          body(btRigidBody::btRigidBodyConstructionInfo(mass, nullptr, &shape, inertiaOf(shape, mass))) {
        if (multiBody) {
            auto own = std::make_unique<btMultiBodyConstraintSolver>();
            world.reset(new btMultiBodyDynamicsWorld(&dispatcher, &broadphase, own.get(), &configuration));
            solver = std::move(own);
        } else {
            solver = std::make_unique<btSequentialImpulseConstraintSolver>();
            world.reset(new btDiscreteDynamicsWorld(&dispatcher, &broadphase, solver.get(), &configuration));
        }
        world->setGravity(btVector3(0, 0, btScalar(-9.81)));
        world->addRigidBody(&body);
    }
    ~test_world() {
        world->removeRigidBody(&body);
        for (const auto& other : others)
            world->removeRigidBody(other.get());
        if (!pendulum) return;
        world->removeCollisionObject(bob.get());
        static_cast<btMultiBodyDynamicsWorld&>(*world).removeMultiBody(pendulum.get());
    }

    static btVector3 inertiaOf(const btSphereShape& sphere, btScalar mass) {
        btVector3 inertia;
        sphere.calculateLocalInertia(mass, inertia);
        return inertia;
    }

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    std::unique_ptr<btConstraintSolver> solver;
    std::unique_ptr<btDiscreteDynamicsWorld> world;
    btSphereShape shape;
    btRigidBody body;
    std::unique_ptr<btSphereShape> bobShape;
    std::unique_ptr<btMultiBody> pendulum;
    std::unique_ptr<btMultiBodyLinkCollider> bob;
    std::vector<std::unique_ptr<btRigidBody>> others;
};

test_world* test_world_create(double radius, double mass) {
    return new test_world(btScalar(radius), btScalar(mass), false);
}

test_world* test_world_create_multi_body(double radius, double mass) {
    return new test_world(btScalar(radius), btScalar(mass), true);
}

void* test_world_add_pendulum(test_world* world, double radius, double mass, double arm) {
    world->bobShape = std::make_unique<btSphereShape>(btScalar(radius));
    world->pendulum = std::make_unique<btMultiBody>(1, btScalar(0), btVector3(0, 0, 0), true, false);
    btMultiBody& pendulum = *world->pendulum;
    pendulum.setupRevolute(0, btScalar(mass), test_world::inertiaOf(*world->bobShape, btScalar(mass)), -1,
                           btQuaternion::getIdentity(), btVector3(0, 1, 0), btVector3(0, 0, 0),
                           btVector3(btScalar(arm), 0, 0));
    pendulum.finalizeMultiDof();
    pendulum.setBasePos(btVector3(3, 0, 0));
    static_cast<btMultiBodyDynamicsWorld&>(*world->world).addMultiBody(&pendulum);
    world->bob = std::make_unique<btMultiBodyLinkCollider>(&pendulum, 0);
    world->bob->setCollisionShape(world->bobShape.get());
    world->world->addCollisionObject(world->bob.get());
    pendulum.getLink(0).m_collider = world->bob.get();
    btAlignedObjectArray<btQuaternion> rotations;
    btAlignedObjectArray<btVector3> origins;
    pendulum.forwardKinematics(rotations, origins);
    pendulum.updateCollisionObjectWorldTransforms(rotations, origins);
    return &pendulum;
}

void test_world_destroy(test_world* world) {
    delete world;
}

void* test_world_address(test_world* world) {
    return static_cast<btDynamicsWorld*>(world->world.get());
}

void* test_world_body_address(test_world* world) {
    return &world->body;
}

void* test_world_add_ball(test_world* world, double x) {
    btRigidBody::btRigidBodyConstructionInfo info(1 / world->body.getInvMass(), nullptr, &world->shape,
                                                  world->body.getLocalInertia());
    info.m_startWorldTransform.setOrigin(btVector3(btScalar(x), 0, 0));
    world->others.push_back(std::make_unique<btRigidBody>(info));
    world->world->addRigidBody(world->others.back().get());
    return world->others.back().get();
}

void test_world_step(test_world* world, double duration) {
    world->world->stepSimulation(btScalar(duration), 0);
}

double test_world_body_height(const test_world* world) {
    return double(world->body.getWorldTransform().getOrigin().z());
}

int test_world_has_own_solver(test_world* world) {
    return world->world->getConstraintSolver() == world->solver.get();
}

struct test_ball {
    test_ball(btDynamicsWorld& in, btScalar radius, btScalar mass)
        : world(in), shape(radius), body(mass, nullptr, &shape, test_world::inertiaOf(shape, mass)) {}

    btDynamicsWorld& world;
    btSphereShape shape;
    btRigidBody body;
};

test_ball* test_ball_create(void* world_address, double radius, double mass, double x) {
    auto* ball = new test_ball(*static_cast<btDynamicsWorld*>(world_address), btScalar(radius), btScalar(mass));
    btTransform at = btTransform::getIdentity();
    at.setOrigin(btVector3(btScalar(x), 0, 0));
    ball->body.setCenterOfMassTransform(at);
    ball->world.addRigidBody(&ball->body);
    return ball;
}

void* test_ball_address(test_ball* ball) {
    return &ball->body;
}

void test_ball_destroy(test_ball* ball) {
    if (ball->body.getBroadphaseHandle()) ball->world.removeRigidBody(&ball->body);
    delete ball;
}
