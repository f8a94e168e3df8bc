// SPDX-License-Identifier: Zlib
// The waves that bodies of a world file make.
#include "LiveWorldTesting.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace world_waves_made_test {
namespace {

using namespace ambient;
using nlohmann::json;

/// A box in still water, heeled and let go. \param waves of `waves_made`; null: no key
json worldOf(const json& waves, double density = 500.0) {
    json body = {{"shape", {{"type", "box"}, {"size", {1.0, 0.6, 0.3}}, {"faces", 200}}},
                 {"density", density},
                 {"orientation", {0.1, 0.0, 0.0, std::sqrt(1.0 - 0.01)}},
                 {"position", {0.0, 0.0, 0.02}}};
    if (!waves.is_null()) body["waves_made"] = waves;
    return {{"medium", {{"fluid", "water"}, {"surface", json::object()}}},
            {"dt", 1.0 / 60.0},
            {"bodies", json::array({body})}};
}

std::string rowsOf(const json& world, double seconds = 0.5) {
    test::RunWorld run(world.dump());
    run.run(seconds);
    return run.rows;
}

std::string refusalOf(const json& world) {
    try {
        test::RunWorld run(world.dump());
    } catch (const WorldFileError& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST(WorldWavesMade, HeaveIsTheDefaultAndAllMotionsDampMore) {
    const std::string usual = rowsOf(worldOf(nullptr));
    EXPECT_EQ(rowsOf(worldOf("heave")), usual);
    const std::string none = rowsOf(worldOf(false)), all = rowsOf(worldOf("radiation"));
    EXPECT_NE(none, usual);
    EXPECT_NE(all, usual);
    EXPECT_NE(all, none);
    EXPECT_EQ(rowsOf(worldOf("radiation")), all);
}

TEST(WorldWavesMade, AreRefusedWithoutASurfaceAndForBodiesThatSink) {
    json world = worldOf("radiation");
    world["medium"] = "water";
    EXPECT_NE(refusalOf(world).find("bodies[0].waves_made: the medium of the world has no surface"), std::string::npos);
    const std::string sinks = refusalOf(worldOf("radiation", 2000.0));
    EXPECT_NE(sinks.find("bodies[0].waves_made: "), std::string::npos) << sinks;
}

TEST(WorldWavesMade, SayThatTheyAreOfDeepWaterWhereOnlyTheWavesFeelTheBed) {
    for (const double wavelength : {6.0, 60.0}) {
        json world = worldOf("radiation");
        world["medium"]["surface"] = {{"depth", 14.0},
                                      {"waves", json::array({{{"amplitude", 0.01}, {"wavelength", wavelength}}})}};
        std::vector<std::string> lines;
        WorldSimulationOptions options;
        options.log = [&](const std::string& line) { lines.push_back(line); };
        test::made(world, options);
        const auto said = [](const std::string& line) { return line.find("feel the bed") != std::string::npos; };
        EXPECT_EQ(std::count_if(lines.begin(), lines.end(), said), wavelength > 10.0 ? 1 : 0);
    }
}

TEST(WorldWavesMade, LinksMakeTheirOwn) {
    const auto linkOf = [](const std::string& name) -> json {
        return {{"name", name},
                {"shape", {{"type", "box"}, {"size", {1.0, 0.6, 0.3}}, {"faces", 200}}},
                {"density", 500.0},
                {"waves_made", "radiation"}};
    };
    json base = linkOf("fore"), aft = linkOf("aft");
    aft["parent"] = "fore";
    aft["position"] = {1.1, 0.0, 0.0};
    aft["joint"] = {{"type", "hinge"}, {"axis", {0.0, 1.0, 0.0}}, {"initial_position", 0.1}};
    json world = worldOf(nullptr);
    world["bodies"] = json::array();
    world["articulated_bodies"] = json::array({{{"name", "raft"}, {"links", {base, aft}}}});
    const std::string both = rowsOf(world);
    for (json& link : world["articulated_bodies"][0]["links"])
        link["waves_made"] = false;
    EXPECT_NE(rowsOf(world), both);
    world["articulated_bodies"][0]["links"][1]["waves_made"] = "heave";
    EXPECT_NE(refusalOf(world).find("links[1].waves_made: 'heave' is none of"), std::string::npos) << refusalOf(world);
    world["articulated_bodies"][0]["links"][1]["waves_made"] = "radiation";
    world["articulated_bodies"][0]["link_inertia"] = "coupled";
    EXPECT_NE(refusalOf(world).find("links[1].waves_made: links that feel each other"), std::string::npos)
        << refusalOf(world);
}

TEST(WorldWavesMade, StayInASavedFileAndInASavedState) {
    json world = worldOf("radiation");
    world["bodies"][0]["name"] = "barge";
    std::vector<std::string> lines;
    WorldSimulationOptions options;
    options.log = [&](const std::string& line) { lines.push_back(line); };
    const auto live = test::made(world, options);
    WorldSimulation& simulation = live->simulation();
    const auto poseNow = [&] { return simulation.content().motionOf(simulation.content().moving()[0]).worldFromShown; };
    test::run(*live, 20);
    EXPECT_EQ(live->file()["bodies"][0]["waves_made"], "radiation");
    const std::vector<unsigned char> state = simulation.saveState();
    test::run(*live, 20);
    const Pose first = poseNow();
    simulation.restoreState(state);
    test::run(*live, 20);
    const Pose again = poseNow();
    EXPECT_EQ(first.position, again.position);
    EXPECT_EQ(first.orientation.coeffs(), again.orientation.coeffs());
    // It starts with a heel beyond linear theory, which is told with its name.
    const auto said = [](const std::string& line) { return line.rfind("body 'barge' moves by more", 0) == 0; };
    EXPECT_EQ(std::count_if(lines.begin(), lines.end(), said), 1) << (lines.empty() ? "" : lines.back());
}

} // namespace world_waves_made_test
