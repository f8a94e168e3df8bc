// SPDX-License-Identifier: Zlib
// Whole robots of MJCF: poses, classes, joints, masses of geoms, actuators.
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "RobotFormats/RobotTree.h"
#include "RobotTexts.h"
#include "TestSupport.h"
#include "regression/RunProgram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace mjcf_reader_test {

using ambient::kPi;
using ambient::Matrix3;
using ambient::Pose;
using ambient::Quaternion;
using ambient::RobotJointType;
using ambient::RobotTree;
using ambient::Vector3;
using test::numbers;

namespace {

std::string number(double value) {
    std::ostringstream text;
    text.precision(17);
    text << value;
    return text.str();
}

std::string quat(const Quaternion& q) {
    return number(q.w()) + " " + numbers(q.vec());
}

RobotTree parsed(const std::string& content, const std::string& folder = "") {
    return ambient::parseRobotTree("<mujoco model='m'>" + content + "</mujoco>", "r", folder);
}

/// A free body with a geom and some content.
std::string freeBody(const std::string& content) {
    return "<worldbody><body name='b'><freejoint/>" + content + "</body></worldbody>";
}

double distance(const Pose& a, const Pose& b) {
    return (a.position - b.position).norm() +
           (a.orientation.toRotationMatrix() - b.orientation.toRotationMatrix()).norm();
}

bool hasNote(const RobotTree& tree, const std::string& part) {
    return std::any_of(tree.notes.begin(), tree.notes.end(),
                       [&part](const std::string& note) { return note.find(part) != std::string::npos; });
}

} // namespace

// One rotation written in all five ways; Euler angles in twelve orders of turning and fixed axes.
TEST(MjcfReader, OneRotationIsTheSameInEveryWay) {
    test::Random random(1);
    for (int trial = 0; trial < 20; ++trial) {
        const Quaternion q = random.rotation();
        const Eigen::AngleAxisd turn(q);
        const Matrix3 r = q.toRotationMatrix();
        const Vector3 x = r.col(0), z = r.col(2), skewed = r.col(1) + 0.7 * x;
        const auto placed = [](const std::string& attribute, const std::string& compiler) {
            return parsed("<compiler " + compiler + "/>" + freeBody("<geom size='1' " + attribute + "/>"))
                .links[0]
                .shapes[0]
                .linkFromGeometry;
        };
        const Pose expected = placed("quat='" + quat(q) + "'", "");
        EXPECT_LT(distance(expected, {q, Vector3::Zero()}), 1e-12);
        const std::string axis = numbers(turn.axis()) + " ";
        EXPECT_LT(distance(placed("axisangle='" + axis + number(turn.angle() * 180.0 / kPi) + "'", ""), expected),
                  1e-12);
        EXPECT_LT(distance(placed("axisangle='" + axis + number(turn.angle()) + "'", "angle='radian'"), expected),
                  1e-12);
        EXPECT_LT(distance(placed("xyaxes='" + numbers(2.0 * x) + " " + numbers(skewed) + "'", ""), expected), 1e-12);
        EXPECT_LT((placed("zaxis='" + numbers(3.0 * z) + "'", "").orientation * Vector3::UnitZ() - z).norm(), 1e-12);
        const Vector3 angles = random.vector(3.0);
        for (const std::string order : {"xyz", "zyx", "zxz", "XYZ", "ZYX", "XzY"}) {
            Quaternion all = Quaternion::Identity();
            for (int i = 0; i < 3; ++i) {
                const char letter = order[static_cast<std::size_t>(i)];
                const Quaternion one(Eigen::AngleAxisd(angles[i], Vector3::Unit((letter | 0x20) - 'x')));
                all = letter < 'a' ? one * all : all * one;
            }
            const Pose read = placed("euler='" + numbers(angles) + "'", "angle='radian' eulerseq='" + order + "'");
            EXPECT_LT(distance(read, {all, Vector3::Zero()}), 1e-12) << order;
        }
    }
}

