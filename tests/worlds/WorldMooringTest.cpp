// SPDX-License-Identifier: Zlib
#include "LiveWorldTesting.h"

#include <gtest/gtest.h>

#include <cmath>

namespace world_mooring_test {

using ambient::Vector3;
using nlohmann::json;

namespace {

/// A buoy on still water, moored to a bed at -8 m.
json moored(const json& mooring) {
    json world = json::parse(R"({"dt": 0.0166666667,
        "medium": {"fluid": "water", "surface": {"height": 0}},
        "bodies": [{"name": "buoy", "shape": {"type": "sphere", "radius": 0.4, "faces": 180}, "mass": 60, "position": [4, 0, 0]},
                   {"name": "float", "shape": {"type": "box", "size": [1, 1, 0.5], "faces": 108}, "mass": 150, "position": [8, 0, 0]}]})");
    world["moorings"] = json::array({mooring});
    return world;
}

json chain() {
    return json::parse(R"({"body": "buoy", "point": [0, 0, -0.4], "anchor": [0, 0, -8], "seabed": -8, "length": 10,
                           "weight": 40, "stiffness": 1e6})");
}

std::string refusal(const json& mooring) {
    try {
        ambient::parseWorld(moored(mooring).dump(), "test.json", "");
    } catch (const ambient::WorldFileError& error) {
        return error.what();
    }
    return "";
}

json changed(const std::string& key, const json& value) {
    json mooring = chain();
    mooring[key] = value;
    return mooring;
}

} // namespace

TEST(WorldMooring, BothKindsHoldABuoy) {
    for (const char* kind : {"catenary", "cable"}) {
        json mooring = changed("kind", kind);
        mooring["diameter"] = 0.02;
        test::RunWorld world(moored(mooring).dump());
        world.run(4.0);
        // The hanging part pulls the buoy towards the anchor until the line hangs straight down.
        EXPECT_LT(world.motion(0).worldFromShown.position.x(), 4.0) << kind;
        EXPECT_GT(world.motion(0).worldFromShown.position.z(), -0.4) << kind;
    }
}

TEST(WorldMooring, ATowedBodyFollows) {
    json mooring = json::parse(R"({"kind": "cable", "body": "float", "point": [-0.5, 0, 0], "to": "buoy", "length": 4,
                                   "mass": 0.3, "diameter": 0.015, "segments": 8})");
    json file = moored(mooring);
    file["bodies"][1]["velocity"] = {2.0, 0.0, 0.0};
    test::RunWorld world(file.dump());
    world.run(3.0);
    EXPECT_GT(world.motion(0).velocity.linear.x(), 0.05);
    const double apart = (world.motion(1).worldFromShown.position - world.motion(0).worldFromShown.position).norm();
    EXPECT_LT(apart, 4.6);
}

TEST(WorldMooring, StatesRepeatToTheBitAndFilesGoOn) {
    for (const char* kind : {"catenary", "cable"}) {
        json mooring = changed("kind", kind);
        mooring["diameter"] = 0.02;
        mooring["winch"] = json::parse(R"({"length": 7, "rate": 0.5, "start": 0.5})");
        const auto world = test::made(moored(mooring));
        test::run(*world, 45);
        const auto state = world->simulation().saveState();
        const json file = world->file();
        test::run(*world, 30);
        const auto end = world->simulation().saveState();
        world->simulation().restoreState(state);
        test::run(*world, 30);
        EXPECT_EQ(world->simulation().saveState(), end) << kind;
        const auto& line = world->simulation().content().moorings()[0]->getLine();
        EXPECT_NEAR(line.length(), 10.0 - 0.5 * 0.75, 0.01);
        const auto again = test::made(file);
        test::run(*again, 30);
        const auto& other = again->simulation().content().moorings()[0]->getLine();
        EXPECT_NEAR(other.length(), line.length(), 0.01);
        EXPECT_LT((other.points()[5] - line.points()[5]).norm(), 0.02) << kind;
        auto damaged = state;
        damaged.pop_back();
        EXPECT_THROW(world->simulation().restoreState(damaged), std::invalid_argument);
    }
}

TEST(WorldMooring, LinksAreEnds) {
    const char* const text = R"({"dt": 0.01, "medium": {"fluid": "water"},
        "articulated_bodies": [{"name": "arm", "fixed_base": true, "position": [0, 0, 0], "links": [
            {"name": "base", "shape": {"type": "box", "size": [0.2, 0.2, 0.2], "faces": 108}, "density": 1500},
            {"name": "tip", "parent": "base", "position": [0.5, 0, 0], "joint": {"type": "hinge", "axis": [0, 1, 0]},
             "shape": {"type": "box", "size": [0.6, 0.1, 0.1], "faces": 108}, "density": 3000}]}],
        "moorings": [{"body": "arm/tip", "point": [0.2, 0, 0], "anchor": [0.7, 0, 2], "length": 2, "weight": 0.5}]})";
    test::RunWorld world(text);
    world.run(1.0);
    EXPECT_NEAR(world.motion(0).worldFromShown.position.z(), 0.0, 0.02);
}

TEST(WorldMooring, ErrorsNameTheKeyAndTheValue) {
    const auto names = [](const json& mooring, const std::string& text) {
        const std::string line = refusal(mooring);
        EXPECT_NE(line.find(text), std::string::npos) << line;
    };
    names(changed("body", "bouy"), "moorings[0].body: 'bouy' is no body or link that moves; did you mean 'buoy'?");
    names(changed("length", -1), "moorings[0].length: -1 is not above 0");
    names(changed("to", "float"), "moorings[0]: needs either the key 'anchor' or the key 'to'");
    names(changed("to_point", {0, 0, 0}), "moorings[0].to_point: belongs to the key 'to'");
    names(changed("mass", 2), "needs either the key 'weight' or the key 'mass'");
    names(changed("kind", "rope"), "moorings[0].kind: 'rope' is none of catenary, cable");
    names(changed("kind", "cable"), "needs the key 'diameter'");
    names(changed("segments", 4), "moorings[0].segments: belongs to the kind 'cable'");
    names(changed("breaking_load", 0), "moorings[0].breaking_load: 0 is not above 0");
    names(changed("parted", {1}), "moorings[0].parted[0]: is no number of a segment, 0 to 0");
    names(changed("winch", {{"length", 5}}), "moorings[0].winch: needs the key 'rate'");
    names(changed("lenght", 5), "moorings[0].lenght: unknown key; did you mean 'length'?");
}

TEST(WorldMooring, ACatenaryThatWouldRiseIsNamed) {
    json light = chain();
    light.erase("weight");
    light["mass"] = 0.1;
    light["diameter"] = 0.02;
    std::string line;
    try {
        test::RunWorld(moored(light).dump());
    } catch (const ambient::WorldFileError& error) {
        line = error.what();
    }
    EXPECT_NE(line.find("moorings[0]: its mass of 0.1 kg/m is less than the 0.31"), std::string::npos) << line;
}

} // namespace world_mooring_test
