// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletAmbientFluid/btAmbientFluidCommon.h"

#include <btBulletDynamicsCommon.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

/// Surroundings of the pages' snippets: a world with gravity, dry bodies, a mesh, and a fluid with two bodies in it.
/// The names are used by the snippets; a snippet may declare its own object of the same name.
class SnippetWorld : public testing::Test {
  protected:
    SnippetWorld() {
        world->setGravity(btVector3(0, 0, btScalar(-9.81)));
        for (btRigidBody* each : {body, other, ball, boat, crate})
            world->addRigidBody(each);
        fluid.setMedium(ambient::UniformMedium::water());
        fluid.addBody(boat);
        fluid.addBody(crate);
        world->addAction(&fluid);
    }

    ~SnippetWorld() override {
        world->removeAction(&fluid);
        for (btRigidBody* each : {body, other, ball, boat, crate})
            world->removeRigidBody(each);
    }

    /// Five steps, as the page's reader would go on; bodies must stay finite.
    void advance() {
        for (int step = 0; step < 5; ++step)
            world->stepSimulation(dt, 0);
        for (btRigidBody* each : {body, other, ball, boat, crate}) {
            EXPECT_TRUE(btFluidIsFinite(each->getWorldTransform().getOrigin()));
            EXPECT_TRUE(btFluidIsFinite(each->getLinearVelocity()));
        }
    }

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver stock;
    btDiscreteDynamicsWorld discreteWorld{&dispatcher, &broadphase, &stock, &configuration};
    btDiscreteDynamicsWorld* world = &discreteWorld;
    const btScalar dt = btScalar(1) / 60;

    btBoxShape box{btVector3(btScalar(0.1), btScalar(0.15), btScalar(0.05))};
    btRigidBody bodyOwned = bodyAt(0, 2), otherOwned = bodyAt(1, 3), ballOwned = bodyAt(2, 1);
    btRigidBody boatOwned = bodyAt(3, 1), crateOwned = bodyAt(4, 4);
    btRigidBody *body = &bodyOwned, *other = &otherOwned, *ball = &ballOwned, *boat = &boatOwned, *crate = &crateOwned;
    std::vector<btRigidBody*> bodies{body, other};

    ambient::TriangleMesh mesh = ambient::makeBox(ambient::Vector3(0.2, 0.3, 0.1), 300);
    btFluidAction fluid{world};
    std::shared_ptr<const ambient::FluidMedium> water =
        std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::water());
    std::shared_ptr<const ambient::FluidMedium> air =
        std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::air());
    btVector3 camera{0, 0, 2};

  private:
    btRigidBody bodyAt(int place, btScalar mass) {
        btVector3 inertia;
        box.calculateLocalInertia(mass, inertia);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &box, inertia);
        info.m_startWorldTransform.setIdentity();
        info.m_startWorldTransform.setOrigin(btVector3(btScalar(place), 0, 0));
        return btRigidBody(info);
    }
};

/// A block of a page, in this world; its own scope lets the block redeclare names.
#define SNIPPET(name)                                                                                                  \
    class name : public SnippetWorld {                                                                                 \
      protected:                                                                                                       \
        void run();                                                                                                    \
    };                                                                                                                 \
    TEST_F(name, Runs) {                                                                                               \
        run();                                                                                                         \
    }                                                                                                                  \
    void name::run()
