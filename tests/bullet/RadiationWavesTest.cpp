// SPDX-License-Identifier: Zlib
// Floating rigid bodies that feel the waves they make in all six motions.
#include "AmbientFluid/SurfaceWaves/WaveRadiation.h"
#include "FloatingWorld.h"

#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "BulletAmbientFluid/btFluidWavesMade.h"

namespace radiation_world_test {
namespace {

using namespace ambient;
using test::kDensity;
using test::Solver;
using test::World;

class RadiationWorld : public test::InBothModes {};
INSTANTIATE_TEST_SUITE_P(Modes, RadiationWorld, testing::ValuesIn(test::kSolvers), test::modeName);

const btVector3 kDown(0, 0, btScalar(-9.81));
using FloatingPointer = std::shared_ptr<const FloatingModel>;

/// A shape of half the water's density, with its waves.
struct Float {
    std::shared_ptr<const FluidBodyModel> shape;
    FloatingPointer waves;
};

Float makeFloat(const TriangleMesh& mesh, int faces, bool isIdeal = false) {
    Float made;
    made.shape = isIdeal ? test::idealModel(mesh) : FluidBodyModel::build(mesh);
    FloatingModelDef def;
    def.fluidDensity = kDensity;
    def.gravity = 9.81;
    def.faces = faces;
    made.waves = FloatingModel::build(makeSolidBody(made.shape, 0.5 * kDensity), def);
    return made;
}
const Float& ball() {
    static const Float made = makeFloat(makeSphere(1.0, 1280), 0, true);
    return made;
}
const Float& raft() {
    static const Float made = makeFloat(makeBox({2.0, 1.0, 0.5}, 192), 200);
    return made;
}

btRigidBody* addFloat(World& w, const Float& of, const Pose& pose, const Twist& velocity = Twist(),
                      bool hasWaves = true) {
    btRigidBody* body = w.addGhost(makeSolidBody(of.shape, 0.5 * kDensity), pose);
    body->setLinearVelocity(btFluidVector(velocity.linear));
    body->setAngularVelocity(btFluidVector(velocity.angular));
    body->setActivationState(DISABLE_DEACTIVATION);
    w.fluid().addBody(body, of.shape);
    if (hasWaves) btFluidSetWavesMade(w.fluid(), body, of.waves);
    return body;
}

/// Sine waves with the flow below them.
std::shared_ptr<const DividedMedium> seaOf(const std::shared_ptr<SineWaves>& waves) {
    return std::make_shared<DividedMedium>(
        std::make_shared<FlowingMedium>(UniformMedium(kDensity, 1e-3), std::make_shared<WaveFlow>(waves->waves())),
        nullptr, waves);
}

/// Amplitudes over that of the waves [m/m, rad/m].
struct Response {
    double heave = 0.0, pitch = 0.0;
};

/// Of the raft after 20 periods of a wave.
Response responseOf(Solver solver, const WaveRow& wave, double heading) {
    const double w = wave.frequency, height = 0.003;
    StillWater water;
    water.gravity = 9.81;
    const Vector3 ahead(std::cos(heading), std::sin(heading), 0.0);
    World world(kDown, solver);
    world.fluid().setMedium(seaOf(std::make_shared<SineWaves>(
        WaveSet({makeWave(height, 2.0 * kPi / wave.waveNumber, ahead, 0.0, water)}, water))));
    const btRigidBody* made = addFloat(world, raft(), Pose());
    const int perPeriod = static_cast<int>(2.0 * kPi / w * 60.0);
    const double dt = 2.0 * kPi / w / perPeriod;
    std::complex<double> heave = 0.0, pitch = 0.0;
    for (int i = 0; i < 25 * perPeriod; ++i) {
        world.run(dt, dt);
        if (i < 20 * perPeriod) continue;
        const Pose pose = world.fluid().getFluidBody(made)->state().worldFromBody;
        const std::complex<double> turn = std::polar(2.0 / (5.0 * perPeriod * height), w * world.fluid().getTime());
        heave += turn * pose.position.z();
        pitch += turn * logSO3(pose.orientation).y();
    }
    return {std::abs(heave), std::abs(pitch)};
}

} // namespace

// The exact solution of the frequency domain, in an ideal fluid.
TEST_P(RadiationWorld, AHalfSubmergedSphereDecaysAsInTheFrequencyDomain) {
    const double exact[] = {0.867, 0.635, 0.465, 0.347};
    World w(kDown, GetParam());
    w.fluid().setMedium(test::stillWater());
    constexpr double kStart = 0.02;
    const btRigidBody* body = addFloat(w, ball(), {Quaternion::Identity(), {0, 0, kStart}});
    std::vector<double> turns;
    double before = 0.0;
    while (turns.size() < 4 && w.fluid().getTime() < 10.0) {
        w.run(1.0 / 60.0, 1.0 / 60.0);
        const btFluidBody& wet = *w.fluid().getFluidBody(body);
        const double speed = wet.getVelocity().linear.z();
        if (before * speed < 0.0) turns.push_back(std::abs(wet.state().worldFromBody.position.z()) / kStart);
        before = speed;
    }
    ASSERT_EQ(turns.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_NEAR(turns[i], exact[i], 0.001) << i; // 4e-4
}

// [Hulme1982]: .2732 of the displaced mass. The rigid lid of an Immersion has .5.
TEST_P(RadiationWorld, ASuddenPushFindsTheAddedMassOfQuickMotion) {
    for (const bool hasWaves : {false, true}) {
        World w(kDown, GetParam());
        w.fluid().setMedium(test::stillWater());
        btRigidBody* body = addFloat(w, ball(), Pose(), Twist(), hasWaves);
        w.run(0.01, 0.002);
        const double force = 1000.0, time = 0.02, mass = ball().waves->volume * kDensity;
        for (int i = 0; i < 10; ++i) {
            body->applyCentralForce(btVector3(btScalar(force), 0, 0));
            w.run(0.002, 0.002);
        }
        const double added = force * time / w.fluid().getFluidBody(body)->getVelocity().linear.x() / mass - 1.0;
        EXPECT_NEAR(added, hasWaves ? 0.273 : 0.5, hasWaves ? 0.005 : 0.03); // .276, .474
    }
}

TEST_P(RadiationWorld, MotionsBeyondLinearTheoryAreToldOnceForEachBody) {
    const auto linesAfter = [&](double height, double heel) {
        World w(kDown, GetParam());
        w.fluid().setMedium(test::stillWater());
        for (const double x : {0.0, 10.0})
            addFloat(w, raft(), {expSO3({heel * kPi / 180.0, 0.0, 0.0}), {x, 0.0, height}});
        w.run(0.5, 1.0 / 60.0);
        return std::count_if(w.log().begin(), w.log().end(), [](const std::string& line) {
            return line.find("a fifth of its draft or 10 degrees") != std::string::npos;
        });
    };
    EXPECT_EQ(linesAfter(0.04, 8.0), 0); // the draft is .25 m
    EXPECT_EQ(linesAfter(0.06, 0.0), 2);
    EXPECT_EQ(linesAfter(0.0, 12.0), 2);
}

TEST_P(RadiationWorld, RaftsInStillWaterNeverGainEnergy) {
    test::Random random(32);
    World w(kDown, GetParam());
    w.fluid().setMedium(test::stillWater());
    std::vector<btRigidBody*> bodies;
    std::vector<double> first, scales;
    for (int i = 0; i < 40; ++i) {
        const Pose pose{expSO3(random.vector(0.5)), {9.0 * (i % 8), 9.0 * (i / 8), random.uniform(-0.3, 0.3)}};
        bodies.push_back(addFloat(w, i % 2 ? ball() : raft(), pose, random.twist(1.0, 1.0)));
        first.push_back(test::energyWithWaves(w, bodies.back()));
        const btFluidBody& wet = *w.fluid().getFluidBody(bodies.back());
        scales.push_back(kineticEnergy(wet.motion(), wet.state()) + 9.81 * wet.motion().body().mass() * 0.1);
    }
    double most = -1.0;
    for (int step = 0; step < 180; ++step) {
        w.run(1.0 / 60.0, 1.0 / 60.0);
        for (std::size_t i = 0; i < bodies.size(); ++i)
            most = std::max(most, (test::energyWithWaves(w, bodies[i]) - first[i]) / scales[i]);
    }
    EXPECT_LT(most, 1e-6); // -.0024: every one loses
    for (const std::string& line : w.log())
        EXPECT_NE(line.find("a fifth of its draft or 10 degrees"), std::string::npos) << line;
}

TEST_P(RadiationWorld, BodiesThatNoSurfaceCutsMoveAsBeforeToTheBit) {
    for (const double height : {-3.0, 3.0}) {
        std::vector<btScalar> record[2];
        for (const bool hasWaves : {false, true}) {
            World w(kDown, GetParam());
            w.fluid().setMedium(test::stillWater());
            btRigidBody* body = addFloat(w, raft(), {Quaternion::Identity(), {0, 0, height}},
                                         {{1.0, 2.0, 0.5}, {0.3, 0.0, 0.1}}, hasWaves);
            record[hasWaves] = test::placesOf(w, body, 20);
            EXPECT_EQ(w.fluid().getFluidBody(body)->getWaveEnergy(), 0.0);
        }
        EXPECT_EQ(record[0], record[1]);
    }
}

TEST_P(RadiationWorld, ACurrentThatCarriesAFloatMakesNoWaves) {
    World w(kDown, GetParam());
    const Vector3 current(0.6, -0.3, 0.0);
    w.fluid().setMedium(std::make_shared<DividedMedium>(
        std::make_shared<UniformMedium>(UniformMedium(kDensity, 1e-3).movingAt(current)), nullptr,
        std::make_shared<FlatSurface>(0.0)));
    const btRigidBody* body = addFloat(w, ball(), Pose(), Twist(Vector3::Zero(), current));
    w.run(2.0, 1.0 / 60.0);
    EXPECT_LT((test::velocityOf(w, body) - current).norm(), 1e-6); // 3e-8
    EXPECT_NEAR(test::positionOf(body).x(), 2.0 * current.x(), 2e-3);
}

TEST_P(RadiationWorld, LongWavesCarryAFloatAsTheWater) {
    const auto waves = std::make_shared<SineWaves>(WaveSet({makeWave(0.3, 150.0, {1, 0, 0})}));
    World w(kDown, GetParam());
    w.fluid().setMedium(seaOf(waves));
    const SurfaceSample start = waves->sample(Vector3::Zero(), 0.0);
    const btRigidBody* body =
        addFloat(w, raft(), {Quaternion::Identity(), {0, 0, start.height}}, Twist(Vector3::Zero(), start.velocity));
    double most = 0.0;
    for (int i = 0; i < 600; ++i) {
        w.run(1.0 / 60.0, 1.0 / 60.0);
        const Vector3 at = test::positionOf(body);
        most = std::max(most, std::abs(at.z() - waves->sample(at, w.fluid().getTime()).height));
    }
    EXPECT_LT(most, 0.005 * 0.3); // .0011
}

// (-w^2 (M + A) - i w B + C) x = X, with the same panels.
TEST_P(RadiationWorld, ShortAndLongWavesMoveARaftAsInTheFrequencyDomain) {
    const FluidBody body = makeSolidBody(raft().shape, 0.5 * kDensity);
    WaveRadiationDef def;
    def.fluidDensity = kDensity;
    def.gravity = 9.81;
    def.waveNumbers = {0.8, 2.2}; // waves of 7.9 and 2.9 m, on both sides of the resonance
    def.headings = {0.5};
    def.faces = 200;
    def.estimatesError = false;
    const WaveRadiation radiation = computeWaveRadiation(raft().shape->mesh(), def);
    for (const WaveRow& row : radiation.rows) {
        const Complex6 exact = waveResponse(row, row.excitation[0], body.bodyInertia.matrix(),
                                            radiation.restoring(-radiation.waterplaneInMesh));
        const Response found = responseOf(GetParam(), row, def.headings[0]);
        EXPECT_NEAR(found.heave, std::abs(exact[5]), 0.04 * std::abs(exact[5])) << row.waveNumber;
        EXPECT_NEAR(found.pitch, std::abs(exact[1]), 0.04 * std::abs(exact[1])) << row.waveNumber;
    }
}

TEST_P(RadiationWorld, AMovedWorldGoesOnAsWithoutTheCall) {
    const Vector3 offset(120.0, -70.0, 0.0);
    Vector3 places[2];
    for (const bool isMoved : {false, true}) {
        World w(kDown, GetParam());
        w.fluid().setMedium(seaOf(std::make_shared<SineWaves>(WaveSet({makeWave(0.05, 5.0, {1, 0.4, 0})}))));
        const btRigidBody* body = addFloat(w, raft(), Pose());
        w.run(0.5, 1.0 / 60.0);
        if (isMoved) w.fluid().moveWorld(offset);
        w.run(1.0, 1.0 / 60.0);
        places[isMoved] = test::positionOf(body);
    }
    EXPECT_LT((places[1] - places[0] - offset).norm(), 1e-4);
}

TEST_P(RadiationWorld, WavesNearTheBodyArePartOfASavedState) {
    World w(kDown, GetParam());
    w.fluid().setMedium(test::stillWater());
    btRigidBody* body = addFloat(w, raft(), {expSO3({0.2, 0.1, 0.4}), {0, 0, 0.1}});
    w.run(0.5, 1.0 / 60.0);
    EXPECT_GT(w.fluid().getFluidBody(body)->getWaveEnergy(), 0.0);
    const std::vector<unsigned char> state = w.fluid().saveState();
    w.run(0.5, 1.0 / 60.0);
    const btTransform first = body->getCenterOfMassTransform();
    const double energy = w.fluid().getFluidBody(body)->getWaveEnergy();
    w.fluid().restoreState(state);
    w.run(0.5, 1.0 / 60.0);
    EXPECT_EQ(body->getCenterOfMassTransform(), first);
    EXPECT_EQ(w.fluid().getFluidBody(body)->getWaveEnergy(), energy);

    btFluidSetWavesMade(w.fluid(), body, true);
    EXPECT_THROW(w.fluid().restoreState(state), std::invalid_argument);
}

TEST_P(RadiationWorld, HeaveAloneIsTheDefaultToTheBit) {
    std::vector<btScalar> record[2];
    for (const bool isChosen : {false, true}) {
        World w(kDown, GetParam());
        w.fluid().setMedium(test::stillWater());
        btRigidBody* body = addFloat(w, raft(), {expSO3({0.2, 0.1, 0.4}), {0, 0, 0.1}}, Twist(), false);
        if (isChosen) btFluidSetWavesMade(w.fluid(), body, true);
        record[isChosen] = test::placesOf(w, body, 20);
        btFluidSetWavesMade(w.fluid(), body, false);
        w.run(0.1, 1.0 / 60.0);
        EXPECT_EQ(w.fluid().getFluidBody(body)->getWaveEnergy(), 0.0);
    }
    EXPECT_EQ(record[0], record[1]);
}

TEST_P(RadiationWorld, WrongChoicesAreRefused) {
    World w(kDown, GetParam());
    w.fluid().setMedium(test::stillWater());
    btRigidBody* dry = w.addSphere(0.1, 1.0, btVector3(0, 0, 0));
    EXPECT_THROW(btFluidSetWavesMade(w.fluid(), dry, true), std::invalid_argument);
    EXPECT_THROW(btFluidSetWavesMade(w.fluid(), dry, raft().waves), std::invalid_argument);
    btRigidBody* body = addFloat(w, raft(), Pose());
    EXPECT_THROW(btFluidSetWavesMade(w.fluid(), body, FloatingPointer()), std::invalid_argument);
    EXPECT_THROW(FloatingModel::build(makeSolidBody(raft().shape, 2.0 * kDensity), FloatingModelDef()),
                 std::invalid_argument); // sinks
}

} // namespace radiation_world_test
