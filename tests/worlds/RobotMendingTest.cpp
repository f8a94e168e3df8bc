// SPDX-License-Identifier: Zlib
// Robots as their makers give them: missing masses, shapes for the eye, open meshes, models in models, plugins.
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "RobotFormats/RobotTree.h"
#include "RobotTexts.h"
#include "TestSupport.h"
#include "WorldTesting.h"
#include "regression/RunProgram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace robot_mending_test {

using ambient::Pose;
using ambient::Quaternion;
using ambient::RobotJointType;
using ambient::RobotTree;
using ambient::Vector3;
using test::numbers;
using test::RunWorld;
using test::sdfPose;

namespace {

RobotTree parsed(const std::string& text, const std::string& folder = "") {
    return ambient::parseRobotTree(text, "r", folder);
}

bool hasNote(const std::vector<std::string>& notes, const std::string& part) {
    return std::any_of(notes.begin(), notes.end(),
                       [&part](const std::string& note) { return note.find(part) != std::string::npos; });
}

const std::string kInertial =
    "<inertial><mass>2</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>";
const std::string kUrdfInertial =
    "<inertial><mass value='2'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>";
const std::string kUrdfBox = "<geometry><box size='1 1 1'/></geometry>";

std::string urdfLink(const std::string& name, const std::string& content) {
    return "<link name='" + name + "'>" + content + "</link>";
}

std::string urdfJoint(const std::string& type, const std::string& parent, const std::string& child,
                      const std::string& rest = "") {
    return "<joint name='" + parent + child + "' type='" + type + "'><parent link='" + parent + "'/><child link='" +
           child + "'/>" + rest + "</joint>";
}

std::string urdf(const std::string& content) {
    return "<robot name='x'>" + content + "</robot>";
}

/// An arm of two links at a random place.
std::string arm(const Pose& base, const Pose& tip, const Pose& joint, const Vector3& axis) {
    return "<link name='base'>" + sdfPose(base) + kInertial + "</link><link name='tip'>" + sdfPose(tip) + kInertial +
           "</link><joint name='j' type='revolute'>" + sdfPose(joint) +
           "<parent>base</parent><child>tip</child><axis><xyz>" + numbers(axis) + "</xyz></axis></joint>";
}

std::string sdf(const std::string& model) {
    return "<sdf version='1.9'><model name='m'>" + model + "</model></sdf>";
}

double distance(const Pose& a, const Pose& b) {
    return (a.position - b.position).norm() +
           (a.orientation.toRotationMatrix() - b.orientation.toRotationMatrix()).norm();
}

RunWorld worldOf(const ScratchFolder& folder, const std::string& text, const std::string& medium = "water") {
    const std::string file = folder.write("robot.xml", text);
    return RunWorld("{\"medium\": \"" + medium +
                    R"(", "dt": 0.01, "gravity": [0, 0, 0], "articulated_bodies": [{"robot": ")" + file + "\"}]}");
}

} // namespace

TEST(RobotMending, ShapesForTheEyeStandInForMissingOnes) {
    const std::string eye = "<visual>" + kUrdfBox + "</visual>", touch = "<collision>" + kUrdfBox + "</collision>";
    const RobotTree seen = parsed(urdf(urdfLink("a", kUrdfInertial + eye)));
    ASSERT_EQ(seen.links[0].shapes.size(), 1U);
    EXPECT_TRUE(seen.links[0].shapes[0].isVisual);
    EXPECT_EQ(parsed(urdf(urdfLink("a", kUrdfInertial + eye + touch))).links[0].shapes.size(), 1U);
    EXPECT_TRUE(hasNote(seen.notes, "'a' has no <collision>: its visual shapes are in their place"));
    const RobotTree lost =
        parsed(urdf(urdfLink("a", kUrdfInertial + "<visual><geometry><mesh filename='no.dae'/></geometry></visual>")));
    EXPECT_TRUE(lost.links[0].shapes.empty());
    EXPECT_TRUE(hasNote(lost.notes, "there is no file 'no.dae': the visual shape is left out"));
}

// Links without mass: fixed ones give their shapes to the parent, moving ones have the mass of water, frames between
// joints a small one, frames at the ends none.
TEST(RobotMending, LinksWithoutMassFindAPlace) {
    const std::string touch = "<collision>" + kUrdfBox + "</collision>", place = "<origin xyz='3 0 0'/>";
    const RobotTree tree = parsed(urdf(urdfLink("a", kUrdfInertial + touch) + urdfLink("b", touch) +
                                       urdfLink("c", touch) + urdfLink("d", "") + urdfLink("e", kUrdfInertial) +
                                       urdfLink("f", "") + urdfJoint("fixed", "a", "b", place) +
                                       urdfJoint("continuous", "a", "c") + urdfJoint("continuous", "a", "d", place) +
                                       urdfJoint("continuous", "d", "e") + urdfJoint("continuous", "e", "f")));
    ASSERT_EQ(tree.links.size(), 4U);
    EXPECT_EQ(tree.links[0].shapes.size(), 2U);
    EXPECT_EQ(tree.links[0].shapes[1].linkFromGeometry.position, Vector3(3, 0, 0));
    EXPECT_EQ(tree.links[1].mass->density, 1000.0);
    EXPECT_NEAR(tree.links[2].mass->mass, 2e-4, 1e-15);
    for (const std::string part :
         {"its shapes are part of 'a'", "'c' has no mass", "ten-thousandth of 'e'", "'f' is left out"})
        EXPECT_TRUE(hasNote(tree.notes, part)) << part;
    const RobotTree standing = parsed(
        urdf(urdfLink("rail", "<inertial><mass value='0'/><inertia ixx='0' iyy='0' izz='0'/></inertial>" + touch) +
             urdfLink("cart", kUrdfInertial) + urdfJoint("continuous", "rail", "cart")));
    EXPECT_TRUE(standing.hasFixedBase);
}

// A model within a model at a random pose, twice: the same arm as the model alone, moved.
TEST(RobotMending, ModelsInModelsKeepTheirShape) {
    test::Random random(5);
    const auto randomPose = [&random] { return Pose{random.rotation(), random.vector()}; };
    for (int trial = 0; trial < 10; ++trial) {
        const Pose base = randomPose(), tip = randomPose(), joint = randomPose(), inner = randomPose(),
                   outer = randomPose();
        const std::string plain = arm(base, tip, joint, random.direction());
        const RobotTree alone = parsed(sdf(plain));
        const RobotTree nested = parsed(sdf("<model name='n'>" + sdfPose(outer) + "<model name='k'>" + sdfPose(inner) +
                                            plain + "</model></model>"));
        ASSERT_EQ(nested.links.size(), 2U);
        EXPECT_EQ(nested.links[0].name, "n::k::base");
        EXPECT_EQ(nested.links[1].name, "n::k::tip");
        EXPECT_LT(distance(nested.rootFromBase, outer * inner * alone.rootFromBase), 1e-12);
        EXPECT_LT(distance(nested.links[1].parentFromLink, alone.links[1].parentFromLink), 1e-12);
        EXPECT_LT((nested.links[1].joint.axis - alone.links[1].joint.axis).norm(), 1e-12);
        // A joint of the outer model holds the inner one, by the names of its links and frames.
        const Pose hull = randomPose();
        const RobotTree held = parsed(
            sdf("<link name='hull'>" + sdfPose(hull) + kInertial + "</link><model name='n'>" + sdfPose(inner) + plain +
                "</model><joint name='hold' type='fixed'><parent>hull</parent><child>n</child></joint>"));
        ASSERT_EQ(held.links.size(), 3U);
        const Pose tipPlace = held.rootFromBase * held.links[1].parentFromLink * held.links[2].parentFromLink;
        EXPECT_LT((tipPlace.orientation.conjugate() * inner.orientation * tip.orientation).vec().norm(), 1e-12);
        EXPECT_LT((tipPlace.position - inner * (tip * joint.position)).norm(), 1e-12);
    }
}

TEST(RobotMending, IncludedModelsAreFoundAndPlaced) {
    const ScratchFolder folder;
    std::filesystem::create_directories(folder.path("thruster"));
    folder.write("thruster/model.config", "<model><sdf version='1.9'>part.sdf</sdf></model>");
    folder.write("thruster/part.sdf", "<sdf version='1.9'><model name='t'><pose>0 0 5 0 0 0</pose><link name='l'>" +
                                          kInertial + "</link></model></sdf>");
    const auto with = [&](const std::string& rest) {
        return parsed(sdf("<link name='hull'>" + kInertial + "</link><include><uri>model://thruster</uri>" + rest +
                          "</include><joint name='f' type='fixed'><parent>hull</parent><child>" +
                          (rest.find("<name>") == std::string::npos ? "t" : "left") + "::l</child></joint>"),
                      folder.path(""));
    };
    EXPECT_EQ(with("").links[1].parentFromLink.position, Vector3(0, 0, 5));
    const RobotTree named = with("<name>left</name><pose relative_to='hull'>1 2 3 0 0 0</pose>");
    EXPECT_EQ(named.links[1].name, "left::l");
    EXPECT_EQ(named.links[1].parentFromLink.position, Vector3(1, 2, 3));
    // Worlds: the first model that moves.
    const RobotTree ofWorld =
        parsed("<sdf version='1.9'><world name='w'><model name='ground'><static>1</static><link "
               "name='g'/></model><include><uri>model://no</uri></include><include><uri>thruster</uri>"
               "<pose>0 1 0 0 0 0</pose></include></world></sdf>",
               folder.path(""));
    EXPECT_EQ(ofWorld.name, "t");
    EXPECT_EQ(ofWorld.rootFromBase.position, Vector3(0, 1, 0));
    EXPECT_TRUE(hasNote(ofWorld.notes, "'ground' left out: static"));
    EXPECT_TRUE(hasNote(ofWorld.notes, "there is no model 'model://no'"));
}

// A universal joint turns about its first axis, then about the second one.
TEST(RobotMending, TwoAxesAreTwoJoints) {
    test::Random random(6);
    for (int trial = 0; trial < 10; ++trial) {
        const Pose child{random.rotation(), random.vector()}, joint{random.rotation(), random.vector()};
        const Vector3 first = random.direction(), second = random.direction();
        const auto axis = [](const char* name, const Vector3& v) {
            return std::string("<") + name + "><xyz>" + numbers(v) + "</xyz></" + name + ">";
        };
        const RobotTree tree = parsed(sdf("<link name='a'>" + kInertial + "</link><link name='b'>" + sdfPose(child) +
                                          kInertial + "</link><joint name='u' type='universal'>" + sdfPose(joint) +
                                          "<parent>a</parent><child>b</child>" + axis("axis", first) +
                                          axis("axis2", second) + "</joint>"));
        ASSERT_EQ(tree.links.size(), 3U);
        const Quaternion one(Eigen::AngleAxisd(0.7, tree.links[1].joint.axis)),
            two(Eigen::AngleAxisd(-0.4, tree.links[2].joint.axis));
        const Pose byTree = tree.links[1].parentFromLink * Pose{one, Vector3::Zero()} * tree.links[2].parentFromLink *
                            Pose{two, Vector3::Zero()};
        const Pose place = child * joint;
        const Quaternion turn = Quaternion(Eigen::AngleAxisd(0.7, place.orientation * first)) *
                                Quaternion(Eigen::AngleAxisd(-0.4, place.orientation * second));
        EXPECT_LT((byTree.position - place.position).norm(), 1e-12);
        EXPECT_LT((byTree.orientation.toRotationMatrix() - (turn * child.orientation).toRotationMatrix()).norm(),
                  1e-12);
    }
    const auto typed = [](const std::string& type) {
        return parsed(sdf("<link name='a'>" + kInertial + "</link><link name='b'>" + kInertial +
                          "</link><joint name='j' type='" + type + "'><parent>a</parent><child>b</child></joint>"));
    };
    EXPECT_EQ(typed("ball").links[1].joint.type, RobotJointType::Ball);
    EXPECT_TRUE(hasNote(typed("screw").notes, "the thread of 'j' has no effect"));
}

TEST(RobotMending, LoopsGearsAndLooseLinksAreNamed) {
    const auto joint = [](const std::string& name, const std::string& type, const std::string& parent,
                          const std::string& child) {
        return "<joint name='" + name + "' type='" + type + "'><parent>" + parent + "</parent><child>" + child +
               "</child></joint>";
    };
    const auto link = [](const std::string& name) { return "<link name='" + name + "'>" + kInertial + "</link>"; };
    const RobotTree tree = parsed(sdf(link("a") + link("b") + link("c") + link("alone") +
                                      joint("ab", "fixed", "a", "b") + joint("ac", "revolute", "a", "c") +
                                      joint("bc", "revolute", "b", "c") + joint("gear", "gearbox", "a", "c")));
    EXPECT_EQ(tree.links.size(), 3U);
    for (const std::string part : {"'bc' has no effect", "the gearbox 'gear' has no effect", "'alone' is left out"})
        EXPECT_TRUE(hasNote(tree.notes, part)) << part;
}

// What plugins declare comes in this library's order, with its signs.
TEST(RobotMending, PluginsDeclareTheirCoefficients) {
    std::string matrix;
    for (int i = 0; i < 36; ++i)
        matrix += std::to_string(i) + " ";
    const RobotTree uuv = parsed(urdf(
        urdfLink("ns/base", kUrdfInertial) +
        "<gazebo><plugin name='u' "
        "filename='libuuv_underwater_object_ros_plugin.so'><fluid_density>1028</fluid_density><link "
        "name='ns/base'><volume>1.5</volume><hydrodynamic_model><added_mass>" +
        matrix +
        "</added_mass><linear_damping>-1 -2 -3 -4 -5 "
        "-6</linear_damping></hydrodynamic_model></link></plugin></gazebo><gazebo>"
        "<plugin name='t' filename='libuuv_thruster_ros_plugin.so'><linkName>p0</linkName></plugin><plugin name='t2' "
        "filename='libuuv_thruster_ros_plugin.so'/></gazebo>"));
    ASSERT_EQ(uuv.declarations.size(), 1U);
    const ambient::RobotDeclaration& declared = uuv.declarations[0];
    EXPECT_EQ(declared.link, "ns/base");
    EXPECT_EQ(declared.volume, 1.5);
    EXPECT_EQ(declared.fluidDensity, 1028.0);
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j)
            EXPECT_EQ((*declared.addedMass)(i, j), 6 * ((i + 3) % 6) + (j + 3) % 6);
    EXPECT_EQ((*declared.linearDamping)[0], -4.0);
    EXPECT_EQ((*declared.linearDamping)[3], -1.0);
    EXPECT_TRUE(hasNote(uuv.notes, "libuuv_thruster_ros_plugin.so, 2 times, has no effect"));
    EXPECT_TRUE(hasNote(uuv.notes, "linkName p0"));
    const RobotTree gz = parsed(sdf("<link name='l'>" + kInertial +
                                    "</link><plugin name='gz::sim::systems::Hydrodynamics' "
                                    "filename='gz-sim-hydrodynamics-system'><link_name>l</link_name><xDotU>-4</xDotU>"
                                    "<nDotV>2</nDotV><yVabsV>-7</yVabsV><rR>0</rR></plugin>"));
    ASSERT_EQ(gz.declarations.size(), 1U);
    EXPECT_EQ((*gz.declarations[0].addedMass)(3, 3), 4.0);
    EXPECT_EQ((*gz.declarations[0].addedMass)(2, 4), -2.0);
    EXPECT_EQ((*gz.declarations[0].quadraticDamping)[4], -7.0);
}

// A box without its lid, as engines take it: closed, with the volume of the box.
TEST(RobotMending, OpenMeshesOfRobotsAreClosed) {
    const ScratchFolder folder;
    ambient::TriangleMesh open = ambient::makeBox({1, 2, 3}, 200);
    open.faces.erase(std::remove_if(open.faces.begin(), open.faces.end(),
                                    [&open](const ambient::TriangleMesh::Face& face) {
                                        return std::all_of(face.begin(), face.end(), [&open](int vertex) {
                                            return open.vertices[static_cast<std::size_t>(vertex)].z() > 1.49;
                                        });
                                    }),
                     open.faces.end());
    folder.write("open.obj", objOf(open));
    const RunWorld world = worldOf(
        folder,
        urdf(urdfLink("a", kUrdfInertial + "<collision><geometry><mesh filename='open.obj'/></geometry></collision>")));
    EXPECT_TRUE(hasNote(world.log, "it is closed on a grid")) << (world.log.empty() ? "" : world.log[0]);
    EXPECT_NEAR(enclosedVolume(*world.moving(0).mesh), 6.0, 0.12);
}

// Collada in centimetres, with a node that moves the box: its volume and place.
TEST(RobotMending, ColladaHasItsUnitAndItsNodes) {
    const ScratchFolder folder;
    const ambient::TriangleMesh box = ambient::makeBox({100, 200, 300}, 12);
    std::ostringstream points, faces;
    for (const Vector3& v : box.vertices)
        points << numbers(v) << " ";
    for (const ambient::TriangleMesh::Face& f : box.faces)
        faces << f[0] << " " << f[1] << " " << f[2] << " ";
    const std::size_t count = box.vertices.size();
    folder.write(
        "box.dae",
        "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' "
        "version='1.4.1'><asset><unit "
        "meter='0.01' name='cm'/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry id='g'><mesh><source "
        "id='p'><float_array id='a' count='" +
            std::to_string(3 * count) + "'>" + points.str() +
            "</float_array><technique_common><accessor source='#a' count='" + std::to_string(count) +
            "' stride='3'><param name='X' type='float'/><param name='Y' type='float'/><param name='Z' type='float'/>"
            "</accessor></technique_common></source><vertices id='v'><input semantic='POSITION' "
            "source='#p'/></vertices>"
            "<triangles count='" +
            std::to_string(box.faces.size()) + "'><input semantic='VERTEX' source='#v' offset='0'/><p>" + faces.str() +
            "</p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id='s'>"
            "<node id='n'><translate>0 0 500</translate><instance_geometry url='#g'/></node></visual_scene>"
            "</library_visual_scenes><scene><instance_visual_scene url='#s'/></scene></COLLADA>");
    const RunWorld world = worldOf(
        folder,
        urdf(urdfLink("a", kUrdfInertial + "<collision><geometry><mesh filename='box.dae'/></geometry></collision>")));
    EXPECT_NEAR(enclosedVolume(*world.moving(0).mesh), 6.0, 1e-5);
    EXPECT_NEAR(solidMassProperties(*world.moving(0).mesh, 1.0).centerOfMass.z(), 5.0, 1e-5);
}

// A wheel with dry friction f and inertia J on a fixed base, without fluid: a motor-free joint sticks at rest.
TEST(RobotMending, DryFrictionHoldsAJoint) {
    const ScratchFolder folder;
    const std::string hang = "<collision><origin xyz='1 0 0'/><geometry><sphere radius='.1'/></geometry></collision>";
    const std::string body =
        "<inertial><origin xyz='1 0 0'/><mass value='2'/><inertia ixx='.01' iyy='.01' izz='.01'/></inertial>" + hang;
    const auto fall = [&](double friction) {
        const std::string file = folder.write(
            "robot.xml", urdf(urdfLink("world", "") + urdfLink("a", body) +
                              urdfJoint("continuous", "world", "a",
                                        "<axis xyz='0 1 0'/><dynamics friction='" + std::to_string(friction) + "'/>")));
        RunWorld world(R"({"medium": "vacuum", "dt": 0.005, "articulated_bodies": [{"robot": ")" + file + "\"}]}");
        world.run(0.2);
        return world.motion(0).worldFromShown.position.z();
    };
    // Torque of the weight: 2 g. Above it the arm stays; below it the difference turns the inertia 2.01 + .01.
    EXPECT_NEAR(fall(2.0 * 9.81 * 1.05), 0.0, 3e-4);
    const double free = fall(0.0), held = fall(9.81);
    EXPECT_NEAR(held / free, 0.5, 0.01);
    EXPECT_NEAR(free, -0.5 * 2.0 * 9.81 / 2.01 * 0.04, 0.01 * 0.2);
}

} // namespace robot_mending_test
