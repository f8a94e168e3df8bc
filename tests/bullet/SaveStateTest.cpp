// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "BulletTestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace save_state_test {

using namespace ambient;

namespace {

constexpr double kDt = 1.0 / 60;

/// Falling, sinking, colliding and resting bodies under water.
struct SaveState : test::InBothModes {
    test::World w{btVector3(0, 0, btScalar(-9.81)), GetParam()};
    std::vector<btRigidBody*> bodies;

    void SetUp() override {
        w.world().getDispatchInfo().m_deterministicOverlappingPairs = true;
        w.fluid().setMedium(UniformMedium::water());
        w.addBox(btVector3(5, 5, 1), 0.0, btVector3(0, 0, -2));
        const auto model = test::ellipsoidModel({0.15, 0.10, 0.06}, 180);
        const FluidBody body = makeSolidBody(model, 2500.0);
        test::Random random(3);
        for (int i = 0; i < 6; ++i) {
            auto shape = std::make_unique<btSphereShape>(btScalar(0.08));
            bodies.push_back(w.addRigidBody(std::move(shape), body.mass(),
                                            btFluidVector(Vector3(body.bodyInertia.matrix().diagonal().head<3>())),
                                            btFluidTransform({random.rotation(), random.vector(0.4)})));
            bodies.back()->setUserIndex(i);
            w.fluid().addBody(bodies.back(), model);
        }
    }

    std::vector<btScalar> play(int steps) {
        std::vector<btScalar> record;
        for (int i = 0; i < steps; ++i) {
            bodies[0]->applyCentralForce(btVector3(btScalar(i % 5), 0, 0));
            w.run(kDt, kDt);
            for (btRigidBody* body : bodies)
                for (const btVector3& v : {body->getCenterOfMassPosition(), body->getLinearVelocity(),
                                           body->getAngularVelocity(), w.fluid().getLinearVelocity(body)})
                    record.insert(record.end(), {v.x(), v.y(), v.z()});
        }
        return record;
    }
};

} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, SaveState, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(SaveState, TheSameTrajectoryComesOutToTheBit) {
    play(20); // in the air of the water, before anything touches the floor, ...
    for (int phase = 0; phase < 3; ++phase) {
        w.forgetContacts();
        const std::vector<unsigned char> state = w.fluid().saveState();
        const std::vector<btScalar> first = play(40);
        w.forgetContacts();
        w.fluid().restoreState(state); // afterwards, since joining a world wakes a body
        EXPECT_EQ(play(40), first) << "phase " << phase;
        play(60); // ... while some lie there, and when they rest
    }
    EXPECT_LT(double(bodies[0]->getCenterOfMassPosition().z()), -0.8);
}

TEST_P(SaveState, RollingBackUndoesWhatUsersDid) {
    play(5);
    const std::vector<unsigned char> state = w.fluid().saveState();
    const std::vector<btScalar> first = play(5);
    w.fluid().restoreState(state);
    bodies[1]->setMassProps(100, btVector3(3, 2, 1));
    bodies[2]->setLinearVelocity(btVector3(1, 2, 3));
    bodies[3]->setWorldTransform(btTransform(btQuaternion(1, 0, 0, 0), btVector3(0, 0, 9)));
    bodies[4]->setActivationState(ISLAND_SLEEPING);
    play(5);
    w.fluid().restoreState(state);
    const std::vector<btScalar> second = play(5);
    double worst = 0.0;
    for (size_t i = 0; i < first.size(); ++i)
        worst = std::max(worst, std::fabs(double(first[i] - second[i])));
    EXPECT_LT(worst, test::bulletTolerance(1e-13, 1e-5)); // the mass is restored through a reciprocal
}

TEST_P(SaveState, WhatUsersJustChangedIsPartOfTheState) {
    play(5);
    bodies[1]->setMassProps(50, btVector3(2, 3, 4));
    bodies[2]->setAngularFactor(btVector3(0, 0, 1));
    bodies[3]->setMassProps(0, btVector3(0, 0, 0));
    const std::vector<unsigned char> state = w.fluid().saveState();
    const std::vector<btScalar> first = play(5);
    EXPECT_FLOAT_EQ(float(w.fluid().getFluidBody(bodies[1])->motion().body().mass()), 50.0f);
    bodies[2]->setAngularFactor(btVector3(1, 1, 1));
    bodies[3]->setMassProps(20, btVector3(1, 1, 1));
    play(5);
    w.fluid().restoreState(state);
    EXPECT_TRUE(bodies[3]->isStaticObject());
    const std::vector<btScalar> second = play(5);
    double worst = 0.0;
    for (size_t i = 0; i < first.size(); ++i)
        worst = std::max(worst, std::fabs(double(first[i] - second[i])));
    EXPECT_LT(worst, test::bulletTolerance(1e-13, 1e-5));
}

TEST_P(SaveState, AStateOfAWorldWithOtherBodiesInItIsRefusedUntilTheyAreBack) {
    play(5);
    const std::vector<unsigned char> state = w.fluid().saveState();
    const btVector3 place = bodies[2]->getCenterOfMassPosition();
    w.world().removeRigidBody(bodies[2]);
    EXPECT_NE(test::refusal([&] { w.fluid().restoreState(state); }).find("entered or left"), std::string::npos);
    w.world().addRigidBody(bodies[2]);
    play(5);
    w.fluid().restoreState(state);
    EXPECT_EQ(bodies[2]->getCenterOfMassPosition(), place);
}

TEST_P(SaveState, BytesThatAreNoStateOfThisActionAreRefusedAndNothingChanges) {
    play(5);
    const std::vector<unsigned char> state = w.fluid().saveState();
    const std::vector<btScalar> first = play(5);
    w.fluid().restoreState(state);
    std::vector<unsigned char> cut(state.begin(), state.end() - 7), longer = state, other = state;
    longer.push_back(0);
    other[state.size() / 2] ^= 1;
    for (const auto& bad : {std::vector<unsigned char>(), cut, longer, other})
        EXPECT_THROW(w.fluid().restoreState(bad), std::invalid_argument);
    test::World empty;
    EXPECT_THROW(empty.fluid().restoreState(state), std::invalid_argument);
    EXPECT_EQ(play(5), first);
}

} // namespace save_state_test
