// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/MotionFromShape.h"

#include "ShapeSequences.h"

#include <gtest/gtest.h>
#include <omp.h>

namespace motion_from_shape_test {

using namespace test_shapes;

namespace {

constexpr MotionScheme kSchemes[] = {MotionScheme::Connection, MotionScheme::Variational, MotionScheme::Midpoint};

/// Three links of length 1, the middle one on the x axis; angles of the arms against the middle link [rad], tips up.
PointColumns threeLinks(double left, double right) {
    PointColumns points(3, 4);
    points << -0.5 - std::cos(left), -0.5, 0.5, 0.5 + std::cos(right), //
        std::sin(left), 0.0, 0.0, std::sin(right),                     //
        0.0, 0.0, 0.0, 0.0;
    return points;
}

/// One side of Purcell's square stroke, from angles `a` to `b` [rad].
RecordedFrames squareSide(const Eigen::Vector2d& a, const Eigen::Vector2d& b, int steps) {
    std::vector<PointColumns> frames;
    for (int k = 0; k <= steps; ++k) {
        const Eigen::Vector2d angles = a + (b - a) * k / steps;
        frames.push_back(threeLinks(angles[0], angles[1]));
    }
    return RecordedFrames(std::move(frames), polyline(4));
}

double purcellAdvance(MotionScheme scheme, double degrees, int stepsPerSide, double ratio) {
    const double a = degrees * kPi / 180.0;
    const Eigen::Vector2d corners[] = {{a, a}, {a, -a}, {-a, -a}, {-a, a}, {a, a}};
    Pose total;
    for (int side = 0; side < 4; ++side)
        total =
            total * solved(squareSide(corners[side], corners[side + 1], stepsPerSide), SegmentResistance(ratio), scheme)
                        .advance;
    return total.position.x();
}

double errorOfFilament(MotionScheme scheme, int frames, const Vector3& exact) {
    return (solved(wave(frames, 100, 60.0, 2.0), SegmentResistance(2.0), scheme).advance.position - exact).norm();
}

} // namespace

// Measured at 32 and 64 frames: 1.994, 1.983 and 3.978, of which the limit of another program is the fourth: 7e-8 off.
TEST(MotionFromShape, HasTheOrdersOfItsSchemes) {
    const Vector3 exact =
        solved(wave(400, 100, 60.0, 2.0), SegmentResistance(2.0), MotionScheme::Connection).advance.position;
    EXPECT_LT((exact - Vector3(-0.102928398, 0.0076421065, 0.0)).norm(), 1e-7);
    const double orders[] = {3.9, 1.98, 1.98};
    for (int s = 0; s < 3; ++s) {
        const double coarse = errorOfFilament(kSchemes[s], 32, exact), fine = errorOfFilament(kSchemes[s], 64, exact);
        EXPECT_GT(std::log2(coarse / fine), orders[s]);
    }
}

// locomotion_first_order.json, another program: the variational step is the same algebra. Measured 1e-13.
TEST(MotionFromShape, IsThePapersStepForAFilamentAndASwimmerOfThreeLinks) {
    const Pose filament = solved(wave(16, 100, 60.0, 2.0), SegmentResistance(2.0), MotionScheme::Variational).advance;
    EXPECT_NEAR(filament.position.x(), -0.098732446793, 5e-13);
    EXPECT_NEAR(filament.position.y(), 0.00743996818, 5e-13);
    EXPECT_NEAR(purcellAdvance(MotionScheme::Variational, 60.0, 16, 2.0), 0.19080650666, 1e-12);
}

// The limit by a planar Runge-Kutta program; errors of the connection measured 3.7e-7, 5.4e-9 and 2.0e-7 at 32 frames a
// side.
TEST(MotionFromShape, MovesPurcellsSwimmer) {
    EXPECT_NEAR(purcellAdvance(MotionScheme::Connection, 60.0, 32, 2.0), 0.19124723764, 4e-7);
    EXPECT_NEAR(purcellAdvance(MotionScheme::Connection, 30.0, 32, 2.0), 0.06249419860, 6e-9);
    EXPECT_NEAR(purcellAdvance(MotionScheme::Connection, 60.0, 32, 1.5), 0.10026168589, 2.5e-7);
}

// Turns of 2 rad and shifts of 10 m. Measured 4.5e-14.
TEST(MotionFromShape, DoesNotDependOnThePlacementOfAnyFrame) {
    const RecordedFrames frames = wave(24, 20, 60.0, 1.3);
    for (const MotionScheme scheme : kSchemes)
        for (const double eps : {0.1, 1.0}) {
            const AnisotropicMetric metric(eps, FrameElements::Edges);
            const Motion given = solved(frames, metric, scheme);
            const RecordedFrames elsewhere = displaced(frames, 2.0, 10.0, 7);
            const Motion moved = solved(elsewhere, metric, scheme);
            EXPECT_LT(difference(given.advance, moved.advance), 1e-12);
            PointColumns a, b;
            for (int i = 0; i < frames.frameCount(); ++i)
                EXPECT_LT((given.poses[i] * frames.points(i, a).col(3) - moved.poses[i] * elsewhere.points(i, b).col(3))
                              .norm(),
                          1e-12);
        }
}

TEST(MotionFromShape, GoesNowhereForthAndBack) {
    std::vector<PointColumns> frames;
    for (int k = 0; k <= 16; ++k) {
        const double t = k <= 8 ? k / 8.0 : (16 - k) / 8.0;
        frames.push_back(chain(12, [t](double s) { return (0.3 + t) * std::cos(5.0 * s - t * t); }));
    }
    const RecordedFrames recorded(std::move(frames), polyline(13));
    for (const MotionScheme scheme : {MotionScheme::Variational, MotionScheme::Midpoint})
        EXPECT_LT(difference(solved(recorded, SegmentResistance(), scheme).advance, Pose{}), 1e-12);
    RecordedFrames loop = recorded;
    loop.close();
    EXPECT_LT(difference(solved(loop, SegmentResistance(), MotionScheme::Connection).advance, Pose{}), 1e-12);
}

// Isotropic friction is balanced at the centroid, which stays. Measured 2e-16.
TEST(MotionFromShape, WithEqualResistanceTheCentroidStays) {
    const RecordedFrames frames = wave(32, 20, 60.0, 1.3);
    for (const MotionScheme scheme : kSchemes) {
        const Motion motion = solved(frames, PointMassMetric(), scheme);
        PointColumns scratch;
        const Vector3 start = frames.points(0, scratch).rowwise().mean();
        for (int i = 0; i < frames.frameCount(); ++i)
            EXPECT_LT((motion.poses[i] * Vector3(frames.points(i, scratch).rowwise().mean()) - start).norm(), 1e-14);
        EXPECT_LT((motion.advance * start - start).norm(), 1e-14);
    }
}

TEST(MotionFromShape, OnlyTheRatioOfResistancesCounts) {
    const RecordedFrames frames = wave(16, 20, 50.0, 1.5);
    const Motion one = solved(frames, SegmentResistance(3.0, 1.0), MotionScheme::Connection);
    const Motion other = solved(frames, SegmentResistance(3.0, 1e-3), MotionScheme::Connection);
    EXPECT_LT(difference(one.advance, other.advance), 1e-15);
}

// Steps from pair to pair do not use time; the connection does, so its agreement is of its order. Measured 4.5e-6 at 64
// frames.
TEST(MotionFromShape, UnderWarpedTimesIsTheSame) {
    RecordedFrames warped = wave(64, 20, 50.0, 1.5);
    const RecordedFrames even = warped;
    std::vector<PointColumns> frames;
    std::vector<double> times;
    PointColumns scratch;
    for (int k = 0; k <= 64; ++k) {
        frames.push_back(even.points(k % 64, scratch));
        times.push_back(k / 64.0 + 0.1 * std::sin(2.0 * kPi * k / 64.0));
    }
    warped = RecordedFrames(std::move(frames), even.topology());
    warped.setTimes(times);
    warped.close();
    const double limits[] = {5e-6, 1e-14, 1e-14};
    for (int s = 0; s < 3; ++s)
        EXPECT_LT(difference(solved(even, SegmentResistance(), kSchemes[s]).advance,
                             solved(warped, SegmentResistance(), kSchemes[s]).advance),
                  limits[s]);
}

// pi a c cos(phi) in the limit of many points and frames. Measured 5.3e-8.
TEST(MotionFromShape, MovesAWormByItsWeights) {
    const double a = 0.05, c = 0.6, phi = 0.4;
    const int points = 200, count = 96;
    RecordedFrames worm = loopOf(count, {}, [&](double t) {
        PointColumns x = PointColumns::Zero(3, points);
        for (int j = 0; j < points; ++j) {
            const double s = (j + 0.5) / points;
            x(0, j) = s + a * std::sin(2.0 * kPi * (s - t));
        }
        return x;
    });
    Eigen::MatrixXd weights(points, count);
    for (int k = 0; k < count; ++k)
        for (int j = 0; j < points; ++j)
            weights(j, k) = 1.0 + c * std::cos(2.0 * kPi * ((j + 0.5) / points - static_cast<double>(k) / count) + phi);
    worm.setWeights(weights);
    const Motion motion = solved(worm, PointMassMetric(), MotionScheme::Connection);
    EXPECT_NEAR(motion.advance.position.x(), kPi * a * c * std::cos(phi), 1e-7);
    EXPECT_EQ(motion.report.singularFrames, count); // a line may spin about itself
    EXPECT_NEAR(std::fabs(motion.report.leastTwist.angular.normalized().x()), 1.0, 1e-9);
}

// Eq. 6 of paper 002: v = K^-1 m g, exact for a body without rotation.
TEST(MotionFromShape, SettlesAtTheTerminalVelocity) {
    PointColumns rod = PointColumns::Zero(3, 3);
    rod.row(0) << -0.5, 0.0, 0.5;
    const RecordedFrames frames({rod, rod, rod, rod}, polyline(3));
    for (const MotionScheme scheme : kSchemes) {
        MotionOptions options;
        options.scheme = scheme;
        options.gravity = Vector3(0.0, 0.0, -9.81);
        options.mass = 2.0;
        const Motion motion = solveMotion(frames, SegmentResistance(2.0, 3.0), options);
        EXPECT_NEAR(motion.advance.position.z(), -2.0 * 9.81 / 6.0, 1e-13);
    }
}

TEST(MotionFromShape, CyclesRepeatTheHolonomy) {
    const RecordedFrames frames = wave(16, 20, 50.0, 1.3);
    for (const MotionScheme scheme : kSchemes) {
        MotionOptions options;
        options.scheme = scheme;
        options.cycles = 3;
        options.start = {expSO3(Vector3(0.3, 1.0, -0.2)), Vector3(1.0, 2.0, 3.0)};
        const Motion motion = solveMotion(frames, SegmentResistance(4.0), options);
        ASSERT_EQ(motion.poses.size(), 48U);
        EXPECT_LT(difference(motion.poses[32], options.start * motion.advance * motion.advance), 1e-13);
        EXPECT_NEAR(motion.times[47], 3.0 - 1.0 / 16, 1e-14);
    }
}

TEST(MotionFromShape, IsTheSameForAnyNumberOfThreads) {
    const RecordedFrames frames = wave(21, 20, 50.0, 1.3);
    const int before = omp_get_max_threads();
    for (const MotionScheme scheme : kSchemes) {
        omp_set_num_threads(1);
        const Motion one = solved(frames, SegmentResistance(), scheme);
        omp_set_num_threads(3);
        const Motion three = solved(frames, SegmentResistance(), scheme);
        EXPECT_TRUE(one.poses == three.poses);
    }
    omp_set_num_threads(before);
}

TEST(MotionFromShape, RefusesLoadsThatTheMetricDoesNotKnow) {
    const RecordedFrames frames = wave(8, 5, 50.0, 1.0);
    MotionOptions options;
    options.momentum = Momentum(Vector3::Zero(), Vector3(1.0, 0.0, 0.0));
    EXPECT_THROW(solveMotion(frames, SegmentResistance(), options), std::invalid_argument);
    options = {};
    options.wrench = Wrench(Vector3::Zero(), Vector3(1.0, 0.0, 0.0));
    EXPECT_THROW(solveMotion(frames, PointMassMetric(), options), std::invalid_argument);
    options = {};
    options.cycles = 0;
    EXPECT_THROW(solveMotion(frames, PointMassMetric(), options), std::invalid_argument);
    EXPECT_THROW(solveMotion(frames, FaceResistance(), {}), std::invalid_argument); // there are no faces
}

} // namespace motion_from_shape_test
