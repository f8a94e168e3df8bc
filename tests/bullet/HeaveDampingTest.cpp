// SPDX-License-Identifier: Zlib
// Heaving floats lose energy to the waves they radiate.
#include "FloatingWorld.h"

#include "AmbientFluid/Dynamics/MotionAtState.h"

namespace heave_damping {
namespace {

using namespace ambient;
using test::Solver;
using test::World;

class HeaveDamping : public test::InBothModes {};
INSTANTIATE_TEST_SUITE_P(Modes, HeaveDamping, testing::ValuesIn(test::kSolvers), test::modeName);

const btVector3 kDown(0, 0, btScalar(-9.81));

btFluidAction::btFluidActionConstructionInfo infoOf(bool makesWaves) {
    btFluidAction::btFluidActionConstructionInfo info;
    info.m_makesWaves = makesWaves;
    return info;
}

btRigidBody* addFloat(World& w, const std::shared_ptr<const FluidBodyModel>& model, double density, const Pose& pose,
                      const Twist& velocity = Twist()) {
    btRigidBody* body = w.addGhost(makeSolidBody(model, density), pose);
    body->setLinearVelocity(btFluidVector(velocity.linear));
    body->setAngularVelocity(btFluidVector(velocity.angular));
    body->setActivationState(DISABLE_DEACTIVATION);
    w.fluid().addBody(body, model);
    return body;
}

std::vector<double> turnsOf(Solver solver, double dt) {
    World w(kDown, solver);
    w.fluid().setMedium(test::stillWater());
    constexpr double kStart = 0.02;
    const btRigidBody* ball =
        addFloat(w, test::sphereModel(1.0, 1280), 500.0, {Quaternion::Identity(), {0.0, 0.0, kStart}});
    std::vector<double> turns;
    double before = 0.0;
    while (turns.size() < 4 && w.fluid().getTime() < 10.0) {
        w.run(dt, dt);
        const btFluidBody& wet = *w.fluid().getFluidBody(ball);
        const double speed = wet.getVelocity().linear.z();
        if (before * speed < 0.0) turns.push_back(std::abs(wet.state().worldFromBody.position.z()) / kStart);
        before = speed;
    }
    return turns;
}

} // namespace

TEST_P(HeaveDamping, AHalfSubmergedSphereDecaysAsTheFormulaSaysAtAnyStep) {
    const double formula[] = {0.879, 0.668, 0.520, 0.429};
    const std::vector<double> coarse = turnsOf(GetParam(), 1.0 / 60.0), fine = turnsOf(GetParam(), 1.0 / 240.0);
    ASSERT_EQ(coarse.size(), 4u);
    ASSERT_EQ(fine.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(coarse[i], formula[i], 0.02) << i; // .004: .878 .664 .517 .426
        EXPECT_NEAR(fine[i], formula[i], 0.02) << i;
        EXPECT_NEAR(coarse[i], fine[i], 0.002) << i; // 6e-4
    }
}

TEST_P(HeaveDamping, AThousandFloatsInStillWaterNeverGainEnergy) {
    test::Random random(31);
    const std::shared_ptr<const FluidBodyModel> models[] = {
        FluidBodyModel::build(makeBox({0.6, 0.4, 0.2}, 48)), FluidBodyModel::build(makeSphere(0.3, 80)),
        FluidBodyModel::build(makeCylinder(0.2, 0.8, 80)), FluidBodyModel::build(makeEllipsoid({0.5, 0.2, 0.1}, 80))};
    World w(kDown, GetParam());
    w.fluid().setMedium(test::stillWater());
    std::vector<btRigidBody*> bodies;
    std::vector<double> first, energies, scales;
    const int count = GetParam() == Solver::Fluid ? 1000 : 250;
    for (int i = 0; i < count; ++i) {
        const Pose pose{random.rotation(), {2.0 * (i % 32), 2.0 * (i / 32), random.uniform(-0.3, 0.3)}};
        bodies.push_back(addFloat(w, models[i % 4], random.uniform(100.0, 900.0), pose, random.twist(2.0, 1.0)));
        first.push_back(test::energyWithWaves(w, bodies.back()));
        const btFluidBody& wet = *w.fluid().getFluidBody(bodies.back());
        scales.push_back(kineticEnergy(wet.motion(), wet.state()) + 9.81 * wet.motion().body().mass() * 0.1);
    }
    energies = first;
    double most = 0.0, above = -1.0;
    for (int step = 0; step < 120; ++step) {
        w.run(1.0 / 60.0, 1.0 / 60.0);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const double now = test::energyWithWaves(w, bodies[i]);
            most = std::max(most, (now - energies[i]) / scales[i]);
            above = std::max(above, (now - first[i]) / scales[i]);
            energies[i] = now;
        }
    }
    EXPECT_LT(most, 1e-3);  // of one step
    EXPECT_LT(above, 1e-6); // ever above the start: measured 5.9e-8, the rounding of single precision
    EXPECT_TRUE(w.log().empty());
}

