// SPDX-License-Identifier: Zlib
#include "ShapeSequences.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

namespace shape_frames_test {

using namespace test_shapes;

namespace {

std::vector<PointColumns> twoFrames() {
    PointColumns points = PointColumns::Zero(3, 3);
    points.row(0) << 0.0, 1.0, 2.0;
    return {points, points};
}

std::string refusalOf(std::vector<PointColumns> frames, ShapeTopology topology, FrameElements needed) {
    return test::refusal([&] { requireValidFrames(RecordedFrames(std::move(frames), std::move(topology)), needed); });
}

} // namespace

TEST(ShapeFrames, NameTheFrameAndThePointThatAreWrong) {
    std::vector<PointColumns> frames = twoFrames();
    EXPECT_EQ(refusalOf(frames, polyline(3), FrameElements::Edges), "");
    EXPECT_NE(refusalOf({frames[0]}, {}, FrameElements::Points).find("two or more"), std::string::npos);
    EXPECT_EQ(refusalOf({frames[0], frames[0].leftCols(2)}, {}, FrameElements::Points),
              "frames: frame 1 has 2 points, frame 0 has 3");
    EXPECT_EQ(refusalOf(frames, polyline(4), FrameElements::Edges), "frames: edge 2 names point 3, and there are 3");
    EXPECT_EQ(refusalOf(frames, {}, FrameElements::Faces), "frames: there are no faces");
    EXPECT_NE(refusalOf(frames, {{}, {{0, 1, 2}}}, FrameElements::Faces).find("face 0 (points 0, 1, 2) has no area"),
              std::string::npos);
    frames[1].col(2) = frames[1].col(1);
    EXPECT_EQ(refusalOf(frames, polyline(3), FrameElements::Edges),
              "frames: frame 1: points 1 and 2 are at the same place: segment 1 has no length");
    frames[1](1, 2) = NAN;
    EXPECT_EQ(refusalOf(frames, {}, FrameElements::Points), "frames: frame 1, point 2 is not finite");
}

TEST(ShapeFrames, ALoopDropsTheLastFrameIfItIsTheFirstInAnyPlacement) {
    std::vector<PointColumns> frames;
    for (int k = 0; k <= 4; ++k)
        frames.push_back(chain(5, [k](double s) { return std::cos(s - 0.5 * kPi * k); }));
    frames.back() = expSO3(Vector3(0.0, 0.3, 1.0)).toRotationMatrix() * frames.front();
    RecordedFrames loop(frames);
    loop.close();
    EXPECT_EQ(loop.frameCount(), 4);
    EXPECT_DOUBLE_EQ(loop.period(), 1.0);
    EXPECT_DOUBLE_EQ(loop.time(3), 0.75);
    frames.pop_back();
    RecordedFrames open(frames);
    open.close();
    EXPECT_EQ(open.frameCount(), 4);
    EXPECT_DOUBLE_EQ(open.period(), 4.0 / 3.0);
}

TEST(ShapeFrames, RefuseTimesAndWeightsThatDoNotFit) {
    RecordedFrames frames(twoFrames());
    EXPECT_THROW(frames.setTimes({0.0, 0.0}), std::invalid_argument);
    EXPECT_THROW(frames.setTimes({0.0}), std::invalid_argument);
    EXPECT_THROW(frames.setTimeStep(0.0), std::invalid_argument);
    EXPECT_THROW(frames.setWeights(Eigen::MatrixXd::Ones(2, 1)), std::invalid_argument);
    EXPECT_THROW(frames.setWeights(-Eigen::MatrixXd::Ones(3, 1)), std::invalid_argument);
    EXPECT_THROW(frames.close(), std::invalid_argument);
}

} // namespace shape_frames_test
