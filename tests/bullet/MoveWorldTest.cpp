// SPDX-License-Identifier: Zlib
// Worlds whose origin moves.
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/LayeredMedium.h"
#include "AmbientFluid/Media/SineWaves.h"
#include "AmbientFluid/Media/VortexFlow.h"
#include "BulletAmbientFluid/btFluidCoupling.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "FloatingWorld.h"
#include "MultiBodyWorld.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace move_world_test {

using namespace ambient;

namespace {

constexpr double kStep = 1.0 / 60.0;
constexpr int kSteps = 300;

std::shared_ptr<const VortexFlow> vortexAt(const Vector3& center) {
    VortexDef def;
    def.center = center;
    def.coreRadius = 0.5;
    return std::make_shared<VortexFlow>(def);
}

/// Places of bodies less the origin, and velocities.
using Record = std::function<std::vector<Vector3>()>;

/// Largest difference, after steps, between a world and its twin whose origin moves twice. \param make adds bodies and
/// returns the record of a world
template <class World, class Make>
double differenceOf(World& still, World& moving, const Make& make, const Vector3& first, const Vector3& second,
                    int steps = kSteps) {
    const Record here = make(still), there = make(moving);
    const auto run = [&](int count) {
        still.run(count * kStep, kStep);
        moving.run(count * kStep, kStep);
    };
    run(60);
    moving.fluid().moveWorld(first);
    run(30);
    moving.fluid().moveWorld(second);
    run(steps - 30);
    const std::vector<Vector3> a = here(), b = there();
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, (a[i] - b[i]).norm());
    return largest;
}

/// Of some rigid bodies.
Record recordOf(test::World& w, std::vector<btRigidBody*> bodies) {
    return [&w, bodies] {
        std::vector<Vector3> all;
        for (const btRigidBody* body : bodies) {
            all.push_back(test::positionOf(body) - w.fluid().getOrigin());
            all.push_back(test::velocityOf(w, body));
        }
        return all;
    };
}

struct MoveWorld : test::InBothModes {
    /// Worlds in the mode of the test.
    test::World still{btVector3(0, 0, btScalar(-test::kGravity)), GetParam()};
    test::World moving{btVector3(0, 0, btScalar(-test::kGravity)), GetParam()};
    const Vector3 first{64.0, -32.0, 8.0}, second{-16.0, 128.0, -8.0};
    /// Rounding of places in Bullet, as motion amplifies it.
    static double rounding(double inFloat) { return test::bulletTolerance(1e-9, inFloat); }
};

} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, MoveWorld, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(MoveWorld, RaftsInWavesGoOn) {
    const auto make = [](test::World& w) {
        w.fluid().setMedium(test::waterBelow(std::make_shared<SineWaves>(
            WaveSet({makeWave(0.08, 6.0, {1, 0.3, 0}, 0.4), makeWave(0.04, 3.0, {-0.2, 1, 0}, 1.0)}))));
        std::vector<btRigidBody*> rafts;
        for (int i = 0; i < 3; ++i)
            rafts.push_back(test::addRaft(w, 400.0 + 150.0 * i, {Quaternion::Identity(), Vector3(3.0 * i, i, 0.1)}));
        return recordOf(w, rafts);
    };
    EXPECT_LT(differenceOf(still, moving, make, first, second), rounding(2e-3));
}

TEST_P(MoveWorld, BodiesInLayersVorticesAndRegionsGoOn) {
    const auto make = [](test::World& w) {
        const auto layers = std::make_shared<LayeredMedium>(
            LayeredMedium::layers({{1100.0, 1e-3}, {1000.0, 1e-3}}, {{-1.0, 0.5, LayerTransition::Tanh}}));
        w.fluid().setMedium(layers);
        const auto swirl = std::make_shared<FlowingMedium>(UniformMedium::water(), vortexAt(Vector3(8.0, 0.0, 0.0)));
        const btScalar far = std::numeric_limits<btScalar>::infinity();
        w.fluid().getRegions().add(
            std::make_shared<btFluidRegion>(btVector3(5, -far, -far), btVector3(far, far, far), swirl));
        std::vector<btRigidBody*> bodies;
        const auto model = test::ellipsoidModel({0.3, 0.2, 0.1}, 180);
        for (int i = 0; i < 4; ++i) {
            const FluidBody body = makeSolidBody(model, i < 2 ? 1050.0 : 999.0);
            bodies.push_back(test::addWetGhost(w, body, {Quaternion::Identity(), Vector3(3.0 * i, 0.2 * i, 0.0)}));
        }
        return recordOf(w, bodies);
    };
    EXPECT_LT(differenceOf(still, moving, make, first, second), rounding(2e-3));
}

