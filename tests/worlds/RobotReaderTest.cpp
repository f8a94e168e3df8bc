// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"
#include "RobotFormats/RobotTree.h"
#include "RobotFormats/RobotWriters.h"
#include "TestSupport.h"
#include "regression/RunProgram.h"

#include <gtest/gtest.h>

namespace robot_reader_test {

using ambient::Pose;
using ambient::RobotTree;
using ambient::Vector3;

namespace {

RobotTree parsed(const std::string& text, const std::string& folder = "") {
    return ambient::parseRobotTree(text, "r", folder);
}

/// The refusal of a text, after the name of its source.
std::string refusalOf(const std::string& text) {
    const std::string why = test::refusal([&] { parsed(text); });
    EXPECT_EQ(why.rfind("r:", 0), 0U) << why;
    EXPECT_EQ(why.find('\n'), std::string::npos) << why;
    return why;
}

const std::string kInertial = "<inertial><mass value='2'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>"
                              "</inertial>";

std::string linkText(const std::string& name, const std::string& content = kInertial) {
    return "<link name='" + name + "'>" + content + "</link>\n";
}

std::string jointText(const std::string& type, const std::string& parent, const std::string& child,
                      const std::string& rest = "") {
    return "<joint name='" + parent + child + "' type='" + type + "'><parent link='" + parent + "'/><child link='" +
           child + "'/>" + rest + "</joint>\n";
}

std::string robot(const std::string& content) {
    return "<robot name='x'>\n" + content + "</robot>";
}

} // namespace

// Masses, moments and the added mass of the writers come back to the last bit, from both formats.
TEST(RobotReader, ReadsWhatTheWritersWrite) {
    const ScratchFolder folder;
    folder.write("hull.obj", objOf(ambient::makeEllipsoid({0.3, 0.2, 0.1}, 80)));
    test::Random random(7);
    ambient::RobotLink link;
    link.name = "hull";
    link.mesh = "hull.obj";
    link.scale = 0.7;
    link.body.mass = random.uniform(1.0, 9.0);
    link.body.centerOfMass = random.vector();
    const ambient::Matrix3 turn = random.rotation().toRotationMatrix();
    ambient::Matrix3 moments = turn * Vector3(1.1, 1.7, 2.3).asDiagonal() * turn.transpose();
    link.body.inertia = moments = (0.5 * (moments + moments.transpose())).eval();
    ambient::Matrix6 added;
    for (int i = 0; i < 36; ++i)
        added(i / 6, i % 6) = random.uniform(-1.0, 1.0);
    link.addedMass = ambient::SpatialInertia(added * added.transpose());
    for (const std::string& text : {urdfOf(link), sdfOf(link)}) {
        const RobotTree tree = parsed(text, folder.path(""));
        ASSERT_EQ(tree.links.size(), 1U);
        const ambient::RobotTreeLink& read = tree.links[0];
        EXPECT_EQ(read.name, "hull");
        EXPECT_EQ(read.mass->mass, link.body.mass);
        EXPECT_EQ(read.mass->centerOfMass, link.body.centerOfMass);
        EXPECT_EQ(read.mass->moments, link.body.inertia);
        EXPECT_EQ(*read.addedMass, link.addedMass.matrix());
        ASSERT_EQ(read.shapes.size(), 1U);
        EXPECT_EQ(read.shapes[0].scale, Vector3(0.7, 0.7, 0.7));
        EXPECT_EQ(std::filesystem::path(read.shapes[0].file).filename(), "hull.obj");
        EXPECT_TRUE(tree.notes.empty());
    }
}

TEST(RobotReader, TakesOutFramesAndFindsTheBase) {
    const std::string placed = "<origin xyz='1 0 0' rpy='0 0 1.5707963267948966'/>";
    const RobotTree fixed = parsed(robot(
        linkText("world", "") + linkText("foot", "") + linkText("trunk") + linkText("flange", "") + linkText("tool") +
        jointText("fixed", "world", "foot", placed) + jointText("fixed", "foot", "trunk", placed) +
        jointText("fixed", "trunk", "flange", placed) + jointText("continuous", "flange", "tool", placed)));
    EXPECT_TRUE(fixed.hasFixedBase);
    ASSERT_EQ(fixed.links.size(), 2U);
    EXPECT_EQ(fixed.links[0].name, "trunk");
    EXPECT_EQ(fixed.links[1].name, "tool");
    EXPECT_EQ(fixed.links[1].parent, 0);
    // Two such frames in a row: the second one is turned by the first.
    EXPECT_LT((fixed.rootFromBase.position - Vector3(1.0, 1.0, 0.0)).norm(), 1e-15);
    EXPECT_LT((fixed.links[1].parentFromLink.position - Vector3(1.0, 1.0, 0.0)).norm(), 1e-15);
    EXPECT_FALSE(fixed.links[1].joint.limits.has_value());
    const RobotTree floating =
        parsed(robot(linkText("world", "") + linkText("trunk") + jointText("floating", "world", "trunk")));
    EXPECT_FALSE(floating.hasFixedBase);
    ASSERT_EQ(floating.links.size(), 1U);
    const RobotTree hung = parsed(robot(linkText("world", "") + linkText("arm") + linkText("leg") +
                                        jointText("revolute", "world", "arm", "<limit effort='3' velocity='1'/>") +
                                        jointText("planar", "world", "leg", "<axis xyz='0 0 2'/>")));
    EXPECT_TRUE(hung.hasFixedBase);
    ASSERT_EQ(hung.links.size(), 3U);
    EXPECT_EQ(hung.links[1].joint.limits, (std::array<double, 2>{0.0, 0.0})); // URDF's default
    EXPECT_EQ(hung.links[1].joint.effort, 3.0);
    EXPECT_EQ(hung.links[2].joint.type, ambient::RobotJointType::Planar);
    EXPECT_EQ(hung.links[2].joint.axis, Vector3::UnitZ());
    EXPECT_EQ(hung.notes.size(), 2U); // two links without a shape
}

// Meshes beside the file, in a package above it, and as a URL.
TEST(RobotReader, FindsMeshes) {
    const ScratchFolder folder;
    std::filesystem::create_directories(folder.path("fish_description/meshes"));
    std::filesystem::create_directories(folder.path("fish_description/urdf"));
    const std::string mesh = folder.write("fish_description/meshes/fin.obj", objOf(ambient::makeSphere(0.1, 80)));
    for (const std::string& name : {std::string("../meshes/fin.obj"),
                                    std::string("package://fish_description/meshes/fin.obj"), "file://" + mesh, mesh}) {
        const RobotTree tree = parsed(robot(linkText("fin", kInertial + "<collision><geometry><mesh filename='" + name +
                                                                "'/></geometry></collision>")),
                                      folder.path("fish_description/urdf"));
        EXPECT_TRUE(std::filesystem::equivalent(tree.links[0].shapes[0].file, mesh)) << name;
    }
}

TEST(RobotReader, SaysWhatHasNoEffect) {
    const std::string box = "<collision><geometry><box size='1 1 1'/></geometry></collision>";
    const RobotTree tree = parsed(robot(
        linkText("a", kInertial + box) + linkText("b", kInertial + box) +
        jointText(
            "revolute", "a", "b",
            "<dynamics damping='0.3' friction='2'/><limit lower='1' upper='0'/>\n<mimic joint='ab' multiplier='2'/>")));
    EXPECT_EQ(tree.links[1].joint.damping, 0.3);
    EXPECT_EQ(tree.links[1].joint.friction, 2.0);
    ASSERT_EQ(tree.notes.size(), 2U);
    EXPECT_EQ(tree.notes[0].rfind("r:4: <limit>: lower is above upper", 0), 0U) << tree.notes[0];
    EXPECT_EQ(tree.notes[1].rfind("r:5: <mimic>", 0), 0U) << tree.notes[1];
    EXPECT_FALSE(tree.links[1].joint.limits.has_value());
}

TEST(RobotReader, RefusesInOneLineWithElementAndLine) {
    const std::string two = linkText("a") + linkText("b");
    const auto inertial = [](const std::string& content) {
        return robot(linkText("a", "<inertial>" + content + "</inertial>"));
    };
    const auto geometry = [](const std::string& content) {
        return robot(linkText("a", kInertial + "<collision><geometry>" + content + "</geometry></collision>"));
    };
    const std::string ones = "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>";
    const std::pair<std::string, std::string> cases[] = {
        {robot(linkText("a", "")), "r:2: <link>: 'a' moves, but has no <inertial>"},
        {inertial(ones), "r:2: <inertial>: has no <mass>"},
        {inertial("<mass value='0'/>" + ones), "r:2: <link>: 'a' moves, but has no <inertial>"},
        {inertial("<mass value='-2'/>" + ones), "r:2: <mass>: value -2 is not above 0"},
        {inertial("<mass value='nan'/>" + ones), "<mass>: 'nan' is not a finite number"},
        {inertial("<mass/>" + ones), "<mass>: has no attribute 'value'"},
        {inertial("<mass value='1'/>"), "<inertial>: has no <inertia>"},
        {inertial("<mass value='1'/>\n<inertia ixx='1' ixy='2' ixz='0' iyy='1' iyz='0' izz='1'/>"),
         "r:3: <inertia>: the smallest principal moment of inertia -1 is not above 0"},
        {inertial("<origin xyz='1 2'/><mass value='1'/>" + ones), "<origin>: xyz: needs 3 numbers, got '1 2'"},
        {geometry("<cone/>"), "<cone>: is no box"},
        {geometry(""), "<geometry>: is empty"},
        {geometry("<sphere radius='-1'/>"), "<sphere>: radius -1 is not above 0"},
        {geometry("\n<mesh filename='no.stl'/>"), "r:3: <mesh>: there is no file 'no.stl'"},
        {geometry("<mesh filename='package://no/no.stl'/>"), "there is no file 'package://no/no.stl'"},
        {robot(two + jointText("screw", "a", "b")), "r:4: <joint>: 'ab' has the unknown type 'screw'"},
        {robot(two + jointText("floating", "a", "b")), "only the base may float"},
        {robot(two + jointText("fixed", "a", "c")), "names a link 'c' that does not exist"},
        {robot(two + jointText("revolute", "a", "b", "<axis xyz='0 0 0'/>")), "<axis>: the axis is zero"},
        {robot(two + jointText("fixed", "a", "b") + jointText("fixed", "b", "a")), "form a cycle"},
        {robot(two + linkText("c") + jointText("fixed", "b", "c") + jointText("fixed", "c", "b")),
         "r:3: <link>: the joints of 'b' form a cycle"},
        {robot(two), "is the child of a joint"},
        {robot(two + linkText("a")), "there is another link 'a'"},
        {robot(two + jointText("fixed", "a", "b") + jointText("fixed", "a", "b")), "child of another joint already"},
        {robot(""), "<robot>: has no link"},
        {robot("<link>"), "XML_ERROR"},
        {"<machine/>", "is neither <robot> of URDF nor <sdf> nor <mujoco>"},
        {"<sdf><model name='m'><link name='a'><inertial><mass>-1</mass></inertial></link></model></sdf>",
         "<mass>: the number -1 is not above 0"},
        {"<sdf><model name='m'><link name='a'><pose relative_to='b'>1 0 0 0 0 0</pose></link></model></sdf>",
         "there is no frame 'b'"},
        {"<sdf><model name='m'><link name='a'><pose relative_to='a'>1 0 0 0 0 0</pose></link></model></sdf>",
         "depends on itself"},
        {"<sdf><model name='m' canonical_link='q'><frame name='q' attached_to='__model__'/><link "
         "name='a'/></model></sdf>",
         "<frame>: its frame depends on itself"}};
    for (const auto& [text, why] : cases) {
        const std::string refusal = refusalOf(text);
        EXPECT_NE(refusal.find(why), std::string::npos) << text << "\n" << refusal;
    }
}

// Damaged files are read or refused, without any other effect.
// Names may hold the ends of lines; messages and notes do not.
TEST(RobotReader, NamesOfSeveralLinesLeaveMessagesOfOne) {
    refusalOf("<robot name='x'>" + linkText("a&#10;b", "<inertial/>") + "</robot>");
    const RobotTree robot = parsed("<robot name='x'>" + linkText("a&#10;b") + "</robot>");
    ASSERT_FALSE(robot.notes.empty()); // the link has no shape
    for (const std::string& note : robot.notes)
        EXPECT_EQ(note.find('\n'), std::string::npos) << note;
}

TEST(RobotReader, SurvivesDamage) {
    const std::string whole =
        robot(linkText("world", "") +
              linkText("a", kInertial + "<collision><geometry><box size='1 2 3'/></geometry></collision>") +
              linkText("b") + jointText("revolute", "world", "a", "<limit lower='-1' upper='1' effort='3'/>") +
              jointText("prismatic", "a", "b", "<axis xyz='1 1 0'/><dynamics damping='1'/>"));
    test::Random random(3);
    int refused = 0;
    for (int i = 0; i < 400; ++i) {
        std::string text = whole;
        for (int k = 0; k <= i % 3; ++k) {
            const std::size_t at = static_cast<std::size_t>(random.integer(0, static_cast<int>(text.size()) - 1));
            if (random.uniform(0.0, 1.0) < 0.5)
                text[at] = static_cast<char>(random.integer(32, 126));
            else
                text.erase(at, static_cast<std::size_t>(random.integer(1, 30)));
        }
        const std::string why = test::refusal([&] { parsed(text); });
        EXPECT_EQ(why.find('\n'), std::string::npos) << why;
        refused += why.empty() ? 0 : 1;
    }
    EXPECT_GT(refused, 200);
    EXPECT_LT(refused, 400);
}

} // namespace robot_reader_test