// Masses, centres and moments of geoms against those of fine meshes: .4 % for a ball of 20,000 faces.
TEST(MjcfReader, GeomsHaveTheMassesOfTheirSolids) {
    test::Random random(2);
    const auto meshes = [](const std::string& type) {
        if (type == "sphere") return std::pair(std::string("0.3"), ambient::makeSphere(0.3, 20000));
        if (type == "capsule") return std::pair(std::string("0.2 0.3"), ambient::makeCapsule(0.2, 0.6, 20000));
        if (type == "cylinder") return std::pair(std::string("0.2 0.3"), ambient::makeCylinder(0.2, 0.6, 20000));
        if (type == "box") return std::pair(std::string("0.1 0.2 0.3"), ambient::makeBox({0.2, 0.4, 0.6}, 12));
        return std::pair(std::string("0.1 0.2 0.3"), ambient::makeEllipsoid({0.1, 0.2, 0.3}, 20000));
    };
    for (const std::string type : {"sphere", "capsule", "cylinder", "box", "ellipsoid"}) {
        const auto [size, mesh] = meshes(type);
        const Pose place{random.rotation(), random.vector()};
        const RobotTree tree = parsed(freeBody("<geom type='" + type + "' size='" + size + "' density='700' pos='" +
                                               numbers(place.position) + "' quat='" + quat(place.orientation) + "'/>"));
        const ambient::MassProperties solid = solidMassProperties(mesh, 700.0);
        const Matrix3 turn = place.orientation.toRotationMatrix();
        const Matrix3 moments = turn * solid.inertia * turn.transpose();
        ASSERT_TRUE(tree.links[0].mass.has_value());
        EXPECT_NEAR(tree.links[0].mass->mass / solid.mass, 1.0, 4e-3) << type;
        EXPECT_LT((tree.links[0].mass->centerOfMass - place.position).norm(), 1e-12) << type;
        EXPECT_LT((tree.links[0].mass->moments - moments).norm(), 6e-3 * moments.norm()) << type;
    }
}

// Two halves of a box, apart and turned, have the mass, the centre and the moments of the box.
TEST(MjcfReader, PartsAddUpToTheWhole) {
    const RobotTree whole = parsed(freeBody("<geom type='box' size='.3 .2 .1' pos='1 2 3'/>"));
    const RobotTree parts = parsed(freeBody("<geom type='box' size='.15 .2 .1' pos='.85 2 3'/>"
                                            "<geom type='box' size='.2 .15 .1' pos='1.15 2 3' euler='0 0 90'/>"));
    EXPECT_NEAR(parts.links[0].mass->mass, whole.links[0].mass->mass, 1e-12);
    EXPECT_LT((parts.links[0].mass->centerOfMass - whole.links[0].mass->centerOfMass).norm(), 1e-12);
    EXPECT_LT((parts.links[0].mass->moments - whole.links[0].mass->moments).norm(), 1e-12);
}

TEST(MjcfReader, EndsOfAGeomPlaceIt) {
    test::Random random(3);
    for (int trial = 0; trial < 20; ++trial) {
        const Vector3 from = random.vector(), to = random.vector();
        const RobotTree tree =
            parsed(freeBody("<geom type='capsule' size='.1' fromto='" + numbers(from) + " " + numbers(to) + "'/>"));
        const ambient::RobotGeometry& shape = tree.links[0].shapes[0];
        EXPECT_NEAR(shape.size.y(), (from - to).norm(), 1e-12);
        const Vector3 half(0.0, 0.0, 0.5 * shape.size.y());
        const Vector3 end = shape.linkFromGeometry * half, other = shape.linkFromGeometry * Vector3(-half);
        EXPECT_LT(std::min((end - from).norm() + (other - to).norm(), (end - to).norm() + (other - from).norm()),
                  1e-12);
    }
}

// The nearest class counts, then those around it; the bodies' classes reach the geoms within.
TEST(MjcfReader, ClassesGiveWhatElementsLeaveOut) {
    const RobotTree tree =
        parsed("<default><geom type='box' size='1 1 1' density='10'/><joint damping='1'/>"
               "<default class='a'><geom size='2 2 2'/><default class='c'><geom density='30'/>"
               "</default></default></default><worldbody><body name='b' childclass='a'><freejoint/>"
               "<geom/><body name='d'><joint axis='1 0 0'/><geom class='c'/></body>"
               "<body name='e' childclass='c'><joint damping='5'/><geom class='main'/></body></body></worldbody>");
    ASSERT_EQ(tree.links.size(), 3U);
    EXPECT_NEAR(tree.links[0].mass->mass, 640.0, 1e-9);
    EXPECT_NEAR(tree.links[1].mass->mass, 1920.0, 1e-9);
    EXPECT_NEAR(tree.links[2].mass->mass, 80.0, 1e-9);
    EXPECT_EQ(tree.links[1].joint.damping, 1.0);
    EXPECT_EQ(tree.links[2].joint.damping, 5.0);
}