TEST_P(MoveWorld, JointsWithTheWorldAndContactsGoOn) {
    std::vector<std::unique_ptr<btTypedConstraint>> joints;
    const auto make = [&](test::World& w) {
        w.fluid().setMedium(UniformMedium::water().movingAt(Vector3(0.8, 0.0, 0.0)));
        w.addBox(btVector3(20, 20, 1), 0.0, btVector3(0, 0, -4));
        std::vector<btRigidBody*> bodies;
        for (int i = 0; i < 2; ++i) {
            bodies.push_back(w.addBox(btVector3(btScalar(0.2), btScalar(0.15), btScalar(0.1)), 20.0 + 30.0 * i,
                                      btVector3(btScalar(3 * i), 0, -2)));
            w.fluid().addBody(bodies.back());
        }
        joints.push_back(std::make_unique<btPoint2PointConstraint>(*bodies[0], btVector3(0, 0, btScalar(0.5))));
        w.world().addConstraint(joints.back().get());
        return recordOf(w, bodies);
    };
    EXPECT_LT(differenceOf(still, moving, make, first, second), rounding(5e-3));
    still.world().removeConstraint(joints[0].get());
    moving.world().removeConstraint(joints[1].get());
}

TEST_P(MoveWorld, WallsOfCouplingsGoOn) {
    std::vector<std::unique_ptr<btFluidCoupling>> couplings;
    const auto make = [&](test::World& w) {
        w.world().setGravity(btVector3(0, 0, 0));
        w.fluid().setMedium(UniformMedium(1000.0, 0.0));
        couplings.push_back(std::make_unique<btFluidCoupling>(w.fluid()));
        couplings.back()->addWall(btVector3(0, 0, 2), btScalar(-0.5));
        w.world().addAction(couplings.back().get());
        static const auto model = test::idealModel(makeSphere(0.1, 320));
        std::vector<btRigidBody*> balls;
        for (int i = 0; i < 2; ++i)
            balls.push_back(test::addWetGhost(w, makeSolidBody(model, 1000.0),
                                              {Quaternion::Identity(), Vector3(0.3 * i, 0.0, 0.0)},
                                              Vector3(0.02, 0.0, 0.01 * i)));
        return recordOf(w, balls);
    };
    EXPECT_LT(differenceOf(still, moving, make, first, second), rounding(1e-4));
    still.world().removeAction(couplings[0].get());
    moving.world().removeAction(couplings[1].get());
}

TEST_P(MoveWorld, StatesSavedBeforeAreMovedWhenTheyAreRestored) {
    still.fluid().setMedium(test::stillWater());
    btRigidBody* const raft = test::addRaft(still, 500.0, {Quaternion::Identity(), Vector3(1.0, 0.0, 0.3)});
    still.run(0.5, kStep);
    const std::vector<unsigned char> state = still.fluid().saveState();
    still.run(0.5, kStep);
    const Vector3 end = test::positionOf(raft);
    still.fluid().moveWorld(first);
    still.run(0.5, kStep);
    still.fluid().restoreState(state);
    still.run(0.5, kStep);
    EXPECT_LT((test::positionOf(raft) - first - end).norm(), rounding(1e-4));
}

TEST(MoveWorldOfMultiBodies, ChainsGoOn) {
    test::MultiBodyWorld still(btVector3(0, 0, btScalar(-9.81))), moving(btVector3(0, 0, btScalar(-9.81)));
    static btBoxShape box(btVector3(btScalar(0.2), btScalar(0.06), btScalar(0.04)));
    const auto make = [](test::MultiBodyWorld& w) -> Record {
        w.fluid().setMedium(std::make_shared<FlowingMedium>(UniformMedium::water(), vortexAt(Vector3::Zero())));
        btMultiBody* const chain = w.addChain(&box, 2, btScalar(0.21), 3, false);
        chain->setBaseVel(btVector3(btScalar(0.3), btScalar(-0.4), btScalar(0.6)));
        w.addToWorld(chain, &box);
        w.fluid().addMultiBody(chain);
        return [&w, chain] {
            std::vector<Vector3> all = {btFluidVector(chain->getBasePos()) - w.fluid().getOrigin()};
            for (int i = 0; i < chain->getNumLinks(); ++i)
                all.emplace_back(double(chain->getJointPos(i)), double(chain->getJointVel(i)), 0.0);
            return all;
        };
    };
    EXPECT_LT(differenceOf(still, moving, make, Vector3(64.0, -32.0, 8.0), Vector3(-16.0, 128.0, -8.0)),
              test::bulletTolerance(1e-8, 5e-3));
}

TEST(MoveWorldInput, IsRefused) {
    test::World w;
    const Vector3 before = w.fluid().getOrigin();
    EXPECT_NE(test::refusal([&] { w.fluid().moveWorld(Vector3(0.0, std::nan(""), 0.0)); }), "");
    EXPECT_EQ(w.fluid().getOrigin(), before);
}

} // namespace move_world_test
