// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/SequenceInterpolation.h"
#include "ShapeSequences.h"

#include <gtest/gtest.h>

namespace sequence_interpolation_test {

using namespace test_shapes;

namespace {

RecordedFrames swimmer(int frames) {
    return wave(frames, 24, 50.0, 1.5);
}

/// Of the reductions between the frames, against those of ten times as many frames.
double reductionError(int frames) {
    const SegmentResistance metric(20.0);
    const InterpolatedReduction coarse(reduceSequence(swimmer(frames), {&metric}));
    // Tensors of two gauges differ; their work does not: the least eigenvalue of K depends on the shape only.
    const InterpolatedReduction fine(reduceSequence(swimmer(10 * frames), {&metric}));
    double error = 0.0;
    for (int k = 0; k < 10; ++k) {
        const double time = (k + 0.5) / frames;
        error = std::max(error, std::abs(coarse.at(time).locked.bottomRightCorner<3, 3>().determinant() -
                                         fine.at(time).locked.bottomRightCorner<3, 3>().determinant()));
    }
    return error;
}

double motionError(int frames) {
    const SegmentResistance metric(20.0);
    const ReducedSequence few = reduceSequence(swimmer(frames), {&metric});
    const Motion motion = solveMotion(few, {}, 0, false);
    const InterpolatedMotion path(motion, few);
    const InterpolatedShape shape(swimmer(frames), few);
    const RecordedFrames many = swimmer(2 * frames);
    const ReducedSequence fine = reduceSequence(many, {&metric});
    const Motion exact = solveMotion(fine, {}, 0, false);
    double error = 0.0;
    std::vector<Vector3> points;
    PointColumns scratch;
    for (int k = 1; k < 2 * frames; k += 2) {
        const double time = double(k) / (2 * frames);
        shape.points(time, points);
        const Pose& pose = exact.poses[std::size_t(k)];
        error = std::max(error, (path.worldFromGauge(time) * points[0] - pose * many.points(k, scratch).col(0)).norm());
    }
    return error;
}

} // namespace

TEST(SequenceInterpolation, ReductionsBetweenTheFramesAreOfFourthOrder) {
    const double coarse = reductionError(24), fine = reductionError(48);
    EXPECT_GT(std::log2(coarse / fine), 3.5) << coarse << " " << fine;
}

// Points of the moved shape between the frames: errors 1.5e-4, 1.9e-5.
TEST(SequenceInterpolation, MovedPointsBetweenTheFramesAreOfThirdOrder) {
    const double coarse = motionError(24), fine = motionError(48);
    EXPECT_GT(std::log2(coarse / fine), 2.7) << coarse << " " << fine;
    EXPECT_LT(fine, 1e-4);
}

TEST(SequenceInterpolation, AMotionIsExactAtItsFramesAndGoesOnByItsAdvance) {
    const SegmentResistance metric(20.0);
    const ReducedSequence sequence = reduceSequence(swimmer(16), {&metric});
    MotionOptions options;
    const Motion once = solveMotion(sequence, options, 0, false);
    options.cycles = 6;
    const Motion often = solveMotion(sequence, options, 0, false);
    const InterpolatedMotion fromOne(once, sequence), fromSix(often, sequence);
    for (std::size_t i = 0; i < often.poses.size(); ++i) {
        const Pose expected = often.poses[i] * sequence.gaugeFromInput[i % 16].inverse();
        EXPECT_LT(difference(fromSix.worldFromGauge(often.times[i]), expected), 1e-13) << i;
        EXPECT_LT(difference(fromOne.worldFromGauge(often.times[i]), expected), 1e-12) << i;
        const double between = often.times[i] + 0.01;
        EXPECT_LT(difference(fromOne.worldFromGauge(between), fromSix.worldFromGauge(between)), 1e-12) << i;
    }
    EXPECT_EQ(fromSix.firstTime(), often.times.front());
}

TEST(SequenceInterpolation, OpenSequencesRestBeforeAndAfter) {
    const SegmentResistance metric(2.0);
    const RecordedFrames loop = swimmer(16);
    std::vector<PointColumns> frames;
    PointColumns scratch;
    for (int k = 0; k < 8; ++k)
        frames.push_back(loop.points(k, scratch));
    const RecordedFrames open(frames, loop.topology());
    const ReducedSequence sequence = reduceSequence(open, {&metric});
    const InterpolatedReduction reduction(sequence);
    const InterpolatedShape shape(open, sequence);
    const Motion motion = solveMotion(sequence, {}, 0, false);
    const InterpolatedMotion path(motion, sequence);
    const double end = sequence.times.back();
    EXPECT_TRUE(reduction.isMoving(0.5 * end));
    for (const double time : {-1.0, end, end + 1.0}) {
        EXPECT_FALSE(reduction.isMoving(time));
        EXPECT_FALSE(shape.isMoving(time));
        EXPECT_TRUE(reduction.at(time).momentum.isZero(0.0));
    }
    std::vector<Vector3> atEnd, later;
    shape.points(end, atEnd);
    shape.points(end + 1.0, later);
    EXPECT_EQ(atEnd[3], later[3]);
    EXPECT_LT(difference(path.worldFromGauge(end + 1.0), path.worldFromGauge(end)), 1e-15);
    EXPECT_EQ(shape.pointCount(), 25);
    EXPECT_EQ(shape.firstTime(), 0.0);
    EXPECT_EQ(reduction.firstTime(), 0.0);
}

TEST(SequenceInterpolation, PartsThatDoNotFitAreRefused) {
    const SegmentResistance metric(2.0);
    const ReducedSequence sequence = reduceSequence(swimmer(16), {&metric});
    EXPECT_THROW(InterpolatedReduction(sequence, 1), std::invalid_argument);
    EXPECT_THROW(InterpolatedShape(swimmer(8), sequence), std::invalid_argument);
    Motion motion = solveMotion(sequence, {}, 0, false);
    motion.poses.pop_back();
    EXPECT_THROW(InterpolatedMotion(motion, sequence), std::invalid_argument);
}

} // namespace sequence_interpolation_test
