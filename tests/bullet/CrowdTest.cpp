// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/WaterSurface.h"
#include "BulletTestWorld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace crowd_test {

using namespace ambient;

namespace {

const std::shared_ptr<const FluidBodyModel>& fullModel() {
    static const auto model = test::ellipsoidModel({0.15, 0.10, 0.06}, 300);
    return model;
}
const std::shared_ptr<const FluidBodyModel>& crowdModelOfIt() {
    static const auto model = crowdModel(fullModel()).model;
    return model;
}

const std::shared_ptr<const FluidBodyModel>& gameModelOfIt() {
    static const auto model = gameModel(fullModel()).model;
    return model;
}

std::shared_ptr<const FluidMedium> sea() {
    return std::make_shared<DividedMedium>(std::make_shared<UniformMedium>(UniformMedium::water()),
                                           std::make_shared<UniformMedium>(UniformMedium::air()),
                                           std::make_shared<FlatSurface>(0.02));
}

/// A world with one stone in water; another one is the same for the same arguments.
struct Stone {
    test::World world;
    btRigidBody* body;

    Stone(test::Solver solver, const std::shared_ptr<const FluidBodyModel>& model,
          std::shared_ptr<const FluidMedium> medium = std::make_shared<UniformMedium>(UniformMedium::water()),
          double density = 2500.0)
        : world(btVector3(0, 0, btScalar(-9.81)), solver) {
        world.fluid().setMedium(std::move(medium));
        const FluidBody stone = makeSolidBody(model, density);
        body = world.addRigidBody(std::make_unique<btSphereShape>(btScalar(0.06)), stone.mass(),
                                  btFluidVector(Vector3(stone.bodyInertia.matrix().diagonal().head<3>())),
                                  btFluidTransform({expSO3(Vector3(0.3, 0.4, 0.1)), Vector3::Zero()}));
        body->setLinearVelocity(btVector3(btScalar(0.5), btScalar(0.2), 0));
        body->setAngularVelocity(btVector3(1, btScalar(-0.5), btScalar(0.5)));
        world.fluid().addBody(body, model);
    }

    Vector3 place() const { return btFluidVector(body->getCenterOfMassPosition()); }
    /// Whether the last step had one evaluation without continued loads: those of crowds alone.
    bool isInCrowd() {
        const IntegrationReport& report = world.fluid().getFluidBody(body)->integrationReport();
        return report.evaluations == 1 && !report.isExtrapolated;
    }
};

struct Crowds : test::InBothModes {};

} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, Crowds, testing::ValuesIn(test::kSolvers), test::modeName);

// Measured: .08 % of the way.
TEST_P(Crowds, AFreeBodySinksAsOneOfTheFullModel) {
    Stone full(GetParam(), fullModel()), crowd(GetParam(), crowdModelOfIt());
    for (Stone* stone : {&full, &crowd})
        stone->world.run(0.5, 1.0 / 60);
    EXPECT_TRUE(crowd.isInCrowd());
    EXPECT_FALSE(full.isInCrowd());
    EXPECT_LT((crowd.place() - full.place()).norm(), 0.002 * full.place().norm());
}

TEST_P(Crowds, ABodyThatIsKickedFeelsTheImpulseAndComesBackIntoTheCrowd) {
    Stone kicked(GetParam(), crowdModelOfIt()), game(GetParam(), gameModelOfIt());
    for (Stone* stone : {&kicked, &game}) {
        stone->world.run(0.1, 1.0 / 60);
        stone->body->applyCentralImpulse(btVector3(0, 3, 1));
        stone->world.run(1.0 / 60, 1.0 / 60);
    }
    // The fluid's solver sees a kick before its solve and plans that step anew; the next one is in the crowd already.
    EXPECT_EQ(kicked.isInCrowd(), GetParam() == test::Solver::Fluid);
    const auto velocity = [](Stone& stone) { return btFluidVector(stone.world.fluid().getLinearVelocity(stone.body)); };
    EXPECT_GT(velocity(game).y(), 0.3);
    EXPECT_LT((velocity(kicked) - velocity(game)).norm(), 0.01 * velocity(game).norm());
    kicked.world.run(0.1, 1.0 / 60);
    EXPECT_TRUE(kicked.isInCrowd());
}

