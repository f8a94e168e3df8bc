// SPDX-License-Identifier: Zlib
#include "RunProgram.h"
#include "RunScene.h"
#include "TestPaths.h"
#include "TestSupport.h"
#include "scenes/parts/Human.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace human_strokes_test {

using namespace samples;
using ambient::Quaternion;

std::string motionFile(const std::string& stroke) {
    const auto root = std::filesystem::path(test::rootPath());
    return (root / "samples/motions" / (stroke + ".bvh")).string();
}

// The files of the repository are those of the formula.
TEST(HumanStrokes, TheMotionFilesAreTheFormula) {
    for (const std::string& stroke : strokeNames())
        EXPECT_EQ(readWholeFile(motionFile(stroke)), bvhOf(makeStroke(stroke, kStrokePeriod))) << stroke;
}

// Written and read back: turns to 1e-5 rad (the importing library has single precision), names and offsets too.
TEST(HumanStrokes, BvhComesBack) {
    const ambient::SkeletonMotion made = makeStroke("backstroke", kStrokePeriod),
                                  read = ambient::importSkeleton(motionFile("backstroke"));
    ASSERT_EQ(read.times.size(), made.times.size());
    EXPECT_NEAR(read.times.back() - read.times.front(), 1.4, 1e-6);
    for (const ambient::SkeletonMotion::Joint& joint : made.joints) {
        const int at = read.find(joint.name);
        ASSERT_GE(at, 0) << joint.name;
        const ambient::SkeletonMotion::Joint& other = read.joints[static_cast<std::size_t>(at)];
        EXPECT_LT((other.offset - joint.offset).norm(), 1e-6) << joint.name;
        for (std::size_t i = 0; i < made.times.size(); ++i)
            EXPECT_LT(
                ambient::logSO3((other.rootFromJoint[i].conjugate() * joint.rootFromJoint[i]).normalized()).norm(),
                3e-5)
                << joint.name << " " << i;
    }
    EXPECT_EQ(read.find("Left Fore-Arm"), read.find("left_forearm"));
    EXPECT_EQ(read.find("tentacle"), -1);
}

// A chain of a hinge and a ball joint whose frames are turned at rest: the links turn in the world as the joints do.
TEST(HumanStrokes, RetargetingTurnsLinksAsTheirJoints) {
    const ambient::SkeletonMotion motion = makeStroke("crawl", 1.0);
    test::Random random(3);
    const Quaternion restFromBase = random.rotation();
    std::vector<ambient::ArticulatedLink> links(3);
    for (ambient::ArticulatedLink& link : links)
        link.inertia = ambient::SpatialInertia::ofBody(1.0, ambient::Matrix3::Identity());
    links[1].parent = 0;
    links[1].joint.type = ambient::JointType::Spherical;
    links[1].joint.zeroParentFromChild = random.rotation();
    links[2].parent = 1;
    links[2].joint.type = ambient::JointType::Revolute;
    links[2].joint.zeroParentFromChild = random.rotation();
    const Quaternion restFromArm = restFromBase * links[1].joint.zeroParentFromChild,
                     restFromForearm = restFromArm * links[2].joint.zeroParentFromChild;
    links[2].joint.axis = restFromForearm.conjugate() * ambient::Vector3::UnitX(); // of the elbow
    const ambient::ArticulatedBody body(links);
    const ambient::MotionTrack track =
        retargeted(motion, body, {"trunk", "left_upper_arm", "left_forearm"}, restFromBase, true);
    ambient::JointVector q = body.zeroPositions(), rate = ambient::JointVector::Zero(4), acceleration = rate;
    for (std::size_t i = 0; i + 1 < motion.times.size(); i += 7) {
        track.evaluate(motion.times[i], q, rate, acceleration);
        const Quaternion arm = restFromBase * links[1].joint.zeroParentFromChild *
                               Quaternion(Eigen::Vector4d(q.head<4>())),
                         forearm = arm * links[2].joint.zeroParentFromChild *
                                   Quaternion(Eigen::AngleAxisd(q(4), links[2].joint.axis));
        const auto turnOf = [&](const char* name) {
            return motion.joints[static_cast<std::size_t>(motion.find(name))].rootFromJoint[i];
        };
        EXPECT_LT(ambient::logSO3((arm.conjugate() * turnOf("left_upper_arm") * restFromArm).normalized()).norm(),
                  1e-7);
        EXPECT_LT(ambient::logSO3((forearm.conjugate() * turnOf("left_forearm") * restFromForearm).normalized()).norm(),
                  1e-7);
    }
}

