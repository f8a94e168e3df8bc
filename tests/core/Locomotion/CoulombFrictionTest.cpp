// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/CoulombFriction.h"
#include "AmbientFluid/Locomotion/SecondOrderMotion.h"
#include "AmbientFluid/Locomotion/SequenceInterpolation.h"
#include "AmbientFluid/Locomotion/SumMetric.h"
#include "ShapeSequences.h"

#include <gtest/gtest.h>

namespace coulomb_friction_test {

using namespace test_shapes;

namespace {

Pose advanceOf(const RecordedFrames& frames, const CoulombCoefficients& mu, double smoothing = 1e-3) {
    return solved(frames, CoulombFriction(mu, smoothing), MotionScheme::Connection).advance;
}

/// A straight line of edges whose lengths change with time, along x.
RecordedFrames line(int frames, int edges, const std::function<double(double s, double t)>& place) {
    return loopOf(frames, polyline(edges + 1), [=](double t) {
        PointColumns points = PointColumns::Zero(3, edges + 1);
        for (int i = 0; i <= edges; ++i)
            points(0, i) = place(double(i) / edges, t);
        return points;
    });
}

} // namespace

// Another program, with other samples along the curve: .1447, .4036, and .0398 the other way. Measured .14471, .40368
// and .03978; with 200 edges .14516, .40471, .03983.
TEST(CoulombFriction, AWaveMovesASnakeAsAnotherProgramSays) {
    const RecordedFrames snake = wave(48, 70, 50.0, 1.5);
    EXPECT_NEAR(advanceOf(snake, {0.11, 0.14, 0.19}).position.x(), -0.1447, 3e-4);
    EXPECT_NEAR(advanceOf(snake, {0.11, 0.14, 0.38}).position.x(), -0.4036, 3e-4);
    EXPECT_NEAR(advanceOf(snake, {0.11, 0.11, 0.11}).position.x(), 0.0398, 3e-4);
}

TEST(CoulombFriction, TheWayDoesNotDependOnTheUnitsOfForceAndTime) {
    RecordedFrames snake = wave(48, 20, 50.0, 1.5);
    const Pose way = advanceOf(snake, {});
    EXPECT_LT(difference(advanceOf(snake, {1.1, 1.4, 1.9}), way), 1e-9);
    snake.setTimeStep(100.0);
    EXPECT_LT(difference(advanceOf(snake, {}), way), 1e-9);
}

// The same path through the shapes at a varying speed: equal up to the error in time. Measured 4.6e-7.
TEST(CoulombFriction, TheWayDoesNotDependOnTheSpeed) {
    const auto way = [](int frames, double modulation) {
        return advanceOf(loopOf(frames, polyline(21),
                                [=](double t) {
                                    const double u = t + modulation / (2.0 * kPi) * std::sin(2.0 * kPi * t);
                                    return chain(20, [=](double s) {
                                        return 50.0 * kPi / 180.0 * std::cos(2.0 * kPi * (1.5 * s - u));
                                    });
                                }),
                         {});
    };
    const double apart = difference(way(128, 0.5), way(128, 0.0));
    EXPECT_LT(apart, 1e-6);
}

TEST(CoulombFriction, ItDoesNotDependOnThePlacementOfFrames) {
    const RecordedFrames snake = wave(48, 20, 50.0, 1.5);
    EXPECT_LT(difference(advanceOf(displaced(snake, 3.0, 5.0, 4), {}), advanceOf(snake, {})), 1e-8);
}

// The front half of a line slides forward, then back: with scales against sliding back, the rest of the body is drawn
// forward too. Without scales the body returns.
TEST(CoulombFriction, OnlyScalesMakeAStraightStrokeMoveTheBody) {
    const double stroke = 0.2;
    const RecordedFrames worm = line(48, 2, [=](double s, double t) {
        return s - (s < 0.25 ? stroke * 0.5 * (1.0 - std::cos(2.0 * kPi * t)) : 0.0);
    });
    const double way = advanceOf(worm, {0.1, 10.0, 1.0}, 1e-4).position.x();
    EXPECT_LT(way, -0.5 * stroke); // edges run from head to tail: forward is -x
    EXPECT_GT(way, -stroke);
    EXPECT_NEAR(advanceOf(worm, {1.0, 1.0, 1.0}, 1e-4).position.x(), 0.0, 1e-6);
}

// The balance itself, by finite differences of the potential at random shapes.
TEST(CoulombFriction, TheMotionMinimisesThePotential) {
    std::mt19937 random(11);
    const CoulombCoefficients mu{0.11, 0.14, 0.19};
    const ShapeTopology topology = polyline(12);
    for (int trial = 0; trial < 20; ++trial) {
        PointColumns points(3, 12), velocity(3, 12);
        for (int i = 0; i < 12; ++i) {
            points.col(i) = randomVector(random, 1.0);
            velocity.col(i) = randomVector(random, 1.0);
        }
        const Shape shape{points, topology};
        const ShapeReduction r = CoulombFriction(mu, 1e-6).reduce(shape, velocity);
        const Vector6 twist = r.locked.ldlt().solve(-r.momentum);
        const auto potential = [&](const Vector6& y) {
            double sum = 0.0;
            for (const auto& [a, b] : topology.edges)
                for (const double s : {0.5 - 0.5 / std::sqrt(3.0), 0.5 + 0.5 / std::sqrt(3.0)}) {
                    const Vector3 edge = points.col(b) - points.col(a), x = points.col(a) + s * edge;
                    const Vector3 u =
                        (1.0 - s) * velocity.col(a) + s * velocity.col(b) + Vector3(y.head<3>()).cross(x) + y.tail<3>();
                    const double along = u.dot(edge.normalized());
                    sum += 0.5 * edge.norm() *
                           std::hypot((along > 0.0 ? mu.backward : mu.forward) * along,
                                      mu.across * (u - along * edge.normalized()).norm());
                }
            return sum;
        };
        for (int k = 0; k < 6; ++k)
            for (const double step : {-1e-3, 1e-3})
                EXPECT_GT(potential(twist + step * Vector6::Unit(k)), potential(twist)) << trial << " " << k;
    }
}

TEST(CoulombFriction, WhatItDoesNotKnowIsRefused) {
    const RecordedFrames snake = wave(16, 8, 50.0, 1.5);
    const CoulombFriction metric({});
    MotionOptions options;
    options.wrench.linear.x() = 1.0;
    EXPECT_THROW(solveMotion(snake, metric, options), std::invalid_argument);
    EXPECT_THROW(solved(snake, metric, MotionScheme::Variational), std::invalid_argument);
    EXPECT_THROW(SumMetric({std::make_shared<CoulombFriction>(CoulombCoefficients{})}), std::invalid_argument);
    const SegmentInertia inertia(1.0, 2.0);
    const ReducedSequence sequence = reduceSequence(snake, {&inertia, &metric});
    EXPECT_THROW(solveSecondOrder(sequence, 0, 1), std::invalid_argument);
    EXPECT_THROW(solveMotion(sequence, options, 1, false), std::invalid_argument);
    EXPECT_THROW(InterpolatedReduction(sequence, 1), std::invalid_argument);
    EXPECT_THROW(CoulombFriction({-0.1, 0.1, 0.1}), std::invalid_argument);
    EXPECT_THROW(CoulombFriction({0.0, 0.0, 0.1}), std::invalid_argument);
    EXPECT_THROW(CoulombFriction({}, 0.0), std::invalid_argument);
}

TEST(CoulombFriction, AShapeThatRestsStays) {
    const RecordedFrames still = loopOf(4, polyline(5), [](double) { return chain(4, [](double s) { return s; }); });
    EXPECT_LT(difference(advanceOf(still, {}), Pose{}), 1e-12);
}

} // namespace coulomb_friction_test
