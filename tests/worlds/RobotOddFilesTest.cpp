// SPDX-License-Identifier: Zlib
// Files as strangers write them: each is mended by its kind.
#include "AmbientFluid/Mesh/MassProperties.h"
#include "RobotFormats/RobotTree.h"
#include "TestSupport.h"
#include "Worlds/RobotBody.h"
#include "Worlds/RobotMeshes.h"
#include "Worlds/WorldMeshes.h"
#include "regression/RunProgram.h"
#include "worlds/RobotTexts.h"

#include <gtest/gtest.h>

#include <sstream>

namespace robot_odd_files_test {

using ambient::Pose;
using ambient::Quaternion;
using ambient::RobotTree;
using ambient::Vector3;

namespace {

const std::string kBall = "<inertial><mass>2</mass></inertial><collision name='c'><geometry><sphere><radius>.1</radius>"
                          "</sphere></geometry></collision>";

std::string sdf(const std::string& content) {
    return "<sdf version='1.10'><model name='outer'>" + content + "</model></sdf>";
}

RobotTree parsed(const std::string& text, const std::string& folder = "") {
    return ambient::parseRobotTree(text, "r", folder);
}

std::string urdf(const std::string& geometry, const std::string& moments = "ixx='1' iyy='1' izz='1'") {
    return "<robot name='x'><link name='a'><inertial><mass value='2'/><inertia ixy='0' ixz='0' iyz='0' " + moments +
           "/></inertial><collision><geometry>" + geometry + "</geometry></collision></link></robot>";
}

} // namespace

// An arm that is merged into its vehicle: the same links and places as within the vehicle's own file, by the same
// names.
TEST(RobotOddFiles, AMergedModelIsPartOfTheModel) {
    test::Random random(17);
    const Pose place{random.rotation(), random.vector()}, inner{random.rotation(), random.vector()};
    const Pose frame{random.rotation(), random.vector()};
    const ScratchFolder folder;
    std::filesystem::create_directories(folder.path("arm"));
    const std::string joint = "<joint name='j' type='revolute'><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz>"
                              "</axis></joint>";
    const auto parts = [&](const std::string& around) { // in the arm's own file, and in the vehicle's
        return "<frame name='f'>" + test::sdfPose(frame, around) + "</frame><link name='a'>" +
               test::sdfPose(inner, around) + kBall + "</link><link name='b'>" + test::sdfPose(inner, "f") + kBall +
               "</link>" + joint;
    };
    folder.write("arm/model.sdf", "<sdf version='1.10'><model name='arm'>" + parts("") + "</model></sdf>");
    const std::string vehicle = "<link name='hull'>" + kBall + "</link>";
    const std::string ties = "<link name='tip'>" + test::sdfPose(frame, "f") + kBall + "</link>" +
                             "<joint name='t' type='fixed'><parent>hull</parent><child>a</child></joint>"
                             "<joint name='u' type='fixed'><parent>b</parent><child>tip</child></joint>";
    const std::string include = "<include merge='true'><uri>arm</uri>" + test::sdfPose(place) + "</include>";
    const RobotTree merged = parsed(sdf(vehicle + include + ties), folder.path(""));
    const std::string base = "<frame name='base'>" + test::sdfPose(place) + "</frame>";
    const RobotTree whole = parsed(sdf(vehicle + base + parts("base") + ties));
    ASSERT_EQ(merged.links.size(), 4U);
    ASSERT_EQ(whole.links.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(merged.links[i].name, whole.links[i].name);
        EXPECT_EQ(merged.links[i].parent, whole.links[i].parent);
        const Pose between = merged.links[i].parentFromLink.inverse() * whole.links[i].parentFromLink;
        EXPECT_LT(between.position.norm() + between.orientation.vec().norm(), 1e-14) << merged.links[i].name;
    }
    // A model within, included once more, keeps the arm's own names behind its own.
    folder.write("outer.sdf", sdf(vehicle + include + ties));
    const RobotTree nested =
        parsed(sdf("<include><uri>outer.sdf</uri><name>m</name></include><link name='x'>" + kBall +
                   "</link><joint name='k' type='fixed'><parent>m::b</parent><child>x</child></joint>"),
               folder.path(""));
    EXPECT_EQ(nested.links.size(), 5U);
    EXPECT_EQ(nested.links[1].name, "m::a");
}

TEST(RobotOddFiles, ValuesWithoutQuotesAreRead) {
    const std::string text = sdf("<!-- a name=plain --><link name=hull><pose>1 2 3 0 0 0</pose>" + kBall + "</link>");
    EXPECT_EQ(parsed(text).links.at(0).name, "hull");
    EXPECT_EQ(parsed("<robot name=x><link name='a b'><inertial><mass value=2 /><inertia ixx=1 ixy=0 ixz=0 iyy=1 iyz=0 "
                     "izz=1/></inertial></link></robot>")
                  .links.at(0)
                  .mass->mass,
              2.0);
    EXPECT_NE(test::refusal([] { parsed("<robot name=><link"); }).find("r:1: is no XML"), std::string::npos);
}

// Moments of zero with products beside them, which no body has.
TEST(RobotOddFiles, ProductsBesideMomentsOfZeroAreZeroToo) {
    const std::string text =
        "<robot name='x'><link name='a'><inertial><mass value='2'/><inertia ixx='0' iyy='0' izz='0' ixy='1e-4' ixz='0' "
        "iyz='0'/></inertial><collision><geometry><sphere radius='.1'/></geometry></collision></link></robot>";
    const RobotTree tree = parsed(text);
    EXPECT_TRUE(tree.links.at(0).mass->isOfShapes);
    EXPECT_EQ(tree.notes.size(), 1U);
}

// Moments that a program left from a difference of equal numbers, as published robots have them.
TEST(RobotOddFiles, MomentsOfRoundingAloneAreZero) {
    const auto textOf = [](const std::string& ixx, const std::string& izz) {
        return "<robot name='x'><link name='a'><inertial><mass value='.5'/><inertia ixx='" + ixx + "' iyy='" + ixx +
               "' izz='" + izz +
               "' ixy='0' ixz='0' iyz='0'/></inertial><collision><geometry><sphere "
               "radius='.1'/></geometry></collision></link></robot>";
    };
    const RobotTree tree = parsed(textOf("-5e-20", "0"));
    EXPECT_TRUE(tree.links.at(0).mass->isOfShapes);
    ASSERT_EQ(tree.notes.size(), 1U);
    EXPECT_NE(tree.notes[0].find("a moment of inertia of zero or below"), std::string::npos);
    EXPECT_FALSE(parsed(textOf("1e-15", "1e-15")).links.at(0).mass->isOfShapes); // of a grain
    EXPECT_NE(test::refusal([&] { parsed(textOf("-1e-9", "0")); }).find("-1e-09 is not above 0"), std::string::npos);
}

// Gazebo's file://NAME/PATH is in a folder NAME on the search path; and a plate without thickness as a shape.
TEST(RobotOddFiles, FilesOfPackagesAndFlatShapesAreFound) {
    const ScratchFolder folder;
    std::filesystem::create_directories(folder.path("pack/meshes"));
    std::filesystem::create_directories(folder.path("pack/robots"));
    folder.write("pack/meshes/plate.obj", "v 0 0 0\nv 0.5 0 0\nv 0.5 0.4 0\nv 0 0.4 0\nf 1 2 3 4\n");
    const RobotTree tree = parsed(urdf("<mesh filename='file://pack/meshes/plate.obj'/>"), folder.path("pack/robots"));
    ambient::WorldArticulatedBody body = ambient::articulatedBodyOf(tree, 1000.0);
    const std::vector<std::string> notes = ambient::mendRobotMeshes(body.links, "");
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_NE(notes[0].find("a sheet with a thickness of 0.005 m"), std::string::npos) << notes[0];
    EXPECT_NEAR(enclosedVolume(ambient::meshOf(body.links[0].shapes, "")), 0.5 * 0.4 * 0.005, 1e-9);
}

// A package is what its package.xml says, whatever its folder is called; and shapes that only mark a place.
TEST(RobotOddFiles, PackagesHaveTheNameOfTheirManifest) {
    const ScratchFolder folder;
    std::filesystem::create_directories(folder.path("checkout/meshes"));
    std::filesystem::create_directories(folder.path("checkout/robots"));
    folder.write("checkout/package.xml", "<?xml version='1.0'?><package format='2'><name>pack</name></package>");
    folder.write("checkout/meshes/plate.obj", "v 0 0 0\nv 0.5 0 0\nv 0.5 0.4 0\nv 0 0.4 0\nf 1 2 3 4\n");
    const std::string mesh = "<mesh filename='package://pack/meshes/plate.obj'/>";
    const RobotTree tree = parsed(urdf(mesh), folder.path("checkout/robots"));
    EXPECT_EQ(tree.links[0].shapes.size(), 1U);
    EXPECT_NE(test::refusal([&] { parsed(urdf(mesh), folder.path("checkout/../..")); }).find("pack"),
              std::string::npos);
    const RobotTree marked = parsed(urdf("<sphere radius='0'/>"));
    EXPECT_TRUE(marked.links[0].shapes.empty());
    EXPECT_NE(marked.notes[0].find("<sphere>: is left out: its radius is '0'"), std::string::npos);
}

// A mesh by the path that it had where the file was expanded, and by the address of its model on the net.
TEST(RobotOddFiles, MeshesOfOtherPlacesAreFoundByTheirPackage) {
    const ScratchFolder folder;
    std::filesystem::create_directories(folder.path("hulls/meshes"));
    const std::string mesh = folder.write("hulls/meshes/a.stl", "");
    const auto fileOf = [&](const std::string& name) {
        return parsed(urdf("<mesh filename='" + name + "'/>"), folder.path("")).links[0].shapes[0].file;
    };
    const std::string expected = std::filesystem::path(mesh).lexically_normal();
    for (const char* name : {"file:///home/other/src/hulls/meshes/a.stl", "/nowhere/hulls/meshes/a.stl",
                             "https://fuel.example.org/1.0/owner/models/hulls/3/files/meshes/a.stl"})
        EXPECT_EQ(fileOf(name), expected) << name;
    for (const char* name : {"file:///home/other/hulls/b.stl", "https://example.org/models/hulls/files/b.stl"})
        EXPECT_NE(test::refusal([&] { fileOf(name); }).find("there is no file '" + std::string(name)),
                  std::string::npos)
            << name;
}

// A position alone is a pose without a turn; other numbers of words are refused.
TEST(RobotOddFiles, APositionAloneIsAPose) {
    const auto placeOf = [](const std::string& pose) {
        return parsed(sdf("<link name='a'>" + kBall + "</link><link name='b'><pose>" + pose + "</pose>" + kBall +
                          "</link><joint name='j' type='fixed'><parent>a</parent><child>b</child></joint>"))
            .links[1]
            .parentFromLink;
    };
    const Pose alone = placeOf("\n 1 2\t3 "), whole = placeOf("1 2 3 0 0 0");
    EXPECT_EQ(alone.position, whole.position);
    EXPECT_EQ(alone.orientation.coeffs(), whole.orientation.coeffs());
    for (const char* pose : {"1 2", "1 2 3 4"})
        EXPECT_NE(test::refusal([&] { placeOf(pose); }).find("needs 6 numbers"), std::string::npos) << pose;
}

// A propeller that is only drawn, beside a hull with a collision shape: it moves, so it has the mass of its shape in
// water. A drawn part that is fixed stays without effect.
TEST(RobotOddFiles, ADrawnLinkThatMovesHasItsShape) {
    const std::string drawn = "<visual><geometry><box size='.2 .3 .5'/></geometry></visual>";
    const auto robot = [&](const std::string& type) {
        return parsed("<robot name='x'><link name='hull'><inertial><mass value='9'/><inertia ixx='1' iyy='1' izz='1'/>"
                      "</inertial><collision><geometry><box size='1 1 1'/></geometry></collision></link><link "
                      "name='drawn'>" +
                      drawn + "</link><joint name='j' type='" + type +
                      "'><parent link='hull'/><child link='drawn'/></joint></robot>");
    };
    const RobotTree moving = robot("continuous");
    ASSERT_EQ(moving.links.size(), 2U);
    ASSERT_EQ(moving.links[1].shapes.size(), 1U);
    EXPECT_EQ(moving.links[1].shapes[0].size, Vector3(0.2, 0.3, 0.5));
    EXPECT_EQ(moving.links[1].mass->density, 1000.0);
    EXPECT_EQ(robot("fixed").links.size(), 1U);
}

// Two links of one open file: one preparation, two lines, each with its place; the numbers are those of one link.
TEST(RobotOddFiles, AFileOfSeveralLinksIsPreparedOnce) {
    const ScratchFolder folder;
    folder.write("plate.obj", "v 0 0 0\nv 0.5 0 0\nv 0.5 0.4 0\nv 0 0.4 0\nf 1 2 3 4\n");
    const RobotTree tree = parsed(urdf("<mesh filename='plate.obj'/>"), folder.path("."));
    ambient::WorldArticulatedBody body = ambient::articulatedBodyOf(tree, 1000.0);
    body.links.push_back(body.links[0]);
    body.links[1].shapes[0].path = body.links[1].shapes[0].filePath = "other";
    const std::vector<std::string> notes = ambient::mendRobotMeshes(body.links, "");
    ASSERT_EQ(notes.size(), 2U);
    EXPECT_EQ(notes[1].rfind("other: ", 0), 0U) << notes[1];
    EXPECT_EQ(notes[1].substr(5), notes[0].substr(tree.links[0].shapes[0].place.size()));
    EXPECT_EQ(body.links[0].shapes[0].prepared, body.links[1].shapes[0].prepared);
}

TEST(RobotOddFiles, InfiniteLimitsAreNone) {
    const auto joint = [](const std::string& limit) {
        return parsed(sdf("<link name='a'>" + kBall + "</link><link name='b'>" + kBall +
                          "</link><joint name='j' type='revolute'><parent>a</parent><child>b</child><axis>"
                          "<xyz>0 0 1</xyz><limit>" +
                          limit + "</limit></axis></joint>"))
            .links.back()
            .joint;
    };
    EXPECT_FALSE(joint("<lower>-inf</lower><upper> +Inf </upper><effort>inf</effort>").limits);
    EXPECT_FALSE(joint("<lower>-1e16</lower><upper>infinity</upper><effort>inf</effort>").effort);
    EXPECT_EQ(joint("<lower>-inf</lower><upper>.5</upper>").limits->back(), 0.5);
    EXPECT_EQ(joint("<lower>-.5</lower><effort>3</effort>").effort, 3.0);
    EXPECT_THROW(joint("<lower>nan</lower>"), ambient::RobotFileError);
    EXPECT_THROW(joint("<lower>-inf 2</lower>"), ambient::RobotFileError);
    const std::string link = "<inertial><mass value='2'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>"
                             "</inertial>";
    const RobotTree tree = parsed("<robot name='x'><link name='a'>" + link + "</link><link name='b'>" + link +
                                  "</link><joint name='j' type='prismatic'><parent link='a'/><child link='b'/>"
                                  "<limit lower='-inf' upper='inf' effort='inf' velocity='inf'/></joint></robot>");
    EXPECT_FALSE(tree.links.back().joint.limits);
    EXPECT_FALSE(tree.links.back().joint.effort);
}

// The pose of the outermost model places the frame that it names, written in angles or as a quaternion.
TEST(RobotOddFiles, ThePoseOfAModelPlacesItsFrame) {
    test::Random random(23);
    const Pose pose{random.rotation(), random.vector()}, second{random.rotation(), random.vector()};
    const Quaternion& q = pose.orientation;
    std::ostringstream quaternion;
    quaternion.precision(17);
    quaternion << "<pose rotation_format='quat_xyzw'>" << test::numbers(pose.position) << " " << test::numbers(q.vec())
               << " " << q.w() << "</pose>";
    const auto root = [&](const std::string& attribute, const std::string& place) {
        return parsed("<sdf version='1.10'><model name='outer'" + attribute + ">" + place + "<link name='a'>" + kBall +
                      "</link><link name='b'>" + test::sdfPose(second) + kBall +
                      "</link><joint name='j' type='fixed'><parent>a</parent><child>b</child></joint></model></sdf>")
            .rootFromBase;
    };
    const auto expectNear = [](const Pose& a, const Pose& b) {
        EXPECT_LT((a.position - b.position).norm(), 1e-9);
        EXPECT_LT((a.orientation.toRotationMatrix() - b.orientation.toRotationMatrix()).norm(), 1e-9);
    };
    expectNear(root("", quaternion.str()), root("", test::sdfPose(pose)));
    const Pose placed = root(" placement_frame='b'", test::sdfPose(pose));
    const Pose plain = root("", test::sdfPose(pose));
    expectNear(placed, pose * second.inverse() * pose.inverse() * plain);
    EXPECT_THROW(root("", "<pose rotation_format='axis'>0 0 0 0 0 0</pose>"), ambient::RobotFileError);
    EXPECT_THROW(root("", "<pose rotation_format='quat_xyzw'>0 0 0 0 0 0 0</pose>"), ambient::RobotFileError);
}

TEST(RobotOddFiles, WhatHasNoEffectIsSaid) {
    const RobotTree tree =
        parsed(sdf("<link name='a'><gravity>0</gravity><kinematic>1</kinematic>" + kBall +
                   "<collision name='p'><geometry><polyline><point>0 0</point><height>1</height></polyline></geometry>"
                   "</collision></link>"));
    std::string notes;
    for (const std::string& note : tree.notes)
        notes += note + "\n";
    for (const char* part : {"<gravity> has no effect", "<kinematic> has no effect", "<polyline>: is left out"})
        EXPECT_NE(notes.find(part), std::string::npos) << part << " in " << notes;
}

} // namespace robot_odd_files_test
