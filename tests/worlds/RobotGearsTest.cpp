// SPDX-License-Identifier: Zlib
// Joints of robots that follow others, and rotors of their motors.
#include "LiveWorldTesting.h"
#include "TestPaths.h"
#include "TestSupport.h"
#include "Worlds/RobotBody.h"
#include "regression/RunProgram.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace robot_gears_test {

using namespace ambient;
using nlohmann::json;
using test::RunWorld;

namespace {

std::string urdfLink(const std::string& name) {
    return "<link name='" + name +
           "'><inertial><mass value='0.2'/><origin xyz='0.1 0 0'/><inertia ixx='1e-4' iyy='1e-3' " +
           "izz='1e-3' ixy='0' ixz='0' iyz='0'/></inertial><collision><origin xyz='0.1 0 0'/><geometry><box "
           "size='0.2 0.02 0.03'/></geometry></collision></link>";
}

std::string urdfJoint(const std::string& child, const std::string& more, double y) {
    return "<joint name='" + child + "_joint' type='continuous'><parent link='hand'/><child link='" + child +
           "'/><origin xyz='0.2 " + std::to_string(y) + " 0'/><axis xyz='0 0 1'/>" + more + "</joint>";
}

/// A hand with three fingers. \param second,third elements of the joints of two fingers
std::string hand(const std::string& second, const std::string& third) {
    return "<robot name='hand'>" + urdfLink("hand") + urdfLink("a") + urdfLink("b") + urdfLink("c") +
           urdfJoint("a", "", 0.0) + urdfJoint("b", second, 0.1) + urdfJoint("c", third, -0.1) + "</robot>";
}

} // namespace

// A chain of gears leads to its first joint; a ring, a joint that does not exist and a ratio of 0 have no effect.
TEST(RobotGears, ChainsLeadToTheirFirstJointAndRingsNowhere) {
    const RobotTree tree = parseRobotTree(hand("<mimic joint='a_joint' multiplier='-2' offset='0.5'/>",
                                               "<mimic joint='b_joint' multiplier='3' offset='0.25'/>"),
                                          "r", "");
    ASSERT_TRUE(tree.notes.empty()) << tree.notes.front();
    EXPECT_EQ(tree.links[2].joint.mimic->ratio, -2.0);
    EXPECT_EQ(tree.links[3].joint.mimic->joint, "a_joint");
    EXPECT_EQ(tree.links[3].joint.mimic->ratio, -6.0);
    EXPECT_EQ(tree.links[3].joint.mimic->offset, 1.75);
    for (const std::string third : {"<mimic joint='b_joint'/>", "<mimic joint='none'/>", "<mimic joint='c_joint'/>",
                                    "<mimic joint='a_joint' multiplier='0'/>"}) {
        const bool isRing = third.find('b') != std::string::npos;
        const RobotTree without = parseRobotTree(hand(isRing ? "<mimic joint='c_joint'/>" : "", third), "r", "");
        EXPECT_EQ(without.notes.size(), isRing ? 2U : 1U) << third;
        EXPECT_NE(without.notes.back().find("<mimic>: has no effect; 'c_joint' moves by itself"), std::string::npos);
        EXPECT_FALSE(without.links[3].joint.mimic);
    }
}

// One hand in three formats. SDF counts from a reference of the leader.
TEST(RobotGears, AreTheSameInEveryFormat) {
    const std::string sdfLink = "<inertial><mass>1</mass></inertial></link>";
    const auto sdfJoint = [](const std::string& child, const std::string& mimic) {
        return "<joint name='" + child + "_joint' type='revolute'><parent>hand</parent><child>" + child +
               "</child><axis><xyz>0 0 1</xyz>" + mimic + "</axis></joint>";
    };
    const std::string sdf =
        "<sdf version='1.11'><model name='hand'><link name='hand'>" + sdfLink + "<link name='a'>" + sdfLink +
        "<link name='b'>" + sdfLink + sdfJoint("a", "") +
        sdfJoint("b",
                 "<mimic joint='a_joint'><multiplier>-2</multiplier><offset>0.1</offset><reference>-0.2</reference>"
                 "</mimic>") +
        "</model></sdf>";
    const std::string geom = "<geom size='.1'/>";
    const auto mjcf = [&](const std::string& equality) {
        return "<mujoco><worldbody><body name='hand'><freejoint/>" + geom + "<body name='a'>" + geom +
               "<joint name='a_joint' armature='0.3'/></body><body name='b'>" + geom +
               "<joint name='b_joint'/></body></body></worldbody><equality>" + equality + "</equality></mujoco>";
    };
    const std::string gear = "joint1='b_joint' joint2='a_joint' polycoef='-0.3 -2 0 0 0'/>";
    for (const std::string& text : {sdf, mjcf("<joint " + gear)}) {
        const RobotTree tree = parseRobotTree(text, "r", "");
        const std::optional<RobotMimic>& mimic = tree.links[2].joint.mimic;
        ASSERT_TRUE(mimic) << text;
        EXPECT_EQ(mimic->joint, "a_joint");
        EXPECT_EQ(mimic->ratio, -2.0);
        EXPECT_NEAR(mimic->offset, -0.3, 1e-15);
    }
    EXPECT_EQ(parseRobotTree(mjcf(""), "r", "").links[1].joint.armature, 0.3);
    for (const std::string other : {"<weld body1='a' body2='b'/>", "<joint joint1='a_joint'/>",
                                    "<joint joint1='b_joint' joint2='a_joint' polycoef='0 1 2 0 0'/>"}) {
        const RobotTree tree = parseRobotTree(mjcf(other), "r", "");
        EXPECT_FALSE(tree.links[2].joint.mimic);
        EXPECT_TRUE(std::any_of(tree.notes.begin(), tree.notes.end(), [](const std::string& note) {
            return note.find("the equality has no effect") != std::string::npos;
        })) << other;
    }
    const RobotTree inactive = parseRobotTree(mjcf("<joint active='false' " + gear), "r", "");
    EXPECT_FALSE(inactive.links[2].joint.mimic);
    EXPECT_TRUE(inactive.notes.empty());
}

