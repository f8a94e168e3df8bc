// SPDX-License-Identifier: Zlib
// Thrusters of world files, and a current that is steered.
#include "LiveWorldTesting.h"

#include <gtest/gtest.h>

#include <cmath>

namespace world_thruster_test {

using ambient::Vector3;
using nlohmann::json;

namespace {

/// A heavy ball in water without gravity, turned by a quarter about z.
json pushed(const json& thruster) {
    json world = json::parse(R"({"dt": 0.01, "medium": "water", "gravity": [0, 0, 0],
        "bodies": [{"name": "ball", "shape": {"type": "sphere", "radius": 0.3, "faces": 180}, "mass": 200, "position": [1, 2, 3],
                    "center_of_mass": [0.1, 0, 0], "inertia": [9, 8, 7, 0.5, 0, 0],
                    "orientation": [0, 0, 0.70710678118654752, 0.70710678118654752]}]})");
    world["thrusters"] = json::array({thruster});
    return world;
}

json screw() {
    return {{"name", "screw"}, {"body", "ball"}, {"position", {0.1, 0, 0}}, {"torque_coefficient", 0}, {"command", 20}};
}

json changed(const std::string& key, const json& value) {
    json thruster = screw();
    thruster[key] = value;
    return thruster;
}

std::string refusal(const json& thruster) {
    try {
        ambient::parseWorld(pushed(thruster).dump(), "test.json", "");
    } catch (const ambient::WorldFileError& error) {
        return error.what();
    }
    return "";
}

} // namespace

// T = rho D^4 K_T n^2 at rest: 13.97 N. The loss by the inflow of the first step is 1e-4 of it.
TEST(WorldThruster, PushesAlongTheAxesOfItsBody) {
    test::RunWorld world(pushed(changed("time_constant", 0)).dump());
    world.run(0.01);
    const Vector3 v = world.motion(0).velocity.linear;
    EXPECT_GT(v.y(), 0.0);
    EXPECT_NEAR(std::hypot(v.x(), v.z()), 0.0, 1e-3 * v.y());
    // At the centre of mass, along a line through the centre of the ball: no turn.
    EXPECT_NEAR(world.motion(0).velocity.angular.norm(), 0.0, 1e-3 * v.y());
    const auto full = test::made(pushed(changed("time_constant", 0)));
    test::run(*full, 1);
    const auto& thruster = full->simulation().content().thrusters()[0]->getThruster();
    EXPECT_NEAR(thruster.thrust(), 998.2 * 1e-4 * 0.35 * 400, 14e-3);
    // Half the displaced mass is added: that inertia times the speed is the impulse.
    const double inertia = 200.0 + 0.5 * 998.2 * 4.0 / 3.0 * 3.14159265 * 0.027;
    EXPECT_NEAR(inertia * v.y(), thruster.thrust() * 0.01, 0.03 * thruster.thrust() * 0.01); // 180 faces
}

TEST(WorldThruster, PushesALinkAndBases) {
    json file = json::parse(R"({"dt": 0.01, "medium": "water", "gravity": [0, 0, 0],
        "articulated_bodies": [{"name": "r", "links": [
            {"name": "a", "shape": {"type": "sphere", "radius": 0.2, "faces": 80}, "density": 1500},
            {"name": "b", "parent": "a", "position": [1, 0, 0], "shape": {"type": "sphere", "radius": 0.2, "faces": 80}, "density": 1500,
             "joint": {"type": "slider", "axis": [0, 0, 1]}}]}],
        "thrusters": [{"body": "r", "axis": [0, 1, 0], "command": 20}, {"body": "r/b", "axis": [0, 0, 1], "command": 20}]})");
    test::RunWorld world(file.dump());
    world.run(0.2);
    EXPECT_EQ(world.description().thrusters[1].name, "thruster1");
    EXPECT_GT(world.motion(0).velocity.linear.y(), 0.005);
    EXPECT_GT(world.motion(1).velocity.linear.z(), 0.005);
}

