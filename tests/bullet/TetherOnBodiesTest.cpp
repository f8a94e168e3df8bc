// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Immersion.h"
#include "BulletAmbientFluid/btFluidMooring.h"
#include "MultiBodyWorld.h"

#include <cmath>

namespace tether_on_bodies {

using namespace ambient;

namespace {

constexpr double kStep = 1.0 / 60.0;

std::shared_ptr<const FluidBodyModel> block() {
    static const auto model = FluidBodyModel::build(makeBox({0.4, 0.3, 0.2}, 300));
    return model;
}

CableDef cableOf(double length) {
    CableDef def;
    def.length = length;
    def.mass = 0.5;
    def.diameter = 0.01;
    def.segments = 12;
    return def;
}

CatenaryLineDef stillLine(double length, double weight) {
    CatenaryLineDef def;
    def.line.length = length;
    def.line.weight = weight;
    return def;
}

/// A block of a kind in a world with water, and a line from above to it.
struct Moored {
    test::MultiBodyWorld world{btVector3(0, 0, btScalar(-9.81))};
    btBoxShape shape{btVector3(btScalar(0.2), btScalar(0.15), btScalar(0.1))};
    btRigidBody* rigid = nullptr;
    btMultiBody* base = nullptr;
    std::unique_ptr<btFluidMooring> line;

    Moored(bool isMultiBody, bool isCable, double mass) {
        world.fluid().setMedium(UniformMedium::water());
        btFluidCarrier load;
        if (isMultiBody) {
            base = world.addChain(&shape, btScalar(mass), btScalar(0.2), 0, false);
            world.addToWorld(base, &shape);
            world.fluid().addMultiBody(base, {{block()}});
            load = btFluidCarrier(base, -1, "mooring");
        } else {
            rigid = world.addRigidBody(&shape, btScalar(mass), btVector3(0, 0, 0));
            world.fluid().addBody(rigid, block());
            load = btFluidCarrier(rigid, "mooring");
        }
        const Vector3 top(0, 0, 3.1), ring(0, 0, 0.1);
        line = isCable
                   ? std::make_unique<btFluidMooring>(world.fluid(), btFluidCarrier(), top, load, ring, cableOf(3.0))
                   : std::make_unique<btFluidMooring>(world.fluid(), btFluidCarrier(), top, load, ring,
                                                      stillLine(3.0, 4.0));
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            line->apply(btScalar(kStep));
            world.run(kStep, kStep);
        }
    }
    btVector3 place() const { return rigid ? rigid->getWorldTransform().getOrigin() : base->getBasePos(); }
};

} // namespace

// A line from above holds an immersed block at 1/60 s: the tension is the weight in water, and a winch hoists it.
TEST(TetherOnBodies, HoldsTheWeightInWater) {
    for (const bool isMultiBody : {false, true})
        for (const bool isCable : {false, true}) {
            Moored moored(isMultiBody, isCable, 60.0);
            moored.run(300);
            const double weight = 9.81 * (60.0 - UniformMedium::water().density() * block()->volume());
            EXPECT_NEAR(moored.line->getLine().tension(1), weight, 0.005 * weight) << isMultiBody << isCable;
            moored.line->getLine().reel(1.0, 0.5);
            moored.run(120);
            EXPECT_NEAR(double(moored.place().z()), 1.0, 0.03) << isMultiBody << isCable;
            EXPECT_EQ(moored.line->getPoints().size(), isCable ? 13u : 33u);
        }
}

