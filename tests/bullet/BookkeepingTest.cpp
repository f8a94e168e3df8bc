// SPDX-License-Identifier: Zlib
#include "BulletTestWorld.h"
#include "TestThreads.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace bookkeeping_test {

using namespace ambient;

namespace {

/// A wet sphere without drag, in weightlessness: its momentum is the sum of the users' impulses and forces.
struct WeightlessBall : testing::Test {
    test::World w{btVector3(0, 0, 0)};
    std::shared_ptr<const FluidBodyModel> model;
    btRigidBody* ball = nullptr;
    double total = 0.0;

    void SetUp() override {
        FluidBodyDef def;
        def.pressureScale = 0.0;
        model = FluidBodyModel::build(makeSphere(0.1, 320), def);
        w.fluid().setMedium(UniformMedium(1000.0, 0.0));
        ball = w.addSphere(0.1, 2.0, btVector3(0, 0, 0));
        w.fluid().addBody(ball, model);
        total = 2.0 + 1000.0 * model->addedMassPerDensity().matrix()(3, 3);
    }
    double speed() { return double(w.fluid().getLinearVelocity(ball).x()); }
};

} // namespace

TEST_F(WeightlessBall, AConstantForceMovesTheBodyExactly) {
    for (int i = 0; i < 60; ++i) {
        ball->applyCentralForce(btVector3(6, 0, 0));
        w.world().stepSimulation(btScalar(1.0 / 60), 0);
    }
    EXPECT_NEAR(double(ball->getCenterOfMassPosition().x()), 0.5 * 6.0 / total, 1e-5);
}

TEST_F(WeightlessBall, RemovalRestoresEverythingTheBodyHad) {
    const auto shape = std::make_unique<btBoxShape>(btVector3(btScalar(0.1), btScalar(0.2), btScalar(0.3)));
    btRigidBody* body = w.addBox(btVector3(btScalar(0.1), btScalar(0.2), btScalar(0.3)), 5.0, btVector3(1, 1, 1));
    body->setDamping(btScalar(0.3), btScalar(0.4));
    const btVector3 inertia = body->getInvInertiaDiagLocal();
    const int flags = body->getFlags();
    const int references = body->getNumConstraintRefs();
    w.fluid().addBody(body, FluidBodyModel::build(makeBox({0.2, 0.4, 0.6}, 108)));
    EXPECT_NE(double(body->getInvMass()), 0.2);
    EXPECT_EQ(double(body->getLinearDamping()), 0.0);
    body->setLinearVelocity(btVector3(1, 2, 3));
    w.run(0.1, 1.0 / 60);
    const btVector3 velocity = w.fluid().getLinearVelocity(body);
    w.fluid().removeBody(body);
    EXPECT_FLOAT_EQ(float(body->getInvMass()), 0.2f);
    EXPECT_LT(double((body->getInvInertiaDiagLocal() - inertia).length()), 1e-5 * double(inertia.length()));
    EXPECT_FLOAT_EQ(float(body->getLinearDamping()), 0.3f);
    EXPECT_FLOAT_EQ(float(body->getAngularDamping()), 0.4f);
    EXPECT_EQ(body->getFlags(), flags);
    EXPECT_EQ(body->getNumConstraintRefs(), references);
    EXPECT_LT(double((body->getLinearVelocity() - velocity).length()), 1e-6);
    EXPECT_EQ(w.fluid().getFluidBody(body), nullptr);
    EXPECT_EQ(w.fluid().getNumBodies(), 1);
    w.fluid().removeBody(body); // already removed: no effect
}

TEST_F(WeightlessBall, BadBodiesAreRefusedWithAReason) {
    btRigidBody* floor = w.addBox(btVector3(1, 1, 1), 0.0, btVector3(5, 5, 5));
    btRigidBody* noInertia = w.addRigidBody(std::make_unique<btSphereShape>(btScalar(1)), 1.0, btVector3(0, 0, 0));
    EXPECT_THROW(w.fluid().addBody(nullptr, model), std::invalid_argument);
    EXPECT_THROW(w.fluid().addBody(ball, model), std::invalid_argument);
    EXPECT_THROW(w.fluid().addBody(floor, model), std::invalid_argument);
    EXPECT_THROW(w.fluid().addBody(noInertia, model), std::invalid_argument);
    EXPECT_THROW(w.fluid().addBody(w.addSphere(1, 1, btVector3(9, 9, 9)), std::shared_ptr<const FluidBodyModel>()),
                 std::invalid_argument);
    EXPECT_EQ(w.fluid().getNumBodies(), 1);
    EXPECT_THROW(btFluidAction(nullptr), std::invalid_argument);
}

TEST(Determinism, TheSameBytesComeOutWithOneAndTwoThreads) {
    std::vector<btScalar> record[2];
    for (int threads = 1; threads <= 2; ++threads) {
        const test::Threads fixed(threads);
        test::World w;
        w.fluid().setMedium(UniformMedium::water());
        test::Random random(11);
        const auto model = test::ellipsoidModel({0.10, 0.06, 0.03});
        w.addBox(btVector3(5, 5, 1), 0.0, btVector3(0, 0, -2));
        std::vector<btRigidBody*> bodies;
        for (int i = 0; i < 12; ++i) {
            const Pose pose{random.rotation(), random.vector(0.5)};
            bodies.push_back(w.addRigidBody(std::make_unique<btSphereShape>(btScalar(0.05)), 1.3,
                                            btVector3(btScalar(0.002), btScalar(0.004), btScalar(0.005)),
                                            btFluidTransform(pose)));
            w.fluid().addBody(bodies.back(), model);
        }
        w.run(3.0, 1.0 / 60);
        for (btRigidBody* body : bodies)
            for (const btVector3& v :
                 {body->getCenterOfMassPosition(), body->getLinearVelocity(), body->getAngularVelocity()})
                for (int k = 0; k < 3; ++k)
                    record[threads - 1].push_back(v[k]);
    }
    EXPECT_EQ(record[0], record[1]);
}

} // namespace bookkeeping_test