TEST(WorldThruster, StatesRepeatToTheBitAndFilesGoOn) {
    const auto world = test::made(pushed(screw()));
    test::run(*world, 10);
    world->simulation().content().thrusters()[0]->getThruster().setCommand(-15.0);
    test::run(*world, 2);
    const auto state = world->simulation().saveState();
    const json file = world->file();
    test::run(*world, 20);
    const std::string rows = world->simulation().rows();
    world->simulation().content().thrusters()[0]->getThruster().setCommand(40.0);
    world->simulation().restoreState(state);
    test::run(*world, 20);
    EXPECT_EQ(world->simulation().rows(), rows);
    const auto again = test::made(file);
    test::run(*again, 20);
    const auto motionIn = [](ambient::LiveWorld& of) {
        const ambient::FileWorld& content = of.simulation().content();
        return content.motionOf(content.moving()[0]);
    };
    EXPECT_NEAR((motionIn(*again).velocity.linear - motionIn(*world).velocity.linear).norm(), 0.0, 1e-6);
    EXPECT_EQ(file["thrusters"][0]["command"], -15.0);
    EXPECT_THROW(
        test::made(pushed(changed("name", "other")))->simulation().restoreState({state.begin(), state.end() - 1}),
        std::invalid_argument);
}

/// The screw with the coefficients of a maker. \param keys to change
json ofMaker(json keys) {
    json thruster = {{"body", "ball"}, {"diameter", 0.076}, {"fastest_speed", 61}, {"time_constant", 0}};
    thruster.update(keys);
    return thruster;
}

/// Thrust at rest in the first step [N].
double firstThrust(const json& thruster) {
    json world = pushed(thruster);
    world["medium"] = {{"density", 1000}, {"viscosity", 0.001}};
    const auto made = test::made(world);
    test::run(*made, 1);
    return made->simulation().content().thrusters()[0]->getThruster().thrust();
}

TEST(WorldThruster, ThrustsOfMakersAreHit) {
    EXPECT_NEAR(firstThrust(ofMaker({{"bollard", {51.5, 40.2}}, {"command", 61}})), 51.5, 1e-9);
    EXPECT_NEAR(firstThrust(ofMaker({{"bollard", {51.5, 40.2}}, {"command", -61}})), -40.2, 1e-9);
    const json table = {{1100, -40.2}, {1464, 0}, {1536, 0}, {1900, 51.5}};
    EXPECT_NEAR(firstThrust(ofMaker({{"table", table}, {"command", 1100}})), -40.2, 1e-9);
    EXPECT_NEAR(firstThrust(ofMaker({{"table", table}, {"command", 1718}})), 25.75, 1e-9);
    EXPECT_EQ(firstThrust(ofMaker({{"table", table}})), 0.0); // the neutral command
    const json curves = {{0, 0.45, 0.075}, {0.8, 0.14, 0.033}, {1.1, 0, 0.012}};
    EXPECT_NEAR(firstThrust(ofMaker({{"open_water", curves}, {"command", 20}})),
                1000.0 * std::pow(0.076, 4) * 0.45 * 400.0, 1e-9);
    EXPECT_EQ(firstThrust(ofMaker({{"dead_band", 5}, {"command", 4}})), 0.0);
    const auto world = test::made(pushed(ofMaker({{"table", table}, {"command", 1718}})));
    test::run(*world, 1);
    EXPECT_EQ(world->file()["thrusters"][0]["command"], 1718.0);
}