// Without gravity and water what the bodies gain is what the line loses: a weightless line has no momentum, a cable
// that of its points.
TEST(TetherOnBodies, KeepsTheMomentumOfBodiesAndCable) {
    for (const bool isCable : {false, true}) {
        test::MultiBodyWorld world(btVector3(0, 0, 0), nullptr, ForceSet());
        btBoxShape shape(btVector3(btScalar(0.2), btScalar(0.15), btScalar(0.1)));
        btRigidBody* bodies[2];
        for (int i = 0; i < 2; ++i) {
            bodies[i] = world.addRigidBody(&shape, 24, btVector3(btScalar(3 * i), btScalar(i), 0));
            bodies[i]->setDamping(0, 0);
            bodies[i]->setLinearVelocity(btVector3(btScalar(i), btScalar(-i), btScalar(0.5 * i)));
            world.fluid().addBody(bodies[i], block());
        }
        const btFluidCarrier a(bodies[0], "mooring"), b(bodies[1], "mooring");
        const Vector3 ring(0.2, 0.1, 0), hook(-0.2, 0, 0.05);
        const auto line = isCable
                              ? std::make_unique<btFluidMooring>(world.fluid(), a, ring, b, hook, cableOf(2.9))
                              : std::make_unique<btFluidMooring>(world.fluid(), a, ring, b, hook, stillLine(2.9, 0.0));
        Vector3 first = Vector3::Zero();
        double worst = 0.0, pulled = 0.0;
        for (int i = 0; i < 120; ++i) {
            line->apply(btScalar(kStep));
            Vector3 sum = Vector3::Zero();
            world.run(kStep, kStep);
            for (btRigidBody* body : bodies)
                sum += 24.0 * btFluidVector(world.fluid().getLinearVelocity(body));
            const std::vector<Vector3> speeds = line->getLine().velocities();
            for (std::size_t k = 0; k < speeds.size(); ++k)
                sum += 0.5 * 2.9 / 12 * (k == 0 || k + 1 == speeds.size() ? 0.5 : 1.0) * speeds[k];
            if (i == 0) first = sum;
            worst = std::max(worst, (sum - first).norm());
            pulled = std::max(pulled, line->getLine().tension(0));
        }
        EXPECT_GT(pulled, 100.0);
        EXPECT_LT(worst, test::bulletTolerance(1e-9, 2e-4) * first.norm()) << isCable;
    }
}

TEST(TetherOnBodies, ARestoredLineRepeatsItsMotionToTheBit) {
    for (const bool isCable : {false, true}) {
        Moored moored(false, isCable, 60.0);
        moored.rigid->setLinearVelocity(btVector3(1, btScalar(0.5), 0));
        moored.run(30);
        const auto fluid = moored.world.fluid().saveState();
        const auto line = moored.line->saveState();
        moored.run(40);
        const btVector3 end = moored.place();
        moored.run(7);
        moored.world.fluid().restoreState(fluid);
        moored.line->restoreState(line);
        moored.run(40);
        for (int k = 0; k < 3; ++k)
            EXPECT_EQ(moored.place()[k], end[k]);
        Moored other(false, !isCable, 60.0);
        EXPECT_NE(test::refusal([&] { other.line->restoreState(line); }), "");
        std::vector<unsigned char> damaged = line;
        damaged[20] ^= 1;
        EXPECT_NE(test::refusal([&] { moored.line->restoreState(damaged); }).find("damaged"), std::string::npos);
    }
}

// The origin of the world moves: anchors, bed and points of the line move with it.
TEST(TetherOnBodies, MovesWithTheOriginOfTheWorld) {
    for (const bool isCable : {false, true}) {
        Moored here(false, isCable, 60.0), there(false, isCable, 60.0);
        here.run(60);
        there.run(30);
        there.world.fluid().moveWorld(Vector3(64, -32, 16));
        there.run(30);
        const Vector3 shift = btFluidVector(there.place()) - btFluidVector(here.place()) - Vector3(64, -32, 16);
        EXPECT_LT(shift.norm(), test::bulletTolerance(1e-9, 1e-3)) << isCable;
        EXPECT_LT((there.line->getPoints().front() - here.line->getPoints().front() - Vector3(64, -32, 16)).norm(),
                  1e-9);
    }
}

TEST(TetherOnBodies, ALostBodyIsLeftAlone) {
    Moored moored(false, true, 60.0);
    moored.run(10);
    moored.world.world().removeRigidBody(moored.rigid);
    const auto before = moored.line->saveState();
    moored.line->apply(btScalar(kStep));
    EXPECT_EQ(moored.line->saveState(), before);
    moored.world.world().addRigidBody(moored.rigid);
    EXPECT_NE(test::refusal([&] { moored.line->apply(btScalar(-1)); }).find("duration"), std::string::npos);
    EXPECT_NE(test::refusal([&] {
                  btFluidMooring(moored.world.fluid(), btFluidCarrier(), Vector3(0, NAN, 0), btFluidCarrier(),
                                 Vector3::Zero(), cableOf(1.0));
              }).find("first body"),
              std::string::npos);
}

} // namespace tether_on_bodies
