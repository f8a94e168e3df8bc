// SPDX-License-Identifier: Zlib
// Motors of joints: limits of a robot's file, the start time, turns, and motors set later.
#include "AmbientFluid/Articulated/JointDrive.h"
#include "AmbientFluid/Dynamics/Immersion.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "LiveWorldTesting.h"
#include "regression/RunProgram.h"

#include <gtest/gtest.h>

#include <cmath>

namespace motor_test {

using ambient::LiveWorld;
using ambient::WorldFileError;
using nlohmann::json;
using test::made;
using test::read;
using test::run;

namespace {

const char* const kLink =
    R"(<inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>
       <collision><geometry><sphere radius="0.06"/></geometry></collision>)";

/// Two balls and a joint. \param limit its element
std::string robotOf(const std::string& type, const std::string& limit) {
    return std::string(R"(<robot name="r"><link name="a">)") + kLink + R"(</link><link name="b">)" + kLink +
           R"(</link><joint name="j" type=")" + type +
           R"("><origin xyz=".3 0 0"/><parent link="a"/><child link="b"/><axis xyz="0 1 0"/>)" + limit +
           "</joint></robot>";
}

/// Greatest torque or force of the one joint in 60 steps of a world with a motorised robot.
double greatestTorque(const std::string& robot, const std::string& maxForce) {
    const ScratchFolder folder;
    const std::string file = folder.write("r.xml", robot);
    const auto world = made(read(R"({"medium": "water", "gravity": [0, 0, 0], "articulated_bodies": [{"name": "r",
        "robot": ")" + file + R"(", "fixed_base": true, "motors": [{"link": "b", "target_position": 0.8,
        "stiffness": 100, "damping": 1)" +
                                 maxForce + "}]}]}"));
    const btFluidMultiBody& wet = *world->simulation().fluid().getFluidMultiBodies().find(
        world->simulation().content().multiBodies().front().get());
    double greatest = 0.0;
    for (int i = 0; i < 60; ++i) {
        run(*world, 1);
        greatest = std::max(greatest, std::fabs(wet.getDriver()->torques()[0]));
    }
    return greatest;
}

std::string sdfOf(const std::string& effort) {
    const std::string link = R"(<inertial><mass>1</mass><inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia>
        </inertial><collision name="c"><geometry><sphere><radius>0.06</radius></sphere></geometry></collision>)";
    return R"(<sdf version="1.9"><model name="r"><link name="a">)" + link +
           R"(</link><link name="b"><pose>.3 0 0 0 0 0</pose>)" + link +
           R"(</link><joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz><limit>
        <lower>-1</lower><upper>1</upper><effort>)" +
           effort + "</effort></limit></axis></joint></model></sdf>";
}

} // namespace

// A servo of 100 N m/rad, 0.8 rad from its target, would begin with more than 40 N m.
TEST(Motors, StayWithinTheEffortLimitOfTheRobotsFile) {
    const auto limit = [](const std::string& effort) {
        return R"(<limit lower="-1" upper="1" velocity="1")" + effort + "/>";
    };
    EXPECT_DOUBLE_EQ(greatestTorque(robotOf("revolute", limit(R"( effort="0.05")")), ""), 0.05);
    EXPECT_DOUBLE_EQ(greatestTorque(robotOf("prismatic", limit(R"( effort="0.05")")), ""), 0.05);
    EXPECT_DOUBLE_EQ(greatestTorque(robotOf("continuous", R"(<limit effort="0.07" velocity="1"/>)"), ""), 0.07);
    EXPECT_DOUBLE_EQ(greatestTorque(sdfOf("0.05"), ""), 0.05);
    // The motor's own limit applies if lower.
    EXPECT_DOUBLE_EQ(greatestTorque(robotOf("revolute", limit(R"( effort="0.05")")), R"(, "max_force": 0.02)"), 0.02);
    EXPECT_DOUBLE_EQ(greatestTorque(robotOf("revolute", limit(R"( effort="0.05")")), R"(, "max_force": 9)"), 0.05);
    EXPECT_GT(greatestTorque(robotOf("revolute", limit("")), ""), 10.0);
    EXPECT_GT(greatestTorque(sdfOf("-1"), ""), 10.0);
}

