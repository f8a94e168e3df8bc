// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Integrators.h"
#include "FloatingWorld.h"
#include "TestThreads.h"

#include <gtest/gtest.h>

#include <cmath>

namespace floating_worlds_test {

using namespace ambient;
using namespace test;

namespace {
struct FloatingWorlds : InBothModes {};
} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, FloatingWorlds, testing::ValuesIn(kSolvers), modeName);

namespace {

/// Rafts and balls of two models among waves and wind, some touching.
struct Flotilla {
    World w;
    std::vector<btRigidBody*> bodies;

    explicit Flotilla(Solver solver) : w(btVector3(0, 0, btScalar(-kGravity)), solver) {
        w.world().getDispatchInfo().m_deterministicOverlappingPairs = true;
        const auto waves = std::make_shared<SineWaves>(WaveSet({makeWave(0.1, 3.0, {1, 0.5, 0})}));
        const auto flow = std::make_shared<WaveFlow>(waves->waves());
        GustDef gusts;
        gusts.meanVelocity = {5.0, 0.0, 0.0};
        w.fluid().setMedium(std::make_shared<DividedMedium>(
            std::make_shared<FlowingMedium>(UniformMedium(kDensity, kThin), flow),
            std::make_shared<FlowingMedium>(UniformMedium::air(), std::make_shared<GustFlow>(gusts)), waves));
        Random random(4);
        const auto ball = sphereModel(0.12, 20);
        for (int i = 0; i < 12; ++i) {
            const Vector3 at((i % 4) * 0.5, (i / 4) * 0.38, random.uniform(-0.2, 0.2));
            if (i % 2 == 0) {
                bodies.push_back(addRaft(w, 500.0, {expSO3(random.vector(0.3)), at}));
            } else {
                bodies.push_back(w.addSphere(0.12, 400.0 * sphereVolume(0.12), btFluidVector(at)));
                w.fluid().addBody(bodies.back(), ball);
            }
            bodies.back()->setUserIndex(i);
        }
    }

    std::vector<btScalar> play(int steps) {
        std::vector<btScalar> record;
        for (int i = 0; i < steps; ++i) {
            w.run(1.0 / 60, 1.0 / 60);
            for (btRigidBody* body : bodies)
                for (const btVector3& v : {body->getCenterOfMassPosition(), body->getAngularVelocity(),
                                           body->getLinearVelocity(), w.fluid().getLinearVelocity(body)})
                    record.insert(record.end(), {v.x(), v.y(), v.z()});
        }
        return record;
    }
};

} // namespace

TEST_P(FloatingWorlds, ARestoredSeaRepeatsItselfToTheBit) {
    Flotilla sea(GetParam());
    sea.play(10);
    sea.w.forgetContacts();
    const std::vector<unsigned char> state = sea.w.fluid().saveState();
    const std::vector<btScalar> first = sea.play(12);
    sea.w.forgetContacts();
    sea.w.fluid().restoreState(state);
    EXPECT_EQ(sea.play(12), first);
    EXPECT_TRUE(sea.w.log().empty());
}

TEST_P(FloatingWorlds, ARestoredStateInANewSeaRepeatsItselfToTheBit) {
    Flotilla fleet(GetParam());
    fleet.play(10);
    fleet.w.forgetContacts();
    const std::vector<unsigned char> state = fleet.w.fluid().saveState();
    const std::shared_ptr<const FluidMedium> before = fleet.w.fluid().getMedium();
    const auto after = waterBelow(std::make_shared<SineWaves>(WaveSet({makeWave(0.08, 2.0, {0, 1, 0})})));
    const auto begin = [&] {
        fleet.w.fluid().setMedium(before);
        fleet.w.fluid().restoreState(state);
        fleet.w.fluid().setMedium(after);
    };
    begin();
    const std::vector<btScalar> first = fleet.play(12);
    fleet.w.forgetContacts();
    begin();
    begin(); // without a step between
    EXPECT_EQ(fleet.play(12), first);
    EXPECT_TRUE(fleet.w.log().empty());
}

