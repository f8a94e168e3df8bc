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

namespace robot_odd_files_test {

using ambient::Pose;
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

} // namespace robot_odd_files_test