// A body on a slider and two hinges with places of their own: the same motion as three links with these joints.
TEST(MjcfReader, SeveralJointsOfABodyAreAChain) {
    test::Random random(4);
    for (int trial = 0; trial < 10; ++trial) {
        const Pose body{random.rotation(), random.vector()};
        const Vector3 places[3] = {random.vector(), random.vector(), random.vector()};
        const Vector3 axes[3] = {random.direction(), random.direction(), random.direction()};
        const double at[3] = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
        std::string joints;
        for (int i = 0; i < 3; ++i)
            joints += std::string("<joint type='") + (i == 0 ? "slide" : "hinge") + "' pos='" + numbers(places[i]) +
                      "' axis='" + numbers(axes[i]) + "'/>";
        const RobotTree tree =
            parsed("<worldbody><body name='b' pos='" + numbers(body.position) + "' quat='" + quat(body.orientation) +
                   "'>" + joints + "<geom size='.1' pos='.3 .2 .1'/></body></worldbody>");
        ASSERT_EQ(tree.links.size(), 4U);
        EXPECT_TRUE(tree.hasFixedBase);
        Pose byTree;
        Pose byHand = body;
        for (int i = 0; i < 3; ++i) {
            const ambient::RobotTreeLink& link = tree.links[static_cast<std::size_t>(i) + 1];
            const Quaternion turn(Eigen::AngleAxisd(at[i], axes[i]));
            Pose ofLink, ofBody;
            ASSERT_EQ(link.joint.type, i == 0 ? RobotJointType::Slider : RobotJointType::Hinge);
            if (i == 0) {
                ofLink.position = at[i] * link.joint.axis;
                ofBody.position = at[i] * axes[i];
            } else {
                ofLink.orientation = Quaternion(Eigen::AngleAxisd(at[i], link.joint.axis));
                ofBody = {turn, places[i] - turn * places[i]};
            }
            byTree = byTree * link.parentFromLink * ofLink;
            byHand = byHand * ofBody;
        }
        byTree = byTree * tree.links[3].shapes[0].linkFromGeometry;
        byHand = byHand * Pose{Quaternion::Identity(), Vector3(0.3, 0.2, 0.1)};
        EXPECT_LT(distance(byTree, byHand), 1e-12) << trial;
        EXPECT_NEAR(tree.links[1].mass->mass, 1e-4 * tree.links[3].mass->mass, 1e-12);
    }
}

TEST(MjcfReader, JointsCountFromTheirReference) {
    const RobotTree tree = parsed(freeBody("<geom size='1'/><body><geom size='1'/><joint name='h' range='-10 80' "
                                           "ref='30' stiffness='4' springref='40' "
                                           "frictionloss='.2' actuatorfrcrange='-3 7'/></body>") +
                                  "<actuator><motor joint='h' gear='2' ctrlrange='-1 1'/></actuator>");
    const ambient::RobotJoint& joint = tree.links[1].joint;
    ASSERT_TRUE(joint.limits && joint.servo && joint.effort);
    EXPECT_NEAR((*joint.limits)[0], -40.0 * kPi / 180.0, 1e-14);
    EXPECT_NEAR((*joint.limits)[1], 50.0 * kPi / 180.0, 1e-14);
    EXPECT_NEAR(joint.servo->position, 10.0 * kPi / 180.0, 1e-14);
    EXPECT_EQ(joint.servo->stiffness, 4.0);
    EXPECT_EQ(joint.friction, 0.2);
    EXPECT_EQ(*joint.effort, 2.0);
    const RobotTree servo =
        parsed(freeBody("<geom size='1'/><body><geom size='1'/><joint name='h'/></body>") +
               "<actuator><position joint='h' kp='50' kv='3' gear='2' forcerange='-4 4'/></actuator>");
    EXPECT_EQ(servo.links[1].joint.servo->stiffness, 200.0);
    EXPECT_EQ(servo.links[1].joint.servo->damping, 12.0);
    EXPECT_EQ(*servo.links[1].joint.servo->limit, 8.0);
}

// The largest free body is the robot; what is left out is named.
TEST(MjcfReader, NamesWhatItLeavesOut) {
    const std::string two = "<body name='x'><freejoint/><geom size='1'/></body><body name='y'><freejoint/><geom "
                            "size='1'/><body><joint/><geom size='1'/></body></body>";
    const RobotTree tree = parsed("<worldbody><geom type='plane' size='1 1 1'/>" + two +
                                  "</worldbody><tendon><spatial/></tendon><actuator><general site='s'/></actuator>");
    ASSERT_EQ(tree.links.size(), 2U);
    EXPECT_EQ(tree.links[0].name, "y");
    EXPECT_FALSE(tree.hasFixedBase);
    for (const std::string part :
         {"1 geoms of the world", "'x' is left out", "<tendon>: has no effect", "<general>: has no effect"})
        EXPECT_TRUE(hasNote(tree, part)) << part;
}