TEST_P(FloatingWorlds, ANewMediumIsSampledAtTheFacesOnceTheSolverStarts) {
    int points = 0;
    const auto flow = std::make_shared<CallbackFlow>(
        CallbackFlow::Samples([&points](const Vector3*, int count, double, FlowSample* samples) {
            points += count;
            std::fill(samples, samples + count, FlowSample());
        }));
    World w(btVector3(0, 0, btScalar(-kGravity)), GetParam());
    w.fluid().setMedium(stillWater());
    addRaft(w, 500.0, {Quaternion::Identity(), {0.0, 0.0, 0.0}});
    w.run(1.0 / 60, 1.0 / 60);
    const auto changes = [&] {
        points = 0;
        w.fluid().setMedium(
            std::make_shared<DividedMedium>(std::make_shared<FlowingMedium>(UniformMedium(kDensity, kThin), flow),
                                            nullptr, std::make_shared<FlatSurface>(0.0)));
        return points;
    };
    constexpr int kFaces = 48;
    if (w.fluid().getMode() == BT_FLUID_EXACT) {
        EXPECT_LT(changes(), 8); // 4: once to be checked, at the origin, and twice for the inertia
        EXPECT_LT(changes(), 8); // and the medium before it not at all
    } else
        EXPECT_GT(changes(), kFaces / 2); // Bullet's velocity contains the plan
    points = 0;
    w.run(1.0 / 60, 1.0 / 60);
    EXPECT_GT(points, kFaces / 2);
}

TEST_P(FloatingWorlds, OneThreadAndFourGiveTheSameBytes) {
    std::vector<btScalar> record[2];
    for (int i = 0; i < 2; ++i) {
        const test::Threads fixed(i == 0 ? 1 : 4);
        Flotilla sea(GetParam());
        record[i] = sea.play(20);
        EXPECT_TRUE(sea.w.log().empty());
    }
    EXPECT_EQ(record[0], record[1]);
}

TEST_P(FloatingWorlds, BodiesJoinWithTheirVelocityInAirHalfWayAndUnderWater) {
    for (const double height : {1.0, 0.03, -1.0}) {
        btFluidAction::btFluidActionConstructionInfo info;
        info.m_makesWaves = false; // the core alone makes none
        World w(btVector3(0, 0, btScalar(-kGravity)), GetParam(), info);
        w.fluid().setMedium(stillWater());
        const FluidBody body = makeSolidBody(raftModel(), 500.0);
        const Pose pose{expSO3({0.2, -0.1, 0.3}), {0.0, 0.0, height}};
        btRigidBody* raft = w.addGhost(body, pose);
        const Twist twist({0.3, -0.2, 0.4}, {1.0, 0.5, -0.8});
        raft->setLinearVelocity(btFluidVector(twist.linear));
        raft->setAngularVelocity(btFluidVector(twist.angular));
        const btScalar inverseMass = raft->getInvMass();
        w.fluid().addBody(raft, body.model);
        EXPECT_LT((velocityOf(w, raft) - twist.linear).norm(), 1e-6) << height;
        EXPECT_LT((spinOf(w, raft) - twist.angular).norm(), 1e-6) << height;
        // The core alone, from the same start.
        const KirchhoffMotion& equations = w.fluid().getFluidBody(raft)->motion();
        FluidBodyState state = w.fluid().getFluidBody(raft)->state();
        w.run(0.5, 1.0 / 60);
        IntegratorOptions options;
        options.leastSpeed *= 10.0; // as documented in btFluidActionConstructionInfo
        LoadHistory history;
        for (int i = 0; i < 30; ++i)
            integrate(equations, state, double(btScalar(1.0 / 60)), options, &history);
        EXPECT_LT((positionOf(raft) - state.worldFromBody.position).norm(), 1e-6) << height;
        const Vector3 velocity = velocityOf(w, raft);
        w.fluid().removeBody(raft);
        EXPECT_FLOAT_EQ(float(raft->getInvMass()), float(inverseMass));
        EXPECT_LT((btFluidVector(raft->getLinearVelocity()) - velocity).norm(), 1e-5) << height;
    }
}

TEST_P(FloatingWorlds, TheMeshFrameDoesNotMatter) {
    const auto model = FluidBodyModel::build(makeBox(kRaft, 108));
    const Pose bodyFromMesh{expSO3({0.5, -0.7, 0.9}), {0.2, -0.1, 0.3}};
    TriangleMesh shifted = model->mesh();
    for (Vector3& v : shifted.vertices)
        v = bodyFromMesh.inverse() * v;
    FluidBody body[2] = {makeSolidBody(model, 500.0), makeSolidBody(model, 500.0)};
    body[1].model = FluidBodyModel::build(shifted);
    body[1].bodyFromMesh = bodyFromMesh;
    Pose end[2];
    for (int i = 0; i < 2; ++i) {
        World w(btVector3(0, 0, btScalar(-kGravity)), GetParam());
        w.fluid().setMedium(stillWater());
        btRigidBody* raft = addWetGhost(w, body[i], {expSO3({0.3, 0.2, 0.0}), {0.0, 0.0, 0.4}}, {1.0, 0.0, 0.0});
        w.run(1.0, 1.0 / 60);
        end[i] = btFluidPose(raft->getCenterOfMassTransform());
    }
    // 3e-8 m and 3e-7 rad: the added mass of the two meshes differs by as much.
    EXPECT_LT((end[0].position - end[1].position).norm(), 1e-6);
    EXPECT_LT(end[0].orientation.angularDistance(end[1].orientation), 1e-5);
}

