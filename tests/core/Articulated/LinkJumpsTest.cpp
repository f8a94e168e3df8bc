// SPDX-License-Identifier: Zlib
// Links of trees that cross jumps of the medium's velocity and density, as bodies do in MediumJumpsTest.cpp.
#include "../JumpMedia.h"
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"

#include <gtest/gtest.h>

namespace link_jumps_test {

using namespace ambient;
using test::onlyBuoyancy;
using test::windZone;

namespace {

constexpr double kStep = 1.0 / 60;

using Model = std::shared_ptr<const FluidBodyModel>;
using Medium = std::shared_ptr<const FluidMedium>;

/// Equal links side by side along y, joined by ball joints.
ArticulatedMotion treeOf(int links, const Model& model, double density, const Medium& medium, const ForceSet& forces) {
    const FluidBody shape = makeSolidBody(model, density);
    std::vector<ArticulatedLink> tree(static_cast<std::size_t>(links));
    for (int i = 0; i < links; ++i) {
        ArticulatedLink& link = tree[static_cast<std::size_t>(i)];
        link.inertia = shape.bodyInertia;
        if (i == 0) continue;
        link.parent = i - 1;
        link.joint.type = JointType::Spherical;
        link.joint.pivotInParent = Vector3(0.0, 0.25, 0.05);
        link.joint.comFromPivot = Vector3(0.0, 0.25, -0.05);
    }
    auto body = std::make_shared<const ArticulatedBody>(std::move(tree), false);
    const std::vector<IsolatedLinkFluid::Surface> surfaces(static_cast<std::size_t>(links),
                                                           {model, shape.bodyFromMesh});
    auto fluid = std::make_unique<IsolatedLinkFluid>(*body, surfaces, medium, forces);
    return ArticulatedMotion(std::move(body), std::move(fluid), Vector3::Zero());
}

ArticulatedState thrown(ArticulatedMotion& motion, const Pose& start, const Twist& twist) {
    return motion.makeState(start, motion.body().zeroPositions(), twist, JointVector::Zero(motion.body().rateCount()),
                            0.0);
}

/// Velocity of the centre of mass of all links.
Vector3 velocityOf(ArticulatedMotion& motion, const ArticulatedState& state) {
    motion.evaluate(state);
    Vector3 sum = Vector3::Zero();
    for (int i = 0; i < motion.body().linkCount(); ++i)
        sum += motion.twistInWorld(i).linear;
    return sum / motion.body().linkCount();
}

/// Moves a tree with its history, as a world does, until its base is above a height.
ArticulatedState flown(ArticulatedMotion& motion, ArticulatedState state, double step, double height) {
    ArticulatedLoadHistory history;
    for (int i = 0; i < 120 * kStep / step && state.worldFromBase.position.z() < height; ++i)
        motion.integrate(state, step, {}, {}, nullptr, &history);
    return state;
}

} // namespace

// A jump of velocity pushes by drag alone. Momenta relative to the medium along the path took links along: by 10 m/s.
TEST(LinkJumps, WithoutDragATreeKeepsItsVelocityAcrossAJumpOfVelocity) {
    test::Random random(21);
    const auto zone = windZone(1.204, 10.0, 0.0, 50.0, 0.0), water = windZone(1000.0, 10.0, 0.0, 50.0, 0.0);
    double largest = 0.0, ofLight = 0.0;
    for (int i = 0; i < 6; ++i) {
        const Model& model = test::jumpingBodies()[static_cast<std::size_t>(i) % 3];
        const int links = i < 3 ? 1 : 3;
        const Pose start{random.rotation(), Vector3(0.0, 0.0, -0.9 + random.uniform(0.0, 0.04))};
        const Twist twist(i % 3 == 0 ? Vector3(1, 2, 3) : Vector3(Vector3::Zero()), Vector3(0.3, 0.0, 2.0));
        for (const bool isStone : {true, false}) {
            if (!isStone && (i % 3 != 0 || links > 1)) continue; // a ball has no Munk's moment
            ArticulatedMotion motion =
                treeOf(links, model, isStone ? 2500.0 : 900.0, isStone ? zone : water, onlyBuoyancy());
            const ArticulatedState from = thrown(motion, start, twist);
            const Vector3 before = velocityOf(motion, from);
            const double change = (velocityOf(motion, flown(motion, from, kStep, 0.9)) - before).norm();
            (isStone ? largest : ofLight) = std::max(isStone ? largest : ofLight, change);
        }
    }
    EXPECT_LT(largest, 0.01);
    EXPECT_LT(ofLight, 1e-6);
    std::printf("  stones %.2e m/s, light balls %.2e m/s\n", largest, ofLight);
}

// Over a zone that the tree has left again, so that the phase does not change the way in the wind.
TEST(LinkJumps, TheWindPushesAsThatOfAThinSmoothLayer) {
    const auto pushOf = [](double thick, double phase, double step) {
        ArticulatedMotion motion = treeOf(2, test::jumpingBodies()[0], 2500.0, windZone(1.204, 10.0, 0.0, 0.8, thick),
                                          ForceSet::surfacePressure());
        const Pose start{Quaternion::Identity(), Vector3(0.0, 0.0, -0.5 - phase * 2.0 * kStep)};
        const ArticulatedState from = thrown(motion, start, {Vector3::Zero(), Vector3(0.0, 0.0, 2.0)});
        return velocityOf(motion, flown(motion, from, step, 1.3)).x();
    };
    const double limit = pushOf(2e-3, 0.0, kStep / 16);
    double worst = 0.0;
    for (int i = 0; i < 5; ++i)
        worst = std::max(worst, std::abs(pushOf(0.0, i / 5.0, kStep) / limit - 1.0));
    std::printf("  limit %.5f m/s, largest difference %.2e\n", limit, worst);
    EXPECT_LT(worst, 0.01);
}

TEST(LinkJumps, ATreeWithoutDragNeverGainsEnergyWhereTheDensityChanges) {
    test::Random random(22);
    double largest = 0.0;
    for (int i = 0; i < 8; ++i) {
        const double below = i % 2 ? 1200.0 : 800.0,
                     thickness = i % 4 < 2 ? 0.0 : std::pow(10.0, random.uniform(-4.0, 0.0));
        ArticulatedMotion motion =
            treeOf(1 + i % 3, test::jumpingBodies()[static_cast<std::size_t>(i) / 3 % 3], i % 5 ? 1000.0 : 10.0,
                   test::twoLayers(below, 2000.0 - below, thickness), onlyBuoyancy());
        ArticulatedState state = thrown(motion, {random.rotation(), Vector3(0, 0, -0.5 - random.uniform(0.0, 0.03))},
                                        Twist(random.vector(3.0), Vector3(0.3, 0.1, 2.0)));
        ArticulatedLoadHistory history;
        motion.evaluate(state);
        double before = motion.dynamics().kineticEnergy();
        for (int step = 0; step < 36; ++step) {
            motion.integrate(state, kStep, {}, {}, nullptr, &history);
            motion.evaluate(state);
            const double now = motion.dynamics().kineticEnergy();
            largest = std::max(largest, now / before - 1.0);
            before = now;
        }
    }
    std::printf("  largest gain of a step %.2e\n", largest);
    EXPECT_LT(largest, 2e-5); // the tolerance of the integration
}

TEST(LinkJumps, ABallLeavesDenserFluidWithItsSpeedAndEntersItWithItsMomentum) {
    const Model& ball = test::jumpingBodies()[0];
    const double added = ball->addedMassPerDensity().matrix()(3, 3) / ball->volume();
    for (const double density : {10.0, 1000.0})
        for (const double below : {800.0, 1025.0})
            for (const double thickness : {0.0, 0.05}) {
                const double above = 1825.0 - below;
                ArticulatedMotion motion =
                    treeOf(1, ball, density, test::twoLayers(below, above, thickness), onlyBuoyancy());
                const double expected = below > above ? 1.0 : (density + added * below) / (density + added * above);
                for (int phase = 0; phase < 2; ++phase) {
                    const Pose start{Quaternion::Identity(), Vector3(0.0, 0.0, -0.4 - phase * kStep / 2)};
                    const ArticulatedState from = thrown(motion, start, {Vector3::Zero(), Vector3(0.0, 0.0, 1.0)});
                    EXPECT_NEAR(velocityOf(motion, flown(motion, from, kStep, 0.4)).z(), expected, 1e-4)
                        << density << " from " << below << ", " << thickness;
                }
            }
}

} // namespace link_jumps_test
