// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/SecondOrderMotion.h"

#include "ShapeSequences.h"

#include <gtest/gtest.h>

namespace second_order_motion_test {

using namespace test_shapes;

namespace {

/// Two strokes of half a second, each followed by half a second of rest; about the mean of the points.
RecordedFrames eel(int perSecond) {
    std::vector<PointColumns> frames;
    for (int k = 0; k <= 2 * perSecond; ++k) {
        const double t = static_cast<double>(k) / perSecond, whole = std::min(std::floor(t), 1.0);
        const double y = std::min(2.0 * (t - whole), 1.0), phase = whole + y * y * (3.0 - 2.0 * y);
        const PointColumns points = chain(40, [phase](double s) {
            return 40.0 * kPi / 180.0 * (0.2 + 0.8 * s) * std::cos(2.0 * kPi * (1.1 * s - phase));
        });
        frames.push_back(points.colwise() - points.rowwise().mean());
    }
    RecordedFrames recorded(std::move(frames), polyline(41));
    recorded.setTimeStep(1.0 / perSecond);
    return recorded;
}

PointColumns rod() {
    PointColumns points = PointColumns::Zero(3, 3);
    points.row(0) << -0.5, 0.0, 0.5;
    return points;
}

RecordedFrames stillRod(int steps, double dt) {
    RecordedFrames frames(std::vector<PointColumns>(static_cast<std::size_t>(steps) + 1, rod()), polyline(3));
    frames.setTimeStep(dt);
    return frames;
}

} // namespace

// locomotion_scenes.json, another program: after 2 s, and gliding in the first rest. Measured 1.8e-6,
// 1.3e-7 m, 1.3e-6 deg and 1.5e-7 m at 200 frames per second.
TEST(SecondOrderMotion, OfAnEelGlides) {
    const SegmentInertia inertia(1.0, 2.0);
    const SegmentResistance drag(30.0, 0.2);
    const RecordedFrames frames = eel(200);
    const ReducedSequence sequence = reduceSequence(frames, {&inertia, &drag});
    const SecondOrderMotion result = solveSecondOrder(sequence, 0, 1);
    EXPECT_EQ(result.implicitSteps, 0);
    const Pose& end = result.motion.poses.back();
    EXPECT_NEAR(end.position.x(), -0.5729660272, 2.5e-6);
    EXPECT_NEAR(end.position.y(), 0.0367808346, 2e-7);
    EXPECT_NEAR(logSO3(end.orientation).z() * 180.0 / kPi, -0.1487898609 * 180.0 / kPi, 2e-6);
    EXPECT_NEAR((result.motion.poses[200].position - result.motion.poses[100].position).x(), -0.1017521824, 2e-7);
}

// v = v0 exp(-R t/m), explicit and to fourth order; at higher rates of drag, implicit and still without overshoot.
TEST(SecondOrderMotion, DecaysByItsDrag) {
    const SegmentInertia inertia(2.0, 2.0);
    SecondOrderOptions options;
    options.momentum = Momentum(Vector3::Zero(), Vector3(2.0, 0.0, 0.0));
    const SegmentResistance mild(2.0, 1.0), stiff(2.0, 1e6);
    const RecordedFrames frames = stillRod(10, 0.1);
    const SecondOrderMotion slow = solveSecondOrder(reduceSequence(frames, {&inertia, &mild}), 0, 1, options);
    EXPECT_NEAR(slow.momentum.back().linear.x(), 2.0 * std::exp(-0.5), 5e-8);
    EXPECT_NEAR(slow.motion.advance.position.x(), 2.0 * (1.0 - std::exp(-0.5)), 5e-8);
    const SecondOrderMotion fast = solveSecondOrder(reduceSequence(frames, {&inertia, &stiff}), 0, 1, options);
    EXPECT_EQ(fast.implicitSteps, 10);
    EXPECT_NEAR(fast.momentum.back().linear.x(), 0.0, 1e-12);
    EXPECT_LT(fast.motion.advance.position.x(), 1e-5);
    EXPECT_GT(fast.motion.advance.position.x(), 0.0);
}

TEST(SecondOrderMotion, SinksToTheTerminalVelocity) {
    const SegmentInertia inertia(2.0, 2.0);
    SecondOrderOptions options;
    options.gravity = Vector3(0.0, 0.0, -9.81);
    options.mass = 2.0;
    const SegmentResistance drag(2.0, 3.0);
    const SecondOrderMotion result =
        solveSecondOrder(reduceSequence(stillRod(100, 0.1), {&inertia, &drag}), 0, 1, options);
    EXPECT_NEAR(result.momentum.back().linear.z() / 2.0, -2.0 * 9.81 / 6.0, 1e-12);
}

// Without drag: the first-order motion at momentum 0. Measured 3.7e-11.
TEST(SecondOrderMotion, WithoutDragKeepsTheMomentum) {
    const SegmentInertia inertia(1.0, 2.0);
    const SegmentResistance none(1.0, 1e-300);
    const RecordedFrames frames = wave(48, 20, 50.0, 1.3);
    const ReducedSequence sequence = reduceSequence(frames, {&inertia, &none});
    const Pose first = solveMotion(sequence, {}, 0, true).advance;
    EXPECT_LT(difference(solveSecondOrder(sequence, 0, 1).motion.advance, first), 1e-10);
}

} // namespace second_order_motion_test
