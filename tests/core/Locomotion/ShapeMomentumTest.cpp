// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/MotionFromShape.h"

#include "ShapeSequences.h"

#include <gtest/gtest.h>

namespace shape_momentum_test {

using namespace test_shapes;

namespace {

/// Six points on the axes with the moments of inertia I.
PointColumns sixPoints(const Vector3& inertia) {
    PointColumns points = PointColumns::Zero(3, 6);
    for (int k = 0; k < 3; ++k) {
        const double square = 0.5 * inertia.sum() - inertia[k]; // sum of m x_k^2
        points(k, 2 * k) = std::sqrt(0.5 * square);
        points(k, 2 * k + 1) = -points(k, 2 * k);
    }
    return points;
}

RecordedFrames rigid(const PointColumns& points, int steps, double dt) {
    RecordedFrames frames(std::vector<PointColumns>(static_cast<std::size_t>(steps) + 1, points));
    frames.setTimeStep(dt);
    return frames;
}

Motion withMomentum(const ShapeFrames& frames, MotionScheme scheme, const Vector3& angular) {
    MotionOptions options;
    options.scheme = scheme;
    options.momentum = Momentum(angular, Vector3::Zero());
    return solveMotion(frames, PointMassMetric(), options);
}

} // namespace

// The variational step turns a rigid body by asin(L dt/I), and has no solution above 1; the others turn it by L dt/I.
TEST(MotionWithMomentum, TurnsARigidBody) {
    const PointColumns top = sixPoints({1.0, 1.0, 1.0});
    for (const double turn : {0.1, 0.63}) {
        const RecordedFrames frames = rigid(top, 5, 1.0);
        const Vector3 l(0.0, 0.0, turn);
        const auto perFrame = [&](MotionScheme scheme) {
            return logSO3(withMomentum(frames, scheme, l).poses[1].orientation).z();
        };
        EXPECT_NEAR(perFrame(MotionScheme::Variational), std::asin(turn), 1e-12);
        EXPECT_NEAR(perFrame(MotionScheme::Connection), turn, 1e-12);
        EXPECT_NEAR(perFrame(MotionScheme::Midpoint), turn, 1e-12);
    }
    EXPECT_THROW(withMomentum(rigid(top, 2, 1.0), MotionScheme::Variational, {0.0, 0.0, 1.1}), std::runtime_error);
}

// The middle rate of the Dzhanibekov effect changes sign at 14.815511623469 s (DOP853 at 1e-13). Measured 1.1e-6 later.
TEST(MotionWithMomentum, FlipsAboutTheMiddleAxis) {
    const Vector3 inertia(0.9, 2.18, 2.72), momentum = inertia.cwiseProduct(Vector3(0.01, 1.0, 0.01));
    const double dt = 0.05;
    const Motion motion = withMomentum(rigid(sixPoints(inertia), 400, dt), MotionScheme::Connection, momentum);
    const auto middleRate = [&](std::size_t i) {
        return (motion.poses[i].orientation.conjugate() * momentum).y() / inertia.y();
    };
    std::size_t i = 0;
    while (middleRate(i) > 0.0)
        ++i;
    const double before = middleRate(i - 1), after = middleRate(i);
    EXPECT_NEAR(motion.times[i - 1] + dt * before / (before - after), 14.815511623469, 2e-6);
}

// The variational step keeps the discrete momentum of eq. 5 by construction; each step's is the first one's.
TEST(MotionWithMomentum, KeepsTheDiscreteMomentum) {
    const RecordedFrames frames = loopOf(12, {}, [](double t) {
        PointColumns points = sixPoints({0.9, 2.18, 2.72});
        points.col(0) += 0.2 * Vector3(std::sin(2.0 * kPi * t), std::cos(2.0 * kPi * t), 0.3);
        return points;
    });
    MotionOptions options;
    options.scheme = MotionScheme::Variational;
    options.momentum = Momentum(Vector3(0.3, 0.9, -0.2), Vector3(0.5, -0.1, 0.2));
    const Motion motion = solveMotion(frames, PointMassMetric(), options);
    PointColumns scratch;
    for (int k = 0; k + 1 < frames.frameCount(); ++k) {
        Vector3 angular = Vector3::Zero(), linear = Vector3::Zero();
        for (int j = 0; j < 6; ++j) {
            const Vector3 a = motion.poses[k] * Vector3(frames.points(k, scratch).col(j));
            const Vector3 b = motion.poses[k + 1] * Vector3(frames.points(k + 1, scratch).col(j));
            angular += 0.5 * (a + b).cross(b - a) * 12.0;
            linear += (b - a) * 12.0;
        }
        EXPECT_LT((angular - options.momentum.angular).norm(), 1e-12);
        EXPECT_LT((linear - options.momentum.linear).norm(), 1e-12);
    }
}

// Three equal rods, hinged: another program's integral, -0.14418620680477254. Two Gauss points make a rod of uniform
// mass. Measured 1.8e-7 at 96 frames.
TEST(MotionWithMomentum, TurnsThreeRodsByTheirArms) {
    const RecordedFrames rods = loopOf(96, polyline(4), [](double t) {
        const double left = 0.7 + std::cos(2.0 * kPi * t), right = -0.7 + std::sin(2.0 * kPi * t);
        PointColumns points(3, 4);
        points << -0.5 - std::cos(left), -0.5, 0.5, 0.5 + std::cos(right), //
            -std::sin(left), 0.0, 0.0, std::sin(right),                    //
            0.0, 0.0, 0.0, 0.0;
        return points;
    });
    const Motion motion = solved(rods, SegmentInertia(1.0, 1.0), MotionScheme::Connection);
    EXPECT_NEAR(logSO3(motion.advance.orientation).z(), -0.14418620680477254, 3e-7);
}

TEST(MotionWithMomentum, FallsFreely) {
    MotionOptions options;
    options.momentum = Momentum(Vector3::Zero(), Vector3(6.0, 0.0, 0.0));
    options.gravity = Vector3(0.0, 0.0, -9.81);
    const Motion motion = solveMotion(rigid(sixPoints({1.0, 1.1, 1.2}), 10, 0.1), PointMassMetric(), options);
    EXPECT_LT((motion.advance.position - Vector3(1.0, 0.0, -4.905)).norm(), 1e-12);
}

} // namespace shape_momentum_test