// After a second the human swims ahead at .5 m/s, face down at the surface; later at .85 m/s.
TEST(HumanStrokes, TheCrawlSwimsAhead) {
    const RunRecord record = runScene("human-strokes", {{"faces", 80}}, 2.0, 1.0 / 60.0, "default", false, "fluid");
    const BodySample &half = record.at(record.frameCount() / 2), &end = record.last();
    const ambient::Vector3 way = end.worldFromBody.position - half.worldFromBody.position;
    EXPECT_GT(way.x(), 0.4);
    EXPECT_LT(std::abs(way.y()), 0.5 * way.x()); // the first pull of an arm has turned the body
    EXPECT_GT(end.worldFromBody.position.z(), -0.2);
    EXPECT_LT((end.worldFromBody.orientation * ambient::Vector3::UnitZ()).z(), -0.7);
}

/// The second half of a swim of 5 s: face down at the surface, straight ahead.
void expectToSwimStraight(int stroke, double slowest, double fastest) {
    const RunRecord record =
        runScene("human-strokes", {{"faces", 80}, {"stroke", stroke}}, 5.0, 1.0 / 120.0, "default", false, "fluid");
    const BodySample &half = record.at(record.frameCount() / 2), &end = record.last();
    const ambient::Vector3 way = end.worldFromBody.position - half.worldFromBody.position;
    const double speed = way.x() / (end.time - half.time);
    EXPECT_GT(speed, slowest);
    EXPECT_LT(speed, fastest);
    EXPECT_LT(std::abs(end.worldFromBody.position.y()), 0.01);
    EXPECT_GT(end.worldFromBody.position.z(), -0.4);
    EXPECT_LT((end.worldFromBody.orientation * ambient::Vector3::UnitZ()).z(), -0.7);
    EXPECT_NEAR((end.worldFromBody.orientation * ambient::Vector3::UnitX()).y(), 1.0, 1e-3); // left is left
}

// Both sides move as mirror images, without a turning moment on the swimmer.
TEST(HumanStrokes, TheBreaststrokeSwimsStraight) {
    expectToSwimStraight(2, 0.5, 1.2);
}
TEST(HumanStrokes, TheButterflySwimsStraight) {
    expectToSwimStraight(3, 0.7, 1.6);
}

/// Way of the left foot in the last cycle of a walk of three [m].
double strideOf(double depth, double torque) {
    const RunRecord record = runScene("wading", {{"faces", 80}, {"depth", depth}, {"torque", torque}}, 3.3, 1.0 / 60.0,
                                      "default", false, "fluid");
    int foot = 0;
    while (record.bodies[std::size_t(foot)].name != "human/left_foot")
        ++foot;
    double first = 1e9, last = -1e9;
    for (int frame = 2 * record.frameCount() / 3; frame < record.frameCount(); ++frame) {
        first = std::min(first, record.at(frame, foot).worldFromBody.position.x());
        last = std::max(last, record.at(frame, foot).worldFromBody.position.x());
    }
    return last - first;
}

// Weak legs yield to the water, the more the deeper; strong ones walk as in air. Measured .748, .689, .540 and .752 m.
TEST(HumanStrokes, AWalkYieldsToTheWater) {
    const double dry = strideOf(0.0, 40.0), knees = strideOf(0.5, 40.0), hips = strideOf(0.9, 40.0);
    EXPECT_LT(knees, 0.95 * dry);
    EXPECT_LT(hips, 0.85 * knees);
    EXPECT_NEAR(strideOf(0.9, 1000.0), dry, 0.02 * dry);
}

TEST(HumanStrokes, BadMotionFilesAreOneLine) {
    const ScratchFolder folder;
    const std::string run = test::samplesPath() + " --run human-strokes --headless --set motion=";
    expectRefusal(run + folder.path("none.bvh"), "--set motion: ", "none.bvh");
    expectRefusal(run + folder.write("a.txt", "x"), "is no .bvh");
    expectRefusal(run + folder.write("empty.bvh", ""), "empty.bvh");
    ambient::SkeletonMotion other = makeStroke("crawl", 1.0);
    for (ambient::SkeletonMotion::Joint& joint : other.joints)
        joint.name = "x" + joint.name;
    expectRefusal(run + folder.write("other.bvh", bvhOf(other)), "other.bvh: no joint of the motion");
}

} // namespace human_strokes_test