// A file in three parts, with a mesh that its asset moves, turns and scales.
TEST(MjcfReader, IncludesFilesAndPlacesMeshes) {
    const ScratchFolder folder;
    folder.write("hull.obj", objOf(ambient::makeBox({1, 2, 3}, 12)));
    folder.write("parts.xml", "<mujocoinclude><body name='b'><freejoint/><geom type='mesh' mesh='hull' pos='1 0 0'/>"
                              "</body></mujocoinclude>");
    const RobotTree tree =
        parsed("<asset><mesh file='hull.obj' scale='2 2 2' refpos='1 1 0' refquat='.6 0 0 .8'/></asset>"
               "<worldbody><include file='parts.xml'/></worldbody>",
               folder.path(""));
    ASSERT_EQ(tree.links.size(), 1U);
    ASSERT_EQ(tree.links[0].shapes.size(), 1U);
    const ambient::RobotGeometry& shape = tree.links[0].shapes[0];
    const Quaternion turn = Quaternion(0.6, 0.0, 0.0, 0.8).conjugate();
    for (const Vector3& corner : {Vector3(0.5, 1.0, 1.5), Vector3(-0.5, 1.0, 1.5)}) {
        const Vector3 expected = Vector3(1, 0, 0) + 2.0 * (turn * (corner - Vector3(1, 1, 0)));
        EXPECT_LT((shape.linkFromGeometry * shape.scale.cwiseProduct(corner) - expected).norm(), 1e-12);
    }
    EXPECT_EQ(tree.links[0].mass->density, 1000.0);
}

TEST(MjcfReader, RefusesInOneLineWithElementAndLine) {
    const std::pair<std::string, std::string> cases[] = {
        {"", "<mujoco>: has no <body>"},
        {freeBody("\n<geom/>"), "r:2: <geom>: has no size"},
        {freeBody("<geom size='-1'/>"), "<geom>: size -1 is not above 0"},
        {freeBody("<geom size='x'/>"), "'x' is not a finite number"},
        {freeBody("<geom type='torus' size='1'/>"), "has the type 'torus'"},
        {freeBody("<geom type='mesh' mesh='m'/>"), "there is no mesh 'm'"},
        {freeBody("<geom size='1'/><body><joint type='screw'/><geom size='1'/></body>"), "unknown type 'screw'"},
        {freeBody("<geom size='1'/><body name='c'><freejoint/><geom size='1'/></body>"),
         "is free, but its body hangs on 'b'"},
        {freeBody("<geom size='1'/><body name='b'><joint/><geom size='1'/></body>"), "there is another link 'b'"},
        {freeBody("<geom size='1'/><body name='world'><joint/><geom size='1'/></body>"),
         "there is another link 'world'"},
        {freeBody("<geom size='1' quat='0 0 0 0'/>"), "quat is not a rotation"},
        {"<include file='no.xml'/>", "there is no file 'no.xml'"},
        {"<compiler coordinate='global'/>", "only local is"}};
    for (const auto& [text, why] : cases) {
        const std::string refusal = test::refusal([&] { parsed(text); });
        EXPECT_NE(refusal.find(why), std::string::npos) << text << "\n" << refusal;
        EXPECT_EQ(refusal.find('\n'), std::string::npos) << refusal;
    }
}

TEST(MjcfReader, TheCompilerSetsTheTotalMass) {
    const std::string bodies =
        freeBody("<geom size='.1' mass='2'/><body name='c'><joint type='hinge'/><geom type='box' "
                 "size='.1 .2 .3' mass='6'/></body>");
    const RobotTree plain = parsed(bodies), scaled = parsed("<compiler settotalmass='4'/>" + bodies);
    for (std::size_t i = 0; i < plain.links.size(); ++i) {
        if (!plain.links[i].mass) continue;
        EXPECT_NEAR(scaled.links[i].mass->mass, 0.5 * plain.links[i].mass->mass, 1e-14);
        EXPECT_LT((scaled.links[i].mass->moments - 0.5 * plain.links[i].mass->moments).norm(), 1e-14);
    }
}

TEST(MjcfReader, WhatHasNoEffectIsSaidAndAnUnknownClassIsRefused) {
    const RobotTree tree =
        parsed("<compiler boundmass='.1' inertiagrouprange='0 1'/><worldbody><body name='b' gravcomp='1'><freejoint/>"
               "<geom size='.1'/><body name='c'><joint name='j' springdamper='1 1'/><geom "
               "size='.1'/></body></body></worldbody>");
    for (const char* part : {"boundmass has no effect", "inertiagrouprange has no effect", "gravcomp has no effect",
                             "springdamper of 'j' has no effect"})
        EXPECT_TRUE(hasNote(tree, part)) << part;
    const std::string classes = "<default><default class='known'/></default>";
    EXPECT_NO_THROW(parsed(classes + freeBody("<geom size='.1' class='known'/>")));
    EXPECT_NO_THROW(parsed(freeBody("<geom size='.1' class='main'/>")));
    EXPECT_THROW(parsed(classes + freeBody("<geom size='.1' class='other'/>")), ambient::RobotFileError);
    EXPECT_THROW(parsed(classes + "<worldbody><body childclass='other'><geom size='.1'/></body></worldbody>"),
                 ambient::RobotFileError);
}

} // namespace mjcf_reader_test
