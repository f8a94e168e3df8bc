// SPDX-License-Identifier: Zlib
// Recorded joints as tables and as skeletons, which come back as the same motion.
#include "Output/JointTrack.h"
#include "AmbientFluid/Articulated/JointMotion.h"
#include "MeshImport/SkeletonImport.h"
#include "RunProgram.h"
#include "RunScene.h"
#include "TestSupport.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "TestPaths.h"

#include <gtest/gtest.h>

#include <sstream>

namespace joint_track_test {

using namespace ambient;

namespace {

const Quaternion kUpFromWorld(std::sqrt(0.5), -std::sqrt(0.5), 0.0, 0.0);

double angleBetween(const Quaternion& a, const Quaternion& b) {
    return logSO3((a.conjugate() * b).normalized()).norm();
}

/// A tree with all kinds of joints in randomly turned frames, and a smooth motion of the tree.
JointTrack randomTrack(test::Random& random) {
    const JointType kinds[] = {JointType::Spherical, JointType::Revolute, JointType::Prismatic,
                               JointType::Fixed,     JointType::Revolute, JointType::Spherical};
    std::vector<ArticulatedLink> links(7);
    JointTrack track;
    track.name = "tree";
    for (int i = 0; i < 7; ++i) {
        ArticulatedLink& link = links[static_cast<std::size_t>(i)];
        link.inertia = SpatialInertia::ofBody(1.0, Matrix3::Identity());
        if (i > 0) {
            link.parent = i < 3 ? i - 1 : i - 2;
            link.joint.type = kinds[i - 1];
            link.joint.zeroParentFromChild = random.rotation();
            link.joint.pivotInParent = random.vector();
            link.joint.comFromPivot = random.vector();
            link.joint.axis = random.rotation() * Vector3::UnitZ();
        }
        track.links.push_back({"link_" + std::string(1, static_cast<char>('a' + i)), random.rotation(),
                               std::make_shared<TriangleMesh>(makeBox({0.1, 0.2, 0.3}, 12))});
    }
    track.body = std::make_shared<ArticulatedBody>(links);
    JointVector phases = track.body->zeroPositions();
    for (double& phase : phases)
        phase = random.uniform(-1.0, 1.0);
    for (int i = 0; i <= 20; ++i) {
        JointTrack::Sample sample;
        sample.time = 0.05 * i;
        sample.worldFromBase = {Quaternion(Eigen::AngleAxisd(0.2 * i, Vector3(0.6, 0.0, 0.8))),
                                Vector3(1.0, 2.0, 0.1 * i)};
        sample.positions = track.body->zeroPositions();
        for (int k = 0; k < sample.positions.size(); ++k)
            sample.positions(k) = 0.9 * std::sin(3.0 * sample.time + 4.0 * phases(k));
        for (const int link : {1, 6})
            sample.positions.segment<4>(track.body->firstPosition(link)).normalize();
        sample.positions(track.body->firstPosition(2)) = 5.0 * sample.time; // a hinge with full turns
        sample.rates = sample.torques = JointVector::Zero(track.body->rateCount());
        track.samples.push_back(sample);
    }
    return track;
}

std::vector<std::string> namesOf(const JointTrack& track) {
    std::vector<std::string> names;
    for (const JointTrack::Link& link : track.links)
        names.push_back(link.name);
    return names;
}

/// Expects the joints of a track from a skeleton file, to 1e-6.
void expectSameMotion(const JointTrack& track, const SkeletonMotion& motion) {
    ASSERT_EQ(motion.times.size(), track.samples.size());
    const MotionTrack read = retargeted(motion, *track.body, namesOf(track), track.links.front().shownFromLink, false);
    JointVector q = track.body->zeroPositions(), rate = JointVector::Zero(track.body->rateCount()), acceleration = rate;
    double worst = 0.0;
    for (std::size_t i = 0; i < track.samples.size(); ++i) {
        const JointTrack::Sample& sample = track.samples[i];
        EXPECT_NEAR(motion.times[i], sample.time, 1e-6 * (1.0 + sample.time));
        read.evaluate(motion.times[i], q, rate, acceleration);
        for (int link = 1; link < track.body->linkCount(); ++link) {
            const int at = track.body->firstPosition(link);
            if (track.body->link(link).joint.type == JointType::Spherical)
                worst = std::max(worst, angleBetween(Quaternion(Eigen::Vector4d(q.segment<4>(at))),
                                                     Quaternion(Eigen::Vector4d(sample.positions.segment<4>(at)))));
            else if (track.body->ratesOf(link) == 1)
                worst = std::max(worst, std::abs(q(at) - sample.positions(at)));
        }
        const Quaternion base =
            kUpFromWorld * sample.worldFromBase.orientation * track.links.front().shownFromLink.conjugate();
        EXPECT_LT(angleBetween(motion.joints.front().rootFromJoint[i], base), 1e-6);
        EXPECT_LT((motion.rootPositions[i] - kUpFromWorld * sample.worldFromBase.position).norm(),
                  1e-6 * (1.0 + sample.worldFromBase.position.norm()));
    }
    EXPECT_LT(worst, 1e-6);
}

} // namespace

TEST(JointTrack, SkeletonsOfRandomTreesComeBack) {
    test::Random random(11);
    const ScratchFolder folder;
    for (int round = 0; round < 3; ++round) {
        const JointTrack track = randomTrack(random);
        const SkeletonMotion motion = importSkeleton(folder.write("tree.glb", skeletonGlb({track})));
        ASSERT_EQ(motion.joints.size(), track.links.size());
        expectSameMotion(track, motion);
    }
}

// Bones and shifts of the file place the joints as in the body, in all samples.
TEST(JointTrack, JointsStandWhereTheBodyHasThem) {
    test::Random random(12);
    const ScratchFolder folder;
    const JointTrack track = randomTrack(random);
    const SkeletonMotion motion = importSkeleton(folder.write("tree.glb", skeletonGlb({track})));
    const ArticulatedBody& body = *track.body;
    for (std::size_t i = 0; i < track.samples.size(); ++i) {
        std::vector<Pose> links = {track.samples[i].worldFromBase};
        std::vector<Vector3> joints(motion.joints.size(), motion.rootPositions[i]); // in the order of the file
        for (int k = 1; k < body.linkCount(); ++k) {
            const Joint& joint = body.link(k).joint;
            const Pose& parent = links[static_cast<std::size_t>(body.link(k).parent)];
            Quaternion parentFromChild;
            Matrix3 childFromParent;
            Vector3 fromParent;
            placeJoint(joint, track.samples[i].positions.data() + body.firstPosition(k), parentFromChild,
                       childFromParent, fromParent);
            const Quaternion turn = parent.orientation * parentFromChild;
            links.push_back({turn, parent.position + turn * fromParent});
            const Vector3 expected = kUpFromWorld * (links.back() * Vector3(-joint.comFromPivot));

            const auto at = static_cast<std::size_t>(motion.find(track.links[static_cast<std::size_t>(k)].name));
            const SkeletonMotion::Joint& read = motion.joints[at];
            const auto above = static_cast<std::size_t>(read.parent);
            const Vector3 bone = read.shifts.empty() ? read.offset : Vector3(read.offset + read.shifts[i]);
            joints[at] = joints[above] + motion.joints[above].rootFromJoint[i] * bone;
            EXPECT_LT((joints[at] - expected).norm(), 2e-6) << k << " " << i;
        }
    }
}

// The arm of the scene: hinges, a slider, and a fixed base. Its rates are the derivatives of its angles.
TEST(JointTrack, ARecordedArmComesBack) {
    const samples::RunRecord record = runScene("robot", {}, 0.5, 1.0 / 60.0);
    ASSERT_EQ(record.joints.size(), 1u);
    const JointTrack& track = record.joints.front();
    ASSERT_EQ(track.samples.size(), 31u);
    EXPECT_EQ(track.links.front().name, "post");
    const ScratchFolder folder;
    expectSameMotion(track, importSkeleton(folder.write("arm.glb", skeletonGlb(record.joints))));
    const int lift = track.body->firstRate(2);
    EXPECT_EQ(track.links[2].name, "upper_arm");
    for (std::size_t i = 1; i + 1 < track.samples.size(); ++i)
        EXPECT_NEAR(track.samples[i].rates(lift),
                    (track.samples[i + 1].positions(lift) - track.samples[i - 1].positions(lift)) * 30.0, 2e-3);
    EXPECT_GT(track.samples.back().torques.cwiseAbs().maxCoeff(), 1.0);
}

// One cell per name; the numbers are those of the record.
TEST(JointTrack, TheTableNamesJointsAndUnits) {
    test::Random random(13);
    JointTrack track = randomTrack(random);
    track.links[2].name = "elbow, left";
    track.samples[3].torques(track.body->firstRate(2)) = 2.5;
    std::istringstream table(jointCsv({track}));
    std::string header, row;
    std::getline(table, header);
    EXPECT_EQ(header.rfind("time [s],tree/link_b turn x [1],tree/link_b turn y [1],tree/link_b turn z [1],"
                           "tree/link_b turn w [1],tree/link_b spin x [rad/s],",
                           0),
              0u)
        << header;
    EXPECT_NE(header.find(",\"tree/elbow, left angle [rad]\",\"tree/elbow, left rate [rad/s]\","
                          "\"tree/elbow, left torque [N m]\",tree/link_d shift [m],tree/link_d speed [m/s],"
                          "tree/link_d force [N],tree/link_f angle [rad]"),
              std::string::npos)
        << header;
    for (int i = 0; i < 4; ++i)
        std::getline(table, row);
    const auto cells = std::count(row.begin(), row.end(), ',') + 1;
    EXPECT_EQ(cells, 1 + 10 + 3 + 3 + 3 + 10);
    std::vector<double> numbers;
    std::istringstream cellsOfRow(row);
    for (std::string cell; std::getline(cellsOfRow, cell, ',');)
        numbers.push_back(std::stod(cell));
    EXPECT_DOUBLE_EQ(numbers[0], 0.15);
    EXPECT_DOUBLE_EQ(numbers[11], 0.75);
    EXPECT_DOUBLE_EQ(numbers[13], 2.5);
    // The turn of a ball joint in the shown axes of its link.
    const Quaternion& shown = track.links[1].shownFromLink;
    const Quaternion turn(Eigen::Vector4d(track.samples[3].positions.segment<4>(0)));
    const Quaternion expected = shown * turn * shown.conjugate();
    EXPECT_LT(angleBetween(Quaternion(numbers[4], numbers[1], numbers[2], numbers[3]), expected), 1e-8);
}

// A swimmer's track, written by the program, moves a swimmer again.
TEST(JointTrack, ASkeletonOfASceneIsAMotionForIt) {
    const ScratchFolder folder;
    const std::string run = test::samplesPath() + " --quiet --headless --run human-strokes --set faces=80 ";
    const std::string skeleton = folder.path("crawl.glb"), table = folder.path("crawl.csv");
    const ProgramResult wrote = runProgram(run + "--seconds 0.2 --skeleton " + skeleton + " --joints " + table);
    ASSERT_EQ(wrote.exitCode, 0) << wrote.err;
    const SkeletonMotion motion = importSkeleton(skeleton);
    EXPECT_EQ(motion.joints.size(), 14u);
    EXPECT_EQ(motion.times.size(), 25u);
    EXPECT_GE(motion.find("left_forearm"), 0);
    const std::string text = readWholeFile(table);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 26);
    EXPECT_NE(text.find(",human/left_forearm turn w [1],"), std::string::npos);
    const ProgramResult played = runProgram(run + "--seconds 0.05 --set motion=" + skeleton);
    EXPECT_EQ(played.exitCode, 0) << played.err;
}

TEST(JointTrack, RunsWithoutJointsAreRefused) {
    const ScratchFolder folder;
    const std::string run = test::samplesPath() + " --headless --run coins ";
    expectRefusal(run + "--joints " + folder.path("a.csv"), "--joints: coins has no articulated body");
    expectRefusal(run + "--skeleton " + folder.path("a.glb"), "--skeleton: coins has no articulated body");
    expectRefusal(test::samplesPath() + " --headless --run robot --skeleton " + folder.path("a.txt"),
                  "must end in .glb");
}

} // namespace joint_track_test