TEST_P(FloatingWorlds, UpMayBeAnyAxis) {
    const Quaternion turn = Quaternion::FromTwoVectors(Vector3::UnitZ(), Vector3::UnitY());
    Pose end[2];
    for (int i = 0; i < 2; ++i) {
        const Quaternion q = i == 0 ? Quaternion(Quaternion::Identity()) : turn;
        World w(btFluidVector(Vector3(q * Vector3(0, 0, -kGravity))), GetParam());
        w.fluid().setMedium(stillWater(kThin, q * Vector3::UnitZ()));
        const Pose pose{q * expSO3({0.3, 0.2, 0.0}), q * Vector3(0.0, 0.0, 0.4)};
        btRigidBody* raft = addWetGhost(w, makeSolidBody(raftModel(), 500.0), pose, q * Vector3(1.0, 0.0, 0.0));
        w.run(1.0, 1.0 / 60);
        end[i] = btFluidPose(raft->getCenterOfMassTransform());
        end[i] = {q.conjugate() * end[i].orientation, q.conjugate() * end[i].position};
    }
    EXPECT_LT((end[0].position - end[1].position).norm(), 1e-6); // 4e-8 in floats
    EXPECT_LT(end[0].orientation.angularDistance(end[1].orientation), 1e-6);
}

namespace {

/// A divided medium that fails for bodies near x = 6 after a quarter of a second.
std::shared_ptr<const DividedMedium> wrongFarOut(bool surfaceIsWrong, double density) {
    const auto isBad = [](const Vector3& point, double time) { return time > 0.25 && point.x() > 5.0; };
    const auto surface = std::make_shared<CallbackSurface>(
        CallbackSurface::Heights([=](const Vector3* points, int count, double time, double* heights) {
            for (int i = 0; i < count; ++i)
                heights[i] = surfaceIsWrong && isBad(points[i], time) ? std::nan("") : 0.0;
        }));
    const auto water =
        std::make_shared<CallbackMedium>([=](const Vector3* points, int count, double time, MediumSample* samples) {
            for (int i = 0; i < count; ++i)
                samples[i].density = !surfaceIsWrong && isBad(points[i], time) ? density : kDensity;
        });
    return std::make_shared<DividedMedium>(water, nullptr, surface);
}

} // namespace

TEST_P(FloatingWorlds, ASurfaceOrADensityThatIsWrongStopsTheBodyThereOnlyAndIsToldOnce) {
    struct Fault {
        const char* name;
        bool surface;
        double density;
        double height;
    };
    for (const Fault& fault :
         {Fault{"surface NaN", true, 0.0, 0.0}, Fault{"density < 0, cut", false, -500.0, 0.0},
          Fault{"density slightly < 0, cut", false, -5.0, 0.0}, Fault{"density < 0, under", false, -500.0, -1.0},
          Fault{"density slightly < 0, under", false, -5.0, -1.0}, Fault{"density NaN, cut", false, std::nan(""), 0.0},
          Fault{"density NaN, under", false, std::nan(""), -1.0}}) {
        SCOPED_TRACE(fault.name);
        World w(btVector3(0, 0, btScalar(-kGravity)), GetParam());
        w.fluid().setMedium(wrongFarOut(fault.surface, fault.density));
        btRigidBody* good = addRaft(w, 500.0, {Quaternion::Identity(), {0.0, 0.0, 0.05}});
        btRigidBody* bad = addRaft(w, 500.0, {Quaternion::Identity(), {6.0, 0.0, fault.height}});
        bad->setUserIndex(42);
        w.run(1.0, 1.0 / 60);
        EXPECT_TRUE(w.fluid().getFluidBody(good)->isHealthy());
        EXPECT_FALSE(w.fluid().getFluidBody(bad)->isHealthy());
        EXPECT_TRUE(btFluidPose(bad->getCenterOfMassTransform()).isFinite());
        ASSERT_EQ(w.log().size(), 1u);
        EXPECT_NE(w.log()[0].find("user index 42"), std::string::npos) << w.log()[0];
        EXPECT_NEAR(positionOf(good).z(), 0.0, 0.1);
    }
}

} // namespace floating_worlds_test