TEST_P(HeaveDamping, BodiesThatNoSurfaceCutsMoveAsBeforeToTheBit) {
    for (const double height : {-2.0, 2.0}) {
        std::vector<btScalar> record[2];
        for (const bool makesWaves : {false, true}) {
            World w(kDown, GetParam(), infoOf(makesWaves));
            w.fluid().setMedium(test::stillWater());
            btRigidBody* body = addFloat(w, test::sphereModel(0.2, 80), 950.0, {Quaternion::Identity(), {0, 0, height}},
                                         {{1.0, 2.0, 0.5}, {0.3, 0.0, 0.1}});
            record[makesWaves] = test::placesOf(w, body, 30);
            EXPECT_EQ(w.fluid().getFluidBody(body)->getWaveEnergy(), 0.0);
        }
        EXPECT_EQ(record[0], record[1]);
    }
}

TEST_P(HeaveDamping, WavesNearTheBodyArePartOfASavedState) {
    World w(kDown, GetParam());
    w.fluid().setMedium(test::stillWater());
    btRigidBody* body = addFloat(w, test::sphereModel(0.3, 80), 500.0, {Quaternion::Identity(), {0, 0, 0.2}});
    w.run(0.5, 1.0 / 60.0);
    EXPECT_GT(w.fluid().getFluidBody(body)->getWaveEnergy(), 0.0);
    const std::vector<unsigned char> state = w.fluid().saveState();
    w.run(0.5, 1.0 / 60.0);
    const btVector3 first = body->getCenterOfMassPosition();
    const double energy = w.fluid().getFluidBody(body)->getWaveEnergy();
    w.fluid().restoreState(state);
    w.run(0.5, 1.0 / 60.0);
    EXPECT_EQ(body->getCenterOfMassPosition(), first);
    EXPECT_EQ(w.fluid().getFluidBody(body)->getWaveEnergy(), energy);
}

TEST_P(HeaveDamping, LongWavesCarryASmallFloatAsBefore) {
    const auto waves = std::make_shared<SineWaves>(WaveSet({makeWave(0.2, 40.0, {1, 0, 0})}));
    const auto medium =
        std::make_shared<DividedMedium>(std::make_shared<FlowingMedium>(UniformMedium(test::kDensity, 1e-3),
                                                                        std::make_shared<WaveFlow>(waves->waves())),
                                        nullptr, waves);
    std::vector<double> heights[2];
    for (const bool makesWaves : {false, true}) {
        World w(kDown, GetParam(), infoOf(makesWaves));
        w.fluid().setMedium(medium);
        const Vector3 at(0.0, 0.0, waves->sample(Vector3::Zero(), 0.0).height);
        const Vector3 velocity = waves->sample(Vector3::Zero(), 0.0).velocity;
        btRigidBody* body = addFloat(w, test::sphereModel(0.1, 80), 500.0, {Quaternion::Identity(), at},
                                     Twist(Vector3::Zero(), velocity));
        for (int i = 0; i < 600; ++i) {
            w.run(1.0 / 60.0, 1.0 / 60.0);
            heights[makesWaves].push_back(w.fluid().getFluidBody(body)->state().worldFromBody.position.z());
        }
    }
    double most = 0.0;
    for (std::size_t i = 0; i < heights[0].size(); ++i)
        most = std::max(most, std::abs(heights[0][i] - heights[1][i]));
    EXPECT_LT(most, 2e-3); // of waves of 0.4 m
}

} // namespace heave_damping