// A motor on one finger, all three in water: the ratios are kept to the digits of Bullet's positions, and each finger
// moves the hand.
TEST(RobotGears, FingersOfARobotFollowInWater) {
    const ScratchFolder folder;
    const std::string file = folder.write(
        "hand.urdf", hand("<mimic joint='a_joint' multiplier='-1.5' offset='0.2'/>", "<mimic joint='b_joint'/>"));
    RunWorld run(R"({"medium": "water", "dt": 0.01, "articulated_bodies": [{"robot": ")" + file + R"(", "motors": [
        {"link": "b", "stiffness": 5, "damping": 0.5, "target_position": {"amplitude": 0.6, "frequency": 1}}]}]})");
    EXPECT_TRUE(run.log.empty()) << run.log.front();
    const btMultiBody& body = *run.moving(0).multiBody;
    EXPECT_NEAR(body.getJointPos(1), 0.2, 1e-6);
    double most = 0.0;
    for (int i = 0; i < 100; ++i) {
        run.run(0.01);
        const double leader = double(body.getJointPos(0));
        most = std::max(most, std::abs(leader));
        for (const int finger : {1, 2})
            EXPECT_NEAR(double(body.getJointPos(finger)), -1.5 * leader + 0.2, 3e-7 * (1.0 + std::abs(leader)));
    }
    EXPECT_GT(most, 0.3);                                // .47
    EXPECT_NEAR(double(body.getJointPos(1)), 0.0, 0.15); // of the target, 0 after a whole period
}

// A rotor of nine times the pendulum's moment: a tenth of the acceleration.
TEST(RobotGears, ARotorOfAFileSlowsItsJoint) {
    const ScratchFolder folder;
    const auto fallen = [&](double armature) {
        const std::string file = folder.write(
            "arm.xml",
            "<mujoco><worldbody><body name='arm'><inertial pos='0.5 0 0' mass='1' diaginertia='.01 .01 .01'/>"
            "<joint axis='0 1 0' armature='" +
                std::to_string(armature) + "'/><geom pos='0.5 0 0' size='.1'/></body></worldbody></mujoco>");
        RunWorld run(
            R"({"medium": {"density": 1e-6, "viscosity": 0}, "dt": 0.005, "articulated_bodies": [{"robot": ")" + file +
            "\"}]}");
        run.run(0.05);
        return double(run.moving(0).multiBody->getJointPos(0));
    };
    const double free = fallen(0.0), slowed = fallen(9.0 * 0.26);
    EXPECT_NEAR(free, 0.5 * 0.05 * 0.05 * 9.80665 * 0.5 / 0.26, 1e-3 * free);
    EXPECT_NEAR(slowed, 0.1 * free, 1e-3 * slowed);
}

namespace {

/// A hand in water whose second finger follows the first, with a rotor at the third; its motor is on the follower.
json handOfAWorld() {
    const auto finger = [](const char* name, double y, json joint) {
        joint["type"] = "hinge";
        joint["axis"] = {0, 0, 1};
        return json{{"name", name},
                    {"parent", "hand"},
                    {"position", {0.2, y, 0}},
                    {"joint", joint},
                    {"mass", 0.2},
                    {"shape", {{"type", "box"}, {"size", {0.2, 0.02, 0.03}}, {"position", {0.1, 0, 0}}}}};
    };
    const json motor = {
        {"stiffness", 5}, {"damping", 0.5}, {"target_position", {{"amplitude", 0.6}, {"frequency", 1}}}};
    const json hand = {{"name", "hand"}, {"mass", 0.5}, {"shape", {{"type", "box"}, {"size", {0.2, 0.2, 0.05}}}}};
    const json second = {{"gear", {{"link", "a"}, {"ratio", -1.5}, {"offset", 0.2}}}, {"motor", motor}};
    const json body = {{"name", "robot"},
                       {"links",
                        {hand, finger("b", 0.1, second), finger("a", 0.0, json::object()),
                         finger("c", -0.1, {{"armature", 0.01}, {"initial_velocity", 1.0}})}}};
    return {{"medium", "water"}, {"dt", 0.01}, {"articulated_bodies", {body}}};
}

} // namespace