// Measured: .2 mm.
TEST_P(Crowds, AFloatBobsAsOneOfTheFullModel) {
    Stone full(GetParam(), fullModel(), sea(), 500.0), crowd(GetParam(), crowdModelOfIt(), sea(), 500.0);
    for (Stone* stone : {&full, &crowd}) {
        stone->body->setLinearVelocity(btVector3(0, 0, btScalar(0.05)));
        stone->body->setAngularVelocity(btVector3(0, 0, btScalar(0.2)));
    }
    double largest = 0.0;
    for (int step = 0; step < 60; ++step) {
        for (Stone* stone : {&full, &crowd})
            stone->world.run(1.0 / 60, 1.0 / 60);
        largest = std::max(largest, std::abs(full.place().z() - crowd.place().z()));
    }
    EXPECT_TRUE(crowd.isInCrowd());
    EXPECT_FALSE(full.isInCrowd());
    EXPECT_LT(largest, 0.001);
}

TEST_P(Crowds, AFloatThatIsKickedFeelsTheImpulseAndComesBackIntoTheCrowd) {
    Stone kicked(GetParam(), crowdModelOfIt(), sea(), 500.0), game(GetParam(), gameModelOfIt(), sea(), 500.0);
    for (Stone* stone : {&kicked, &game}) {
        stone->world.run(2.0, 1.0 / 60);
        stone->body->applyCentralImpulse(btVector3(0, btScalar(0.5), 0));
        stone->world.run(1.0 / 60, 1.0 / 60);
    }
    const auto velocity = [](Stone& stone) { return btFluidVector(stone.world.fluid().getLinearVelocity(stone.body)); };
    EXPECT_GT(velocity(game).y(), 0.1);
    EXPECT_LT((velocity(kicked) - velocity(game)).norm(), 0.03 * velocity(game).norm());
    kicked.world.run(0.1, 1.0 / 60);
    EXPECT_TRUE(kicked.isInCrowd());
}

TEST_P(Crowds, InWindAFloatIsOneOfTheModelForGames) {
    const auto windy = std::make_shared<DividedMedium>(
        std::make_shared<UniformMedium>(UniformMedium::water()),
        std::make_shared<UniformMedium>(UniformMedium::air().movingAt(Vector3(5.0, 0.0, 0.0))),
        std::make_shared<FlatSurface>(0.02));
    Stone crowd(GetParam(), crowdModelOfIt(), windy, 500.0), game(GetParam(), gameModelOfIt(), windy, 500.0);
    for (Stone* stone : {&crowd, &game})
        stone->world.run(0.5, 1.0 / 60);
    EXPECT_EQ(crowd.place(), game.place());
}

TEST_P(Crowds, AStateOfAFloatThatIsRestoredRepeatsItsBytes) {
    Stone stone(GetParam(), crowdModelOfIt(), sea(), 500.0);
    stone.world.run(2.0, 1.0 / 60);
    ASSERT_TRUE(stone.isInCrowd());
    const std::vector<unsigned char> state = stone.world.fluid().saveState();
    stone.world.run(0.1, 1.0 / 60);
    stone.body->applyCentralImpulse(btVector3(0, btScalar(0.3), 0));
    stone.world.run(0.2, 1.0 / 60);
    const Vector3 place = stone.place();
    stone.world.run(0.1, 1.0 / 60);
    stone.world.fluid().restoreState(state);
    stone.world.run(0.1, 1.0 / 60);
    stone.body->applyCentralImpulse(btVector3(0, btScalar(0.3), 0));
    stone.world.run(0.2, 1.0 / 60);
    EXPECT_EQ(stone.place(), place);
}

TEST_P(Crowds, AStateThatIsRestoredRepeatsItsBytes) {
    Stone stone(GetParam(), crowdModelOfIt());
    stone.world.run(0.1, 1.0 / 60);
    const std::vector<unsigned char> state = stone.world.fluid().saveState();
    stone.world.run(0.3, 1.0 / 60);
    const Vector3 place = stone.place();
    stone.body->applyCentralImpulse(btVector3(0, 3, 1));
    stone.world.run(0.1, 1.0 / 60);
    stone.world.fluid().restoreState(state);
    stone.world.run(0.3, 1.0 / 60);
    EXPECT_EQ(stone.place(), place);
    EXPECT_TRUE(stone.isInCrowd());
}

} // namespace crowd_test