// The arm of a world after 2 s moves like the arm of a new world. Measured 0.
TEST(Motors, GoOnAtAVelocityFromTheTimeAtWhichTheyAreAdded) {
    const json empty = read(R"({"medium": "water", "gravity": [0, 0, 0], "dt": 0.01})");
    const json arm = read(R"({"name": "arm", "fixed_base": true, "links": [
        {"name": "base", "shape": {"type": "sphere", "radius": 0.1}},
        {"name": "rod", "parent": "base", "position": [0.2, 0, 0], "density": 2000,
         "shape": {"type": "capsule", "radius": 0.03, "length": 0.2},
         "joint": {"type": "hinge", "axis": [0, 1, 0], "initial_position": 0.3,
                   "motor": {"target_velocity": 0.5, "stiffness": 30, "damping": 3}}}]})");
    ambient::WorldSimulationOptions options;
    options.takesMultiBodies = true;
    const auto early = made(empty, options), late = made(empty, options);
    run(*late, 200);
    early->addArticulatedBody(arm);
    late->addArticulatedBody(arm);
    run(*early, 50);
    run(*late, 50);
    const auto positionIn = [](LiveWorld& world) {
        return world.simulation()
            .fluid()
            .getFluidMultiBodies()
            .find(world.simulation().content().multiBodies().front().get())
            ->state()
            .positions[0];
    };
    EXPECT_NEAR(positionIn(*early), 0.3 + 0.5 * 0.5, 0.02); // the start is at rest
    EXPECT_NEAR(positionIn(*late), positionIn(*early), 1e-6);
}

namespace {

const char* const kWheel = R"({"medium": "vacuum", "gravity": [0, 0, 0], "bodies": [
    {"name": "wheel", "shape": {"type": "cylinder", "radius": 0.2, "length": 0.1}, "density": 500, "can_sleep": false}],
    "joints": [{"name": "axle", "type": "hinge", "child": "wheel", "axis": [0, 0, 1]}]})";

} // namespace

// 3 rad/s for 5 s are two turns and a half. Measured 3e-3 rad: the motor's start.
TEST(Joints, HaveAnAngleThatGoesOnOverAnyNumberOfTurns) {
    for (const double sign : {1.0, -1.0}) {
        const auto world = made(read(kWheel));
        ambient::FileWorld& content = world->simulation().content();
        world->setMotor(0, 3.0 * sign, 100.0);
        double before = 0.0;
        std::vector<unsigned char> saved;
        for (int i = 0; i < 1200; ++i) {
            run(*world, 1);
            const double now = content.jointValue(0);
            EXPECT_NEAR(now - before, sign * 3.0 / 240.0, 0.02);
            before = now;
            if (i == 799) saved = world->simulation().saveState();
        }
        EXPECT_NEAR(before, sign * 15.0, 0.02);
        world->simulation().restoreState(saved);
        EXPECT_NEAR(content.jointValue(0), sign * 10.0, 0.02);
        run(*world, 400);
        EXPECT_NEAR(content.jointValue(0), before, 1e-5);
    }
}

TEST(LiveWorld, WritesTheMotorThatAJointWasGivenLater) {
    const auto world = made(read(kWheel));
    EXPECT_FALSE(world->file()["joints"][0].contains("motor"));
    world->setMotor(0, 3.0, 100.0);
    run(*world, 30);
    const json file = world->file();
    EXPECT_EQ(file["joints"][0]["motor"], read(R"({"target_velocity": 3.0, "max_force": 100.0})"));
    const auto again = made(file);
    run(*world, 30);
    run(*again, 30);
    EXPECT_NEAR(double(again->simulation().content().bodies()[0]->getAngularVelocity().z()), 3.0, 1e-3);
    world->setMotor(0, 3.0, 0.0);
    EXPECT_FALSE(world->file()["joints"][0].contains("motor"));
    EXPECT_THROW(world->setMotor(0, std::nan(""), 1.0), std::invalid_argument);
    EXPECT_THROW(world->setMotor(0, 1.0, -1.0), std::invalid_argument);
}