TEST(WorldThruster, BadKeysAreNamed) {
    const auto names = [](const json& thruster, const std::string& text) {
        const std::string line = refusal(thruster);
        EXPECT_NE(line.find(text), std::string::npos) << line;
    };
    names(changed("body", "bal"), "thrusters[0].body: 'bal' is no body or link that moves; did you mean 'ball'?");
    names(changed("diameter", 0), "thrusters[0].diameter: 0 is not above 0");
    names(changed("astern", 1.5), "thrusters[0].astern: 1.5 is not");
    names(changed("command", 101), "thrusters[0].command: 101 is not");
    names(changed("bollard", {40, 50}), "thrusters[0].bollard: thrusterFromBollard: the thrust astern");
    names(changed("table", {{0, 1}}), "thrusters[0].table: needs two rows or more");
    names(changed("table", {{0, 1}, {1, 2}}), "the first thrust of the table");
    names(ofMaker({{"open_water", {{0, 0.4, 0.01}, {1, 0.1, 0.01}}}}), "exceed the power of the shaft");
    json both = ofMaker({{"bollard", {50, 40}}, {"astern", 0.5}});
    names(both, "thrusters[0].astern: follows from 'bollard'");
    names(changed("axis", {0, 0, 0}), "thrusters[0].axis");
    names(changed("comand", 5), "thrusters[0].comand: unknown key; did you mean 'command'?");
    json two = pushed(screw());
    two["thrusters"].push_back(screw());
    try {
        ambient::parseWorld(two.dump(), "test.json", "");
        ADD_FAILURE();
    } catch (const ambient::WorldFileError& error) {
        EXPECT_NE(std::string(error.what()).find("'screw' names another thruster already"), std::string::npos);
    }
}

TEST(SteeredCurrent, EqualsTheVelocityOfAFileAndTakesItBack) {
    json file = json::parse(R"({"dt": 0.01, "medium": {"fluid": "water", "surface": {"height": 0}},
        "bodies": [{"name": "ball", "shape": {"type": "sphere", "radius": 0.2, "faces": 80}, "mass": 15},
                   {"name": "high", "shape": {"type": "sphere", "radius": 0.2, "faces": 80}, "mass": 15, "position": [0, 0, 3]}]})");
    const auto still = test::made(file), steered = test::made(file);
    file["medium"]["velocity"] = {0.5, 0.2, 0.0};
    const auto moving = test::made(file);
    ASSERT_TRUE(steered->simulation().takesCurrent());
    steered->simulation().setCurrent(Vector3(0.5, 0.2, 0.0));
    test::run(*steered, 30);
    test::run(*moving, 30);
    const auto motionIn = [](ambient::LiveWorld& of, std::size_t body) {
        const ambient::FileWorld& content = of.simulation().content();
        return content.motionOf(content.moving()[body]);
    };
    EXPECT_GT(motionIn(*steered, 0).velocity.linear.x(), 0.01);
    for (std::size_t body : {0, 1})
        EXPECT_NEAR((motionIn(*steered, body).velocity.linear - motionIn(*moving, body).velocity.linear).norm(), 0.0,
                    1e-6);
    EXPECT_NEAR(motionIn(*steered, 1).velocity.linear.head<2>().norm(), 0.0, 1e-6); // the air is still
    const auto returned = test::made(test::read(R"({"medium": "water", "bodies": [
        {"name": "ball", "shape": {"type": "sphere", "radius": 0.2, "faces": 80}, "mass": 60}]})"));
    const auto untouched = test::made(returned->file());
    returned->simulation().setCurrent(Vector3::UnitX());
    returned->simulation().setCurrent(Vector3::Zero());
    test::run(*returned, 20);
    test::run(*untouched, 20);
    // Taking a medium makes the momentum anew: measured 3e-16.
    EXPECT_NEAR((motionIn(*returned, 0).velocity.linear - motionIn(*untouched, 0).velocity.linear).norm(), 0.0, 1e-12);
    EXPECT_THROW(steered->simulation().setCurrent(Vector3(std::nan(""), 0.0, 0.0)), std::invalid_argument);
    EXPECT_EQ(steered->simulation().current(), Vector3(0.5, 0.2, 0.0));
    const auto waves =
        test::made(test::read(R"({"medium": {"fluid": "water", "surface": {"waves": [{"amplitude": 0.1, "period": 2}]}},
        "bodies": [{"name": "ball", "shape": {"type": "sphere", "radius": 0.2, "faces": 80}, "mass": 15}]})"));
    EXPECT_FALSE(waves->simulation().takesCurrent());
    EXPECT_THROW(waves->simulation().setCurrent(Vector3::UnitX()), std::invalid_argument);
}

} // namespace world_thruster_test