// The follower stands before its leader in the file. Saved in the middle, the world goes on: twice with the same bytes,
// and as the first one but for the loads of earlier steps.
TEST(WorldGears, OfAFileActAndAreSaved) {
    const auto first = test::made(handOfAWorld());
    const auto jointOf = [](const LiveWorld& world, int i) {
        return double(world.simulation().content().multiBodies()[0]->getJointPos(i));
    };
    EXPECT_NEAR(jointOf(*first, 0), 0.2, 1e-7);
    test::run(*first, 50);
    const json saved = first->file();
    const json& joint = saved["articulated_bodies"][0]["links"][1]["joint"];
    EXPECT_EQ(joint["gear"], handOfAWorld()["articulated_bodies"][0]["links"][1]["joint"]["gear"]);
    EXPECT_EQ(saved["articulated_bodies"][0]["links"][3]["joint"]["armature"], 0.01);
    const auto second = test::made(saved), third = test::made(saved);
    double most = 0.0;
    for (int i = 0; i < 60; ++i) {
        for (const auto* world : {&first, &second, &third})
            test::run(**world, 1);
        most = std::max(most, std::abs(jointOf(*first, 1)));
        EXPECT_NEAR(jointOf(*second, 0), -1.5 * jointOf(*second, 1) + 0.2, 1e-6);
        for (int k = 0; k < 3; ++k)
            EXPECT_NEAR(jointOf(*second, k), jointOf(*first, k), 1e-4);
    }
    EXPECT_GT(most, 0.3);
    EXPECT_EQ(second->simulation().saveState(), third->simulation().saveState());
}

// A rotor of nine times the moment of the link: a tenth of the acceleration, as of a robot's file.
TEST(WorldGears, ARotorSlowsItsJoint) {
    const auto fallen = [](double armature) {
        json world = {{"medium", {{"density", 1e-6}, {"viscosity", 0}}}, {"dt", 0.005}};
        const json base = {{"name", "wall"}, {"mass", 1}, {"shape", {{"type", "sphere"}, {"radius", 0.1}}}};
        const json arm = {{"name", "arm"},
                          {"parent", "wall"},
                          {"joint", {{"type", "hinge"}, {"axis", {0, 1, 0}}, {"armature", armature}}},
                          {"shape", {{"type", "sphere"}, {"radius", 0.1}, {"position", {0.5, 0, 0}}}},
                          {"mass", 1},
                          {"center_of_mass", {0.5, 0, 0}},
                          {"inertia", {0.01, 0.01, 0.01}}};
        world["articulated_bodies"] = {{{"fixed_base", true}, {"links", {base, arm}}}};
        RunWorld run(world.dump());
        run.run(0.05);
        return double(run.moving(0).multiBody->getJointPos(0));
    };
    EXPECT_NEAR(fallen(9.0 * 0.26), 0.1 * fallen(0.0), 1e-4 * fallen(0.0));
}

TEST(WorldGears, RefusalsNameTheirPlace) {
    const auto refusalOf = [](int link, const std::string& key, const json& value) -> std::string {
        json world = handOfAWorld();
        world["articulated_bodies"][0]["links"][static_cast<std::size_t>(link)]["joint"][key] = value;
        try {
            parseWorld(world.dump(), "test.json", "");
        } catch (const WorldFileError& error) {
            return error.what();
        }
        return "";
    };
    const std::string at = "articulated_bodies[0].links[";
    const std::vector<std::array<std::string, 2>> refusals = {
        {refusalOf(3, "gear", {{"link", "d"}}), at + "3].joint.gear.link: there is no link 'd'"},
        {refusalOf(3, "gear", {{"link", "b"}}), at + "3].joint.gear.link: the joint of 'b' follows another one"},
        {refusalOf(3, "gear", {{"link", "c"}}), at + "3].joint.gear.link: the joint of 'c' cannot follow itself"},
        {refusalOf(3, "gear", {{"link", "hand"}}), at + "3].joint.gear.link: the joint of 'hand' is no hinge"},
        {refusalOf(3, "gear", {{"link", "a"}, {"ratio", 0}}), at + "3].joint.gear.ratio: 0 is no ratio"},
        {refusalOf(3, "gear", {{"link", "a"}, {"ration", 2}}), "did you mean 'ratio'"},
        {refusalOf(3, "armature", -1), at + "3].joint.armature: "},
        {refusalOf(3, "type", "ball"), at + "3].joint"},
        {refusalOf(2, "type", "fixed"), at},
        {refusalOf(1, "initial_position", 0.5), at + "1].joint.initial_position: by the gear it is 0.2"}};
    for (const auto& [text, expected] : refusals)
        EXPECT_NE(text.find(expected), std::string::npos) << "'" << text << "' has no '" << expected << "'";
    EXPECT_EQ(refusalOf(1, "initial_position", 0.2), "");
}

} // namespace robot_gears_test