TEST(LiveWorld, RefusesABodyWithTheNameOfALink) {
    const json arm = read(R"({"name": "x", "links": [
        {"name": "base", "density": 990, "shape": {"type": "sphere", "radius": 0.1}},
        {"name": "a", "parent": "base", "density": 990, "shape": {"type": "sphere", "radius": 0.1}, "position": [0.5, 0, 0],
         "joint": {"type": "hinge", "axis": [0, 1, 0]}}]})");
    json nested = arm;
    nested["name"] = "x/a";
    json body = read(R"({"name": "x/a", "shape": {"type": "sphere", "radius": 0.1}, "density": 990})");
    const auto messageOf = [](const auto& function) {
        try {
            function();
        } catch (const WorldFileError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    ambient::WorldSimulationOptions options;
    options.takesMultiBodies = true;
    const auto world = made(read(R"({"medium": "water"})"), options);
    world->addArticulatedBody(arm);
    EXPECT_EQ(messageOf([&] { world->addBody(body); }), "bodies[0].name: 'x/a' names another one already");
    EXPECT_EQ(messageOf([&] { world->addArticulatedBody(nested); }),
              "articulated_bodies[1].name: 'x/a' names another one already");
    const auto other = made(read(R"({"medium": "water"})"), options);
    other->addBody(body);
    const std::string message = "articulated_bodies[0].links[1].name: 'x/a' names another one already";
    EXPECT_EQ(messageOf([&] { other->addArticulatedBody(arm); }), message);
    EXPECT_EQ(other->simulation().content().moving().size(), 1U);
    json file = read(R"({"medium": "water"})");
    file["bodies"].push_back(body);
    file["articulated_bodies"].push_back(arm);
    EXPECT_EQ(messageOf([&] { made(file); }), message);
}

// A load falls on the stop of its slider, and a servo pushes a hinge against its stop, from the start or from afar:
// both come to rest at the stop, with both solvers and at all steps, and no stop gives energy.
TEST(JointStops, HoldLoadsAndServos) {
    const auto world = [](const std::string& solver, double dt, const std::string& joint) {
        return made(read(R"({"medium": "air", "solver": ")" + solver + R"(", "dt": )" + std::to_string(dt) +
                         R"(, "articulated_bodies": [{"fixed_base": true, "links": [
            {"name": "post", "shape": {"type": "sphere", "radius": 0.1}, "density": 990},
            {"name": "load", "parent": "post", "position": [0, 0, -0.5], "shape": {"type": "capsule", "radius": 0.05,
             "length": 0.4}, "density": 990, "joint": )" +
                         joint + "}]}]}"));
    };
    const auto positionOf = [](const LiveWorld& live) {
        return live.simulation()
            .fluid()
            .getFluidMultiBodies()
            .find(live.simulation().content().multiBodies().front().get())
            ->state()
            .positions[0];
    };
    for (const char* solver : {"fluid", "stock"})
        for (const double dt : {1.0 / 30.0, 1.0 / 60.0, 1.0 / 240.0}) {
            const int second = static_cast<int>(std::lround(1.0 / dt));
            const auto fallen =
                world(solver, dt, R"({"type": "slider", "axis": [0, 0, 1], "lower": -0.5, "upper": 0.1})");
            double lowest = 0.0, rebound = -1.0;
            for (int i = 0; i < 2 * second; ++i) {
                run(*fallen, 1);
                const double now = positionOf(*fallen);
                lowest = std::min(lowest, now);
                if (lowest < -0.499) rebound = std::max(rebound, now);
            }
            EXPECT_NEAR(positionOf(*fallen), -0.5, 1e-3) << solver << " " << dt;
            EXPECT_GT(lowest, -0.51) << solver << " " << dt; // RES1
            EXPECT_LT(rebound, -0.49) << solver << " " << dt;
            for (const char* stiffness : {"10", "1000"}) {
                const auto pushed = world(solver, dt,
                                          R"({"type": "hinge", "axis": [0, 1, 0], "lower": -0.5, "upper": 0.5,
                    "motor": {"target_position": 2, "damping": 1, "stiffness": )" +
                                              std::string(stiffness) + "}}");
                run(*pushed, 3 * second);
                EXPECT_NEAR(positionOf(*pushed), 0.5, 1e-3) << solver << " " << dt << " " << stiffness;
            }
        }
}

// Buoyancy of 29 N holds a float at the upper stop of its slider, or the end of a hinged arm: a motor of 1 N that pulls
// it away changes nothing, and one of 60 N moves it at its speed. Measured 2e-4 m and 2.4e-3 rad.
TEST(Motors, PullAtAStopWithTheirForceAlone) {
    const auto positionAfter = [](const std::string& solver, const std::string& joint, double place, int steps) {
        const auto live =
            made(read(R"({"medium": "water", "solver": ")" + solver + R"(", "bodies": [{"name": "float",
            "shape": {"type": "sphere", "radius": 0.1}, "density": 300, "can_sleep": false, "position": [)" +
                      std::to_string(place) + R"(, 0, 0]}], "joints": [{"child": "float", )" + joint + "}]}"));
        run(*live, steps);
        return live->simulation().content().jointValue(0);
    };
    const auto slider = [](const char* motor) {
        return std::string(R"("type": "slider", "axis": [0, 0, 1], "lower": -0.5, "upper": 0.2, "motor": )") + motor;
    };
    const auto hinge = [](const char* motor) {
        return std::string(R"("type": "hinge", "axis": [0, -1, 0], "position": [0, 0, 0], "lower": -0.5, "upper": 0.2,
            "motor": )") +
               motor;
    };
    for (const char* solver : {"fluid", "stock"}) {
        for (const char* motor :
             {R"({"target_velocity": -1, "max_force": 1})", R"({"target_velocity": -0.1, "max_force": 5})",
              R"({"target_velocity": 1, "max_force": 5})"}) {
            for (const int steps : {1200, 1201, 1207}) {
                EXPECT_NEAR(positionAfter(solver, slider(motor), 0.0, steps), 0.2, 2e-3) << solver << motor;
                EXPECT_NEAR(positionAfter(solver, hinge(motor), 1.0, steps), 0.2, 4e-3) << solver << motor;
            }
        }
        const char* const strong = R"({"target_velocity": -0.1, "max_force": 60})";
        EXPECT_LT(positionAfter(solver, slider(strong), 0.0, 1200), -0.3) << solver;
        EXPECT_LT(positionAfter(solver, hinge(strong), 1.0, 1200), -0.3) << solver;
    }
}

} // namespace motor_test
